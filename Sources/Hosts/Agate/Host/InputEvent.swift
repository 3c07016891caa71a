import Foundation

/// One thing that a pointer, a finger, a keyboard or the system did to a host, as a value: scripts and recordings of input are lists of it.
public struct InputEvent: Sendable, Hashable {
    /// When it happened, in seconds of the host's media time.
    public var time: CFTimeInterval
    /// What happened.
    public var kind: Kind

    /// An event at a time.
    public init(time: CFTimeInterval, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// What can happen.
    public enum Kind: Sendable, Hashable {
        /// A finger or a pressed mouse button came down, moved, went up, or was taken away by the system.
        case touch(Touch)
        /// The mouse moved with no button pressed, to a place in points from the top left corner.
        case hover(CGPoint)
        /// A wheel or touchpad scrolled at a place, by some points; positive is what shows the content further right and down.
        case scroll(at: CGPoint, by: CGSize)
        /// A key went down, repeats or went up.
        case key(Key)
        /// Text was typed or pasted by an input method.
        case text(String)
        /// The host has another size in points, or another scale in pixels a point.
        case resized(CGSize, scale: CGFloat)
        /// The host got or lost the keyboard.
        case focused(Bool)
        /// The host came to be seen, or is hidden or minimised.
        case shown(Bool)
        /// Somebody asks to close the host; it stays open until the program closes it.
        case closeRequested
    }

    /// Where a touch is in its life.
    public enum Phase: Sendable, Hashable {
        /// It went down, moved, went up, or was taken away by the system.
        case began, moved, ended, cancelled
    }

    /// One finger, or the mouse with a button pressed.
    public struct Touch: Sendable, Hashable {
        /// The same for all events of one finger from `began` to `ended` or `cancelled`.
        public var id: Int
        /// Where it is in its life.
        public var phase: Phase
        /// In points from the top left corner; may lie outside the host while a touch is held.
        public var location: CGPoint
        /// From 0 to 1; 1 where the device does not measure it.
        public var force: CGFloat
        /// What touches.
        public var source: Source

        /// A touch.
        public init(id: Int = 0, _ phase: Phase, at location: CGPoint, force: CGFloat = 1, source: Source = .finger) {
            self.id = id
            self.phase = phase
            self.location = location
            self.force = force
            self.source = source
        }

        /// What touches.
        public enum Source: Sendable, Hashable {
            /// A finger on a touch screen or touch pad.
            case finger
            /// A button of the mouse: 0 is the primary one, 1 the secondary, 2 the middle.
            case mouse(button: Int)
        }
    }

    /// A key of the keyboard.
    public struct Key: Sendable, Hashable {
        /// The key's usage number on page 7 of the USB HID tables, whatever the layout: 4 is the key of "A" on a US keyboard.
        public var code: Int
        /// What the key means in the current layout, without modifiers; empty for keys that write nothing.
        public var characters: String
        /// What else is held.
        public var modifiers: Modifiers
        /// Whether it went down (or repeats) rather than up.
        public var isDown: Bool
        /// Whether the keyboard repeats it because it is held.
        public var isRepeat: Bool

        /// A key event.
        public init(code: Int, characters: String = "", modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false) {
            self.code = code
            self.characters = characters
            self.modifiers = modifiers
            self.isDown = isDown
            self.isRepeat = isRepeat
        }
    }

    /// Keys that change the meaning of others.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Either Shift key.
        public static let shift = Modifiers(rawValue: 1)
        /// Either Control key.
        public static let control = Modifiers(rawValue: 2)
        /// Either Alt or Option key.
        public static let alternate = Modifiers(rawValue: 4)
        /// The key with the logo of the system or the maker.
        public static let command = Modifiers(rawValue: 8)
        /// Caps Lock is on.
        public static let capsLock = Modifiers(rawValue: 16)
    }
}
