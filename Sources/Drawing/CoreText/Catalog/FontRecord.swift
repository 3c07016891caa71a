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
    private let characters: FontCharacters?
    /// The faces created so far, by their locations on the axes. Nil for files that could not be read.
    let faces = Locked<[[AxisValue]: FontFace?]>([:])

    /// Creates a record from fontconfig's description. Returns nil for faces that can't be scaled and for those that it describes without
    /// a name.
    init?(_ pattern: OpaquePointer, source: Source) {
        guard FontPattern.flag(pattern, FC_OUTLINE) || FontPattern.flag(pattern, FC_COLOR) else { return nil }
        let number = FontPattern.integer(pattern, FC_INDEX) ?? 0
        // A variable font is listed once more as a whole, with ranges for values. Its instances have the same properties as numbers.
        guard number >> 16 < 0x8000 else { return nil }
        self.source = source
        index = number & 0xFFFF
        instance = number >> 16
        families = FontPattern.strings(pattern, FC_FAMILY)
        styles = FontPattern.strings(pattern, FC_STYLE)
        guard let family = families.first else { return nil }
        fullNames = FontPattern.strings(pattern, FC_FULLNAME)
        postScriptName = FontPattern.strings(pattern, FC_POSTSCRIPT_NAME).first ?? family.replacingOccurrences(of: " ", with: "")
        traits = FontPattern.traits(pattern)
        isColor = FontPattern.flag(pattern, FC_COLOR)
        characters = FontCharacters(fontconfig: pattern)
    }

    /// Creates a record from the tables of a face, on a system without fontconfig. Returns nil for faces without a name.
    /// - Parameter instance: the number of a named instance, starting from 1, or 0 for the face itself.
    init?(_ face: FontFace, instance: Int, characters: FontCharacters, source: Source) {
        let names = FontNames(face, instance: instance)
        guard let family = names.families.first else { return nil }
        self.source = source
        index = face.index
        self.instance = instance
        families = names.families
        styles = names.styles
        fullNames = names.fullNames
        postScriptName = names.postScriptName ?? family.replacingOccurrences(of: " ", with: "")
        traits = FontTraits(face, instance: instance)
        isColor = face.hasColorGlyphs
        self.characters = characters
    }

    static func == (lhs: FontRecord, rhs: FontRecord) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func covers(_ scalar: UInt32) -> Bool { characters?.contains(scalar) ?? false }

    /// Calls `body` with each character that the font has, in ascending order.
    func forEachCharacter(_ body: (UInt32) -> Void) { characters?.forEach(body) }

    /// The URL of the file, if there is one.
    var url: URL? {
        switch source {
        case .installed(let path): URL(fileURLWithPath: path)
        case .registered(_, let url): url
        }
    }

    /// A key for a fixed order of faces, which fontconfig and files may list in any order, so that every machine chooses alike.
    var sortKey: String { "\(families[0])\u{1}\(postScriptName)\u{1}\(url?.path ?? "")\u{1}\(index).\(instance)" }
}
