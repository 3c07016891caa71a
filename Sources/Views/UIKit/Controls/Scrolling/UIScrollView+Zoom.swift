import QuartzCore

/// The zoom state of a scroll view.
struct ScrollZoom {
    var scale: CGFloat = 1
    var isOn = false
    /// The scale at the start of the pinch.
    var start: CGFloat = 1
    /// The size of the content at a scale of 1.
    var size: CGSize?
}

extension UIScrollView {
    final func zoomLimitsChanged() {
        let canZoom = minimumZoomScale < maximumZoomScale
        if canZoom, pincher.view !== self { addGestureRecognizer(pincher) }
        if !canZoom, pincher.view === self { removeGestureRecognizer(pincher) }
    }

    final func clampedZoom(_ scale: CGFloat) -> CGFloat {
        guard scale.isFinite else { return zoom.scale }
        return min(max(scale, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
    }

    final func zoomAnimated(_ animated: Bool, _ change: @escaping () -> Void) {
        stop()
        guard animated, window != nil else { return change() }
        UIView.animate(withDuration: Self.motionDuration, delay: 0, options: [.allowUserInteraction], animations: change) { [weak self] _ in
            guard let self else { return }
            delegate?.scrollViewDidEndZooming(self, with: delegate?.viewForZooming(in: self), atScale: zoom.scale)
        }
    }

    /// Zooms so that a point of the content keeps its position.
    final func zoom(to scale: CGFloat, about point: CGPoint) {
        guard let view = delegate?.viewForZooming(in: self), scale > 0, zoom.scale > 0 else { return }
        let base = zoom.size ?? view.bounds.size
        if zoom.size == nil { zoom.size = base }
        let factor = scale / zoom.scale
        zoom.scale = scale
        view.transform = CGAffineTransform(scaleX: scale, y: scale)
        view.center = CGPoint(x: base.width * scale * view.anchorPoint.x, y: base.height * scale * view.anchorPoint.y)
        let inView = CGPoint(x: point.x - bounds.minX, y: point.y - bounds.minY)
        let offset = CGPoint(x: point.x * factor - inView.x, y: point.y * factor - inView.y)
        contentSize = CGSize(width: base.width * scale, height: base.height * scale)
        move(to: zoom.isOn ? offset : inside(offset))
        delegate?.scrollViewDidZoom(self)
    }

    final func showZoomed(_ rect: CGRect) {
        let rect = rect.standardized
        guard rect.width > 0, rect.height > 0 else { return }
        zoom(to: clampedZoom(min(bounds.width / rect.width, bounds.height / rect.height)), about: CGPoint(x: bounds.midX, y: bounds.midY))
        let scale = zoom.scale
        move(to: inside(CGPoint(x: rect.midX * scale - bounds.width / 2, y: rect.midY * scale - bounds.height / 2)))
    }

    final func pinched(_ recognizer: UIGestureRecognizer) {
        guard let pinch = recognizer as? UIPinchGestureRecognizer else { return }
        let view = delegate?.viewForZooming(in: self)
        switch pinch.state {
        case .began:
            guard view != nil else { return }
            stop()
            if drag.isOn {
                panner.isEnabled = false
                panner.isEnabled = isScrollEnabled
            }
            zoom.isOn = true
            zoom.start = zoom.scale
            delegate?.scrollViewWillBeginZooming(self, with: view)
            fallthrough
        case .changed:
            guard zoom.isOn else { return }
            zoom(to: stretched(zoom.start * pinch.scale), about: pinch.location(in: self))
        case .ended, .cancelled:
            guard zoom.isOn else { return }
            zoom.isOn = false
            let scale = clampedZoom(zoom.scale), middle = CGPoint(x: bounds.midX, y: bounds.midY)
            if scale != zoom.scale || inside(bounds.origin) != bounds.origin {
                zoomAnimated(true) { self.zoom(to: scale, about: middle) }
            } else {
                delegate?.scrollViewDidEndZooming(self, with: view, atScale: scale)
            }
        default: break
        }
    }

    /// Returns the scale to show for a pinch. Beyond the limits the scale changes less than the pinch.
    private func stretched(_ scale: CGFloat) -> CGFloat {
        let limit = clampedZoom(scale)
        guard bouncesZoom, limit != scale else { return limit }
        return limit * pow(scale / limit, 0.3)
    }
}
