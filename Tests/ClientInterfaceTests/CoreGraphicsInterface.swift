import QuartzCore
import XCTest

/// Uses of the interface as large programs make them: that this compiles is most of the test.
final class CoreGraphicsInterface: XCTestCase {
    func testNames() {
        let range: CFRange = CFRangeMake(1, 2)
        XCTAssertEqual(range.location, 1)
        let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1)] as CFArray
        XCTAssertEqual(CFArrayGetCount(colors), 1)
    }
}
