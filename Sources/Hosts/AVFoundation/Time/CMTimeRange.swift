/// A part of a film's time.
public struct CMTimeRange: Hashable, Sendable {
    /// Where it begins.
    public var start: CMTime
    /// How long it is.
    public var duration: CMTime

    /// An invalid one.
    public init() { self.init(start: .invalid, duration: .invalid) }
    /// A range of a start and a length.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    /// A range of a start and an end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// No time, at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// No range.
    public static let invalid = CMTimeRange()

    /// Where it ends.
    public var end: CMTime { start + duration }
    /// Whether both times are valid, and the length is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration.seconds >= 0 }
    /// Whether it is valid, and as long as no time.
    public var isEmpty: Bool { isValid && duration.seconds == 0 }
    /// Whether a time lies in it; its end does not.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }
}

/// A range of a start and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
