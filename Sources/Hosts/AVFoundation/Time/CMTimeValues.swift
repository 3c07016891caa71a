import CoreGraphics
import Foundation

/// The key of a time's value in its dictionary.
nonisolated(unsafe) public let kCMTimeValueKey: NSString = "value"
/// The key of a time's timescale in its dictionary.
nonisolated(unsafe) public let kCMTimeScaleKey: NSString = "timescale"
/// The key of a time's epoch in its dictionary.
nonisolated(unsafe) public let kCMTimeEpochKey: NSString = "epoch"
/// The key of a time's flags in its dictionary.
nonisolated(unsafe) public let kCMTimeFlagsKey: NSString = "flags"
/// The key of a range's start in its dictionary.
nonisolated(unsafe) public let kCMTimeRangeStartKey: NSString = "start"
/// The key of a range's duration in its dictionary.
nonisolated(unsafe) public let kCMTimeRangeDurationKey: NSString = "duration"
/// The key of a mapping's source in its dictionary.
nonisolated(unsafe) public let kCMTimeMappingSourceKey: NSString = "source"
/// The key of a mapping's target in its dictionary.
nonisolated(unsafe) public let kCMTimeMappingTargetKey: NSString = "target"

// MARK: Dictionaries

/// Returns a dictionary of a time's parts.
/// - Parameter allocator: Ignored.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: AnyObject?) -> NSDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value), kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue), kCMTimeEpochKey: NSNumber(value: time.epoch),
    ] as NSDictionary
}
/// Returns the time of a dictionary; invalid if a part is missing.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary?) -> CMTime {
    func part(_ key: NSString) -> NSNumber? { dictionaryRepresentation?[key] as? NSNumber }
    guard let value = part(kCMTimeValueKey), let scale = part(kCMTimeScaleKey), let flags = part(kCMTimeFlagsKey) else { return .invalid }
    return CMTime(
        value: value.int64Value, timescale: scale.int32Value, flags: CMTimeFlags(rawValue: flags.uint32Value),
        epoch: part(kCMTimeEpochKey)?.int64Value ?? 0)
}
/// Returns a dictionary of a range's times.
/// - Parameter allocator: Ignored.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: AnyObject?) -> NSDictionary? {
    [
        kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: nil) as Any,
        kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: nil) as Any,
    ] as NSDictionary
}
/// Returns the range of a dictionary; invalid if a time is missing.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary) -> CMTimeRange {
    func part(_ key: NSString) -> CMTime { CMTimeMakeFromDictionary(dictionaryRepresentation[key] as? NSDictionary) }
    return CMTimeRange(start: part(kCMTimeRangeStartKey), duration: part(kCMTimeRangeDurationKey))
}
/// Returns a dictionary of a mapping's ranges.
/// - Parameter allocator: Ignored.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: AnyObject?) -> NSDictionary? {
    [
        kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: nil) as Any,
        kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: nil) as Any,
    ] as NSDictionary
}
/// Returns the mapping of a dictionary; invalid if a range is missing.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: NSDictionary) -> CMTimeMapping {
    func part(_ key: NSString) -> CMTimeRange {
        (dictionaryRepresentation[key] as? NSDictionary).map(CMTimeRangeMakeFromDictionary) ?? .invalid
    }
    return CMTimeMapping(source: part(kCMTimeMappingSourceKey), target: part(kCMTimeMappingTargetKey))
}

// MARK: Descriptions

extension CMTime: CustomStringConvertible {
    /// The value, the timescale and the seconds, such as `{3/2 = 1.500}`; the kind of a time that is not a number.
    public var description: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let parts = [hasBeenRounded ? "rounded" : nil, epoch == 0 ? nil : "epoch \(epoch)"].compactMap { $0 }
        return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(parts.map { ", \($0)" }.joined())}"
    }
}
extension CMTimeRange: CustomStringConvertible {
    /// The start and the duration.
    public var description: String { "{\(start), \(duration)}" }
}
extension CMTimeMapping: CustomStringConvertible {
    /// The source and the target.
    public var description: String { "{source \(source), target \(target)}" }
}

/// Returns a description of a time.
/// - Parameter allocator: Ignored.
public func CMTimeCopyDescription(allocator: AnyObject?, time: CMTime) -> NSString? { time.description as NSString }
/// Returns a description of a range.
/// - Parameter allocator: Ignored.
public func CMTimeRangeCopyDescription(allocator: AnyObject?, range: CMTimeRange) -> NSString? { range.description as NSString }
/// Returns a description of a mapping.
/// - Parameter allocator: Ignored.
public func CMTimeMappingCopyDescription(allocator: AnyObject?, mapping: CMTimeMapping) -> NSString? { mapping.description as NSString }
/// Prints a time to standard error.
public func CMTimeShow(_ time: CMTime) { show(time) }
/// Prints a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(range) }
/// Prints a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping) }

private func show(_ value: some CustomStringConvertible) { FileHandle.standardError.write(Data("\(value)\n".utf8)) }

// MARK: Boxes

extension NSValue {
    /// The encodings of three, six and twelve integers. Foundation's NSValue supports arrays of numbers on Linux but no structures.
    private static let types = (time: "[3q]", range: "[6q]", mapping: "[12q]")

    private static func words(_ time: CMTime) -> [Int64] {
        [time.value, Int64(time.timescale) << 32 | Int64(time.flags.rawValue), time.epoch]
    }
    private static func time(_ words: ArraySlice<Int64>) -> CMTime {
        let words = Array(words), flags = UInt32(truncatingIfNeeded: words[1])
        return CMTime(value: words[0], timescale: Int32(words[1] >> 32), flags: CMTimeFlags(rawValue: flags), epoch: words[2])
    }
    private func words(_ type: String, _ count: Int) -> [Int64]? {
        guard String(cString: objCType) == type else { return nil }
        var words = [Int64](repeating: 0, count: count)
        words.withUnsafeMutableBytes { getValue($0.baseAddress!) }
        return words
    }

    /// Creates a value that contains a time.
    public convenience init(time: CMTime) { self.init(bytes: Self.words(time), objCType: Self.types.time) }
    /// Creates a value that contains a range.
    public convenience init(timeRange: CMTimeRange) {
        self.init(bytes: Self.words(timeRange.start) + Self.words(timeRange.duration), objCType: Self.types.range)
    }
    /// Creates a value that contains a mapping.
    public convenience init(timeMapping mapping: CMTimeMapping) {
        let times = [mapping.source.start, mapping.source.duration, mapping.target.start, mapping.target.duration]
        self.init(bytes: times.flatMap(Self.words), objCType: Self.types.mapping)
    }

    /// The time that the value contains; invalid if it contains another value.
    public var timeValue: CMTime { words(Self.types.time, 3).map { Self.time($0[...]) } ?? .invalid }
    /// The range that the value contains; invalid if it contains another value.
    public var timeRangeValue: CMTimeRange {
        words(Self.types.range, 6).map { CMTimeRange(start: Self.time($0[..<3]), duration: Self.time($0[3...])) } ?? .invalid
    }
    /// The mapping that the value contains; invalid if it contains another value.
    public var timeMappingValue: CMTimeMapping {
        guard let words = words(Self.types.mapping, 12) else { return .invalid }
        let times = stride(from: 0, to: 12, by: 3).map { Self.time(words[$0..<$0 + 3]) }
        return CMTimeMapping(
            source: CMTimeRange(start: times[0], duration: times[1]), target: CMTimeRange(start: times[2], duration: times[3]))
    }
}
