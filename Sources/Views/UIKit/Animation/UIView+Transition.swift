import AgateDiagnostics
import QuartzCore

/// Transitions from the appearance of a view before a block to that after it.
extension UIView {
    /// Runs a block that changes a view's content, and animates from the old to the new appearance: with a cross dissolve, with a flip, or
    /// without animation if the options specify no transition. Curls are shown as cross dissolves.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        let tracker = AnimationTracker(completion)
        let kind = TransitionKind(options)
        guard AnimationContext.isEnabled, duration > 0, duration.isFinite, kind != .none else {
            options.contains(.allowAnimatedContent) ? animations?() : performWithoutAnimation { animations?() }
            return tracker.close()
        }
        let function = (AnimationCurve(rawValue: options.curveNumber) ?? .easeInOut).timingFunction
        let blocked: UIView? = options.contains(.allowUserInteraction) ? nil : view
        func change() { options.contains(.allowAnimatedContent) ? animations?() : performWithoutAnimation { animations?() } }
        switch kind {
        case .none: break
        case .turn(let axis, let angle):
            Turn(view, axis: axis, angle: angle, duration: duration, function: function).run(tracker, blocked, change)
        case .curl, .dissolve:
            if kind == .curl {
                Diagnostic.reportOnce("view.transition", key: "curl", "page curls are not supported; the transition is a cross dissolve")
            }
            let fade = CATransition()
            fade.duration = duration
            fade.timingFunction = function
            fade.delegate = tracker
            tracker.enter(blocking: blocked)
            view.layer.add(fade, forKey: kCATransition)
            change()
        }
        tracker.close()
    }

    /// Replaces a view by another one, with the transition that the options specify. The old view is removed from its superview. With
    /// `showHideTransitionViews`, the old view is hidden and the new one shown.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let container = fromView.superview else {
            Diagnostic.report("view.transition", "the source view of a transition has no superview; nothing happens")
            return AnimationTracker(completion).close()
        }
        let swap = {
            if options.contains(.showHideTransitionViews) {
                fromView.isHidden = true
                toView.isHidden = false
            } else {
                container.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        }
        transition(with: container, duration: duration, options: options, animations: swap, completion: completion)
    }
}

/// The kind of a transition according to the option bits.
private enum TransitionKind: Equatable {
    case none, dissolve, curl
    /// A half turn about an axis, in the direction of the angle's sign.
    case turn(axis: Axis, angle: CGFloat)

    enum Axis { case x, y }

    init(_ options: UIView.AnimationOptions) {
        switch options.transitionNumber {
        case 1: self = .turn(axis: .y, angle: 1)
        case 2: self = .turn(axis: .y, angle: -1)
        case 3, 4: self = .curl
        case 5: self = .dissolve
        case 6: self = .turn(axis: .x, angle: -1)
        case 7: self = .turn(axis: .x, angle: 1)
        default: self = .none
        }
    }
}

/// A half turn with the old appearance on the front and the view itself on the back.
@MainActor private struct Turn {
    let view: UIView
    let axis: TransitionKind.Axis
    let angle: CGFloat
    let duration: Double
    let function: CAMediaTimingFunction

    init(_ view: UIView, axis: TransitionKind.Axis, angle: CGFloat, duration: Double, function: CAMediaTimingFunction) {
        self.view = view
        self.axis = axis
        self.angle = angle
        self.duration = duration
        self.function = function
    }

    func run(_ tracker: AnimationTracker, _ blocked: UIView?, _ change: () -> Void) {
        let old = picture()
        change()
        // In front of all contents of the view for the first half.
        if let old {
            view.layer.addSublayer(old)
            let hide = CAKeyframeAnimation(keyPath: "opacity")
            hide.values = [1, 0]
            hide.keyTimes = [0, 0.5, 1]
            hide.calculationMode = .discrete
            hide.duration = duration
            hide.timingFunction = function
            hide.fillMode = .both
            hide.isRemovedOnCompletion = false
            hide.delegate = LayerRemover(old)
            old.add(hide, forKey: "transition")
        }
        let model = view.layer.transform
        let turn = CAKeyframeAnimation(keyPath: "transform")
        let edge = [0.5, -0.5].map { CATransform3DConcat(model, turned(angle * .pi * $0)) }
        turn.values = [model, edge[0], edge[1], model]
        turn.keyTimes = [0, 0.5, 0.5, 1]
        turn.duration = duration
        turn.timingFunction = function
        turn.delegate = tracker
        tracker.enter(blocking: blocked)
        view.layer.add(turn, forKey: "transition-turn")
    }

    /// Returns a rotation with a perspective from a distance of four times the view's size.
    private func turned(_ angle: CGFloat) -> CATransform3D {
        let size = max(view.bounds.width, view.bounds.height, 1)
        var eye = CATransform3DIdentity
        eye.m34 = -1 / (4 * size)
        return CATransform3DConcat(CATransform3DMakeRotation(angle, axis == .x ? 1 : 0, axis == .y ? 1 : 0, 0), eye)
    }

    /// Returns a layer with the view's current appearance.
    private func picture() -> CALayer? {
        let bounds = view.bounds, scale = view.window?.screen.scale ?? UIScreen.main.scale
        guard let image = view.picture(scale: scale) else { return nil }
        let layer = CALayer()
        layer.frame = bounds
        layer.zPosition = 1
        layer.contentsScale = scale
        layer.contents = image
        return layer
    }
}

/// Removes a layer when its animation has ended.
private final class LayerRemover: NSObject, CAAnimationDelegate {
    private let layer: CALayer

    init(_ layer: CALayer) {
        self.layer = layer
        super.init()
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        CATransaction.withoutActions { layer.removeFromSuperlayer() }
    }
}
