import QuartzCore
import RenderTree

/// The root layer that a host creates. Like a view's backing layer it has no implicit actions: its own changes, including added and removed
/// sublayers, apply immediately, unless its delegate, `actions` or `style` specify otherwise.
final class HostLayer: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? { NSNull() }
}

extension Viewport {
    /// Returns the same viewport with another size in points; nil, with a diagnostic, if the size is invalid.
    func resized(_ size: CGSize, scale: CGFloat) -> Viewport? {
        guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0, scale.isFinite, scale > 0,
            Viewport.allows(size: size, scale: scale)
        else {
            Diagnostic.report(
                "host.refused-size", "a host can't have the size \(size.width) x \(size.height) at scale \(scale); its size is unchanged")
            return nil
        }
        var new = Viewport(size: size, scale: scale, background: nil, geometryFlipped: rootGeometryFlipped)
        new.background = background
        return new
    }
}
