import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// The animation classes as objects (Behaviour 6.1, 6.3, 6.6, 6.8, 6.9).
final class AnimationClassTests: XCTestCase {
    override func tearDown() { CATransaction.flush() }

    func testDefaults() {
        let animation = CAAnimation()
        XCTAssertNil(animation.timingFunction)
        XCTAssertNil(animation.delegate)
        XCTAssertTrue(animation.isRemovedOnCompletion)
        XCTAssertEqual(animation.beginTime, 0)
        XCTAssertEqual(animation.duration, 0)
        XCTAssertEqual(animation.speed, 1)
        XCTAssertEqual(animation.fillMode, .removed)
        XCTAssertEqual(animation.preferredFrameRateRange, .default)
        XCTAssertEqual(CAAnimation.defaultValue(forKey: "speed") as? Double, 1)
        XCTAssertEqual(CAAnimation.defaultValue(forKey: "fillMode") as? String, "removed")
        XCTAssertEqual(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool, true)
        XCTAssertNil(CAAnimation.defaultValue(forKey: "duration"))
        XCTAssertEqual(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String, "linear")
        XCTAssertEqual(CASpringAnimation.defaultValue(forKey: "stiffness") as? Double, 100)
        XCTAssertEqual(CATransition.defaultValue(forKey: "endProgress") as? Double, 1)
        XCTAssertNil(CATransition.defaultValue(forKey: "startProgress"))
    }

    func testCopyCarriesOwnKeysAndClass_AN2() {
        final class Own: CABasicAnimation {}
        let animation = Own(keyPath: "opacity")
        animation.setValue("tag", forKey: "purpose")
        animation.toValue = CGFloat(0.5)
        let copy = animation.copy() as? Own
        XCTAssertEqual(copy?.value(forKey: "purpose") as? String, "tag")
        XCTAssertEqual(copy?.toValue as? CGFloat, 0.5)
        XCTAssertEqual(copy?.keyPath, "opacity")
        copy?.keyPath = "position"
        XCTAssertEqual(animation.keyPath, "opacity")
    }

    func testStoredCopyIsFrozen_AN1() {
        let layer = CALayer()
        let original = basic("opacity", 1)
        layer.add(original, forKey: "x")
        let stored = layer.animation(forKey: "x")
        XCTAssertFalse(stored === original)
        XCTAssertEqual(reportedIDs { stored?.duration = 9 }, ["animation.read-only"])
        XCTAssertEqual(stored?.duration, 1)
        XCTAssertEqual(reportedIDs { stored?.setValue(1, forKey: "own") }, [])
        original.duration = 5
        XCTAssertEqual(stored?.duration, 1)
    }

    func testKeys_AN3_AN4_AN5() {
        let layer = CALayer()
        XCTAssertNil(layer.animationKeys())
        layer.add(basic("opacity", 1), forKey: "b")
        layer.add(basic("opacity", 1), forKey: nil)
        layer.add(CATransition(), forKey: "ignored")
        layer.add(basic("opacity", 1), forKey: "a")
        XCTAssertEqual(layer.animationKeys(), ["b", "transition", "a"])
        layer.add(basic("opacity", 2), forKey: "b")
        XCTAssertEqual(layer.animationKeys(), ["transition", "a", "b"])
        layer.removeAnimation(forKey: "a")
        XCTAssertNil(layer.animation(forKey: "a"))
        layer.removeAllAnimations()
        XCTAssertNil(layer.animationKeys())
    }

    func testDurationWhenAdded_T17_T19() {
        let layer = CALayer()
        layer.add(basic("opacity"), forKey: "default")
        CATransaction.begin()
        CATransaction.setAnimationDuration(3)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
        layer.add(basic("opacity"), forKey: "none")
        layer.add(basic("opacity", 7), forKey: "own")
        let timed = basic("opacity", 7)
        timed.timingFunction = CAMediaTimingFunction(name: .linear)
        layer.add(timed, forKey: "timed")
        CATransaction.commit()
        // Out of any tree, the commit ended them; so look before it.
        let other = CALayer()
        CATransaction.begin()
        CATransaction.setAnimationDuration(3)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
        other.add(basic("opacity"), forKey: "none")
        other.add(basic("opacity", 7), forKey: "own")
        other.add(timed, forKey: "timed")
        XCTAssertEqual(other.animation(forKey: "none")?.duration, 3)
        XCTAssertEqual(other.animation(forKey: "own")?.duration, 7)
        XCTAssertTrue(other.animation(forKey: "none")?.timingFunction === CAMediaTimingFunction(name: .easeOut))
        XCTAssertTrue(other.animation(forKey: "timed")?.timingFunction === CAMediaTimingFunction(name: .linear))
        CATransaction.commit()
    }

    func testTimingFunctions_TF1_TF2_TF4() {
        XCTAssertTrue(CAMediaTimingFunction(name: .easeIn) === CAMediaTimingFunction(name: .easeIn))
        XCTAssertEqual(CAMediaTimingFunction(name: .easeIn).description, "easeIn")
        let function = CAMediaTimingFunction(controlPoints: 0.1, 1, 1, 0.2)
        var point: [Float] = [0, 0]
        let expected: [[Float]] = [[0, 0], [0.1, 1], [1, 0.2], [1, 1]]
        for index in 0...3 {
            function.getControlPoint(at: index, values: &point)
            XCTAssertEqual(point, expected[index])
        }
        XCTAssertEqual(reportedIDs { function.getControlPoint(at: 4, values: &point) }, ["timing-function.index"])
        let found = reportedIDs {
            XCTAssertTrue(CAMediaTimingFunction(name: .init(rawValue: "noSuchCurve")) === CAMediaTimingFunction(name: .default))
        }
        XCTAssertEqual(found, ["timing-function.name"])
    }

    func testValueFunction_PA5() {
        XCTAssertNil(CAValueFunction(name: .init(rawValue: "shear")))
        XCTAssertEqual(CAValueFunction(name: .rotateZ)?.name, .rotateZ)
    }

    func testSpring_SP1_SP8_SP9() {
        let spring = CASpringAnimation(keyPath: "position")
        XCTAssertEqual(spring.mass, 1)
        XCTAssertEqual(spring.stiffness, 100)
        XCTAssertEqual(spring.damping, 10)
        spring.mass = 0
        spring.stiffness = -1
        spring.damping = -1
        XCTAssertEqual([spring.mass, spring.stiffness, spring.damping], [1, 100, 10])
        let perceptual = CASpringAnimation(perceptualDuration: 1, bounce: 0.5)
        XCTAssertEqual(perceptual.stiffness, 39.47841760435743, accuracy: 1e-9)
        XCTAssertEqual(perceptual.damping, 2 * .pi, accuracy: 1e-12)
        XCTAssertEqual(perceptual.duration, 2.3438753795710707, accuracy: 1e-12)
        XCTAssertEqual(perceptual.bounce, 0.5, accuracy: 1e-12)
        XCTAssertEqual((perceptual.copy() as? CASpringAnimation)?.damping, perceptual.damping)
    }

    func testKeyValueAccess_KV1() {
        let animation = CAKeyframeAnimation(keyPath: "opacity")
        animation.setValue("2.5", forKey: "duration")
        animation.setValue(true, forKey: "additive")
        animation.setValue("cubic", forKey: "calculationMode")
        animation.setValue([0.0, 1.0] as [Any], forKey: "values")
        XCTAssertEqual(animation.duration, 2.5)
        XCTAssertTrue(animation.isAdditive)
        XCTAssertEqual(animation.calculationMode, .cubic)
        XCTAssertEqual(animation.values?.count, 2)
        XCTAssertEqual(animation.value(forKey: "duration") as? Double, 2.5)
    }

    /// A value of a wrong type: one diagnostic, no effect, and the end is still reported.
    func testWrongValue_BA4() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let log = EventLog()
        let wrong = CABasicAnimation(keyPath: "position")
        wrong.fromValue = "here"
        wrong.toValue = CGAffineTransform.identity
        wrong.duration = 0.1
        wrong.delegate = Listener("w", log)
        XCTAssertEqual(reportedIDs { layer.add(wrong, forKey: "w") }, ["animation.value-type"])
        CATransaction.flush()
        scene.advance(by: 0.05)
        XCTAssertEqual(layer.presentation()?.position, .zero)
        scene.advance(by: 0.1)
        XCTAssertEqual(log.lines, ["w start", "w stop true"])
    }

    func testSwiftValuesAreUnderstood() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        for (from, to) in [(0 as Any, 1 as Any), (CGFloat(0), CGFloat(1)), (Float(0), NSNumber(value: 1)), (false, true)] {
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = from
            animation.toValue = to
            animation.duration = 1
            layer.add(animation, forKey: "x")
            CATransaction.flush()
            scene.clock.now += 0.5
            XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.5, accuracy: 1e-6, "\(type(of: from))")
        }
    }

    func testGroupCopiesItsMembers_AN11() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let log = EventLog()
        let group = CAAnimationGroup()
        let member = basic("opacity", 1, Listener("member", log))
        group.animations = [member]
        group.duration = 1
        group.delegate = Listener("group", log)
        layer.add(group, forKey: "g")
        member.toValue = 9
        CATransaction.flush()
        scene.advance(by: 0.5)
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.5, accuracy: 1e-6)
        scene.advance(by: 0.6)
        XCTAssertEqual(log.lines, ["group start", "group stop true"])
    }
}
