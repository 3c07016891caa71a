import AgateBatch
import ArgumentParser
import Foundation

/// `agate status`: reports the progress of a job of `agate submit`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the progress of a job of agate submit: which parts exist, which failed and why.",
        discussion: "Exits with 0 when all is done, 75 while parts are waiting or missing, 2 when a part has failed permanently."
    )

    @Argument(help: "The job's folder.") var folder: String
    @Flag(help: "Write JSON.") var json = false
    @Flag(help: "Wait until all parts exist, or one has failed permanently or is missing.") var wait = false

    struct Part: Encodable {
        let part: Int
        /// done, failed, interrupted (will be tried again), missing (it succeeded, but its file no longer exists), waiting
        let state: String
        let code: Int?
        let frames: Int?
        let message: String?
    }

    struct Report: Encodable {
        let name: String
        let engine: String
        let parts: [Part]
        let isJoined: Bool
        var done: Int { parts.filter { $0.state == "done" }.count }
        var failed: [Part] { parts.filter { $0.state == "failed" } }
    }

    func run() throws {
        Interruption.watch()
        let job = try FarmJob.read(folder)
        var report = look(job)
        while wait, report.done < job.parts, !report.parts.contains(where: { ["failed", "missing"].contains($0.state) }) {
            try Interruption.check()
            usleep(500_000)
            report = look(job)
        }
        if json {
            try StandardOutput.say(json: report)
        } else {
            for part in report.parts where part.state != "done" && part.state != "waiting" {
                try StandardOutput.say(
                    "part \(part.part): \(part.state)\(part.code.map { " (\($0))" } ?? "")\(part.message.map { ": \($0)" } ?? "")")
            }
            try StandardOutput.say(
                "\(report.name) (\(report.engine)): \(report.done) of \(report.parts.count) parts done\(report.isJoined ? ", joined" : "")")
        }
        if !report.failed.isEmpty { throw ExitCode(ExitStatus.badInput) }
        if report.done < job.parts { throw ExitCode(ExitStatus.transient) }
    }

    /// Returns the state of a part without a file. A code of 0 is not a failure, even if the file is missing.
    private static func state(_ code: Int?) -> String {
        switch code {
        case nil: "waiting"
        case 0?: "missing"
        case 75?: "interrupted"
        case let code?: code > 128 ? "interrupted" : "failed"
        }
    }

    private func look(_ job: FarmJob) -> Report {
        let parts = (1...job.parts).map { number -> Part in
            let code = (try? String(contentsOfFile: "\(job.folder)/state/part-\(number).code", encoding: .utf8)).flatMap {
                Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let path = job.part(number), manifest = job.joins ? FilmManifest.read("\(path).json") : nil
            let isDone = job.joins ? manifest?.isComplete == true && access(path, F_OK) == 0 : code == 0
            let log = FileManager.default.contents(atPath: "\(job.folder)/logs/part-\(number).log").map {
                String(decoding: $0, as: UTF8.self)
            }
            let said = log?.split(separator: "\n").last.map(String.init)
            let state = isDone ? "done" : Self.state(code)
            let message = isDone ? nil : state == "missing" ? "\(path) or its manifest does not exist; submit the job again" : said
            return Part(part: number, state: state, code: code, frames: manifest?.frames.count, message: message)
        }
        return Report(name: job.name, engine: job.engine.rawValue, parts: parts, isJoined: job.joins && access(job.output, F_OK) == 0)
    }
}
