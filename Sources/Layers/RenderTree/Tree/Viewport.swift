import CoreGraphics

/// The target of the tree: its size in pixels, pixels per point, and the direction of the root's y axis.
package struct Viewport: Hashable, Sendable {
    package var width: Int32
    package var height: Int32
    package var scale: Double
    /// True if y grows downwards from the top left corner (as on iOS); false if it grows upwards from the bottom left corner (macOS).
    package var rootGeometryFlipped: Bool
    package var background = RGBA(0, 0, 0, 0)
    /// The transform from points of the root's superlayer space to pixels, for a tree that is drawn into a client's picture. Replaces the
    /// scale and the flip.
    package var placement: CGAffineTransform?
    package init(width: Int, height: Int, scale: Double = 1, rootGeometryFlipped: Bool = false) {
        self.width = Int32(clamping: max(0, width)); self.height = Int32(clamping: max(0, height))
        self.scale = scale.isFinite && scale > 0 ? scale : 1
        self.rootGeometryFlipped = rootGeometryFlipped
    }
    var bounds: DeviceRect { DeviceRect(0, 0, width, height) }
    /// The transform from points of the root's superlayer space to pixels.
    package var matrix: CATransform3D {
        if let placement { return CATransform3DMakeAffineTransform(placement) }
        var m = CATransform3DIdentity
        m.m11 = scale
        m.m22 = rootGeometryFlipped ? scale : -scale
        m.m42 = rootGeometryFlipped ? 0 : Double(height)
        return m
    }
    /// True if the picture is mirrored: y grows upwards in the tree and downwards in pixels.
    var isMirrored: Bool {
        guard let placement else { return !rootGeometryFlipped }
        return placement.a * placement.d - placement.b * placement.c < 0
    }
}

/// The edges that are antialiased.
package enum EdgeAntialiasing: UInt8, Sendable {
    /// All edges, as on macOS.
    case always
    /// Only those of layers with `allowsEdgeAntialiasing`, as Apple's window server does on iOS; for others the pixel's centre decides.
    case appleWindow
}
