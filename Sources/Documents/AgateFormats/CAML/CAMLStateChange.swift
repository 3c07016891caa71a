import QuartzCore

/// A change of a scene to another state, with everything made that can fail: values, animations and layers are created before the first
/// layer is changed, so that a change is complete or does not happen.
struct CAMLStateChange {
    /// A property that a state sets.
    struct Touch: Equatable {
        let targetID: String
        let keyPath: String
    }

    private enum Step {
        case setValue(Any?, Touch, CALayer)
        case addAnimation(CAAnimation, key: String, CALayer)
        case removeAnimation(key: String, CALayer)
        case addSublayer(CALayer, CALayer)
        case removeSublayer(CALayer)
    }

    /// The properties that the change may affect: those of the state that is left, then the others of the new state.
    let targets: [Touch]
    /// The builder, with the content of the new state and without that of the old one.
    private(set) var builder: CAMLBuilder
    private var steps: [Step] = []
    /// For each target the animation of the transition, or nil.
    private var animations: [CAAnimation?] = []

    /// - Parameters:
    ///   - elements: The elements of the new state.
    ///   - touched: The properties that the current state has set.
    ///   - transitions: The transitions that apply, the most precise first; none for an immediate change.
    ///   - line: The document's line in reports of missing layers.
    /// - Throws: ``CAMLError`` for content that can't be created.
    init(
        to elements: [CAMLState.Element], from touched: [Touch], _ transitions: [CAMLTransition], _ builder: CAMLBuilder, line: Int
    ) throws {
        self.builder = builder
        self.builder.removeStateContent()
        var targets = touched
        for element in elements {
            let touch = Touch(targetID: element.targetID, keyPath: element.keyPath)
            if case .setValue = element.change, !targets.contains(touch) { targets.append(touch) }
        }
        self.targets = targets
        for element in elements { if let step = try make(element, line) { steps.append(step) } }
        animations = try targets.map { try makeAnimation($0, transitions) }
    }

    private mutating func make(_ element: CAMLState.Element, _ line: Int) throws -> Step? {
        guard let target = builder.layers[element.targetID] else {
            builder.report(
                "caml.missing-target", element.targetID, line, "a state refers to the layer \"\(element.targetID)\", which does not exist")
            return nil
        }
        switch element.change {
        case .setValue(let value):
            let property = CAMLProperty(
                keyPath: element.keyPath, value: value, line: element.place.line, column: element.place.column)
            guard let new = try builder.kept({ try $0.settable(property, on: target) }) else { return nil }
            return .setValue(new, Touch(targetID: element.targetID, keyPath: element.keyPath), target)
        case .addAnimation(let description):
            guard let animation = try builder.animation(description) else { return nil }
            let key = element.keyPath.isEmpty ? description.string("keyPath") ?? description.elementName : element.keyPath
            return .addAnimation(animation, key: key, target)
        case .removeAnimation: return .removeAnimation(key: element.keyPath, target)
        case .addSublayer(let description): return .addSublayer(try builder.layer(description), target)
        case .removeSublayer(let id): return builder.layers[id].map { .removeSublayer($0) }
        }
    }

    private mutating func makeAnimation(_ target: Touch, _ transitions: [CAMLTransition]) throws -> CAAnimation? {
        for transition in transitions {
            guard let element = transition.elements.first(where: { $0.targetID == target.targetID && $0.keyPath == target.keyPath })
            else { continue }
            let animation = try builder.animation(element.animation)
            if let basic = animation as? CABasicAnimation { basic.keyPath = target.keyPath }
            return animation
        }
        // For a transition without elements, the system animates the values.
        guard transitions.contains(where: \.elements.isEmpty) else { return nil }
        let animation = CABasicAnimation(keyPath: target.keyPath)
        animation.duration = CAMLScene.defaultTransitionDuration
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        return animation
    }

    // MARK: Applying

    /// Changes the layers, in the elements' order.
    /// - Returns: The closures that undo the changes, in that order, and the properties that were set.
    func apply() -> (undo: [() -> Void], touched: [Touch]) {
        var undo: [() -> Void] = [], touched: [Touch] = []
        for step in steps {
            switch step {
            case .setValue(let new, let touch, let target):
                let old = target.value(forKeyPath: touch.keyPath)
                target.setValue(new, forKeyPath: touch.keyPath)
                undo.append { target.setValue(old, forKeyPath: touch.keyPath) }
                touched.append(touch)
            case .addAnimation(let animation, let key, let target):
                let old = target.animation(forKey: key)
                target.add(animation, forKey: key)
                undo.append { if let old { target.add(old, forKey: key) } else { target.removeAnimation(forKey: key) } }
            case .removeAnimation(let key, let target):
                guard let old = target.animation(forKey: key) else { continue }
                target.removeAnimation(forKey: key)
                undo.append { target.add(old, forKey: key) }
            case .addSublayer(let added, let target):
                target.addSublayer(added)
                undo.append { added.removeFromSuperlayer() }
            case .removeSublayer(let removed):
                guard let parent = removed.superlayer, let index = parent.sublayers?.firstIndex(where: { $0 === removed }) else { continue }
                removed.removeFromSuperlayer()
                undo.append { parent.insertSublayer(removed, at: UInt32(index)) }
            }
        }
        return (undo, touched)
    }

    /// The value of a property before a change.
    struct Snapshot {
        private let model: Any?
        private let shown: Any?

        init(_ layer: CALayer, _ keyPath: String) {
            model = layer.value(forKeyPath: keyPath)
            shown = layer.presentation()?.value(forKeyPath: keyPath) ?? model
        }

        /// Returns whether the property has had the same value.
        func isEqual(to value: Any?) -> Bool {
            switch (model, value) {
            case (nil, nil): true
            case (let a as AnyHashable, let b as AnyHashable): a == b
            default: false
            }
        }

        fileprivate var from: Any? { shown }
    }

    /// Adds the transition's animations of the values that changed.
    /// - Parameter before: The values of the targets before the change; nil for layers that did not exist.
    func animate(from before: [Snapshot?]) {
        for (index, touch) in targets.enumerated() {
            guard let layer = builder.layers[touch.targetID], let old = before[index], let animation = animations[index] else { continue }
            let new = layer.value(forKeyPath: touch.keyPath)
            if old.isEqual(to: new) { continue }
            if let basic = animation as? CABasicAnimation {
                basic.fromValue = old.from
                basic.toValue = new
            }
            layer.add(animation, forKey: touch.keyPath)
        }
    }
}
