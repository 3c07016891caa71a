import QuartzCore

/// Groups changes of a text for the undo manager: consecutive typing, or consecutive deletions, form one group.
@MainActor struct TextUndo {
    /// The undo manager's change count after the last change of the text, and the location at which a change of the same kind continues the
    /// group.
    private var last: (changeCount: Int, place: Int, isTyping: Bool)?
    private weak var manager: UndoManager?

    /// Records a change that is about to be made.
    /// - Parameters:
    /// - range: The range to replace, in UTF-16 units.
    /// - text: The replacement.
    /// - manager: The undo manager; nil records nothing.
    /// - register: A closure that registers the restoration of the current text. It isn't called if the change continues the previous
    ///   group.
    mutating func note(_ range: NSRange, _ text: String, _ manager: UndoManager?, register: () -> Void) {
        guard let manager, manager.isUndoRegistrationEnabled else { return last = nil }
        let length = (text as NSString).length, isTyping = length > 0
        let goesOn =
            last.map { old in
                old.changeCount == manager.changeCount && old.isTyping == isTyping
                    && (isTyping ? range.length == 0 && range.location == old.place : NSMaxRange(range) == old.place)
            } ?? false
        if !goesOn || text.contains(where: \.isNewline) {
            register()
            manager.setActionName("Typing")
        }
        self.manager = manager
        last = (manager.changeCount, range.location + length, isTyping)
    }

    /// Ends the group, so that the next change begins a new one.
    mutating func endTyping() { last = nil }

    /// Removes the undo actions of the target after the program has set its text.
    mutating func forget(_ target: AnyObject) {
        last = nil
        manager?.removeAllActions(withTarget: target)
        manager = nil
    }
}
