import CoreGraphics
import Foundation
import XCTest

/// The examples as a person meets them: in a window, with a mouse.
final class ExampleWindowTests: XCTestCase {
    private func start(_ name: String, _ display: VirtualDisplay, title: String? = nil) throws -> Process {
        try display.start([name], title: "^\(title ?? name)$", for: self).process
    }

    /// The colour of a place in the window.
    private func pixel(_ x: Int, _ y: Int, _ display: VirtualDisplay) throws -> UInt32 {
        try display.screenshot(100 + x, 60 + y, 1, 1).withPixels { $0[0] }
    }

    func testAClickChangesTheColour() throws {
        let display = try VirtualDisplay.shared()
        let process = try start("ButtonColor", display)
        turn(until: { (try? pixel(100, 60, display)) == 0xFF00_00FF }, "the layer is blue at first")
        var seen: Set<UInt32> = [0xFF00_00FF]
        for _ in 0..<2 {
            let before = try pixel(100, 60, display)
            try display.input("mousemove --sync 200 190\nsleep 0.1\nmousedown 1\nsleep 0.1\nmouseup 1")
            turn(until: { (try? pixel(100, 60, display)) != before }, "the button changes the colour")
            turn(for: 0.6)
            seen.insert(try pixel(100, 60, display))
        }
        XCTAssertEqual(seen.count, 3)
        XCTAssertTrue(process.isRunning)
    }

    func testAMarbleIsDragged() throws {
        let display = try VirtualDisplay.shared()
        _ = try start("Window", display, title: "Agate")
        let background = UInt32(0xFF1A_1C29)
        turn(
            until: { (try? pixel(60, 60, display)) != background && (try? pixel(110, 86, display)) == background },
            "a marble, and room beside it")
        let marble = try pixel(60, 60, display)
        XCTAssertNotEqual(marble, background)
        try display.input(
            "mousemove --sync 160 120\nsleep 0.1\nmousedown 1\nsleep 0.1\nmousemove --sync 190 135\nsleep 0.1\nmousemove --sync 210 146\nsleep 0.3"
        )
        turn(until: { (try? pixel(110, 86, display)) != background }, "the marble is under the mouse")
        try display.input("mouseup 1")
    }
}
