import QuartzCore

/// Waits for the animations of a block and calls its completion once with their result (UV11).
@MainActor final class AnimationTracker: NSObject, @preconcurrency CAAnimationDelegate {
    private var completion: ((Bool) -> Void)?
    private var running = 0
    private var allFinished = true
    private var isClosed = false
    /// The views that receive no touches while the animations run (UV13).
    private var blocked: [UIView] = []
    /// The library's own closures for the end, before the completion.
    private var followers: [@MainActor () -> Void] = []

    init(_ completion: ((Bool) -> Void)?) {
        self.completion = completion
        super.init()
    }

    /// Called when an animation was added with this object as its delegate.
    func enter(blocking view: UIView?) {
        running += 1
        guard let view else { return }
        view.rare.blockingAnimations += 1
        blocked.append(view)
    }

    /// Calls a closure when all animations have ended, before the completion.
    func follow(_ body: @escaping @MainActor () -> Void) { followers.append(body) }

    /// Called at the end of the block. No more animations will be added.
    func close() {
        isClosed = true
        guard running == 0, completion != nil || !followers.isEmpty else { return }
        // Nothing is animated. The completion is called from the run loop, never synchronously.
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
        let followers = self.followers
        self.followers = []
        for follower in followers { follower() }
        let completion = self.completion
        self.completion = nil
        completion?(allFinished)
    }

    /// Calls a closure from the run loop, or from the host that drives it.
    static func later(_ body: @escaping @MainActor () -> Void) {
        TransactionThread.current.callbacks.postEnd { MainActor.assumeIsolated { body() } }
    }
}
