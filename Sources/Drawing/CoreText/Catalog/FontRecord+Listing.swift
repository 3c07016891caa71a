import CFontconfigLoader
import CText
import Foundation

extension FontRecord {
    /// Returns the faces of the machine's fonts, as fontconfig lists them; without fontconfig, those in ``FontFolders/system``. If there
    /// are none, the faces of the fonts beside the program.
    static func installed() -> [FontRecord] {
        let listed = agate_fontconfig_failure() == nil ? listedByFontconfig() : read(FontFolders.system)
        return listed.isEmpty ? read(FontFolders.besideProgram) : listed
    }

    private static func listedByFontconfig() -> [FontRecord] {
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

    /// Returns the faces of the font files in folders, without fontconfig.
    static func read(_ folders: [String]) -> [FontRecord] {
        FontFolders.files(in: folders).flatMap { path in
            FontBytes(mapping: path).map { read($0, source: .installed(path: path)) } ?? []
        }
    }

    /// Returns the faces in a file that a program supplies. Empty if it is not a font.
    static func faces(in bytes: FontBytes, url: URL?) -> [FontRecord] {
        let source = Source.registered(bytes, url: url)
        guard agate_fontconfig_failure() == nil else { return read(bytes, source: source) }
        // fontconfig reads files only: with a face of this program's FreeType it would crash.
        var file = agate_font_file()
        guard agate_font_file_open(&file, bytes.start, bytes.count) == 0 else { return read(bytes, source: source) }
        defer { agate_font_file_close(&file) }
        let path = withUnsafeBytes(of: file.path) { Array($0.prefix { $0 != 0 }) + [0] }
        return indices(of: bytes).compactMap { index in
            // Only files that this program's FreeType can read, too.
            guard FreeTypeFace(bytes, index: index) != nil else { return nil }
            var count: Int32 = 0
            guard let pattern = FcFreeTypeQuery(path, UInt32(index), nil, &count) else { return nil }
            defer { FcPatternDestroy(pattern) }
            return FontRecord(pattern, source: source)
        }
    }

    private static func read(_ bytes: FontBytes, source: Source) -> [FontRecord] {
        indices(of: bytes).flatMap { index -> [FontRecord] in
            guard let face = FontFace(bytes, index: index), let characters = FontCharacters(face) else { return [] }
            // Fonts that a program registers are listed without their named instances, as fontconfig does for a face.
            var instances = 0
            if case .installed = source { instances = min(64, Int(hb_ot_var_get_named_instance_count(face.hbFace))) }
            return (0...instances).compactMap { FontRecord(face, instance: $0, characters: characters, source: source) }
        }
    }

    /// A collection states its number of faces. A damaged one may state millions.
    private static func indices(of bytes: FontBytes) -> Range<Int> { 0..<min(64, FreeTypeFace.faceCount(bytes)) }
}
