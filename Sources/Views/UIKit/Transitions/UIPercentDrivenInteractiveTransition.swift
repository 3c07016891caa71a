import QuartzCore

/// Leads an animator by a number: the animations in the container stand still, and show what they are at that part of their time.
@preconcurrency @MainActor open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
    @preconcurrency @MainActor public override init() { super.init() }

    private weak var context: TransitionContext?
    private var link: CADisplayLink?

    /// How long the animation takes, in seconds.
    open private(set) var duration: CGFloat = 0
    /// How far it is, 0...1.
    open private(set) var percentComplete: CGFloat = 0
    /// How fast it goes on when the hand lets go; 1 at first.
    open var completionSpeed: CGFloat = 1
    /// Kept: what is left goes on in the animation's own pace.
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// Kept: the animation goes in its own pace.
    open var timingCurve: (any UITimingCurveProvider)?
    /// Whether it begins led; true at first.
    open var wantsInteractiveStart = true

    /// Calls the animator, and stops the time of the container's layer, so that the animations stand at their beginning until `update(_:)`.
    /// Ignores a context that is not UIKit's own.
    open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        guard let context = transitionContext as? TransitionContext else { return }
        self.context = context
        duration = CGFloat(context.transitionDuration)
        percentComplete = 0
        let layer = context.containerView.layer
        // Animations that are added from here on begin at this time, and stay there.
        let now = layer.convertTime(CACurrentMediaTime(), from: nil)
        layer.speed = 0
        layer.timeOffset = now
        start = now
        context.animate()
    }

    /// The container's time at which the animations began.
    private var start = 0.0

    /// The hand has led it so far, 0...1.
    open func update(_ percentComplete: CGFloat) {
        guard let context, context.isInteractive else { return }
        self.percentComplete = min(max(percentComplete, 0), 1)
        context.updateInteractiveTransition(self.percentComplete)
        context.containerView.layer.timeOffset = start + Double(self.percentComplete * duration)
    }

    /// Stands still, to be led again.
    open func pause() {
        guard let context else { return }
        context.pauseInteractiveTransition()
        link?.invalidate()
        link = nil
    }

    /// The hand lets go: the rest goes by itself.
    open func finish() {
        guard let context, context.isInteractive else { return }
        context.finishInteractiveTransition()
        go(to: 1) { layer in
            // Time goes on as everywhere; the animations are at their ends.
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
        }
    }

    /// The hand lets go: it goes back to the beginning.
    open func cancel() {
        guard let context, context.isInteractive else { return }
        context.cancelInteractiveTransition()
        go(to: 0) { layer in
            UIPercentDrivenInteractiveTransition.removeAnimations(below: layer)
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
        }
    }

    /// Those that end so tell their blocks that they did not finish.
    private static func removeAnimations(below layer: CALayer) {
        for child in layer.sublayers ?? [] {
            child.removeAllAnimations()
            removeAnimations(below: child)
        }
    }

    private func go(to end: CGFloat, _ done: @escaping (CALayer) -> Void) {
        guard let layer = context?.containerView.layer else { return }
        let began = CACurrentMediaTime(), first = percentComplete, speed = max(0.01, Double(completionSpeed)),
            length = max(0.001, Double(duration))
        // Kept until it is over, since whoever made it may let go of it.
        let link = CADisplayLink { [self] link in
            let moved = CGFloat((CACurrentMediaTime() - began) * speed / length)
            percentComplete = end > first ? min(end, first + moved) : max(end, first - moved)
            if percentComplete != end { return layer.timeOffset = start + Double(percentComplete * duration) }
            link.invalidate()
            self.link = nil
            done(layer)
        }
        self.link = link
        link.add(to: .main, forMode: .common)
    }
}
