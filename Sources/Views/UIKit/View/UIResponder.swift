import QuartzCore

/// An object that handles events, or forwards them to the next responder.
///
/// As with Apple's, it is used on the main thread. Methods that a responder doesn't override call those of `next`, up to the application.
@preconcurrency @MainActor open class UIResponder: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }

    /// The next responder: for a view its controller or its superview, for a controller its view's superview, for a window the application.
    open var next: UIResponder? { nil }

    // MARK: First responder

    /// A Boolean value that indicates whether the responder can become first responder.
    open var canBecomeFirstResponder: Bool { false }
    /// A Boolean value that indicates whether the responder gives up being first responder when another one requests it.
    open var canResignFirstResponder: Bool { true }
    /// A Boolean value that indicates whether the responder receives key events.
    open var isFirstResponder: Bool { FirstResponder.window(of: self)?.firstResponder === self }

    /// Makes this object the first responder of its window. Returns false if it can't become first responder, isn't in a window, or the
    /// current first responder doesn't resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, let window = FirstResponder.window(of: self) else { return false }
        if let old = window.firstResponder, !old.resignFirstResponder() { return false }
        window.firstResponder = self
        Keyboard.responderChanged(in: window)
        return true
    }

    /// Resigns being first responder. Returns false if the responder can't resign.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        let window = FirstResponder.window(of: self)
        window?.firstResponder = nil
        if let window { Keyboard.responderChanged(in: window) }
        return true
    }

    /// A view in place of the keyboard. Stored by subclasses, without effect: there is no on-screen keyboard on Linux.
    open var inputView: UIView? { nil }
    /// A view above the keyboard; see `inputView`.
    open var inputAccessoryView: UIView? { nil }
    /// Reloads `inputView`. Has no effect; see there.
    open func reloadInputViews() {}
    /// The key commands, which the first responder and its successors are asked for when a key is pressed; nil unless overridden. See
    /// ``UIKit/UIKeyCommand``.
    open var keyCommands: [UIKeyCommand]? { nil }
    /// Returns whether the responder can currently perform an action. Unless overridden, true if the class has a method of that name from
    /// which a selector was created; see ``ObjectiveCRuntime/Selector``. Text fields and text views can cut, copy and paste depending on
    /// their text.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { action.isKnown(to: self) }
    /// Returns the first responder, from this one on, whose `canPerformAction(_:withSender:)` returns true; nil if there is none.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        canPerformAction(action, withSender: sender) ? self : next?.target(forAction: action, withSender: sender)
    }

    // MARK: Editing

    /// The nearest undo manager: that of `next` unless overridden. Every window has one, and text fields and text views register typing
    /// with it. Control-Z and Control-Shift-Z, or the same keys with Command, undo and redo with that of the first responder.
    open var undoManager: UndoManager? { next?.undoManager }
    /// Moves the selection to the pasteboard. Calls `next` unless overridden. Control-X, or Command-X, calls it on the first responder.
    open func cut(_ sender: Any?) { next?.cut(sender) }
    /// Copies the selection to the pasteboard. Calls `next` unless overridden. Control-C, or Command-C, calls it on the first responder.
    open func copy(_ sender: Any?) { next?.copy(sender) }
    /// Inserts the content of the pasteboard. Calls `next` unless overridden. Control-V, or Command-V, calls it on the first responder.
    open func paste(_ sender: Any?) { next?.paste(sender) }
    /// Selects nearby content. Calls `next` unless overridden. Called by programs.
    open func select(_ sender: Any?) { next?.select(sender) }
    /// Selects all content. Calls `next` unless overridden. Control-A, or Command-A, calls it on the first responder.
    open func selectAll(_ sender: Any?) { next?.selectAll(sender) }
    /// Deletes the selection. Calls `next` unless overridden. Called by programs.
    open func delete(_ sender: Any?) { next?.delete(sender) }

    // MARK: Menus, input and activities

    /// Adds commands to a menu. Calls `next` unless overridden. Not called on Agate: there is no menu of the program.
    open func buildMenu(with builder: any UIMenuBuilder) { next?.buildMenu(with: builder) }
    /// Updates a command before it is shown. Not called on Agate: there is no menu of the program.
    open func validate(_ command: UICommand) {}
    /// The keyboard of the responder; nil: the desktop chooses it.
    open var textInputMode: UITextInputMode? { next?.textInputMode }
    /// The identifier under which a keyboard is remembered; nil unless overridden. Not read on Agate.
    open var textInputContextIdentifier: String? { nil }
    /// The activity of the responder, which no other device continues; nil unless a subclass stores one.
    open var userActivity: NSUserActivity? {
        get { nil }
        set {
            KeptProperty.report(
                "UIResponder.userActivity", newValue != nil, "no other device continues activities; override it to store one")
        }
    }
    /// Updates an activity. Not called on Agate.
    open func updateUserActivityState(_ activity: NSUserActivity) {}
    /// Continues an activity. Not called on Agate.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    // MARK: Motion

    /// Called when the device is shaken. Motion isn't measured on Linux, but programs may call the three motion methods. All three call
    /// `next` unless overridden.
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionBegan(motion, with: event) }
    /// Called when the shaking has ended. Calls `next` unless overridden. Called only by programs.
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionEnded(motion, with: event) }
    /// Called when the system has cancelled the motion event. Calls `next` unless overridden. Called only by programs.
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionCancelled(motion, with: event) }
    /// Called when a remote control was used. There is none on Linux.
    open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }
    /// Called when estimated properties of touches have been updated. Nothing is estimated on Linux.
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}

    // MARK: Touches

    /// Called when touches begin on a view. All four touch methods call `next` unless overridden.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    /// Called when touches have moved, or their force has changed.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    /// Called when touches have ended.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    /// Called when the system or a gesture has cancelled the touches. Overrides undo what the touches began.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesCancelled(touches, with: event) }

    // MARK: Keys

    /// Called when keys are pressed, or repeat. All four press methods call `next` unless overridden.
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesBegan(presses, with: event) }
    /// Called when keys change while they are pressed.
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesChanged(presses, with: event) }
    /// Called when keys are released.
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesEnded(presses, with: event) }
    /// Called when the system has cancelled the presses.
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) { next?.pressesCancelled(presses, with: event) }

    /// Called when an input method has inserted text. It isn't part of Apple's API, where text is passed to `UIKeyInput`; responders may
    /// adopt that protocol here as well.
    open func textEntered(_ text: String) {
        if let input = self as? any UIKeyInput { input.insertText(text) } else { next?.textEntered(text) }
    }
}

extension UIResponder {
    /// Calls a method of the first responder, from this one on, that has it.
    /// - Returns: False if none has the method.
    final func send(_ action: Selector, _ arguments: [Any?]) -> Bool {
        var next: UIResponder? = self
        while let responder = next {
            if case .unknown = action.attempt(on: responder, arguments) {} else { return true }
            next = responder.next
        }
        return false
    }
}

extension Selector {
    /// Calls the method of a target. Reports a diagnostic if the target has no such method.
    /// - Returns: True if the target has the method.
    @MainActor func reach(_ target: AnyObject, _ arguments: [Any?]) -> Bool {
        if case .unknown = attempt(on: target, arguments) {
            send(to: target, arguments)
            return false
        }
        return true
    }
}

/// A responder that takes text input.
@preconcurrency @MainActor public protocol UIKeyInput: UITextInputTraits {
    /// A Boolean value that indicates whether there is text.
    var hasText: Bool { get }
    /// Inserts text at the insertion point.
    func insertText(_ text: String)
    /// Deletes the character before the insertion point.
    func deleteBackward()
}

/// Finds the window of a responder.
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
