@testable import Agate
import Foundation
#if GPU
import OpenGLES
#endif
import TestSupport
import XCTest

/// Windows on Wayland, with weston for a compositor.
final class WaylandTests: XCTestCase {
    func testAWindowShowsHearsAndSleeps() throws {
        try alone(on: .x11) {
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
            // Nobody manages weston's window: it stands in the corner. Weston has the mouse's place from its entering the window, and
            // adds up movements from there. If it missed that one, all that follow are off, so each try leaves the window first.
            let click = InputEvent.Touch(id: -1, .began, at: CGPoint(x: 120, y: 90), source: .mouse(button: 0))
            for _ in 0..<10 where touches.first != click {
                touches = []
                try Weston.startOnDisplay(
                    "xdotool",
                    ["mousemove", "900", "600", "sleep", "0.2", "mousemove", "100", "80", "sleep", "0.2", "mousemove", "120", "90"]
                        + ["sleep", "0.2", "click", "1"])
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
            try alone(on: .x11, ["AGATE_RENDERER": renderer.rawValue]) {
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
                            try Weston.onDisplay("import", "-window", "root", "-crop", "76x72+18+24", "+repage", "PNG32:\(file.path)")
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
        }
    }
    #endif

    /// A sign, or a board in a cabinet: the compositor has no input devices.
    func testACompositorWithoutASeat() throws {
        try alone(on: .headless) {
            for title in ["first", "second"] {
                let window = try WindowHost(title: title, size: CGSize(width: 200, height: 150))
                window.layer.backgroundColor = CGColor(red: 0, green: 0.4, blue: 0, alpha: 1)
                let layer = box(20, 30, 0.9), move = CABasicAnimation(keyPath: "position.x")
                move.byValue = 60
                move.duration = 0.3
                move.repeatCount = .infinity
                layer.add(move, forKey: "move")
                window.layer.addSublayer(layer)
                turn(until: { window.statistics.presented > 20 }, "frames of the \(title)")
                XCTAssertNil(window.failure)
                XCTAssertNil(ProcessInfo.processInfo.environment["WAYLAND_SOCKET"])
                window.close()
            }
            return outcome
        }
    }

    /// The compositor goes away with the connection that stands between: as any display, it is reported.
    func testACompositorWithoutASeatThatGoesAway() throws {
        let isChild = ProcessInfo.processInfo.environment["AGATE_ALONE"] != nil
        let weston = try isChild ? nil : Weston(.headless)
        defer { weston?.stop() }
        try alone(weston?.environment.merging(["AGATE_WESTON": weston.map { "\($0.processIdentifier)" }]) { $1 } ?? [:]) {
            let window = try WindowHost(title: "gone", size: CGSize(width: 200, height: 150))
            turn(until: { window.statistics.presented > 0 }, "the first frame")
            var events: [InputEvent.Kind] = []
            window.onInput = { events.append($0.kind) }
            kill(pid_t(ProcessInfo.processInfo.environment["AGATE_WESTON"] ?? "") ?? 0, SIGKILL)
            turn(until: { events.contains(.closeRequested) }, "the program is asked to close")
            XCTAssertEqual(window.failure, .displayLost)
            window.close()
            return outcome
        }
    }

    /// A program is not notified when a compositor minimises it; it is asked for no frame.
    func testAMinimisedWindowDrawsNothing() throws {
        typealias Minimise = @convention(c) (OpaquePointer) -> Void
        for renderer in [FrameRenderer.cpu, .gpu] where renderer == .cpu || hasOpenGLES {
            try alone(on: .x11, ["AGATE_RENDERER": renderer.rawValue]) {
                let window = try WindowHost(title: "minimised", size: CGSize(width: 200, height: 150))
                let layer = box(20, 30, 0.9), move = CABasicAnimation(keyPath: "position.x")
                move.byValue = 60
                move.duration = 0.3
                move.repeatCount = .infinity
                layer.add(move, forKey: "move")
                window.layer.addSublayer(layer)
                turn(until: { window.statistics.presented > 20 }, "frames")
                let minimise = unsafeBitCast(
                    dlsym(dlopen("libSDL2-2.0.so.0", RTLD_NOLOAD | RTLD_NOW), "SDL_MinimizeWindow"), to: Minimise.self)
                WindowThread.shared.ask { [id = window.link.id] pump in pump.with(id) { minimise($0.handle) } }
                // It is known after a second without an answer.
                var frames = -1
                turn(
                    until: {
                        defer { frames = window.statistics.rendering.frames }
                        turn(for: 0.3)
                        return frames == window.statistics.rendering.frames
                    }, "no frames")
                window.resetStatistics()
                var hasEnded = false
                CATransaction.begin()
                CATransaction.setCompletionBlock { hasEnded = true }
                let fade = CABasicAnimation(keyPath: "opacity")
                fade.fromValue = 0
                fade.duration = 0.2
                layer.add(fade, forKey: "fade")
                CATransaction.commit()
                turn(until: { hasEnded }, "the end of an animation that nobody sees")
                XCTAssertEqual(window.statistics.rendering.frames, 0)
                // Weston brings it back as the next of its windows.
                try Weston.onDisplay(
                    "xdotool", "mousemove", "300", "200", "sleep", "0.2", "keydown", "super", "sleep", "0.1", "key", "Tab", "sleep", "0.3",
                    "keyup", "super")
                turn(until: { window.statistics.presented > 20 }, "frames again")
                return outcome
            }
        }
    }
}
