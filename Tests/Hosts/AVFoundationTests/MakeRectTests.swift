import AVFoundation
import XCTest

final class MakeRectTests: XCTestCase {
    func testRectanglesOfARatio() {
        let box = CGRect(x: 10, y: 20, width: 100, height: 50)
        XCTAssertEqual(AVMakeRect(aspectRatio: CGSize(width: 1, height: 1), insideRect: box), CGRect(x: 35, y: 20, width: 50, height: 50))
        XCTAssertEqual(
            AVMakeRect(aspectRatio: CGSize(width: 4, height: 1), insideRect: box), CGRect(x: 10, y: 32.5, width: 100, height: 25))
        XCTAssertTrue(AVMakeRect(aspectRatio: .zero, insideRect: box).isEmpty)
        XCTAssertTrue(AVMakeRect(aspectRatio: CGSize(width: CGFloat.nan, height: 1), insideRect: box).isEmpty)
        XCTAssertTrue(AVMakeRect(aspectRatio: CGSize(width: 1, height: 1), insideRect: .zero).isEmpty)
    }
    func testRangesOfTime() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), end: CMTime(value: 3, timescale: 2))
        XCTAssertEqual(range.duration.seconds, 1)
        XCTAssertTrue(range.containsTime(range.start) && !range.containsTime(range.end))
        XCTAssertTrue(CMTimeRange.zero.isEmpty && !CMTimeRange.invalid.isValid)
        XCTAssertFalse(CMTimeRange(start: .zero, duration: CMTime(value: -1, timescale: 1)).isValid)
    }
}
