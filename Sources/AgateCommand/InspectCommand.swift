import Agate
import AgateBatch
import AgateInspector
import AgateRecording
import ArgumentParser
import CoreGraphics
import Foundation
import Inspector

/// `agate inspect`: pictures, tree, timeline, transactions, frames and advice of a document or a recording.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows the layers, the time and the reasons of a document or a recording, in one page for a browser."
    )

    @Argument(help: "A recording (.agaterec), a .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Write the page, which needs nothing else: for a browser, or an artefact of CI. Without it the page is served.")
    var report: String?
    @Option(help: "Serve the page on this port of this machine; 0 takes a free one.") var port: UInt16 = 0
    @OptionGroup var playing: PlayedScene

    func run() throws {
        Interruption.watch()
        let recording = try playing.recording(of: file)
        if let report { return try RecordingFile.write(Data(InspectionReport.html(recording).utf8), to: report) }
        let inspector: Inspector
        do { inspector = try Inspector.start(recording, port: port) } catch { throw InputError("\(error)") }
        // Whoever started it reads the address here; it goes on until it is interrupted.
        try StandardOutput.say(inspector.url)
        while true {
            try Interruption.check()
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}

/// `agate trace`: a recording as trace events.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Writes what the frames of a document or a recording took, as trace events for Perfetto or chrome://tracing."
    )

    @Argument(help: "A recording (.agaterec), a .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(name: [.customShort("o"), .long], help: "The JSON file.") var output: String
    @OptionGroup var playing: PlayedScene

    func run() throws {
        Interruption.watch()
        try RecordingFile.write(Data(TraceFile.json(try playing.recording(of: file)).utf8), to: output)
    }
}

/// A recording from its file, or of a document that is played for it.
struct PlayedScene: ParsableArguments {
    @Option(help: "Of a document: go to this state, with its transition.") var to: String?
    @Option(help: "Of a document: how many seconds are played (its own length, at most 10).") var duration: Double?
    @Option(help: "Of a document: frames per second.") var fps: Double = 60
    @Option(help: "Of a document: pixels a point.") var scale: Double = 1

    func validate() throws {
        if let duration, !(duration.isFinite && duration >= 0 && duration <= 3600) {
            throw ValidationError("--duration must be from 0 to 3600 s")
        }
        if !(fps.isFinite && fps >= 0.1 && fps <= 1000) { throw ValidationError("--fps must be from 0.1 to 1000") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
    }

    func recording(of file: String) throws -> Recording {
        if RecordingFile.hasName(file) { return try RecordingFile.read(file) }
        var settings = RenderSettings(file: file)
        settings.scale = scale
        let scene = try settings.open()
        let show = try settings.show(scene)
        var options = Recorder.Options()
        (options.includesLog, options.title, options.capacity) = (true, URL(fileURLWithPath: file).lastPathComponent, 2_000_000)
        TransactionLog.shared.capacity = 100_000
        guard let recorder = Recorder(show.host, options: options) else { throw InputError("\(file): it can't be recorded") }
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
