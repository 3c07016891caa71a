import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import XCTest

/// `agate play` as a person meets it: a wallpaper under the finger, a switch under the mouse.
final class PlayWindowTests: XCTestCase {
    private let names = ["agate", "AgateCommand"]

    private func example(_ name: String) -> String { Repository.root.appendingPathComponent("Examples/\(name)").path }

    /// What `agate render` makes of the same document, on the way from its first state to its second.
    private func rendered(_ file: String, _ arguments: String...) throws -> CGImage {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("agate-play-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = try VirtualDisplay.beside(names)
        process.arguments = ["render", file, "-o", url.path] + arguments
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        return try XCTUnwrap(readPNG(url))
    }

    /// How many pixels of the upper part of a picture are others.
    private func differs(_ shown: CGImage, from whole: CGImage) -> Int {
        let count = shown.width * shown.height
        return shown.withPixels { a in whole.withPixels { b in (0..<count).count { a[$0] != b[$0] } } }
    }

    /// The window shows, to the byte, what `agate render --progress` makes of where the drag is; it goes on to a state by itself when it is
    /// let go, and the keys go in steps.
    func testADragMovesADocumentFromStateToState() throws {
        let display = try VirtualDisplay.shared(), file = example("Dunes.ca")
        let window = try display.start(names, ["play", file], title: "^Dunes$", for: self).window
        func title() throws -> String {
            try display.run("xdotool", "getwindowname", window).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // The document is 390 points wide, and higher than the screen.
        func screen() throws -> CGImage { try display.screenshot(100, 60, 390, VirtualDisplay.height - 60) }
        let before = try screen()
        try display.input("mousemove --sync 120 160\nsleep 0.2\nmousedown 1\nsleep 0.2\nmousemove --sync 200 160\nsleep 0.2")
        try display.input("mousemove --sync 315 160\nsleep 0.2")
        turn(until: { (try? title()) == "Dunes: Locked to Unlock 50 %" }, "half the window's width is half the way")
        let half = try rendered(file, "--from", "Locked", "--to", "Unlock", "--progress", "0.5")
        XCTAssertGreaterThan(differs(before, from: half), 100_000)
        turn(until: { (try? differs(screen(), from: half)) == 0 }, "the picture is that of agate render")
        // Back under the finger, and on again.
        try display.input("mousemove --sync 198 160\nsleep 0.2")
        turn(until: { (try? title()) == "Dunes: Locked to Unlock 20 %" }, "it goes back with the finger")
        try display.input("mousemove --sync 393 160\nsleep 0.5\nmouseup 1")
        let whole = try rendered(file, "--state", "Unlock")
        turn(until: { (try? differs(screen(), from: whole)) == 0 }, "let go, it goes on to the nearer state")
        try display.input("windowfocus --sync \(window)\nkey comma")
        turn(until: { (try? title()) == "Dunes: Locked to Unlock 95 %" }, "a key is a twentieth of the way")
    }

    /// A state machine hears the mouse: the switch goes on, and off again.
    func testAClickTurnsASwitch() throws {
        let display = try VirtualDisplay.shared()
        let window = try display.start(names, ["play", example("Switch.lottie")], title: "^Switch$", for: self).window
        let size = try display.run("xdotool", "getwindowgeometry", "--shell", window).split(separator: "\n")
        func number(_ name: String) throws -> Int {
            try XCTUnwrap(size.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) })
        }
        let (width, height) = (try number("WIDTH"), try number("HEIGHT"))
        func screen() throws -> [UInt32] {
            try display.screenshot(100, 60, width, height).withPixels { Array(UnsafeBufferPointer(start: $0, count: width * height)) }
        }
        let off = try screen()
        let click = "mousemove --sync \(100 + width / 2) \(60 + height / 2)\nsleep 0.2\nmousedown 1\nsleep 0.1\nmouseup 1"
        try display.input(click)
        turn(until: { (try? screen()) != off }, "the switch moves")
        turn(for: 1.5)
        XCTAssertNotEqual(try screen(), off, "and stays")
        try display.input(click)
        turn(until: { (try? screen()) == off }, "it goes back")
    }
}
