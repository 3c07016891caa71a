import QuartzCore

extension UIView {
    /// Animates the changes of `animations` with an ease-in-ease-out curve. Only the views' own layers are animated (T35). Times are in
    /// seconds.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
        animate(withDuration: duration, delay: 0, animations: animations)
    }

    /// Animates changes, and calls `completion` once after all animations have ended. Its argument is false if any was interrupted.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    /// Animates changes with options and a delay, during which the previous state is shown. With a duration of 0 or less the changes aren't
    /// animated. In a nested block the outer duration, curve and options apply unless the options override them.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(duration, delay, AnimationPace(curveNumber: options.curveNumber), options, animations, completion)
    }

    /// Animates changes with a spring that is at rest after `duration` seconds.
    /// - Parameters:
    ///   - dampingRatio: The damping ratio. With 1 there is no oscillation, and values closer to 0 oscillate more. Values above 1 are
    ///     treated as 1.
    ///   - velocity: The initial velocity, in multiples of the distance per second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            duration, delay, .damped(ratio: dampingRatio, velocity: CGVector(dx: velocity, dy: velocity)), options, animations, completion)
    }

    /// Animates changes with a spring of a perceived duration of `duration` seconds and a bounce of -1 to 1, where 0 means no bounce.
    public class func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0, delay: TimeInterval = 0,
        options: AnimationOptions = [], animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        let pace = AnimationPace.physical(
            mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping,
            velocity: CGVector(dx: initialSpringVelocity, dy: initialSpringVelocity)
        )
        animate(duration > 0 ? pace.duration(duration) : 0, delay, pace, options, animations, completion)
    }

    private class func animate(
        _ duration: Double, _ delay: Double, _ pace: AnimationPace, _ options: AnimationOptions, _ animations: () -> Void,
        _ completion: ((Bool) -> Void)?
    ) {
        // Inside keyframes, and while a property animator collects changes, a block is part of the enclosing one.
        if let outer = AnimationContext.current, !(outer is BlockContext) {
            animations()
            return completion.map { done in AnimationTracker.later { done(true) } } ?? ()
        }
        let (duration, pace, options) = AnimationContext.inherit(duration, pace, options)
        let context = BlockContext(duration: duration, delay: delay, pace: pace, options: options, completion: completion)
        context.run(animations)
        context.close()
    }

    /// Performs changes without animation, even inside an animation block. Running animations continue.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = AnimationContext.isEnabled
        AnimationContext.isEnabled = false
        defer { AnimationContext.isEnabled = before }
        actionsWithoutAnimation()
    }

    /// Enables or disables animation blocks. Running animations continue.
    public class func setAnimationsEnabled(_ enabled: Bool) { AnimationContext.isEnabled = enabled }
    /// A Boolean value that indicates whether animation blocks animate.
    public class var areAnimationsEnabled: Bool { AnimationContext.isEnabled }
    /// The duration of the current animation block in seconds, or 0 outside of blocks.
    public class var inheritedAnimationDuration: TimeInterval { AnimationContext.current?.duration ?? 0 }

    /// Repeats the animations of the changes that are made in the closure, inside an animation block.
    public class func modifyAnimations(withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void) {
        guard let context = AnimationContext.current else { return animations() }
        let before = (context.repeats, context.autoreverses)
        context.repeats = count.isNaN ? 0 : Float(max(0, count))
        context.autoreverses = autoreverses
        animations()
        (context.repeats, context.autoreverses) = before
    }
}
