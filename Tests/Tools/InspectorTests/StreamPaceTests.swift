import XCTest

@testable import Inspector

/// How often pictures come, by what they cost and by what becomes of the program's frames.
final class StreamPaceTests: XCTestCase {
    private func interval(_ count: Int, _ pace: inout StreamPace, processor: Double, late: Bool) -> Double {
        for _ in 0..<count { pace.note(processor: processor, late: late) }
        return pace.interval
    }

    func testPicturesThatCostLittleComeThirtyTimesASecond() {
        var pace = StreamPace()
        XCTAssertEqual(interval(200, &pace, processor: 0.005, late: false), StreamPace.shortest)
        XCTAssertEqual(interval(200, &pace, processor: 0, late: false), StreamPace.shortest)
    }

    func testPicturesTakeTheirShareOfAProcessor() {
        var pace = StreamPace()
        XCTAssertEqual(interval(200, &pace, processor: 0.05, late: false), 0.05 / StreamPace.share, accuracy: 1e-3)
        XCTAssertEqual(interval(200, &pace, processor: 30, late: false), StreamPace.longest)
        // One that took long does not stop the stream.
        var other = StreamPace()
        _ = interval(50, &other, processor: 0.004, late: false)
        XCTAssertLessThan(interval(1, &other, processor: 0.1, late: false), 0.1)
    }

    func testPicturesGiveWayWhileFramesAreLate() {
        var pace = StreamPace()
        let once = interval(1, &pace, processor: 0.004, late: true)
        XCTAssertGreaterThan(once, StreamPace.shortest)
        XCTAssertGreaterThan(interval(1, &pace, processor: 0.004, late: true), once)
        XCTAssertEqual(interval(50, &pace, processor: 0.004, late: true), StreamPace.longest, accuracy: 1e-9)
        // And come back.
        XCTAssertEqual(interval(100, &pace, processor: 0.004, late: false), StreamPace.shortest)
    }

    func testWhatNoClockSays() {
        var pace = StreamPace()
        XCTAssertEqual(interval(3, &pace, processor: -1, late: false), StreamPace.shortest)
    }
}
