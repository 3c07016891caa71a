import Agate
import AgateDiagnostics
import AgateRecording
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO

/// `agate replay`: pictures and films of a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Renders a recording (.agaterec) into a picture or a film: the pixels that its program showed.",
        discussion: """
            Without --time, --frame or a film's name, the picture is what the recording shows last. A film is as long as the recording; \
            --from, --duration and --fps choose. Times are seconds from the beginning of the recording.
            """
    )

    @Argument(help: "The .agaterec file.") var file: String
    @Option(help: "Render one picture, at this time in seconds.") var time: Double?
    @Option(help: "Render one picture, of this frame of the program, from 0.") var frame: Int?
    @Option(help: "The beginning of the film, in seconds.") var from: Double = 0
    @Option(help: "Render this number of seconds.") var duration: Double?
    @Option(help: "Frames per second of a film.") var fps: Double = 60
    @Option(name: [.customShort("o"), .long], help: "The file, or a pattern such as OUT-%04d.png.") var output: String?
    @Option(help: "The codec, if the format supports several.") var codec: FilmCodec?
    @Option(help: "From 0 (smallest file) to 1 (best quality).") var quality: Double = 0.75
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        if time != nil, frame != nil { throw ValidationError("--time and --frame exclude each other") }
        for (name, value) in [("--time", time), ("--from", from), ("--duration", duration)] {
            if let value, !(value.isFinite && value >= 0 && value <= 1e6) { throw ValidationError("\(name) must be from 0 to 1000000 s") }
        }
        if !(fps.isFinite && fps >= 0.001 && fps <= 1000) { throw ValidationError("--fps must be from 0.001 to 1000") }
        if !(0...1).contains(quality) { throw ValidationError("--quality must be from 0 to 1") }
    }

    func run() throws {
        Interruption.watch()
        let claims = outputs.begin()
        let name = output ?? URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent + ".png"
        claims.read(file, as: "the recording")
        try claims.write(name, as: "the output")
        let recording = try RecordingFile.read(file)
        let replay = Replay(recording)
        for loss in recording.lossTexts { StandardError.say("\(file): \(loss)") }
        if time != nil || frame != nil || (!name.contains("%") && name.lowercased().hasSuffix(".png")) {
            try ImageCodec.writePNG(try still(replay), to: name)
        } else {
            try film(replay, name)
        }
        if output == nil { StandardError.say("wrote \(name)") }
    }

    private func still(_ replay: Replay) throws -> CGImage {
        if let frame {
            guard (0..<replay.frameCount).contains(frame) else {
                throw InputError("\(file): the frame must be 0 or more and less than \(replay.frameCount)")
            }
            return replay.image(frame: frame)
        }
        return time.map { replay.image(at: replay.recording.span.lowerBound + $0) } ?? replay.lastImage()
    }

    private func film(_ replay: Replay, _ name: String) throws {
        let span = replay.recording.span
        let begin = span.lowerBound + from
        let count = max(1, Int(((duration ?? span.upperBound - begin) * fps).rounded()))
        let first = replay.image(at: begin)
        let paths = try NumberedPath(name)
        if paths.isPattern { for number in 0..<count { try FileClaims.current?.check(paths.path(number), as: "a picture") } }
        let recorder = try FilmRecorder(
            to: .file(URL(fileURLWithPath: name)), width: first.width, height: first.height, framesPerSecond: fps,
            options: FilmOptions(codec: codec, quality: quality))
        do {
            for number in 0..<count {
                try Interruption.check()
                try recorder.append(number == 0 ? first : replay.image(at: begin + Double(number) / recorder.framesPerSecond))
            }
            try recorder.finish()
        } catch {
            recorder.cancel()
            throw error
        }
    }
}

/// Reads recordings from files.
enum RecordingFile {
    static func read(_ path: String) throws -> Recording {
        FileClaims.current?.read(path, as: "the recording")
        do {
            return try Recording(contentsOf: URL(fileURLWithPath: path))
        } catch let error as RecordingError {
            throw InputError("\(path): \(error)")
        } catch {
            guard let code = SystemError.code(of: error) else { throw InputError("\(path): the file can't be read") }
            throw ImageError(file: path, code: code)
        }
    }

    /// Returns true for a recording: by its first bytes, or by its name if it can't be read.
    static func isRecording(_ path: String) -> Bool {
        if URL(fileURLWithPath: path).pathExtension.lowercased() == "agaterec" { return true }
        // Bytes that are read from a pipe would be lost.
        let type = (try? FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path))?[.type]
        guard type as? FileAttributeType == .typeRegular else { return false }
        guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: RecordingWriter.signature.count) else {
            return false
        }
        return start.elementsEqual(RecordingWriter.signature)
    }
}

/// The output of `info` for a recording.
struct RecordingReport: Encodable {
    let file: String
    let title: String
    let begin: Double
    let end: Double
    let width: Int
    let height: Int
    let commits: Int
    let frames: Int
    let events: Int
    let layers: Int
    let diagnostics: [String]
    let losses: [String]

    init(file: String) throws {
        let recording = try RecordingFile.read(file)
        self.file = file
        title = recording.title
        (begin, end) = (recording.span.lowerBound, recording.span.upperBound)
        (width, height) = recording.pixelSize
        (commits, frames, events) = (recording.commitCount, recording.frameTimes.count, recording.input.count)
        let replay = Replay(recording)
        _ = replay.lastImage()
        layers = replay.layerCount
        diagnostics = recording.diagnostics.map { "\($0.identifier): \($0.message)" }
        losses = recording.lossTexts
    }

    var lines: [String] {
        var lines = ["\(file): recording\(title.isEmpty ? "" : " of \(title)"), \(width) x \(height) pixels"]
        lines.append("\(begin) s to \(end) s: \(commits) commits, \(frames) frames, \(events) events; \(layers) layers at the end")
        return lines + diagnostics + losses
    }
}
