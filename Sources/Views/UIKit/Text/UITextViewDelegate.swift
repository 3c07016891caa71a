import QuartzCore

/// The delegate of a text view, called when its text is edited. Every method is optional.
@preconcurrency @MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Returns whether the view may become first responder. True by default.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Returns whether the view may resign first responder. True by default.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    /// Called when the view has become first responder.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Called when the view is no longer first responder.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Returns whether typing may replace the range with the text. True by default.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Called when typing has changed the text. Not called for changes by the program.
    func textViewDidChange(_ textView: UITextView)
    /// Called when the selection or the caret has changed.
    func textViewDidChangeSelection(_ textView: UITextView)
    /// Returns whether a tap on a link opens it, in a view that isn't editable. Calls the older method by default.
    func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool
    /// The older form of the method. True by default.
    func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool
    /// Returns whether a tap on an image performs its action. Not called on Agate: images in text have none.
    func textView(
        _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange,
        interaction: UITextItemInteraction
    ) -> Bool
    /// The older form of the method. Not called on Agate.
    func textView(_ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange) -> Bool
    /// Returns the menu of a selection. Not called on Agate: menus are not shown.
    func textView(_ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]) -> UIMenu?
}

extension UITextViewDelegate {
    /// Returns true.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Returns true.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Returns true.
    public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidChangeSelection(_ textView: UITextView) {}
    /// Calls the older method.
    public func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool { self.textView(textView, shouldInteractWith: URL, in: characterRange) }
    /// Returns true.
    public func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool { true }
    /// Calls the older method.
    public func textView(
        _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange,
        interaction: UITextItemInteraction
    ) -> Bool { self.textView(textView, shouldInteractWith: textAttachment, in: characterRange) }
    /// Returns true.
    public func textView(_ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange) -> Bool {
        true
    }
    /// Returns nil.
    public func textView(_ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]) -> UIMenu? { nil }
}

/// The types of data to detect in text. Stored, without effect: data isn't detected.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Telephone numbers. Like all of these types, they aren't detected.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1)
    /// Web addresses.
    public static let link = UIDataDetectorTypes(rawValue: 2)
    /// Postal addresses.
    public static let address = UIDataDetectorTypes(rawValue: 4)
    /// Dates and times.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 8)
    /// All types: all bits.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}
