import AVFoundation
import XCTest

final class TimeTests: XCTestCase {
    func testFractions() {
        XCTAssertEqual(CMTime(value: 1, timescale: 2), CMTimeMake(value: 300, timescale: 600))
        XCTAssertEqual(Set([CMTime(value: 1, timescale: 2), CMTime(value: 2, timescale: 4)]).count, 1)
        XCTAssertEqual(CMTimeGetSeconds(CMTime(seconds: 1.25, preferredTimescale: 600)), 1.25)
        XCTAssertFalse(CMTime(seconds: 1.25, preferredTimescale: 600).hasBeenRounded)
        XCTAssertTrue(CMTime(seconds: 1.0 / 7, preferredTimescale: 600).hasBeenRounded)
        XCTAssertEqual((CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 2)), CMTime(value: 5, timescale: 6))
        XCTAssertEqual(CMTimeSubtract(CMTime(value: 1, timescale: 3), CMTime(value: 1, timescale: 2)), CMTime(value: -1, timescale: 6))
        XCTAssertEqual(CMTimeCompare(CMTime(value: 1, timescale: 3), CMTime(value: 1, timescale: 2)), -1)
    }

    func testWhatIsNoNumber() {
        XCTAssertFalse(CMTime.invalid.isValid)
        XCTAssertTrue(CMTime.indefinite.isValid && !CMTime.indefinite.isNumeric)
        XCTAssertTrue(CMTime.indefinite.seconds.isNaN)
        XCTAssertTrue(CMTime(seconds: .nan, preferredTimescale: 1) == .invalid)
        XCTAssertTrue(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
        XCTAssertTrue(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
        XCTAssertEqual(CMTime.zero + .invalid, .invalid)
        XCTAssertEqual(CMTime.positiveInfinity + .negativeInfinity, .invalid)
        XCTAssertTrue(CMTime.zero < .positiveInfinity && CMTime.negativeInfinity < .zero && CMTime.positiveInfinity < .invalid)
        XCTAssertFalse(CMTime(value: 3, timescale: 0).isValid)
        let large = CMTime(value: .max, timescale: 7)
        XCTAssertEqual((large + large).timescale, 3)
        XCTAssertTrue((CMTime(value: .max, timescale: 1) + CMTime(value: .max, timescale: 1)).isPositiveInfinity)
    }
}
