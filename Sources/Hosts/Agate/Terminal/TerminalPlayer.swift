import CoreGraphics
import Foundation

/// Plays pictures of a scene in a terminal: space pauses, arrows step, + and - change the speed, 0 restarts, s saves, q quits.
package struct TerminalPlayer {
    /// The scene that is played.
    package struct Source {
        /// The size in points, which determines the aspect ratio.
        package let size: CGSize
        package let framesPerSecond: Double
        package let duration: Double?
        /// Returns the picture at a time, fitted to a size in pixels.
        package let picture: (_ time: Double, _ width: Int, _ height: Int) throws -> CGImage
        /// Saves the picture of a time and returns the message to show.
        package let save: (_ time: Double) throws -> String

        package init(
            size: CGSize, framesPerSecond: Double, duration: Double?, picture: @escaping (Double, Int, Int) throws -> CGImage,
            save: @escaping (Double) throws -> String
        ) {
            (self.size, self.framesPerSecond, self.duration, self.picture, self.save) = (size, framesPerSecond, duration, picture, save)
        }
    }

    private let session: TerminalSession
    private let source: Source
    private let style: TerminalStyle
    private var terminal: TerminalPicture
    private var clock: PlayerClock
    private var keys = TerminalKeys()
    private var message = "space pauses, arrows step, +/- speed, 0 again, s saves, q quits"

    /// - Parameters:
    ///   - style: The style; nil queries the terminal.
    ///   - time: The time at which to start paused; nil starts playing.
    package init(_ source: Source, input: Int32, output: Int32, style: TerminalStyle?, pausedAt time: Double? = nil) throws {
        self.source = source
        session = try TerminalSession(input: input, output: output)
        self.style = style ?? session.detectStyle()
        terminal = TerminalPicture(self.style)
        clock = PlayerClock(framesPerSecond: source.framesPerSecond, pausedAt: time)
    }

    /// Plays until the user quits. The terminal is restored on every exit.
    /// - Returns: The signal that ended it, or 0.
    package mutating func run() throws -> Int32 {
        defer { session.close() }
        let frameTime = 1 / min(max(source.framesPerSecond, 1), 60)
        var shownSize: TerminalSession.Size?, shownTime = -1.0, shownStatus = ""
        var last = HostClock.now
        while true {
            let now = HostClock.now
            clock.advance(by: now - last)
            last = now
            let size = session.size
            if size != shownSize {
                session.write(Array("\u{1B}[2J".utf8))
                terminal.reset()
                (shownSize, shownTime, shownStatus) = (size, -1, "")
            }
            if clock.time != shownTime {
                let pixels = Self.pixels(size, style, source.size)
                session.write(terminal.bytes(try source.picture(clock.time, pixels.width, pixels.height)))
                shownTime = clock.time
            }
            let status = "\(clock.status(duration: source.duration))   \(message)"
            if status != shownStatus {
                session.write(Array("\u{1B}[\(size.rows);1H\u{1B}[0m\(status.prefix(size.columns))\u{1B}[K".utf8))
                shownStatus = status
            }
            // While the player is paused, only keys wake it (and, every 0.25 seconds, a check of the size).
            let wait = clock.isPaused ? 0.25 : max(0, now + frameTime - HostClock.now)
            guard let bytes = session.read(waiting: wait) else { return SIGHUP }
            if session.signal != 0 { return session.signal }
            // Escape is a key if nothing follows it, and the beginning of an arrow key otherwise.
            for key in keys.take(bytes, isAll: bytes.isEmpty) {
                switch key {
                case .quit: return 0
                case .save:
                    do { message = try source.save(clock.time) } catch { message = "\(error)" }
                default: clock.press(key)
                }
            }
        }
    }

    /// Returns the largest picture size of an aspect ratio above the status line: in real pixels, or with two pixels per cell.
    static func pixels(_ size: TerminalSession.Size, _ style: TerminalStyle, _ shape: CGSize) -> (width: Int, height: Int) {
        let rows = max(size.rows - 1, 1)
        let limit: (width: Double, height: Double) =
            switch style {
            case .blocks: (Double(size.columns), Double(rows * 2))
            case .kitty, .sixel: (Double(size.width), Double(size.height * rows / max(size.rows, 1)))
            }
        let fit = min(limit.width / max(Double(shape.width), 1e-6), limit.height / max(Double(shape.height), 1e-6))
        func side(_ points: CGFloat, _ limit: Double) -> Int { max(1, min(Int((Double(points) * fit).rounded(.down)), Int(limit))) }
        return (side(shape.width, limit.width), side(shape.height, limit.height))
    }
}
