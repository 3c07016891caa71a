import QuartzCore

/// An interaction controller that drives an animator by a fraction. It pauses the animations in the container, and shows their state at
/// that fraction of their time.
@preconcurrency @MainActor open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
    @preconcurrency @MainActor public override init() { super.init() }

    private weak var context: TransitionContext?
    private var link: CADisplayLink?

    /// The duration of the transition, in seconds.
    open private(set) var duration: CGFloat = 0
    /// The progress of the transition, 0...1.
    open private(set) var percentComplete: CGFloat = 0
    /// The speed at which the animation continues when the interaction has ended; 1 by default.
    open var completionSpeed: CGFloat = 1
    /// The pace at which the rest of the animation runs when the interaction has ended; ease-in-ease-out by default.
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// Stored, without effect: the animation keeps its own timing.
    open var timingCurve: (any UITimingCurveProvider)?
    /// A Boolean value that indicates whether the transition begins interactively; true by default.
    open var wantsInteractiveStart = true

    /// Starts the animator, and stops the time of the container's layer, so that the animations stay at their beginning until `update(_:)`
    /// is called. Ignores contexts that UIKit didn't create.
    open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        guard let context = transitionContext as? TransitionContext else { return }
        self.context = context
        duration = CGFloat(context.transitionDuration)
        percentComplete = 0
        let layer = context.containerView.layer
        // Animations added from here on begin at this time, which doesn't advance.
        let now = layer.convertTime(CACurrentMediaTime(), from: nil)
        layer.speed = 0
        layer.timeOffset = now
        start = now
        context.animateFollowing()
    }

    /// The container's time at which the animations began.
    private var start = 0.0

    /// Sets the progress of the transition, 0...1.
    open func update(_ percentComplete: CGFloat) {
        guard let context, context.isInteractive else { return }
        self.percentComplete = min(max(percentComplete, 0), 1)
        context.updateInteractiveTransition(self.percentComplete)
        context.containerView.layer.timeOffset = start + Double(self.percentComplete * duration)
    }

    /// Pauses the transition, to continue interactively.
    open func pause() {
        guard let context else { return }
        context.pauseInteractiveTransition()
        link?.invalidate()
        link = nil
    }

    /// Ends the interaction, and runs the remaining animation.
    open func finish() {
        guard let context, context.isInteractive else { return }
        context.finishInteractiveTransition()
        go(to: 1) { layer in
            // Restore the normal time; the animations have reached their ends.
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
        }
    }

    /// Ends the interaction, and runs the animation back to its beginning.
    open func cancel() {
        guard let context, context.isInteractive else { return }
        context.cancelInteractiveTransition()
        go(to: 0) { layer in
            context.restoreChanges()
            UIPercentDrivenInteractiveTransition.removeAnimations(below: layer)
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
        }
    }

    /// Removes the animations of a layer's descendants. Their completion blocks are called with false.
    private static func removeAnimations(below layer: CALayer) {
        for child in layer.sublayers ?? [] {
            child.removeAllAnimations()
            removeAnimations(below: child)
        }
    }

    private func go(to end: CGFloat, _ done: @escaping (CALayer) -> Void) {
        guard let layer = context?.containerView.layer else { return }
        let began = CACurrentMediaTime(), first = percentComplete
        let length = max(0.001, Double(abs(end - first) * duration) / max(0.01, Double(completionSpeed)))
        let curve = completionCurve.timingFunction
        // The link retains self until the animation has ended, since the owner may release it earlier.
        let link = CADisplayLink { [self] link in
            let share = min(1, (CACurrentMediaTime() - began) / length)
            percentComplete = share < 1 ? first + (end - first) * CGFloat(curve.progress(at: share)) : end
            if share < 1 { return layer.timeOffset = start + Double(percentComplete * duration) }
            link.invalidate()
            self.link = nil
            done(layer)
        }
        self.link = link
        link.add(to: .main, forMode: .common)
    }
}
