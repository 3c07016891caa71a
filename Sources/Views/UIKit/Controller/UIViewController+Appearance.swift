import QuartzCore

/// How far the view of a controller has come onto the screen, and who decides that.
struct AppearanceProgress {
    var appearance = UIViewController.Appearance.gone
    /// Whether the change that is under way is animated.
    var isAnimated = false
    /// Whether `viewIsAppearing(_:)` is due.
    var isAppearingDue = false
    /// Whether a transition was begun by hand and not ended: what the view does counts for nothing.
    var isManual = false
    /// The change of the parent that this controller takes part in: true where it comes, nil where there is none.
    var forwarded: Bool?
}

/// The appearance callbacks come from three sides, and each change of each is balanced:
///
/// - the view enters or leaves a window, by itself or with a view that it is in;
/// - `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()` are called. What the view does between them is part of that
///   change. Of a view that shows already, they make the callbacks come again;
/// - they are called of the parent, which forwards them to the children whose views are in its own. What the parent's view does between
///   them is part of that change; a child's view that is taken out on its own is a change of its own.
extension UIViewController {
    private var followsParent: Bool { above?.shouldAutomaticallyForwardAppearanceMethods ?? true }

    /// The view is about to enter a window, or to leave its own.
    /// - Parameter isOwn: whether it is this view that is moved, and not one that it is in.
    final func viewWillMove(to window: UIWindow?, isOwn: Bool) {
        guard !progress.isManual, followsParent else { return }
        let comes = window != nil
        if let forwarded = progress.forwarded {
            guard isOwn else { return }
            // It turns back while the parent goes on.
            if forwarded != comes { progress.forwarded = nil }
        }
        setAppearance(comes, animated: UIView.inheritedAnimationDuration > 0, again: progress.forwarded != nil)
    }

    /// The view has entered or left a window.
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

    /// Puts the view into one that is in a window. What is in it is laid out before `viewDidAppear(_:)`, as in a navigation stack.
    final func appear(in place: UIView) {
        let isAnimated = UIView.inheritedAnimationDuration > 0
        beginTransition(true, isAnimated)
        place.addSubview(view)
        place.layoutIfNeeded()
        // What was called meanwhile may have taken it out again, to show another one.
        if view.superview !== place { beginTransition(false, isAnimated) }
        endTransition()
    }

    /// Takes the children along that stand in this view.
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

    /// Ends what the parent's change began; also where the child leaves its parent before the end.
    final func endForwardedTransition() {
        guard let comes = progress.forwarded else { return }
        progress.forwarded = nil
        endForwarding()
        if viewIfLoaded?.window != nil { callIsAppearing() }
        if !comes, appearance == .gone {
            // Its view was taken out on its own meanwhile: that change has ended, and this one ends now.
            viewDidDisappear(progress.isAnimated)
        } else {
            finishAppearance()
        }
    }

    /// - Parameter again: whether to call where the view is already there, or already gone.
    /// - Returns: whether the change is a new one.
    @discardableResult
    private func setAppearance(_ comes: Bool, animated: Bool, again: Bool) -> Bool {
        let (settled, moving) = comes ? (Appearance.shown, Appearance.appearing) : (.gone, .disappearing)
        // What the parent began, the child may do again on its own.
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
