import Foundation

/// What maps a parent's time to an object's own: layers and animations have it. Times are seconds.
///
/// As Apple's: local time is `(parent - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming {
    /// When the object begins, in its parent's time. 0 on an animation means the time of the commit.
    var beginTime: CFTimeInterval { get set }
    /// The length of one cycle. 0 on an animation means the transaction's duration.
    var duration: CFTimeInterval { get set }
    /// Local seconds per parent second; 0 stops, negative values play backwards.
    var speed: Float { get set }
    /// Added to local time.
    var timeOffset: CFTimeInterval { get set }
    /// How many cycles; fractions and infinity are allowed, and 0 is once.
    var repeatCount: Float { get set }
    /// For how many seconds cycles repeat; when above 0 it goes before `repeatCount`.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether every cycle is followed by itself backwards.
    var autoreverses: Bool { get set }
    /// What shows before and after the active time.
    var fillMode: CAMediaTimingFillMode { get set }
}
