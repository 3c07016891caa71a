import AgateDiagnostics
import CRuntimeHooks
import Foundation

/// The index of a glyph in a font.
public typealias CGGlyph = UInt16
/// The same under its other name.
public typealias CGFontIndex = UInt16

/// A face as a `CGFont` reads it. CoreText, which reads the files, has the only one.
package protocol GraphicsFontFace: Sendable {
    /// What two fonts of one face have in common.
    var identity: ObjectIdentifier { get }
    var postScriptName: String? { get }
    var fullName: String? { get }
    var glyphCount: Int { get }
    var unitsPerEm: Int { get }
    /// Ascent, descent (negative), leading, height of capitals and of small letters, in units.
    var heights: (ascent: Int, descent: Int, leading: Int, capitals: Int, small: Int) { get }
    /// Degrees counter-clockwise from the vertical.
    var italicAngle: Double { get }
    /// The smallest box around all glyphs, in units.
    var bounds: CGRect { get }
    func name(of glyph: CGGlyph) -> String?
    func glyph(named name: String) -> CGGlyph
    /// The width of a glyph, in units.
    func advance(of glyph: CGGlyph) -> Int
    /// The bytes of a table by its tag; nil where the font has none.
    func table(_ tag: UInt32) -> Data?
    var tableTags: [UInt32] { get }
}

/// What finds faces.
package protocol GraphicsFontSource: AnyObject, Sendable {
    /// The first face in a font's bytes.
    func face(in data: Data) -> (any GraphicsFontFace)?
    /// The face with a PostScript or full name.
    func face(named name: String) -> (any GraphicsFontFace)?
}

/// A face without a size. Immutable and safe on any thread. CoreText reads the files; in a program that does not link it, there are no
/// fonts.
public final class CGFont: Hashable, @unchecked Sendable {
    // Unchecked: the face is immutable.
    package let face: any GraphicsFontFace

    package init(_ face: any GraphicsFontFace) { self.face = face }

    /// The first face in a font's bytes; nil where they are no font.
    public convenience init?(_ provider: CGDataProvider) {
        guard let face = Self.source?.face(in: provider.contents) else { return nil }
        self.init(face)
    }

    /// The face with a PostScript or full name; nil where there is none.
    public convenience init?(_ name: CFString) {
        guard let face = Self.source?.face(named: "\(name)") else { return nil }
        self.init(face)
    }

    /// The name that programs know the font by.
    public var postScriptName: CFString? { face.postScriptName.map { $0 as NSString } }
    /// Family and style.
    public var fullName: CFString? { face.fullName.map { $0 as NSString } }
    /// How many glyphs there are.
    public var numberOfGlyphs: Int { face.glyphCount }
    /// How many units are an em.
    public var unitsPerEm: Int32 { Int32(clamping: face.unitsPerEm) }
    /// How far letters reach above the baseline, in units.
    public var ascent: Int32 { Int32(clamping: face.heights.ascent) }
    /// How far letters reach below the baseline, in units: negative.
    public var descent: Int32 { Int32(clamping: face.heights.descent) }
    /// The gap between lines, in units.
    public var leading: Int32 { Int32(clamping: face.heights.leading) }
    /// The height of capital letters, in units.
    public var capHeight: Int32 { Int32(clamping: face.heights.capitals) }
    /// The height of small letters, in units.
    public var xHeight: Int32 { Int32(clamping: face.heights.small) }
    /// The smallest box around all glyphs, in units.
    public var fontBBox: CGRect { face.bounds }
    /// The angle of the letters in degrees, counter-clockwise from the vertical.
    public var italicAngle: CGFloat { CGFloat(face.italicAngle) }

    /// The name of a glyph; nil where it has none.
    public func name(for glyph: CGGlyph) -> CFString? { face.name(of: glyph).map { $0 as NSString } }

    /// The glyph of a name; 0 where there is none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph { face.glyph(named: "\(name)") }

    /// The widths of glyphs, in units.
    /// - Parameters:
    ///   - glyphs: `count` glyphs.
    ///   - advances: receives as many numbers.
    /// - Returns: true.
    @discardableResult
    public func getGlyphAdvances(glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>) -> Bool {
        for index in 0..<max(0, count) { advances[index] = Int32(clamping: face.advance(of: glyphs[index])) }
        return true
    }

    /// The bytes of a table, by its four letters as a number (`0x68656164` is `head`); nil where the font has none.
    public func table(for tag: UInt32) -> CFData? { face.table(tag).map { $0 as NSData } }

    /// The tags of the tables, as numbers, in the file's order.
    public var tableTags: CFArray? { face.tableTags.map { NSNumber(value: $0) } as NSArray }

    public static func == (lhs: CGFont, rhs: CGFont) -> Bool { lhs.face.identity == rhs.face.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(face.identity) }

    /// CoreText's, where the program links it.
    private static let source: (any GraphicsFontSource)? = {
        guard let found = agate_graphics_fonts() else {
            Diagnostic.report(
                "font.no-reader", "a CGFont can't be created: the program does not link CoreText, which reads fonts")
            return nil
        }
        return Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue() as? any GraphicsFontSource
    }()
}
