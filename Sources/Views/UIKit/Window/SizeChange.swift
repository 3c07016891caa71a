import QuartzCore

/// A change of a window's size. Its controllers are notified before the change, and when it has ended; their animations alongside it run
/// without duration, because the desktop resizes the window while the user drags its edge.
@MainActor struct SizeChange {
    private let window: UIWindow
    private let context: TransitionContext?

    /// Notifies the controllers of the window before the change.
    /// - Parameter traits: The traits after the change.
    init(of window: UIWindow, to size: CGSize, _ traits: UITraitCollection) {
        self.window = window
        guard let root = window.rootViewController, root.isViewLoaded, size != window.bounds.size else {
            context = nil
            return
        }
        let context = TransitionContext(
            container: window, from: nil, to: nil, fromView: nil, toView: nil, style: .none, initialFrame: window.bounds,
            finalFrame: CGRect(origin: .zero, size: size), isAnimated: false)
        self.context = context
        let now = window.traitCollection
        if traits.horizontalSizeClass != now.horizontalSizeClass || traits.verticalSizeClass != now.verticalSizeClass {
            root.willTransition(to: traits, with: context)
        }
        root.viewWillTransition(to: size, with: context)
    }

    /// Ends the transition after the window's size has changed.
    func finish() {
        guard let context else { return }
        window.layoutIfNeeded()
        // Nothing is animated, so the transition is complete once the animations alongside it have run.
        context.run({ _ in }, ended: { _ in })
        context.completeTransition(true)
    }
}
