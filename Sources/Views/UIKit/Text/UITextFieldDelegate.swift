import QuartzCore

/// The delegate of a text field, called when its text is edited. Every method is optional.
@preconcurrency @MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Returns whether the field may become first responder. True by default.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Called when the field has become first responder.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Returns whether the field may resign first responder. True by default.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    /// Called when the field is no longer first responder, by the default implementation of the method with a reason; so only if that
    /// method isn't implemented.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Called when the field is no longer first responder. The reason is always `committed`.
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
    /// Returns whether typing may replace the range with the text. True by default.
    func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool
    /// Called when the selection or the caret has changed.
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// Returns whether the clear button may clear the field. True by default.
    func textFieldShouldClear(_ textField: UITextField) -> Bool
    /// Returns whether the field performs its actions for the Return key. True by default.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Returns true.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Returns true.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Calls the method without a reason.
    public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
        textFieldDidEndEditing(textField)
    }
    /// Returns true.
    public func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        true
    }
    /// Does nothing.
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    /// Returns true: the clear button clears the field.
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
    /// Returns true: Return sends the field's actions.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

extension UITextField {
    /// Posted with the field when editing begins.
    nonisolated public static let textDidBeginEditingNotification = NSNotification.Name("UITextFieldTextDidBeginEditingNotification")
    /// Posted with the field when editing has ended.
    nonisolated public static let textDidEndEditingNotification = NSNotification.Name("UITextFieldTextDidEndEditingNotification")
    /// Posted with the field when typing has changed the text.
    nonisolated public static let textDidChangeNotification = NSNotification.Name("UITextFieldTextDidChangeNotification")

    final func returnPressed() {
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        let hasExit = allControlEvents.contains(.editingDidEndOnExit)
        sendActions(for: .editingDidEndOnExit)
        sendActions(for: .primaryActionTriggered)
        if hasExit { resignFirstResponder() }
    }
}
