import AgateDiagnostics
import QuartzCore

extension UIView {
    /// Returns one of the guides that every view has. It is created on first access.
    final func guide(_ path: ReferenceWritableKeyPath<UIView, UILayoutGuide?>, _ area: UILayoutGuide.Area, _ identifier: String)
        -> UILayoutGuide
    {
        if let guide = self[keyPath: path] { return guide }
        let guide = UILayoutGuide(self, area)
        guide.identifier = identifier
        self[keyPath: path] = guide
        return guide
    }

    /// Called when the view's constraints or their inputs have changed. Marks all ancestors for layout, since sizes propagate upwards as
    /// well as downwards.
    ///
    /// If a view is marked and waits for layout, its ancestors are already marked.
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

    /// Called when a constraint's constant or the view's content size has changed and the system has the change. Marks all ancestors for
    /// layout.
    final func constantsChanged() {
        var view: UIView? = self
        while let here = view {
            if !here.flags.isDisjoint(with: [.constraintsChanged, .constantsChanged]), here.layer.needsLayout() { return }
            ViewCounts.marks += 1
            here.flags.insert(.constantsChanged)
            here.setNeedsLayout()
            view = here.parent
        }
    }

    /// Called when a constraint refers to the view or to one of its guides.
    final func touch(_ constraint: NSLayoutConstraint) {
        rare.touching.append(constraint)
        markTouched()
    }

    /// Marks the path from the root to a view to which constraints refer.
    final func markTouched() {
        var view: UIView? = self
        while let here = view, !here.flags.contains(.touchedBelow) {
            here.flags.insert(.touchedBelow)
            view = here.parent
        }
    }

    /// True if a subview follows constraints. Subviews are searched only after one of them may have begun to.
    final var hasFollowers: Bool {
        guard flags.contains(.mayHaveFollowers) else { return false }
        for view in children {
            ViewCounts.followersSought += 1
            if view.flags.contains(.followsConstraints) { return true }
        }
        flags.remove(.mayHaveFollowers)
        return false
    }

    final func setFollowsConstraints(_ follows: Bool) {
        flags.set(.followsConstraints, follows)
        if follows { parent?.flags.insert(.mayHaveFollowers) }
        rare.placedSize = nil
        rare.system?.isStale = true
        parent?.constraintsChanged()
    }

    final func setHugging(_ priority: UILayoutPriority, _ axis: NSLayoutConstraint.Axis) {
        if rare.hugging[axis.rawValue] == priority { return }
        rare.hugging[axis.rawValue] = priority
        constraintsChanged()
    }

    final func setResistance(_ priority: UILayoutPriority, _ axis: NSLayoutConstraint.Axis) {
        if rare.resistance[axis.rawValue] == priority { return }
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
        guard let index = rare.guides.firstIndex(identicalTo: guide) else { return }
        rare.guides.remove(at: index)
        for constraint in guide.touching { constraint.isActive = false }
        constraintsChanged()
        guide.owningView = nil
    }
}
