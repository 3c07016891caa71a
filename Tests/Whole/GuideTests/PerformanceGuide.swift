import Agate
import XCTest

/// The code of `Guides/Performance.md`.
final class PerformanceGuide: XCTestCase {
    func testGuide() throws {
        let live = LiveHost(size: CGSize(width: 200, height: 100))
        let before = live.statistics.frames
        CATransaction.flush()
        let statistics = live.statistics
        XCTAssertGreaterThanOrEqual(statistics.frames, before)
        XCTAssertEqual(statistics.missedFrames, 0)
        let card = CALayer()
        card.frame = CGRect(x: 20, y: 20, width: 160, height: 60)
        card.shadowOpacity = 0.4
        card.shadowPath = CGPath(roundedRect: card.bounds, cornerWidth: 8, cornerHeight: 8, transform: nil)
        card.shouldRasterize = true
        card.rasterizationScale = 2
        XCTAssertNotNil(card.shadowPath)
    }
}
