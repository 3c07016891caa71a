import Foundation

/// How a Lottie file is read where players differ from one another.
///
/// Many files were made while looking at one player. ``specification`` follows the Lottie specification and is the same for every file;
/// ``iOSPlayer`` shows what lottie-ios shows with its Core Animation engine, where that differs and was measured; ``webPlayer`` what
/// lottie-web shows.
public enum LottieReading: String, Sendable, Hashable, CaseIterable, Codable {
    /// By the specification; what expressions compute shows.
    case specification
    /// By the specification, with the keyframes that the file has and no expressions, as players without an engine for them show it.
    case withoutExpressions = "without-expressions"
    /// As lottie-ios's Core Animation engine: trims cut strokes and not fills, strokes stand above fills, all dimensions of a value take
    /// the easing of the first, gradients turn with the groups of their paths. Places in error messages are those of the rewritten file.
    case iOSPlayer = "ios-player"
    /// As lottie-web (5.8): by the specification, expressions too, and the highlight of a radial gradient moves its first colour off the
    /// centre. The other readings leave it out, as the Core Animation engine of lottie-ios does, with the diagnostic
    /// `lottie.gradient-highlight`.
    case webPlayer = "web-player"

    /// lottie-ios has no engine for them: keyframes stay as the file has them.
    var runsExpressions: Bool { self == .specification || self == .webPlayer }

    /// The text to read instead of a file's own.
    func rewritten(_ json: Data) -> Data {
        switch self {
        case .specification, .withoutExpressions, .webPlayer: json
        case .iOSPlayer: LottiePlayerRewriting.rewritten(json)
        }
    }
}
