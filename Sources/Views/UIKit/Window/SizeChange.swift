import QuartzCore

/// A window gets another size: its controllers hear of it before, move along with it, and hear when it is done. It is not animated: the
/// desktop changes the window as people drag its edge.
@MainActor struct SizeChange {
    private let window: UIWindow
    private let context: TransitionContext?

    /// Calls the controllers that show in the window.
    /// - Parameter traits: what the surroundings will be.
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

    /// The window has its size.
    func finish() {
        guard let context else { return }
        window.layoutIfNeeded()
        var done: (() -> Void)?
        context.run({ done = $0 }, ended: { _ in })
        done?()
    }
}
