import AgateDiagnostics
import Foundation

/// One way into Agate that takes bytes of somebody else's: a body that must answer, soon and within bounds, whatever they are.
public struct FuzzTarget: Sendable {
    /// By which `make fuzz` and the folders of the corpus name it.
    public let name: String
    /// Inputs to start from.
    public let seeds: @Sendable () -> [Data]
    /// What the language of the inputs is made of: libFuzzer can't find whole words by the comparisons of Swift's strings.
    public let words: [String]
    public let run: @Sendable (Data) -> Void

    init(
        _ name: String, words: [String] = [], seeds: @escaping @Sendable () -> [Data] = { [] }, _ run: @escaping @Sendable (Data) -> Void
    ) {
        self.name = name
        self.words = words
        self.seeds = seeds
        self.run = run
    }

    /// The words as libFuzzer's option `-dict` takes them.
    public var dictionary: String {
        words.map { "\"" + $0.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\"\n" }.joined()
    }

    public static let all: [FuzzTarget] = [
        caml, propertyList, lottie, lottieArchive, stateMachine, expression, png, jpeg, gif, webP, font, svg, archive, layers,
    ]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// Diagnostics are an answer; a million of them are no notifications. Kept for the life of the process.
    public static func silenceDiagnostics() { _ = silence }
    private static let silence = Diagnostic.addObserver { _ in }
}
