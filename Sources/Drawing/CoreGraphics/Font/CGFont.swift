import AgateDiagnostics
import CRuntimeHooks
import Foundation

/// The index of a glyph in a font.
public typealias CGGlyph = UInt16
/// The same type under its other name.
public typealias CGFontIndex = UInt16

/// A face in the form that `CGFont` uses. CoreText, which reads font files, has the only implementation.
package protocol GraphicsFontFace: Sendable {
    /// The identity that fonts of one face share.
    var identity: ObjectIdentifier { get }
    var postScriptName: String? { get }
    var fullName: String? { get }
    var glyphCount: Int { get }
    var unitsPerEm: Int { get }
    /// Ascent, descent (negative), leading, and the height of capital and of small letters, in units.
    var heights: (ascent: Int, descent: Int, leading: Int, capitals: Int, small: Int) { get }
    /// The angle in degrees counterclockwise from the vertical.
    var italicAngle: Double { get }
    /// The smallest rectangle that contains all glyphs, in units.
    var bounds: CGRect { get }
    func name(of glyph: CGGlyph) -> String?
    func glyph(named name: String) -> CGGlyph
    /// Returns the width of a glyph, in units.
    func advance(of glyph: CGGlyph) -> Int
    /// Returns the bytes of a table by its tag, or nil if the font has no such table.
    func table(_ tag: UInt32) -> Data?
    var tableTags: [UInt32] { get }
}

/// A source of faces.
package protocol GraphicsFontSource: AnyObject, Sendable {
    /// Returns the first face in a font's bytes.
    func face(in data: Data) -> (any GraphicsFontFace)?
    /// Returns the face with a PostScript or full name.
    func face(named name: String) -> (any GraphicsFontFace)?
}

/// A face without a size. A font is immutable and thread-safe. CoreText reads font files, so a program that does not link CoreText has no
/// fonts.
public final class CGFont: Hashable, @unchecked Sendable {
    // Unchecked: the face is immutable.
    package let face: any GraphicsFontFace

    package init(_ face: any GraphicsFontFace) { self.face = face }

    /// Creates a font from the first face in a font's bytes. Returns nil if they are not a font.
    public convenience init?(_ provider: CGDataProvider) {
        guard let face = Self.source?.face(in: provider.contents) else { return nil }
        self.init(face)
    }

    /// Creates a font from the face with a PostScript or full name. Returns nil if there is none.
    public convenience init?(_ name: CFString) {
        guard let face = Self.source?.face(named: "\(name)") else { return nil }
        self.init(face)
    }

    /// The name by which programs identify the font.
    public var postScriptName: CFString? { face.postScriptName.map { $0 as NSString } }
    /// The family and style.
    public var fullName: CFString? { face.fullName.map { $0 as NSString } }
    /// The number of glyphs.
    public var numberOfGlyphs: Int { face.glyphCount }
    /// The number of units of an em.
    public var unitsPerEm: Int32 { Int32(clamping: face.unitsPerEm) }
    /// The extent of letters above the baseline, in units.
    public var ascent: Int32 { Int32(clamping: face.heights.ascent) }
    /// The extent of letters below the baseline, in units, as a negative number.
    public var descent: Int32 { Int32(clamping: face.heights.descent) }
    /// The gap between lines, in units.
    public var leading: Int32 { Int32(clamping: face.heights.leading) }
    /// The height of capital letters, in units.
    public var capHeight: Int32 { Int32(clamping: face.heights.capitals) }
    /// The height of small letters, in units.
    public var xHeight: Int32 { Int32(clamping: face.heights.small) }
    /// The smallest rectangle that contains all glyphs, in units.
    public var fontBBox: CGRect { face.bounds }
    /// The angle of the letters in degrees, counterclockwise from the vertical.
    public var italicAngle: CGFloat { CGFloat(face.italicAngle) }

    /// Returns the name of a glyph, or nil if it has none.
    public func name(for glyph: CGGlyph) -> CFString? { face.name(of: glyph).map { $0 as NSString } }

    /// Returns the glyph of a name, or 0 if there is none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph { face.glyph(named: "\(name)") }

    /// Writes the widths of glyphs, in units.
    /// - Parameters:
    ///   - glyphs: `count` glyphs.
    ///   - advances: the memory for as many widths.
    /// - Returns: true.
    @discardableResult
    public func getGlyphAdvances(glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>) -> Bool {
        for index in 0..<max(0, count) { advances[index] = Int32(clamping: face.advance(of: glyphs[index])) }
        return true
    }

    /// Returns the bytes of a table, by its four letters as a number (`0x68656164` is `head`), or nil if the font has no such table.
    public func table(for tag: UInt32) -> CFData? { face.table(tag).map { $0 as NSData } }

    /// The tags of the tables, as numbers, in the file's order.
    public var tableTags: CFArray? { face.tableTags.map { NSNumber(value: $0) } as NSArray }

    public static func == (lhs: CGFont, rhs: CGFont) -> Bool { lhs.face.identity == rhs.face.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(face.identity) }

    /// CoreText's source, if the program links CoreText.
    private static let source: (any GraphicsFontSource)? = {
        guard let found = agate_graphics_fonts() else {
            Diagnostic.report(
                "font.no-reader", "a CGFont can't be created: the program does not link CoreText, which reads fonts")
            return nil
        }
        return Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue() as? any GraphicsFontSource
    }()
}
