import QuartzCore

/// The layout cycle: the layer calls its delegate, constraints are solved, and `layoutSubviews()` is called last.
extension UIView {
    final func layOutByDefault(_ layer: CALayer) {
        guard layer === self.layer else {
            layer.delegateDeclines()
            return
        }
        updatePropertiesIfNeeded()
        controller?.viewWillLayoutSubviews()
        Constraints.follow(in: self)
        let outer = Self.layingOut
        Self.layingOut = ObjectIdentifier(self)
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
        ReplacedConstraints.settle()
        Self.layingOut = outer
        // Requested during the layout. Only constraints that change cause another one.
        if flags.contains(.needsConstraintUpdate) { updateConstraintsIfNeeded() }
    }

    final func layoutNow() {
        ReplacedConstraints.settle()
        layer.layoutIfNeeded()
    }

    /// The view whose `layoutSubviews()` is running.
    static var layingOut: ObjectIdentifier?

    final func intrinsicSizeChanged() {
        guard flags.contains(.followsConstraints), !ReplacedConstraints.contentMayChange(of: self) else { return }
        markContentSize()
    }

    final func markContentSize() {
        if let (system, number) = rare.place.only, system.edit(content: number) { constantsChanged() } else { constraintsChanged() }
    }
}

extension UIView {
    /// Marks the path from the root to a view that needs a constraint update.
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

extension UIView {
    /// Returns the active constraints of the view and of its ancestors that refer to the view along an axis.
    final func constraintsReferring(along axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        func isAlong(_ attribute: NSLayoutConstraint.Attribute) -> Bool {
            switch attribute {
            case .notAnAttribute: false
            case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin, .trailingMargin,
                .centerXWithinMargins:
                axis == .horizontal
            default: axis == .vertical
            }
        }
        var found: [NSLayoutConstraint] = [], holder: UIView? = self
        while let here = holder {
            found += here.rare.constraints.filter {
                ($0.firstItem === self && isAlong($0.firstAttribute)) || ($0.secondItem === self && isAlong($0.secondAttribute))
            }
            holder = here.parent
        }
        return found
    }
}
