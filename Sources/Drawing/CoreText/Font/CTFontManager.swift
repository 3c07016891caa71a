import AgateDiagnostics
import CoreGraphics

/// Who sees a registered font.
public enum CTFontManagerScope: UInt32, Sendable {
    case none = 0
    /// This process, until it ends. The only one that Agate has: the others mean the same, with a diagnostic.
    case process = 1
    /// Every program of the user, for good.
    case persistent = 2
    /// Every program of the session.
    case session = 3
    /// The user; the same as persistent.
    public static let user = CTFontManagerScope.persistent
}

/// What can go wrong with registering; the code of a CFError in the domain ``kCTFontManagerErrorDomain``.
public enum CTFontManagerError: Int, Error, Sendable {
    case fileNotFound = 101
    case insufficientPermissions = 102
    case unrecognizedFormat = 103
    case invalidFontData = 104
    case alreadyRegistered = 105
    case exceededResourceLimit = 106
    case assetNotFound = 107
    case notRegistered = 201
    case inUse = 202
    case systemRequired = 203
    case registrationFailed = 301
    case missingEntitlement = 302
    case insufficientInfo = 303
    case cancelledByUser = 304
    case duplicatedName = 305
    case invalidFilePath = 306
}

/// The domain of the errors of this interface.
public var kCTFontManagerErrorDomain: CFString { "com.apple.CoreText.CTFontManagerErrorDomain" }
/// In an error's information: the URLs that it is about.
public var kCTFontManagerErrorFontURLsKey: CFString { "CTFontManagerErrorFontURLs" }

/// Makes the faces of a font file known to this process by their names.
/// - Parameters:
///   - scope: `.process`; other scopes register for this process only and say so.
///   - error: receives the reason where the answer is false.
public func CTFontManagerRegisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    if scope != .process {
        Diagnostic.reportOnce(
            "text.font-scope", key: "\(scope)",
            "the font registration scope \(scope) is not supported; the fonts are registered for this process only")
    }
    let url = fontURL as URL
    return succeeds(url, error) { () throws(CTFontManagerError) in
        let records = try FontFile.records(at: url)
        guard FontCatalog.shared.register(records) else { throw CTFontManagerError.alreadyRegistered }
    }
}

/// Forgets the faces of a file that was registered. Fonts made of them go on working.
public func CTFontManagerUnregisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let url = fontURL as URL
    return succeeds(url, error) { () throws(CTFontManagerError) in
        let file = url.standardizedFileURL
        guard FontCatalog.shared.unregister(where: { $0.url == file }) else { throw CTFontManagerError.notRegistered }
    }
}

/// Makes a font known to this process by its names.
public func CTFontManagerRegisterGraphicsFont(_ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    succeeds(nil, error) { () throws(CTFontManagerError) in
        guard let record = font.record else { throw CTFontManagerError.unrecognizedFormat }
        guard !FontCatalog.shared.index.records.contains(where: { $0 === record }) else { throw CTFontManagerError.alreadyRegistered }
        guard FontCatalog.shared.register([record]) else { throw CTFontManagerError.alreadyRegistered }
    }
}

/// Forgets a font that was registered.
public func CTFontManagerUnregisterGraphicsFont(_ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    succeeds(nil, error) { () throws(CTFontManagerError) in
        guard let record = font.record, FontCatalog.shared.unregister(where: { $0 === record }) else {
            throw CTFontManagerError.notRegistered
        }
    }
}

/// Descriptors of the faces in a file; nil where it is no font. Nothing is registered.
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
    guard let records = try? FontFile.records(at: fileURL as URL) else { return nil }
    return records.map(\.descriptor) as NSArray
}

/// Descriptors of the faces in a font's bytes; empty where they are no font. Nothing is registered.
public func CTFontManagerCreateFontDescriptorsFromData(_ data: CFData) -> CFArray {
    ((try? FontFile.records(in: Data(copying: data))) ?? []).map(\.descriptor) as NSArray
}

/// A descriptor of the first face in a font's bytes; nil where they are no font. Nothing is registered.
public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? {
    (try? FontFile.records(in: Data(copying: data)))?.first?.descriptor
}

/// The names of all families, in alphabetical order.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
    Set(FontCatalog.shared.index.records.map { $0.families[0] }).sorted() as NSArray
}

/// The PostScript names of all faces, in alphabetical order.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
    Set(FontCatalog.shared.index.records.map(\.postScriptName)).sorted() as NSArray
}

/// Runs `body`; what it throws becomes the error and false.
private func succeeds(_ url: URL?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(CTFontManagerError) -> Void)
    -> Bool
{
    do {
        try body()
        return true
    } catch let reason {
        var information: [String: Any] = [NSLocalizedDescriptionKey: reason.text(url)]
        if let url { information["\(kCTFontManagerErrorFontURLsKey)"] = [url] }
        // The caller's to release, as the unmanaged reference says.
        error?.pointee = Unmanaged.passRetained(
            NSError(domain: "\(kCTFontManagerErrorDomain)", code: reason.rawValue, userInfo: information))
        return false
    }
}

extension CTFontManagerError {
    fileprivate func text(_ url: URL?) -> String {
        let name = url?.path ?? "the font"
        return switch self {
        case .fileNotFound: "\(name) does not exist"
        case .insufficientPermissions: "\(name) can't be read"
        case .unrecognizedFormat: "\(name) is not a font"
        case .invalidFontData: "\(name) is damaged, or its glyphs can't be scaled"
        case .alreadyRegistered: "\(name) is already registered"
        case .exceededResourceLimit: "\(name) is larger than \(FontBytes.maximumCount) bytes"
        case .notRegistered: "\(name) is not registered"
        case .invalidFilePath: "\(name) is not a file"
        default: "\(name): error \(rawValue)"
        }
    }
}

/// Reads font files that a program brings.
enum FontFile {
    static func records(at url: URL) throws(CTFontManagerError) -> [FontRecord] {
        guard url.isFileURL else { throw .invalidFilePath }
        let file = url.standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else { throw .fileNotFound }
        guard !isFolder.boolValue else { throw .invalidFilePath }
        guard let data = try? Data(contentsOf: file) else { throw .insufficientPermissions }
        return try records(in: data, url: file)
    }

    static func records(in data: Data, url: URL? = nil) throws(CTFontManagerError) -> [FontRecord] {
        guard data.count <= FontBytes.maximumCount else { throw .exceededResourceLimit }
        guard let bytes = FontBytes(copying: data), FreeTypeFace.faceCount(bytes) > 0 else { throw .unrecognizedFormat }
        let records = FontRecord.faces(in: bytes, url: url)
        guard !records.isEmpty else { throw .invalidFontData }
        return records
    }
}

extension FontRecord {
    /// A descriptor that makes a font of this face, registered or not.
    var descriptor: CTFontDescriptor {
        let attributes: [String: Any] = [
            "\(kCTFontNameAttribute)": postScriptName, "\(kCTFontFamilyNameAttribute)": families[0],
            "\(kCTFontStyleNameAttribute)": styles.first ?? "",
        ]
        return CTFontDescriptor(attributes: attributes, record: self)
    }
}
