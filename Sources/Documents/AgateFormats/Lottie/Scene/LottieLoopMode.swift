/// How a Lottie scene goes on when it has been played to its end.
public enum LottieLoopMode: Hashable, Sendable {
    /// It stops at its last frame.
    case playOnce
    /// It begins again, for ever.
    case loop
    /// It goes back to its beginning and on again, for ever.
    case autoReverse
    /// It is played so often in all; parts of one count.
    case `repeat`(Double)
    /// It is played so often in all, each time there and back.
    case repeatBackwards(Double)
}
