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
    /// Adds changes that set out when a share of the duration, 0 to 1, is over, and end with the rest.
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    /// Adds changes that set out with the rest; while it is active, from where it is.
    func addAnimations(_ animation: @escaping () -> Void)
    /// Adds a closure that is called when it is over, with where it ended.
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    /// Goes on from a pause. Only for one that is paused: see `UIViewPropertyAnimator`.
    /// - Parameters:
    ///   - parameters: another pace; nil keeps its own.
    ///   - durationFactor: the time that is left, as a share of the whole duration; 0 is what is left of it.
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
