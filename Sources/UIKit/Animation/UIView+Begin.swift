import AgateDiagnostics
import QuartzCore

/// The oldest way of animating: between two calls instead of in a block.
extension UIView {
    /// What the next change between `beginAnimations` and `commitAnimations` begins with (UV18).
    @MainActor private struct Settings {
        var duration = 0.2
        var delay = 0.0
        var curve = UIView.AnimationCurve.easeInOut
        var repeats: Float = 0
        var autoreverses = false
        var fromCurrent = false
        /// The block that changes go to now.
        var context: BlockContext?
    }

    @MainActor private static var begun: [Settings] = []

    /// Begins to animate changes; 0.2 s in an ease-in-ease-out curve unless the `setAnimation` calls say otherwise before the changes.
    /// The names are kept for sources that give them.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        var settings = Settings()
        let inherited = AnimationContext.inherit(settings.duration, .standard, [])
        settings.duration = inherited.0
        begun.append(settings)
        renew()
    }

    /// Ends the innermost `beginAnimations`.
    public class func commitAnimations() {
        guard var settings = begun.popLast() else {
            return Diagnostic.report("view.unbalanced-animations", "UIView.commitAnimations() without beginAnimations()")
        }
        settings.context?.pop()
        settings.context?.close()
        settings.context = nil
    }

    /// Settings count for the changes after them: each one begins a block of its own.
    private class func renew() {
        guard var settings = begun.popLast() else { return }
        settings.context?.pop()
        settings.context?.close()
        var options: AnimationOptions = settings.fromCurrent ? .beginFromCurrentState : []
        options.formUnion(.overrideInheritedOptions)
        let context = BlockContext(
            duration: settings.duration, delay: settings.delay, pace: .curve(settings.curve.timingFunction), options: options,
            completion: nil
        )
        context.repeats = settings.repeats
        context.autoreverses = settings.autoreverses
        context.push()
        settings.context = context
        begun.append(settings)
    }

    private class func set(_ change: (inout Settings) -> Void) {
        guard let index = begun.indices.last else {
            return Diagnostic.report(
                "view.unbalanced-animations", "a UIView.setAnimation… call outside beginAnimations() and commitAnimations() has no effect")
        }
        change(&begun[index])
        renew()
    }

    /// In seconds; 0.2 unless set.
    public class func setAnimationDuration(_ duration: TimeInterval) { set { $0.duration = duration } }
    /// In seconds; 0 unless set.
    public class func setAnimationDelay(_ delay: TimeInterval) { set { $0.delay = delay } }
    /// Ease-in-ease-out unless set.
    public class func setAnimationCurve(_ curve: AnimationCurve) { set { $0.curve = curve } }
    /// How many times; 0, as 1, is once.
    public class func setAnimationRepeatCount(_ repeatCount: Float) { set { $0.repeats = repeatCount } }
    /// Whether it goes back again.
    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) { set { $0.autoreverses = repeatAutoreverses } }
    /// Whether it sets out from what shows.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) { set { $0.fromCurrent = fromCurrentState } }
}
