import Agate
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// `agate render`: a picture or a film of a scene in a state, at a time, or on its way from one state to another.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders a .ca package, a .caml file or a Lottie file into a picture or a film.",
        discussion: """
            What is written follows from the name: .png (a picture; with a length, a moving one), OUT-%04d.png (numbered pictures), .gif, \
            .webp, .mp4, .mov, .webm, .mkv, .y4m, or - for standard output (--format says what). Without a length, films are as long as the \
            file's own animation. The same file and time give the same pixels each time, whichever frames are asked for, so parts made apart \
            by --chunk are the frames of the whole; agate join puts them together.
            """
    )

    @Argument(help: "The .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Show this state.") var state: String?
    @Option(help: "Begin in this state; the transition to --to starts at 0 s.") var from: String?
    @Option(help: "Go to this state.") var to: String?
    @Option(help: "Make one picture, of this moment in seconds.") var time: Double?
    @Option(help: "Frames per second (the file's own, else 60; at most 50 in a GIF).") var fps: Double?
    @Option(help: "Make the frames of so many seconds.") var duration: Double?
    @Option(help: "Make only these frames, such as 30-59.") var frames: FramesArgument?
    @Option(help: "Make only part I of N, such as 2/4.") var chunk: ChunkArgument?
    @Option(help: "The picture's size in points, such as 390x844; the document is made to fit.") var size: SizeArgument?
    @Option(help: "Pixels a point.") var scale: Double = 1
    @Option(help: "What is behind: #rrggbb, r,g,b[,a] or a name; nothing unless given.") var background: ColorArgument?
    @Option(name: [.customShort("o"), .long], help: "The file, a pattern such as OUT-%04d.png, or - for standard output.") var output: String?
    @Option(help: "The format, where the name does not say it (raw on standard output).") var format: FilmFormat?
    @Option(help: "The codec, where the format has a choice.") var codec: FilmCodec?
    @Option(help: "From 0 (small) to 1 (as good as it gets).") var quality: Double = 0.75
    @Option(help: "How much work goes into small files.") var effort: FilmOptions.Effort = .medium
    @Flag(inversion: .prefixedNo, help: "Keep what shows through (default: where that is usual, so not in webm).") var alpha: Bool?
    @Flag(help: "Keep the colour of every pixel in H.264 and VP9, not of one in four.") var fullColor = false
    @Option(help: "How often a GIF, PNG or WebP is shown; 0 is without end.") var loop: Int = 0
    @Option(help: "Write a JSON file with the hash of the scene and of every frame.") var manifest: String?

    func validate() throws {
        if state != nil, from != nil || to != nil { throw ValidationError("--state and --from/--to exclude each other") }
        if from != nil, to == nil { throw ValidationError("--from needs --to") }
        if time != nil, duration != nil || frames != nil || fps != nil || chunk != nil {
            throw ValidationError("--time and --fps, --duration, --frames, --chunk exclude each other")
        }
        for (name, value) in [("--time", time), ("--duration", duration)] {
            if let value, !(value.isFinite && value >= 0 && value <= 1e6) { throw ValidationError("\(name) must be from 0 to 1000000 s") }
        }
        if let fps, !(fps.isFinite && fps >= 0.001 && fps <= 1000) { throw ValidationError("--fps must be from 0.001 to 1000") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
        if !(0...65_535).contains(loop) { throw ValidationError("--loop must be from 0 to 65535") }
        if !(0...1).contains(quality) { throw ValidationError("--quality must be from 0 to 1") }
    }

    func run() throws {
        let output = self.output ?? defaultOutput
        let scene = try SceneFile.open(file)
        let canvas = size?.size ?? scene.size
        try check(canvas)
        if isStill(output) {
            let image = try show(scene, canvas).image(at: time ?? 0)
            if output == "-" { FileHandle.standardOutput.write(ImageCodec.encodePNG(image)) } else { try ImageCodec.writePNG(image, to: output) }
            return
        }
        try film(scene, canvas, output)
    }

    private func show(_ scene: any Scene, _ canvas: CGSize) throws -> Show {
        let show = Show(scene: scene, canvas: canvas, scale: scale, background: background?.color)
        for diagnostic in scene.diagnostics { StandardError.write("agate: \(diagnostic.message)\n") }
        if let to { try show.go(from: from, to: to) } else if let state { try show.go(to: state) }
        return show
    }

    private func film(_ scene: any Scene, _ canvas: CGSize, _ output: String) throws {
        let destination = output == "-" ? FilmDestination.descriptor(1) : .file(URL(fileURLWithPath: output))
        let format = self.format ?? (output == "-" ? .raw : FilmFormat(pathExtension: URL(fileURLWithPath: output).pathExtension))
        var wanted = fps ?? scene.frameRate ?? 60
        if fps == nil, format == .gif { wanted = min(wanted, 50) }
        guard let rate = FilmRate(wanted)?.framesPerSecond else { throw InputError("--fps \(wanted) is no rate that a film has") }
        var numbers = try frameNumbers(rate, scene)
        if let chunk { numbers = chunk.part(of: numbers) }
        if numbers.isEmpty { throw InputError("there are no frames \(chunk.map { "in part \($0.index) of \($0.count)" } ?? "in \(duration ?? 0) s at \(rate) frames a second")") }

        let options = FilmOptions(
            format: format, codec: codec, quality: quality, effort: effort, keepsAlpha: alpha, keepsFullColor: fullColor, loopCount: loop,
            firstNumber: numbers.lowerBound)
        let show = try show(scene, canvas)
        let (width, height) = show.host.withPixels { _, width, height, _ in (width, height) }
        var manifest = try self.manifest.map { _ in try Manifest(scene: file, width: width, height: height, framesPerSecond: rate) }
        var bar = ProgressBar(total: numbers.count)
        defer { bar.finish() }
        Interruption.watch()
        try show.host.record(frames: numbers, from: 0, to: destination, framesPerSecond: wanted, options: options) { pixels, progress in
            try Interruption.check()
            manifest?.add(pixels, frame: numbers.lowerBound + progress.frame - 1)
            bar.update(progress.frame, remaining: progress.remaining)
        }
        if let path = self.manifest { try manifest?.write(to: path) }
    }

    /// `Clock.ca` gives `Clock.png`, or `Clock-0000.png` and on.
    private var defaultOutput: String {
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return isLong ? "\(name)-%04d.png" : "\(name).png"
    }

    private var isLong: Bool { duration != nil || frames != nil || chunk != nil || fps != nil }

    /// One picture: of a moment, or of the first one where nothing says that it is long.
    private func isStill(_ output: String) -> Bool {
        if time != nil { return true }
        return !isLong && format == nil && !output.contains("%") && ["png", ""].contains(URL(fileURLWithPath: output).pathExtension.lowercased()) && output != "-"
    }

    private func frameNumbers(_ rate: Double, _ scene: any Scene) throws -> Range<Int> {
        if let frames { return frames.range.lowerBound..<(frames.range.upperBound + 1) }
        guard let length = duration ?? (to == nil ? scene.duration : nil) else {
            throw InputError("\(file): the document says no length; give one with --duration")
        }
        return 0..<Int((length * rate).rounded())
    }

    private func check(_ canvas: CGSize) throws {
        guard canvas.width > 0, canvas.height > 0 else {
            throw InputError("\(file): the document says no size; give one with --size")
        }
        let width = (canvas.width * scale).rounded(.up), height = (canvas.height * scale).rounded(.up)
        guard width <= 16384, height <= 16384, width * height <= 134_217_728 else {
            let (w, h) = (canvas.width * scale, canvas.height * scale)
            throw InputError("\(file): a picture of \(w)x\(h) pixels is more than can be made (16384 a side, 134217728 in all); give another --size or --scale")
        }
    }
}
