import Agate
import AgateBatch
import AgateFormats
import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

extension TerminalStyle: ExpressibleByArgument {}
extension LottieReading: ExpressibleByArgument {}
extension FrameRenderer: ExpressibleByArgument {}

/// The appearance of a device, for documents that have states for it.
enum AppearanceArgument: String, ExpressibleByArgument, CaseIterable { case light, dark }
enum OrientationArgument: String, ExpressibleByArgument, CaseIterable {
    case portraitUp = "portrait-up", portraitDown = "portrait-down", landscapeLeft = "landscape-left", landscapeRight = "landscape-right"
}

/// `agate play`: plays a scene.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays a .ca package, a .caml file or a Lottie file in a window, or in the terminal if there is no display.",
        discussion: """
            Space pauses, arrows step, + and - change the speed, 0 begins again, s saves the frame as a PNG file, q quits. In a window, dragging and \
            the keys , and . move a document with states from state to state; state machines of .lottie files take the mouse.
            """
    )

    @Argument(help: "The .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Show this state.") var state: String?
    @Option(help: "For a document with such states: light or dark.") var appearance: AppearanceArgument?
    @Option(help: "The same: portrait-up, portrait-down, landscape-left or landscape-right.") var orientation: OrientationArgument?
    @Option(help: "Which player a Lottie file is read as: specification, without-expressions, ios-player or web-player.") var lottieReading:
        LottieReading = .specification
    @Option(
        name: .customLong("in"),
        help: "Play in the terminal, with this way of showing pictures; queried from the terminal if there is no display.")
    var style: TerminalStyle?
    @Option(help: "Pause at this time in seconds; space continues from there.") var at: Double?
    @Option(help: "Frames per second (the file's own, otherwise 30).") var fps: Double?
    @Option(help: "The background: #rrggbb, r,g,b[,a] or a name; black by default.") var background: ColorArgument?
    @Option(help: "Pixels per point, in saved pictures.") var scale: Double = 1
    @Option(help: "Record the window as a film.") var record: String?
    @Flag(help: "Show the document again when it changes; while it can't be read, the last picture stays.") var watch = false
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        if record != nil, style != nil { throw ValidationError("--record needs a window") }
        if let at, !(at.isFinite && at >= 0) { throw ValidationError("--at must be 0 or more") }
        if let fps, !(fps.isFinite && fps >= 1 && fps <= 240) { throw ValidationError("--fps must be from 1 to 240") }
        if !(scale.isFinite && scale > 0 && scale <= 100) { throw ValidationError("--scale must be over 0 and at most 100") }
    }

    func run() throws {
        let claims = outputs.begin()
        let scene = try SceneFile.open(file, reading: lottieReading)
        let size = scene.size, rate = fps ?? scene.frameRate ?? 30
        guard size.width > 0, size.height > 0 else { throw InputError("\(file): the document has no size") }
        for diagnostic in scene.diagnostics { StandardError.say("\(diagnostic.message)") }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        if let record { try claims.write(record, as: "the film") }
        // The result is shown in the terminal, or in a window.
        func save(_ time: Double) throws -> String {
            let path = "\(name)-\(String(format: "%.3f", time)).png"
            do {
                try claims.check(path, as: "a saved picture")
                try ImageCodec.writePNG(show(size, scale).image(at: time), to: path)
            } catch {
                throw InputError(TerminalText.line("\(error)"))
            }
            return TerminalText.line("saved \(path)")
        }
        if style == nil, try playInWindow(scene, name, rate, save) { return }
        if record != nil { throw InputError("--record needs a window, but no display is available") }

        let shown = Shown(command: self, size: size)
        let source = TerminalPlayer.Source(
            size: size, framesPerSecond: rate, duration: scene.duration, picture: { try shown.picture($0, $1, $2) }, save: save)
        let signal: Int32
        do {
            var player = try TerminalPlayer(source, input: 0, output: 1, style: style, pausedAt: at)
            signal = try player.run()
        } catch let error as TerminalError {
            throw InputError("\(error)")
        }
        if signal != 0 { throw Interrupted(signal: signal) }
    }

    /// - Returns: False if there is no display.
    private func playInWindow(_ scene: any Scene, _ name: String, _ rate: Double, _ save: @escaping (Double) throws -> String) throws
        -> Bool
    {
        let environment = ProcessInfo.processInfo.environment
        guard ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].contains(where: { !(environment[$0] ?? "").isEmpty }) else { return false }
        if let state { try scene.setState(full(state, scene), animated: false) }
        let recorder = try record.map {
            try LiveRecorder(to: .file(URL(fileURLWithPath: $0)), size: scene.size, framesPerSecond: fps ?? 60)
        }
        let player: WindowPlayer
        do {
            player = try WindowPlayer(
                scene, name: name, rate: rate, background: background?.color, recorder: recorder, pausedAt: at, save: save)
        } catch let error as WindowError {
            guard isatty(0) == 1, isatty(1) == 1 else { throw InputError("\(error)") }
            StandardError.say("\(error)")
            return false
        }
        if watch {
            player.follow(file) {
                let scene = try SceneFile.open(file, reading: lottieReading)
                if let state { try scene.setState(full(state, scene), animated: false) }
                return scene
            }
        }
        let signal = player.run()
        // A film is completed however playback ended.
        try recorder?.finish()
        if signal != 0 { throw Interrupted(signal: signal) }
        return true
    }

    /// Returns the scene from its beginning, looping.
    fileprivate func show(_ canvas: CGSize, _ scale: Double) throws -> Show {
        let scene = try SceneFile.open(file, reading: lottieReading)
        let show = Show(scene: scene, canvas: canvas, scale: scale, background: background?.color, loops: true)
        if let state { try show.go(to: full(state, scene)) }
        return show
    }

    private func full(_ state: String, _ scene: any Scene) -> String {
        scene.stateName(state, appearance: appearance?.rawValue, orientation: orientation?.rawValue)
    }
}

/// The scene in a host of the requested size. It is created again for another size, and to go back in time, because a host can't restore
/// what has ended.
private final class Shown {
    private let command: PlayCommand
    private let size: CGSize
    private var show: Show?
    private var pixels = (width: 0, height: 0)
    private var watch: DocumentWatch?

    init(command: PlayCommand, size: CGSize) {
        (self.command, self.size) = (command, size)
        if command.watch { watch = DocumentWatch(command.file) }
    }

    func picture(_ time: Double, _ width: Int, _ height: Int) throws -> CGImage {
        if show == nil || pixels != (width, height) || time < show?.host.clock.now ?? 0 {
            let scale = min(Double(width) / size.width, Double(height) / size.height)
            // Slightly less, so that rounding up does not add a pixel.
            show = try command.show(size, scale * (1 - 1e-9))
            pixels = (width, height)
        }
        if watch?.hasChanged(at: ProcessInfo.processInfo.systemUptime) == true { reload(width, height) }
        guard let show else { throw InputError("there is nothing to show") }
        return show.image(at: time)
    }

    /// Reads the document again. A document that can't be read is reported once, and the old one stays.
    private func reload(_ width: Int, _ height: Int) {
        let scale = min(Double(width) / size.width, Double(height) / size.height)
        do { show = try command.show(size, scale * (1 - 1e-9)) } catch { StandardError.say("\(error)") }
    }
}
