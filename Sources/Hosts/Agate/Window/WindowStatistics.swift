/// The activity of a window since it was opened, or since `resetStatistics`. Times are in seconds.
public struct WindowStatistics: Sendable {
    /// The statistics of the thread that makes the frames.
    public let rendering: LiveStatistics
    /// The number of frames that reached the screen.
    public let presented: Int
    /// The number of presented frames that were more than one frame duration late.
    public let latePresents: Int
    /// The number of late frames that were submitted to the display in time, but that the display took too long to acknowledge.
    public let lateAtDisplay: Int
    /// The number of frames that a newer one replaced before they reached the screen.
    public let overtaken: Int
    /// The largest delay between a frame's due time and its presentation.
    public let worstLateness: Double
    /// The time of the last presentation, on the machine's clock (``HostClock``); 0 before the first.
    public let lastPresent: Double
}
