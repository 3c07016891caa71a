import QuartzCore

/// What happened at one time: the touches, or the keys, that changed and those that did not.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// What kind of thing happened.
    public enum EventType: Int, Sendable {
        case touches, motion, remoteControl, presses
        case scroll = 10, hover, transform = 14
    }

    /// Which remote control or motion.
    public enum EventSubtype: Int, Sendable { case none, motionShake }

    /// Which buttons of a mouse.
    public struct ButtonMask: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The first button, which selects: mostly the left one.
        public static let primary = ButtonMask(rawValue: 1)
        /// The second button, which opens menus: mostly the right one.
        public static let secondary = ButtonMask(rawValue: 2)
        /// The mask of a button counted from 1.
        public static func button(_ buttonNumber: Int) -> ButtonMask { ButtonMask(rawValue: 1 << (buttonNumber - 1)) }
    }

    /// What kind of thing happened.
    open var type: EventType { kind }
    /// Which remote control or motion; none on Linux.
    open var subtype: EventSubtype { .none }
    /// When it happened, in media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// Which keys that change the meaning of others are held.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// Which mouse buttons are held.
    open internal(set) var buttonMask: ButtonMask = []
    /// All touches there are, those that did not change being `stationary`.
    open internal(set) var allTouches: Set<UITouch>?

    private let kind: EventType

    init(_ kind: EventType) {
        self.kind = kind
        super.init()
    }

    /// The touches of a window.
    open func touches(for window: UIWindow) -> Set<UITouch>? { some { $0.window === window } }
    /// The touches of a view.
    open func touches(for view: UIView) -> Set<UITouch>? { some { $0.view === view } }
    /// The touches that a recognizer looks at.
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        some { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
    }
    /// The places a touch went through since the last event; only the last is known.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { allTouches?.contains(touch) == true ? [touch] : nil }
    /// Where a touch will be; unknown.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { nil }

    private func some(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
        let found = (allTouches ?? []).filter(isWanted)
        return found.isEmpty ? nil : found
    }
}

/// Keys that change the meaning of others.
public struct UIKeyModifierFlags: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps Lock is on.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// Shift is held, at either side.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// Control is held, at either side.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Alt is held, which Apple's keyboards call Option.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The key that is Command on Apple's keyboards, and Super or Windows on others, is held.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// The key is on the keypad. Never set: hosts do not report it.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
