/// What a window did since it was opened, or since `resetStatistics`. Times are seconds.
public struct WindowStatistics: Sendable {
    /// Of the thread that makes the frames.
    public let rendering: LiveStatistics
    /// Frames that reached the screen.
    public let presented: Int
    /// Presented frames that came more than one frame time after they were due.
    public let latePresents: Int
    /// Those of them that the display was given in time, and took too long to answer for.
    public let lateAtDisplay: Int
    /// Frames that a newer one overtook on the way to the screen.
    public let overtaken: Int
    /// The latest that a frame was on the screen after it was due.
    public let worstLateness: Double
    /// When the last one was there, on the machine's clock (``HostClock``); 0 before the first.
    public let lastPresent: Double
}
