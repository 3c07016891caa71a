import QuartzCore

/// The layout cycle: the layer asks its delegate, constraints are followed, `layoutSubviews()` has the last word.
extension UIView {
    final func layOutByDefault(_ layer: CALayer) {
        guard layer === self.layer else {
            layer.delegateDeclines()
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
    /// The way from the root to a view that waits.
    final func markConstraintUpdateBelow() {
        var view: UIView? = self
        while let here = view, !here.flags.contains(.constraintUpdateBelow) {
            here.flags.insert(.constraintUpdateBelow)
            view = here.parent
        }
    }

    final func updateConstraintsBelow() {
        visitTree { view in
            let waits = !view.flags.isDisjoint(with: [.needsConstraintUpdate, .constraintUpdateBelow])
            view.flags.remove(.constraintUpdateBelow)
            return waits
        } leave: { view in
            guard view.flags.contains(.needsConstraintUpdate) else { return }
            view.flags.remove(.needsConstraintUpdate)
            view.updateConstraints()
        }
    }
}
