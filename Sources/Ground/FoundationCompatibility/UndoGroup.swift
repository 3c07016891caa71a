import ObjectiveCRuntime

/// Actions that are undone together, and what a menu calls them.
@MainActor struct UndoGroup {
    /// One thing to do, to an object that is not kept alive.
    struct Action {
        weak var target: AnyObject?
        let body: @MainActor (AnyObject) -> Void
    }

    var actions: [Action] = []
    var name = ""
    var isDiscardable = false

    /// Without the actions of an object, and of those that are gone.
    func without(_ target: AnyObject) -> UndoGroup {
        var kept = self
        kept.actions.removeAll { $0.target == nil || $0.target === target }
        return kept
    }
}
