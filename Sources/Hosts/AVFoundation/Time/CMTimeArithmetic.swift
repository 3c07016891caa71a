/// The ways in which a time is rounded to a timescale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest unit, halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Towards zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Towards zero if the new timescale is smaller, away from zero if it is larger. A negative time is never rounded to zero.
    case quickTime = 4
    /// Towards positive infinity.
    case roundTowardPositiveInfinity = 5
    /// Towards negative infinity.
    case roundTowardNegativeInfinity = 6

    /// The default: to the nearest unit, halves away from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A number of seconds as a fraction that is wider than a ``CMTime``. Its denominator is positive.
private struct WideFraction {
    var numerator: Int128
    var denominator: Int128
    /// True if the operands were rounded.
    var isRounded = false

    /// Returns the quotient, rounded.
    static func divide(_ a: Int128, _ b: Int128, _ method: CMTimeRoundingMethod) -> Int128 {
        let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
        if rest == 0 { return quotient }
        let sign: Int128 = a < 0 ? -1 : 1
        return switch method {
        case .roundHalfAwayFromZero: rest.magnitude * 2 >= b.magnitude ? quotient + sign : quotient
        case .roundTowardZero, .quickTime: quotient
        case .roundAwayFromZero: quotient + sign
        case .roundTowardPositiveInfinity: sign > 0 ? quotient + 1 : quotient
        case .roundTowardNegativeInfinity: sign < 0 ? quotient - 1 : quotient
        }
    }

    /// Returns the time, exact if it fits. Otherwise the largest timescale, and then halves of it, are tried, with default rounding; a time
    /// that does not fit in seconds is infinite.
    func time(epoch: CMTimeEpoch) -> CMTime {
        var scale = min(denominator, Int128(kCMTimeMaxTimescale))
        while scale > 0 {
            let product = numerator.multipliedReportingOverflow(by: scale)
            if !product.overflow, let value = CMTimeValue(exactly: Self.divide(product.partialValue, denominator, .default)) {
                var time = CMTime(value: value, timescale: CMTimeScale(scale))
                if isRounded || Int128(value) * denominator != product.partialValue { time.flags.insert(.hasBeenRounded) }
                time.epoch = epoch
                return time
            }
            scale /= 2
        }
        return numerator < 0 ? .negativeInfinity : .positiveInfinity
    }

    /// The same fraction in lowest terms if its denominator is larger than a timescale may be.
    var reduced: WideFraction {
        guard denominator > Int128(kCMTimeMaxTimescale) else { return self }
        let divisor = Int128.greatestDivisor(numerator, denominator)
        return WideFraction(numerator: numerator / divisor, denominator: denominator / divisor, isRounded: isRounded)
    }
}

extension CMTime {
    /// Returns the time with another timescale. The flag `hasBeenRounded` is set if the value is rounded. A time that is not a number stays
    /// what it is; one that does not fit becomes infinite.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isValid, !isNumeric || (timescale > 0 && newTimescale > 0) else { return .invalid }
        guard isNumeric else { return self }
        var method = method
        let isQuickTime = method == .quickTime
        if isQuickTime { method = newTimescale > timescale ? .roundAwayFromZero : .roundTowardZero }
        let product = Int128(value) * Int128(newTimescale)
        var result = WideFraction.divide(product, Int128(timescale), method)
        if isQuickTime, value < 0, result == 0 { result = -1 }
        guard let new = CMTimeValue(exactly: result) else { return value < 0 ? .negativeInfinity : .positiveInfinity }
        var time = CMTime(value: new, timescale: newTimescale, flags: flags, epoch: epoch)
        if result * Int128(timescale) != product { time.flags.insert(.hasBeenRounded) }
        return time
    }

    /// Returns the sum, exact if a common timescale can represent it. The rules of `CMTimeAdd` apply.
    public static func + (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: 1) }
    /// Returns the difference, exact if a common timescale can represent it. The rules of `CMTimeSubtract` apply.
    public static func - (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: -1) }

    private func adding(_ other: CMTime, sign: Int128) -> CMTime {
        guard isValid, other.isValid else { return .invalid }
        if isInfinite || other.isInfinite {
            let isOtherPositive = other.isPositiveInfinity == (sign > 0)
            if isInfinite, other.isInfinite, isPositiveInfinity != isOtherPositive { return .invalid }
            return (isInfinite ? isPositiveInfinity : isOtherPositive) ? .positiveInfinity : .negativeInfinity
        }
        if isIndefinite || other.isIndefinite { return .indefinite }
        guard timescale > 0, other.timescale > 0, epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
        let left = Int128(timescale), right = Int128(other.timescale)
        let common = left / Int128.greatestDivisor(left, right) * right
        // The difference of two times of one epoch is a duration.
        let epoch = epoch == other.epoch && sign < 0 ? 0 : epoch != 0 ? epoch : other.epoch
        return WideFraction(
            numerator: Int128(value) * (common / left) + Int128(other.value) * (common / right) * sign, denominator: common,
            isRounded: hasBeenRounded || other.hasBeenRounded
        ).time(epoch: epoch)
    }

    /// Returns the product with a fraction.
    func multiplied(by multiplier: Int128, over divisor: Int128) -> CMTime {
        guard isValid, divisor != 0 else { return .invalid }
        let isNegative = (multiplier < 0) != (divisor < 0)
        if isInfinite { return isPositiveInfinity != isNegative ? .positiveInfinity : .negativeInfinity }
        guard isNumeric else { return .indefinite }
        guard timescale > 0 else { return .invalid }
        let sign: Int128 = divisor < 0 ? -1 : 1
        let shared = multiplier == 0 ? divisor.magnitude : Int128.greatestDivisor(multiplier, divisor).magnitude
        return WideFraction(
            numerator: Int128(value) * (multiplier / Int128(shared)) * sign,
            denominator: Int128(timescale) * Int128(divisor.magnitude / shared), isRounded: hasBeenRounded
        ).reduced.time(epoch: epoch)
    }

    /// Returns the product with a number of which every bit counts.
    fileprivate func multiplied(by multiplier: Double) -> CMTime {
        guard isValid, !multiplier.isNaN else { return .invalid }
        if isInfinite || (isNumeric && multiplier.isInfinite) {
            if isNumeric, value == 0 { return .invalid }
            let isPositive = isInfinite ? isPositiveInfinity : value > 0
            return isPositive == (multiplier.sign == .plus) ? .positiveInfinity : .negativeInfinity
        }
        guard isNumeric else { return .indefinite }
        guard timescale > 0 else { return .invalid }
        guard multiplier != 0, value != 0 else { return CMTime(value: 0, timescale: timescale, flags: flags, epoch: epoch) }
        // The multiplier is an integer of at most 53 bits times a power of two.
        let whole = Int128(multiplier.significandBitPattern | (multiplier.isNormal ? 1 << 52 : 0))
        let shift = whole.trailingZeroBitCount, power = Int(max(multiplier.exponentBitPattern, 1)) - 1075 + shift
        let part = Int128(value) * (whole >> shift) * (multiplier < 0 ? -1 : 1)
        if power >= 0, power < 63, part.magnitude.leadingZeroBitCount > power + 33 {
            return WideFraction(numerator: part << power, denominator: Int128(timescale), isRounded: hasBeenRounded).time(epoch: epoch)
        }
        if power < 0, power > -62, part.magnitude.leadingZeroBitCount > 33 {
            let exact = WideFraction(numerator: part, denominator: Int128(timescale) << -power, isRounded: hasBeenRounded).reduced
            return exact.time(epoch: epoch)
        }
        var time = CMTime(seconds: seconds * multiplier, preferredTimescale: kCMTimeMaxTimescale)
        if time.isNumeric { (time.flags, time.epoch) = ([.valid, .hasBeenRounded], epoch) }
        return time
    }
}

/// Returns a fraction of a second.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Returns a fraction of a second in an epoch.
public func CMTimeMakeWithEpoch(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}
/// Returns a time from seconds, rounded to a timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns the time in seconds; infinite for the infinities, NaN if it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Returns the time with another timescale.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}
/// Returns the sum.
///
/// The timescale is the least common multiple of both, at most ``kCMTimeMaxTimescale``; if the value does not fit, it is halved until it
/// does, and the sum is infinite if it does not fit in seconds. An invalid operand, infinities of opposite signs and different epochs other
/// than 0 result in an invalid time. An infinity otherwise results in itself, and an indefinite time in an indefinite one.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference, by the rules of `CMTimeAdd`. The difference of times of the same epoch has the epoch 0.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// Returns the product with an integer. The timescale stays unless the value does not fit.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: Int128(multiplier), over: 1) }
/// Returns the product with a number: exact if a timescale can represent it, otherwise with the least possible rounding.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime { time.multiplied(by: multiplier) }
/// Returns the product with a fraction: exact if a timescale can represent it. Invalid if the divisor is 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.multiplied(by: Int128(multiplier), over: Int128(divisor))
}
/// Returns the lesser of two times, in the order of `CMTimeCompare`.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { CMTimeCompare(time1, time2) <= 0 ? time1 : time2 }
/// Returns the greater of two times, in the order of `CMTimeCompare`.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { CMTimeCompare(time1, time2) >= 0 ? time1 : time2 }
/// Returns the absolute value of a time; positive infinity for either infinity.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    return time.isNumeric && time.value < 0 ? CMTimeMultiply(time, multiplier: -1) : time
}
