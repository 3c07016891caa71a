import CoreGraphics

/// An object that is notified when an animation starts and ends. Both methods are optional.
///
/// The methods are called from the run loop of the thread that committed the animation, with the copy that the layer keeps. Compare it
/// with `animation(forKey:)`, not with the animation that was added.
public protocol CAAnimationDelegate: NSObjectProtocol {
    /// Called when the active time has begun.
    func animationDidStart(_ anim: CAAnimation)
    /// Called when the active time has ended (`flag` is true), or when the animation was removed before that (false).
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing. For delegates that omit the method.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing. For delegates that omit the method.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
