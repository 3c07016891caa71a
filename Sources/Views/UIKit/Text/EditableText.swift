import CoreText
import QuartzCore

/// A view with text that the user edits: the part that text fields and text views share.
@MainActor protocol EditableText: UIResponder, UITextInput {
    var edited: EditedText { get set }
    var undo: TextUndo { get set }
    var clearsOnInsertion: Bool { get set }
    /// The range that is copied, or nil if nothing can be copied.
    var copiedRange: NSRange? { get }
    /// Returns a typed text with the attributes of typed text.
    func typed(_ text: String) -> StyledText
    /// Returns whether the user may replace a range. Asks the delegate.
    func allowsChange(_ range: NSRange, _ text: String) -> Bool
    /// Selects a range, which lies in the text, and calls the delegate.
    func moveSelection(to range: NSRange)
    /// Displays the text after a change other than by the program, and calls the delegate.
    /// - Parameter edit: The part that was replaced; nil if all of the text may have changed.
    func textChanged(_ edit: TextEdit?)
}

extension EditableText {
    // MARK: Changes

    /// Sets the program's text. Earlier changes can't be undone any more.
    func setContent(_ content: StyledText) {
        undo.forget(self)
        edited = EditedText(content)
    }

    /// Replaces a range, if the delegate allows it.
    func change(_ range: NSRange, _ text: String) { if allowsChange(range, text) { replaceCharacters(range, text) } }

    /// Replaces a range without asking the delegate.
    func replaceCharacters(_ range: NSRange, _ text: String) {
        undo.note(range, text, isSecureTextEntry ? nil : undoManager, register: registerUndo)
        let text = typed(text)
        let replaced = Range(range).map { $0.clamped(to: 0..<edited.length) }
        edited.replace(range, with: text)
        textChanged(replaced.map { TextEdit(range: $0, count: text.length) })
    }

    /// Registers the restoration of the current text.
    private func registerUndo() {
        let state = edited
        undoManager?.registerUndo(withTarget: self) { view in
            view.registerUndo()
            view.undo.endTyping()
            view.edited = state
            view.textChanged(nil)
        }
    }

    /// Replaces the selection, or the whole text if `clearsOnInsertion` is true, which becomes false.
    func insertTyped(_ text: String) {
        let range = clearsOnInsertion ? edited.whole : edited.selection
        clearsOnInsertion = false
        change(range, text)
    }

    /// Deletes the selection, or the character before the caret.
    func erase() {
        if edited.selection.length > 0 { return change(edited.selection, "") }
        if let range = edited.character(before: edited.selection.location) { change(range, "") }
    }

    /// Deletes text or moves the caret for a key. Returns false if the key does neither.
    func edit(with key: UIKeyboardHIDUsage?) -> Bool {
        let selection = edited.selection, place = selection.location
        switch key {
        case .keyboardDeleteOrBackspace?: deleteBackward()
        case .keyboardDeleteForward? where selection.length > 0: deleteBackward()
        case .keyboardDeleteForward?: if let range = edited.character(at: place) { change(range, "") }
        // With a selection, an arrow key moves the caret to the selection's end on that side.
        case .keyboardLeftArrow? where selection.length > 0: moveCaret(to: place)
        case .keyboardRightArrow? where selection.length > 0: moveCaret(to: NSMaxRange(selection))
        case .keyboardLeftArrow?: if let range = edited.character(before: place) { moveCaret(to: range.location) }
        case .keyboardRightArrow?: if let range = edited.character(at: place) { moveCaret(to: NSMaxRange(range)) }
        default: return false
        }
        return true
    }

    func moveCaret(to place: Int) { moveSelection(to: NSRange(location: place, length: 0)) }

    // MARK: Commands, which use the program's own pasteboard

    func copyText() { if let range = copiedRange { UIPasteboard.general.string = edited.text(in: range) } }

    func cutText(_ sender: Any?) {
        guard copiedRange != nil else { return }
        copy(sender)
        if let range = copiedRange { change(range, "") }
    }

    func pasteText() { if let text = UIPasteboard.general.string { insertText(text) } }

    /// Returns whether an editing command has an effect.
    func canPerform(_ command: EditingCommand, canCopy: Bool, canEdit: Bool) -> Bool {
        switch command {
        case .cut: canCopy && canEdit
        case .copy: canCopy
        case .paste: canEdit && UIPasteboard.general.hasStrings
        case .selectAll: hasText
        }
    }

    // MARK: Secure text

    /// Converts a location in the text to one in the displayed text, in which each character of a secure text is one dot.
    func shownPlace(_ place: Int) -> Int { isSecureTextEntry ? SecureText.shown(place, in: edited.content.string) : place }
    /// Converts a location in the displayed text to one in the text.
    func textPlace(_ shown: Int) -> Int { isSecureTextEntry ? SecureText.place(shown, in: edited.content.string) : shown }
}
