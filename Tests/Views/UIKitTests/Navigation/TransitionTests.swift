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

    /// The presented view has loaded before its controller's transitioning delegate is asked; the style is that before.
    func testADelegateThatIsSetWhenTheViewHasLoaded() async {
        final class Late: UIViewController {
            let animations = Delegate()
            override func viewDidLoad() {
                super.viewDidLoad()
                title = "shown"
                transitioningDelegate = animations
                modalPresentationStyle = .fullScreen
            }
        }
        let scene = Scene(), root = controller("root", .black), shown = Late()
        shown.modalPresentationStyle = .overFullScreen
        scene.turn { scene.window.rootViewController = root }
        scene.turn { root.present(shown, animated: true) }
        XCTAssertEqual(shown.animations.fader.notes, ["root to shown from view false to view true"])
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

    /// Two views come in, with delays of half a second and 0.75.
    private final class Late: NSObject, UIViewControllerAnimatedTransitioning {
        let views = [UIView(), UIView()]
        func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 1 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            context.view(forKey: .to).map(context.containerView.addSubview)
            for (index, view) in views.enumerated() {
                view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
                context.containerView.addSubview(view)
                UIView.animate(withDuration: 1, delay: 0.5 + Double(index) * 0.25, options: .curveLinear) {
                    view.frame.origin.x = 100
                } completion: { _ in
                    if index == 0 { context.completeTransition(!context.transitionWasCancelled) }
                }
            }
        }
    }

    /// A transition that follows a finger begins with it: the delay of its first block is left out, and those of the others keep their
    /// distance from it. The rest runs by the completion curve.
    func testDelaysOfATransitionThatFollowsAFinger() async {
        let scene = Scene(), first = controller("first"), late = Late(), leader = UIPercentDrivenInteractiveTransition()
        final class Leads: NSObject, UINavigationControllerDelegate {
            let late: Late, leader: UIPercentDrivenInteractiveTransition
            init(_ late: Late, _ leader: UIPercentDrivenInteractiveTransition) { (self.late, self.leader) = (late, leader) }
            func navigationController(
                _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
                from fromVC: UIViewController, to toVC: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { late }
            func navigationController(
                _ navigationController: UINavigationController,
                interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
            ) -> (any UIViewControllerInteractiveTransitioning)? { leader }
        }
        let navigation = UINavigationController(rootViewController: first), delegate = Leads(late, leader)
        navigation.delegate = delegate
        leader.completionCurve = .easeIn
        scene.turn { scene.window.rootViewController = navigation }
        scene.turn { navigation.pushViewController(controller("second"), animated: true) }
        func places() -> [Double] { late.views.map { Double($0.layer.presentation()?.frame.minX ?? -1) } }
        scene.turn { leader.update(0.5) }
        scene.advance(to: scene.time + 0.1)
        XCTAssertEqual(places()[0], 50, accuracy: 0.5)
        XCTAssertEqual(places()[1], 25, accuracy: 0.5)
        scene.turn { leader.finish() }
        let began = scene.time
        scene.advance(to: began + 0.25)
        let half = Double(CAMediaTimingFunction(name: .easeIn).progress(at: 0.5))
        XCTAssertEqual(places()[0], 50 + 50 * half, accuracy: 3)
        scene.advance(to: began + 1)
        XCTAssertEqual(navigation.viewControllers.count, 2)
        XCTAssertNil(first.view.superview)
    }

    /// A cancelled transition takes back what its animations changed, in the animator and alongside it, and what they didn't change stays.
    func testACancelledTransitionRestoresWhatItsAnimationsChanged() async {
        final class Slide: NSObject, UIViewControllerAnimatedTransitioning, UIViewControllerTransitioningDelegate {
            let leader = UIPercentDrivenInteractiveTransition()
            var isLed = false
            let other = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 1 }
            func animateTransition(using context: any UIViewControllerContextTransitioning) {
                if let to = context.view(forKey: .to) { context.containerView.addSubview(to) }
                context.containerView.addSubview(other)
                UIView.animate(withDuration: 1) { [self] in
                    (other.alpha, other.transform, other.layer.cornerRadius) = (0.5, CGAffineTransform(scaleX: 2, y: 2), 3)
                    other.frame.origin.x = 50
                    other.frame.origin.x = 60
                    other.backgroundColor = .red
                    other.tag = 7
                } completion: { _ in
                    context.completeTransition(!context.transitionWasCancelled)
                }
            }
            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
            func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? { self }
            func interactionControllerForDismissal(
                using animator: any UIViewControllerAnimatedTransitioning
            ) -> (any UIViewControllerInteractiveTransitioning)? { isLed ? leader : nil }
        }
        let scene = Scene(), root = controller("root"), shown = controller("shown"), slide = Slide(), dim = UIView()
        shown.modalPresentationStyle = .overFullScreen
        shown.transitioningDelegate = slide
        scene.turn { scene.window.rootViewController = root }
        scene.turn { root.present(shown, animated: false) }
        slide.isLed = true
        func dismiss() {
            scene.turn {
                shown.dismiss(animated: true)
                shown.transitionCoordinator?.animate(alongsideTransition: { _ in dim.alpha = 0 }, completion: nil)
            }
        }
        scene.turn { root.view.addSubview(dim) }
        dismiss()
        scene.turn { slide.leader.update(0.5) }
        scene.advance(to: scene.time + 0.1)
        scene.turn { slide.leader.cancel() }
        scene.advance(to: scene.time + 2)
        XCTAssertTrue(root.presentedViewController === shown)
        XCTAssertEqual(dim.alpha, 1, "alongside")
        let other = slide.other
        XCTAssertEqual(other.frame, CGRect(x: 0, y: 0, width: 10, height: 10))
        XCTAssertEqual(other.alpha, 1)
        XCTAssertEqual(other.layer.cornerRadius, 0)
        XCTAssertNil(other.backgroundColor)
        XCTAssertEqual(other.tag, 7)
        // One that isn't cancelled keeps it.
        dismiss()
        scene.turn { slide.leader.update(0.5) }
        scene.turn { slide.leader.finish() }
        scene.advance(to: scene.time + 2)
        XCTAssertNil(root.presentedViewController)
        XCTAssertEqual(dim.alpha, 0)
        XCTAssertEqual(other.alpha, 0.5)
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
