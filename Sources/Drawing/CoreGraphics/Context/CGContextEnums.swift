import Foundation

/// The parts of a path that a drawing call paints.
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

    /// The fill rule for the inside, or nil if the inside is not painted.
    package var fillRule: CGPathFillRule? {
        switch self {
        case .fill, .fillStroke: .winding
        case .eoFill, .eoFillStroke: .evenOdd
        case .stroke: nil
        }
    }

    /// True if the outline is painted.
    package var strokes: Bool { self != .fill && self != .eoFill }
}

/// The treatment of glyph outlines when text is drawn.
public enum CGTextDrawingMode: Int32, Sendable {
    /// Text is filled.
    case fill = 0
    /// Text is stroked.
    case stroke = 1
    /// Text is filled, then stroked.
    case fillStroke = 2
    /// Text is not drawn, but the text position advances.
    case invisible = 3
    /// Text is filled, and added to the clip.
    case fillClip = 4
    /// Text is stroked, and added to the clip.
    case strokeClip = 5
    /// Text is filled, stroked, and added to the clip.
    case fillStrokeClip = 6
    /// Text is only added to the clip.
    case clip = 7
}

/// Options that extend a gradient beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The first colour extends before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour extends after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// The adjustment of a pattern's cells to whole pixels.
public enum CGPatternTiling: Int32, Sendable {
    /// Tiles keep their shape. Distances may vary by a pixel.
    case noDistortion = 0
    /// Distances are constant. Tiles may be stretched slightly.
    case constantSpacingMinimalDistortion = 1
    /// Distances are constant. Tiles may be stretched.
    case constantSpacing = 2
}
