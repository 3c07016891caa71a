import QuartzCore

/// Tells programs that the keyboard comes and goes. On Linux text comes from a keyboard with keys: nothing on the screen stands for it, so
/// its frame has no height, at the foot of the screen. The notifications come when a responder that takes text becomes, or ceases to be,
/// the first one.
@MainActor enum Keyboard {
    private static weak var window: UIWindow?

    static func responderChanged(in changed: UIWindow) {
        let takesText = changed.firstResponder is any UIKeyInput
        let isShown = window != nil
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
            UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: 7),
            UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
        ]
        let center = NotificationCenter.default
        center.post(name: UIResponder.keyboardWillChangeFrameNotification, object: window.screen, userInfo: info)
        for name in names { center.post(name: name, object: window.screen, userInfo: info) }
        center.post(name: UIResponder.keyboardDidChangeFrameNotification, object: window.screen, userInfo: info)
    }
}

extension UIResponder {
    nonisolated public static let keyboardWillShowNotification = NSNotification.Name("UIKeyboardWillShowNotification")
    nonisolated public static let keyboardDidShowNotification = NSNotification.Name("UIKeyboardDidShowNotification")
    nonisolated public static let keyboardWillHideNotification = NSNotification.Name("UIKeyboardWillHideNotification")
    nonisolated public static let keyboardDidHideNotification = NSNotification.Name("UIKeyboardDidHideNotification")
    nonisolated public static let keyboardWillChangeFrameNotification = NSNotification.Name("UIKeyboardWillChangeFrameNotification")
    nonisolated public static let keyboardDidChangeFrameNotification = NSNotification.Name("UIKeyboardDidChangeFrameNotification")
    /// The keyboard's frame before, an `NSValue` of a rectangle in the screen's space.
    nonisolated public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
    /// The keyboard's frame after.
    nonisolated public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    /// How long it moves, in seconds.
    nonisolated public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
    /// The number of the curve in which it moves.
    nonisolated public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
    /// Whether it is this program's.
    nonisolated public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}
