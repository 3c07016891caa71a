@testable import Agate
import CoreGraphics
import Foundation
import TestSupport
import XCTest

/// Windows that nobody sees: no frame is made, ends of animations are reported, and one frame shows what has changed meanwhile.
final class WindowHiddenTests: XCTestCase {
    private var renderers: [FrameRenderer] { hasOpenGLES ? [.cpu, .gpu] : [.cpu] }

    private func move(_ layer: CALayer) {
        let move = CABasicAnimation(keyPath: "position.x")
        move.byValue = 60
        move.duration = 0.3
        move.repeatCount = .infinity
        layer.add(move, forKey: "move")
    }

    /// A window in which something moves.
    private func openMoving(_ title: String, _ renderer: FrameRenderer) throws -> (WindowHost, VirtualDisplay, CALayer) {
        let (window, display) = try openWindow(title, at: 100, 60, renderer: renderer)
        let layer = box(20, 30, 0.9)
        window.layer.addSublayer(layer)
        move(layer)
        CATransaction.flush()
        turn(until: { window.statistics.presented > 5 }, "frames")
        return (window, display, layer)
    }

    private func number(_ title: String, _ display: VirtualDisplay) throws -> String {
        try display.run("xdotool", "search", "--name", "^\(title)$").split(separator: "\n").last.map(String.init) ?? ""
    }

    /// Waits until no frame is made any more.
    private func waitForRest(_ window: WindowHost) {
        var frames = -1
        turn(
            until: {
                defer { frames = window.statistics.rendering.frames }
                turn(for: 0.2)
                return frames == window.statistics.rendering.frames
            }, "no frames")
        window.resetStatistics()
    }

    /// Changes, animates to an end, and stands still: without a frame.
    private func assertNothingIsDrawn(_ window: WindowHost, _ layer: CALayer, _ name: String) {
        var hasEnded = false
        CATransaction.begin()
        CATransaction.setCompletionBlock { hasEnded = true }
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.duration = 0.2
        layer.add(fade, forKey: "fade")
        CATransaction.commit()
        turn(until: { hasEnded }, "the end of an animation that nobody sees")
        XCTAssertNotNil(layer.animation(forKey: "move"), name)
        CATransaction.setDisableActions(true)
        layer.removeAllAnimations()
        window.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        CATransaction.flush()
        turn(for: 0.2)
        let statistics = window.statistics
        XCTAssertEqual(statistics.rendering.frames, 0, name)
        XCTAssertEqual(statistics.presented, 0, name)
        // For what was committed, and for the end: not for each frame that there might have been.
        XCTAssertLessThan(statistics.rendering.wakeUps, 10, name)
    }

    private func assertShowsAgain(_ window: WindowHost, _ display: VirtualDisplay, _ name: String) throws {
        turn(until: { window.statistics.presented > 0 }, "\(name): a frame")
        settle(window)
        XCTAssertEqual(window.statistics.rendering.frames, 1, name)
        let twin = OffscreenHost(size: window.size, background: .white)
        twin.perform {
            twin.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            twin.layer.addSublayer(box(20, 30, 0.9))
        }
        try assertShows(window, display, twin, name)
    }

    func testAnUnmappedWindow() throws {
        for renderer in renderers {
            let name = "unmapped-\(renderer)"
            let (window, display, layer) = try openMoving(name, renderer)
            var shown: [Bool] = []
            window.onInput = { if case .shown(let isShown) = $0.kind { shown.append(isShown) } }
            let number = try self.number(name, display)
            try display.input("windowunmap \(number)")
            turn(until: { shown.last == false }, "it is hidden")
            waitForRest(window)
            assertNothingIsDrawn(window, layer, name)
            try display.input("windowmap \(number)")
            turn(until: { shown.last == true }, "it is shown")
            try assertShowsAgain(window, display, name)
            XCTAssertEqual(window.renderer, renderer)
            // It moves again.
            move(layer)
            CATransaction.flush()
            turn(until: { window.statistics.presented > 10 }, "frames")
            window.close()
        }
    }

    /// Nothing composes this screen, so that X11 tells what others cover.
    func testACoveredWindow() throws {
        for renderer in renderers {
            let name = "covered-\(renderer)"
            let (window, display, layer) = try openMoving(name, renderer)
            // Not all of it: it goes on.
            let (part, _) = try openWindow("part", at: 110, 60)
            settle(part)
            window.resetStatistics()
            turn(until: { window.statistics.presented > 10 }, "frames beside another window")
            let (all, _) = try openWindow("all", at: 90, 50, CGSize(width: 300, height: 200))
            waitForRest(window)
            assertNothingIsDrawn(window, layer, name)
            part.close()
            turn(for: 0.2)
            XCTAssertEqual(window.statistics.rendering.frames, 0, "\(name): it is covered still")
            all.close()
            try assertShowsAgain(window, display, name)
            window.close()
        }
    }

    func testAnotherSizeWhileHidden() throws {
        for renderer in renderers {
            let name = "resized-\(renderer)"
            let (window, display, layer) = try openMoving(name, renderer)
            let number = try self.number(name, display)
            try display.input("windowunmap \(number)")
            waitForRest(window)
            layer.removeAllAnimations()
            try display.input("windowsize \(number) 260 180")
            turn(until: { window.size == CGSize(width: 260, height: 180) }, "the size")
            turn(for: 0.2)
            XCTAssertEqual(window.statistics.rendering.frames, 0, name)
            try display.input("windowmap \(number)")
            turn(until: { window.statistics.presented > 0 }, "\(name): a frame")
            let twin = OffscreenHost(size: window.size, background: .white)
            twin.perform { twin.layer.addSublayer(box(20, 30, 0.9)) }
            try assertShows(window, display, twin, name)
            window.close()
        }
    }

    func testClosedWhileHidden() throws {
        for renderer in renderers {
            let name = "closed-\(renderer)"
            let (window, display, layer) = try openMoving(name, renderer)
            try display.input("windowunmap \(number(name, display))")
            waitForRest(window)
            window.close()
            XCTAssertFalse(window.isOpen)
            // What moved there moves in the next window.
            let (next, _) = try openWindow(name, at: 100, 60, renderer: renderer)
            next.layer.addSublayer(layer)
            CATransaction.flush()
            turn(until: { next.statistics.presented > 10 }, "frames")
            XCTAssertNotNil(layer.animation(forKey: "move"))
            next.close()
        }
    }

    /// Hidden and shown in haste: the last word counts.
    func testHiddenAndShownInHaste() throws {
        for renderer in renderers {
            let name = "haste-\(renderer)"
            let (window, display, layer) = try openMoving(name, renderer)
            let number = try self.number(name, display)
            try display.input(String(repeating: "windowunmap \(number)\nwindowmap \(number)\n", count: 20))
            turn(for: 0.3)
            window.resetStatistics()
            turn(until: { window.statistics.presented > 10 }, "\(name): frames")
            try display.input(String(repeating: "windowmap \(number)\nwindowunmap \(number)\n", count: 20))
            waitForRest(window)
            XCTAssertNotNil(layer.animation(forKey: "move"))
            window.close()
        }
    }
}
