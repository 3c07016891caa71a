import AgateDiagnostics
import CoreGraphics

/// The scope in which a registered font is visible.
public enum CTFontManagerScope: UInt32, Sendable {
    case none = 0
    /// This process, until it ends. Agate has only this scope. The others have the same meaning, with a diagnostic.
    case process = 1
    /// Every program of the user, permanently.
    case persistent = 2
    /// Every program of the session.
    case session = 3
    /// The user. The same as persistent.
    public static let user = CTFontManagerScope.persistent
}

/// An error of font registration: the code of a CFError in the domain ``kCTFontManagerErrorDomain``.
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

/// The domain of the errors of this API.
public nonisolated(unsafe) let kCTFontManagerErrorDomain: CFString = "com.apple.CoreText.CTFontManagerErrorDomain"
/// The key of the affected URLs in an error's information.
public nonisolated(unsafe) let kCTFontManagerErrorFontURLsKey: CFString = "CTFontManagerErrorFontURLs"

/// Registers the faces of a font file with this process by their names.
/// - Parameters:
///   - scope: `.process`. Other scopes register for this process only, with a diagnostic.
///   - error: the location for the error if the result is false.
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

/// Unregisters the faces of a file. Fonts created from them remain valid.
public func CTFontManagerUnregisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let url = fontURL as URL
    return succeeds(url, error) { () throws(CTFontManagerError) in
        let file = url.standardizedFileURL
        guard FontCatalog.shared.unregister(where: { $0.url == file }) else { throw CTFontManagerError.notRegistered }
    }
}

/// Registers a font with this process by its names.
public func CTFontManagerRegisterGraphicsFont(_ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    succeeds(nil, error) { () throws(CTFontManagerError) in
        guard let record = font.record else { throw CTFontManagerError.unrecognizedFormat }
        guard !FontCatalog.shared.index.records.contains(where: { $0 === record }) else { throw CTFontManagerError.alreadyRegistered }
        guard FontCatalog.shared.register([record]) else { throw CTFontManagerError.alreadyRegistered }
    }
}

/// Unregisters a font.
public func CTFontManagerUnregisterGraphicsFont(_ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    succeeds(nil, error) { () throws(CTFontManagerError) in
        guard let record = font.record, FontCatalog.shared.unregister(where: { $0 === record }) else {
            throw CTFontManagerError.notRegistered
        }
    }
}

/// Returns descriptors of the faces in a file, or nil if it is not a font. Registers nothing.
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
    guard let records = try? FontFile.records(at: fileURL as URL) else { return nil }
    return records.map(\.descriptor) as NSArray
}

/// Returns descriptors of the faces in a font's bytes, or none if they are not a font. Registers nothing.
public func CTFontManagerCreateFontDescriptorsFromData(_ data: CFData) -> CFArray {
    ((try? FontFile.records(in: Data(copying: data))) ?? []).map(\.descriptor) as NSArray
}

/// Returns a descriptor of the first face in a font's bytes, or nil if they are not a font. Registers nothing.
public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? {
    (try? FontFile.records(in: Data(copying: data)))?.first?.descriptor
}

/// Returns the names of all families, in alphabetical order.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
    Set(FontCatalog.shared.index.records.map { $0.families[0] }).sorted() as NSArray
}

/// Returns the PostScript names of all faces, in alphabetical order.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
    Set(FontCatalog.shared.index.records.map(\.postScriptName)).sorted() as NSArray
}

/// Runs `body`. An error that it throws is stored, and the result is false.
private func succeeds(_ url: URL?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(CTFontManagerError) -> Void)
    -> Bool
{
    do {
        try body()
        return true
    } catch let reason {
        var information: [String: Any] = [NSLocalizedDescriptionKey: reason.text(url)]
        if let url { information["\(kCTFontManagerErrorFontURLsKey)"] = [url] }
        // The caller must release the error, as the unmanaged reference indicates.
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

/// Reads font files that a program supplies.
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
    /// A descriptor that creates a font of this face, registered or not.
    var descriptor: CTFontDescriptor {
        let attributes: [String: Any] = [
            "\(kCTFontNameAttribute)": postScriptName, "\(kCTFontFamilyNameAttribute)": families[0],
            "\(kCTFontStyleNameAttribute)": styles.first ?? "",
        ]
        return CTFontDescriptor(attributes: attributes, record: self)
    }
}
