import QuartzCore

extension UIView {
    /// One of the rectangles that a view always has, made when it is first asked for.
    final func guide(_ path: ReferenceWritableKeyPath<UIView, UILayoutGuide?>, _ area: UILayoutGuide.Area, _ identifier: String)
        -> UILayoutGuide
    {
        if let guide = self[keyPath: path] { return guide }
        let guide = UILayoutGuide(self, area)
        guide.identifier = identifier
        self[keyPath: path] = guide
        return guide
    }

    /// The view's constraints, or what they depend on, are others now: all views above are laid out, since sizes go up as well as down.
    ///
    /// A view that is marked and waits for layout has marked those above it before.
    final func constraintsChanged() {
        var view: UIView? = self
        while let here = view {
            if here.flags.contains(.constraintsChanged), here.layer.needsLayout() { return }
            ViewCounts.marks += 1
            here.flags.insert(.constraintsChanged)
            here.setNeedsLayout()
            view = here.parent
        }
    }

    /// A constraint speaks of the view, or of a guide of it.
    final func touch(_ constraint: NSLayoutConstraint) {
        rare.touching.append(constraint)
        markTouched()
    }

    /// The way from the root to views of which constraints speak.
    final func markTouched() {
        var view: UIView? = self
        while let here = view, !here.flags.contains(.touchedBelow) {
            here.flags.insert(.touchedBelow)
            view = here.parent
        }
    }

    final func setFollowsConstraints(_ follows: Bool) {
        flags.set(.followsConstraints, follows)
        rare.placedSize = nil
        rare.system?.isStale = true
        parent?.constraintsChanged()
    }

    final func setMargins(_ margins: UIEdgeInsets) {
        let old = rare.layoutMargins
        rare.layoutMargins = margins
        layoutMarginsDidChange()
        // A system above has read them only of views that constraints speak of.
        if margins != old, !rare.touching.isEmpty { constraintsChanged() } else { setNeedsLayout() }
    }

    final func setHugging(_ priority: UILayoutPriority, _ axis: NSLayoutConstraint.Axis) {
        rare.hugging[axis.rawValue] = priority
        constraintsChanged()
    }

    final func setResistance(_ priority: UILayoutPriority, _ axis: NSLayoutConstraint.Axis) {
        rare.resistance[axis.rawValue] = priority
        constraintsChanged()
    }

    // MARK: Guides

    final func addGuide(_ guide: UILayoutGuide) {
        if let old = guide.owningView {
            if old === self { return }
            old.removeLayoutGuide(guide)
        }
        guide.owningView = self
        rare.guides.append(guide)
        constraintsChanged()
    }

    final func removeGuide(_ guide: UILayoutGuide) {
        guard let index = rare.guides.firstIndex(where: { $0 === guide }) else { return }
        rare.guides.remove(at: index)
        for constraint in guide.touching { constraint.isActive = false }
        constraintsChanged()
        guide.owningView = nil
    }
}
