import QuartzCore

/// The number of passes of a value: forward only, or forward and back.
struct AnimatorLegs {
    /// The number of passes, forward and back.
    private(set) var count = 1.0
    private(set) var goesBack = false

    static let once = AnimatorLegs(0, false)

    /// Creates passes from the properties of an animation. A count of 0 means 1. If the animation autoreverses, each repetition has two
    /// passes.
    init(_ repeats: Float, _ autoreverses: Bool) {
        goesBack = autoreverses
        count = (repeats > 0 ? Double(repeats) : 1) * (autoreverses ? 2 : 1)
    }

    func isBackward(_ leg: Double) -> Bool { goesBack && Int(min(leg, 1e9)) % 2 == 1 }
}

/// A sequence of passes of equal length.
struct AnimatorLaps {
    /// The start, in media time.
    let begin: Double
    /// The duration of one pass, in seconds.
    let cycle: Double
    let pace: AnimationPace
    let legs: AnimatorLegs
    /// The number of passes that were completed before.
    let first: Double

    func place(at time: Double) -> (place: Double, leg: Double) {
        let left = legs.count - first
        guard cycle > 0, time.isFinite else { return (1, legs.count) }
        let gone = min(max(0, (time - begin) / cycle), left)
        // The end of the last pass isn't the beginning of another one.
        let whole = gone >= left && gone > 0 ? (gone.rounded(.up) - 1) : gone.rounded(.down)
        let isBackward = legs.isBackward(first + whole)
        // A backward pass traverses the curve of the previous pass in reverse.
        let isMirrored = legs.goesBack && Int(min(whole, 1e9)) % 2 == 1
        let progress = pace.progress(at: isMirrored ? 1 - (gone - whole) : gone - whole, duration: cycle)
        return (isBackward == isMirrored ? progress : 1 - progress, first + whole)
    }
}

/// A movement from one position to another.
struct AnimatorTimeline {
    /// The start, in media time.
    let begin: Double
    let from: Double
    let to: Double
    let duration: Double
    let pace: AnimationPace
    /// The duration of the whole distance from 0 to 1.
    let cycle: Double

    func place(at time: Double) -> Double {
        guard duration > 0, time.isFinite else { return to }
        let share = min(max((time - begin) / duration, 0), 1)
        return from + (to - from) * pace.progress(at: share, duration: duration)
    }
}
