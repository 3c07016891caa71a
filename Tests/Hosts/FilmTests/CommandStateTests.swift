import AgateFormats
import Foundation
import ImageIO
import TestSupport
import XCTest

/// States from the command line: on the way between two, and those of an appearance and an orientation.
final class CommandStateTests: CommandTestCase {
    private func states() throws -> String {
        func state(_ name: String, _ keyPath: String, _ value: String) -> String {
            """
            <LKState name="\(name)"><elements><LKStateSetValue targetId="a" keyPath="\(keyPath)">\(value)</LKStateSetValue></elements></LKState>
            """
        }
        func number(_ value: Double) -> String { "<value type=\"real\" value=\"\(value)\"/>" }
        let url = file("States.caml")
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="\(CAMLDocument.namespace)"><CALayer bounds="0 0 60 40" position="30 20" backgroundColor="0 0 0"><sublayers>
            <CALayer id="a" bounds="0 0 20 20" position="10 20" backgroundColor="1 1 1"/></sublayers><states>
            \(state("Locked", "position.x", number(10)))\(state("Unlock", "position.x", number(50)))
            \(state("Lock PortraitUp Dark", "opacity", number(0.5)))\(state("Lock LandscapeLeft Dark", "hidden", number(1)))
            </states></CALayer></caml>
            """.utf8
        ).write(to: url)
        return url.path
    }

    /// The row in the middle, as how bright each pixel is.
    private func row(_ arguments: String...) throws -> [UInt32] {
        let file = file("a.png").path
        let answer = try agate(["render", try states(), "-o", file] + arguments)
        XCTAssertEqual(answer.status, 0, answer.message)
        let image = try ImageCodec.decode(contentsOf: file)
        return image.withPixels { pixels in (0..<60).map { pixels[20 * 60 + $0] & 255 } }
    }

    func testATransitionStandsStillWhereItIsAskedTo() throws {
        for (progress, first) in [("0", 0), ("0.25", 10), ("0.5", 20), ("1", 40)] {
            let row = try row("--from", "Locked", "--to", "Unlock", "--progress", progress)
            XCTAssertEqual(row, (0..<60).map { first..<(first + 20) ~= $0 ? 255 : 0 }, progress)
        }
        let answer = try agate("render", try states(), "-o", file("b.png").path, "--progress", "0.5")
        XCTAssertEqual(answer.status, 64, "on the way, but not where to")
    }

    func testAppearanceAndOrientationPickStates() throws {
        XCTAssertEqual(try row("--state", "Locked")[10], 255)
        XCTAssertEqual(Int(try row("--state", "Locked", "--appearance", "dark")[10]), 128, accuracy: 1)
        XCTAssertEqual(try row("--state", "Locked", "--appearance", "light")[10], 255, "there is no state for it")
        XCTAssertEqual(try row("--state", "Locked", "--appearance", "dark", "--orientation", "landscape-left")[10], 0)
        let answer = try agate("render", try states(), "-o", file("b.png").path, "--appearance", "dark")
        XCTAssertEqual(answer.status, 64)
    }

    /// A state of a state machine shows, and is not left for another because no input asks for it: the switch goes on and stays on.
    func testAStateOfAStateMachineIsRenderedFromItsBeginning() throws {
        let example = Repository.root.appendingPathComponent("Examples/Switch.lottie").path, file = file("a.png").path
        func knobIsOnTheRight(_ time: String) throws -> Bool {
            let answer = try agate("render", example, "--state", "going on", "--time", time, "-o", file)
            XCTAssertEqual(answer.status, 0, answer.message)
            return try ImageCodec.decode(contentsOf: file).withPixels { $0[80 * 260 + 172] == 0xFFFF_FFFF }
        }
        XCTAssertFalse(try knobIsOnTheRight("0"))
        XCTAssertTrue(try knobIsOnTheRight("0.34"))
        XCTAssertTrue(try knobIsOnTheRight("1.5"))
    }
}
