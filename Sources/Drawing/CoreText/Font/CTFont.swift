import CText
import CoreGraphics

/// A face at a size, which provides characters, measures and outlines. A font is immutable and thread-safe.
///
/// A font requested by an unknown name is the substitute for Helvetica, as on Apple's systems, with one diagnostic. On a machine without
/// fonts it has no glyphs and all its measures are zero. Two fonts are equal if they look alike: same face, size, matrix and settings.
public final class CTFont: NSObject, @unchecked Sendable {
    private let foundationHeader = FoundationHeader()
    let face: FontFace?
    let record: FontRecord?
    let size: CGFloat
    let matrix: CGAffineTransform
    /// The measures of the requested font, if another font replaces it.
    let vertical: VerticalMetrics?
    let settings: FontSettings
    /// The number of points for a unit of the face.
    let scale: CGFloat

    init(
        choice: FontCatalog.Choice, size: CGFloat, matrix: CGAffineTransform = .identity, settings: FontSettings = FontSettings()
    ) {
        let face = choice.record?.face(variation: settings.variation)
        let size = CTFont.size(size)
        record = choice.record
        self.face = face
        vertical = face == nil ? nil : choice.vertical
        self.size = size
        self.matrix = matrix.isUsable ? matrix : .identity
        self.settings = settings
        scale = face.map { size / $0.unitsPerEm } ?? 0
    }

    /// Creates a font by name, as `UIFont` does. Returns nil if no installed, registered or well-known font has the name.
    /// - Parameters:
    ///   - fontName: the PostScript name. Full names and family names are found as well.
    ///   - fontSize: the size in points. Zero, negative sizes and NaN mean 12.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let choice = FontCatalog.shared.choice(named: fontName) else { return nil }
        self.init(choice: choice, size: fontSize)
    }

    /// Creates the font of text without a font: Helvetica at 12 points.
    public override convenience init() { self.init(copying: .default) }

    /// Creates a copy of a font, for initializers of other modules.
    package convenience init(copying other: CTFont) {
        self.init(choice: other.choice, size: other.size, matrix: other.matrix, settings: other.settings)
    }

    /// The font of text without a font: Helvetica at 12 points.
    static let `default` = CTFont(choice: FontCatalog.shared.choice(family: "Helvetica", .regular)!, size: 12)

    /// Returns the same settings with another face, for characters that this one lacks.
    func substituted(by record: FontRecord) -> CTFont {
        var settings = settings
        settings.variation = []
        return CTFont(choice: FontCatalog.Choice(record: record, vertical: nil), size: size, matrix: matrix, settings: settings)
    }

    /// Returns whether there is a glyph for a character.
    func covers(_ scalar: UInt32) -> Bool { (face?.glyph(for: scalar) ?? 0) != 0 }

    var traits: FontTraits { record?.traits ?? .regular }

    /// Returns a valid size. 0 means 12 points, as in Apple's documentation, and so do invalid values.
    private static func size(_ size: CGFloat) -> CGFloat {
        size.isFinite && size > 0 && size < 1e6 ? size : 12
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFont else { return false }
        if self === other { return true }
        return record === other.record && size == other.size && matrix == other.matrix && vertical == other.vertical
            && settings == other.settings
    }

    public override var hash: Int {
        var hasher = Hasher()
        if let record { hasher.combine(ObjectIdentifier(record)) }
        hasher.combine(size)
        return hasher.finalize()
    }

    public override var description: String {
        "<CTFont \(record?.postScriptName ?? "none") \(size)>"
    }
}

/// The settings of a font apart from face and size.
struct FontSettings: Equatable, Sendable {
    /// Locations on the axes, by tag.
    var variation: [AxisValue] = []
    var features: [FontFeature] = []
    /// The width of every glyph in points, or nil for the font's own widths.
    var fixedAdvance: CGFloat?
    /// The fonts that are searched first for missing characters.
    var cascade: [FontRecord] = []
    /// The text style for which the system chose the font. It has no effect on glyphs, so equal fonts may differ in it.
    var usage: String?

    static func == (a: Self, b: Self) -> Bool {
        a.variation == b.variation && a.features == b.features && a.fixedAdvance == b.fixedAdvance && a.cascade == b.cascade
    }
}

/// An OpenType feature and its value.
struct FontFeature: Hashable, Sendable {
    let tag: UInt32
    let value: UInt32
}

extension CGAffineTransform {
    /// True if no element is infinite or NaN, so that transformed coordinates are valid.
    var isUsable: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
