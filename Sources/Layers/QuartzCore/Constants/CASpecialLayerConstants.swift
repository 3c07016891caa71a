import Foundation
import ObjectiveCRuntime

// The string constants of the specialised layers. Each is declared twice: as a member of its Swift type, and under the name used by C and
// older Swift code. The raw values are Apple's, since they appear in files.

/// The rule that determines the inside of a path that crosses itself.
public struct CAShapeLayerFillRule: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Points with a nonzero winding number are inside.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// Points from which a ray crosses the outline an odd number of times are inside.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The same as `CAShapeLayerFillRule.nonZero`.
public let kCAFillRuleNonZero = CAShapeLayerFillRule.nonZero
/// The same as `CAShapeLayerFillRule.evenOdd`.
public let kCAFillRuleEvenOdd = CAShapeLayerFillRule.evenOdd

/// The shape of the joint between two segments of a stroked path.
public struct CAShapeLayerLineJoin: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Outer edges extend until they meet, up to the miter limit.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// An arc about the corner.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// The corner is bevelled.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The same as `CAShapeLayerLineJoin.miter`.
public let kCALineJoinMiter = CAShapeLayerLineJoin.miter
/// The same as `CAShapeLayerLineJoin.round`.
public let kCALineJoinRound = CAShapeLayerLineJoin.round
/// The same as `CAShapeLayerLineJoin.bevel`.
public let kCALineJoinBevel = CAShapeLayerLineJoin.bevel

/// The shape of the open ends of a stroked path.
public struct CAShapeLayerLineCap: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The line ends at its end point.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// Half a disc beyond the end point.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// Half the line's width beyond the end point.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The same as `CAShapeLayerLineCap.butt`.
public let kCALineCapButt = CAShapeLayerLineCap.butt
/// The same as `CAShapeLayerLineCap.round`.
public let kCALineCapRound = CAShapeLayerLineCap.round
/// The same as `CAShapeLayerLineCap.square`.
public let kCALineCapSquare = CAShapeLayerLineCap.square

/// The kind of gradient.
public struct CAGradientLayerType: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Along a line from the start to the end point.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// Ellipses about the start point, through the end point.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// A sweep about the start point, beginning in the direction of the end point.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// The same as `CAGradientLayerType.axial`.
public let kCAGradientLayerAxial = CAGradientLayerType.axial
/// The same as `CAGradientLayerType.radial`.
public let kCAGradientLayerRadial = CAGradientLayerType.radial
/// The same as `CAGradientLayerType.conic`.
public let kCAGradientLayerConic = CAGradientLayerType.conic

/// The directions in which a scroll layer scrolls.
public struct CAScrollLayerScrollMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// No scrolling.
    public static let none = CAScrollLayerScrollMode(rawValue: "none")
    /// Vertical scrolling.
    public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
    /// Horizontal scrolling.
    public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
    /// Scrolling along both axes; the default.
    public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// The same as `CAScrollLayerScrollMode.none`.
public let kCAScrollNone = CAScrollLayerScrollMode.none
/// The same as `CAScrollLayerScrollMode.vertically`.
public let kCAScrollVertically = CAScrollLayerScrollMode.vertically
/// The same as `CAScrollLayerScrollMode.horizontally`.
public let kCAScrollHorizontally = CAScrollLayerScrollMode.horizontally
/// The same as `CAScrollLayerScrollMode.both`.
public let kCAScrollBoth = CAScrollLayerScrollMode.both

/// The part that is omitted from a line of text that is too long.
public struct CATextLayerTruncationMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Text that does not fit is clipped at the edge; the default.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// An ellipsis replaces the beginning of the line.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// An ellipsis replaces the middle of the line.
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")
    /// An ellipsis replaces the end of the line.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
}

/// The same as `CATextLayerTruncationMode.none`.
public let kCATruncationNone = CATextLayerTruncationMode.none
/// The same as `CATextLayerTruncationMode.start`.
public let kCATruncationStart = CATextLayerTruncationMode.start
/// The same as `CATextLayerTruncationMode.middle`.
public let kCATruncationMiddle = CATextLayerTruncationMode.middle
/// The same as `CATextLayerTruncationMode.end`.
public let kCATruncationEnd = CATextLayerTruncationMode.end

/// The alignment of lines of text in the width of the layer.
public struct CATextLayerAlignmentMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// By the text's direction: left or right; the default.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// At the left edge.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// At the right edge.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// Centred.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    /// At both edges, except for the last line of a paragraph.
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// The same as `CATextLayerAlignmentMode.natural`.
public let kCAAlignmentNatural = CATextLayerAlignmentMode.natural
/// The same as `CATextLayerAlignmentMode.left`.
public let kCAAlignmentLeft = CATextLayerAlignmentMode.left
/// The same as `CATextLayerAlignmentMode.right`.
public let kCAAlignmentRight = CATextLayerAlignmentMode.right
/// The same as `CATextLayerAlignmentMode.center`.
public let kCAAlignmentCenter = CATextLayerAlignmentMode.center
/// The same as `CATextLayerAlignmentMode.justified`.
public let kCAAlignmentJustified = CATextLayerAlignmentMode.justified

/// The shape from which particles are emitted.
public struct CAEmitterLayerEmitterShape: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A point; the default.
    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    /// A line along x, as long as the emitter's width.
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    /// A rectangle of the emitter's size.
    public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
    /// A box of the emitter's size and depth.
    public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
    /// A circle whose radius is the emitter's width.
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
    /// A sphere whose radius is the emitter's width.
    public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The same as `CAEmitterLayerEmitterShape.point`.
public let kCAEmitterLayerPoint = CAEmitterLayerEmitterShape.point
/// The same as `CAEmitterLayerEmitterShape.line`.
public let kCAEmitterLayerLine = CAEmitterLayerEmitterShape.line
/// The same as `CAEmitterLayerEmitterShape.rectangle`.
public let kCAEmitterLayerRectangle = CAEmitterLayerEmitterShape.rectangle
/// The same as `CAEmitterLayerEmitterShape.cuboid`.
public let kCAEmitterLayerCuboid = CAEmitterLayerEmitterShape.cuboid
/// The same as `CAEmitterLayerEmitterShape.circle`.
public let kCAEmitterLayerCircle = CAEmitterLayerEmitterShape.circle
/// The same as `CAEmitterLayerEmitterShape.sphere`.
public let kCAEmitterLayerSphere = CAEmitterLayerEmitterShape.sphere

/// The part of the shape from which particles are emitted.
public struct CAEmitterLayerEmitterMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The shape's points.
    public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
    /// The shape's outline.
    public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
    /// The shape's surface.
    public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
    /// The whole shape; the default.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The same as `CAEmitterLayerEmitterMode.points`.
public let kCAEmitterLayerPoints = CAEmitterLayerEmitterMode.points
/// The same as `CAEmitterLayerEmitterMode.outline`.
public let kCAEmitterLayerOutline = CAEmitterLayerEmitterMode.outline
/// The same as `CAEmitterLayerEmitterMode.surface`.
public let kCAEmitterLayerSurface = CAEmitterLayerEmitterMode.surface
/// The same as `CAEmitterLayerEmitterMode.volume`.
public let kCAEmitterLayerVolume = CAEmitterLayerEmitterMode.volume

/// The order and blending of the particles.
public struct CAEmitterLayerRenderMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// In no order that programs may rely on; the default.
    public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
    /// The oldest particles first, below the others.
    public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
    /// The oldest particles last, above the others.
    public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
    /// By z, the furthest first.
    public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
    /// Colours are added.
    public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

/// The same as `CAEmitterLayerRenderMode.unordered`.
public let kCAEmitterLayerUnordered = CAEmitterLayerRenderMode.unordered
/// The same as `CAEmitterLayerRenderMode.oldestFirst`.
public let kCAEmitterLayerOldestFirst = CAEmitterLayerRenderMode.oldestFirst
/// The same as `CAEmitterLayerRenderMode.oldestLast`.
public let kCAEmitterLayerOldestLast = CAEmitterLayerRenderMode.oldestLast
/// The same as `CAEmitterLayerRenderMode.backToFront`.
public let kCAEmitterLayerBackToFront = CAEmitterLayerRenderMode.backToFront
/// The same as `CAEmitterLayerRenderMode.additive`.
public let kCAEmitterLayerAdditive = CAEmitterLayerRenderMode.additive
