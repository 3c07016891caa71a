import QuartzCore

/// Waits for the animations of a block, and then tells once how they ended (UV11).
@MainActor final class AnimationTracker: NSObject, @preconcurrency CAAnimationDelegate {
    private var completion: ((Bool) -> Void)?
    private var running = 0
    private var allFinished = true
    private var isClosed = false
    /// Views that take no touches meanwhile (UV13).
    private var blocked: [UIView] = []

    init(_ completion: ((Bool) -> Void)?) {
        self.completion = completion
        super.init()
    }

    /// An animation was added, with this as its delegate.
    func enter(blocking view: UIView?) {
        running += 1
        guard let view else { return }
        view.rare.blockingAnimations += 1
        blocked.append(view)
    }

    /// The block is over: nothing more comes.
    func close() {
        isClosed = true
        guard running == 0, completion != nil else { return }
        // Nothing moved. Reported from the run loop, never inside the call.
        AnimationTracker.later { [self] in end() }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        running -= 1
        if !flag { allFinished = false }
        if running == 0, isClosed { end() }
    }

    private func end() {
        for view in blocked { view.rare.blockingAnimations -= 1 }
        blocked = []
        let completion = self.completion
        self.completion = nil
        completion?(allFinished)
    }

    /// Calls from the run loop, or from the host whose turn it is.
    static func later(_ body: @escaping @MainActor () -> Void) {
        TransactionThread.current.callbacks.postEnd { MainActor.assumeIsolated { body() } }
    }
}
