@testable import Agate
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

final class WindowHostTests: XCTestCase {
    func testAScreenshotIsTheOffscreenPictureToTheByte() throws {
        let (window, display) = try openWindow("picture", at: 100, 60)
        let twin = OffscreenHost(size: window.size, background: .white)
        for host in [window, twin] as [any LayerHost] {
            host.layer.addSublayer(box(20, 30, 0.9))
            let tilted = box(100, 60, 0.2)
            tilted.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
            host.layer.addSublayer(tilted)
        }
        twin.perform {}
        settle(window)
        let wanted = twin.image(at: 1)
        assertPicturesEqual(try display.screenshot(100, 60, 200, 150), wanted, tolerance: 0, "window-screen")
        assertPicturesEqual(try XCTUnwrap(window.image()), wanted, tolerance: 0, "window-image")
    }

    func testOverlaysThatTheEnvironmentAsksForShowAndTheKeyTurnsThemOff() throws {
        setenv("AGATE_OVERLAY", "blended,damage,fps", 1)
        defer { unsetenv("AGATE_OVERLAY") }
        let (window, display) = try openWindow("overlays", at: 100, 60, CGSize(width: 300, height: 200))
        let twin = OffscreenHost(size: window.size, background: .white)
        var spots: [CALayer] = []
        for host in [window, twin] as [any LayerHost] {
            func add(_ x: CGFloat, _ alpha: CGFloat) -> CALayer {
                let layer = CALayer()
                layer.frame = CGRect(x: x, y: 110, width: 60, height: 60)
                layer.backgroundColor = CGColor(red: 0.4, green: 0.4, blue: 0.4, alpha: alpha)
                host.layer.addSublayer(layer)
                return layer
            }
            _ = add(20, 1)
            _ = add(110, 0.5)
            spots.append(add(200, 1))
        }
        twin.perform {}
        settle(window)
        // The newest frame changes nothing but the third.
        CATransaction.setDisableActions(true)
        for spot in spots { spot.backgroundColor = CGColor(red: 0.2, green: 0.2, blue: 0.6, alpha: 1) }
        CATransaction.flush()
        twin.perform {}
        settle(window)
        func color(_ image: CGImage, _ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
            image.withPixels { pixels in
                let p = Int(pixels[y * image.width + x])
                return (p >> 16 & 255, p >> 8 & 255, p & 255)
            }
        }
        let plain = twin.image(at: 1)
        let shown = try display.screenshot(100, 60, 300, 200)
        if let folder = ProcessInfo.processInfo.environment["AGATE_SCREENSHOTS"] {
            writePNG(shown, URL(fileURLWithPath: folder).appendingPathComponent("window-overlays.png"))
        }
        let opaque = color(shown, 50, 140)
        XCTAssertGreaterThan(opaque.green, opaque.red + 30, "green where it is opaque")
        XCTAssertEqual(opaque.red, opaque.blue, "the newest frame did not draw it")
        let blended = color(shown, 140, 140)
        XCTAssertGreaterThan(blended.red, blended.green + 30, "red where it is blended")
        let damaged = color(shown, 230, 140)
        XCTAssertGreaterThan(damaged.red, color(plain, 230, 140).red + 60, "yellow where the newest frame drew")
        XCTAssertLessThan(damaged.blue, color(plain, 230, 140).blue - 30)
        XCTAssertLessThan(color(shown, 240, 12).red, 90, "the graph's ground is dark")
        XCTAssertFalse(shown.hasEqualPixels(to: plain))

        try display.input("mousemove 150 100\nsleep 0.1\nkey F12")
        turn(until: { window.overlays.isEmpty }, "the key turns them off")
        settle(window)
        assertPicturesEqual(try display.screenshot(100, 60, 300, 200), plain, tolerance: 0, "window-without-overlays")
        try display.input("key F12")
        turn(until: { window.overlays == [.blended, .damage, .fps] }, "and on again")
        settle(window)
        XCTAssertLessThan(color(try display.screenshot(100, 60, 300, 200), 240, 12).red, 90)
    }

    func testTheMouseClicksDragsAndScrolls() throws {
        let (window, display) = try openWindow("mouse", at: 100, 60)
        var events: [InputEvent] = []
        window.onInput = { events.append($0) }
        try display.input(
            "mousemove 150 100\nsleep 0.05\nmousedown 1\nsleep 0.05\nmousemove 160 110\nsleep 0.05\nmousemove 180 120\nsleep 0.05\nmouseup 1"
        )
        turn(until: { events.contains { if case .touch(let touch) = $0.kind { touch.phase == .ended } else { false } } })
        let touches = events.compactMap { if case .touch(let touch) = $0.kind { touch } else { nil } }
        XCTAssertEqual(touches.first, .init(id: -1, .began, at: CGPoint(x: 50, y: 40), source: .mouse(button: 0)))
        XCTAssertEqual(touches.last, .init(id: -1, .ended, at: CGPoint(x: 80, y: 60), source: .mouse(button: 0)))
        XCTAssertTrue(touches.contains(.init(id: -1, .moved, at: CGPoint(x: 80, y: 60), source: .mouse(button: 0))))
        XCTAssertTrue(events.contains { $0.kind == .hover(CGPoint(x: 50, y: 40)) })
        XCTAssertEqual(events.map(\.time), events.map(\.time).sorted())

        events = []
        try display.input("click 3\nsleep 0.05\nclick 2\nsleep 0.05\nclick 5\nsleep 0.05\nclick 4\nclick 4")
        turn(until: { events.reduce(0) { if case .scroll(_, let by) = $1.kind { $0 + by.height } else { $0 } } == -40 })
        let buttons = events.compactMap { if case .touch(let touch) = $0.kind { touch.source } else { nil } }
        XCTAssertEqual(buttons, [.mouse(button: 1), .mouse(button: 1), .mouse(button: 2), .mouse(button: 2)])
        XCTAssertTrue(events.contains { $0.kind == .scroll(at: CGPoint(x: 80, y: 60), by: CGSize(width: 0, height: 40)) })
    }

    func testADragGoesOnOutsideTheWindow() throws {
        let (window, display) = try openWindow("outside", at: 100, 60)
        var last: InputEvent.Touch?
        window.onInput = { if case .touch(let touch) = $0.kind { last = touch } }
        try display.input("mousemove 150 100\nsleep 0.05\nmousedown 1\nsleep 0.05\nmousemove 40 20\nsleep 0.05\nmouseup 1")
        turn(until: { last?.phase == .ended })
        XCTAssertEqual(last?.location, CGPoint(x: -60, y: -40))
    }

    func testKeysAndText() throws {
        let (window, display) = try openWindow("keys", at: 100, 60)
        var events: [InputEvent.Kind] = []
        window.onInput = { events.append($0.kind) }
        try display.input("mousemove 150 100\nsleep 0.1\nkey a\nsleep 0.05\nkey shift+b\nsleep 0.05\nkey Return")
        turn(until: { events.contains { if case .key(let key) = $0 { key.code == 40 && !key.isDown } else { false } } })
        let keys = events.compactMap { if case .key(let key) = $0 { key } else { nil } }
        XCTAssertTrue(keys.contains(.init(code: 4, characters: "a")))
        XCTAssertTrue(keys.contains(.init(code: 4, characters: "a", isDown: false)))
        XCTAssertTrue(keys.contains(.init(code: 5, characters: "b", modifiers: .shift)))
        XCTAssertTrue(keys.contains(.init(code: 40, characters: "\r")))
        XCTAssertEqual(events.compactMap { if case .text(let text) = $0 { text } else { nil } }, ["a", "B"])
    }

    func testAnEventsChangesShow() throws {
        let (window, display) = try openWindow("reaction", at: 100, 60)
        window.onInput = { [unowned window] event in
            if case .touch = event.kind { window.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
        }
        try display.input("mousemove 150 100\nsleep 0.1\nclick 1")
        turn(until: { window.image()?.withPixels { $0[0] } == 0xFFFF_0000 })
        settle(window)
        XCTAssertEqual(try display.screenshot(250, 180, 1, 1).withPixels { $0[0] }, 0xFFFF_0000)
    }

    func testAnotherSizeFromOutsideAndFromTheProgram() throws {
        let (window, display) = try openWindow("sizes", at: 100, 60)
        window.layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        var sizes: [CGSize] = []
        window.onInput = { [unowned window] event in
            if case .resized(let size, let scale) = event.kind {
                XCTAssertEqual(window.size, size)
                XCTAssertEqual(window.layer.bounds.size, size)
                XCTAssertEqual(scale, 1)
                sizes.append(size)
            }
        }
        let id = try display.run("xdotool", "search", "--name", "^sizes$").split(separator: "\n").last.map(String.init) ?? ""
        try display.input("windowsize \(id) 300 220")
        turn(until: { sizes.last == CGSize(width: 300, height: 220) })
        settle(window)
        var screen = try display.screenshot(100, 60, 300, 220)
        XCTAssertEqual(screen.withPixels { Set<UInt32>(UnsafeBufferPointer(start: $0, count: 300 * 220)) }, [0xFF00_00FF])
        window.resize(to: CGSize(width: 120, height: 90))
        turn(until: { sizes.last == CGSize(width: 120, height: 90) })
        settle(window)
        screen = try display.screenshot(100, 60, 120, 90)
        XCTAssertEqual(screen.withPixels { Set<UInt32>(UnsafeBufferPointer(start: $0, count: 120 * 90)) }, [0xFF00_00FF])
    }

    func testSeveralWindowsGoTheirOwnWays() throws {
        let (left, display) = try openWindow("left", at: 10, 10)
        let (right, _) = try openWindow("right", at: 400, 300)
        left.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        right.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        var hits: [String] = []
        left.onInput = { if case .touch(let touch) = $0.kind, touch.phase == .began { hits.append("left") } }
        right.onInput = { if case .touch(let touch) = $0.kind, touch.phase == .began { hits.append("right") } }
        settle(left)
        settle(right)
        XCTAssertEqual(try display.screenshot(50, 50, 1, 1).withPixels { $0[0] }, 0xFFFF_0000)
        XCTAssertEqual(try display.screenshot(450, 350, 1, 1).withPixels { $0[0] }, 0xFF00_FF00)
        try display.input("mousemove 450 350 click 1\nsleep 0.1\nmousemove 50 50 click 1")
        turn(until: { hits.count == 2 })
        XCTAssertEqual(hits, ["right", "left"])
        left.close()
        XCTAssertFalse(left.isOpen)
        XCTAssertNotEqual(try display.screenshot(50, 50, 1, 1).withPixels { $0[0] }, 0xFFFF_0000)
        try display.input("mousemove 460 350 click 1")
        turn(until: { hits.count == 3 })
        XCTAssertEqual(hits, ["right", "left", "right"])
    }

    private func spin(_ layer: CALayer, for duration: Double = 0.6) {
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.fromValue = 0
        turn.toValue = 2 * Double.pi
        turn.duration = duration
        turn.repeatCount = .infinity
        layer.add(turn, forKey: "turn")
    }

    func testClosingInTheMiddleOfAnAnimation() throws {
        let (window, _) = try openWindow("closing", at: 100, 60)
        let layer = box(70, 50, 0.4)
        window.layer.addSublayer(layer)
        spin(layer)
        var late = 0
        window.onInput = { [unowned window] event in
            if case .text = event.kind { window.close() } else { late += 1 }
        }
        turn(until: { window.statistics.presented > 10 })
        // Closed by its own handler; what waits behind is not reported.
        window.input.post(InputEvent(time: 0, .text("x")))
        window.input.post(InputEvent(time: 0, .focused(true)))
        late = 0
        turn(until: { !window.isOpen })
        turn(for: 0.1)
        XCTAssertEqual(late, 0)
        XCTAssertNil(layer.presentation())
        window.close()
        window.title = "nobody sees it"
        window.resize(to: CGSize(width: 5, height: 5))
        XCTAssertEqual(window.size, CGSize(width: 200, height: 150))
        // The animation was kept, and goes on in the next window.
        let (next, _) = try openWindow("next", at: 100, 60)
        next.layer.addSublayer(layer)
        turn(until: { next.statistics.presented > 10 })
        XCTAssertNotNil(layer.animation(forKey: "turn"))
    }

    private final class ClosingMonitor: HostMonitor, @unchecked Sendable {
        // Unchecked: used only on the main thread.
        weak var window: WindowHost?
        func received(_ event: InputEvent) { window?.close() }
        func committed(_ commit: Commit) {}
        func painted(_ frame: FrameReport, _ renderer: Renderer) {}
        func resized(_ viewport: Viewport) {}
    }

    func testAnEventIsNotReportedIfAMonitorClosesTheWindow() throws {
        for kind in [InputEvent.Kind.text("x"), .resized(CGSize(width: 90, height: 80), scale: 1)] {
            let (window, _) = try openWindow("monitored", at: 100, 60)
            settle(window)
            turn(for: 0.1)
            let monitor = ClosingMonitor()
            var reported = 0
            window.onInput = { _ in reported += 1 }
            window.monitors = [monitor]
            monitor.window = window
            window.input.post(InputEvent(time: 0, kind))
            turn(until: { !window.isOpen })
            turn(for: 0.1)
            XCTAssertEqual(reported, 0, "\(kind)")
        }
    }

    func testAWindowThatNobodyKeepsGoesAway() throws {
        var window: WindowHost? = try openWindow("short", at: 100, 60).0
        weak let watched = window
        let layer = box(70, 50, 0.4)
        window?.layer.addSublayer(layer)
        spin(layer)
        turn(for: 0.1)
        window = nil
        XCTAssertNil(watched)
        turn(for: 0.1)
    }

    func testAskedToCloseWithoutAHandlerItCloses() throws {
        let (window, _) = try openWindow("asked", at: 100, 60)
        window.input.post(InputEvent(time: 0, .closeRequested))
        turn(until: { !window.isOpen })
        let (other, _) = try openWindow("asked", at: 100, 60)
        var asked = false
        other.onInput = { if $0.kind == .closeRequested { asked = true } }
        other.input.post(InputEvent(time: 0, .closeRequested))
        turn(until: { asked })
        XCTAssertTrue(other.isOpen)
    }

    func testAStillWindowWakesNobody() throws {
        let (window, display) = try openWindow("still", at: 100, 60)
        window.layer.addSublayer(box(20, 30, 0.9))
        try display.input("mousemove 900 600")
        settle(window)
        turn(for: 1)
        window.resetStatistics()
        let before = sleepsOfWindowThread()
        XCTAssertGreaterThan(before, 0)
        Thread.sleep(forTimeInterval: 1)
        XCTAssertEqual(sleepsOfWindowThread(), before)
        XCTAssertEqual(window.statistics.rendering.wakeUps, 0)
        XCTAssertEqual(window.statistics.presented, 0)
    }

    /// How often the window's thread has gone to sleep.
    private func sleepsOfWindowThread() -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        for task in tasks where (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "agate.window\n" {
            let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
            return status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                .flatMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") } ?? 0
        }
        return 0
    }

    func testFramesGoOnWhileTheMainThreadIsBlocked() throws {
        let (window, _) = try openWindow("blocked", at: 100, 60)
        let layer = box(70, 50, 0.4)
        window.layer.addSublayer(layer)
        spin(layer)
        turn(until: { window.statistics.presented > 5 })
        window.resetStatistics()
        Thread.sleep(forTimeInterval: 1)
        // How evenly is for the benchmark to say; that they go on at all is no matter of speed.
        XCTAssertGreaterThan(window.statistics.presented, 5)
    }

    func testSizesThatNoWindowHasAreRefused() {
        for size in [
            CGSize(width: CGFloat.nan, height: 10), CGSize(width: 10, height: CGFloat.infinity), .zero, CGSize(width: -4, height: 4),
        ] {
            XCTAssertThrowsError(try WindowHost(title: "", size: size)) { XCTAssertEqual($0 as? WindowError, .invalidSize) }
        }
        var options = WindowOptions()
        options.scale = 0
        XCTAssertThrowsError(try WindowHost(title: "", size: CGSize(width: 4, height: 4), options: options))
    }

    func testAScaleMakesPointsOfSeveralPixels() throws {
        let display = try VirtualDisplay.shared()
        var options = WindowOptions()
        options.position = CGPoint(x: 100, y: 60)
        options.scale = 2
        let window = try WindowHost(title: "scaled", size: CGSize(width: 100, height: 80), options: options)
        window.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        turn(until: { window.statistics.presented > 0 })
        settle(window)
        XCTAssertEqual(window.scale, 2)
        XCTAssertEqual(window.size, CGSize(width: 100, height: 80))
        XCTAssertEqual(window.image().map { [$0.width, $0.height] }, [200, 160])
        XCTAssertEqual(try display.screenshot(299, 219, 1, 1).withPixels { $0[0] }, 0xFF00_FF00)
        var place: CGPoint?
        window.onInput = { if case .touch(let touch) = $0.kind { place = touch.location } }
        try display.input("mousemove 120 90 click 1")
        turn(until: { place != nil })
        XCTAssertEqual(place, CGPoint(x: 10, y: 15))
    }
}
