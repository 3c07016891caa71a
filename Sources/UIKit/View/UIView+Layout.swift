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

extension UIView {
    /// Asks for `updateConstraints()` before the next layout.
    public func setNeedsUpdateConstraints() {
        flags.insert(.needsConstraintUpdate)
        setNeedsLayout()
    }

    /// Whether `updateConstraints()` will be called.
    public func needsUpdateConstraints() -> Bool { flags.contains(.needsConstraintUpdate) }

    /// Calls `updateConstraints()` now where it was asked for, in this view and those in it, deepest first.
    public func updateConstraintsIfNeeded() {
        for view in subviews { view.updateConstraintsIfNeeded() }
        guard flags.contains(.needsConstraintUpdate) else { return }
        flags.remove(.needsConstraintUpdate)
        updateConstraints()
    }
}
