import AgateFormats
import Foundation

/// `conform vectors FILE.json` and `conform pictures DIR [--out DIR] [--as-player | --as-web-player]`: does the engine do what Apple's
/// does? `conform pictures DIR --renderer gpu`: does OpenGL ES draw what the processor draws?
@main
struct Conform {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case "vectors" where arguments.count >= 2:
                exit(try VectorsCommand.run(file: arguments[1], only: option("--area", arguments)) ? 0 : 1)
            case "pictures" where arguments.count >= 2 && option("--renderer", arguments) == "gpu":
                exit(
                    try RendererPictures.run(
                        folder: arguments[1], out: option("--out", arguments), only: option("--case", arguments),
                        reading: reading(arguments)
                    ) ? 0 : 1)
            case "pictures" where arguments.count >= 2 && LottiePictures.isFolder(arguments[1]):
                exit(
                    try LottiePictures.run(
                        folder: arguments[1], out: option("--out", arguments), only: option("--case", arguments),
                        reading: reading(arguments)
                    ) ? 0 : 1)
            case "pictures" where arguments.count >= 2:
                exit(
                    try PicturesCommand.run(folder: arguments[1], out: option("--out", arguments), only: option("--case", arguments))
                        ? 0 : 1)
            default:
                fail(
                    "usage: conform vectors FILE.json [--area AREA]\n       conform pictures DIR [--out DIR] [--case NAME] [--as-player | --as-web-player] [--renderer gpu]"
                )
            }
        } catch {
            fail("conform: \(error)")
        }
    }

    private static func reading(_ arguments: [String]) -> LottieReading {
        arguments.contains("--as-player") ? .iOSPlayer : arguments.contains("--as-web-player") ? .webPlayer : .withoutExpressions
    }

    private static func option(_ name: String, _ arguments: [String]) -> String? {
        guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
        return arguments[index + 1]
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(2)
    }
}

/// Counts by area, and the last lines of a run.
struct Tally {
    private(set) var passed = 0, failed = 0, skipped = 0
    private var areas: [String: (passed: Int, failed: Int, skipped: Int)] = [:]
    private var order: [String] = []
    private var reasons: [String: Int] = [:]

    enum Result { case passed, failed, skipped }

    /// - Parameter reason: why it was skipped.
    mutating func count(_ result: Result, area: String, reason: String? = nil) {
        if let reason { reasons[reason, default: 0] += 1 }
        if areas[area] == nil { order.append(area) }
        var entry = areas[area] ?? (0, 0, 0)
        switch result {
        case .passed: passed += 1; entry.passed += 1
        case .failed: failed += 1; entry.failed += 1
        case .skipped: skipped += 1; entry.skipped += 1
        }
        areas[area] = entry
    }

    func printTotals() {
        for area in order {
            guard let entry = areas[area] else { continue }
            print("area \(area): \(entry.passed) passed, \(entry.failed) failed, \(entry.skipped) skipped")
        }
        for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { print("skipped \(count): \(reason)") }
        print("\(passed) passed, \(failed) failed, \(skipped) skipped")
    }
}
