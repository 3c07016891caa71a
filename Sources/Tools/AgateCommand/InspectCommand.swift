import Agate
import AgateBatch
import AgateInspector
import AgateRecording
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import Inspector

/// `agate inspect`: pictures, tree, timeline, transactions, frames and advice of a document or a recording.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows the layers, times and reasons of a document or a recording, in one page for a browser."
    )

    @Argument(
        help: """
            A recording (.agaterec), a .ca package, .caml file, Lottie .json or .lottie file; or a program that runs: HOST:PORT, or the \
            address that it printed.
            """)
    var file: String
    @Option(help: "For a running program: its token, unless it is part of the address (AGATE_INSPECT_TOKEN in the environment).")
    var token: String?
    @Option(help: "Write a self-contained page for a browser, or as an artefact of CI. Without it the page is served.")
    var report: String?
    @Option(help: "Serve the page on this port of this machine; 0 selects a free one.") var port: UInt16 = 0
    @OptionGroup var playing: PlayedScene
    @OptionGroup var outputs: OutputOptions

    func run() throws {
        Interruption.watch()
        if let program = ProgramAddress(file) { return try relay(program) }
        let claims = outputs.begin()
        SceneFile.claim(file)
        if let report { try claims.write(report, as: "the report") }
        let recording = try playing.recording(of: file)
        if let report {
            // At this time all files that belong to the document have been read.
            try claims.check(report, as: "the report")
            return try OutputFile.write(Data(InspectionReport.html(recording).utf8), to: report)
        }
        let inspector: Inspector
        do { inspector = try Inspector.start(recording, port: port) } catch { throw InputError("\(error)") }
        try wait(inspector)
    }

    /// Prints the address and serves until it is interrupted.
    private func wait(_ inspector: Inspector) throws {
        try StandardOutput.say(inspector.url)
        while true {
            try Interruption.check()
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    private func relay(_ program: ProgramAddress) throws {
        if report != nil { throw InputError("a report can be made only from a file, not from a running program") }
        guard let token = token ?? program.token ?? ProcessInfo.processInfo.environment["AGATE_INSPECT_TOKEN"] else {
            throw InputError("\(file): the token that the program printed is missing; pass it with --token or in the address")
        }
        let inspector: Inspector
        do {
            inspector = try Inspector.start(relayingTo: program.host, program.port, token: token, port: port)
        } catch { throw InputError("\(error)") }
        try wait(inspector)
    }
}

/// `HOST:PORT`, or the address that an inspector printed.
struct ProgramAddress: Equatable {
    var host: String
    var port: UInt16
    var token: String?

    /// Nil if the text is the name of a file.
    init?(_ text: String) {
        if text.hasPrefix("http://") {
            guard let parts = URLComponents(string: text), let host = parts.host, let port = parts.port.flatMap(UInt16.init(exactly:))
            else {
                return nil
            }
            (self.host, self.port) = (host, port)
            token = parts.queryItems?.first { $0.name == "token" }?.value
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"), let port = UInt16(parts[1]), port > 0,
            !FileManager.default.fileExists(atPath: text)
        else { return nil }
        (host, self.port) = (String(parts[0]), port)
    }
}

/// `agate trace`: writes a recording as trace events.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Writes the times of the frames of a document or a recording as trace events for Perfetto or chrome://tracing."
    )

    @Argument(help: "A recording (.agaterec), a .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(name: [.customShort("o"), .long], help: "The JSON file.") var output: String
    @OptionGroup var playing: PlayedScene
    @OptionGroup var outputs: OutputOptions

    func run() throws {
        Interruption.watch()
        let claims = outputs.begin()
        SceneFile.claim(file)
        try claims.write(output, as: "the trace")
        let recording = try playing.recording(of: file)
        try claims.check(output, as: "the trace")
        try OutputFile.write(Data(TraceFile.json(recording).utf8), to: output)
    }
}

/// A recording from its file, or of a document that is played for it.
struct PlayedScene: ParsableArguments {
    @Option(help: "For a document: go to this state, with its transition.") var to: String?
    @Option(help: "For a document: the number of seconds to play (its own length, at most 10).") var duration: Double?
    @Option(help: "For a document: frames per second.") var fps: Double = 60
    @Option(help: "For a document: pixels per point.") var scale: Double = 1

    func validate() throws {
        if let duration, !(duration.isFinite && duration >= 0 && duration <= 3600) {
            throw ValidationError("--duration must be from 0 to 3600 s")
        }
        if !(fps.isFinite && fps >= 0.1 && fps <= 1000) { throw ValidationError("--fps must be from 0.1 to 1000") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
    }

    func recording(of file: String) throws -> Recording {
        if RecordingFile.isRecording(file) { return try RecordingFile.read(file) }
        var settings = RenderSettings(file: file)
        settings.scale = scale
        let scene = try settings.open()
        let show = try settings.show(scene)
        var options = Recorder.Options()
        (options.includesLog, options.title, options.capacity) = (true, URL(fileURLWithPath: file).lastPathComponent, 2_000_000)
        TransactionLog.shared.capacity = 100_000
        guard let recorder = Recorder(show.host, options: options) else { throw InputError("\(file): the document can't be recorded") }
        if let to { try show.go(from: nil, to: to) }
        let seconds = duration ?? min(10, scene.duration ?? 2)
        for frame in 0...Int((seconds * fps).rounded()) {
            try Interruption.check()
            show.host.withPixels(at: Double(frame) / fps) { _, _, _, _ in }
        }
        var recording = recorder.recording()
        recording.add(scene.diagnostics)
        return recording
    }
}
