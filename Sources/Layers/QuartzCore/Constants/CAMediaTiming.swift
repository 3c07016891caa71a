import Foundation

/// The mapping of a parent's time to an object's own time, for layers and animations. Times are in seconds.
///
/// As in Apple's, local time is `(parent - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming {
    /// The time at which the object begins, in its parent's time. 0 on an animation means the time of the commit.
    var beginTime: CFTimeInterval { get set }
    /// The length of one cycle. 0 on an animation means the transaction's duration.
    var duration: CFTimeInterval { get set }
    /// Local seconds per parent second. 0 stops time, and negative values run it backwards.
    var speed: Float { get set }
    /// The offset added to local time.
    var timeOffset: CFTimeInterval { get set }
    /// The number of cycles. Fractions and infinity are allowed; 0 means one cycle.
    var repeatCount: Float { get set }
    /// The duration for which cycles repeat, in seconds. If greater than 0, it takes precedence over `repeatCount`.
    var repeatDuration: CFTimeInterval { get set }
    /// A Boolean value that indicates whether each cycle is followed by its reverse.
    var autoreverses: Bool { get set }
    /// The behaviour before and after the active time.
    var fillMode: CAMediaTimingFillMode { get set }
}
