/// A range of time.
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
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero }
    /// A Boolean value that indicates whether the range is valid and a time of it is indefinite.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// A Boolean value that indicates whether the range is valid and its duration is zero.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Returns true if the range contains a time. The end is excluded.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }
    /// Returns true if the range contains another range, of which the end may be its own.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool { isValid && range.isValid && range.start >= start && range.end <= end }
    /// Returns the range from the earlier start to the later end; invalid if either range is.
    public func union(_ range: CMTimeRange) -> CMTimeRange {
        guard isValid, range.isValid else { return .invalid }
        return CMTimeRange(start: min(start, range.start), end: max(end, range.end))
    }
    /// Returns the range that both contain: an empty one at 0 if they have none in common, and an invalid one if either is invalid.
    public func intersection(_ range: CMTimeRange) -> CMTimeRange {
        guard isValid, range.isValid else { return .invalid }
        let from = max(start, range.start), to = min(end, range.end)
        return from < to ? CMTimeRange(start: from, end: to) : .zero
    }
}

/// Returns a range from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
/// Returns a range from its start and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// Returns the end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Returns the range from the earlier start to the later end; invalid if either range is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange { range.union(otherRange) }
/// Returns the range that both contain: an empty one at 0 if they have none in common, and an invalid one if either is invalid.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange { range.intersection(otherRange) }
/// Returns true if the starts and the durations are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Returns true if a range contains a time. The end is excluded.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Returns true if the first range contains the second, of which the end may be its own.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool { range.containsTimeRange(otherRange) }
/// Returns the nearest time of a range, ends included. Invalid if the range is empty or invalid, or if the time is.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
    return min(max(time, range.start), range.end)
}
/// Returns a time mapped from one range to another: the ends to the ends, other times linearly, also those outside. Invalid if a range is
/// empty or invalid, or if the time's epoch is not that of the first range. Ranges that are both infinite are only moved.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isValid, fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty, t.epoch == fromRange.start.epoch else {
        return .invalid
    }
    let offset = t - fromRange.start
    if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity { return toRange.start + offset }
    return toRange.start + CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
}
/// Returns a duration scaled by the ratio of the durations of two ranges. Invalid if a range is empty or invalid. Ranges that are both
/// infinite leave it unchanged.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isValid, fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
    let (from, to) = (fromRange.duration, toRange.duration)
    if from == to { return dur }
    guard from.isFraction, to.isFraction else { return .invalid }
    return dur.multiplied(by: Int128(to.value) * Int128(from.timescale), over: Int128(from.value) * Int128(to.timescale))
}
/// Returns the time of a range that is a whole number of its durations away, as in a loop. Invalid if the range is empty or invalid.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isValid, foldRange.isValid, !foldRange.isEmpty else { return .invalid }
    let offset = time - foldRange.start, length = foldRange.duration
    guard offset.isFraction, length.isFraction else { return offset.isNumeric && length.isPositiveInfinity ? time : offset }
    let scaled = (offset: Int128(offset.value) * Int128(length.timescale), length: Int128(length.value) * Int128(offset.timescale))
    var turns = scaled.offset / scaled.length
    if scaled.offset < 0, turns * scaled.length != scaled.offset { turns -= 1 }
    return foldRange.start + (offset - length.multiplied(by: turns, over: 1))
}
