import QuartzCore

/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// How many units of a ``CMTime`` make a second.
public typealias CMTimeScale = Int32
/// Tells apart times that belong to different runs of a timeline.
public typealias CMTimeEpoch = Int64

/// What else a ``CMTime`` says.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The time says something at all.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// Its value was rounded on the way.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// Later than every number.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Earlier than every number.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// Nobody can tell, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// Any of the three that are no number.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction: `value / timescale` seconds. Of CoreMedia's type what players need.
public struct CMTime: Hashable, Sendable {
    /// How many units.
    public var value: CMTimeValue
    /// Units a second.
    public var timescale: CMTimeScale
    /// Whether it is a number at all.
    public var flags: CMTimeFlags
    /// Tells loops apart; times of different epochs are not compared by value. 0 for players.
    public var epoch: CMTimeEpoch

    /// An invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time of its parts, which are not checked.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// A fraction of a second; invalid where the timescale is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Seconds rounded to a timescale. Infinite ones become the infinities, undefined ones an invalid time; one that does not fit is
    /// infinite.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
        let units = (seconds * Double(preferredTimescale)).rounded()
        guard let value = CMTimeValue(exactly: units) else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
        self.init(value: value, timescale: preferredTimescale)
        if Double(value) / Double(preferredTimescale) != seconds { flags.insert(.hasBeenRounded) }
    }

    /// No time.
    public static let invalid = CMTime()
    /// The beginning.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Later than every number.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Earlier than every number.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// A time that nobody can tell.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// In seconds; infinite for the infinities, NaN where it is invalid or indefinite.
    public var seconds: Double {
        guard isValid, !isIndefinite else { return .nan }
        if flags.contains(.positiveInfinity) { return .infinity }
        if flags.contains(.negativeInfinity) { return -.infinity }
        return timescale > 0 ? Double(value) / Double(timescale) : .nan
    }

    /// Whether it is a time.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than every number.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than every number.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether nobody can tell it.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Valid, and neither infinite nor indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether its value was rounded on the way.
    public var hasBeenRounded: Bool { flags.contains(.hasBeenRounded) }
}

extension CMTime: Comparable {
    /// Equal fractions are equal, whatever their timescales.
    public static func == (a: CMTime, b: CMTime) -> Bool { !(a < b) && !(b < a) }

    public func hash(into hasher: inout Hasher) { hasher.combine(order) }

    /// Invalid times come first, indefinite ones last but for infinity, as in CoreMedia.
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

    /// The sum, exact where a common timescale can hold it.
    public static func + (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: 1) }
    /// The difference, exact where a common timescale can hold it.
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

/// A fraction of a second.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Seconds rounded to a timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// In seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// The sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// -1, 0 or 1.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1 < time2 ? -1 : time2 < time1 ? 1 : 0 }
