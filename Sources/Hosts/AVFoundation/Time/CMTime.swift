import QuartzCore

/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The number of units of a ``CMTime`` per second.
public typealias CMTimeScale = Int32
/// A number that distinguishes times of different runs of a timeline.
public typealias CMTimeEpoch = Int64

/// Additional properties of a ``CMTime``.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The time is valid.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// The time is positive infinity.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// The time is negative infinity.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// The time is indefinite, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The three flags of times that are not numbers.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction: `value / timescale` seconds. It has the part of CoreMedia's type that players need.
public struct CMTime: Hashable, Sendable {
    /// The number of units.
    public var value: CMTimeValue
    /// The number of units per second.
    public var timescale: CMTimeScale
    /// The flags, which indicate whether the time is a number.
    public var flags: CMTimeFlags
    /// A number that distinguishes loops; times of different epochs are not compared by value. 0 for players.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Creates a time from its parts, without checking them.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Creates a fraction of a second; invalid if the timescale is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time from seconds, rounded to a timescale. Infinite seconds result in the infinities, NaN in an invalid time; a time that
    /// does not fit becomes infinite.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
        let units = (seconds * Double(preferredTimescale)).rounded()
        guard let value = CMTimeValue(exactly: units) else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
        self.init(value: value, timescale: preferredTimescale)
        if Double(value) / Double(preferredTimescale) != seconds { flags.insert(.hasBeenRounded) }
    }

    /// An invalid time.
    public static let invalid = CMTime()
    /// The time zero.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Positive infinity, later than every number.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Negative infinity, earlier than every number.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// An indefinite time.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// The time in seconds; infinite for the infinities, NaN if it is invalid or indefinite.
    public var seconds: Double {
        guard isValid, !isIndefinite else { return .nan }
        if flags.contains(.positiveInfinity) { return .infinity }
        if flags.contains(.negativeInfinity) { return -.infinity }
        return timescale > 0 ? Double(value) / Double(timescale) : .nan
    }

    /// A Boolean value that indicates whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// A Boolean value that indicates whether the time is positive infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// A Boolean value that indicates whether the time is negative infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// A Boolean value that indicates whether the time is indefinite.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// A Boolean value that indicates whether the time is valid, and neither infinite nor indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// A Boolean value that indicates whether the value was rounded.
    public var hasBeenRounded: Bool { flags.contains(.hasBeenRounded) }
}

extension CMTime: Comparable {
    /// Returns true if the times are equal, also with different timescales.
    public static func == (a: CMTime, b: CMTime) -> Bool { !(a < b) && !(b < a) }

    public func hash(into hasher: inout Hasher) { hasher.combine(order) }

    /// Returns true if one time is less than another. Invalid times come first, indefinite ones last except for infinity, as in CoreMedia.
    public static func < (a: CMTime, b: CMTime) -> Bool {
        guard a.isNumeric, b.isNumeric else { return a.order < b.order }
        let left = a.value.multipliedFullWidth(by: Int64(b.timescale)), right = b.value.multipliedFullWidth(by: Int64(a.timescale))
        return (left.high, left.low) < (right.high, right.low)
    }

    private var order: Double {
        if !isValid { return -.greatestFiniteMagnitude }
        if isIndefinite { return .greatestFiniteMagnitude }
        return seconds
    }

    /// Returns the sum, exact if a common timescale can represent it.
    public static func + (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: 1) }
    /// Returns the difference, exact if a common timescale can represent it.
    public static func - (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: -1) }

    private func adding(_ other: CMTime, sign: Int64) -> CMTime {
        guard isValid, other.isValid else { return .invalid }
        if isIndefinite || other.isIndefinite { return .indefinite }
        guard isNumeric, other.isNumeric else {
            let sum = seconds + Double(sign) * other.seconds
            return sum.isNaN ? .indefinite : sum > 0 ? .positiveInfinity : .negativeInfinity
        }
        func divisor(_ a: Int64, _ b: Int64) -> Int64 { b == 0 ? a : divisor(b, a % b) }
        let common = Int64(timescale) / divisor(Int64(timescale), Int64(other.timescale)) * Int64(other.timescale)
        if common <= Int64(CMTimeScale.max) {
            let left = value.multipliedReportingOverflow(by: common / Int64(timescale))
            let right = other.value.multipliedReportingOverflow(by: common / Int64(other.timescale) * sign)
            let sum = left.partialValue.addingReportingOverflow(right.partialValue)
            if !left.overflow, !right.overflow, !sum.overflow { return CMTime(value: sum.partialValue, timescale: CMTimeScale(common)) }
        }
        return CMTime(seconds: seconds + Double(sign) * other.seconds, preferredTimescale: max(timescale, other.timescale))
    }
}

/// Returns a fraction of a second.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Returns a time from seconds, rounded to a timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns the time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Returns the sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// Returns -1, 0 or 1.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1 < time2 ? -1 : time2 < time1 ? 1 : 0 }
