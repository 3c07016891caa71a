import CoreGraphics

/// Which frame rates an animation or a display link would like, in frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
    /// The lowest acceptable rate.
    public var minimum: Float
    /// The highest acceptable rate.
    public var maximum: Float
    /// The wanted rate; nil or 0 leaves the choice.
    public var preferred: Float?

    /// No wish: the system's choice.
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)

    /// The range of all zeros, which wishes nothing.
    public init() { self = .default }

    /// A range; `minimum <= preferred <= maximum` is expected.
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    /// Two ranges are equal when their three values are.
    public func isEqual(to other: CAFrameRateRange) -> Bool { self == other }
}

/// The same as the initialiser, under the name of Apple's C function.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
    CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// The same as `CAFrameRateRange.default`.
public let CAFrameRateRangeDefault = CAFrameRateRange.default
