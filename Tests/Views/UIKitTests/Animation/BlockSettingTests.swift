import Agate
import UIKit
import XCTest

/// `UIView.setAnimation…` in every kind of block, and the transaction's curve around one.
@MainActor final class BlockSettingTests: XCTestCase {
    private var scene: Scene!
    private var view: UIView!
    private var x: CGFloat { view.layer.presentation()?.position.x ?? -1 }

    private func start(_ body: () -> Void) {
        scene = Scene()
        view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn { body() }
    }

    private func series(_ count: Int) -> [Int] {
        (1...count).map {
            scene.advance(to: Double($0) * 0.25 - 1e-6)
            return Int(x.rounded())
        }
    }

    private func animate(_ duration: Double = 1, _ body: @escaping () -> Void) {
        UIView.animate(withDuration: duration, delay: 0, options: .curveLinear, animations: body)
    }

    func testRepeatsInAnAnimateBlock() async {
        var finished: [Bool] = []
        start {
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                UIView.setAnimationRepeatCount(2)
                self.view.center.x = 105
            } completion: {
                finished.append($0)
            }
        }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 30, 55, 80, 105])
        XCTAssertEqual(finished, [])
        scene.advance(to: 2.1)
        XCTAssertEqual(finished, [true])
        start {
            animate {
                UIView.setAnimationRepeatAutoreverses(true)
                UIView.setAnimationRepeatCount(1.5)
                self.view.center.x = 105
            }
        }
        XCTAssertEqual(series(12), [30, 55, 80, 105, 80, 55, 30, 5, 30, 55, 80, 105])
    }

    func testEachSettingCountsForTheChangesAfterIt() async {
        start {
            animate {
                self.view.alpha = 0.5
                UIView.setAnimationDuration(2)
                UIView.setAnimationDelay(0.5)
                self.view.center.x = 105
            }
        }
        XCTAssertEqual(view.layer.animation(forKey: "opacity")?.duration, 1)
        XCTAssertEqual(view.layer.animation(forKey: "position")?.duration, 2)
        XCTAssertEqual(series(6), [5, 5, 17, 30, 42, 55])
        start {
            animate {
                UIView.setAnimationCurve(.easeIn)
                self.view.center.x = 105
            }
        }
        scene.advance(to: 0.5)
        XCTAssertEqual(x, 5 + 100 * CGFloat(CAMediaTimingFunction(name: .easeIn).progress(at: 0.5)), accuracy: 1e-3)
    }

    func testKeyframesNestedBlocksAndBeginning() async {
        start {
            UIView.animateKeyframes(withDuration: 1, delay: 0, options: UIView.KeyframeAnimationOptions(rawValue: 3 << 16)) {
                UIView.setAnimationRepeatCount(2)
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { self.view.center.x = 105 }
            }
        }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 30, 55, 80, 105])
        start {
            animate {
                UIView.setAnimationRepeatCount(2)
                self.animate(5) { self.view.center.x = 105 }
            }
        }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 30, 55, 80, 105])
        start {
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationCurve(.linear)
            UIView.setAnimationDuration(1)
            UIView.setAnimationRepeatCount(2)
            self.view.center.x = 105
            UIView.commitAnimations()
            UIView.animate(withDuration: 1) { self.view.alpha = 0 }
        }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 30, 55, 80, 105])
        XCTAssertEqual(view.layer.presentation()?.opacity, 0)
    }

    /// The transaction's curve is that of everything in it: a frame that a block changes keeps step with the program's own animation of the
    /// same way. Springs keep their own pace.
    func testTheTransactionsCurveCountsForBlocks() async {
        let function = CAMediaTimingFunction(controlPoints: 0.9, 0, 1, 0.5)
        start {
            CATransaction.begin()
            CATransaction.setAnimationTimingFunction(function)
            UIView.animate(withDuration: 1) {
                self.view.frame = CGRect(x: 100, y: 0, width: 50, height: 10)
                self.view.alpha = 0
            }
            UIView.animateKeyframes(withDuration: 1, delay: 0) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { self.view.layer.cornerRadius = 4 }
            }
            CATransaction.commit()
        }
        for key in view.layer.animationKeys() ?? [] {
            XCTAssertEqual(view.layer.animation(forKey: key)?.timingFunction?.description, function.description, key)
        }
        scene.advance(to: 0.5)
        let share = CGFloat(function.progress(at: 0.5)), shown = view.layer.presentation()
        XCTAssertEqual(shown?.position.x ?? 0, 5 + 120 * share, accuracy: 1e-3)
        XCTAssertEqual(shown?.bounds.width ?? 0, 10 + 40 * share, accuracy: 1e-3)
        XCTAssertEqual(shown?.frame.minX ?? 0, 100 * share, accuracy: 1e-3, "nothing drifts")
        start {
            CATransaction.begin()
            CATransaction.setAnimationTimingFunction(function)
            UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0) { self.view.alpha = 0 }
            CATransaction.commit()
        }
        XCTAssertEqual(view.layer.animation(forKey: "opacity")?.timingFunction?.description, "linear")
        // Outside of a transaction that has one, a block has its own.
        start { UIView.animate(withDuration: 1) { self.view.alpha = 0 } }
        XCTAssertEqual(view.layer.animation(forKey: "opacity")?.timingFunction?.description, "easeInEaseOut")
    }
}
