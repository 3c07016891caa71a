import Foundation

/// An input event of a host, from a pointer, a finger, a keyboard or the system. It is a value: scripts and recordings of input are lists
/// of events.
public struct InputEvent: Sendable, Hashable {
    /// The time of the event, in seconds of the host's media time.
    public var time: CFTimeInterval
    /// The kind of event.
    public var kind: Kind

    /// Creates an event at a time.
    public init(time: CFTimeInterval, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// The kinds of events.
    public enum Kind: Sendable, Hashable {
        /// A finger or a pressed mouse button began, moved, ended, or was cancelled by the system.
        case touch(Touch)
        /// The mouse moved with no button pressed, to a position in points from the top left corner.
        case hover(CGPoint)
        /// A wheel or touchpad scrolled at a position, by a distance in points; positive values reveal content further right and down.
        case scroll(at: CGPoint, by: CGSize)
        /// A key was pressed, repeated or released.
        case key(Key)
        /// Text was typed or pasted by an input method.
        case text(String)
        /// The host has a new size in points, or a new scale in pixels per point.
        case resized(CGSize, scale: CGFloat)
        /// The host got or lost the keyboard focus.
        case focused(Bool)
        /// The host became visible, or was hidden or minimised.
        case shown(Bool)
        /// Closing the host was requested; it stays open until the program closes it.
        case closeRequested
    }

    /// The phase of a touch.
    public enum Phase: Sendable, Hashable {
        /// The touch began, moved, ended, or was cancelled by the system.
        case began, moved, ended, cancelled
    }

    /// A finger, or the mouse with a button pressed.
    public struct Touch: Sendable, Hashable {
        /// The identifier, equal for all events of one finger from `began` to `ended` or `cancelled`.
        public var id: Int
        /// The phase of the touch.
        public var phase: Phase
        /// The location in points from the top left corner; it may be outside the host while a touch is held.
        public var location: CGPoint
        /// The force, 0...1; 1 if the device does not measure it.
        public var force: CGFloat
        /// The source of the touch.
        public var source: Source

        /// Creates a touch.
        public init(id: Int = 0, _ phase: Phase, at location: CGPoint, force: CGFloat = 1, source: Source = .finger) {
            self.id = id
            self.phase = phase
            self.location = location
            self.force = force
            self.source = source
        }

        /// The sources of touches.
        public enum Source: Sendable, Hashable {
            /// A finger on a touch screen or touchpad.
            case finger
            /// A button of the mouse: 0 is the primary one, 1 the secondary, 2 the middle.
            case mouse(button: Int)
        }
    }

    /// A key of the keyboard.
    public struct Key: Sendable, Hashable {
        /// The key's usage number on page 7 of the USB HID tables, independent of the layout: 4 is the key of "A" on a US keyboard.
        public var code: Int
        /// The characters of the key in the current layout, without modifiers; empty for keys that produce no text.
        public var characters: String
        /// The modifiers that are held.
        public var modifiers: Modifiers
        /// A Boolean value that indicates whether the key was pressed (or repeats) rather than released.
        public var isDown: Bool
        /// A Boolean value that indicates whether the event is a repetition by the keyboard because the key is held.
        public var isRepeat: Bool

        /// Creates a key event.
        public init(code: Int, characters: String = "", modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false) {
            self.code = code
            self.characters = characters
            self.modifiers = modifiers
            self.isDown = isDown
            self.isRepeat = isRepeat
        }
    }

    /// The keys that change the meaning of others.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Either Shift key.
        public static let shift = Modifiers(rawValue: 1)
        /// Either Control key.
        public static let control = Modifiers(rawValue: 2)
        /// Either Alt or Option key.
        public static let alternate = Modifiers(rawValue: 4)
        /// The key with the logo of the system or manufacturer.
        public static let command = Modifiers(rawValue: 8)
        /// Caps Lock is on.
        public static let capsLock = Modifiers(rawValue: 16)
    }
}
