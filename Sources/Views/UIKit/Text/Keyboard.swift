import QuartzCore

/// Posts the keyboard notifications. On Linux, text comes from a hardware keyboard: there is no on-screen keyboard, so its frame is at the
/// bottom of the screen and has no height. The notifications are posted when a responder that takes text becomes, or ceases to be, the
/// first responder.
@MainActor enum Keyboard {
    private static weak var window: UIWindow?

    static func responderChanged(in changed: UIWindow) {
        let takesText = changed.firstResponder is any UIKeyInput
        let isShown = window != nil
        if let responder = changed.firstResponder {
            let name = "\(type(of: responder))"
            KeptProperty.report("\(name).inputView", responder.inputView != nil, "there is no on-screen keyboard")
            KeptProperty.report(
                "\(name).inputAccessoryView", responder.inputAccessoryView != nil, "there is no on-screen keyboard")
        }
        if takesText {
            window = changed
            if !isShown { post([UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification], changed) }
        } else if window === changed {
            window = nil
            post([UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification], changed)
        }
    }

    private static func post(_ names: [NSNotification.Name], _ window: UIWindow) {
        let screen = window.screen.bounds
        let frame = NSValue(cgRect: CGRect(x: 0, y: screen.maxY, width: screen.width, height: 0))
        let info: [AnyHashable: Any] = [
            UIResponder.keyboardFrameBeginUserInfoKey: frame, UIResponder.keyboardFrameEndUserInfoKey: frame,
            UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
            UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: AnimationPace.keyboardCurveNumber),
            UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
        ]
        let center = NotificationCenter.default
        center.post(name: UIResponder.keyboardWillChangeFrameNotification, object: window.screen, userInfo: info)
        for name in names { center.post(name: name, object: window.screen, userInfo: info) }
        center.post(name: UIResponder.keyboardDidChangeFrameNotification, object: window.screen, userInfo: info)
    }
}

extension UIResponder {
    /// Posted with the screen when a responder that takes text becomes first responder and none was before. The user info has the keys
    /// below; the keyboard's frame has no height.
    nonisolated public static let keyboardWillShowNotification = NSNotification.Name("UIKeyboardWillShowNotification")
    /// Posted with the screen right after `keyboardWillShowNotification`, with the same user info, because there is no animation.
    nonisolated public static let keyboardDidShowNotification = NSNotification.Name("UIKeyboardDidShowNotification")
    /// Posted with the screen when the first responder no longer takes text. The user info has the keys below.
    nonisolated public static let keyboardWillHideNotification = NSNotification.Name("UIKeyboardWillHideNotification")
    /// Posted with the screen right after `keyboardWillHideNotification`, with the same user info.
    nonisolated public static let keyboardDidHideNotification = NSNotification.Name("UIKeyboardDidHideNotification")
    /// Posted with the screen before the notifications that the keyboard shows or hides. The frame is the same before and after: at the
    /// bottom of the screen, without height.
    nonisolated public static let keyboardWillChangeFrameNotification = NSNotification.Name("UIKeyboardWillChangeFrameNotification")
    /// Posted with the screen after the notifications that the keyboard shows or hides.
    nonisolated public static let keyboardDidChangeFrameNotification = NSNotification.Name("UIKeyboardDidChangeFrameNotification")
    /// The keyboard's frame before, an `NSValue` of a rectangle in the screen's space.
    nonisolated public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
    /// The keyboard's frame after the change, an `NSValue` of a rectangle in the screen's space.
    nonisolated public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    /// The duration of the keyboard's animation, in seconds.
    nonisolated public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
    /// The number of the keyboard's animation curve.
    nonisolated public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
    /// A Boolean value that indicates whether the keyboard belongs to this program.
    nonisolated public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}
