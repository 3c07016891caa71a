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
    final func constraintsChanged() {
        var view: UIView? = self
        while let here = view {
            here.setNeedsLayout()
            view = here.superview
        }
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
        var holder: UIView? = self
        while let here = holder {
            for constraint in here.rare.constraints where constraint.firstItem === guide || constraint.secondItem === guide {
                constraint.isActive = false
            }
            holder = here.superview
        }
        guide.owningView = nil
    }
}
