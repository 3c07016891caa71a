import CoreGraphics

/// Notified when an animation starts and ends. Both methods may be left out.
///
/// The calls come from the run loop of the thread that committed the animation, with the copy that the layer keeps; compare it with
/// `animation(forKey:)`, not with the animation that was added.
public protocol CAAnimationDelegate: NSObjectProtocol {
    /// The active time has begun.
    func animationDidStart(_ anim: CAAnimation)
    /// The active time is over (`flag` is true), or the animation was removed before that (false).
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing: for delegates that leave the method out.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing: for delegates that leave the method out.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
