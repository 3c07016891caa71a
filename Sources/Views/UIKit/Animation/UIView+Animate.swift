import QuartzCore

extension UIView {
    /// Animates what `animations` changes, in an ease-in-ease-out curve. Only the views' own layers take part (T35); times are in seconds.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
        animate(withDuration: duration, delay: 0, animations: animations)
    }

    /// The same, and calls `completion` once when all animations have ended: with false if any was interrupted.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    /// The same with a delay, during which what was there before shows, and options. A duration of 0 or less changes without animation;
    /// inside another block, the outer's duration, curve and options count unless the options say otherwise.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(duration, delay, AnimationPace(curveNumber: options.curveNumber), options, animations, completion)
    }

    /// The same, paced by a spring that rests after `duration` seconds.
    /// - Parameters:
    ///   - dampingRatio: 1 comes to rest without swinging; towards 0 it swings more. Above 1 counts as 1.
    ///   - velocity: at the start, in whole ways a second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            duration, delay, .damped(ratio: dampingRatio, velocity: CGVector(dx: velocity, dy: velocity)), options, animations, completion)
    }

    /// The same, paced by a spring that seems to take `duration` seconds and bounces by `bounce`, from -1 over 0 (not at all) to 1.
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
        // Inside keyframes, and while a property animator collects, a block is part of what is around it.
        if let outer = AnimationContext.current, !(outer is BlockContext) {
            animations()
            return completion.map { done in AnimationTracker.later { done(true) } } ?? ()
        }
        let (duration, pace, options) = AnimationContext.inherit(duration, pace, options)
        let context = BlockContext(duration: duration, delay: delay, pace: pace, options: options, completion: completion)
        context.run(animations)
        context.close()
    }

    /// Changes without animation, whatever block it is in; running animations go on.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = AnimationContext.isEnabled
        AnimationContext.isEnabled = false
        defer { AnimationContext.isEnabled = before }
        actionsWithoutAnimation()
    }

    /// Whether animation blocks animate; running animations go on.
    public class func setAnimationsEnabled(_ enabled: Bool) { AnimationContext.isEnabled = enabled }
    /// Whether animation blocks animate.
    public class var areAnimationsEnabled: Bool { AnimationContext.isEnabled }
    /// The duration of the animation block that the program is in, in seconds; 0 outside.
    public class var inheritedAnimationDuration: TimeInterval { AnimationContext.current?.duration ?? 0 }

    /// Repeats the animations of changes made in the block, inside an animation block.
    public class func modifyAnimations(withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void) {
        guard let context = AnimationContext.current else { return animations() }
        let before = (context.repeats, context.autoreverses)
        context.repeats = count.isNaN ? 0 : Float(max(0, count))
        context.autoreverses = autoreverses
        animations()
        (context.repeats, context.autoreverses) = before
    }
}
