import QuartzCore

/// Where a property animator stands.
public enum UIViewAnimatingState: Int, Sendable {
    /// Not begun, or over.
    case inactive
    /// Running or paused.
    case active
    /// Stopped in the middle: `finishAnimation(at:)` is to be called.
    case stopped
}

/// Where an animation ends.
public enum UIViewAnimatingPosition: Int, Sendable {
    case end, start, current
}

/// What can be started, paused, scrubbed and turned round.
@preconcurrency @MainActor public protocol UIViewAnimating: NSObjectProtocol {
    /// Where it stands.
    var state: UIViewAnimatingState { get }
    /// Whether it moves.
    var isRunning: Bool { get }
    /// Whether it goes, or will go, back to the start.
    var isReversed: Bool { get set }
    /// How far it is, from 0 to 1.
    var fractionComplete: CGFloat { get set }
    /// Starts, or goes on.
    func startAnimation()
    /// Starts after some seconds.
    func startAnimation(afterDelay delay: TimeInterval)
    /// Stands still, active.
    func pauseAnimation()
    /// Ends it where it is; see `UIViewPropertyAnimator`.
    func stopAnimation(_ withoutFinishing: Bool)
    /// Ends a stopped one at a position.
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// What animates the changes of blocks.
@preconcurrency @MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    func addAnimations(_ animation: @escaping () -> Void)
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
