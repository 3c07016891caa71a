import XCTest

@testable import RenderTree

final class DeviceRectTests: XCTestCase {
    /// Edges of a file may lie anywhere: nothing that is computed of them overflows.
    func testAnyEdges() {
        let edges: [Int32] = [.min, .min + 1, -70_000, -1, 0, 1, 70_000, .max - 1, .max]
        var rects: [DeviceRect] = []
        for x0 in edges { for x1 in edges { rects.append(DeviceRect(x0, x1, x1, x0)); rects.append(DeviceRect(x0, x0, x1, x1)) } }
        for rect in rects {
            let sides = (Int64(rect.x1) - Int64(rect.x0), Int64(rect.y1) - Int64(rect.y0))
            XCTAssertEqual(Int64(rect.width), max(0, sides.0))
            XCTAssertEqual(Int64(rect.height), max(0, sides.1))
            XCTAssertEqual(rect.area == 0, rect.isEmpty)
            let exact = max(0, Double(sides.0)) * max(0, Double(sides.1))
            XCTAssertEqual(Double(rect.area), min(exact, Double(1 << 60 as Int64)), accuracy: exact * 1e-12)
            for other in rects {
                XCTAssertGreaterThanOrEqual(rect.union(other).area, max(rect.area, other.area))
                XCTAssertGreaterThanOrEqual(rect.area + other.area, rect.intersection(other).area)
            }
        }
        XCTAssertEqual(DeviceRect(2, 3, 12, 23).area, 200)
    }
}
