import CoreGraphics
import RenderTree

/// The search for what happens when a layer's property changes.
enum Actions {
    private enum Answer {
        /// Somebody answered; nil stands for NSNull.
        case found((any CAAction)?)
        case nobody
        init(_ action: (any CAAction)?) {
            guard let action else { self = .nobody; return }
            self = .found(action is NSNull ? nil : action)
        }
    }

    /// Delegate, `actions`, `style`, the class; then what a live layer does by itself.
    static func search(_ layer: CALayer, _ event: String) -> (any CAAction)? {
        if case .found(let action) = ask(layer, event) { return action }
        return implicitAction(layer, event)
    }

    private static func ask(_ layer: CALayer, _ event: String) -> Answer {
        if let delegate = layer.delegate, case .found(let action) = Answer(delegate.action(for: layer, forKey: event)) {
            return .found(action)
        }
        if let actions = layer.actions, case .found(let action) = Answer(actions[event]) { return .found(action) }
        var style = layer.style
        // A style that holds itself can't be written; a deep one is followed for a while.
        for _ in 0..<64 {
            guard let current = style else { break }
            let actions = (current["actions" as AnyHashable] as? [AnyHashable: Any])
            if let action = actions?[event as AnyHashable] as? any CAAction { return Answer(action) }
            style = current["style" as AnyHashable] as? [AnyHashable: Any]
        }
        return Answer(type(of: layer).defaultAction(forKey: event))
    }

    /// What a layer that has been shown does when nobody else answers.
    private static func implicitAction(_ layer: CALayer, _ event: String) -> (any CAAction)? {
        guard layer.liveContext != nil else { return nil }
        // No stored properties, but of the transition kind.
        if event == "sublayers" || event == "mask" { return implicitTransition(layer) }
        let root = event.prefix { $0 != "." }
        guard let row = PropertyTable.row(forKey: String(root), of: layer.layerClass) else { return nil }
        switch row.implicit {
        case .basic: return implicitAnimation(layer, row, event)
        case .transition: return root.count == event.count ? implicitTransition(layer) : nil
        case .asked, .never: return nil
        }
    }

    /// A transition covers everything in its transaction: a second one in the same would replace it by its like.
    private static func implicitTransition(_ layer: CALayer) -> CATransition? {
        if let store = layer.animationStore, let index = store.index(ofKey: kCATransition), !store.entries[index].isSent { return nil }
        return CATransition()
    }

    private static func implicitAnimation(_ layer: CALayer, _ row: PropertyRow, _ path: String) -> CABasicAnimation? {
        let shown = layer.hasAnimation(ofKey: row.key) ? layer.presentation() : nil
        // Without an old colour or path there is nothing to come from.
        guard let from = (shown ?? layer).value(forKeyPath: path) else { return nil }
        let animation = CABasicAnimation(keyPath: path)
        animation.fromValue = from
        animation.fillMode = .backwards
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        return animation
    }
}
