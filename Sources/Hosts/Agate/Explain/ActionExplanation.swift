import QuartzCore
import RenderTree

/// Why a change of a property animates, or why it does not. A value; print it.
public struct ActionExplanation: Sendable, CustomStringConvertible {
    /// Who is asked for an action, in this order.
    public enum Step: String, Sendable, CaseIterable {
        /// The layer's delegate, its `actions`, and the `actions` of its `style`.
        case delegate, actions, style
        /// `defaultAction(forKey:)` of the layer's class.
        case classDefault
        /// What a layer that is shown does by itself.
        case implicit
        /// A subclass that overrides `action(forKey:)` and did not pass the question on, or not the answer.
        case override
    }

    /// What one of them answered.
    public enum Answer: Sendable, Hashable {
        /// Nothing, and so the next was asked.
        case nothing(why: String)
        /// `NSNull`: no action, and nobody else is asked.
        case null
        /// An action, in words.
        case action(String)
    }

    /// What the change would do.
    public enum Verdict: Sendable, Hashable {
        /// An action runs.
        case animates(by: Step)
        /// Somebody said that nothing shall happen.
        case forbidden(by: Step)
        /// Everybody was asked, and nobody had an action.
        case nobodyAnswered
        /// The transaction disables actions: nobody is asked.
        case actionsDisabled
        /// The layer is not shown, and has neither delegate nor actions nor style nor a class of its own: nobody is asked.
        case layerNotShown
        /// The property never has an action.
        case neverAsked
        /// A presentation layer can't be changed.
        case presentationLayer
    }

    /// The transaction in which the change would be made now.
    public struct Transaction: Sendable, Hashable {
        /// How many are open; 0 means that the change opens the implicit one.
        public var level: Int
        /// Whether it is the implicit one.
        public var isImplicit: Bool
        /// What an animation without a duration gets, in seconds.
        public var duration: Double
        /// What an animation without a timing function gets; nil where none is set.
        public var timingFunction: String?
        /// Whether property changes leave actions alone.
        public var disablesActions: Bool
    }

    /// The layer, by class, name and number.
    public let layer: String
    /// The key, or key path, asked about.
    public let key: String
    /// What a change of the property would do now.
    public let verdict: Verdict
    /// Every question that was asked, with its answer. Also where a change would not have asked.
    public let steps: [(step: Step, answer: Answer)]
    /// The settings in force.
    public let transaction: Transaction
    /// The action that was found, in words, with the times that it would get.
    public let action: String?
    /// The running animation that the action's would replace, in words.
    public let replaces: String?

    /// As lines of text.
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
    /// Asks what setting a property now would do, without setting it.
    ///
    /// It is the search itself that reports: the delegate, the class and overrides of `action(forKey:)` are asked as by a change, once.
    /// - Parameter key: of a property or an event, or a key path such as `transform.rotation.z`.
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
