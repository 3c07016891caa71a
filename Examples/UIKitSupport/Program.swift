import Agate
import ExampleSupport
import Foundation
import ImageIO
import Inspector
@_exported import UIKit

/// The scripted input of an example without a display: touches at times, with pictures in between, or a film of all of it.
@MainActor public final class Script {
    private let host: OffscreenHost
    private let sheet: ContactSheet
    /// The frames of a film and the time of the next one; nil while a sheet is made.
    private var film: (frames: [CGImage], next: Double)?
    private static let framesPerSecond = 15.0

    init(_ host: OffscreenHost, columns: Int, isFilm: Bool) {
        self.host = host
        sheet = ContactSheet(columns: columns)
        if isFilm { film = ([], host.now) }
    }

    /// Taps at a point of the window.
    public func tap(_ x: CGFloat, _ y: CGFloat) {
        let place = CGPoint(x: x, y: y)
        host.send(InputEvent(time: host.now, .touch(.init(.began, at: place))))
        wait(0.05)
        host.send(InputEvent(time: host.now, .touch(.init(.ended, at: place))))
    }

    /// Drags a finger from one point to another in 0.3 s.
    public func drag(from start: CGPoint, to end: CGPoint) {
        host.send(InputEvent(time: host.now, .touch(.init(.began, at: start))))
        for step in 1...18 {
            let part = CGFloat(step) / 18, place = CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            wait(1.0 / 60)
            host.send(InputEvent(time: host.now, .touch(.init(step < 18 ? .moved : .ended, at: place))))
        }
    }

    /// Types text, ten letters a second.
    public func type(_ text: String) {
        for letter in text {
            host.send(InputEvent(time: host.now, .text(String(letter))))
            wait(0.1)
        }
    }

    /// Lets time pass.
    public func wait(_ seconds: Double) {
        let end = host.now + seconds
        while let next = film?.next, next <= end {
            host.advance(to: next)
            film?.frames.append(host.image())
            film?.next += 1 / Self.framesPerSecond
        }
        host.advance(to: end)
    }

    /// Adds a picture of the window to the sheet.
    public func picture() { if film == nil { sheet.add(host) } }

    /// Adds pictures in equal steps of time, the present time first.
    public func pictures(every step: Double, _ count: Int) {
        if film == nil { sheet.add(host, every: step, count: count) } else { wait(step * Double(count - 1)) }
    }

    func write(to path: String) throws {
        guard let film else { return try sheet.write(to: path) }
        let type = path.hasSuffix(".gif") ? "com.compuserve.gif" : "org.webmproject.webp"
        let url = URL(fileURLWithPath: path) as CFURL
        guard let destination = CGImageDestinationCreateWithURL(url, type as CFString, film.frames.count, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let delay: [CFString: Any] = [
            kCGImagePropertyWebPDictionary: [kCGImagePropertyWebPDelayTime: 1 / Self.framesPerSecond],
            kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: 1 / Self.framesPerSecond],
            kCGImageDestinationLossyCompressionQuality: 0.6,
        ]
        for frame in film.frames { CGImageDestinationAddImage(destination, frame, delay as NSDictionary) }
        guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// Runs a view controller. With a display it opens a window; given a file name, or without a display, it plays scripted input to a bitmap
/// and writes what shows: pictures on one sheet, or a film if the name ends in `.webp` or `.gif`.
@MainActor public func runExample(
    _ name: String, size: CGSize, columns: Int = 6, _ controller: @escaping @MainActor () -> UIViewController,
    script play: @MainActor (Script) -> Void
) throws {
    func show(in host: any LayerHost) -> UIWindow {
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        window.rootViewController = controller()
        window.makeKeyAndVisible()
        return window
    }
    func writeSheet() throws {
        let path = outputPath(name), isFilm = path.hasSuffix(".webp") || path.hasSuffix(".gif")
        let host = OffscreenHost(size: size, scale: isFilm ? 0.75 : 1)
        let window = host.perform { MainActor.assumeIsolated { show(in: host) } }
        let script = Script(host, columns: columns, isFilm: isFilm)
        play(script)
        try withExtendedLifetime(window) { try script.write(to: path) }
    }
    if CommandLine.arguments.count > 1 { return try writeSheet() }
    do {
        let host = try WindowHost(title: name, size: size)
        let window = show(in: host)
        let hear = host.onInput
        host.onInput = { event in
            if event.kind == .closeRequested { exit(0) }
            hear?(event)
        }
        let inspector = try Inspector.startIfAsked(host)
        withExtendedLifetime((host, window, inspector)) { RunLoop.main.run() }
    } catch {
        print("\(error)\nWriting \(name).png instead.")
        try writeSheet()
    }
}
