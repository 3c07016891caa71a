import CoreGraphics

/// The options of a window. Options that a window system doesn't support are ignored: a console has no window frames and no icons, and all
/// its windows fill the screen.
public struct WindowOptions: Sendable {
    /// The appearance of the window on the screen.
    public enum Style: Sendable, Hashable {
        /// With a title bar, drawn by the desktop.
        case titled
        /// Without a title bar and border.
        case borderless
        /// The whole screen, at the desktop's own resolution.
        case fullScreen
    }

    /// The window system.
    public enum System: String, Sendable, Hashable {
        /// Chosen by the environment: X11 or Wayland if a desktop runs, else the console.
        case automatic
        /// X11, through libX11, and Wayland, through a compositor's socket. Opening a window throws an error if the system does not run.
        case x11, wayland
        /// The console, through the kernel's mode setting: for kiosks and devices without a desktop.
        case kms
        /// No screen: frames are made but not displayed.
        case offscreen
    }

    /// The appearance of the window on the screen.
    public var style = Style.titled
    /// A Boolean value that indicates whether the user may resize the window.
    public var isResizable = true
    /// The window system. The first window of a process determines it for all; the variable SDL_VIDEODRIVER overrides it.
    public var system = System.automatic
    /// The renderer of its frames. The variable `AGATE_RENDERER` (automatic, cpu, gpu) overrides it.
    public var renderer = FrameRenderer.automatic
    /// The position of the top left corner on the screen, in pixels; nil centres the window.
    public var position: CGPoint?
    /// The scale in pixels per point; nil uses the desktop's.
    public var scale: CGFloat?
    /// The frame rate during animations, in frames per second; nil uses the refresh rate of the display.
    public var framesPerSecond: Double?
    /// The colour behind the root layer; nil is black.
    public var background: CGColor?
    /// A Boolean value that indicates whether y increases downwards from the top left corner, as on iOS. If false, y increases upwards, as
    /// on macOS. Input is reported from the top left in both cases.
    public var geometryFlipped = true
    /// A Boolean value that indicates whether the screen saver may turn the screen off while the window is open.
    public var allowsScreenSaver = true
    /// A Boolean value that indicates whether the threads that make and present frames request real-time scheduling from the kernel
    /// (SCHED_FIFO, lowest priority), which keeps the frame rate stable while other programs load the processors. Without the permission
    /// (RLIMIT_RTPRIO, CAP_SYS_NICE) the threads are scheduled as usual, and ``LiveStatistics/isRealTime`` is false. A refusal is reported
    /// in one diagnostic (`host.real-time-refused`): immediately if the value is `true`, at the first late frame if it is `nil`. With
    /// `false` there is no request.
    public var usesRealTimeScheduling: Bool?

    /// A resizable window with a title bar.
    public init() {}

    /// A window that fills the screen and keeps it on.
    public static var kiosk: WindowOptions {
        var options = WindowOptions()
        options.style = .fullScreen
        options.isResizable = false
        options.allowsScreenSaver = false
        return options
    }
}

/// The mouse cursor over a window.
public enum WindowCursor: Sendable, Hashable, CaseIterable {
    /// The shapes that desktops provide under the usual names.
    case arrow, hand, text, crosshair, wait, move, resizeHorizontally, resizeVertically, forbidden
    /// No cursor.
    case hidden
}
