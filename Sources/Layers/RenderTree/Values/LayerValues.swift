import CoreGraphics

/// A colour in the form used throughout the engine: sRGB-encoded (extended range), straight alpha, in the order r, g, b, a.
package typealias RGBA = SIMD4<Float>

/// The Boolean properties of a layer, one bit each.
package struct LayerFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let hidden = Self(rawValue: 1 << 0)
    package static let doubleSided = Self(rawValue: 1 << 1)
    package static let geometryFlipped = Self(rawValue: 1 << 2)
    package static let masksToBounds = Self(rawValue: 1 << 3)
    package static let opaque = Self(rawValue: 1 << 4)
    package static let needsDisplayOnBoundsChange = Self(rawValue: 1 << 5)
    package static let drawsAsynchronously = Self(rawValue: 1 << 6)
    package static let allowsEdgeAntialiasing = Self(rawValue: 1 << 7)
    package static let allowsGroupOpacity = Self(rawValue: 1 << 8)
    package static let shouldRasterize = Self(rawValue: 1 << 9)
    package static let wantsExtendedDynamicRangeContent = Self(rawValue: 1 << 10)
    /// The colour is not nil (a nil colour draws nothing and never animates implicitly).
    package static let hasBackgroundColor = Self(rawValue: 1 << 16)
    package static let hasBorderColor = Self(rawValue: 1 << 17)
    package static let hasShadowColor = Self(rawValue: 1 << 18)
    /// The RGBA value was written by an animation: the CGColor in LayerObjects is not the one shown.
    package static let animatedBackgroundColor = Self(rawValue: 1 << 24)
    package static let animatedBorderColor = Self(rawValue: 1 << 25)
    package static let animatedShadowColor = Self(rawValue: 1 << 26)
}

/// The values of `contentsGravity`. The case order is the raw order; `QuartzCore` maps Apple's strings to it.
package enum ContentsGravity: UInt8, Sendable, CaseIterable {
    case resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}
package enum ContentsFilter: UInt8, Sendable, CaseIterable { case linear, nearest, trilinear }
package enum ContentsFormat: UInt8, Sendable, CaseIterable { case rgba8Uint, rgba16Float, gray8Uint, automatic }
package enum CornerCurve: UInt8, Sendable, CaseIterable { case circular, continuous }

/// The values that every layer has and that may change in every frame: plain data without references, copied as bytes. The model layer,
/// the presentation layer and the render node use the same type. Values that are large, shared or rare are in `LayerExtra` and
/// `LayerObjects`.
package struct LayerValues: Hashable, Sendable {
    package var transform = CATransform3DIdentity
    package var bounds = CGRect.zero
    package var position = CGPoint.zero
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    package var zPosition: CGFloat = 0
    package var anchorPointZ: CGFloat = 0
    package var cornerRadius: CGFloat = 0
    package var borderWidth: CGFloat = 0
    package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    package var contentsScale: CGFloat = 1
    package var shadowOffset = CGSize(width: 0, height: -3)
    package var shadowRadius: CGFloat = 3
    package var backgroundColor = RGBA(0, 0, 0, 0)
    package var borderColor = RGBA(0, 0, 0, 1)
    package var shadowColor = RGBA(0, 0, 0, 1)
    package var opacity: Float = 1
    package var shadowOpacity: Float = 0
    package var flags: LayerFlags = [.doubleSided, .allowsEdgeAntialiasing, .allowsGroupOpacity, .hasBorderColor, .hasShadowColor]
    /// Bits 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY.
    package var maskedCorners: UInt8 = 15
    /// Bits 1 minX, 2 maxX, 4 minY, 8 maxY.
    package var edgeAntialiasingMask: UInt8 = 15
    package var contentsGravity = ContentsGravity.resize
    package var minificationFilter = ContentsFilter.linear
    package var magnificationFilter = ContentsFilter.linear
    package var contentsFormat = ContentsFormat.rgba8Uint
    package var cornerCurve = CornerCurve.circular
    package init() {}
}
