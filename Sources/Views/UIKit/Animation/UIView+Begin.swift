import AgateDiagnostics
import QuartzCore

/// The oldest form of animation, with two calls instead of a closure.
extension UIView {
    @MainActor private static var begun: [BlockContext] = []

    /// Begins animating changes, with 0.2 s and an ease-in-ease-out curve unless `setAnimation` calls before the changes specify otherwise.
    /// The arguments exist for source compatibility.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        let (duration, _, _) = AnimationContext.inherit(0.2, .standard, [])
        let block = BlockContext(duration: duration, delay: 0, pace: .standard, options: .overrideInheritedOptions, completion: nil)
        block.push()
        begun.append(block)
    }

    /// Ends the innermost `beginAnimations`.
    public class func commitAnimations() {
        guard let block = begun.popLast() else {
            return Diagnostic.report("view.unbalanced-animations", "UIView.commitAnimations() was called without beginAnimations()")
        }
        block.pop()
        block.close()
    }

    /// Applies a setting to the changes that follow in the current animation block: between `beginAnimations` and `commitAnimations`, in
    /// `animate`, or in a property animator's block.
    private class func set(_ change: (AnimationContext) -> Void) {
        guard let block = AnimationContext.current else {
            return Diagnostic.report(
                "view.unbalanced-animations", "a UIView.setAnimation… call outside an animation block has no effect")
        }
        change(block)
    }

    /// Sets the duration in seconds. The default is that of the block, which is 0.2 for `beginAnimations`.
    public class func setAnimationDuration(_ duration: TimeInterval) { set { $0.duration = duration.isFinite ? duration : 0 } }
    /// Sets the delay in seconds. The default is that of the block, which is 0 for `beginAnimations`.
    public class func setAnimationDelay(_ delay: TimeInterval) { set { $0.delay = delay.isFinite ? max(0, delay) : 0 } }
    /// Sets the curve. The default is that of the block, which is ease-in-ease-out for `beginAnimations`.
    public class func setAnimationCurve(_ curve: AnimationCurve) { set { $0.pace = .curve(curve.timingFunction) } }
    /// Sets the repeat count. 0 means 1. With autoreversal, an additional half repetition ends at the new value.
    public class func setAnimationRepeatCount(_ repeatCount: Float) { set { $0.repeats = repeatCount.isNaN ? 0 : max(0, repeatCount) } }
    /// Sets whether animations autoreverse.
    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) { set { $0.autoreverses = repeatAutoreverses } }
    /// Sets whether animations start at the displayed values.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
        set {
            if fromCurrentState { $0.options.insert(.beginFromCurrentState) } else { $0.options.remove(.beginFromCurrentState) }
        }
    }
}

extension UIView {
    /// An animation of the system.
    public enum SystemAnimation: UInt, Sendable { case delete }

    /// Animates views away and removes them; other changes are animated beside.
    public class func perform(
        _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [], animations parallelAnimations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: 0.3, delay: 0, options: options,
            animations: {
                for view in views {
                    view.alpha = 0
                    view.transform = view.transform.scaledBy(x: 0.01, y: 0.01)
                }
                parallelAnimations?()
            },
            completion: {
                for view in views { view.removeFromSuperview() }
                completion?($0)
            })
    }
}
