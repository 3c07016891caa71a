import Agate
import UIKit
import XCTest

/// A property animator's fraction, whichever way it goes, under each curve; and what repeats in one.
@MainActor final class AnimatorDirectionTests: XCTestCase {
    private var scene: Scene!
    private var view: UIView!
    private var ends: [UIViewAnimatingPosition] = []
    private var x: CGFloat { view.layer.presentation()?.position.x ?? -1 }

    /// From x 5 to 105.
    private func make(_ timing: any UITimingCurveProvider, _ duration: Double = 2) -> UIViewPropertyAnimator {
        scene = Scene()
        view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        ends = []
        let animator = UIViewPropertyAnimator(duration: duration, timingParameters: timing)
        animator.addAnimations { [view] in view?.center.x = 105 }
        animator.addCompletion { [unowned self] in ends.append($0) }
        return animator
    }

    private func curves() -> [(any UITimingCurveProvider, Bool)] {
        let named: [UIView.AnimationCurve] = [.linear, .easeIn, .easeOut, .easeInOut]
        return named.map { (UICubicTimingParameters(animationCurve: $0), true) }
            + [
                (UICubicTimingParameters(controlPoint1: CGPoint(x: 0.1, y: 0.8), controlPoint2: CGPoint(x: 0.4, y: 1)), true),
                (UISpringTimingParameters(dampingRatio: 1), true), (UISpringTimingParameters(dampingRatio: 0.6), false),
            ]
    }

    func testTheFractionCountsInTheDirectionOfTheAnimator() async {
        for (timing, isMonotonic) in curves() {
            for isPaused in [true, false] {
                let animator = make(timing)
                scene.turn { animator.startAnimation() }
                scene.advance(to: 0.5)
                if isPaused { scene.turn { animator.pauseAnimation() } }
                var before: CGFloat = 0, place: CGFloat = 0
                scene.turn {
                    before = animator.fractionComplete
                    place = x
                    animator.isReversed = true
                    XCTAssertEqual(animator.fractionComplete, 1 - before, accuracy: 1e-9)
                }
                // A spring that is beyond its end turns round at the end.
                if isMonotonic { XCTAssertEqual(x, place, accuracy: 1e-6, "turning round moves nothing") }
                guard !isPaused, isMonotonic else { continue }
                scene.advance(to: 0.6)
                scene.turn { XCTAssertGreaterThan(animator.fractionComplete, 1 - before) }
                XCTAssertLessThan(x, place)
            }
            // By hand: 1 is the start while it is turned round.
            let animator = make(timing)
            scene.turn { animator.fractionComplete = 0.25 }
            XCTAssertEqual(x, 30, accuracy: 1e-6)
            scene.turn { animator.isReversed = true }
            for (fraction, place) in [(0.75, 30.0), (1, 5), (0.5, 55), (0, 105), (0.875, 17.5)] {
                scene.turn {
                    animator.fractionComplete = fraction
                    XCTAssertEqual(animator.fractionComplete, fraction, accuracy: 1e-9)
                }
                XCTAssertEqual(x, place, accuracy: 1e-6)
            }
            scene.turn { animator.isReversed = false }
            scene.turn { XCTAssertEqual(animator.fractionComplete, 0.125, accuracy: 1e-9) }
            XCTAssertEqual(x, 17.5, accuracy: 1e-6)
        }
    }

    func testGoingOnAfterTurningRound() async {
        let animator = make(UICubicTimingParameters(animationCurve: .linear))
        scene.turn { animator.startAnimation() }
        scene.advance(to: 0.5)
        scene.turn {
            animator.pauseAnimation()
            animator.isReversed = true
            animator.fractionComplete = 0.5
            animator.fractionComplete = 0.75
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        }
        scene.advance(to: 0.7)
        XCTAssertEqual(x, 20, accuracy: 1e-6)
        scene.turn { XCTAssertEqual(animator.fractionComplete, 0.85, accuracy: 1e-6) }
        // Another pace and a whole duration from here on.
        scene.turn {
            animator.pauseAnimation()
            animator.continueAnimation(withTimingParameters: UICubicTimingParameters(animationCurve: .easeIn), durationFactor: 1)
        }
        XCTAssertEqual(x, 20, accuracy: 1e-6)
        scene.advance(to: 1.7)
        XCTAssertEqual(x, 20 - 15 * CGFloat(CAMediaTimingFunction(name: .easeIn).progress(at: 0.5)), accuracy: 1e-4)
        scene.advance(to: 2.8)
        XCTAssertEqual(ends, [.start])
        XCTAssertEqual(view.center.x, 5)
    }

    func testAtTheEndTurningRoundIsTheBeginning() async {
        let animator = make(UICubicTimingParameters(animationCurve: .easeOut))
        animator.pausesOnCompletion = true
        scene.turn { animator.startAnimation() }
        scene.advance(to: 3)
        scene.turn {
            XCTAssertEqual(animator.fractionComplete, 1)
            animator.isReversed = true
            XCTAssertEqual(animator.fractionComplete, 0)
            animator.pausesOnCompletion = false
            animator.startAnimation()
        }
        scene.advance(to: 5.1)
        XCTAssertEqual(ends, [.start])
    }

    // MARK: What `UIView.setAnimation…` says in a block

    private func series(_ count: Int, from time: Double = 0, by step: Double = 0.25) -> [Int] {
        (1...count).map {
            scene.advance(to: time + Double($0) * step - 1e-6)
            return Int(x.rounded())
        }
    }

    private func animator(_ settings: @escaping () -> Void) -> UIViewPropertyAnimator {
        scene = Scene()
        view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        ends = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in
            settings()
            view?.center.x = 105
        }
        animator.addCompletion { [unowned self] in ends.append($0) }
        return animator
    }

    func testThereAndBackInAnAnimator() async {
        let animator = animator { UIView.setAnimationRepeatAutoreverses(true) }
        scene.turn { animator.startAnimation() }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 80, 55, 30, 5])
        scene.advance(to: 2.1)
        XCTAssertEqual(ends, [.end])
        XCTAssertEqual(view.center.x, 105, "the model has the new value")
        XCTAssertNil(view.layer.animationKeys())
    }

    func testRepeatsInAnAnimator() async {
        let twice = animator { UIView.setAnimationRepeatCount(2) }
        scene.turn { twice.startAnimation() }
        XCTAssertEqual(series(8), [30, 55, 80, 105, 30, 55, 80, 105])
        scene.advance(to: 2.1)
        XCTAssertEqual(ends, [.end])
        // Modified, with half a time more.
        scene = Scene()
        view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        let other = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in
            UIView.modifyAnimations(withRepeatCount: 1.5, autoreverses: true) { view?.center.x = 105 }
        }
        scene.turn { other.startAnimation() }
        XCTAssertEqual(series(12), [30, 55, 80, 105, 80, 55, 30, 5, 30, 55, 80, 105])
    }

    /// Paused on the way back, it goes on there and repeats what is left; scrubbed, it begins anew.
    func testPausingWhatRepeats() async {
        let animator = animator {
            UIView.setAnimationRepeatAutoreverses(true)
            UIView.setAnimationRepeatCount(2)
        }
        scene.turn { animator.startAnimation() }
        XCTAssertEqual(series(5), [30, 55, 80, 105, 80])
        scene.turn { animator.pauseAnimation() }
        XCTAssertEqual(Int(x.rounded()), 80)
        scene.advance(to: 5)
        XCTAssertEqual(Int(x.rounded()), 80)
        scene.turn { animator.startAnimation() }
        XCTAssertEqual(series(11, from: 5), [55, 30, 5, 30, 55, 80, 105, 80, 55, 30, 5])
        scene.advance(to: 8)
        XCTAssertEqual(ends, [.end])
        XCTAssertEqual(view.center.x, 105)

        let endless = self.animator { UIView.setAnimationRepeatCount(.infinity) }
        scene.turn { endless.startAnimation() }
        scene.advance(to: 40.25)
        XCTAssertEqual(Int(x.rounded()), 30)
        scene.turn { endless.isReversed = true }
        scene.advance(to: 42)
        XCTAssertEqual(ends, [.start])
        XCTAssertEqual(view.center.x, 5)
    }

    func testDurationDelayAndCurveInAnAnimator() async {
        let animator = animator {
            UIView.setAnimationDelay(0.25)
            UIView.setAnimationDuration(0.5)
        }
        scene.turn { animator.startAnimation() }
        XCTAssertEqual(series(4), [5, 55, 105, 105])
        let eased = self.animator { UIView.setAnimationCurve(.easeIn) }
        scene.turn { eased.startAnimation() }
        scene.advance(to: 0.5)
        XCTAssertEqual(x, 5 + 100 * CGFloat(CAMediaTimingFunction(name: .easeIn).progress(at: 0.5)), accuracy: 1e-3)
    }
}
