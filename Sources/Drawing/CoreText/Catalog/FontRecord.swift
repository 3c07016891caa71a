import AgateDiagnostics
import CText
import Foundation

/// One available face: its location and its names. No part of the file is read before a font is created from it.
final class FontRecord: Hashable, @unchecked Sendable {
    /// The source of the bytes.
    enum Source: Sendable {
        /// An installed file.
        case installed(path: String)
        /// Bytes that the program supplied, and the file's URL if there is one.
        case registered(FontBytes, url: URL?)
    }

    let source: Source
    let index: Int
    /// The number of a variable font's named instance, starting from 1, or 0 for the font itself.
    let instance: Int
    let families: [String]
    let styles: [String]
    let fullNames: [String]
    let postScriptName: String
    let traits: FontTraits
    let isColor: Bool
    /// The contents of the character map. fontconfig counts the references. Reading is thread-safe.
    private let characters: OpaquePointer?
    /// The faces created so far, by their locations on the axes. Nil for files that could not be read.
    let faces = Locked<[[AxisValue]: FontFace?]>([:])

    /// Creates a record. Returns nil for faces that can't be scaled and for those that fontconfig describes without a name.
    init?(_ pattern: OpaquePointer, source: Source) {
        guard FontRecord.flag(pattern, FC_OUTLINE) || FontRecord.flag(pattern, FC_COLOR) else { return nil }
        let number = FontRecord.integer(pattern, FC_INDEX) ?? 0
        // A variable font is listed once more as a whole, with ranges for values. Its instances have the same properties as numbers.
        guard number >> 16 < 0x8000 else { return nil }
        self.source = source
        index = number & 0xFFFF
        instance = number >> 16
        families = FontRecord.strings(pattern, FC_FAMILY)
        styles = FontRecord.strings(pattern, FC_STYLE)
        guard let family = families.first else { return nil }
        fullNames = FontRecord.strings(pattern, FC_FULLNAME)
        postScriptName = FontRecord.strings(pattern, FC_POSTSCRIPT_NAME).first ?? family.replacingOccurrences(of: " ", with: "")
        traits = FontTraits(
            weight: FontRecord.double(pattern, FC_WEIGHT).map(FcWeightToOpenTypeDouble) ?? 400,
            width: FontRecord.double(pattern, FC_WIDTH) ?? 100,
            isItalic: (FontRecord.integer(pattern, FC_SLANT) ?? 0) > 0,
            isMonospace: (FontRecord.integer(pattern, FC_SPACING) ?? 0) >= Int(FC_MONO)
        )
        isColor = FontRecord.flag(pattern, FC_COLOR)
        var set: OpaquePointer?
        characters = FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch ? FcCharSetCopy(set) : nil
    }

    static func == (lhs: FontRecord, rhs: FontRecord) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    deinit {
        if let characters { FcCharSetDestroy(characters) }
    }

    func covers(_ scalar: UInt32) -> Bool {
        guard let characters else { return false }
        return FcCharSetHasChar(characters, scalar) != 0
    }

    /// Calls `body` with each character that the font has, in ascending order.
    func forEachCharacter(_ body: (UInt32) -> Void) {
        guard let characters else { return }
        // Pages of 256 characters, with a bit for each.
        var page = [FcChar32](repeating: 0, count: 8)
        var next: FcChar32 = 0
        var base = FcCharSetFirstPage(characters, &page, &next)
        while base != FcChar32.max {
            for bit in 0..<256 where page[bit >> 5] >> UInt32(bit & 31) & 1 != 0 { body(base + UInt32(bit)) }
            base = FcCharSetNextPage(characters, &page, &next)
        }
    }

    /// The URL of the file, if there is one.
    var url: URL? {
        switch source {
        case .installed(let path): URL(fileURLWithPath: path)
        case .registered(_, let url): url
        }
    }

    /// A key for a fixed order of faces, which fontconfig and files may list in any order, so that every machine chooses alike.
    var sortKey: String { "\(families[0])\u{1}\(postScriptName)\u{1}\(url?.path ?? "")\u{1}\(index).\(instance)" }

    // MARK: Reading patterns

    private static func strings(_ pattern: OpaquePointer, _ key: String) -> [String] {
        var all: [String] = []
        var text: UnsafeMutablePointer<FcChar8>?
        while all.count < 64, FcPatternGetString(pattern, key, Int32(all.count), &text) == FcResultMatch, let found = text {
            all.append(String(cString: found))
        }
        return all.filter { !$0.isEmpty }
    }

    private static func integer(_ pattern: OpaquePointer, _ key: String) -> Int? {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch ? Int(value) : nil
    }

    private static func double(_ pattern: OpaquePointer, _ key: String) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(pattern, key, 0, &value) == FcResultMatch ? value : nil
    }

    private static func flag(_ pattern: OpaquePointer, _ key: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, key, 0, &value) == FcResultMatch && value != 0
    }
}

extension FontRecord {
    /// Returns the faces of the machine's fonts, as fontconfig lists them.
    static func installed() -> [FontRecord] {
        guard let config = FcInitLoadConfigAndFonts() else { return [] }
        defer { FcConfigDestroy(config) }
        guard let set = FcConfigGetFonts(config, FcSetSystem) else { return [] }
        return (0..<Int(set.pointee.nfont)).compactMap { number in
            guard let pattern = set.pointee.fonts?[number] else { return nil }
            var file: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
            return FontRecord(pattern, source: .installed(path: String(cString: file)))
        }
    }

    /// Returns the faces in a file that a program supplies. Empty if it is not a font.
    static func faces(in bytes: FontBytes, url: URL?) -> [FontRecord] {
        // A collection states its number of faces. A damaged one may state millions.
        (0..<min(64, FreeTypeFace.faceCount(bytes))).compactMap { index in
            guard let face = FontFace(bytes, index: index) else { return nil }
            return face.freeType.withFace { handle in
                guard let pattern = FcFreeTypeQueryFace(handle, "", UInt32(index), nil) else { return nil }
                defer { FcPatternDestroy(pattern) }
                return FontRecord(pattern, source: .registered(bytes, url: url))
            }
        }
    }
}
