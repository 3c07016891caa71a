import ObjectiveCRuntime

/// Actions that are undone together, and their name in a menu.
@MainActor struct UndoGroup {
    /// One action on an object that is not retained.
    struct Action {
        weak var target: AnyObject?
        let body: @MainActor (AnyObject) -> Void
    }

    var actions: [Action] = []
    var name = ""
    var isDiscardable = false

    /// Returns the group without the actions of an object, and of deallocated objects.
    func without(_ target: AnyObject) -> UndoGroup {
        var kept = self
        kept.actions.removeAll { $0.target == nil || $0.target === target }
        return kept
    }
}
