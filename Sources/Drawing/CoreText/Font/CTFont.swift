import CText
import CoreGraphics

/// A face at a size: what characters, measures and outlines are asked of. Immutable and safe on any thread.
///
/// A font that is asked for by an unknown name is Helvetica's stand-in, as on Apple's systems, with one diagnostic. On a machine without
/// fonts it has no glyphs and all its measures are zero. Two fonts are equal when they look alike: same face, size, matrix and settings.
public final class CTFont: NSObject, @unchecked Sendable {
    let face: FontFace?
    let record: FontRecord?
    let size: CGFloat
    let matrix: CGAffineTransform
    /// Measures of the font that was asked for, where another one stands in for it.
    let vertical: VerticalMetrics?
    let settings: FontSettings
    /// Points for a unit of the face.
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

    /// A font of that name, as `UIFont` makes it; nil where no installed, registered or well-known font has the name.
    /// - Parameters:
    ///   - fontName: the PostScript name; full names and names of families are found as well.
    ///   - fontSize: in points; 0 and less, and what is no number, mean 12.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let choice = FontCatalog.shared.choice(named: fontName) else { return nil }
        self.init(choice: choice, size: fontSize)
    }

    /// A font like another one: for initialisers of other modules.
    package convenience init(copying other: CTFont) {
        self.init(choice: other.choice, size: other.size, matrix: other.matrix, settings: other.settings)
    }

    /// The font of a run whose text has none: Helvetica at 12 points.
    static let `default` = CTFont(choice: FontCatalog.shared.choice(family: "Helvetica", .regular)!, size: 12)

    /// The same settings at another face, for characters that this one has not.
    func substituted(by record: FontRecord) -> CTFont {
        var settings = settings
        settings.variation = []
        return CTFont(choice: FontCatalog.Choice(record: record, vertical: nil), size: size, matrix: matrix, settings: settings)
    }

    /// Whether there is a glyph for a character.
    func covers(_ scalar: UInt32) -> Bool { (face?.glyph(for: scalar) ?? 0) != 0 }

    var traits: FontTraits { record?.traits ?? .regular }

    /// 0 means 12 points, as in Apple's documentation; so do values that no font can have.
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

/// What a font is asked beyond face and size.
struct FontSettings: Equatable, Sendable {
    /// Places on the axes, by tag.
    var variation: [AxisValue] = []
    var features: [FontFeature] = []
    /// Points that every glyph is wide; nil for the font's own widths.
    var fixedAdvance: CGFloat?
    /// Where to look first for characters that the font has not.
    var cascade: [FontRecord] = []
}

/// An OpenType feature and its value.
struct FontFeature: Hashable, Sendable {
    let tag: UInt32
    let value: UInt32
}

extension CGAffineTransform {
    /// Neither infinite nor not a number, so that what it places stays where coordinates are.
    var isUsable: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
