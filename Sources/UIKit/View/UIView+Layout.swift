import QuartzCore

/// The layout cycle: the layer asks its delegate, constraints are followed, `layoutSubviews()` has the last word.
extension UIView {
    final func layOutByDefault(_ layer: CALayer) {
        guard layer === self.layer else {
            layer.needs.insert(.delegateDeclined)
            return
        }
        controller?.viewWillLayoutSubviews()
        Constraints.follow(in: self)
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
    }

    final func intrinsicSizeChanged() {
        if flags.contains(.followsConstraints) { constraintsChanged() }
    }
}
