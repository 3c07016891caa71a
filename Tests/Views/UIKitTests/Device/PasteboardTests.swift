import UIKit
import XCTest

@MainActor final class PasteboardTests: XCTestCase {
    func testPasteboardsAreSharedByName() async throws {
        let name = UIPasteboard.Name("PasteboardTests")
        XCTAssertNil(UIPasteboard(name: name, create: false))
        let board = try XCTUnwrap(UIPasteboard(name: name, create: true))
        XCTAssertEqual(board.name, name)
        board.string = "words"
        XCTAssertTrue(UIPasteboard(name: name, create: false) === board)
        XCTAssertTrue(UIPasteboard(name: name, create: true) === board)
        XCTAssertTrue(UIPasteboard(name: .general, create: false) === UIPasteboard.general)
        UIPasteboard.remove(withName: name)
        XCTAssertNil(board.string)
        XCTAssertNil(UIPasteboard(name: name, create: false))
        UIPasteboard.remove(withName: .general)
        XCTAssertTrue(UIPasteboard(name: .general, create: false) === UIPasteboard.general)
    }

    func testUniquePasteboards() async {
        let one = UIPasteboard.withUniqueName(), other = UIPasteboard.withUniqueName()
        XCTAssertNotEqual(one.name, other.name)
        XCTAssertTrue(UIPasteboard(name: one.name, create: false) === one)
        for board in [one, other] { UIPasteboard.remove(withName: board.name) }
    }
}
