import XCTest
@testable import Plugged

@MainActor final class PluggedTests: XCTestCase {
    func testBoth() {
        XCTAssertEqual(Plugged(frame: .zero).count(), 7)
        XCTAssertEqual(Plugged(frame: .zero).words, "one")
    }
}
