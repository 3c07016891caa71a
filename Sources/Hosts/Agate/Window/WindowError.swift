/// The reason for which a window can't be opened or shown.
public enum WindowError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no display to open it on; the text is the window system's message.
    case noDisplay(String)
    /// The display disconnected while the program ran. It can't be reconnected in this process.
    case displayLost
    /// The display refused the window; the text is its message.
    case refused(String)
    /// Agate was built without the package trait `Windows`.
    case notBuilt
    /// The size or scale is not valid for a window.
    case invalidSize

    public var description: String {
        switch self {
        case .noDisplay(let reason):
            "no display is available for a window (\(reason)); set DISPLAY or WAYLAND_DISPLAY, or use an OffscreenHost"
        case .displayLost: "the connection to the display was lost"
        case .refused(let reason): "the display rejected a window (\(reason))"
        case .notBuilt: "Agate was built without windows: enable the package trait \"Windows\""
        case .invalidSize: "the size and the scale of a window must be finite and greater than 0"
        }
    }
}
