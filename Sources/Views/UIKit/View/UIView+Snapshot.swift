import Agate
import QuartzCore

/// Snapshots of views.
extension UIView {
    final func drawTree(in rect: CGRect) -> Bool {
        guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        // The origin of the bounds is drawn at the context's origin, even if the view is scrolled.
        layer.renderExactly(in: context)
        context.restoreGState()
        return true
    }

    final func snapshot(_ rect: CGRect, _ caps: UIEdgeInsets) -> UIView? {
        let scale = window?.screen.scale ?? UIScreen.main.scale
        guard let whole = picture(scale: scale) else { return nil }
        let rect = rect.standardized.intersection(bounds)
        guard rect.width > 0, rect.height > 0 else { return nil }
        let cut = rect.offsetBy(dx: -bounds.minX, dy: -bounds.minY).applying(CGAffineTransform(scaleX: scale, y: scale))
        guard let image = rect == bounds ? whole : whole.cropping(to: cut) else { return nil }
        let view = UIView(frame: CGRect(origin: .zero, size: rect.size))
        view.layer.contentsScale = scale
        view.layer.contents = image
        if caps != .zero {
            view.layer.contentsCenter = CGRect(
                x: caps.left / rect.width, y: caps.top / rect.height, width: max(0, rect.width - caps.left - caps.right) / rect.width,
                height: max(0, rect.height - caps.top - caps.bottom) / rect.height
            )
        }
        return view
    }

    /// Returns an image of the view, in pixels of its own size.
    final func picture(scale: CGFloat) -> CGImage? {
        guard bounds.width > 0, bounds.height > 0, let context = CGContext(size: bounds.size, scale: scale, isFlipped: true) else {
            return nil
        }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        drawHierarchy(in: CGRect(origin: .zero, size: bounds.size), afterScreenUpdates: true)
        return context.makeImage()
    }
}
