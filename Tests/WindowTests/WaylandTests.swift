@testable import Agate
import Foundation
#if GPU
import OpenGLES
#endif
import TestSupport
import XCTest

/// Windows on Wayland: weston, itself a window of the display without a screen. (Without one, it has no seat, and SDL 2.26 crashes.)
final class WaylandTests: XCTestCase {
    private var weston: Process?
    private var folder: URL?

    override func tearDown() {
        weston?.terminate()
        weston?.waitUntilExit()
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Starts weston, and answers what its clients need to find it.
    private func startWeston(_ display: VirtualDisplay) throws -> [String: String?] {
        guard let program = VirtualDisplay.path("weston") else { throw XCTSkip("weston is not installed: nothing is tried on Wayland") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-wayland-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.folder = folder
        let weston = Process()
        weston.executableURL = program
        weston.arguments = ["--backend=x11-backend.so", "--width=600", "--height=400", "--socket=agate", "--idle-time=0", "--no-config"]
        weston.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display.name, "XDG_RUNTIME_DIR": folder.path]) { $1 }
        weston.standardOutput = FileHandle.nullDevice
        weston.standardError = FileHandle.nullDevice
        try weston.run()
        self.weston = weston
        turn(until: { FileManager.default.fileExists(atPath: folder.appendingPathComponent("agate").path) }, "weston's socket")
        return noDisplay.merging([
            "WAYLAND_DISPLAY": "agate", "XDG_RUNTIME_DIR": folder.path, "SDL_VIDEODRIVER": "wayland", "AGATE_X11": display.name,
        ]) { $1 }
    }

    /// Starts a program on the display that weston is a window of.
    @discardableResult
    private func startOnDisplay(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process(), environment = ProcessInfo.processInfo.environment
        process.executableURL = VirtualDisplay.path(program)
        process.arguments = arguments
        process.environment = environment.merging(["DISPLAY": environment["AGATE_X11"] ?? ""]) { $1 }
        try process.run()
        return process
    }

    private func onDisplay(_ program: String, _ arguments: String...) throws { try startOnDisplay(program, arguments).waitUntilExit() }

    func testAWindowShowsHearsAndSleeps() throws {
        // In the process of its own, the display is there already.
        let isChild = ProcessInfo.processInfo.environment["AGATE_ALONE"] != nil
        let environment = try isChild ? [:] : startWeston(VirtualDisplay.shared())
        try alone(environment) {
            let window = try WindowHost(title: "wayland", size: CGSize(width: 300, height: 200), options: .kiosk)
            window.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
            turn(until: { window.statistics.presented > 0 && window.image()?.withPixels { $0[0] } == 0xFF00_FF00 }, "the first frame")
            turn(until: { window.size == CGSize(width: 600, height: 400) }, "the size of the screen")
            var touches: [InputEvent.Touch] = []
            var isClosed = false
            window.onInput = { event in
                if case .touch(let touch) = event.kind { touches.append(touch) }
                if event.kind == .closeRequested { isClosed = true }
            }
            // Nobody manages weston's window: it stands in the corner. On a busy machine weston clicks where its mouse was before.
            let click = InputEvent.Touch(id: -1, .began, at: CGPoint(x: 120, y: 90), source: .mouse(button: 0))
            for _ in 0..<10 where touches.first != click {
                touches = []
                try startOnDisplay(
                    "xdotool", ["mousemove", "100", "80", "sleep", "0.2", "mousemove", "120", "90", "sleep", "0.2", "click", "1"])
                turn(until: { touches.contains { $0.phase == .ended } }, "a click")
            }
            guard touches.first == click else {
                print("clicks came as \(touches)")
                return 3
            }
            // Still, it sleeps: no frame is made.
            turn(for: 0.5)
            window.resetStatistics()
            turn(for: 0.5)
            guard window.statistics.rendering.wakeUps == 0, window.statistics.presented == 0 else { return 4 }
            // It closes, and another one opens.
            window.close()
            let second = try WindowHost(title: "second", size: CGSize(width: 100, height: 80))
            second.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            turn(until: { second.statistics.presented > 0 }, "another window")
            return isClosed ? 5 : 0
        }
    }

    #if GPU
    /// The thread that makes frames shows them, while another hears the compositor.
    func testAWindowThatAGPUDraws() throws {
        try needOpenGLES()
        for renderer in [FrameRenderer.gpu, .cpu] {
            let isChild = ProcessInfo.processInfo.environment["AGATE_ALONE"] != nil
            try alone((isChild ? [:] : startWeston(VirtualDisplay.shared())).merging(["AGATE_RENDERER": renderer.rawValue]) { $1 }) {
                // The process of its own comes here in the first round, for either.
                let renderer = FrameRenderer.automatic.effective
                var options = WindowOptions.kiosk
                options.background = .white
                let found = try reports {
                    let window = try WindowHost(title: "wayland", size: CGSize(width: 300, height: 200), options: options)
                    let screen = CGSize(width: 600, height: 400), twin = OffscreenHost(size: screen, background: .white)
                    turn(until: { window.size == screen }, "the size of the screen")
                    func assertShows(_ name: String) throws {
                        settle(window)
                        twin.perform {}
                        let wanted = twin.image(at: 1)
                        assertPicturesEqual(try XCTUnwrap(window.image()), wanted, tolerance: 8, "wayland-\(renderer)-\(name)")
                        // Nobody manages weston's window: it stands in the corner.
                        let file = FileManager.default.temporaryDirectory.appendingPathComponent("agate-wayland-\(renderer)-\(name).png")
                        let corner = try XCTUnwrap(wanted.cropping(to: CGRect(x: 18, y: 24, width: 76, height: 72)))
                        var shown = wanted
                        // Weston shows it with its next frame; its mouse stands at (0, 0) or (100, 100) until it is moved.
                        for _ in 0..<20 {
                            try onDisplay("import", "-window", "root", "-crop", "76x72+18+24", "+repage", "PNG32:\(file.path)")
                            shown = try XCTUnwrap(readPNG(file))
                            if difference(shown, corner).max <= 8 { return }
                            usleep(100_000)
                        }
                        assertPicturesEqual(shown, corner, tolerance: 8, "wayland-\(renderer)-\(name)-screen")
                    }
                    for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(20, 30, 0.9)) }
                    try assertShows("first")
                    XCTAssertEqual(window.renderer, renderer)
                    XCTAssertGreaterThan(window.statistics.presented, 0)
                    // It moves, and each frame is shown.
                    let layer = try XCTUnwrap(window.layer.sublayers?.first), move = CABasicAnimation(keyPath: "position.x")
                    move.byValue = 60
                    move.duration = 0.3
                    move.repeatCount = .infinity
                    layer.add(move, forKey: "move")
                    window.resetStatistics()
                    turn(until: { window.statistics.presented > 20 }, "frames")
                    layer.removeAllAnimations()
                    try assertShows("moved")
                    // Still, it sleeps.
                    turn(for: 0.5)
                    window.resetStatistics()
                    turn(for: 0.5)
                    XCTAssertEqual(window.statistics.rendering.wakeUps, 0)
                    XCTAssertEqual(window.statistics.presented, 0)
                    // It closes, and others open.
                    window.close()
                    for round in 0..<3 {
                        let other = try WindowHost(title: "other \(round)", size: CGSize(width: 100, height: 80), options: options)
                        other.layer.addSublayer(box(10, 10, 0.3))
                        turn(until: { other.statistics.presented > 0 }, "another window")
                        XCTAssertEqual(other.renderer, renderer)
                    }
                }
                XCTAssertEqual(found, [])
                return outcome
            }
            tearDown()
        }
    }
    #endif
}
