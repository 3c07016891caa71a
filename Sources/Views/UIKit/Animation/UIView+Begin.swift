import AgateDiagnostics
import QuartzCore

/// The oldest way of animating: between two calls instead of in a block.
extension UIView {
    @MainActor private static var begun: [BlockContext] = []

    /// Begins to animate changes; 0.2 s in an ease-in-ease-out curve unless the `setAnimation` calls say otherwise before the changes.
    /// The names are kept for sources that give them.
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

    /// Settings count for the changes after them, in whichever animation block the program is in: between `beginAnimations` and
    /// `commitAnimations`, in `animate`, or in a property animator's.
    private class func set(_ change: (AnimationContext) -> Void) {
        guard let block = AnimationContext.current else {
            return Diagnostic.report(
                "view.unbalanced-animations", "a UIView.setAnimation… call outside an animation block has no effect")
        }
        change(block)
    }

    /// In seconds; what the block was begun with, 0.2 for `beginAnimations`, unless set.
    public class func setAnimationDuration(_ duration: TimeInterval) { set { $0.duration = duration.isFinite ? duration : 0 } }
    /// In seconds; what the block was begun with, 0 for `beginAnimations`, unless set.
    public class func setAnimationDelay(_ delay: TimeInterval) { set { $0.delay = delay.isFinite ? max(0, delay) : 0 } }
    /// What the block was begun with, ease-in-ease-out for `beginAnimations`, unless set.
    public class func setAnimationCurve(_ curve: AnimationCurve) { set { $0.pace = .curve(curve.timingFunction) } }
    /// How many times; 0, as 1, is once. With a way back, half a time more ends at the new value.
    public class func setAnimationRepeatCount(_ repeatCount: Float) { set { $0.repeats = repeatCount.isNaN ? 0 : max(0, repeatCount) } }
    /// Whether it goes back again.
    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) { set { $0.autoreverses = repeatAutoreverses } }
    /// Whether it sets out from what shows.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
        set {
            if fromCurrentState { $0.options.insert(.beginFromCurrentState) } else { $0.options.remove(.beginFromCurrentState) }
        }
    }
}
