import CoreGraphics
import RenderTree

/// The steps of the action search, in order.
package enum ActionStep: String, Sendable, CaseIterable { case delegate, actions, style, classDefault, implicit }

/// The result of one step.
package enum ActionAnswer {
    /// There was no object to query, or it returned nil: the search continues.
    case nothing(why: String)
    /// `NSNull`: the search ends without an action.
    case null
    case action(any CAAction)
}

/// Receives each step and its result. Generic, so that the variant that ignores them has no cost.
private protocol ActionWitness {
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer)
}

private struct NoWitness: ActionWitness {
    @inline(__always)
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer) {}
}

/// Records the results.
private struct RecordingWitness: ActionWitness {
    let record: WatchedChange
    func note(_ step: ActionStep, _ answer: @autoclosure () -> ActionAnswer) { record.steps.append((step, answer())) }
}

/// The search for the action of a property change.
enum Actions {
    private enum Answer {
        /// A step returned an action; nil represents NSNull.
        case found((any CAAction)?)
        case nobody
        init(_ action: (any CAAction)?) {
            guard let action else { self = .nobody; return }
            // The type itself is compared first: a cast of the existential takes longer than the rest of the search.
            self = .found(type(of: action) == NSNull.self || action is NSNull ? nil : action)
        }

        func explained(_ why: @autoclosure () -> String) -> ActionAnswer {
            switch self {
            case .nobody: .nothing(why: why())
            case .found(nil): .null
            case .found(let action?): .action(action)
            }
        }
    }

    /// Searches the delegate, `actions`, `style` and the class; then returns the implicit action of a live layer.
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
        // A style can't contain itself. The loop is bounded for deep ones.
        for _ in 0..<64 {
            guard let current = style else { break }
            // A plain cast would recurse into each level.
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

    /// Returns the action of a layer that has been shown, when no other step returned one.
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
        // These are not stored properties, but they use an implicit transition.
        if event == "sublayers" || event == "mask" { return implicitTransition(layer) }
        let whole = PropertyTable.property(forKey: event, of: layer.layerClass)
        let root = whole ?? event.firstDot.flatMap { PropertyTable.property(forKey: String(event[..<$0]), of: layer.layerClass) }
        guard let property = root else { return (nil, "layers have no property of that name with an implicit animation") }
        switch property.row.implicit {
        case .basic:
            let animation = implicitAnimation(layer, property, event, isWhole: whole != nil)
            return (animation, "there is no old value to animate from")
        case .transition where whole != nil: return implicitTransition(layer)
        case .transition, .asked, .never: return (nil, "the property has no implicit animation")
        }
    }

    /// Returns an implicit transition, unless the transaction already has one: it covers all changes, and a second one would replace it by
    /// an equal one.
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

    /// The timing function of implicit animations. Timing functions are immutable, so all of them have the same one.
    static let standardTiming = CAMediaTimingFunction(name: .default)

    private static func implicitAnimation(
        _ layer: CALayer, _ property: LayerProperty, _ path: String, isWhole: Bool
    ) -> CABasicAnimation? {
        let row = property.row
        let source = layer.sourceOfImplicitAnimation(property)
        // A program's class may compute the value of a key; the engine's own read the row, which is known here.
        let isStored = isWhole && source.classInfo.isStandard
        let value = isStored ? source.storedValue(property).map { Boxing.any($0, as: row) } : source.value(forKeyPath: path)
        guard let from = value else { return nil }
        let animation = CABasicAnimation(keyPath: path)
        animation.fromValue = from
        animation.fillMode = .backwards
        animation.timingFunction = CATransaction.animationTimingFunction() ?? standardTiming
        return animation
    }
}

extension CALayer {
    /// The layer whose value an implicit animation starts from: what is shown, if the property is being animated.
    fileprivate final func sourceOfImplicitAnimation(_ property: LayerProperty) -> CALayer {
        (hasAnimation(ofKey: property.key) ? presentation() : nil) ?? self
    }

    /// Returns the value that an implicit animation of a stored property starts from. Without an old colour or path, there is none.
    final func startOfImplicitAnimation(_ property: LayerProperty) -> PropertyValue? {
        sourceOfImplicitAnimation(property).storedValue(property)
    }
}
