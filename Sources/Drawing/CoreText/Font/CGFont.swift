import CText
import CoreGraphics

/// A face of a file, in the form that CGFont uses.
struct GraphicsFont: GraphicsFontFace {
    let record: FontRecord
    private let face: FontFace

    init?(_ record: FontRecord) {
        guard let face = record.face() else { return nil }
        self.record = record
        self.face = face
    }

    var identity: ObjectIdentifier { ObjectIdentifier(record) }
    var postScriptName: String? { record.postScriptName }
    var fullName: String? { record.fullNames.first }
    var glyphCount: Int { face.glyphCount }
    var unitsPerEm: Int { Int(face.unitsPerEm) }
    var heights: (ascent: Int, descent: Int, leading: Int, capitals: Int, small: Int) {
        let metrics = face.metrics
        return (Int(metrics.ascent), Int(-metrics.descent), Int(metrics.leading), Int(metrics.capHeight), Int(metrics.xHeight))
    }
    var italicAngle: Double { face.metrics.italicAngle }
    var bounds: CGRect {
        let box = face.metrics.bounds
        return CGRect(x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1])
    }
    func name(of glyph: CGGlyph) -> String? { face.glyphName(glyph) }
    func glyph(named name: String) -> CGGlyph { face.glyph(named: name) }
    func advance(of glyph: CGGlyph) -> Int { Int(face.advance(of: glyph)) }
    func table(_ tag: UInt32) -> Data? {
        let bytes = face.table(tag).bytes
        return bytes.isEmpty ? nil : Data(bytes)
    }
    var tableTags: [UInt32] { face.tableTags }
}

/// Finds faces for CGFont.
private final class GraphicsFonts: GraphicsFontSource {
    static let shared = GraphicsFonts()

    func face(in data: Data) -> (any GraphicsFontFace)? { (try? FontFile.records(in: data))?.first.flatMap(GraphicsFont.init) }
    func face(named name: String) -> (any GraphicsFontFace)? { FontCatalog.shared.choice(named: name)?.record.flatMap(GraphicsFont.init) }
}

/// Returns the source of faces. CoreGraphics finds this function by its C name.
@_cdecl("agate_coretext_fonts")
public func _coreTextFonts() -> UnsafeMutableRawPointer { Unmanaged.passUnretained(GraphicsFonts.shared).toOpaque() }

extension CGFont {
    /// Creates a font of a record. Returns nil if its file can't be read.
    convenience init?(record: FontRecord) {
        guard let face = GraphicsFont(record) else { return nil }
        self.init(face)
    }

    /// The record of the face, or nil if CoreText did not read its file.
    var record: FontRecord? { (face as? GraphicsFont)?.record }
}

extension CTFont {
    /// Creates a font by name, as `CTFontCreateWithName` does: the substitute for Helvetica if the name is unknown.
    /// - Parameters:
    ///   - size: the size in points; 0 means 12.
    ///   - transform: the transform of the glyphs.
    public convenience init(_ name: CFString, size: CGFloat, transform: CGAffineTransform = .identity) {
        self.init(copying: withUnsafePointer(to: transform) { CTFontCreateWithName(name, size, $0) })
    }

    /// Creates a font of a descriptor, as `CTFontCreateWithFontDescriptor` does.
    public convenience init(_ descriptor: CTFontDescriptor, size: CGFloat, transform: CGAffineTransform = .identity) {
        self.init(copying: withUnsafePointer(to: transform) { CTFontCreateWithFontDescriptor(descriptor, size, $0) })
    }

    /// Creates a font of a face, as `CTFontCreateWithGraphicsFont` does.
    public convenience init(
        _ graphicsFont: CGFont, size: CGFloat, transform: CGAffineTransform = .identity, attributes: CTFontDescriptor? = nil
    ) {
        self.init(copying: withUnsafePointer(to: transform) { CTFontCreateWithGraphicsFont(graphicsFont, size, $0, attributes) })
    }
}

/// Returns the type identifier of fonts, as `CFGetTypeID` does for a font.
public func CTFontGetTypeID() -> CFTypeID { typeID(of: CTFont.self) }

/// Creates a font of a face.
/// - Parameters:
///   - size: the size in points; 0 means 12.
///   - matrix: the transform of the glyphs; nil for the identity.
///   - attributes: sizes, variations and features that override the font's own; nil for none.
public func CTFontCreateWithGraphicsFont(
    _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
    let choice = FontCatalog.Choice(record: graphicsFont.record, vertical: nil)
    return CTFont(
        choice: choice, size: size > 0 ? size : attributes?.number(kCTFontSizeAttribute) ?? 0,
        matrix: matrix?.pointee ?? attributes?.matrix ?? .identity, settings: attributes?.settings() ?? FontSettings()
    )
}

/// Returns the face of a font.
/// - Parameter attributes: the location for a descriptor of the font; nil if it is not needed.
/// - Returns: the face, or nil on a machine without fonts.
public func CTFontCopyGraphicsFont(_ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?) -> CGFont? {
    attributes?.pointee = Unmanaged.passRetained(font.descriptor)
    return font.record.flatMap(CGFont.init(record:))
}
