import Foundation

/// The edges of a layer that are antialiased. The edge names assume a y axis that points upwards.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The edge at the minimum x.
    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
    /// The edge at the maximum x.
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
    /// The edge at the minimum y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
    /// The edge at the maximum y.
    public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

/// The corners of a layer that its corner radius rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The corner at the minimum x and the minimum y.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    /// The corner at the maximum x and the minimum y.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    /// The corner at the minimum x and the maximum y.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    /// The corner at the maximum x and the maximum y.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// The parts of a layer's frame that change with its superlayer's size, as on macOS.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The distance to the superlayer's edge at the minimum x may change.
    public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
    /// The width may change.
    public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
    /// The distance to the superlayer's edge at the maximum x may change.
    public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
    /// The distance to the superlayer's edge at the minimum y may change.
    public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
    /// The height may change.
    public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
    /// The distance to the superlayer's edge at the maximum y may change.
    public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}

/// The same as `CAEdgeAntialiasingMask.layerLeftEdge`.
public let kCALayerLeftEdge = CAEdgeAntialiasingMask.layerLeftEdge
/// The same as `CAEdgeAntialiasingMask.layerRightEdge`.
public let kCALayerRightEdge = CAEdgeAntialiasingMask.layerRightEdge
/// The same as `CAEdgeAntialiasingMask.layerBottomEdge`.
public let kCALayerBottomEdge = CAEdgeAntialiasingMask.layerBottomEdge
/// The same as `CAEdgeAntialiasingMask.layerTopEdge`.
public let kCALayerTopEdge = CAEdgeAntialiasingMask.layerTopEdge

/// The same as `CACornerMask.layerMinXMinYCorner`.
public let kCALayerMinXMinYCorner = CACornerMask.layerMinXMinYCorner
/// The same as `CACornerMask.layerMaxXMinYCorner`.
public let kCALayerMaxXMinYCorner = CACornerMask.layerMaxXMinYCorner
/// The same as `CACornerMask.layerMinXMaxYCorner`.
public let kCALayerMinXMaxYCorner = CACornerMask.layerMinXMaxYCorner
/// The same as `CACornerMask.layerMaxXMaxYCorner`.
public let kCALayerMaxXMaxYCorner = CACornerMask.layerMaxXMaxYCorner

/// The same as `CAAutoresizingMask.layerMinXMargin`.
public let kCALayerMinXMargin = CAAutoresizingMask.layerMinXMargin
/// The same as `CAAutoresizingMask.layerWidthSizable`.
public let kCALayerWidthSizable = CAAutoresizingMask.layerWidthSizable
/// The same as `CAAutoresizingMask.layerMaxXMargin`.
public let kCALayerMaxXMargin = CAAutoresizingMask.layerMaxXMargin
/// The same as `CAAutoresizingMask.layerMinYMargin`.
public let kCALayerMinYMargin = CAAutoresizingMask.layerMinYMargin
/// The same as `CAAutoresizingMask.layerHeightSizable`.
public let kCALayerHeightSizable = CAAutoresizingMask.layerHeightSizable
/// The same as `CAAutoresizingMask.layerMaxYMargin`.
public let kCALayerMaxYMargin = CAAutoresizingMask.layerMaxYMargin
