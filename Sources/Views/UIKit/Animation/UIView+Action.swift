import QuartzCore

extension UIView {
    /// Returns the action for a key of the view's layer. Outside an animation block no key of a view is animated. Inside a block only the
    /// keys that UIKit animates are (UV2).
    final func animationAction(_ layer: CALayer, _ event: String) -> (any CAAction)? {
        guard layer === self.layer, AnimationContext.isEnabled, let context = AnimationContext.current, context.duration > 0,
            let kind = AnimatedKeys.kind(event)
        else { return Self.noAction }
        return ViewAction(self, event, kind, context)
    }
}

/// The action of a view for a key that its animation block animates. It runs after the change and passes the old and new values to the
/// block.
///
/// As an animation it is the one of iOS 7, from the old value to the model's value. The block may convert it to a different one.
final class ViewAction: CABasicAnimation {
    private struct Source {
        let view: UIView
        let kind: AnimatedKeys.Kind
        let context: AnimationContext
        let old: Any?
        let shown: Any?
    }
    private var source: Source?

    @MainActor convenience init(_ view: UIView, _ event: String, _ kind: AnimatedKeys.Kind, _ context: AnimationContext) {
        self.init()
        keyPath = event
        let layer = view.layer
        let old = layer.value(forKeyPath: event)
        source = Source(view: view, kind: kind, context: context, old: old, shown: layer.presentation()?.value(forKeyPath: event))
        fromValue = old
        fillMode = .both
        let paced = context.pace.animation(context.duration)
        duration = paced.duration
        timingFunction = paced.timingFunction
    }

    override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard let layer = anObject as? CALayer else { return }
        guard let source else { return super.run(forKey: event, object: anObject, arguments: dict) }
        let change = LayerChange(
            layer: layer, key: event, kind: source.kind, old: source.old, new: layer.value(forKeyPath: event), shown: source.shown
        )
        let handed = Handed(source: source, change: change)
        MainActor.assumeIsolated {
            FollowedChanges.current?.note(handed.change, of: handed.source.view)
            handed.source.context.take(handed.change, of: handed.source.view)
        }
    }

    /// Unchecked: the value is passed from the setter of a view's layer, on the main thread, to the main actor, which runs on the same
    /// thread.
    private struct Handed: @unchecked Sendable {
        let source: Source
        let change: LayerChange
    }
}
