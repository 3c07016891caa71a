import XCTest

@testable import UIKit

final class TouchTrailTests: XCTestCase {
    func testVelocityIsThatOfTheLastTenth() {
        var trail = TouchTrail()
        XCTAssertEqual(trail.velocity(at: 0), .zero)
        trail.add(CGPoint(x: 0, y: 0), at: 0)
        XCTAssertEqual(trail.velocity(at: 0), .zero)
        trail.add(CGPoint(x: 100, y: 0), at: 1)
        trail.add(CGPoint(x: 105, y: 5), at: 1.05)
        XCTAssertEqual(trail.velocity(at: 1.05).x, 100, accuracy: 1e-9)
        XCTAssertEqual(trail.velocity(at: 1.05).y, 100, accuracy: 1e-9)
        XCTAssertEqual(trail.velocity(at: 1.2), .zero)
        // Two events of one time are the later one.
        trail.add(CGPoint(x: 110, y: 5), at: 1.05)
        XCTAssertEqual(trail.velocity(at: 1.05).x, 200, accuracy: 1e-9)
        trail.clear()
        XCTAssertEqual(trail.velocity(at: 1.05), .zero)
    }
}
