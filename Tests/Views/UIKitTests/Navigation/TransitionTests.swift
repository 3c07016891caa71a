import Agate
import XCTest

@testable import UIKit

/// Custom transitions of presented and pushed controllers.
@MainActor final class TransitionTests: XCTestCase {
    /// Fades for a second, and writes down what it was given.
    private final class Fader: NSObject, UIViewControllerAnimatedTransitioning {
        var notes: [String] = []
        func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 1 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            let from = context.viewController(forKey: .from), to = context.viewController(forKey: .to)
            notes.append(
                "\(from?.title ?? "-") to \(to?.title ?? "-") from view \(context.view(forKey: .from) != nil) to view \(context.view(forKey: .to) != nil)"
            )
            let comes = context.view(forKey: .to)
            if let comes {
                context.containerView.addSubview(comes)
                comes.alpha = 0
            }
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                comes?.alpha = 1
                if comes == nil { context.view(forKey: .from)?.alpha = 0 }
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
        func animationEnded(_ transitionCompleted: Bool) { notes.append("ended \(transitionCompleted)") }
    }

    private final class Delegate: NSObject, UIViewControllerTransitioningDelegate, UINavigationControllerDelegate {
        let fader = Fader()
        var leader: UIPercentDrivenInteractiveTransition?
        var presentation: UIPresentationController?
        var shown: [String] = []
        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { fader }
        func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? { fader }
        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
        ) -> UIPresentationController? { presentation }
        func navigationController(
            _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
            from fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { fader }
        func navigationController(
            _ navigationController: UINavigationController,
            interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { leader }
        func navigationController(_ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
        {
            shown.append(viewController.title ?? "-")
        }
    }

    private final class Half: UIPresentationController {
        var notes: [String] = []
        override var frameOfPresentedViewInContainerView: CGRect {
            let bounds = containerView?.bounds ?? .zero
            return CGRect(x: 0, y: bounds.height / 2, width: bounds.width, height: bounds.height / 2)
        }
        override func presentationTransitionWillBegin() { notes.append("will come") }
        override func presentationTransitionDidEnd(_ completed: Bool) { notes.append("came \(completed)") }
        override func dismissalTransitionWillBegin() { notes.append("will go") }
        override func dismissalTransitionDidEnd(_ completed: Bool) { notes.append("went \(completed)") }
    }

    private func controller(_ title: String, _ color: UIColor = .white) -> UIViewController {
        let made = UIViewController()
        made.title = title
        made.loadViewIfNeeded()
        made.view.backgroundColor = color
        return made
    }

    func testAPresentedControllerComesAndGoesByItsAnimator() async {
        let scene = Scene(), root = controller("root", .black), shown = controller("shown", .white), delegate = Delegate()
        scene.turn { scene.window.rootViewController = root }
        shown.modalPresentationStyle = .fullScreen
        shown.transitioningDelegate = delegate
        var along: [String] = []
        scene.turn {
            root.present(shown, animated: true) { along.append("presented") }
            shown.transitionCoordinator?.animate(
                alongsideTransition: { _ in along.append("along") }, completion: { along.append("over \($0.isCancelled)") })
        }
        XCTAssertEqual(delegate.fader.notes, ["root to shown from view true to view true"])
        XCTAssertTrue(shown.isBeingPresented)
        scene.advance(to: scene.time + 0.5)
        XCTAssertEqual(Double(scene.pixel(10, 10) >> 24), 128, accuracy: 3, "half way")
        scene.advance(to: scene.time + 0.6)
        XCTAssertEqual(delegate.fader.notes.last, "ended true")
        XCTAssertEqual(along, ["along", "presented", "over false"])
        XCTAssertNil(root.view.window, "what is covered is taken away")
        XCTAssertTrue(root.presentedViewController === shown)
        XCTAssertNil(shown.transitionCoordinator)
        scene.turn { shown.dismiss(animated: true) }
        scene.advance(to: scene.time + 1.1)
        XCTAssertEqual(delegate.fader.notes[2], "shown to root from view true to view true")
        XCTAssertNil(root.presentedViewController)
        XCTAssertNil(shown.view.window)
        XCTAssertTrue(root.view.superview === scene.window)
        XCTAssertEqual(scene.pixel(10, 10), 0x0000_00FF)
    }

    func testACustomPresentationSaysWhereItStands() async {
        let scene = Scene(), root = controller("root", .black), shown = controller("shown", .white), delegate = Delegate()
        scene.turn { scene.window.rootViewController = root }
        shown.modalPresentationStyle = .custom
        shown.transitioningDelegate = delegate
        let half = Half(presentedViewController: shown, presenting: root)
        delegate.presentation = half
        scene.turn { root.present(shown, animated: true) }
        scene.advance(to: scene.time + 1.1)
        XCTAssertEqual(shown.view.frame, CGRect(x: 0, y: 50, width: 200, height: 50))
        XCTAssertEqual(delegate.fader.notes.first, "root to shown from view false to view true", "what is behind stays")
        XCTAssertNotNil(root.view.window)
        XCTAssertTrue(shown.presentationController === half)
        scene.turn { root.dismiss(animated: false) }
        scene.advance(to: scene.time + 0.1)
        XCTAssertEqual(half.notes, ["will come", "came true", "will go", "went true"])
        XCTAssertNil(root.presentedViewController)
    }

    func testPushesAreAnimatedAndLed() async {
        let scene = Scene(CGSize(width: 200, height: 144)), first = controller("first", .black), second = controller("second", .white)
        let navigation = UINavigationController(rootViewController: first), delegate = Delegate()
        navigation.delegate = delegate
        scene.turn { scene.window.rootViewController = navigation }
        delegate.shown = []
        delegate.leader = UIPercentDrivenInteractiveTransition()
        scene.turn { navigation.pushViewController(second, animated: true) }
        XCTAssertEqual(delegate.fader.notes, ["first to second from view true to view true"])
        scene.turn { delegate.leader?.update(0.25) }
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(Double(scene.pixel(10, 100) >> 24), 64, accuracy: 3, "it stays where the hand is")
        // Back again.
        scene.turn { delegate.leader?.cancel() }
        scene.advance(to: scene.time + 2)
        XCTAssertEqual(delegate.fader.notes.last, "ended false")
        XCTAssertEqual(navigation.viewControllers.map(\.title), ["first"])
        XCTAssertNil(second.parent)
        XCTAssertTrue(first.view.superview != nil && second.view.superview == nil)
        XCTAssertEqual(scene.pixel(10, 100), 0x0000_00FF)
        // And through.
        delegate.leader = UIPercentDrivenInteractiveTransition()
        scene.turn { navigation.pushViewController(second, animated: true) }
        scene.turn { delegate.leader?.update(0.5) }
        scene.turn { delegate.leader?.finish() }
        scene.advance(to: scene.time + 2)
        XCTAssertEqual(delegate.fader.notes.last, "ended true")
        XCTAssertEqual(delegate.shown, ["first", "second"])
        XCTAssertEqual(scene.pixel(10, 100), 0xFFFF_FFFF)
        XCTAssertNil(first.view.superview)
    }

    func testAPauseMakesATransitionInteractiveAgain() async {
        let scene = Scene(CGSize(width: 200, height: 200)), delegate = Delegate(), leader = UIPercentDrivenInteractiveTransition()
        let first = controller("first", .black), second = controller("second")
        let navigation = UINavigationController(rootViewController: first)
        navigation.delegate = delegate
        scene.turn { scene.window.rootViewController = navigation }
        delegate.leader = leader
        scene.turn { navigation.pushViewController(second, animated: true) }
        var notes: [Bool] = []
        second.transitionCoordinator?.notifyWhenInteractionChanges { notes.append($0.isInteractive) }
        scene.turn { leader.update(0.25) }
        scene.turn { leader.pause() }
        XCTAssertEqual(notes, [], "it is interactive already")
        scene.turn { leader.finish() }
        XCTAssertEqual(notes, [false])
        scene.advance(to: scene.time + 0.1)
        scene.turn { leader.pause() }
        XCTAssertEqual(notes, [false, true])
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(delegate.fader.notes.count, 1, "it waits for the hand")
        scene.turn { leader.cancel() }
        scene.advance(to: scene.time + 2)
        XCTAssertEqual(notes, [false, true, false])
        XCTAssertEqual(delegate.fader.notes.last, "ended false")
        XCTAssertEqual(navigation.viewControllers.map(\.title), ["first"])
    }
}
