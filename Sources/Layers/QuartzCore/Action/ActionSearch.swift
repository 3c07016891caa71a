import CoreGraphics
import RenderTree

/// The questions of the action search, in their order.
package enum ActionStep: String, Sendable, CaseIterable { case delegate, actions, style, classDefault, implicit }

/// The answer to one question.
package enum ActionAnswer {
    /// Nobody was there to ask, or the answer was nil: the search goes on.
    case nothing(why: String)
    /// `NSNull`: the search ends, and nothing happens.
    case null
    case action(any CAAction)
}

/// Hears every question and answer of a search. Of the two kinds, the one that hears nothing costs nothing.
private protocol ActionWitness {
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer)
}

private struct NoWitness: ActionWitness {
    @inline(__always)
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer) {}
}

/// Writes the answers down.
private struct RecordingWitness: ActionWitness {
    let record: WatchedChange
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer) { record.steps.append((step, answer())) }
}

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

        func explained(_ why: @autoclosure () -> String) -> ActionAnswer {
            switch self {
            case .nobody: .nothing(why: why())
            case .found(nil): .null
            case .found(let action?): .action(action)
            }
        }
    }

    /// Delegate, `actions`, `style`, the class; then what a live layer does by itself.
    static func search(_ layer: CALayer, _ event: String) -> (any CAAction)? {
        if Watch.isOn, let record = Watch.record(of: layer, event) { return search(layer, event, RecordingWitness(record: record)) }
        return search(layer, event, NoWitness())
    }

    private static func search<Witness: ActionWitness>(_ layer: CALayer, _ event: String, _ witness: Witness) -> (any CAAction)? {
        if case .found(let action) = ask(layer, event, witness) { return action }
        return implicitAction(layer, event, witness)
    }

    private static func ask<Witness: ActionWitness>(_ layer: CALayer, _ event: String, _ witness: Witness) -> Answer {
        if let delegate = layer.delegate {
            let answer = Answer(delegate.action(for: layer, forKey: event))
            witness.note(.delegate, answer.explained("the delegate, a \(type(of: delegate)), returned nil"))
            if case .found = answer { return answer }
        } else {
            witness.note(.delegate, .nothing(why: "there is no delegate"))
        }
        if let actions = layer.actions {
            let answer = Answer(actions[event])
            witness.note(.actions, answer.explained("the layer's actions do not contain the key"))
            if case .found = answer { return answer }
        } else {
            witness.note(.actions, .nothing(why: "the layer has no actions"))
        }
        var style = layer.style
        // A style that holds itself can't be written; a deep one is followed for a while.
        for _ in 0..<64 {
            guard let current = style else { break }
            // A cast looks into each level.
            let actions = current["actions" as AnyHashable].flatMap { ContainerDepth.dictionary(ContainerDepth.guarded($0)) }
            if let action = actions?[event as AnyHashable] as? any CAAction {
                witness.note(.style, Answer(action).explained(""))
                return Answer(action)
            }
            style = current["style" as AnyHashable].flatMap { ContainerDepth.dictionary(ContainerDepth.guarded($0)) }
        }
        witness.note(.style, .nothing(why: layer.style == nil ? "the layer has no style" : "the style does not contain the action"))
        let answer = Answer(type(of: layer).defaultAction(forKey: event))
        witness.note(.classDefault, answer.explained("\(type(of: layer)).defaultAction(forKey:) returned nil"))
        return answer
    }

    /// What a layer that has been shown does when nobody else answers.
    private static func implicitAction<Witness: ActionWitness>(_ layer: CALayer, _ event: String, _ witness: Witness) -> (any CAAction)? {
        guard layer.liveContext != nil else {
            witness.note(.implicit, .nothing(why: "the layer has not been shown: only layers of a shown tree have implicit animations"))
            return nil
        }
        let (action, why) = ownAction(layer, event)
        witness.note(.implicit, action.map { .action($0) } ?? .nothing(why: why))
        return action
    }

    private static func ownAction(_ layer: CALayer, _ event: String) -> (action: (any CAAction)?, why: String) {
        // No stored properties, but of the transition kind.
        if event == "sublayers" || event == "mask" { return implicitTransition(layer) }
        let root = event.prefix { $0 != "." }
        guard let row = PropertyTable.row(forKey: String(root), of: layer.layerClass) else {
            return (nil, "layers have no property of that name with an implicit animation")
        }
        switch row.implicit {
        case .basic:
            return (implicitAnimation(layer, row, event), "there is no old value to animate from")
        case .transition where root.count == event.count: return implicitTransition(layer)
        case .transition, .asked, .never: return (nil, "the property has no implicit animation")
        }
    }

    /// A transition covers everything in its transaction: a second one in the same would replace it by its like.
    private static func implicitTransition(_ layer: CALayer) -> (action: (any CAAction)?, why: String) {
        let isCovered = LayerLock.withLock {
            guard let store = layer.animationStore, let index = store.index(ofKey: kCATransition) else { return false }
            return !store.entries[index].isSent
        }
        if isCovered {
            return (nil, "the layer's transition of this transaction covers it")
        }
        return (CATransition(), "")
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
