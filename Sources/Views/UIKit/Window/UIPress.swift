import Agate
import QuartzCore

/// A key by its position on the keyboard: its usage number on page 7 of the USB HID tables.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    private static func letter(_ n: Int) -> UIKeyboardHIDUsage { UIKeyboardHIDUsage(rawValue: 4 + n) }
    /// The keys of A to E on a US keyboard: usages 4 to 8.
    public static let keyboardA = letter(0), keyboardB = letter(1), keyboardC = letter(2), keyboardD = letter(3), keyboardE = letter(4)
    /// The keys of F to J on a US keyboard: usages 9 to 13.
    public static let keyboardF = letter(5), keyboardG = letter(6), keyboardH = letter(7), keyboardI = letter(8), keyboardJ = letter(9)
    /// The keys of K to O on a US keyboard: usages 14 to 18.
    public static let keyboardK = letter(10), keyboardL = letter(11), keyboardM = letter(12), keyboardN = letter(13), keyboardO = letter(14)
    /// The keys of P to T on a US keyboard: usages 19 to 23.
    public static let keyboardP = letter(15), keyboardQ = letter(16), keyboardR = letter(17), keyboardS = letter(18), keyboardT = letter(19)
    /// The keys of U to Y on a US keyboard: usages 24 to 28.
    public static let keyboardU = letter(20), keyboardV = letter(21), keyboardW = letter(22), keyboardX = letter(23), keyboardY = letter(24)
    /// The key of Z on a US keyboard: usage 29.
    public static let keyboardZ = letter(25)
    /// The keys of 1 to 5 above the letters: usages 30 to 34.
    public static let keyboard1 = letter(26), keyboard2 = letter(27), keyboard3 = letter(28), keyboard4 = letter(29), keyboard5 = letter(30)
    /// The keys of 6 to 9 and 0 above the letters: usages 35 to 39.
    public static let keyboard6 = letter(31), keyboard7 = letter(32), keyboard8 = letter(33), keyboard9 = letter(34), keyboard0 = letter(35)
    /// Return, Escape and Backspace: usages 40 to 42.
    public static let keyboardReturnOrEnter = letter(36), keyboardEscape = letter(37), keyboardDeleteOrBackspace = letter(38)
    /// Tab and the space bar: usages 43 and 44.
    public static let keyboardTab = letter(39), keyboardSpacebar = letter(40)
    /// Function keys 1 to 5: usages 58 to 62.
    public static let keyboardF1 = letter(54), keyboardF2 = letter(55), keyboardF3 = letter(56), keyboardF4 = letter(57),
        keyboardF5 = letter(58)
    /// Function keys 6 to 10: usages 63 to 67.
    public static let keyboardF6 = letter(59), keyboardF7 = letter(60), keyboardF8 = letter(61), keyboardF9 = letter(62),
        keyboardF10 = letter(63)
    /// Function keys 11 and 12: usages 68 and 69.
    public static let keyboardF11 = letter(64), keyboardF12 = letter(65)
    /// Home, Page Up, Delete and End: usages 74 to 77.
    public static let keyboardHome = letter(70), keyboardPageUp = letter(71), keyboardDeleteForward = letter(72), keyboardEnd = letter(73)
    /// Page Down and the arrows right and left: usages 78 to 80.
    public static let keyboardPageDown = letter(74), keyboardRightArrow = letter(75), keyboardLeftArrow = letter(76)
    /// The arrows down and up: usages 81 and 82.
    public static let keyboardDownArrow = letter(77), keyboardUpArrow = letter(78)
    /// Enter on the keypad: usage 88.
    public static let keypadEnter = letter(84)
    /// Control and Shift at the left: usages 224 and 225.
    public static let keyboardLeftControl = UIKeyboardHIDUsage(rawValue: 224), keyboardLeftShift = UIKeyboardHIDUsage(rawValue: 225)
    /// Alt and the GUI key (Super, Command) at the left: usages 226 and 227.
    public static let keyboardLeftAlt = UIKeyboardHIDUsage(rawValue: 226), keyboardLeftGUI = UIKeyboardHIDUsage(rawValue: 227)
    /// Control and Shift at the right: usages 228 and 229.
    public static let keyboardRightControl = UIKeyboardHIDUsage(rawValue: 228), keyboardRightShift = UIKeyboardHIDUsage(rawValue: 229)
    /// Alt and the GUI key (Super, Command) at the right: usages 230 and 231.
    public static let keyboardRightAlt = UIKeyboardHIDUsage(rawValue: 230), keyboardRightGUI = UIKeyboardHIDUsage(rawValue: 231)
}

/// A key of a press. It is immutable.
@preconcurrency @MainActor open class UIKey: NSObject {
    /// The position on the keyboard.
    public let keyCode: UIKeyboardHIDUsage
    /// The characters of the key with the pressed modifier keys.
    public let characters: String
    /// The characters of the key without modifier keys.
    public let charactersIgnoringModifiers: String
    /// The pressed modifier keys.
    public let modifierFlags: UIKeyModifierFlags

    init(_ key: InputEvent.Key) {
        keyCode = UIKeyboardHIDUsage(rawValue: key.code)
        charactersIgnoringModifiers = key.characters
        let upper = key.modifiers.contains(.shift) != key.modifiers.contains(.capsLock)
        characters = upper ? key.characters.uppercased() : key.characters
        modifierFlags = UIKeyModifierFlags(key.modifiers)
        super.init()
    }
}

extension UIKeyModifierFlags {
    init(_ modifiers: InputEvent.Modifiers) {
        self = []
        if modifiers.contains(.shift) { insert(.shift) }
        if modifiers.contains(.control) { insert(.control) }
        if modifiers.contains(.alternate) { insert(.alternate) }
        if modifiers.contains(.command) { insert(.command) }
        if modifiers.contains(.capsLock) { insert(.alphaShift) }
    }
}

/// A press of one key, from its beginning to its end.
@preconcurrency @MainActor open class UIPress: NSObject {
    /// The phase of a press.
    public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }

    /// The time of the last change, in media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// The phase of the press.
    open internal(set) var phase = Phase.began
    /// The responder that received the beginning of the press.
    open internal(set) var responder: UIResponder?
    /// The key of the press.
    open internal(set) var key: UIKey?
    /// The force of the press, 1 or 0; keyboards don't measure it.
    open var force: CGFloat { phase == .ended || phase == .cancelled ? 0 : 1 }

    @preconcurrency @MainActor public override init() { super.init() }
}

/// An event of keys: those that changed at one time, and the others that are pressed.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {
    /// The pressed keys, and those that were released. Unchanged ones have the phase `stationary`.
    open internal(set) var allPresses: Set<UIPress> = []

    /// Creates an event without presses.
    public override init() { super.init(.presses) }
}
