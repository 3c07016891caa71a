import TestSupport
import XCTest

final class ReferenceEvaluatorTests: XCTestCase {
    func testSeedsRepeat() {
        var a = SeededGenerator(seed: 7), b = SeededGenerator(seed: 7)
        XCTAssertEqual((0..<8).map { _ in a.next() }, (0..<8).map { _ in b.next() })
    }
}
