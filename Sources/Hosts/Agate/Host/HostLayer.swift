import QuartzCore
import RenderTree

/// The root that a host makes. It stands where a view's backing layer would: its own changes, sublayers that come and go included, are
/// there at once, unless its delegate, `actions` or `style` say otherwise.
final class HostLayer: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? { NSNull() }
}

extension Viewport {
    /// The same view at another size in points; nil, and a diagnostic, where that is none.
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
