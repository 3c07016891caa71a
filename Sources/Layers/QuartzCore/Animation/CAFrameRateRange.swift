import CoreGraphics

/// The frame rates that an animation or a display link prefers, in frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
    /// The lowest acceptable rate.
    public var minimum: Float
    /// The highest acceptable rate.
    public var maximum: Float
    /// The preferred rate; nil or 0 for no preference.
    public var preferred: Float?

    /// No preference: the system's choice.
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)

    /// Creates a range of all zeros, which expresses no preference.
    public init() { self = .default }

    /// Creates a range. `minimum <= preferred <= maximum` is expected.
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    /// Returns whether the three values of both ranges are equal.
    public func isEqual(to other: CAFrameRateRange) -> Bool { self == other }
}

/// Creates a range, as the initialiser does, under the name of Apple's C function.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
    CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// The same as `CAFrameRateRange.default`.
public let CAFrameRateRangeDefault = CAFrameRateRange.default
