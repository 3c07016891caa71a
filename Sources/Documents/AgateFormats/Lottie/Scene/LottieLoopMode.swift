/// The behaviour of a Lottie scene at the end of its animation.
public enum LottieLoopMode: Hashable, Sendable {
    /// It stops at its last frame.
    case playOnce
    /// It restarts from the beginning, indefinitely.
    case loop
    /// It plays backwards to its beginning and forwards again, indefinitely.
    case autoReverse
    /// It plays the given number of times; fractions are allowed.
    case `repeat`(Double)
    /// It plays the given number of times, each time forwards and backwards.
    case repeatBackwards(Double)
}
