import Agate
import UIKit
import XCTest

@MainActor final class PropertyAnimatorTests: XCTestCase {
    private var scene: Scene!
    private var view: UIView!
    private var ends: [UIViewAnimatingPosition] = []

    private func makeAnimator(_ duration: Double = 1, _ curve: UIView.AnimationCurve = .linear) -> UIViewPropertyAnimator {
        scene = Scene()
        view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        ends = []
        let animator = UIViewPropertyAnimator(duration: duration, curve: curve) { [view] in
            view?.center.x = 105
            view?.alpha = 0
        }
        animator.addCompletion { [unowned self] in ends.append($0) }
        return animator
    }

    private var x: CGFloat { view.layer.presentation()?.position.x ?? -1 }
    private var opacity: Float { view.layer.presentation()?.opacity ?? -1 }

    /// UP1
    func testDefaults() async {
        let animator = makeAnimator()
        XCTAssertEqual(
            [UIViewAnimatingPosition.end.rawValue, UIViewAnimatingPosition.start.rawValue, UIViewAnimatingPosition.current.rawValue],
            [0, 1, 2])
        XCTAssertEqual(animator.state, .inactive)
        XCTAssertEqual(animator.delay, 0)
        XCTAssertTrue(animator.isUserInteractionEnabled && animator.isInterruptible && animator.scrubsLinearly)
        XCTAssertFalse(animator.isManualHitTestingEnabled || animator.pausesOnCompletion || animator.isRunning || animator.isReversed)
    }

    func testRunsToTheEnd() async {
        let animator = makeAnimator()
        scene.turn { animator.startAnimation() }
        XCTAssertEqual(animator.state, .active)
        XCTAssertTrue(animator.isRunning)
        XCTAssertEqual(view.center.x, 105)
        scene.advance(to: 0.25)
        XCTAssertEqual(x, 30, accuracy: 1e-6)
        XCTAssertEqual(opacity, 0.75, accuracy: 1e-6)
        scene.turn { XCTAssertEqual(animator.fractionComplete, 0.25, accuracy: 1e-9) }
        scene.advance(to: 1.1)
        XCTAssertEqual(ends, [.end])
        XCTAssertEqual(animator.state, .inactive)
        XCTAssertNil(view.layer.animationKeys())
        XCTAssertEqual(x, 105)
    }

    func testPauseScrubAndTurnRound() async {
        let animator = makeAnimator(2, .easeIn)
        scene.turn { animator.startAnimation() }
        scene.advance(to: 1)
        let before = x
        scene.turn { animator.pauseAnimation() }
        XCTAssertEqual(x, before, accuracy: 1e-9)
        XCTAssertEqual(animator.state, .active)
        XCTAssertFalse(animator.isRunning)
        scene.advance(to: 5)
        XCTAssertEqual(x, before, accuracy: 1e-9)
        scene.turn { animator.fractionComplete = 0.25 }
        XCTAssertEqual(x, 30, accuracy: 1e-9)
        XCTAssertEqual(opacity, 0.75)
        scene.turn {
            animator.isReversed = true
            animator.startAnimation()
        }
        XCTAssertEqual(x, 30, accuracy: 1e-9)
        // A quarter of two seconds is left.
        scene.advance(to: 5.4)
        XCTAssertEqual(ends, [])
        scene.advance(to: 5.6)
        XCTAssertEqual(ends, [.start])
        XCTAssertEqual(view.center.x, 5)
        XCTAssertEqual(view.alpha, 1)
        XCTAssertNil(view.layer.animationKeys())
    }

    func testTurnsRoundWhileRunning() async {
        let animator = makeAnimator()
        scene.turn { animator.startAnimation() }
        scene.advance(to: 0.75)
        scene.turn { animator.isReversed = true }
        XCTAssertEqual(x, 80, accuracy: 1e-6)
        scene.advance(to: 1)
        XCTAssertEqual(x, 55, accuracy: 1e-6)
        scene.turn { animator.isReversed = false }
        scene.advance(to: 1.25)
        XCTAssertEqual(x, 80, accuracy: 1e-6)
        scene.advance(to: 2)
        XCTAssertEqual(ends, [.end])
    }

    /// UP3
    func testStopping() async {
        let animator = makeAnimator()
        scene.turn { animator.startAnimation() }
        scene.advance(to: 0.5)
        scene.turn { animator.stopAnimation(true) }
        XCTAssertEqual(animator.state, .inactive)
        XCTAssertEqual(view.center.x, 55, accuracy: 1e-6)
        XCTAssertEqual(view.alpha, 0.5, accuracy: 1e-6)
        XCTAssertNil(view.layer.animationKeys())
        XCTAssertEqual(ends, [])

        for (position, x, alpha) in [(UIViewAnimatingPosition.end, 105.0, 0.0), (.start, 5, 1), (.current, 55, 0.5)] {
            let animator = makeAnimator()
            scene.turn { animator.startAnimation() }
            scene.advance(to: 0.5)
            scene.turn { animator.stopAnimation(false) }
            XCTAssertEqual(animator.state, .stopped)
            XCTAssertEqual(view.center.x, 55, accuracy: 1e-6)
            scene.turn { animator.finishAnimation(at: position) }
            XCTAssertEqual(ends, [position])
            XCTAssertEqual(animator.state, .inactive)
            XCTAssertEqual(view.center.x, x, accuracy: 1e-6)
            XCTAssertEqual(view.alpha, alpha, accuracy: 1e-6)
        }
    }

    /// UP4
    func testDelayFactorAndDurationFactor() async {
        let animator = makeAnimator(2)
        let late = scene.add(UIView(frame: CGRect(x: 0, y: 20, width: 10, height: 10)))
        animator.addAnimations({ late.center.x = 105 }, delayFactor: 0.5)
        scene.turn { animator.startAnimation() }
        scene.advance(to: 1)
        XCTAssertEqual(late.layer.presentation()?.position.x ?? 0, 5, accuracy: 1e-6)
        scene.advance(to: 1.5)
        XCTAssertEqual(late.layer.presentation()?.position.x ?? 0, 55, accuracy: 1e-6)
        XCTAssertEqual(x, 80, accuracy: 1e-6)
        scene.turn { animator.pauseAnimation() }
        XCTAssertEqual(late.layer.presentation()?.position.x ?? 0, 55, accuracy: 1e-6)
        scene.turn { animator.continueAnimation(withTimingParameters: nil, durationFactor: 2) }
        scene.advance(to: 3.5)
        XCTAssertEqual(x, 92.5, accuracy: 1e-6)
        scene.advance(to: 5.6)
        XCTAssertEqual(ends, [.end])
    }

    /// UP5
    func testAddingWhileRunning() async {
        let animator = makeAnimator()
        scene.turn { animator.startAnimation() }
        scene.advance(to: 0.5)
        let other = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn { animator.addAnimations { other.center.x = 105 } }
        scene.advance(to: 0.75)
        XCTAssertEqual(other.layer.presentation()?.position.x ?? 0, 55, accuracy: 1e-6)
        scene.advance(to: 1.1)
        XCTAssertEqual(ends, [.end])
        XCTAssertNil(other.layer.animationKeys())
    }

    /// UP2
    func testMisuseIsRefused() async {
        let animator = makeAnimator()
        var reported: [String] = []
        let token = Diagnostic.addObserver { diagnostic in MainActor.assumeIsolated { reported.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        scene.turn {
            animator.startAnimation(afterDelay: -1)
            XCTAssertEqual(animator.state, .inactive)
            animator.finishAnimation(at: .end)
            animator.startAnimation()
            animator.isInterruptible = false
            animator.isUserInteractionEnabled = false
        }
        XCTAssertTrue(animator.isInterruptible && animator.isUserInteractionEnabled)
        XCTAssertEqual(reported, Array(repeating: "animator.misuse", count: 4))
    }

    /// US4, US5, UP7
    func testTimingParameters() async throws {
        let standard = UICubicTimingParameters()
        XCTAssertEqual(standard.timingCurveType, .builtin)
        XCTAssertEqual([standard.controlPoint1, standard.controlPoint2], [CGPoint(x: 0.25, y: 0.1), CGPoint(x: 0.25, y: 1)])
        let named = UICubicTimingParameters(animationCurve: .easeInOut)
        XCTAssertEqual([named.controlPoint1, named.controlPoint2], [CGPoint(x: 0.42, y: 0), CGPoint(x: 0.58, y: 1)])
        XCTAssertEqual(UICubicTimingParameters(controlPoint1: .zero, controlPoint2: .zero).timingCurveType, .cubic)

        _ = makeAnimator()
        let spring = UISpringTimingParameters(mass: 2, stiffness: 100, damping: 5, initialVelocity: CGVector(dx: 1, dy: 3))
        let animator = UIViewPropertyAnimator(duration: 77, timingParameters: spring)
        let resting = UISpringTimingParameters(mass: 2, stiffness: 100, damping: 5, initialVelocity: .zero)
        XCTAssertEqual(UIViewPropertyAnimator(duration: 77, timingParameters: resting).duration, 5.658348137, accuracy: 1e-6)
        // The horizontal part of the velocity counts where a value has one component.
        let moving = CASpringAnimation(keyPath: "position")
        (moving.mass, moving.stiffness, moving.damping, moving.initialVelocity) = (2, 100, 5, 1)
        XCTAssertEqual(animator.duration, moving.settlingDuration, accuracy: 1e-6)
        scene.turn {
            animator.addAnimations { [view] in view?.center = CGPoint(x: 50, y: 60) }
            animator.startAnimation()
        }
        let x = try XCTUnwrap(
            view.layer.animationKeys()?.compactMap { view.layer.animation(forKey: $0) as? CASpringAnimation }.first {
                $0.keyPath == "position.x"
            })
        let y = try XCTUnwrap(
            view.layer.animationKeys()?.compactMap { view.layer.animation(forKey: $0) as? CASpringAnimation }.first {
                $0.keyPath == "position.y"
            })
        XCTAssertEqual([x.initialVelocity, y.initialVelocity], [1, 3])
    }

    func testPausesOnCompletion() async {
        let animator = makeAnimator()
        animator.pausesOnCompletion = true
        scene.turn { animator.startAnimation() }
        scene.advance(to: 2)
        XCTAssertEqual(ends, [])
        XCTAssertEqual(animator.state, .active)
        XCTAssertFalse(animator.isRunning)
        XCTAssertEqual(animator.fractionComplete, 1)
        scene.turn {
            animator.isReversed = true
            animator.pausesOnCompletion = false
            animator.startAnimation()
        }
        scene.advance(to: 2.5)
        XCTAssertEqual(x, 55, accuracy: 1e-6)
        scene.advance(to: 3.5)
        XCTAssertEqual(ends, [.start])
        XCTAssertEqual(view.center.x, 5)
    }

    func testRunsWithoutAnybodyKeepingIt() async {
        scene = Scene()
        let moved = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        var ended: UIViewAnimatingPosition?
        weak var kept: UIViewPropertyAnimator?
        scene.turn {
            kept = UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 0.5, animations: { moved.alpha = 0 }) {
                ended = $0
            }
        }
        XCTAssertNotNil(kept)
        scene.advance(to: 1.4)
        XCTAssertNil(ended)
        scene.advance(to: 1.6)
        XCTAssertEqual(ended, .end)
        XCTAssertNil(kept)
        XCTAssertNil(moved.layer.animationKeys())
    }

    /// What another block put in the place of the animator's animation is not the animator's to remove.
    func testInterruptedByABlock() async {
        let animator = makeAnimator()
        scene.turn { animator.startAnimation() }
        scene.advance(to: 0.5)
        scene.turn { UIView.animate(withDuration: 2) { self.view.alpha = 0.25 } }
        scene.advance(to: 1.1)
        XCTAssertEqual(ends, [.end])
        XCTAssertNotNil(view.layer.animation(forKey: "opacity"))
        XCTAssertEqual(view.alpha, 0.25)
    }
}
