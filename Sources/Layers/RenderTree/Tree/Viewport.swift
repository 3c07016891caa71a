import CoreGraphics

/// Where the tree is drawn: size in pixels, pixels a point, and which way the root's y axis runs.
package struct Viewport: Hashable, Sendable {
    package var width: Int32
    package var height: Int32
    package var scale: Double
    /// True: y grows downwards from the top left corner (as on iOS); false: upwards from the bottom left corner (macOS).
    package var rootGeometryFlipped: Bool
    package var background = RGBA(0, 0, 0, 0)
    /// Points of the root's superlayer space to pixels, for a tree that is drawn into somebody's picture; instead of the scale and the
    /// flip.
    package var placement: CGAffineTransform?
    package init(width: Int, height: Int, scale: Double = 1, rootGeometryFlipped: Bool = false) {
        self.width = Int32(clamping: max(0, width)); self.height = Int32(clamping: max(0, height))
        self.scale = scale.isFinite && scale > 0 ? scale : 1
        self.rootGeometryFlipped = rootGeometryFlipped
    }
    var bounds: DeviceRect { DeviceRect(0, 0, width, height) }
    /// Points of the root's superlayer space to pixels.
    package var matrix: CATransform3D {
        if let placement { return CATransform3DMakeAffineTransform(placement) }
        var m = CATransform3DIdentity
        m.m11 = scale
        m.m22 = rootGeometryFlipped ? scale : -scale
        m.m42 = rootGeometryFlipped ? 0 : Double(height)
        return m
    }
    /// Whether what is drawn shows as in a mirror: y grows upwards in the tree and downwards in pixels.
    var isMirrored: Bool {
        guard let placement else { return !rootGeometryFlipped }
        return placement.a * placement.d - placement.b * placement.c < 0
    }
}

/// Which edges are smooth.
package enum EdgeAntialiasing: UInt8, Sendable {
    /// All, as on macOS.
    case always
    /// Only those of layers with `allowsEdgeAntialiasing`, as Apple's window server does on iOS; else the pixel's centre decides.
    case appleWindow
}
