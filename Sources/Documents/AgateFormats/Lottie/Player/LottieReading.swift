import AgateDiagnostics
import Foundation

/// The interpretation of a Lottie file where players differ.
///
/// Many files were authored for one player. ``specification`` follows the Lottie specification and is the same for every file;
/// ``iOSPlayer`` matches lottie-ios with its Core Animation engine, where that differs and was measured; ``webPlayer`` matches lottie-web.
public enum LottieReading: String, Sendable, Hashable, CaseIterable, Codable {
    /// By the specification, including the results of expressions.
    case specification
    /// By the specification, with the file's keyframes and without expressions, like players without an engine for them.
    case withoutExpressions = "without-expressions"
    /// Like lottie-ios's Core Animation engine: trims cut strokes and not fills, and a curve at a fraction of its parameter instead of its
    /// length, strokes are above fills, all dimensions of a value use the easing of the first, gradients are transformed with the groups of
    /// their paths, and the highlights of radial gradients are omitted, with the diagnostic `lottie.gradient-highlight`. Locations in error
    /// messages are those of the rewritten file.
    case iOSPlayer = "ios-player"
    /// Like lottie-web (5.8): by the specification, including expressions.
    case webPlayer = "web-player"

    /// True if expressions are run. lottie-ios has no engine for them, so the file's keyframes are used.
    var runsExpressions: Bool { self == .specification || self == .webPlayer }

    /// Returns the tree to read instead of a file's own: with the results of expressions, or rewritten as the player reads it.
    func prepared(_ tree: JSONTree, file: String) -> (tree: JSONTree, diagnostics: [Diagnostic]) {
        switch self {
        case .specification, .webPlayer:
            let outcome = LottieExpressions.evaluated(tree, file: file)
            return (outcome.tree, outcome.diagnostics)
        case .withoutExpressions: return (tree, [])
        case .iOSPlayer:
            do throws(JSONTreeBuilder.Refusal) { return (try LottiePlayerRewriting.rewritten(tree), []) } catch {
                let reason = error == .tooLarge ? "it would become too large" : "a number would not be finite"
                return (
                    tree,
                    [
                        Diagnostic(
                            identifier: "lottie.too-large",
                            message:
                                "\(file): the file can't be rewritten as the iOS player reads it, because \(reason); it is read as it is")
                    ]
                )
            }
        }
    }
}
