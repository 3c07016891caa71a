import CoreGraphics

/// One level of the transaction stack: the values set in it.
struct TransactionScope {
    let isImplicit: Bool
    private(set) var duration: Double?
    private(set) var timingFunction: CAMediaTimingFunction??
    private(set) var disablesActions: Bool?
    /// The completion group of the animations added from now on.
    var group: CompletionGroup?
    /// The nesting level of the run loop in which the scope was opened; 0 outside any.
    var loopDepth = 0
    /// True if a diagnostic has reported that the scope is still open.
    var isReported = false
    private var others: [String: Any?]?

    init(isImplicit: Bool) { self.isImplicit = isImplicit }

    mutating func set(_ value: Any?, forKey key: String) {
        switch key {
        case kCATransactionAnimationDuration: duration = AnimationKeyValue.number(value) ?? 0
        case kCATransactionDisableActions: disablesActions = (AnimationKeyValue.number(value) ?? 0) != 0
        case kCATransactionAnimationTimingFunction: timingFunction = .some(value as? CAMediaTimingFunction)
        default: others = (others ?? [:]).merging([key: value]) { $1 }
        }
    }

    /// Returns the value of a key. The outer optional is nil if this scope has not set the key.
    func value(forKey key: String) -> Any?? {
        switch key {
        case kCATransactionAnimationDuration: duration.map { .some(NSNumber(value: $0)) }
        case kCATransactionDisableActions: disablesActions.map { .some(NSNumber(value: $0)) }
        case kCATransactionAnimationTimingFunction: timingFunction.map { $0.map { $0 as Any } }
        case kCATransactionCompletionBlock: group.map { .some($0.block) }
        default: others?[key]
        }
    }
}
