import CoreGraphics
import RenderTree
import TestSupport
import XCTest

/// The engine against the notes, on random trees; each area apart, so that a failure says where. A failing tree is printed as small as it
/// can be made, with its seed.
///
/// Tolerances, beside the largest number that takes part: 1e-9 where only sums and products do; 1e-8 for transforms; 1e-6 for colours and
/// opacity, which are kept as Float; 1e-5 behind a timing function (TF5 asks for 1e-4); 2e-3 where speed is made even along a curve (KF8),
/// 1e-2 along a path.
final class ReferenceEvaluatorTests: XCTestCase {
    func testSeedsRepeat() {
        for area in Area.allCases {
            XCTAssertEqual(RandomAnimations.make(area, seed: 7).description, RandomAnimations.make(area, seed: 7).description)
        }
    }

    func testTime() {
        compare(
            .time, 50_000,
            reaching: [
                .noEffect, .durationNotGiven, .before, .after, .active, .cycleEnd, .laterCycle, .negativeSpeed, .zeroSpeed, .timeOffset,
                .repeatCount,
                .fractionalRepeat, .infiniteRepeat, .repeatDuration, .autoreverses, .group, .groupInGroup, .timingFunction,
                .severalOnALayer,
            ])
    }

    func testValues() {
        compare(
            .values, 40_000,
            reaching: [
                .basic, .fromTo, .fromBy, .byTo, .fromOnly, .toOnly, .byOnly, .noneGiven, .additive, .cumulative, .cumulativeList, .subPath,
                .unlikePaths,
                .number, .bool, .point, .size, .rect, .transform, .color, .pathValue, .image, .colors, .numbers, .string,
            ])
    }

    func testKeyframes() {
        compare(
            .keyframes, 30_000,
            reaching: [
                .linear, .discrete, .paced, .cubic, .cubicPaced, .keyTimes, .keyTimesOneMore, .keyTimesMismatch, .keyTimesNotRising,
                .keyTimesNotSpanning, .pacedWithKeyTimes, .oneValue, .segmentTimingFunction, .segmentOvershoot, .tension, .continuity,
                .bias, .splineOfParts,
            ])
    }

    func testSprings() {
        compare(.springs, 20_000, reaching: [.springUnder, .springCritical, .springOver, .springVelocity])
    }

    func testTransforms() {
        compare(
            .transforms, 20_000,
            reaching: [
                .affineBlend, .spatialBlend, .additiveTransform, .subPath, .splineOfParts, .valueFunction, .functionOfUnder, .rotateX,
                .rotateY, .rotateZ, .scale, .scaleX, .scaleY,
                .scaleZ, .translate, .translateX, .translateY, .translateZ,
            ])
    }

    func testPaths() {
        compare(
            .paths, 10_000,
            reaching: [.path, .pathOnSize, .pathKeyTimes, .pacedPath, .rotateAuto, .rotateAutoReverse, .segmentTimingFunction])
    }

    func testMixedTrees() {
        compare(
            .mixed, 30_000,
            reaching: [
                .severalOnALayer, .group, .groupInGroup, .oneInNestedGroup, .basic, .springUnder, .linear, .additive, .subPath,
                .timingFunction,
            ])
    }

    /// Each rule must have been met this often in its area.
    private let atLeast = 200

    private func compare(_ area: Area, _ count: Int, reaching rules: [Rule], file: StaticString = #filePath, line: UInt = #line) {
        var comparison = Comparison()
        var random = RandomSource(seed: UInt64(area.rawValue + 1))
        var failures = 0
        for _ in 0..<count {
            let c = RandomAnimations.make(area, seed: random.seed())
            guard comparison.check(c) != nil else { continue }
            failures += 1
            if failures > 3 { continue }
            let small = Shrinker.shrink(c) { candidate in
                var again = Comparison()
                return again.check(candidate) != nil
            }
            var again = Comparison()
            XCTFail("\(again.check(small)!.text)\n\(small)", file: file, line: line)
        }
        if failures > 3 { XCTFail("\(failures) of \(count) trees differ", file: file, line: line) }
        for rule in rules {
            XCTAssertGreaterThanOrEqual(comparison.hits[rule.rawValue], atLeast, "\(rule) was hardly tried", file: file, line: line)
        }
        // What can't be known must stay rare, or the comparison would say little.
        XCTAssertLessThan(comparison.fragile, comparison.compared / 20, file: file, line: line)
        XCTAssertLessThan(comparison.forgiven, comparison.compared / 50, file: file, line: line)
    }
}
