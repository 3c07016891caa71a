import Agate
import AgateFormats
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// `agate render`: pictures of a document in a state, at a time, or on its way from one state to another.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders a .ca package or a .caml file into PNG pictures.",
        discussion: """
            Without times it makes one picture, of the first moment. The same file and time give the same bytes each time, whichever \
            frames are asked for.
            """
    )

    @Argument(help: "The .ca package or .caml file.") var file: String
    @Option(help: "Show this state.") var state: String?
    @Option(help: "Begin in this state; the transition to --to starts at 0 s.") var from: String?
    @Option(help: "Go to this state.") var to: String?
    @Option(help: "The moment to show, in seconds.") var time: Double?
    @Option(help: "Frames per second (60 unless given).") var fps: Double?
    @Option(help: "Make the frames of so many seconds.") var duration: Double?
    @Option(help: "Make only these frames, such as 30-59.") var frames: FramesArgument?
    @Option(help: "The picture's size in points, such as 390x844; the document is made to fit.") var size: SizeArgument?
    @Option(help: "Pixels a point.") var scale: Double = 1
    @Option(help: "What is behind: #rrggbb, r,g,b[,a] or a name; nothing unless given.") var background: ColorArgument?
    @Option(name: [.customShort("o"), .long], help: "The PNG file, or a pattern such as OUT-%04d.png.") var output: String?

    func validate() throws {
        if state != nil, from != nil || to != nil { throw ValidationError("--state and --from/--to exclude each other") }
        if from != nil, to == nil { throw ValidationError("--from needs --to") }
        if time != nil, duration != nil || frames != nil || fps != nil { throw ValidationError("--time and --fps, --duration, --frames exclude each other") }
        if fps != nil, duration == nil, frames == nil { throw ValidationError("--fps needs --duration or --frames") }
        for (name, value) in [("--time", time), ("--duration", duration)] {
            if let value, !(value.isFinite && value >= 0 && value <= 1e6) { throw ValidationError("\(name) must be from 0 to 1000000 s") }
        }
        if let fps, !(fps.isFinite && fps > 0 && fps <= 1000) { throw ValidationError("--fps must be over 0 and at most 1000") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
    }

    func run() throws {
        let document = try CAMLDocument(contentsOf: URL(fileURLWithPath: file))
        let canvas = size?.size ?? document.size
        try check(canvas)
        let output = try OutputName(self.output ?? defaultOutput)
        let rate = fps ?? 60
        let numbers = frameNumbers(rate)
        if numbers.count > 1, !output.isPattern { throw InputError("\(numbers.count) frames need a pattern such as -o OUT-%04d.png") }
        if numbers.isEmpty { throw InputError("there are no frames in \(duration ?? 0) s at \(rate) frames a second") }

        let scene = try CAMLScene(document: document)
        let show = Show(scene: scene, canvas: canvas, scale: scale, background: background?.color)
        for diagnostic in scene.diagnostics { StandardError.write("agate: \(diagnostic.message)\n") }
        if let to { try show.go(from: from, to: to) } else if let state { try show.go(to: state) }

        var bar = ProgressBar(total: numbers.count)
        defer { bar.finish() }
        for (done, number) in numbers.enumerated() {
            let image = show.image(at: time ?? Double(number) / rate)
            try ImageCodec.writePNG(image, to: output.path(frame: number))
            bar.update(done + 1)
        }
    }

    /// `Clock.ca` gives `Clock.png`, or `Clock-0000.png` and on.
    private var defaultOutput: String {
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return duration == nil && frames == nil ? "\(name).png" : "\(name)-%04d.png"
    }

    private func frameNumbers(_ rate: Double) -> Range<Int> {
        if let frames { return frames.range.lowerBound..<(frames.range.upperBound + 1) }
        if let duration { return 0..<Int((duration * rate).rounded()) }
        return 0..<1
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
