import Foundation

/// Which parts of a path a drawing call paints.
public enum CGPathDrawingMode: Int32, Sendable {
    /// The inside, by the winding rule.
    case fill = 0
    /// The inside, by the even-odd rule.
    case eoFill = 1
    /// The outline.
    case stroke = 2
    /// The inside by the winding rule, then the outline.
    case fillStroke = 3
    /// The inside by the even-odd rule, then the outline.
    case eoFillStroke = 4

    /// How the inside is found, where it is painted at all.
    package var fillRule: CGPathFillRule? {
        switch self {
        case .fill, .fillStroke: .winding
        case .eoFill, .eoFillStroke: .evenOdd
        case .stroke: nil
        }
    }

    /// Whether the outline is painted.
    package var strokes: Bool { self != .fill && self != .eoFill }
}

/// What drawing text does with the outlines of its glyphs.
public enum CGTextDrawingMode: Int32, Sendable {
    /// Filled.
    case fill = 0
    /// Outlined.
    case stroke = 1
    /// Filled, then outlined.
    case fillStroke = 2
    /// Not drawn; the text position moves on.
    case invisible = 3
    /// Filled, and added to the clip.
    case fillClip = 4
    /// Outlined, and added to the clip.
    case strokeClip = 5
    /// Filled, outlined, and added to the clip.
    case fillStrokeClip = 6
    /// Added to the clip alone.
    case clip = 7
}

/// Whether a gradient goes on beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The first colour goes on before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour goes on after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// How the cells of a pattern may be moved or stretched to fall on whole pixels.
public enum CGPatternTiling: Int32, Sendable {
    /// Tiles keep their form; distances may vary by a pixel.
    case noDistortion = 0
    /// Distances stay equal; tiles may stretch a little.
    case constantSpacingMinimalDistortion = 1
    /// Distances stay equal; tiles may stretch.
    case constantSpacing = 2
}
