import CoreText
import QuartzCore

/// Which changes of a text are one for the undo manager: what is typed, or deleted, in one go.
@MainActor struct TextUndo {
    /// How many changes the manager had after the last one of the text, and where the next one of the same kind would be.
    private var last: (changeCount: Int, place: Int, isTyping: Bool)?
    private weak var manager: UndoManager?

    /// Notes a change that is about to be made.
    /// - Parameters:
    ///   - range: what is replaced, in UTF-16 units.
    ///   - text: by what.
    ///   - manager: who keeps it; nil keeps nothing.
    ///   - register: registers how the text is put back as it is now; not called where the change goes on with the one before.
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

    /// A text, and what is selected of it, in UTF-16 units.
    struct State {
        let text: StyledText
        let selection: NSRange
    }

    /// The next change is one of its own.
    mutating func endTyping() { last = nil }

    /// The program set the text: what was typed before can't be taken back.
    mutating func forget(_ target: AnyObject) {
        last = nil
        manager?.removeAllActions(withTarget: target)
        manager = nil
    }
}

/// A view whose text can be put back as it was.
@MainActor protocol UndoableText: UIResponder {
    var undo: TextUndo { get set }
    var undoState: TextUndo.State { get set }
}

extension UndoableText {
    /// Registers how the text is put back as it is now.
    func registerUndo() {
        let state = undoState
        undoManager?.registerUndo(withTarget: self) { view in
            view.registerUndo()
            view.undo.endTyping()
            view.undoState = state
        }
    }
}
