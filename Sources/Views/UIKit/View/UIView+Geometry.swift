import QuartzCore

extension UIView {
    /// Calls a closure that changes the frame or the bounds, and resizes the subviews if the size has changed.
    final func changeSize(_ change: () -> Void) {
        let old = layer.bounds.size
        change()
        let new = layer.bounds.size
        guard old != new else { return }
        guard autoresizesSubviews, !children.isEmpty else { return }
        // Each resized view resizes its subviews recursively up to a depth of 64. Deeper views wait until the recursion returns.
        guard ViewResizes.depth < 64 else { return ViewResizes.waiting.append((self, old, new)) }
        ViewResizes.depth += 1
        for view in children { view.followSuperview(from: old, to: new) }
        ViewResizes.depth -= 1
        while ViewResizes.depth == 0, let (view, old, new) = ViewResizes.waiting.popLast() {
            ViewResizes.depth = 1
            for each in view.children { each.followSuperview(from: old, to: new) }
            ViewResizes.depth = 0
        }
    }

    /// Distributes the superview's growth among the flexible parts of the mask, in proportion to their sizes; evenly if all of them are 0.
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
        // A superview that was smaller than the view had no margins whose proportion could be kept: the view is centered.
        if before, after, !inside, flexible <= 0 { return ((new - length) / 2, length) }
        // Sizes that cancel out, or that are all 0, have no proportion.
        let even = abs(flexible) < 1e-9
        func part(_ size: CGFloat) -> CGFloat { even ? growth / CGFloat(count) : growth * size / flexible }
        return (origin + (before ? part(origin) : 0), max(0, length + (inside ? part(length) : 0)))
    }

    /// The window, or otherwise the topmost view, which nil represents in conversions.
    final var base: UIView {
        var view = self
        while let above = view.parent { view = above }
        return view
    }

    final func hit(_ point: CGPoint, _ event: UIEvent?) -> UIView? {
        guard takesTouch(at: point, event) else { return nil }
        // The views whose subviews are being tested are in an explicit stack, because a deep tree could overflow the call stack.
        var open: [(view: UIView, waiting: [UIView], point: CGPoint)] = [(self, children, point)]
        while let top = open.indices.last {
            let (above, point) = (open[top].view, open[top].point)
            guard let view = open[top].waiting.popLast() else { return above }
            let own = view.convert(point, from: above)
            if ViewOverrides.of(type(of: view)).hitTests {
                if let found = view.hitTest(own, with: event) { return found }
            } else if view.takesTouch(at: own, event) {
                open.append((view, view.children, own))
            }
        }
        return nil
    }

    /// The alpha below which a view isn't visible and receives no touches.
    static let minimumTouchableAlpha: CGFloat = 0.01

    private func takesTouch(at point: CGPoint, _ event: UIEvent?) -> Bool {
        isUserInteractionEnabled && !isHidden && alpha >= Self.minimumTouchableAlpha && rare.blockingAnimations == 0
            && self.point(inside: point, with: event)
    }

    /// The part of the superview's safe area that overlaps this view, plus the insets of its controller.
    final var currentSafeArea: UIEdgeInsets {
        // Begin at the nearest ancestor that overrides its safe area, and go down.
        var way = [self]
        var above = parent
        while let view = above, !ViewOverrides.of(type(of: view)).hasOwnSafeArea {
            way.append(view)
            above = view.parent
        }
        var insets = above?.safeAreaInsets ?? .zero
        for view in way.reversed() { insets = view.safeArea(under: insets) }
        return insets
    }

    private func safeArea(under above: UIEdgeInsets) -> UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let bounds = parent?.bounds, above != .zero {
            // In the content of a scroll view, the place on the screen counts.
            let size = bounds.size, f = frame.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
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

/// The state of resizing views with their superviews.
@MainActor private enum ViewResizes {
    static var depth = 0
    /// The views whose subviews still have to be resized, with the old and new sizes.
    static var waiting: [(view: UIView, old: CGSize, new: CGSize)] = []
}
