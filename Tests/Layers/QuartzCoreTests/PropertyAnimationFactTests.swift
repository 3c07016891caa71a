import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// The certain facts of section 6 that no other test here asks, through the classes that programs use.
final class PropertyAnimationFactTests: AnimationFactCase {
    // MARK: Property animations

    func testOrderOfAdding_CO1_CO3() {
        let whole = CABasicAnimation(keyPath: "position"), part = CABasicAnimation(keyPath: "position.x")
        whole.toValue = CGPoint(x: 10, y: 20)
        whole.duration = 1
        part.fromValue = 100
        part.toValue = 200
        part.duration = 1
        let later = layer(CALayer(), whole, part)
        let p = shown(later, after: 0.5).position
        XCTAssertEqual([p.x, p.y], [150, 10])
        scene.clock.now = 100
        let earlier = layer(CALayer(), part, whole)
        // The whole point sets out from what the part has made, and overwrites it.
        let q = shown(earlier, after: 0.5).position
        XCTAssertEqual([q.x, q.y], [80, 10])
    }

    func testDefaultsOfPropertyAnimations_PA1_KF1_SP1_TR1() {
        let property = CABasicAnimation(keyPath: "opacity")
        XCTAssertEqual(property.keyPath, "opacity")
        XCTAssertFalse(property.isAdditive)
        XCTAssertFalse(property.isCumulative)
        XCTAssertNil(property.valueFunction)
        let keyframes = CAKeyframeAnimation(keyPath: "position")
        XCTAssertEqual(keyframes.calculationMode, .linear)
        XCTAssertNil(keyframes.values)
        XCTAssertNil(keyframes.path)
        XCTAssertNil(keyframes.keyTimes)
        XCTAssertNil(keyframes.timingFunctions)
        XCTAssertNil(keyframes.tensionValues)
        XCTAssertNil(keyframes.continuityValues)
        XCTAssertNil(keyframes.biasValues)
        XCTAssertNil(keyframes.rotationMode)
        let spring = CASpringAnimation(keyPath: "position")
        XCTAssertEqual(spring.initialVelocity, 0)
        let transition = CATransition()
        XCTAssertEqual(transition.type, .fade)
        XCTAssertNil(transition.subtype)
        XCTAssertEqual(transition.startProgress, 0)
        XCTAssertEqual(transition.endProgress, 1)
    }

    func testAdditiveAndCumulative_PA2_PA3() {
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = CGPoint(x: -10, y: 0)
        move.toValue = CGPoint.zero
        move.isAdditive = true
        move.duration = 1
        let turn = CABasicAnimation(keyPath: "zPosition")
        turn.fromValue = 0
        turn.toValue = 10
        turn.isCumulative = true
        turn.repeatCount = 3
        turn.duration = 1
        let shift = CABasicAnimation(keyPath: "transform")
        shift.fromValue = CATransform3DMakeTranslation(10, 0, 0)
        shift.toValue = CATransform3DMakeTranslation(10, 0, 0)
        shift.isAdditive = true
        shift.duration = 1
        let live = layer(CALayer(), move, turn, shift) {
            $0.position = CGPoint(x: 10, y: 20)
            $0.transform = CATransform3DMakeScale(2, 2, 1)
        }
        let half = shown(live, after: 0.5)
        XCTAssertEqual([half.position.x, half.position.y], [5, 20])
        XCTAssertEqual(half.transform.m41, 20, accuracy: 1e-9, "the animation's matrix first")
        XCTAssertEqual(shown(live, after: 2.25).zPosition, 22.5, accuracy: 1e-9)
    }

    func testValueFunctions_PA4() {
        let turn = CABasicAnimation(keyPath: "transform"), grow = CABasicAnimation(keyPath: "sublayerTransform")
        turn.valueFunction = CAValueFunction(name: .rotateZ)
        turn.fromValue = 0
        turn.toValue = 2 * Double.pi
        grow.valueFunction = CAValueFunction(name: .scale)
        grow.fromValue = [1, 1, 1]
        grow.toValue = [3, 5, 7]
        for each in [turn, grow] { each.duration = 1 }
        let live = layer(CALayer(), turn, grow)
        let quarter = shown(live, after: 0.25)
        XCTAssertEqual(quarter.transform.m12, 1, accuracy: 1e-9, "angles are interpolated, not matrices")
        XCTAssertEqual([quarter.sublayerTransform.m11, quarter.sublayerTransform.m22, quarter.sublayerTransform.m33], [1.5, 2, 2.5])
    }

    func testFromToAndBy_BA1_BA2() {
        let rows: [(from: Double?, to: Double?, by: Double?, half: Float)] = [
            (0, 1, nil, 0.5), (0.2, nil, nil, 0.35), (nil, 0.8, nil, 0.65), (nil, nil, 0.3, 0.65), (0.2, nil, 0.3, 0.35),
            (nil, 0.9, 0.3, 0.75),
            (nil, nil, nil, 0.5),
        ]
        for row in rows {
            scene.clock.now = 100
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = row.from
            animation.toValue = row.to
            animation.byValue = row.by
            animation.duration = 1
            let live = layer(CALayer(), animation) { $0.opacity = 0.5 }
            XCTAssertEqual(opacity(live, after: 0.5), row.half, accuracy: 1e-6, "\(row)")
            XCTAssertEqual(live.opacity, 0.5)
            XCTAssertEqual(opacity(live, after: 1.5), 0.5, "back to the model")
        }
    }

    func testAFullTurnOfTheMatrixDoesNothing_BA3() {
        let matrix = CABasicAnimation(keyPath: "transform")
        matrix.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
        matrix.duration = 1
        let still = layer(CALayer(), matrix)
        let shownStill = shown(still, after: 0.25).transform
        XCTAssertEqual(shownStill.m11, 1, accuracy: 1e-9)
        XCTAssertEqual(shownStill.m12, 0, accuracy: 1e-9)
        scene.clock.now = 100
        let angle = CABasicAnimation(keyPath: "transform.rotation.z")
        angle.byValue = 2 * Double.pi
        angle.duration = 1
        XCTAssertEqual(shown(layer(CALayer(), angle), after: 0.25).transform.m12, 1, accuracy: 1e-9)
    }

    func testPathsOfTheSameElements() {
        let from = CGMutablePath(), to = CGMutablePath()
        from.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
        to.addLines(between: [.zero, CGPoint(x: 10, y: 20)])
        let animation = CABasicAnimation(keyPath: "path")
        animation.fromValue = from
        animation.toValue = to
        animation.duration = 1
        let live = layer(CAShapeLayer(), animation)
        XCTAssertEqual(shown(live, after: 0.5).path?.currentPoint, CGPoint(x: 10, y: 10))
    }

    // MARK: Keyframes and springs

    func testTimingFunctionsOfTheCycleAndOfSegments_TF6() {
        let easeIn = CAMediaTimingFunction(name: .easeIn)
        let keyframes = CAKeyframeAnimation(keyPath: "zPosition")
        keyframes.values = [0, 10, 20]
        keyframes.duration = 1
        let segments = layer(
            CALayer(),
            {
                keyframes.timingFunctions = [easeIn, CAMediaTimingFunction(name: .linear)]; return keyframes
            }())
        let first = shown(segments, after: 0.25).zPosition
        XCTAssertEqual(first, 10 * TimingCurve.easeIn.value(at: 0.5), accuracy: 1e-5)
        XCTAssertEqual(shown(segments, after: 0.75).zPosition, 15, accuracy: 1e-9)
        scene.clock.now = 100
        keyframes.timingFunctions = nil
        keyframes.timingFunction = easeIn
        let cycle = layer(CALayer(), keyframes)
        XCTAssertEqual(shown(cycle, after: 0.75).zPosition, 20 * TimingCurve.easeIn.value(at: 0.75), accuracy: 1e-5)
    }

    func testKeyTimesOfDiscreteValuesAndImages_KF2_KF15() {
        let images = [1, 2, 3].map { CGImage(width: $0, height: 1) { $0.update(repeating: 0xFFFF_FFFF) }! }
        let frames = CAKeyframeAnimation(keyPath: "contents")
        frames.values = images
        frames.calculationMode = .discrete
        frames.keyTimes = [0, 0.25, 0.75, 1]
        frames.duration = 1
        let live = layer(CALayer(), frames)
        for (time, image) in [(0, 0), (0.2, 0), (0.25, 1), (0.7, 1), (0.75, 2), (0.99, 2)] {
            XCTAssertTrue(shown(live, after: time).contents as AnyObject === images[image], "at \(time)")
        }
    }

    /// The path goes before the values; its elements take equal times, or the key times'; with `auto` the layer turns into its direction,
    /// before its own transform.
    func testPathsAndTheirDirection_KF1_KF12_KF14() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: 0, y: 10), CGPoint(x: 90, y: 10)])
        let way = CAKeyframeAnimation(keyPath: "position")
        way.path = path
        way.values = [CGPoint(x: -1, y: -1), CGPoint(x: -2, y: -2)]
        way.rotationMode = .rotateAuto
        way.duration = 1
        let live = layer(CALayer(), way) { $0.transform = CATransform3DMakeScale(2, 3, 1) }
        let quarter = shown(live, after: 0.25)
        XCTAssertEqual([quarter.position.x, quarter.position.y], [0, 5])
        XCTAssertEqual(quarter.transform.m12, 3, accuracy: 1e-9)
        XCTAssertEqual(quarter.transform.m21, -2, accuracy: 1e-9)
        scene.clock.now = 100
        way.rotationMode = .rotateAutoReverse
        way.keyTimes = [0, 0.8, 1]
        let reverse = layer(CALayer(), way)
        let then = shown(reverse, after: 0.9)
        XCTAssertEqual(then.position.x, 45, accuracy: 1e-9)
        XCTAssertEqual(then.transform.m11, -1, accuracy: 1e-9)
        scene.clock.now = 100
        way.keyTimes = nil
        way.calculationMode = .paced
        let paced = layer(CALayer(), way)
        XCTAssertEqual(shown(paced, after: 0.5).position.x, 40, accuracy: 1e-6)
    }

    /// Its duration cuts a spring off and doesn't make it faster.
    func testDurationDoesNotScaleASpring_SP5() {
        var seen: [CGFloat] = []
        for duration in [0.5, 2] {
            scene.clock.now = 100
            let spring = CASpringAnimation(keyPath: "zPosition")
            spring.fromValue = 0
            spring.toValue = 1
            spring.damping = 4
            spring.duration = duration
            let live = layer(CALayer(), spring)
            seen.append(shown(live, after: 0.3).zPosition)
            XCTAssertEqual(shown(live, after: duration + 0.01).zPosition, 0)
        }
        XCTAssertEqual(seen[0], seen[1], accuracy: 1e-12)
        XCTAssertGreaterThan(seen[0], 1, "it swings beyond")
    }
}
