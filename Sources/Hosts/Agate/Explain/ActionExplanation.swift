import QuartzCore
import RenderTree

/// An explanation of why a change of a property animates or does not animate. It is a value that can be printed.
public struct ActionExplanation: Sendable, CustomStringConvertible {
    /// The sources of an action, in the order in which they are queried.
    public enum Step: String, Sendable, CaseIterable {
        /// The layer's delegate, its `actions`, and the `actions` of its `style`.
        case delegate, actions, style
        /// `defaultAction(forKey:)` of the layer's class.
        case classDefault
        /// The implicit action of a layer that is shown.
        case implicit
        /// A subclass that overrides `action(forKey:)` and does not call super, or does not return its result.
        case override
    }

    /// The result of querying a source.
    public enum Answer: Sendable, Hashable {
        /// No result, so the next source is queried.
        case nothing(why: String)
        /// `NSNull`: no action, and no further source is queried.
        case null
        /// An action, as text.
        case action(String)
    }

    /// The effect of the change.
    public enum Verdict: Sendable, Hashable {
        /// An action runs.
        case animates(by: Step)
        /// A source returned `NSNull`, so no action runs.
        case forbidden(by: Step)
        /// All sources were queried, and none had an action.
        case nobodyAnswered
        /// The transaction disables actions: no source is queried.
        case actionsDisabled
        /// The layer is not shown, and has neither delegate nor actions nor style nor a custom class: no source is queried.
        case layerNotShown
        /// The property never has an action.
        case neverAsked
        /// A presentation layer can't be changed.
        case presentationLayer
    }

    /// The transaction in which the change would be made now.
    public struct Transaction: Sendable, Hashable {
        /// The number of open transactions; 0 means that the change opens the implicit one.
        public var level: Int
        /// A Boolean value that indicates whether it is the implicit transaction.
        public var isImplicit: Bool
        /// The duration for animations that have none, in seconds.
        public var duration: Double
        /// The timing function for animations that have none; nil if none is set.
        public var timingFunction: String?
        /// A Boolean value that indicates whether property changes run no actions.
        public var disablesActions: Bool
    }

    /// The layer's class, name and number.
    public let layer: String
    /// The key, or key path, of the query.
    public let key: String
    /// The effect that a change of the property would have now.
    public let verdict: Verdict
    /// All queries with their results, including those that a change would not have made.
    public let steps: [(step: Step, answer: Answer)]
    /// The settings of the current transaction.
    public let transaction: Transaction
    /// The action that was found, as text, with the times that it would get.
    public let action: String?
    /// The running animation that the action's would replace, as text.
    public let replaces: String?

    /// The explanation as lines of text.
    public var description: String {
        var lines = ["\(layer), \(key): \(verdict.sentence)"]
        for (step, answer) in steps { lines.append("  \(step.rawValue): \(answer.sentence)") }
        let timing = transaction.timingFunction.map { ", timing \($0)" } ?? ""
        let kind =
            transaction.level == 0
            ? "the implicit transaction, not open yet"
            : transaction.isImplicit
                ? "the implicit transaction" : "transaction at level \(transaction.level)"
        lines.append(
            "  in \(kind): duration \(transaction.duration) s\(timing), actions \(transaction.disablesActions ? "disabled" : "enabled")")
        if let action { lines.append("  action: \(action)") }
        if let replaces { lines.append("  replaces: \(replaces)") }
        return lines.joined(separator: "\n")
    }
}

extension ActionExplanation.Answer {
    fileprivate var sentence: String {
        switch self {
        case .nothing(let why): "nothing, \(why)"
        case .null: "NSNull: no animation, and the search ends"
        case .action(let action): action
        }
    }
}

extension ActionExplanation.Verdict {
    fileprivate var sentence: String {
        switch self {
        case .animates(let step): "a change runs the action from \(step.rawValue)"
        case .forbidden(let step): "a change takes effect immediately: \(step.rawValue) prevents an action"
        case .nobodyAnswered: "a change takes effect immediately: no step has an action for it"
        case .actionsDisabled: "a change takes effect immediately: the transaction disables actions"
        case .layerNotShown: "a change takes effect immediately: the layer is not shown, and no step can provide an action"
        case .neverAsked: "a change takes effect immediately: the property never has an action"
        case .presentationLayer: "a change is ignored: this is a presentation layer"
        }
    }
}

extension CALayer {
    /// Explains the effect that setting a property now would have, without setting it.
    ///
    /// The search itself reports: the delegate, the class and overrides of `action(forKey:)` are queried as for a change, once.
    /// - Parameter key: The key of a property or an event, or a key path such as `transform.rotation.z`.
    public func explainAction(forKey key: String) -> ActionExplanation {
        let (action, change) = Watch.search(self, key)
        let steps = change.steps.map { (ActionExplanation.Step($0.step), ActionExplanation.Answer($0.answer)) }
        return ActionExplanation(
            layer: LayerReport.describe(self), key: key, verdict: verdict(key, action, steps), steps: steps,
            transaction: .current, action: action.map(words), replaces: replaced(by: action, key)
        )
    }

    private func verdict(
        _ key: String, _ action: (any CAAction)?, _ steps: [(step: ActionExplanation.Step, answer: ActionExplanation.Answer)]
    ) -> ActionExplanation.Verdict {
        if modelLayer != nil { return .presentationLayer }
        let root = String(key.prefix { $0 != "." })
        if PropertyTable.row(forKey: root, of: layerClass)?.implicit == .never { return .neverAsked }
        if CATransaction.disableActions() { return .actionsDisabled }
        if !mayFindAction { return .layerNotShown }
        guard let last = steps.last else { return action == nil ? .forbidden(by: .override) : .animates(by: .override) }
        switch (last.answer, action) {
        case (.action, .some): return .animates(by: last.step)
        case (.null, nil): return .forbidden(by: last.step)
        case (.nothing, nil): return .nobodyAnswered
        case (_, .some): return .animates(by: .override)
        case (_, nil): return .forbidden(by: .override)
        }
    }

    private func words(_ action: any CAAction) -> String {
        guard let animation = action as? CAAnimation else { return Watch.describe(action) }
        let duration = animation.duration > 0 ? animation.duration : CATransaction.animationDuration()
        let timing = animation.timingFunction ?? CATransaction.animationTimingFunction()
        return "\(type(of: animation)) of \((animation as? CAPropertyAnimation)?.keyPath ?? "the layer"), \(duration) s, timing "
            + (timing?.description ?? "linear")
    }

    private func replaced(by action: (any CAAction)?, _ key: String) -> String? {
        guard let animation = action as? CAAnimation else { return nil }
        let key = animation is CATransition ? kCATransition : key
        return self.animation(forKey: key).map { "\(Watch.describe($0)) under the key \(key)" }
    }
}

extension ActionExplanation.Step {
    fileprivate init(_ step: ActionStep) {
        switch step {
        case .delegate: self = .delegate
        case .actions: self = .actions
        case .style: self = .style
        case .classDefault: self = .classDefault
        case .implicit: self = .implicit
        }
    }
}

extension ActionExplanation.Answer {
    fileprivate init(_ answer: ActionAnswer) {
        switch answer {
        case .nothing(let why): self = .nothing(why: why)
        case .null: self = .null
        case .action(let action): self = .action(Watch.describe(action))
        }
    }
}

extension ActionExplanation.Transaction {
    fileprivate static var current: Self {
        let thread = TransactionThread.current
        return Self(
            level: thread.level, isImplicit: thread.level == 0 || thread.isInImplicit, duration: CATransaction.animationDuration(),
            timingFunction: CATransaction.animationTimingFunction()?.description, disablesActions: CATransaction.disableActions()
        )
    }
}
