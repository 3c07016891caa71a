import Agate
import QuartzCore

/// Pictures of views.
extension UIView {
    /// Draws the view, and all in it, into the current context, as a window shows it.
    /// - Parameters:
    ///   - rect: where to, in the context's space; the bounds are stretched to it.
    ///   - afterUpdates: kept for sources that give it: layout and drawing that wait are always done first. What shows is made of the values that
    ///     are set, not of running animations.
    /// - Returns: false without a context.
    @discardableResult
    public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        layer.renderExactly(in: context)
        context.restoreGState()
        return true
    }

    /// A view that shows what this one shows now, and goes on showing it. Nil for a view without size.
    public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        let scale = window?.screen.scale ?? UIScreen.main.scale
        guard let image = picture(scale: scale) else { return nil }
        let view = UIView(frame: CGRect(origin: .zero, size: bounds.size))
        view.layer.contentsScale = scale
        view.layer.contents = image
        return view
    }

    /// What the view shows, in pixels of its own size.
    final func picture(scale: CGFloat) -> CGImage? {
        guard bounds.width > 0, bounds.height > 0, let context = CGContext(size: bounds.size, scale: scale, isFlipped: true) else { return nil }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        drawHierarchy(in: CGRect(origin: .zero, size: bounds.size), afterScreenUpdates: true)
        return context.makeImage()
    }
}
