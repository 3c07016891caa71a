import Testing
import UIKit
import XCTest
@testable import Modern

@MainActor
final class PulseXCTests: XCTestCase {
    func testAPulseHasNotTicked() { XCTAssertEqual(Pulse(frame: .zero).ticks, 0) }
    func testItWaits() async throws { XCTAssertEqual(Pulse(frame: .zero).ticks, 0) }
}

final class MixedXCTests: XCTestCase {
    @MainActor func testOneOnTheMainActor() throws { XCTAssertEqual(Pulse(frame: .zero).ticks, 0) }
    func testOneAnywhere() { XCTAssertTrue(true) }
}

@MainActor @Suite struct PulseTests {
    @Test func frames() { #expect(Pulse(frame: CGRect(x: 0, y: 0, width: 2, height: 3)).frame.height == 3) }
}
