import QuartzCore

/// The progress of a controller's view onto or off the screen, and the source of that change.
struct AppearanceProgress {
    var appearance = UIViewController.Appearance.gone
    /// True if the current change is animated.
    var isAnimated = false
    /// True if a call of `viewIsAppearing(_:)` is pending.
    var isAppearingDue = false
    /// True between `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()`. Movements of the view are ignored then.
    var isManual = false
    /// The change of the parent in which this controller takes part: true if it appears, false if it disappears, nil if there is none.
    var forwarded: Bool?
}

/// The appearance callbacks have three sources, and the calls for each change from each source are balanced:
///
/// - The view enters or leaves a window, either itself or with an ancestor.
/// - `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()` are called on the controller. Movements of the view between
///   the two calls belong to this change. If the view is already visible, the callbacks are repeated.
/// - The two methods are called on the parent, which forwards them to the children whose views are in its own. Movements of the parent's
///   view between the two calls belong to this change. Removing a child's view separately is a change of its own.
extension UIViewController {
    private var followsParent: Bool { above?.shouldAutomaticallyForwardAppearanceMethods ?? true }

    /// Called before the view enters a window or leaves its window.
    /// - Parameter isOwn: True if this view is moved, false if an ancestor is.
    final func viewWillMove(to window: UIWindow?, isOwn: Bool) {
        guard !progress.isManual, followsParent else { return }
        let comes = window != nil
        if let forwarded = progress.forwarded {
            guard isOwn else { return }
            // The view reverses its change while the parent's change continues.
            if forwarded != comes { progress.forwarded = nil }
        }
        setAppearance(comes, animated: UIView.inheritedAnimationDuration > 0, again: progress.forwarded != nil)
    }

    /// Called after the view has entered or left a window.
    final func viewDidMove(to window: UIWindow?, isOwn: Bool) {
        if window != nil { callIsAppearing() }
        guard !progress.isManual, followsParent, isOwn || progress.forwarded == nil else { return }
        finishAppearance()
    }

    final func beginTransition(_ comes: Bool, _ animated: Bool) {
        progress.isManual = true
        progress.forwarded = nil
        guard setAppearance(comes, animated: animated, again: comes) else { return }
        forward(comes, animated)
    }

    final func endTransition() {
        progress.isManual = false
        endForwarding()
        if viewIfLoaded?.window != nil { callIsAppearing() }
        finishAppearance()
    }

    /// Adds the view to a view that is in a window. The layout takes place before `viewDidAppear(_:)`, as in a navigation stack.
    final func appear(in place: UIView) {
        let isAnimated = UIView.inheritedAnimationDuration > 0
        beginTransition(true, isAnimated)
        place.addSubview(view)
        place.layoutIfNeeded()
        // A callback may have removed the view again to show another one.
        if view.superview !== place { beginTransition(false, isAnimated) }
        endTransition()
    }

    /// Forwards the change to the children whose views are in this view.
    private func forward(_ comes: Bool, _ animated: Bool) {
        guard shouldAutomaticallyForwardAppearanceMethods, let view = viewIfLoaded else { return }
        for child in below where !child.progress.isManual && child.viewIfLoaded?.isDescendant(of: view) ?? false {
            guard child.setAppearance(comes, animated: animated, again: comes) else { continue }
            child.progress.forwarded = comes
            child.forward(comes, animated)
        }
    }

    private func endForwarding() {
        for child in below where child.progress.forwarded != nil { child.endForwardedTransition() }
    }

    /// Ends the change that the parent began. Also called if the child leaves its parent before the end.
    final func endForwardedTransition() {
        guard let comes = progress.forwarded else { return }
        progress.forwarded = nil
        endForwarding()
        if viewIfLoaded?.window != nil { callIsAppearing() }
        if !comes, appearance == .gone {
            // The view was removed separately in the meantime. That change has ended, and this one ends now.
            viewDidDisappear(progress.isAnimated)
        } else {
            finishAppearance()
        }
    }

    /// - Parameter again: True to call even if the view is already visible, or already gone.
    /// - Returns: True if the change is a new one.
    @discardableResult
    private func setAppearance(_ comes: Bool, animated: Bool, again: Bool) -> Bool {
        let (settled, moving) = comes ? (Appearance.shown, Appearance.appearing) : (.gone, .disappearing)
        // The child may repeat separately what the parent began.
        guard again && progress.forwarded == comes || appearance != moving, again || appearance != settled else { return false }
        progress.appearance = moving
        progress.isAnimated = animated
        progress.isAppearingDue = comes
        if comes { viewWillAppear(animated) } else { viewWillDisappear(animated) }
        return true
    }

    private func callIsAppearing() {
        guard progress.isAppearingDue, appearance == .appearing else { return }
        progress.isAppearingDue = false
        viewIsAppearing(progress.isAnimated)
    }

    private func finishAppearance() {
        if appearance == .appearing {
            progress.appearance = .shown
            viewDidAppear(progress.isAnimated)
        } else if appearance == .disappearing {
            progress.appearance = .gone
            viewDidDisappear(progress.isAnimated)
        }
    }
}
