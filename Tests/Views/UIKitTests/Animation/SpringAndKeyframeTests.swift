import Agate
import UIKit
import XCTest

@MainActor final class SpringAndKeyframeTests: XCTestCase {
    /// US1, US2
    func testSpringsSettleWhenTheDurationIsOver() async throws {
        for (ratio, velocity, duration) in [(0.5, 0.0, 1.0), (0.2, 3, 0.7), (0.9, -2, 2), (1, 0, 1), (1, 4, 0.5)] {
            let scene = Scene()
            let view = scene.add(UIView())
            scene.turn {
                UIView.animate(withDuration: duration, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: velocity) {
                    view.center.x = 100
                }
            }
            let spring = try XCTUnwrap(view.layer.animation(forKey: "position") as? CASpringAnimation)
            XCTAssertEqual(spring.mass, 1)
            XCTAssertEqual(spring.duration, duration)
            XCTAssertEqual(spring.initialVelocity, velocity)
            XCTAssertEqual(spring.damping / (2 * spring.stiffness.squareRoot()), ratio, accuracy: 1e-9)
            XCTAssertEqual(spring.timingFunction, CAMediaTimingFunction(name: .linear))
            if ratio < 1 { XCTAssertEqual(spring.settlingDuration, duration, accuracy: 1e-9) }
            XCTAssertEqual(spring.progress(after: duration), 1, accuracy: 0.0011)
        }
    }

    /// UV17
    func testKeyboardCurve() async throws {
        let scene = Scene()
        let view = scene.add(UIView())
        scene.turn { UIView.animate(withDuration: 0.25, delay: 0, options: .init(rawValue: 7 << 16)) { view.center.x = 100 } }
        let spring = try XCTUnwrap(view.layer.animation(forKey: "position") as? CASpringAnimation)
        XCTAssertEqual([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity], [3, 1000, 500, 0])
        XCTAssertEqual(spring.duration, 0.25)
    }

    func testPerceptualSpring() async throws {
        let scene = Scene()
        let view = scene.add(UIView())
        scene.turn { UIView.animate(springDuration: 0.5, bounce: 0.3) { view.alpha = 0 } }
        let spring = try XCTUnwrap(view.layer.animation(forKey: "opacity") as? CASpringAnimation)
        XCTAssertEqual(spring.perceptualDuration, 0.5, accuracy: 1e-9)
        XCTAssertEqual(spring.bounce, 0.3, accuracy: 1e-9)
        XCTAssertEqual(spring.duration, spring.settlingDuration)
    }

    /// UV3, UK1, UK2
    func testKeyframes() async throws {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        var ended: Bool?
        scene.turn {
            UIView.animateKeyframes(withDuration: 10, delay: 0, options: [.calculationModeCubic]) {
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.center.x = 100 }
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.1) {
                    view.center.x = 50
                    view.alpha = 0.5
                }
            } completion: {
                ended = $0
            }
        }
        let position = try XCTUnwrap(view.layer.animation(forKey: "position") as? CAKeyframeAnimation)
        XCTAssertEqual(position.keyTimes, [0, 0.1, 0.5, 0.75, 1])
        XCTAssertEqual((position.values as? [CGPoint])?.map(\.x), [5, 50, 50, 100, 100])
        XCTAssertEqual(position.calculationMode, .cubic)
        XCTAssertEqual(position.timingFunction, CAMediaTimingFunction(name: .easeInEaseOut))
        XCTAssertEqual(position.fillMode, .both)
        XCTAssertEqual(position.duration, 10)
        XCTAssertNil(ended)
        scene.advance(to: 11)
        XCTAssertEqual(ended, true)
        XCTAssertEqual(UIView.KeyframeAnimationOptions.calculationModeCubicPaced.rawValue, 4 << 10)
        // A curve of plain options is taken.
        scene.turn {
            UIView.animateKeyframes(withDuration: 1, delay: 0, options: .init(rawValue: UIView.AnimationOptions.curveLinear.rawValue)) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.alpha = 1 }
            }
        }
        XCTAssertEqual(view.layer.animation(forKey: "opacity")?.timingFunction, CAMediaTimingFunction(name: .linear))
    }

    /// UK3
    func testKeyframesWithoutFramesAreAPlainBlock() async {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn { UIView.animateKeyframes(withDuration: 1, delay: 0) { view.center.x = 50 } }
        let animation = view.layer.animation(forKey: "position") as? CABasicAnimation
        XCTAssertEqual(animation?.isAdditive, true)
        XCTAssertEqual(animation?.fromValue as? CGPoint, CGPoint(x: -45, y: 0))
        var ran = false
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { ran = true }
        XCTAssertTrue(ran)
    }

    func testTransitions() async {
        let scene = Scene(CGSize(width: 40, height: 40))
        let outer = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40)))
        let red = UIView(frame: outer.bounds), blue = UIView(frame: outer.bounds)
        red.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        blue.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        scene.turn { outer.addSubview(red) }
        var ended: [Bool] = []
        scene.turn {
            UIView.transition(from: red, to: blue, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) { ended.append($0) }
        }
        XCTAssertEqual(outer.subviews, [blue])
        scene.advance(to: 0.5)
        let middle = scene.pixel(20, 20)
        XCTAssertEqual(Double(middle >> 24), 128, accuracy: 2)
        XCTAssertEqual(Double(middle >> 8 & 0xFF), 128, accuracy: 2)
        scene.advance(to: 1.1)
        XCTAssertEqual(ended, [true])
        // A turn shows the old picture in its first half and the new one in its second.
        scene.turn {
            UIView.transition(
                with: outer, duration: 1, options: [.transitionFlipFromLeft, .curveLinear],
                animations: {
                    blue.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
                }
            ) { ended.append($0) }
        }
        scene.advance(to: 1.3)
        XCTAssertEqual(scene.pixel(20, 20), 0x0000_FFFF)
        scene.advance(to: 1.9)
        XCTAssertEqual(scene.pixel(20, 20), 0x00FF_00FF)
        scene.advance(to: 2.5)
        XCTAssertEqual(ended, [true, true])
        XCTAssertEqual(outer.layer.sublayers, [blue.layer])
    }
}
