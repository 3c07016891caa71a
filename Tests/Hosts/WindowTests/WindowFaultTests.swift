@testable import Agate
import Foundation
import TestSupport
import XCTest

/// What a process lives through only once.
final class WindowFaultTests: XCTestCase {
    func testWithoutADisplayThereIsATypedError() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let kinds: [[String: String?]] = [
            [:], ["DISPLAY": ":4711"], ["SDL_VIDEODRIVER": "wayland"], ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "not-there"],
            ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "not-there", "SDL_VIDEODRIVER": "wayland"],
            ["SDL_VIDEODRIVER": "no such system"],
        ]
        for kind in kinds {
            try alone(noDisplay.merging(kind) { $1 }) {
                for _ in 0..<2 {
                    do {
                        _ = try WindowHost(title: "", size: CGSize(width: 10, height: 10))
                        return 1
                    } catch {
                        guard case .noDisplay = error as? WindowError else { return 2 }
                    }
                }
                return 0
            }
        }
    }

    /// Programs that open no window start faster without SDL and the thirty libraries that it brings.
    func testTheFirstWindowLoadsSDL() throws {
        func isLoaded() throws -> Bool {
            let maps = try XCTUnwrap(FileHandle(forReadingAtPath: "/proc/self/maps")).readDataToEndOfFile()
            XCTAssertTrue(String(decoding: maps, as: UTF8.self).contains("libz"), "what is linked")
            return String(decoding: maps, as: UTF8.self).contains("libSDL2")
        }
        try alone(noDisplay.merging(["SDL_VIDEODRIVER": "offscreen"]) { $1 }) {
            let host = OffscreenHost(size: CGSize(width: 10, height: 10))
            host.withPixels(at: 0) { _, _, _, _ in }
            if try isLoaded() { return 1 }
            let window = try WindowHost(title: "", size: CGSize(width: 10, height: 10))
            return try withExtendedLifetime(window) { try isLoaded() } ? 0 : 2
        }
    }

    func testWithoutSDLThereIsATypedErrorThatSaysSo() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("no-sdl-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // What is found first, and is no library.
        try Data().write(to: folder.appendingPathComponent("libSDL2-2.0.so.0"))
        let path = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        try alone(["SDL_VIDEODRIVER": "offscreen", "LD_LIBRARY_PATH": folder.path + path]) {
            for _ in 0..<2 {
                do {
                    _ = try WindowHost(title: "", size: CGSize(width: 10, height: 10))
                    return 1
                } catch {
                    guard case .noDisplay(let reason) = error as? WindowError, reason.contains("SDL2 can't be loaded") else { return 2 }
                }
            }
            return 0
        }
    }

    func testWindowsThatNobodySeesWorkWhereTheyAreAskedFor() throws {
        for driver in ["offscreen", "dummy"] {
            try alone(noDisplay.merging(["SDL_VIDEODRIVER": driver]) { $1 }) {
                let window = try WindowHost(title: "", size: CGSize(width: 10, height: 10))
                window.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
                turn(until: { window.image()?.withPixels { $0[0] } == 0xFFFF_0000 && window.statistics.presented > 0 })
                return 0
            }
        }
    }

    func testADisplayThatGoesAwayIsReportedAndOutlived() throws {
        _ = try VirtualDisplay.shared()
        try alone(noDisplay) {
            let display = try VirtualDisplay.shared()
            let reports = Locked<[String]>([])
            let token = Diagnostic.addObserver { report in reports.withLock { $0.append(report.identifier) } }
            defer { Diagnostic.removeObserver(token) }
            var options = WindowOptions()
            options.position = CGPoint(x: 100, y: 100)
            let window = try WindowHost(title: "", size: CGSize(width: 100, height: 100), options: options)
            options.position = CGPoint(x: 300, y: 100)
            let closing = try WindowHost(title: "", size: CGSize(width: 100, height: 100), options: options)
            let layer = CALayer()
            layer.frame = CGRect(x: 10, y: 10, width: 50, height: 50)
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            let move = CABasicAnimation(keyPath: "position.x")
            move.byValue = 30
            move.duration = 0.3
            move.repeatCount = .infinity
            layer.add(move, forKey: "move")
            window.layer.addSublayer(layer)
            turn(until: { window.statistics.presented > 5 && closing.statistics.presented > 0 })
            var reported: [InputEvent.Kind] = []
            window.onInput = { reported.append($0.kind) }
            display.kill()
            turn(until: { reported.contains(.closeRequested) })
            guard reported.contains(.shown(false)), window.failure == .displayLost else { return 2 }
            // The one without a handler closed itself. Frames are still made for who takes them.
            turn(until: { !closing.isOpen })
            let frames = window.statistics.rendering.frames
            turn(until: { window.statistics.rendering.frames > frames + 5 })
            do {
                _ = try WindowHost(title: "", size: CGSize(width: 10, height: 10))
                return 3
            } catch {
                guard error as? WindowError == .displayLost else { return 4 }
            }
            window.title = "unseen"
            window.close()
            return reports.withLock { $0 } == ["window.display-lost"] ? 0 : 5
        }
    }

    func testFingersAreTouchesWithSmallNumbers() throws {
        _ = try VirtualDisplay.shared()
        // No tool plays a finger on X11; SDL makes one of the mouse.
        try alone(noDisplay.merging(["SDL_MOUSE_TOUCH_EVENTS": "1"]) { $1 }) {
            let display = try VirtualDisplay.shared()
            var options = WindowOptions()
            options.position = CGPoint(x: 100, y: 60)
            let window = try WindowHost(title: "", size: CGSize(width: 200, height: 100), options: options)
            CATransaction.flush()
            turn(until: { window.statistics.presented > 0 })
            var fingers: [InputEvent.Touch] = []
            window.onInput = { if case .touch(let touch) = $0.kind, touch.source == .finger { fingers.append(touch) } }
            try display.input("mousemove 150 85\nsleep 0.05\nmousedown 1\nsleep 0.05\nmousemove 200 110\nsleep 0.05\nmouseup 1")
            turn(until: { fingers.last?.phase == .ended })
            guard fingers.map(\.phase) == [.began, .moved, .ended], Set(fingers.map(\.id)) == [0] else { return 2 }
            let first = fingers[0].location, last = fingers[2].location
            return abs(first.x - 50) < 1 && abs(first.y - 25) < 1 && abs(last.x - 100) < 1 && abs(last.y - 50) < 1 ? 0 : 3
        }
    }

    func testDispatchMainCommitsAndCallsBack() throws {
        _ = try VirtualDisplay.shared()
        try alone(noDisplay) {
            let display = try VirtualDisplay.shared()
            let window = try WindowHost(title: "dispatch", size: CGSize(width: 100, height: 100))
            let layer = CALayer()
            layer.frame = CGRect(x: 10, y: 10, width: 50, height: 50)
            window.layer.addSublayer(layer)
            let stage = Stages(window: window, display: display)
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.completed = true }
            let move = CABasicAnimation(keyPath: "position.x")
            move.byValue = 30
            move.duration = 0.2
            layer.add(move, forKey: "move")
            CATransaction.commit()
            stage.next()
            DispatchQueue.global().asyncAfter(deadline: .now() + 20) { exit(9) }
            dispatchMain()
        }
    }

    /// What is waited for on the main queue, outside any run loop.
    private final class Stages: @unchecked Sendable {
        let window: WindowHost, display: VirtualDisplay
        var completed = false, clicked = false, hasClicked = false
        init(window: WindowHost, display: VirtualDisplay) {
            self.window = window
            self.display = display
            window.onInput = { [unowned self] event in
                guard case .touch = event.kind else { return }
                clicked = true
                self.window.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
            }
        }

        func next() {
            if completed, !hasClicked {
                hasClicked = true
                try? display.input("mousemove 500 350 click 1")
            }
            if clicked, window.image()?.withPixels({ $0[0] }) == 0xFF00_FF00 { exit(exitCodeOfSuccess) }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { self.next() }
        }
    }
}
