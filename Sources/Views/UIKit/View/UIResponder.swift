import QuartzCore

/// An object that events can go to, and the next one to ask where it does not handle them.
///
/// As Apple's; used on the main thread. What a responder does not override goes to `next`, up to the application.
@preconcurrency @MainActor open class UIResponder: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }

    /// Who is asked next: of a view its controller or its superview, of a controller its view's superview, of a window the application.
    open var next: UIResponder? { nil }

    // MARK: First responder

    /// Whether it may get the keyboard.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether it gives the keyboard away when somebody else wants it.
    open var canResignFirstResponder: Bool { true }
    /// Whether keys go to it.
    open var isFirstResponder: Bool { FirstResponder.window(of: self)?.firstResponder === self }

    /// Asks for the keyboard of its window. False where it may not have it, stands in no window, or the present one keeps it.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, let window = FirstResponder.window(of: self) else { return false }
        if let old = window.firstResponder, !old.resignFirstResponder() { return false }
        window.firstResponder = self
        Keyboard.responderChanged(in: window)
        return true
    }

    /// Gives the keyboard away. True unless it may not.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        let window = FirstResponder.window(of: self)
        window?.firstResponder = nil
        if let window { Keyboard.responderChanged(in: window) }
        return true
    }

    /// A view that would stand for the keyboard; kept: nothing on the screen stands for a keyboard on Linux.
    open var inputView: UIView? { nil }
    /// A view above the keyboard; see `inputView`.
    open var inputAccessoryView: UIView? { nil }
    /// Asks for `inputView` anew; see there.
    open func reloadInputViews() {}
    /// Keys that do something, asked of the first responder and those after it when a key goes down; nil unless overridden. See
    /// ``UIKit/UIKeyCommand``.
    open var keyCommands: [UIKeyCommand]? { nil }
    /// Whether it can do something of a name now. Unless overridden, whether the class has a method of that name: one that a selector was
    /// made of, see ``ObjectiveCRuntime/Selector``. Text fields and text views can cut, copy and paste as their text allows.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { action.isKnown(to: self) }
    /// The first of this responder and those after it that `canPerformAction(_:withSender:)`; nil where none does.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        canPerformAction(action, withSender: sender) ? self : next?.target(forAction: action, withSender: sender)
    }

    // MARK: Editing

    /// The nearest undo manager: that of `next` unless overridden. Every window has one; text fields and text views register there what is
    /// typed. Control-Z and Control-Shift-Z, or with Command, undo and redo with that of the first responder.
    open var undoManager: UndoManager? { next?.undoManager }
    /// Takes what is selected out and onto the pasteboard. Goes on to `next` unless overridden. Control-X, or
    /// Command-X, calls it of the first responder.
    open func cut(_ sender: Any?) { next?.cut(sender) }
    /// Puts what is selected onto the pasteboard. Goes on to `next` unless overridden. So do Control-C and Command-C.
    open func copy(_ sender: Any?) { next?.copy(sender) }
    /// Puts what is on the pasteboard in. Goes on to `next` unless overridden. So do Control-V and Command-V.
    open func paste(_ sender: Any?) { next?.paste(sender) }
    /// Selects something near. Goes on to `next` unless overridden. Called by programs.
    open func select(_ sender: Any?) { next?.select(sender) }
    /// Selects all there is. Goes on to `next` unless overridden. So do Control-A and Command-A.
    open func selectAll(_ sender: Any?) { next?.selectAll(sender) }
    /// Takes what is selected out. Goes on to `next` unless overridden. Called by programs.
    open func delete(_ sender: Any?) { next?.delete(sender) }

    // MARK: Motion

    /// The machine was shaken; nothing measures that on Linux, programs may call it. These three go on to `next`.
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionBegan(motion, with: event) }
    /// The shaking is over. Goes on to `next` unless overridden. Called by programs alone.
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionEnded(motion, with: event) }
    /// The system took the shaking away. Goes on to `next` unless overridden. Called by programs alone.
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionCancelled(motion, with: event) }
    /// A remote control was used; there is none on Linux.
    open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }
    /// What was estimated of touches is known; nothing is estimated on Linux.
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}

    // MARK: Touches

    /// Fingers came down on a view. All four go on to `next` where they are not overridden.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    /// Fingers moved, or pressed harder.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    /// Fingers went up.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    /// The system or a gesture took the fingers away: undo what they began.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesCancelled(touches, with: event) }

    // MARK: Keys

    /// Keys went down, or repeat. All four go on to `next` where they are not overridden.
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesBegan(presses, with: event) }
    /// Keys changed while they are held.
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesChanged(presses, with: event) }
    /// Keys went up.
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesEnded(presses, with: event) }
    /// The system took the keys away.
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesCancelled(presses, with: event) }

    /// Text was typed or pasted by an input method. Not Apple's: there, text goes to `UIKeyInput`, which a responder may adopt here too.
    open func textEntered(_ text: String) {
        if let input = self as? any UIKeyInput { input.insertText(text) } else { next?.textEntered(text) }
    }
}

/// A responder that takes text.
@preconcurrency @MainActor public protocol UIKeyInput: UITextInputTraits {
    /// Whether there is anything that `deleteBackward()` could delete.
    var hasText: Bool { get }
    /// Puts text in at the place of writing.
    func insertText(_ text: String)
    /// Deletes the character before the place of writing.
    func deleteBackward()
}

/// Which window's keyboard a responder stands for.
@MainActor enum FirstResponder {
    static func window(of responder: UIResponder) -> UIWindow? {
        var next: UIResponder? = responder
        while let here = next {
            if let view = here as? UIView { return view.window }
            next = here.next
        }
        return nil
    }
}
