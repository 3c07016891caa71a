/// Why there is no window.
public enum WindowError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no display to open it on; the text is what the window system says.
    case noDisplay(String)
    /// The display went away while the program ran. It does not come back for this process.
    case displayLost
    /// The display is there and refuses; the text is what it says.
    case refused(String)
    /// Agate was built without the package trait `Windows`.
    case notBuilt
    /// A size or scale that no window has.
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
