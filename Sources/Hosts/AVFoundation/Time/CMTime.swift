import QuartzCore

/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The number of units of a ``CMTime`` per second.
public typealias CMTimeScale = Int32
/// A number that distinguishes times of different runs of a timeline.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = .max

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

/// A time as a fraction: `value / timescale` seconds.
public struct CMTime: Sendable {
    /// The number of units.
    public var value: CMTimeValue
    /// The number of units per second.
    public var timescale: CMTimeScale
    /// The flags, which indicate whether the time is a number.
    public var flags: CMTimeFlags
    /// A number that distinguishes loops. Times of a later epoch are greater than those of an earlier one.
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

    /// Creates a time from seconds, rounded to a timescale. A timescale at which the value does not fit is halved until it does; a time
    /// that does not fit in seconds becomes infinite. Infinite seconds result in the infinities. NaN and a timescale that is not positive
    /// result in an invalid time.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
        var scale = preferredTimescale
        while scale > 0 {
            if let value = CMTimeValue(exactly: (seconds * Double(scale)).rounded()) {
                self.init(value: value, timescale: scale)
                if Double(value) / Double(scale) != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            scale /= 2
        }
        self = seconds > 0 ? .positiveInfinity : .negativeInfinity
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
    public var hasBeenRounded: Bool { isValid && flags.contains(.hasBeenRounded) }

    /// True if the time is infinite.
    var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }
    /// True if the time is a number that can be computed with: its timescale is positive.
    var isFraction: Bool { isNumeric && timescale > 0 }
}

extension CMTime: Comparable, Hashable {
    /// Returns true if the times are equal, also with different timescales. Times that are not numbers are equal to those of their kind.
    public static func == (a: CMTime, b: CMTime) -> Bool { CMTimeCompare(a, b) == 0 }

    /// Returns true if one time is less than another, in the order of `CMTimeCompare`.
    public static func < (a: CMTime, b: CMTime) -> Bool { CMTimeCompare(a, b) < 0 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isFraction else { return }
        let divisor = value == 0 ? Int128(timescale) : Int128.greatestDivisor(Int128(value), Int128(timescale))
        hasher.combine(Int64(Int128(value) / divisor))
        hasher.combine(Int64(Int128(timescale) / divisor))
        hasher.combine(epoch)
    }

    /// The position in the order of all times, of which only numbers are compared further.
    fileprivate var rank: Int {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        if isNegativeInfinity { return 0 }
        return timescale > 0 ? 1 : 4
    }
}

/// Returns -1, 0 or 1. The order is negative infinity, numbers, indefinite, positive infinity, invalid, so that lists can be sorted; each
/// kind is equal to itself. Numbers of a later epoch are greater.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let ranks = (time1.rank, time2.rank)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? -1 : 1 }
    guard ranks.0 == 1 else { return 0 }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale), right = Int128(time2.value) * Int128(time1.timescale)
    return left < right ? -1 : left > right ? 1 : 0
}

extension Int128 {
    /// Returns the greatest common divisor, which is positive unless both numbers are 0.
    static func greatestDivisor(_ a: Int128, _ b: Int128) -> Int128 {
        var (a, b) = (a.magnitude, b.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        return Int128(a)
    }
}
