#if GPU
@testable import Agate
import Foundation
import OpenGLES
import TestSupport
import XCTest

/// Windows that a GPU draws, from their opening to their end: several, many, on threads, and while their size changes.
final class WindowRendererLifeTests: XCTestCase {
    override func setUpWithError() throws { try needOpenGLES() }

    private func move(_ layer: CALayer, by distance: CGFloat) {
        let move = CABasicAnimation(keyPath: "position.x")
        move.byValue = distance
        move.duration = 0.4
        move.autoreverses = true
        move.repeatCount = .infinity
        layer.add(move, forKey: "move")
    }

    func testTwoWindowsDrawAtOnce() throws {
        let (left, display) = try openWindow("left", at: 100, 60, renderer: .gpu)
        let (right, _) = try openWindow("right", at: 400, 60, renderer: .gpu)
        let windows = [left, right]
        for (i, window) in windows.enumerated() {
            let layer = box(20, 30, CGFloat(i))
            window.layer.addSublayer(layer)
            move(layer, by: 80)
        }
        CATransaction.flush()
        for window in windows { window.resetStatistics() }
        turn(until: { windows.allSatisfy { $0.statistics.presented > 10 } }, "both move")
        // They stand still, each with its own picture.
        for (i, window) in windows.enumerated() {
            window.layer.sublayers?.first?.removeAllAnimations()
            let twin = OffscreenHost(size: window.size, background: .white)
            twin.perform { twin.layer.addSublayer(box(20, 30, CGFloat(i))) }
            try assertShows(window, display, at: (100 + 300 * i, 60), twin, "two-\(i)")
        }
        XCTAssertEqual(windows.map(\.renderer), [.gpu, .gpu])
        // One goes; the other does not notice.
        left.close()
        right.layer.addSublayer(box(100, 60, 0.5))
        let twin = OffscreenHost(size: right.size, background: .white)
        twin.perform { for layer in [box(20, 30, 1), box(100, 60, 0.5)] { twin.layer.addSublayer(layer) } }
        try assertShows(right, display, at: (400, 60), twin, "two-one-left")
    }

    /// What a thread passes on.
    private final class Passed: @unchecked Sendable {
        // Unchecked: one thread after the other uses it.
        var window: WindowHost?
    }

    /// Opened and drawn on one thread, changed and closed on another.
    func testAWindowMovesToAnotherThread() throws {
        let display = try VirtualDisplay.shared()
        let passed = Passed(), isOpen = DispatchSemaphore(value: 0)
        let thread = Thread {
            var options = WindowOptions()
            options.position = CGPoint(x: 100, y: 60)
            options.background = .white
            options.renderer = .gpu
            let window = try? WindowHost(title: "thread", size: CGSize(width: 200, height: 150), options: options)
            window?.layer.addSublayer(box(20, 30, 0.9))
            CATransaction.flush()
            for _ in 0..<1000 where (window?.statistics.presented ?? 1) == 0 { usleep(10_000) }
            passed.window = window
            isOpen.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        XCTAssertEqual(isOpen.wait(timeout: .now() + 20), .success)
        let window = try XCTUnwrap(passed.window)
        passed.window = nil
        XCTAssertEqual(window.renderer, .gpu)
        let twin = OffscreenHost(size: window.size, background: .white)
        twin.perform { twin.layer.addSublayer(box(20, 30, 0.9)) }
        try assertShows(window, display, twin, "thread-first")
        for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(100, 70, 0.2)) }
        try assertShows(window, display, twin, "thread-second")
        XCTAssertEqual(window.renderer, .gpu)
        window.close()
    }

    private struct Holdings {
        var descriptors = 0, kilobytes = 0, threads = 0
        init() {
            // What was freed counts as free, whichever thread's arena has it.
            _ = unsafeBitCast(dlsym(nil, "malloc_trim"), to: (@convention(c) (Int) -> Int32).self)(0)
            descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            for line in ((try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "").split(separator: "\n") {
                func number() -> Int { line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0 }
                if line.hasPrefix("VmRSS:") { kilobytes = number() }
                if line.hasPrefix("Threads:") { threads = number() }
            }
        }
    }

    /// A hundred windows by either renderer, one after the other beside one that stays: descriptors, threads and memory are as before.
    func testAHundredWindowsLeaveNothing() throws {
        _ = try VirtualDisplay.shared()
        // Threads that come and go keep no memory of their own here.
        try alone(noDisplay.merging(["MALLOC_ARENA_MAX": "1"]) { $1 }) {
            let (stays, _) = try openWindow("stays", at: 400, 300, CGSize(width: 60, height: 40), renderer: .gpu)
            for renderer in [FrameRenderer.cpu, .gpu] {
                func open(_ count: Int) throws {
                    for round in 0..<count {
                        let (window, _) = try openWindow("\(round)", at: 100, 60, renderer: renderer)
                        XCTAssertEqual(window.renderer, renderer, "window \(round)")
                        window.layer.addSublayer(box(20, 30, 0.5))
                        CATransaction.flush()
                        turn(until: { window.statistics.presented > 1 }, "window \(round) by \(renderer)")
                        window.close()
                    }
                }
                try open(20)
                turn(for: 0.5)
                let before = Holdings()
                try open(100)
                // The last ones are let go of by threads of their own: until then each has a context of 12 MB. Dispatch's own workers come
                // and go: what windows left would be a hundred, and a window's picture has 117 kB.
                let few = 5, most = 10_000
                var now = Holdings()
                let end = Date(timeIntervalSinceNow: 10)
                while now.descriptors > before.descriptors + few || now.threads > before.threads + few
                    || now.kilobytes >= before.kilobytes + most, Date() < end
                {
                    turn(for: 0.1)
                    now = Holdings()
                }
                XCTAssertLessThanOrEqual(now.descriptors, before.descriptors + few, "\(renderer): descriptors")
                XCTAssertLessThanOrEqual(now.threads, before.threads + few, "\(renderer): threads")
                print("100 windows by \(renderer): \(now.kilobytes - before.kilobytes) kB more, \(before.descriptors) descriptors")
                XCTAssertLessThan(now.kilobytes - before.kilobytes, most, "\(renderer)")
            }
            XCTAssertEqual(stays.renderer, .gpu)
            return outcome
        }
    }

    /// Sizes come and go while it draws; the last one's picture is whole.
    func testSizesChangeWhileItDraws() throws {
        let (window, display) = try openWindow("sizes", at: 100, 60, renderer: .gpu)
        let found = try reports {
            let layer = box(20, 30, 0.9)
            window.layer.addSublayer(layer)
            move(layer, by: 120)
            CATransaction.flush()
            for round in 0..<40 {
                window.resize(to: CGSize(width: 120 + round * 37 % 300, height: 90 + round * 53 % 200))
                turn(for: 0.02)
            }
            let last = CGSize(width: 310, height: 170)
            window.resize(to: last)
            turn(until: { window.size == last }, "the last size")
            layer.removeAllAnimations()
            let twin = OffscreenHost(size: last, background: .white)
            twin.perform { twin.layer.addSublayer(box(20, 30, 0.9)) }
            try assertShows(window, display, twin, "sizes")
        }
        XCTAssertEqual(found, [])
        XCTAssertEqual(window.renderer, .gpu)
    }
}
#endif
