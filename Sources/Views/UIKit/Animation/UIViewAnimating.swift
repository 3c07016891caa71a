import QuartzCore

/// The state of a property animator.
public enum UIViewAnimatingState: Int, Sendable {
    /// Not started, or finished.
    case inactive
    /// Running or paused.
    case active
    /// Stopped before the end. `finishAnimation(at:)` must be called.
    case stopped
}

/// The position at which an animation ends.
public enum UIViewAnimatingPosition: Int, Sendable {
    case end, start, current
}

/// An animation that can be started, paused, scrubbed and reversed.
@preconcurrency @MainActor public protocol UIViewAnimating: NSObjectProtocol {
    /// The state.
    var state: UIViewAnimatingState { get }
    /// A Boolean value that indicates whether the animation is running.
    var isRunning: Bool { get }
    /// A Boolean value that indicates whether the animation runs, or will run, back to the start.
    var isReversed: Bool { get set }
    /// The completed fraction, 0...1.
    var fractionComplete: CGFloat { get set }
    /// Starts or resumes the animation.
    func startAnimation()
    /// Starts the animation after a delay in seconds.
    func startAnimation(afterDelay delay: TimeInterval)
    /// Pauses the animation, which remains active.
    func pauseAnimation()
    /// Stops the animation at its current position. See `UIViewPropertyAnimator`.
    func stopAnimation(_ withoutFinishing: Bool)
    /// Ends a stopped animation at a position.
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animation of the changes of blocks.
@preconcurrency @MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    /// Adds changes that start after a fraction of the duration, 0...1, and end with the others.
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    /// Adds changes that start with the others, or at the current position if the animation is active.
    func addAnimations(_ animation: @escaping () -> Void)
    /// Adds a closure that is called at the end with the final position.
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    /// Resumes a paused animation. See `UIViewPropertyAnimator`.
    /// - Parameters:
    ///   - parameters: The new timing, or nil to keep the current one.
    ///   - durationFactor: The remaining time as a fraction of the whole duration, or 0 for the rest of the duration.
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
