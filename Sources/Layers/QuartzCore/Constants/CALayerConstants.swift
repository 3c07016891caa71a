import Foundation
import ObjectiveCRuntime

// The string constants of CALayer. Each is declared twice: as a member of its Swift type, and under the name used by C and older Swift
// code. The raw values are Apple's, since they appear in files.

/// The alignment and scaling of a layer's contents in its bounds when the sizes differ. The default of a layer is `resize`.
public struct CALayerContentsGravity: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Centred, at the contents' own size.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// At the top edge, centred horizontally, at the contents' own size.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// At the bottom edge, centred horizontally, at the contents' own size.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// At the left edge, centred vertically, at the contents' own size.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// At the right edge, centred vertically, at the contents' own size.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// In the top left corner, at the contents' own size.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// In the top right corner, at the contents' own size.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// In the bottom left corner, at the contents' own size.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// In the bottom right corner, at the contents' own size.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched to fill the bounds; the default.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// Scaled to fit the bounds, preserving the aspect ratio.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Scaled to fill the bounds, preserving the aspect ratio.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The same as `CALayerContentsGravity.center`.
public let kCAGravityCenter = CALayerContentsGravity.center
/// The same as `CALayerContentsGravity.top`.
public let kCAGravityTop = CALayerContentsGravity.top
/// The same as `CALayerContentsGravity.bottom`.
public let kCAGravityBottom = CALayerContentsGravity.bottom
/// The same as `CALayerContentsGravity.left`.
public let kCAGravityLeft = CALayerContentsGravity.left
/// The same as `CALayerContentsGravity.right`.
public let kCAGravityRight = CALayerContentsGravity.right
/// The same as `CALayerContentsGravity.topLeft`.
public let kCAGravityTopLeft = CALayerContentsGravity.topLeft
/// The same as `CALayerContentsGravity.topRight`.
public let kCAGravityTopRight = CALayerContentsGravity.topRight
/// The same as `CALayerContentsGravity.bottomLeft`.
public let kCAGravityBottomLeft = CALayerContentsGravity.bottomLeft
/// The same as `CALayerContentsGravity.bottomRight`.
public let kCAGravityBottomRight = CALayerContentsGravity.bottomRight
/// The same as `CALayerContentsGravity.resize`.
public let kCAGravityResize = CALayerContentsGravity.resize
/// The same as `CALayerContentsGravity.resizeAspect`.
public let kCAGravityResizeAspect = CALayerContentsGravity.resizeAspect
/// The same as `CALayerContentsGravity.resizeAspectFill`.
public let kCAGravityResizeAspectFill = CALayerContentsGravity.resizeAspectFill

/// The pixel format of the contents that a layer draws.
public struct CALayerContentsFormat: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Eight bits per channel: the format that layers draw with in Agate.
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    /// Half floats in extended sRGB. The context of `draw(in:)` has such a bitmap, which the program may also write directly. The
    /// context's own drawing has eight bits of precision. Components outside 0...1 are clipped when the layer is shown, as on a display
    /// without extended range.
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    /// Eight bits of gray: colours are reduced to their luminance. Alpha is kept.
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
    /// The system's choice: eight bits per channel.
    public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
}

/// The same as `CALayerContentsFormat.RGBA8Uint`.
public let kCAContentsFormatRGBA8Uint = CALayerContentsFormat.RGBA8Uint
/// The same as `CALayerContentsFormat.RGBA16Float`.
public let kCAContentsFormatRGBA16Float = CALayerContentsFormat.RGBA16Float
/// The same as `CALayerContentsFormat.gray8Uint`.
public let kCAContentsFormatGray8Uint = CALayerContentsFormat.gray8Uint
/// The same as `CALayerContentsFormat.automatic`.
public let kCAContentsFormatAutomatic = CALayerContentsFormat.automatic

/// The filter used to resample contents that are drawn larger or smaller.
public struct CALayerContentsFilter: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The nearest pixel of the image.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// Interpolation between the four nearest pixels.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Interpolation between the four nearest pixels of each of the two nearest mip levels.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The same as `CALayerContentsFilter.nearest`.
public let kCAFilterNearest = CALayerContentsFilter.nearest
/// The same as `CALayerContentsFilter.linear`.
public let kCAFilterLinear = CALayerContentsFilter.linear
/// The same as `CALayerContentsFilter.trilinear`.
public let kCAFilterTrilinear = CALayerContentsFilter.trilinear

/// The shape of a rounded corner.
public struct CALayerCornerCurve: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Circular arcs.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// Curves with a more gradual start, as those of Apple's icons.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The same as `CALayerCornerCurve.circular`.
public let kCACornerCurveCircular = CALayerCornerCurve.circular
/// The same as `CALayerCornerCurve.continuous`.
public let kCACornerCurveContinuous = CALayerCornerCurve.continuous
