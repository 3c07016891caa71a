import QuartzCore

/// How often a value goes its way: there, or there and back.
struct AnimatorLegs {
    /// Ways there and ways back.
    private(set) var count = 1.0
    private(set) var goesBack = false

    static let once = AnimatorLegs(0, false)

    /// By the numbers of an animation: a count of 0 is once, and each of them goes there and back where it autoreverses.
    init(_ repeats: Float, _ autoreverses: Bool) {
        goesBack = autoreverses
        count = (repeats > 0 ? Double(repeats) : 1) * (autoreverses ? 2 : 1)
    }

    func isBackward(_ leg: Double) -> Bool { goesBack && Int(min(leg, 1e9)) % 2 == 1 }
}

/// Ways of one length, one after the other.
struct AnimatorLaps {
    /// In media time.
    let begin: Double
    /// Of one way, in seconds.
    let cycle: Double
    let pace: AnimationPace
    let legs: AnimatorLegs
    /// How many were gone before.
    let first: Double

    func place(at time: Double) -> (place: Double, leg: Double) {
        let left = legs.count - first
        guard cycle > 0, time.isFinite else { return (1, legs.count) }
        let gone = min(max(0, (time - begin) / cycle), left)
        // The end of the last way is no beginning of another one.
        let whole = gone >= left && gone > 0 ? (gone.rounded(.up) - 1) : gone.rounded(.down)
        let isBackward = legs.isBackward(first + whole)
        // A way back goes through the curve of the way before it from its end.
        let isMirrored = legs.goesBack && Int(min(whole, 1e9)) % 2 == 1
        let progress = pace.progress(at: isMirrored ? 1 - (gone - whole) : gone - whole, duration: cycle)
        return (isBackward == isMirrored ? progress : 1 - progress, first + whole)
    }
}

/// How something goes from one place to another.
struct AnimatorTimeline {
    /// In media time.
    let begin: Double
    let from: Double
    let to: Double
    let duration: Double
    let pace: AnimationPace
    /// How long all of the way takes, from 0 to 1.
    let cycle: Double

    func place(at time: Double) -> Double {
        guard duration > 0, time.isFinite else { return to }
        let share = min(max((time - begin) / duration, 0), 1)
        return from + (to - from) * pace.progress(at: share, duration: duration)
    }
}
