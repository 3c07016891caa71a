import QuartzCore

/// An event at one time: all touches or keys, changed and unchanged.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// The type of an event.
    public enum EventType: Int, Sendable {
        case touches, motion, remoteControl, presses
        case scroll = 10, hover, transform = 14
    }

    /// The subtype of a remote control or motion event.
    public enum EventSubtype: Int, Sendable { case none, motionShake }

    /// The buttons of a mouse.
    public struct ButtonMask: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The first button, which selects; usually the left one.
        public static let primary = ButtonMask(rawValue: 1)
        /// The second button, which opens menus; usually the right one.
        public static let secondary = ButtonMask(rawValue: 2)
        /// Returns the mask of a button, counted from 1.
        public static func button(_ buttonNumber: Int) -> ButtonMask { ButtonMask(rawValue: 1 << (buttonNumber - 1)) }
    }

    /// The type of the event.
    open var type: EventType { kind }
    /// The subtype of a remote control or motion event; always none on Linux.
    open var subtype: EventSubtype { .none }
    /// The time of the event, in media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// The pressed modifier keys.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// The pressed mouse buttons.
    open internal(set) var buttonMask: ButtonMask = []
    /// All touches. Unchanged ones are `stationary`.
    open internal(set) var allTouches: Set<UITouch>?

    private let kind: EventType

    init(_ kind: EventType) {
        self.kind = kind
        super.init()
    }

    /// Creates an event of touches without touches, as tests and subclasses do.
    public override init() {
        kind = .touches
        super.init()
    }

    /// Returns the touches of a window; nil if there are none.
    open func touches(for window: UIWindow) -> Set<UITouch>? { some { $0.window === window } }
    /// Returns the touches of a view; nil if there are none.
    open func touches(for view: UIView) -> Set<UITouch>? { some { $0.view === view } }
    /// Returns the touches of a recognizer; nil if there are none.
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        some { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
    }
    /// Returns the samples of a touch since the last event; only the last sample is available.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { allTouches?.contains(touch) == true ? [touch] : nil }
    /// Returns the predicted touches; always nil.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { nil }

    private func some(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
        let found = (allTouches ?? []).filter(isWanted)
        return found.isEmpty ? nil : found
    }
}

/// The modifier keys.
public struct UIKeyModifierFlags: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps Lock is on.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// A Shift key is pressed, on either side.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// A Control key is pressed, on either side.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Alt is pressed, which Apple's keyboards name Option.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// Command on Apple's keyboards, or Super or Windows on others, is pressed.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// The key is on the keypad. Never set: hosts don't report it.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
