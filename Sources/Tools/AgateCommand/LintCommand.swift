import Agate
import AgateBatch
import AgateDiagnostics
import AgateFormats
import ArgumentParser
import Foundation

/// `agate lint`: reports errors in documents, and their unsupported features.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Lists errors and unsupported features of documents.",
        discussion: """
            Reads each document, shows its first frame, the middle and the end, and lists what was said meanwhile: errors (it can't be \
            shown) and warnings (a value that keeps its default, a feature that is left out, a picture that is missing), with the line \
            and column of a .caml file and the path in a Lottie file where they are known. agate schema lint describes the JSON.

            Ends with 0 when nothing is found, 1 when there are warnings, 2 when a document can't be shown.
            """
    )

    @Argument(help: "The .ca packages, .caml files, and Lottie files.") var files: [String]
    @Option(help: "Which player a Lottie file is read as: specification, without-expressions, ios-player or web-player.") var lottieReading:
        LottieReading?
    @Flag(help: "Write JSON.") var json = false

    func run() throws {
        Interruption.watch()
        // Diagnostics while a document is shown are findings, not messages.
        Diagnostic.removeObserver(AgateCommand.messages)
        var report = LintReport()
        for file in files {
            try Interruption.check()
            report.findings += Self.findings(file, lottieReading)
            report.files += 1
        }
        if json { try StandardOutput.say(json: report) } else { try StandardOutput.say(report.findings.map(\.text)) }
        if !report.findings.isEmpty { throw ExitCode(report.hasErrors ? ExitStatus.badInput : ExitStatus.different) }
    }

    private static func findings(_ file: String, _ reading: LottieReading?) -> [LintFinding] {
        let heard = Locked<[Diagnostic]>([])
        let token = Diagnostic.addObserver { diagnostic in heard.withLock { $0.append(diagnostic) } }
        defer { Diagnostic.removeObserver(token) }
        var list: [LintFinding] = []
        do {
            var settings = RenderSettings(file: file)
            settings.lottieReading = reading
            let scene = try SceneFile.open(file, reading: reading ?? .specification), size = scene.size
            if size.width > 0, size.height > 0 {
                settings.scale = min(1, 256 / Double(max(size.width, size.height)))
            } else {
                settings.size = [256, 256]
                list.append(
                    LintFinding(
                        file: file, severity: .warning, identifier: "lint.no-size", message: "the document has no size; set one with --size"
                    ))
            }
            try settings.check(scene)
            let show = try settings.show(scene)
            let end = min(scene.duration ?? scene.end ?? 0, 1e6)
            for time in end > 0 ? [0, end / 2, end] : [0] { _ = show.image(at: time) }
            list += scene.diagnostics.map { LintFinding($0, in: file) }
        } catch {
            list.append(LintFinding(error, in: file))
        }
        list += heard.withLock { $0 }.map { LintFinding($0, in: file) }
        var seen: Set<LintFinding> = []
        return list.filter { seen.insert($0).inserted }
    }
}
