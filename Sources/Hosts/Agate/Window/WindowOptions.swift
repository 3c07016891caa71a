import CoreGraphics

/// How a window is made. What a window system can't do is left out: a console has no frames and no icons, and all its windows fill the
/// screen.
public struct WindowOptions: Sendable {
    /// How the window stands on the screen.
    public enum Style: Sendable, Hashable {
        /// With a title bar, as the desktop draws it.
        case titled
        /// Without title bar and border.
        case borderless
        /// All of the screen, at the desktop's own resolution.
        case fullScreen
    }

    /// Which window system shows it.
    public enum System: String, Sendable, Hashable {
        /// The environment decides: X11 or Wayland where a desktop runs, else the console.
        case automatic
        /// X11, by libX11; Wayland, by a compositor's socket. An error where it does not run.
        case x11, wayland
        /// The console, by the kernel's mode setting: for kiosks and devices without a desktop.
        case kms
        /// No screen at all: frames are made and shown to nobody.
        case offscreen
    }

    /// How it stands on the screen.
    public var style = Style.titled
    /// Whether the user may give it another size.
    public var isResizable = true
    /// Which window system shows it. The first window of a process decides for all; the variable SDL_VIDEODRIVER has the last word.
    public var system = System.automatic
    /// What draws its frames. The variable `AGATE_RENDERER` (automatic, cpu, gpu) has the last word.
    public var renderer = FrameRenderer.automatic
    /// Where its top left corner stands on the screen, in pixels; nil is the middle.
    public var position: CGPoint?
    /// Pixels a point; nil is what the desktop asks for.
    public var scale: CGFloat?
    /// Frames a second while something moves; nil is the refresh rate of the display.
    public var framesPerSecond: Double?
    /// What lies under the root layer; nil is black.
    public var background: CGColor?
    /// Whether y grows downwards from the top left corner, as on iOS; false is upwards, as on macOS. Input is reported from the top left in
    /// both cases.
    public var geometryFlipped = true
    /// Whether the screen may go dark while the window is open, as after a while without input.
    public var allowsScreenSaver = true
    /// Whether the threads that make and present frames ask the kernel for real-time scheduling (SCHED_FIFO, lowest priority): frames stay
    /// even while other programs keep the processors busy. Where the right is missing (RLIMIT_RTPRIO, CAP_SYS_NICE) they are scheduled as
    /// usual, and ``LiveStatistics/isRealTime`` is false. A refusal is one diagnostic (`host.real-time-refused`): at once
    /// where this is `true`, at the first late frame where it is `nil`. `false` does not ask.
    public var usesRealTimeScheduling: Bool?

    /// A resizable window with a title bar.
    public init() {}

    /// A window that fills the screen and keeps it lit.
    public static var kiosk: WindowOptions {
        var options = WindowOptions()
        options.style = .fullScreen
        options.isResizable = false
        options.allowsScreenSaver = false
        return options
    }
}

/// What the mouse looks like over a window.
public enum WindowCursor: Sendable, Hashable, CaseIterable {
    /// The shapes that desktops have under the usual names.
    case arrow, hand, text, crosshair, wait, move, resizeHorizontally, resizeVertically, forbidden
    /// Not to be seen.
    case hidden
}
