import AgateBatch
import ArgumentParser
import Foundation

/// `agate verify`: checks films against their manifests.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks a film, or all parts of one, against the manifests beside them.",
        discussion: """
            Frames that are missing or there twice, files whose bytes or number of frames differ, decoded frames of codecs that lose \
            nothing, and a sample of frames rendered anew. Ends with 0 when all is well, 1 when something is not (one line each), 2 \
            where there is nothing to check by.
            """
    )

    @Argument(help: "Films or parts with FILE.json beside them; for numbered pictures, the manifest.") var files: [String]
    @Option(help: "The scene's file, if it has moved.") var scene: String?
    @Option(help: "The number of frames of each file to render again.") var sample: Int = 3
    @Flag(help: "Write JSON.") var json = false

    func validate() throws {
        if !(0...1_000_000).contains(sample) { throw ValidationError("--sample must be from 0 to 1000000") }
    }

    func run() throws {
        Interruption.watch()
        var verifier = FilmVerifier(files: files)
        (verifier.scene, verifier.samples, verifier.interruption) = (scene, sample, { try Interruption.check() })
        let report = try verifier.run()
        if json {
            try StandardOutput.say(json: report)
        } else {
            for problem in report.problems { try StandardOutput.say(problem) }
            let end = report.problems.isEmpty ? "all well" : "\(report.problems.count) problems"
            let frames = "\(report.frames) frames: \(report.decoded) decoded, \(report.rendered) rendered again"
            try StandardOutput.say("\(report.files) files, \(frames), \(end)")
        }
        if !report.problems.isEmpty { throw ExitCode(ExitStatus.different) }
    }
}
