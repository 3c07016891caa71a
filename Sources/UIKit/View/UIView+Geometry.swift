import QuartzCore

extension UIView {
    /// Runs a change of frame or bounds, and lets the subviews follow a new size.
    final func changeSize(_ change: () -> Void) {
        let old = layer.bounds.size
        change()
        let new = layer.bounds.size
        guard old != new else { return }
        if autoresizesSubviews { for view in children { view.followSuperview(from: old, to: new) } }
    }

    /// Shares the superview's growth among the parts that the mask makes flexible, in proportion to their sizes; evenly where all of them are 0.
    private func followSuperview(from old: CGSize, to new: CGSize) {
        let mask = autoresizingMask
        guard !mask.isEmpty, translatesAutoresizingMaskIntoConstraints else { return }
        var f = frame
        let x = Self.share(
            f.minX, f.width, old.width, new.width,
            mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
        )
        let y = Self.share(
            f.minY, f.height, old.height, new.height,
            mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
        )
        f = CGRect(x: x.origin, y: y.origin, width: x.length, height: y.length)
        if f != frame { frame = f }
    }

    private static func share(
        _ origin: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ before: Bool, _ inside: Bool, _ after: Bool
    ) -> (origin: CGFloat, length: CGFloat) {
        let count = (before ? 1 : 0) + (inside ? 1 : 0) + (after ? 1 : 0)
        guard count > 0 else { return (origin, length) }
        let rest = old - origin - length
        let flexible = (before ? origin : 0) + (inside ? length : 0) + (after ? rest : 0)
        let growth = new - old
        // Sizes that cancel out, or that are all 0, have no proportion.
        let even = abs(flexible) < 1e-9
        func part(_ size: CGFloat) -> CGFloat { even ? growth / CGFloat(count) : growth * size / flexible }
        return (origin + (before ? part(origin) : 0), max(0, length + (inside ? part(length) : 0)))
    }

    /// The window, or else the topmost view: what "nil" stands for in conversions.
    final var base: UIView {
        var view = self
        while let above = view.parent { view = above }
        return view
    }

    final func hit(_ point: CGPoint, _ event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, rare.blockingAnimations == 0, self.point(inside: point, with: event) else { return nil }
        for view in children.reversed() {
            if let found = view.hitTest(view.convert(point, from: self), with: event) { return found }
        }
        return self
    }

    /// What of the superview's safe area reaches into this view, and what its controller adds.
    final var currentSafeArea: UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let above = parent?.safeAreaInsets, let size = parent?.bounds.size, above != .zero {
            let f = frame
            insets = UIEdgeInsets(
                top: max(0, above.top - f.minY), left: max(0, above.left - f.minX),
                bottom: max(0, above.bottom - (size.height - f.maxY)), right: max(0, above.right - (size.width - f.maxX))
            )
        }
        if let controller {
            let more = controller.additionalSafeAreaInsets + controller.barInsets
            insets.top += more.top
            insets.left += more.left
            insets.bottom += more.bottom
            insets.right += more.right
        }
        return insets
    }
}
