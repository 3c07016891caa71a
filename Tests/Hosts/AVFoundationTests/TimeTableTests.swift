import AVFoundation
import XCTest

/// The rules of CMTime, as Apple's documentation states them, by table.
final class TimeTableTests: XCTestCase {
    private func time(_ value: Int64, _ scale: Int32, rounded: Bool = false, epoch: Int64 = 0) -> CMTime {
        CMTime(value: value, timescale: scale, flags: rounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
    }

    /// Compares every part, not only the number.
    private func check(_ a: CMTime, _ b: CMTime, _ name: @autoclosure () -> String, line: UInt = #line) {
        XCTAssertTrue(
            a.value == b.value && a.timescale == b.timescale && a.flags == b.flags && a.epoch == b.epoch, "\(name()): \(a), not \(b)",
            line: line)
    }

    private let maxScale = kCMTimeMaxTimescale
    private let kinds: [CMTime] = [
        .negativeInfinity, CMTime(value: -3, timescale: 2), .zero, CMTime(value: 1, timescale: 3), .indefinite, .positiveInfinity, .invalid,
    ]

    func testSums() {
        let table: [(CMTime, CMTime, CMTime)] = [
            (time(1, 2), time(1, 2), time(2, 2)), (time(1, 3), time(1, 2), time(5, 6)), (time(1, 600), time(1, 90000), time(151, 90000)),
            (time(1, 30, rounded: true), time(1, 30), time(2, 30, rounded: true)),
            // The least common multiple is too large.
            (time(1, 2_147_483_629), time(1, 2_147_483_587), time(2, maxScale, rounded: true)),
            // The value is too large.
            (time(.max, 4), time(.max, 4), time(.max, 2, rounded: false)),
            (time(.max, 1), time(.max, 1), .positiveInfinity), (time(.min, 1), time(.min, 1), .negativeInfinity),
            (.invalid, time(1, 1), .invalid), (.invalid, .positiveInfinity, .invalid), (.indefinite, time(1, 1), .indefinite),
            (.indefinite, .positiveInfinity, .positiveInfinity), (.negativeInfinity, .indefinite, .negativeInfinity),
            (.positiveInfinity, .positiveInfinity, .positiveInfinity), (.negativeInfinity, .negativeInfinity, .negativeInfinity),
            (.positiveInfinity, .negativeInfinity, .invalid), (time(-5, 1), .positiveInfinity, .positiveInfinity),
            (time(1, 1, epoch: 2), time(1, 1), time(2, 1, epoch: 2)), (time(1, 1, epoch: 2), time(1, 1, epoch: 2), time(2, 1, epoch: 2)),
            (time(1, 1, epoch: 1), time(1, 1, epoch: 2), .invalid),
        ]
        for (a, b, sum) in table {
            check(CMTimeAdd(a, b), sum, "\(a) + \(b)")
            check(CMTimeAdd(b, a), sum, "\(b) + \(a)")
        }
    }

    func testDifferences() {
        let table: [(CMTime, CMTime, CMTime)] = [
            (time(1, 2), time(1, 3), time(1, 6)), (time(1, 3), time(1, 2), time(-1, 6)), (time(1, 1), .positiveInfinity, .negativeInfinity),
            (.positiveInfinity, .positiveInfinity, .invalid), (.negativeInfinity, .negativeInfinity, .invalid),
            (.positiveInfinity, .negativeInfinity, .positiveInfinity), (.negativeInfinity, .positiveInfinity, .negativeInfinity),
            (.indefinite, time(1, 1), .indefinite), (time(1, 1), .invalid, .invalid), (time(.min, 1), time(.max, 1), .negativeInfinity),
            (time(5, 1, epoch: 3), time(2, 1, epoch: 3), time(3, 1)), (time(5, 1, epoch: 3), time(2, 1), time(3, 1, epoch: 3)),
            (time(5, 1, epoch: 3), time(2, 1, epoch: 4), .invalid),
        ]
        for (a, b, difference) in table { check(CMTimeSubtract(a, b), difference, "\(a) - \(b)") }
    }

    func testProducts() {
        for (a, factor, product) in [
            (time(3, 4), 2, time(6, 4)), (time(3, 4), -1, time(-3, 4)), (time(.max, 4), 2, time(.max, 2)), (.invalid, 2, .invalid),
            (.indefinite, 2, .indefinite), (.positiveInfinity, 2, .positiveInfinity), (.positiveInfinity, -2, .negativeInfinity),
            (.negativeInfinity, -2, .positiveInfinity), (time(.max, 1), 3, .positiveInfinity), (time(.max, 1), -3, .negativeInfinity),
            (time(7, 2, rounded: true), 2, time(14, 2, rounded: true)),
        ] as [(CMTime, Int32, CMTime)] {
            check(CMTimeMultiply(a, multiplier: factor), product, "\(a) * \(factor)")
        }
        for (a, factor, product) in [
            (time(1, 600), 1.5, time(3, 1200)), (time(2, 600), 0.5, time(1, 600)), (time(5, 3), 0, time(0, 3)),
            (time(-3, 4), 0.25, time(-3, 16)), (time(1, 1), 1e30, .positiveInfinity), (time(1, 1), .infinity, .positiveInfinity),
            (time(1, 1), -.infinity, .negativeInfinity), (.positiveInfinity, -1, .negativeInfinity), (.indefinite, 3, .indefinite),
            (time(1, 1), .nan, .invalid), (.invalid, 1, .invalid),
        ] as [(CMTime, Double, CMTime)] {
            let result = CMTimeMultiplyByFloat64(a, multiplier: factor)
            XCTAssertEqual(result, product, "\(a) * \(factor)")
            XCTAssertFalse(result.hasBeenRounded, "\(a) * \(factor)")
        }
        let third = CMTimeMultiplyByFloat64(time(1, 600), multiplier: 1.0 / 3)
        XCTAssertTrue(third.hasBeenRounded)
        XCTAssertEqual(third.seconds, 1.0 / 1800, accuracy: 1e-9)
        for (a, multiplier, divisor, product) in [
            (time(1, 2), 1, 3, time(1, 6)), (time(1, 2), -2, 4, time(-1, 4)), (time(1, 2), 1, -3, time(-1, 6)),
            (time(1, 2), 1, 0, .invalid),
            (time(6, maxScale), 1, 3, time(2, maxScale)), (.positiveInfinity, 1, -1, .negativeInfinity), (.indefinite, 1, 2, .indefinite),
        ] as [(CMTime, Int32, Int32, CMTime)] {
            XCTAssertEqual(CMTimeMultiplyByRatio(a, multiplier: multiplier, divisor: divisor), product, "\(a) * \(multiplier) / \(divisor)")
        }
        XCTAssertTrue(CMTimeMultiplyByRatio(time(1, maxScale), multiplier: 1, divisor: 3).hasBeenRounded)
    }

    func testRounding() {
        typealias Method = CMTimeRoundingMethod
        // 7, -7, 5, -5 tenths of a second in units of a second; 1, -1 seventh in 600ths.
        let table: [(Method, [Int64])] = [
            (.roundHalfAwayFromZero, [1, -1, 1, -1, 0, 0]), (.roundTowardZero, [0, 0, 0, 0, 0, 0]),
            (.roundAwayFromZero, [1, -1, 1, -1, 1, -1]), (.quickTime, [0, -1, 0, -1, 0, -1]),
            (.roundTowardPositiveInfinity, [1, 0, 1, 0, 1, 0]), (.roundTowardNegativeInfinity, [0, -1, 0, -1, 0, -1]),
        ]
        for (method, expected) in table {
            for (tenths, wanted) in zip([7, -7, 5, -5, 2, -2] as [Int64], expected) {
                check(
                    CMTimeConvertScale(time(tenths, 10), timescale: 1, method: method), time(wanted, 1, rounded: true),
                    "\(tenths) tenths, \(method)")
            }
            check(CMTimeConvertScale(time(3, 10), timescale: 600, method: method), time(180, 600), "exact")
        }
        check(CMTimeConvertScale(time(1, 7), timescale: 600, method: .quickTime), time(86, 600, rounded: true), "to a larger scale")
        check(CMTimeConvertScale(time(1, 7), timescale: 600, method: .default), time(86, 600, rounded: true), "85.7")
        check(CMTimeConvertScale(time(.max, 1), timescale: 2, method: .default), .positiveInfinity, "too large")
        check(CMTimeConvertScale(time(.min, 1), timescale: 2, method: .default), .negativeInfinity, "too small")
        for kind in [CMTime.positiveInfinity, .negativeInfinity, .indefinite, .invalid] {
            check(kind.convertScale(10, method: .default), kind, "not a number")
        }
        XCTAssertFalse(time(1, 1).convertScale(0, method: .default).isValid)
        check(time(1, 2, epoch: 5).convertScale(4, method: .default), time(2, 4, epoch: 5), "the epoch stays")
        XCTAssertEqual(Method.default, .roundHalfAwayFromZero)
    }

    func testTheOrderIsStrict() {
        for (i, a) in kinds.enumerated() {
            for (j, b) in kinds.enumerated() {
                XCTAssertEqual(CMTimeCompare(a, b), i < j ? -1 : i > j ? 1 : 0, "\(a), \(b)")
                XCTAssertEqual(a == b, i == j)
                if i == j { XCTAssertEqual(a.hashValue, b.hashValue) }
                XCTAssertEqual(CMTimeMinimum(a, b), kinds[min(i, j)])
                XCTAssertEqual(CMTimeMaximum(a, b), kinds[max(i, j)])
            }
        }
        XCTAssertTrue(time(100, 1) < time(1, 1, epoch: 1), "a later epoch is later")
        XCTAssertEqual(Set([time(1 << 60, 3), time(1 << 61, 6), time(0, 1), time(0, 600)]).count, 2)
        check(CMTimeAbsoluteValue(time(-3, 2)), time(3, 2), "absolute")
        check(CMTimeAbsoluteValue(.negativeInfinity), .positiveInfinity, "absolute")
        check(CMTimeAbsoluteValue(.indefinite), .indefinite, "absolute")
        XCTAssertEqual(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 3).epoch, 3)
    }

    func testSecondsThatDoNotFitHalveTheScale() {
        check(CMTimeMakeWithSeconds(1e18, preferredTimescale: 600), time(9_000_000_000_000_000_000, 9), "600, 300, 150, 75, 37, 18, 9")
        XCTAssertTrue(CMTimeMakeWithSeconds(1e19, preferredTimescale: 600).isPositiveInfinity)
        XCTAssertTrue(CMTimeMakeWithSeconds(-1e19, preferredTimescale: 600).isNegativeInfinity)
        XCTAssertFalse(CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid)
    }

    func testRanges() {
        let a = range(1, 3), b = range(2, 4), far = range(10, 1)
        XCTAssertEqual(CMTimeRangeGetUnion(a, otherRange: b), range(1, 5))
        XCTAssertEqual(CMTimeRangeGetUnion(a, otherRange: far), range(1, 10))
        XCTAssertEqual(CMTimeRangeGetIntersection(a, otherRange: b), range(2, 2))
        XCTAssertEqual(CMTimeRangeGetIntersection(a, otherRange: far), .zero)
        XCTAssertFalse(CMTimeRangeGetUnion(a, otherRange: .invalid).isValid || CMTimeRangeGetIntersection(.invalid, otherRange: a).isValid)
        XCTAssertTrue(CMTimeRangeContainsTimeRange(a, otherRange: range(2, 2)) && !CMTimeRangeContainsTimeRange(a, otherRange: b))
        XCTAssertTrue(CMTimeRangeContainsTime(a, time: seconds(1)) && !CMTimeRangeContainsTime(a, time: seconds(4)))
        XCTAssertTrue(CMTimeRangeEqual(a, CMTimeRangeFromTimeToTime(start: seconds(1), end: seconds(4))))
        XCTAssertEqual(CMTimeRangeGetEnd(a), seconds(4))
        for (t, wanted) in [(0, 1), (1, 1), (2.5, 2.5), (4, 4), (9, 4)] {
            XCTAssertEqual(CMTimeClampToRange(seconds(t), range: a), seconds(wanted))
        }
        XCTAssertFalse(CMTimeClampToRange(seconds(1), range: .zero).isValid)
        // From 3 seconds to 1.5, moved to 10.
        let to = range(10, 1.5)
        for (t, wanted) in [(1, 10), (4, 11.5), (2.5, 10.75), (0, 9.5), (7, 13)] {
            XCTAssertEqual(CMTimeMapTimeFromRangeToRange(seconds(t), fromRange: a, toRange: to), seconds(wanted))
        }
        XCTAssertEqual(CMTimeMapDurationFromRangeToRange(seconds(2), fromRange: a, toRange: to), seconds(1))
        let endless = CMTimeRange(start: seconds(2), duration: .positiveInfinity)
        XCTAssertEqual(
            CMTimeMapTimeFromRangeToRange(seconds(3), fromRange: endless, toRange: CMTimeRange(start: .zero, duration: .positiveInfinity)),
            seconds(1))
        XCTAssertFalse(CMTimeMapTimeFromRangeToRange(seconds(3), fromRange: .zero, toRange: a).isValid)
        for (t, wanted) in [(1.5, 1.5), (4, 1), (0.5, 3.5), (-7, 2), (31, 1)] {
            XCTAssertEqual(CMTimeFoldIntoRange(seconds(t), foldRange: a), seconds(wanted), "\(t)")
        }
        XCTAssertTrue(CMTimeRange(start: .indefinite, duration: seconds(1)).isIndefinite)
        XCTAssertFalse(CMTimeRange(start: .zero, duration: time(1, 1, epoch: 1)).isValid)
        XCTAssertTrue(CMTimeMappingMakeEmpty(target: a).isEmpty && !CMTimeMappingMake(source: b, target: a).isEmpty)
        XCTAssertFalse(CMTimeMapping.invalid.isValid)
    }

    func testBoxesAndDictionaries() {
        for kind in kinds + [time(7, 3, rounded: true, epoch: 9)] {
            check(NSValue(time: kind).timeValue, kind, "box")
            check(CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(kind, allocator: nil)), kind, "dictionary")
        }
        let mapping = CMTimeMapping(source: range(1, 2), target: range(3, 4))
        XCTAssertEqual(NSValue(timeRange: mapping.source).timeRangeValue, mapping.source)
        XCTAssertEqual(NSValue(timeMapping: mapping).timeMappingValue, mapping)
        XCTAssertFalse(NSValue(timeRange: mapping.source).timeValue.isValid || NSNumber(value: 3).timeRangeValue.isValid)
        XCTAssertEqual(CMTimeMappingMakeFromDictionary(CMTimeMappingCopyAsDictionary(mapping, allocator: nil)!), mapping)
        XCTAssertEqual(CMTimeRangeMakeFromDictionary(CMTimeRangeCopyAsDictionary(mapping.target, allocator: nil)!), mapping.target)
        XCTAssertFalse(CMTimeMakeFromDictionary([:]).isValid)
        XCTAssertEqual(CMTimeCopyDescription(allocator: nil, time: time(3, 2)), "{3/2 = 1.500}")
        XCTAssertEqual(
            "\(kinds.map(\.description).joined())", "{-INFINITY}{-3/2 = -1.500}{0/1 = 0.000}{1/3 = 0.333}{INDEFINITE}{+INFINITY}{INVALID}")
        XCTAssertEqual(CMTimeRangeCopyDescription(allocator: nil, range: .zero), "{{0/1 = 0.000}, {0/1 = 0.000}}")
    }
}
