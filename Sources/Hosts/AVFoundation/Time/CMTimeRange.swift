/// A range of a film's time.
public struct CMTimeRange: Hashable, Sendable {
    /// The start of the range.
    public var start: CMTime
    /// The duration of the range.
    public var duration: CMTime

    /// Creates an invalid range.
    public init() { self.init(start: .invalid, duration: .invalid) }
    /// Creates a range from its start and duration.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    /// Creates a range from its start and end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// An empty range at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// An invalid range.
    public static let invalid = CMTimeRange()

    /// The end of the range.
    public var end: CMTime { start + duration }
    /// A Boolean value that indicates whether both times are valid and the duration is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration.seconds >= 0 }
    /// A Boolean value that indicates whether the range is valid and its duration is zero.
    public var isEmpty: Bool { isValid && duration.seconds == 0 }
    /// Returns true if the range contains a time. The end is excluded.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }
}

/// Returns a range from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
