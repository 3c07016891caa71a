import Agate
import AgateBatch
import AgateFormats
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// `agate render`: a picture or a film of a scene in a state, at a time, or during a transition between states; or a film for each row of a
/// table.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders a .ca package, a .caml file or a Lottie file into a picture or a film, or into a film for each row of a table.",
        discussion: """
            What is written follows from the name: .png (a picture; with a length, a moving one), OUT-%04d.png (numbered pictures), .gif, \
            .webp, .mp4, .mov, .webm, .mkv, .y4m, or - for standard output (--format says what). Without a length, films are as long as \
            the file's own animation. The same file and time give the same pixels each time, whichever frames are asked for, so parts \
            made apart by --chunk are the frames of the whole; agate join puts them together.

            --audio adds sounds to mp4 (AAC), mov (PCM, or AAC with h264), webm (Opus) and mkv (FLAC). Times are those of the scene; a \
            negative one leaves out a sound's beginning. A sound that ends early is followed by silence, and one that is longer is cut. A \
            table's column audio adds a sound to its row's film. The audio layers of a Lottie file are heard as well, except in parts of a \
            film: agate join takes --audio FILE.json.

            With --data, each row of a CSV or JSON lines file is a film: columns fill what has their names in the template (agate info \
            --inputs lists it), and -o says the films' names, such as films/{id}.mp4. A bad row is reported and does not stop the rest.

            In an array of Slurm or an indexed job of Kubernetes, the part is the array's: film.mp4 becomes film.part-3-of-8.mp4, with a \
            manifest film.part-3-of-8.mp4.json beside it.

            No output takes the place of a file that is read (the scene and its images, the table and what it names) or of another output: \
            that is a wrong command line, and nothing is written.

            Ends with 0 when all is done, 2 for bad input, 64 for a wrong command line, 75 where trying again may help (a full disk, an \
            encoder that died), 128 plus the number of a signal that ended it (141: nobody reads the output).
            """
    )

    @Argument(help: "The .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Show this state.") var state: String?
    @Option(help: "Begin in this state; the transition to --to starts at 0 s.") var from: String?
    @Option(help: "Go to this state.") var to: String?
    @Option(help: "For a document with such states: light or dark.") var appearance: AppearanceArgument?
    @Option(help: "The same: portrait-up, portrait-down, landscape-left or landscape-right.") var orientation: OrientationArgument?
    @Option(help: "Which player a Lottie file is read as: specification, without-expressions, ios-player or web-player.") var lottieReading:
        LottieReading?
    @Option(help: "Render one picture, at this time in seconds.") var time: Double?
    @Option(help: "Render a picture at each of these times, such as 0,1.5,3; {time} in the output's name is the time.") var at:
        TimesArgument?
    @Option(
        name: .customLong("set"),
        help: "Set a text, a colour or an image of the template (agate info --inputs lists them): NAME=VALUE. Can be repeated.")
    var values: [ValueArgument] = []
    @Option(help: "Frames per second (the file's own, otherwise 60; at most 50 in a GIF).") var fps: Double?
    @Option(help: "Render this number of seconds.") var duration: Double?
    @Option(help: "Render only these frames, such as 30-59.") var frames: FramesArgument?
    @Option(help: "Render only part I of N (of the frames; of the rows, with --data), such as 2/4.") var chunk: FilmChunk?
    @Flag(help: "Render the whole film, even in an array of jobs.") var whole = false
    @Option(help: "The picture's size in points, such as 390x844; the document is scaled to fit.") var size: SizeArgument?
    @Option(help: "Pixels per point.") var scale: Double = 1
    @Option(help: "The renderer: cpu, with the same bytes on every machine, or gpu (OpenGL ES 3).") var renderer: FrameRenderer = .cpu
    @Option(help: "The background: #rrggbb, r,g,b[,a] or a name; transparent by default.") var background: ColorArgument?
    @Option(help: "Show the captions of this .srt or .vtt file.") var captions: String?
    @Option(help: "Add the captions of this .srt or .vtt file as a track that players show on request (mp4, mov, webm, mkv).")
    var captionsTrack: String?
    @Flag(inversion: .prefixedNo, help: "Keep the sounds of a Lottie file's audio layers, in a film that can have sound.") var sceneAudio =
        true
    @Option(name: [.customShort("o"), .long], help: "The file, a pattern such as OUT-%04d.png, or - for standard output.") var output:
        String?
    @Option(help: "The format, if the name does not determine it (raw on standard output).") var format: FilmFormat?
    @Option(help: "The codec, if the format supports several.") var codec: FilmCodec?
    @Option(help: "From 0 (smallest file) to 1 (best quality).") var quality: Double = 0.75
    @Option(help: "The effort to make files small.") var effort: FilmOptions.Effort = .medium
    @Flag(inversion: .prefixedNo, help: "Keep transparency (default: if usual for the format, so not in webm).") var alpha: Bool?
    @Flag(help: "Keep the colour of every pixel in H.264 and VP9, instead of one in four.") var fullColor = false
    @Option(help: "The range of light, for hevc and av1: standard, or pq or hlg (high dynamic range, white at 203 cd/m2).")
    var dynamicRange: FilmDynamicRange = .standard
    @Option(help: "The number of times that a GIF, PNG or WebP plays; 0 is endless.") var loop: Int = 0
    @Option(help: "Frames that H.264, HEVC, VP9, VP8 and AV1 encode independently (240); parts begin at multiples of it.") var segment: Int?
    @Option(help: "Write a JSON file with the hash of the scene and of every frame.") var manifest: String?
    @Option(help: "A table: a .csv, .tsv, .jsonl or .ndjson file (- is CSV on standard input). Each row is a film.") var data: String?
    @Option(help: "Only these rows, such as 1-50, from 1.") var rows: FramesArgument?
    @Option(help: "Write a JSON file with the results of the rows.") var report: String?
    @Flag(help: "Keep existing films (and numbered pictures) that were made from the same scene, values and options.") var skipExisting =
        false
    @Flag(help: "The same: continue an interrupted run.") var resume = false
    @Option(
        name: .customLong("progress"),
        help:
            "A number from 0 to 1: stop at this fraction of the transition to --to. Or how progress is reported: bar, json (lines on standard error), none."
    )
    var progressArguments: [ProgressArgument] = []
    @Option(help: "Keep a file for Prometheus (OpenMetrics) up to date while rendering.") var metrics: String?
    @OptionGroup var sound: SoundOptions
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        if state != nil, from != nil || to != nil { throw ValidationError("--state and --from/--to exclude each other") }
        if appearance != nil || orientation != nil, state == nil, to == nil {
            throw ValidationError("--appearance and --orientation need --state or --to")
        }
        if from != nil, to == nil { throw ValidationError("--from needs --to") }
        if transitionProgress != nil, to == nil { throw ValidationError("--progress with a number needs --to") }
        if time != nil, duration != nil || frames != nil || fps != nil || chunk != nil || data != nil {
            throw ValidationError("--time and --fps, --duration, --frames, --chunk, --data exclude each other")
        }
        try validatePictures()
        for (name, value) in [("--time", time), ("--duration", duration)] {
            if let value, !(value.isFinite && value >= 0 && value <= 1e6) { throw ValidationError("\(name) must be from 0 to 1000000 s") }
        }
        if let fps, !(fps.isFinite && fps >= 0.001 && fps <= 1000) { throw ValidationError("--fps must be from 0.001 to 1000") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
        if !(0...65_535).contains(loop) { throw ValidationError("--loop must be from 0 to 65535") }
        if !(0...1).contains(quality) { throw ValidationError("--quality must be from 0 to 1") }
        if let segment, !(0...1_000_000).contains(segment) { throw ValidationError("--segment must be from 0 to 1000000 frames") }
        if data == nil, rows != nil || report != nil { throw ValidationError("--rows and --report need --data") }
        if data != nil {
            if output == nil || output == "-" { throw ValidationError("--data needs -o with a name for each film, such as films/{id}.mp4") }
            if frames != nil || manifest != nil || state != nil || to != nil || captions != nil || captionsTrack != nil {
                throw ValidationError("--data and --frames, --manifest, --state, --to, --captions, --captions-track exclude each other")
            }
            if let rows, rows.range.lowerBound < 1 { throw ValidationError("--rows counts from 1") }
        }
        if renderer == .automatic { throw ValidationError("--renderer must be cpu or gpu") }
        if renderer != .cpu, data != nil { throw ValidationError("--renderer and --data exclude each other") }
        if chunk != nil, data == nil, captionsTrack != nil {
            throw ValidationError(
                "a part of a film has no track of captions: give --captions-track to agate join, which adds it to the whole")
        }
        if chunk != nil, data == nil, !sound.sounds.isEmpty {
            throw ValidationError("a part of a film has no sound: give --audio to agate join, which adds it to the whole")
        }
        if sound.loudness != nil, sound.sounds.isEmpty, data == nil { throw ValidationError("--loudness needs --audio") }
        if whole, chunk != nil { throw ValidationError("--whole and --chunk exclude each other") }
    }

    func run() throws {
        Interruption.watch()
        let claims = outputs.begin()
        if let metrics { try claims.write(metrics, as: "the file of metrics") }
        if let report { try claims.write(report, as: "the report") }
        if let data { return try batch(data) }
        let output = self.output ?? defaultOutput
        if isStill(output), captionsTrack != nil { throw InputError("\(output): a picture has no track of captions; use --captions") }
        if isStill(output) { try pictures(output) } else { try film(output) }
    }

    /// The progress of the transition at which the scene is held.
    private var transitionProgress: Double? { progressArguments.reduce(nil) { if case .transition(let value) = $1 { value } else { $0 } } }
    private var progressStyle: ProgressStyle? { progressArguments.reduce(nil) { if case .style(let style) = $1 { style } else { $0 } } }

    func settings() -> RenderSettings {
        var settings = RenderSettings(file: file)
        (settings.state, settings.from, settings.to, settings.scale) = (state, from, to, scale)
        (settings.progress, settings.lottieReading) = (transitionProgress, lottieReading)
        (settings.appearance, settings.orientation) = (appearance?.rawValue, orientation?.rawValue)
        settings.size = size.map { [Double($0.size.width), Double($0.size.height)] }
        settings.background = background?.components
        settings.captions = captions
        settings.values = filled
        // Omitted for the processor, so that manifests of its pictures are the same as before the option existed.
        if renderer != .cpu { settings.renderer = renderer }
        return settings
    }

    private var options: FilmOptions {
        var options = FilmOptions(
            format: format, codec: codec, quality: quality, effort: effort, keepsAlpha: alpha, keepsFullColor: fullColor, loopCount: loop,
            segmentLength: segment)
        options.loudness = sound.loudness
        options.dynamicRange = dynamicRange
        return options
    }

    /// Returns the given part, or else the one that the engine specifies.
    private func part() throws -> FilmChunk? {
        if let chunk { return chunk }
        return whole ? nil : try FilmChunk.given(by: ProcessInfo.processInfo.environment)
    }

    // MARK: A film

    /// Returns the film that the options describe, without its part and the choice to keep existing files.
    func render(output: String) -> FilmRender {
        var render = FilmRender(settings: settings(), output: output)
        (render.options, render.framesPerSecond, render.duration, render.frames) = (options, fps, duration, frames?.range)
        render.interruption = { try Interruption.check() }
        render.keepsSceneSounds = sceneAudio
        return render
    }

    /// Adds the sounds and the track of captions.
    /// - Returns: Temporary files, to be kept until the film is made.
    private func addTracks(to render: inout FilmRender) throws -> [SceneSounds] {
        let scenes = try sound.add(to: &render.options)
        if let captionsTrack {
            render.captionsTrack = captionsTrack
            render.options.captions = try Captions(contentsOf: URL(fileURLWithPath: captionsTrack)).track
        }
        return scenes
    }

    private func film(_ output: String) throws {
        var render = render(output: output)
        let tracks = try addTracks(to: &render)
        defer { withExtendedLifetime(tracks) {} }
        render.chunk = try part()
        // With an explicit part the user also names its file; the tasks of an array share one command line.
        render.namesPart = chunk == nil
        (render.manifest, render.keepsExisting) = (manifest, skipExisting || resume)
        var report = ProgressReport(progressStyle, metrics: metrics)
        do {
            let path = render.path
            let outcome = try render.run { scene in
                for diagnostic in scene.diagnostics { StandardError.say(diagnostic.message) }
            } onProgress: {
                report.frame($0, file: path)
            }
            report.film(path, isKept: outcome == .kept)
            if outcome == .kept { StandardError.say("\(path) already exists") }
        } catch {
            report.finish(status: AgateCommand.status(after: error))
            throw error
        }
        report.finish(status: 0)
        sayName(render.path)
    }

    // MARK: One film for each row

    private func batch(_ data: String) throws {
        let table = try DataTable(contentsOf: URL(fileURLWithPath: data))
        var batch = FilmBatch(template: URL(fileURLWithPath: file), output: output ?? "")
        (batch.options, batch.framesPerSecond, batch.duration, batch.scale) = (options, fps, duration, scale)
        (batch.size, batch.background, batch.rows) = (size?.size, background?.color, rows?.range)
        (batch.keepsExisting, batch.chunk, batch.interruption) = (skipExisting || resume, try part(), { try Interruption.check() })
        (batch.lottieReading, batch.overwritesInputs) = (lottieReading, outputs.overwriteInputs)
        batch.keepsSceneSounds = sceneAudio
        let scenes = try sound.add(to: &batch.options)
        defer { withExtendedLifetime(scenes) {} }
        var progress = ProgressReport(progressStyle, metrics: metrics)
        let result: FilmBatch.Report
        do {
            result = try batch.run(table) { event in
                switch event {
                case .made(let row, let file): progress.film(file, isKept: false, row: row)
                case .kept(let row, let file): progress.film(file, isKept: true, row: row)
                case .failed(let failure):
                    progress.failure(row: failure.row, failure.reason)
                    if progressStyle != .json {
                        StandardError.say("\(data):\(failure.line.map { "\($0): " } ?? " ")row \(failure.row): \(failure.reason)")
                    }
                }
            } onFrame: { frame, file in
                progress.frame(frame, file: file)
            }
        } catch {
            progress.finish(status: AgateCommand.status(after: error))
            throw error
        }
        if !result.unused.isEmpty { StandardError.say("\(data): unused columns: \(result.unused.joinedBriefly)") }
        if let report {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try OutputFile.write(encoder.encode(result) + Data("\n".utf8), to: report)
        }
        let status =
            result.failures.contains(where: \.isTransient) ? ExitStatus.transient : result.failures.isEmpty ? 0 : ExitStatus.badInput
        progress.finish(status: status)
        if progressStyle != .json {
            let kept = result.kept > 0 ? ", \(result.kept) kept" : ""
            let failed = result.failures.isEmpty ? "" : ", \(result.failures.count) rows failed"
            StandardError.say("\(result.made) films made\(kept)\(failed)")
        }
        if status != 0 { throw ExitCode(status) }
    }
}

extension FilmChunk: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
