import Agate
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

extension TerminalStyle: ExpressibleByArgument {}

/// `agate play`: shows a scene as it moves.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays a .ca package, a .caml file or a Lottie file in the terminal.",
        discussion: "Space pauses, arrows step, + and - change the speed, 0 begins again, s saves the frame as a PNG file, q quits."
    )

    @Argument(help: "The .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Show this state.") var state: String?
    @Option(name: .customLong("in"), help: "How to show pictures; asked of the terminal unless given.") var style: TerminalStyle?
    @Option(help: "Frames per second (the file's own, else 30).") var fps: Double?
    @Option(help: "What is behind: #rrggbb, r,g,b[,a] or a name; black unless given.") var background: ColorArgument?
    @Option(help: "Pixels a point, in saved pictures.") var scale: Double = 1

    func validate() throws {
        if let fps, !(fps.isFinite && fps >= 1 && fps <= 240) { throw ValidationError("--fps must be from 1 to 240") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
    }

    func run() throws {
        let first = try SceneFile.open(file)
        guard first.size.width > 0, first.size.height > 0 else { throw InputError("\(file): the document says no size") }
        let size = first.size, rate = fps ?? first.frameRate ?? 30
        let shown = Shown(command: self, size: size)
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        let source = TerminalPlayer.Source(
            size: size, framesPerSecond: rate, duration: first.duration,
            picture: { try shown.picture($0, $1, $2) },
            save: { time in
                let path = "\(name)-\(String(format: "%.3f", time)).png"
                try ImageCodec.writePNG(show(size, scale).image(at: time), to: path)
                return "saved \(path)"
            })
        for diagnostic in first.diagnostics { StandardError.write("agate: \(diagnostic.message)\n") }
        let signal: Int32
        do {
            var player = try TerminalPlayer(source, input: 0, output: 1, style: style)
            signal = try player.run()
        } catch let error as TerminalError {
            throw InputError("\(error)")
        }
        if signal != 0 { throw Interrupted(signal: signal) }
    }

    /// The scene from its beginning, looping.
    fileprivate func show(_ canvas: CGSize, _ scale: Double) throws -> Show {
        let show = Show(scene: try SceneFile.open(file), canvas: canvas, scale: scale, background: background?.color, loops: true)
        if let state { try show.go(to: state) }
        return show
    }
}

/// The scene in a host of the size that is wanted. Made anew for another size, and to go back in time: what ended is over for a host.
private final class Shown {
    private let command: PlayCommand
    private let size: CGSize
    private var show: Show?
    private var pixels = (width: 0, height: 0)

    init(command: PlayCommand, size: CGSize) { (self.command, self.size) = (command, size) }

    func picture(_ time: Double, _ width: Int, _ height: Int) throws -> CGImage {
        if show == nil || pixels != (width, height) || time < show?.host.clock.now ?? 0 {
            let scale = min(Double(width) / size.width, Double(height) / size.height)
            // A hair less, so that rounding up does not make a pixel more.
            show = try command.show(size, scale * (1 - 1e-9))
            pixels = (width, height)
        }
        guard let show else { throw InputError("there is nothing to show") }
        return show.image(at: time)
    }
}
