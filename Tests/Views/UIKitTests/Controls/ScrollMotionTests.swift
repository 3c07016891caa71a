import XCTest

@testable import UIKit

final class ScrollMotionTests: XCTestCase {
    func testSlowsDownByTheRate() {
        let motion = ScrollMotion.free(from: 100, velocity: 1000, in: 0...10_000, rate: 0.998, bounces: true)
        // What a millisecond leaves: after 347 ms half the way is done.
        let target = 100 - 1000 / (1000 * log(0.998))
        XCTAssertEqual(motion.end, target, accuracy: 1e-9)
        XCTAssertEqual(target, 599.5, accuracy: 0.01)
        XCTAssertEqual(motion.value(at: 0), 100, accuracy: 1e-9)
        XCTAssertEqual(motion.value(at: log(0.5) / (1000 * log(0.998))), (100 + target) / 2, accuracy: 1e-6)
        let h = 1e-6
        XCTAssertEqual((motion.value(at: h) - motion.value(at: 0)) / h, 1000, accuracy: 0.01)
        XCTAssertEqual(motion.value(at: motion.duration + 1), motion.end)
        XCTAssertEqual(motion.value(at: motion.duration - 1e-9), motion.end, accuracy: 0.26)
    }

    func testBouncesAtTheEdgeWithoutAJump() {
        let motion = ScrollMotion.free(from: 50, velocity: -3000, in: 0...1000, rate: 0.998, bounces: true)
        XCTAssertEqual(motion.end, 0)
        var last = motion.value(at: 0), lowest = last
        for step in 1...Int(motion.duration * 1000) {
            let here = motion.value(at: Double(step) / 1000)
            XCTAssertLessThan(abs(here - last), 3.1)
            lowest = min(lowest, here)
            last = here
        }
        XCTAssertLessThan(lowest, -20)
        XCTAssertEqual(last, 0, accuracy: 0.3)
        let hard = ScrollMotion.free(from: 50, velocity: -3000, in: 0...1000, rate: 0.998, bounces: false)
        XCTAssertEqual(hard.value(at: 10), 0)
        XCTAssertGreaterThanOrEqual((0...100).map { hard.value(at: Double($0) / 100) }.min()!, -1e-9)
        // From beyond the edge it springs back.
        let back = ScrollMotion.free(from: -80, velocity: 0, in: 0...1000, rate: 0.998, bounces: true)
        XCTAssertEqual(back.value(at: 0), -80)
        XCTAssertEqual(back.end, 0)
        XCTAssertGreaterThan(back.value(at: 0.2), -80)
    }

    func testPagesAreNotPassed() {
        let motion = ScrollMotion.spring(from: 30, to: 100, velocity: 5000, overshoots: false)
        let values = (0...200).map { motion.value(at: Double($0) / 200) }
        XCTAssertLessThanOrEqual(values.max()!, 100)
        XCTAssertEqual(zip(values, values.dropFirst()).filter { $0 > $1 }.count, 0)
        XCTAssertEqual(ScrollMotion.spring(from: 30, to: 100, velocity: -5000, overshoots: false).value(at: 0.01), 30, accuracy: 1)
    }

    func testRubberBand() {
        XCTAssertEqual(ScrollMotion.rubberBand(0, length: 100), 0)
        XCTAssertEqual(ScrollMotion.rubberBand(100, length: 100), (1 - 1 / 1.55) * 100, accuracy: 1e-9)
        XCTAssertEqual(ScrollMotion.rubberBand(-100, length: 100), -ScrollMotion.rubberBand(100, length: 100))
        XCTAssertLessThan(ScrollMotion.rubberBand(1e9, length: 100), 100)
        for distance in [1, 50, 300] as [CGFloat] {
            XCTAssertEqual(ScrollMotion.stretched(ScrollMotion.rubberBand(distance, length: 200), length: 200), distance, accuracy: 1e-6)
        }
        XCTAssertEqual(ScrollMotion.rubberBand(10, length: 0), 0)
        XCTAssertEqual(ScrollMotion.stretched(10, length: 0), 0)
    }

    func testNothingToDo() {
        XCTAssertEqual(ScrollMotion.free(from: 5, velocity: 0, in: 0...10, rate: 0.998, bounces: true).duration, 0)
        XCTAssertEqual(ScrollMotion.ease(from: 5, to: 5, duration: 0.3).duration, 0)
        XCTAssertEqual(ScrollMotion.free(from: 0, velocity: -100, in: 0...0, rate: 0.998, bounces: false).value(at: 1), 0)
        // Rates that stop nothing, or at once.
        XCTAssertTrue(ScrollMotion.free(from: 0, velocity: 100, in: 0...1e9, rate: 1, bounces: true).duration.isFinite)
        XCTAssertTrue(ScrollMotion.free(from: 0, velocity: 100, in: 0...1e9, rate: 0, bounces: true).value(at: 0.001).isFinite)
    }
}
