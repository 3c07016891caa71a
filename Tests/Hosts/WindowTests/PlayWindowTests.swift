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

    /// A document that changes is shown again; one that can't be read is reported, and the picture stays.
    func testAWatchedDocumentIsShownAgain() throws {
        let display = try VirtualDisplay.shared()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Colors.caml")
        func write(_ color: String) throws {
            let text = "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 80 60\" position=\"40 30\" "
            try Data((text + "backgroundColor=\"\(color)\"/></caml>").utf8).write(to: file)
        }
        try write("1 0 0")
        let (process, window) = try display.start(names, ["play", "--watch", file.path], title: "^Colors", for: self)
        func pixel() throws -> UInt32 { try display.screenshot(110, 70, 1, 1).withPixels { $0[0] } }
        func title() throws -> String { try display.run("xdotool", "getwindowname", window) }
        let red = try pixel()
        try write("0 0 1")
        turn(until: { (try? pixel()) != red }, "the new document is shown")
        let blue = try pixel()
        try Data("<caml><CALayer".utf8).write(to: file)
        turn(until: { (try? title().contains("Colors.caml")) == true }, "the error is in the title")
        XCTAssertEqual(try pixel(), blue, "the old picture stays")
        try FileManager.default.removeItem(at: file)
        turn(for: 0.5)
        XCTAssertEqual(try pixel(), blue, "also without the file")
        try write("1 0 0")
        turn(until: { (try? pixel()) == red }, "a corrected document is shown")
        XCTAssertTrue(process.isRunning)
    }

    /// A program that is started again opens its window where the last one was, in its size.
    func testAWindowKeepsItsPlace() throws {
        let display = try VirtualDisplay.shared()
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("agate-place-\(UUID().uuidString)")
        addTeardownBlock { try? FileManager.default.removeItem(at: place) }
        func start(moves: Bool) throws -> (process: Process, window: String) {
            try display.start(
                names, ["play", example("Pulse.json")], title: "^Pulse", environment: ["AGATE_WINDOW_PLACE": place.path], moves: moves,
                for: self)
        }
        func geometry(_ window: String) throws -> [Substring] {
            try display.run("xdotool", "getwindowgeometry", "--shell", window).split(separator: "\n").filter { line in
                ["X=", "Y=", "WIDTH=", "HEIGHT="].contains { line.hasPrefix($0) }
            }
        }
        let first = try start(moves: false)
        try display.input("windowmove --sync \(first.window) 210 130\nwindowsize --sync \(first.window) 400 260")
        let wanted: [Substring] = ["X=210", "Y=130", "WIDTH=400", "HEIGHT=260"]
        turn(until: { (try? geometry(first.window)) == wanted }, "the window moves")
        turn(until: { (try? String(contentsOf: place, encoding: .utf8))?.hasPrefix("210 130 400.0 260.0") == true }, "the place is written")
        first.process.terminate()
        first.process.waitUntilExit()
        let second = try start(moves: false)
        turn(until: { (try? geometry(second.window)) == wanted }, "the next window is in the same place")
        second.process.terminate()
        second.process.waitUntilExit()
        // What is no place has no effect.
        try Data("99999999 x".utf8).write(to: place)
        let third = try start(moves: false)
        turn(until: { (try? geometry(third.window))?.contains("WIDTH=320") == true }, "a window in its own size")
    }
}
