import QuartzCore

/// Hears of the text that is written into a field. Every method may be left out.
@preconcurrency @MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether the field may become first responder. True by default.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// The field is first responder now.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Whether the field may resign. True by default.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    /// The field is no longer first responder. Called by the default of the method with a reason, so only where that one is left out.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// The field is no longer first responder. The reason is always `committed`.
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
    /// Whether typing may replace the range by the text. True by default.
    func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool
    /// The selection or the insertion point is another.
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// Whether the clear button may clear the field. True by default.
    func textFieldShouldClear(_ textField: UITextField) -> Bool
    /// Return was pressed: whether the field acts on it. True by default.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Editing may begin.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Editing may end.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Calls the method without a reason.
    public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
        textFieldDidEndEditing(textField)
    }
    /// Every change is taken.
    public func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        true
    }
    /// Does nothing.
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    /// The clear button clears the field.
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
    /// Return sends the field's actions.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
