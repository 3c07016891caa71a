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
    /// Whether the input was taken: one that is refused at the door reaches nothing.
    public let run: @Sendable (Data) -> Bool

    /// Bytes of an input, as `Tools/run-fuzz` tells libFuzzer, which cuts the seeds there.
    public static let longest = 4096

    init(
        _ name: String, words: [String] = [], seeds: @escaping @Sendable () -> [Data] = { [] }, _ run: @escaping @Sendable (Data) -> Bool
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

    /// The seeds as libFuzzer gets them. A target that takes none of them is not fuzzed but by chance.
    public var cutSeeds: [Data] { seeds().map { $0.prefix(Self.longest) } }

    public static let all: [FuzzTarget] = [
        caml, propertyList, lottie, lottieArchive, stateMachine, expression, png, jpeg, gif, webP, font, svg, archive, layers, recording,
    ]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// Diagnostics are an answer; a million of them are no notifications. Kept for the life of the process.
    public static func silenceDiagnostics() { _ = silence }
    private static let silence = Diagnostic.addObserver { _ in }
}
