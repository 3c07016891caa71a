import Agate
import ExampleSupport
import Inspector
@_exported import UIKit

/// What the examples' scripted input does when nobody sits before a screen: touches at times, and pictures in between.
@MainActor public final class Script {
    private let host: OffscreenHost
    private let sheet: ContactSheet

    init(_ host: OffscreenHost, columns: Int) {
        self.host = host
        sheet = ContactSheet(columns: columns)
    }

    /// Taps at a point of the window.
    public func tap(_ x: CGFloat, _ y: CGFloat) {
        let place = CGPoint(x: x, y: y)
        host.send(InputEvent(time: host.now, .touch(.init(.began, at: place))))
        host.send(InputEvent(time: host.now + 0.05, .touch(.init(.ended, at: place))))
    }

    /// Lets time pass.
    public func wait(_ seconds: Double) { host.advance(by: seconds) }

    /// Adds a picture of the window to the sheet.
    public func picture() { sheet.add(host) }

    /// Adds pictures in equal steps of time, the present time first.
    public func pictures(every step: Double, _ count: Int) { sheet.add(host, every: step, count: count) }

    func write(to path: String) throws { try sheet.write(to: path) }
}

/// Runs a view controller. With a display it opens a window; given a file name, or without a display, it plays scripted input to a bitmap
/// and writes what shows.
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
        let host = OffscreenHost(size: size, scale: 1)
        let window = host.perform { MainActor.assumeIsolated { show(in: host) } }
        let script = Script(host, columns: columns)
        play(script)
        try withExtendedLifetime(window) { try script.write(to: outputPath(name)) }
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
