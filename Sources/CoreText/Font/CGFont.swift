import CText
import CoreGraphics

/// A face without a size. Immutable and safe on any thread. (On Apple's systems it stands in CoreGraphics; here it comes with CoreText, which
/// reads the files.)
public final class CGFont: Hashable, @unchecked Sendable {
    let record: FontRecord
    private let face: FontFace

    init?(record: FontRecord) {
        guard let face = record.face() else { return nil }
        self.record = record
        self.face = face
    }

    /// The first face in a font's bytes; nil where they are no font.
    public convenience init?(_ provider: CGDataProvider) {
        guard let data = provider.data, let record = (try? FontFile.records(in: Data(referencing: data)))?.first else { return nil }
        self.init(record: record)
    }

    /// The face with a PostScript or full name; nil where there is none.
    public convenience init?(_ name: CFString) {
        guard let record = FontCatalog.shared.choice(named: "\(name)")?.record else { return nil }
        self.init(record: record)
    }

    /// The name that programs know the font by.
    public var postScriptName: CFString? { record.postScriptName as NSString }
    /// Family and style.
    public var fullName: CFString? { record.fullNames.first.map { $0 as NSString } }
    /// How many glyphs there are.
    public var numberOfGlyphs: Int { face.glyphCount }
    /// How many units are an em.
    public var unitsPerEm: Int32 { Int32(face.unitsPerEm) }
    /// How far letters reach above the baseline, in units.
    public var ascent: Int32 { Int32(face.metrics.ascent) }
    /// How far letters reach below the baseline, in units: negative.
    public var descent: Int32 { Int32(-face.metrics.descent) }
    /// The gap between lines, in units.
    public var leading: Int32 { Int32(face.metrics.leading) }
    /// The height of capital letters, in units.
    public var capHeight: Int32 { Int32(face.metrics.capHeight) }
    /// The height of small letters, in units.
    public var xHeight: Int32 { Int32(face.metrics.xHeight) }
    /// The angle of the letters in degrees, counter-clockwise from the vertical.
    public var italicAngle: CGFloat { CGFloat(face.metrics.italicAngle) }

    /// The name of a glyph; nil where it has none.
    public func name(for glyph: CGGlyph) -> CFString? { face.glyphName(glyph).map { $0 as NSString } }

    /// The glyph of a name; 0 where there is none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph { face.glyph(named: "\(name)") }

    public static func == (lhs: CGFont, rhs: CGFont) -> Bool { lhs.record === rhs.record }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(record)) }
}

/// A font of a face.
/// - Parameters:
///   - size: in points; 0 means 12.
///   - matrix: applied to the glyphs; nil for the identity.
///   - attributes: sizes, variations and features over the font's own; nil for none.
public func CTFontCreateWithGraphicsFont(
    _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
    let choice = FontCatalog.Choice(record: graphicsFont.record, vertical: nil)
    return CTFont(
        choice: choice, size: size > 0 ? size : attributes?.number(kCTFontSizeAttribute) ?? 0,
        matrix: matrix?.pointee ?? attributes?.matrix ?? .identity, settings: attributes?.settings() ?? FontSettings()
    )
}

/// The face of a font.
/// - Parameter attributes: receives a descriptor of the font; nil where it is not wanted.
/// - Returns: on a machine without fonts, where there is none, nil.
public func CTFontCopyGraphicsFont(_ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?) -> CGFont? {
    attributes?.pointee = Unmanaged.passRetained(font.descriptor)
    return font.record.flatMap(CGFont.init(record:))
}
