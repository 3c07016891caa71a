import QuartzCore

/// The margins that result from a view's own ones, its controller, its superview and the safe area.
extension UIView {
    /// The margins of a view for which the program has set none.
    static let standardMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

    /// The least margins at the sides of a controller's view: 20 points from a width of 414 points on, 16 points below it.
    final var systemSideMargin: CGFloat { (window ?? self).bounds.width >= 414 ? 20 : 16 }

    /// The margins without the safe area.
    final var ownMargins: UIEdgeInsets {
        guard let controller, controller.viewRespectsSystemMinimumLayoutMargins else { return rare.layoutMargins ?? Self.standardMargins }
        // The view of a controller has no margins above and below, because bars bound it.
        var margins = rare.layoutMargins ?? .zero
        margins.left = max(margins.left, systemSideMargin)
        margins.right = max(margins.right, systemSideMargin)
        return margins
    }

    final var currentMargins: UIEdgeInsets {
        var margins = ownMargins
        if preservesSuperviewLayoutMargins, let parent {
            let above = parent.currentMargins, f = frame.offsetBy(dx: -parent.bounds.minX, dy: -parent.bounds.minY)
            margins.top = max(margins.top, above.top - f.minY)
            margins.left = max(margins.left, above.left - f.minX)
            margins.bottom = max(margins.bottom, above.bottom - (parent.bounds.height - f.maxY))
            margins.right = max(margins.right, above.right - (parent.bounds.width - f.maxX))
        }
        return insetsLayoutMarginsFromSafeArea ? margins + safeAreaInsets : margins
    }

    final func setMargins(_ margins: UIEdgeInsets) {
        guard margins != rare.layoutMargins else { return }
        rare.layoutMargins = margins
        marginsChanged()
    }

    final func marginsChanged() {
        layoutMarginsDidChange()
        controller?.viewLayoutMarginsDidChange()
        // The system of an ancestor has read the margins only of views to which constraints refer.
        if !rare.touching.isEmpty { constraintsChanged() } else { setNeedsLayout() }
    }

    /// Requests layout of the views in the tree whose content depends on the safe area, after it changed.
    final func layOutForSafeArea() {
        setNeedsLayout()
        visitTree { view in
            if view is UIScrollView || view.rare.system != nil || view.rare.safeAreaGuide != nil || view.rare.marginsGuide != nil {
                view.setNeedsLayout()
            }
            return true
        }
    }
}
