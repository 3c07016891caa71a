import UIKit

/// A controller with an artwork that moves to the next screen.
@MainActor protocol HeroSource: AnyObject { var hero: ArtworkView? { get } }

/// Grows the artwork of one screen into that of the other, while the rest fades.
final class HeroTransition: NSObject, UIViewControllerAnimatedTransitioning {
    func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval { 0.5 }

    func animateTransition(using context: UIViewControllerContextTransitioning) {
        guard let from = context.viewController(forKey: .from), let to = context.viewController(forKey: .to) else { return }
        to.view.frame = context.finalFrame(for: to)
        context.containerView.addSubview(to.view)
        to.view.layoutIfNeeded()
        let start = (from as? HeroSource)?.hero, end = (to as? HeroSource)?.hero
        let moving = ArtworkView()
        if let start, let end {
            moving.trail = end.trail
            moving.frame = start.convert(start.bounds, to: context.containerView)
            context.containerView.addSubview(moving)
            moving.layoutIfNeeded()
        }
        start?.isHidden = true
        end?.isHidden = true
        to.view.alpha = 0
        let animator = UIViewPropertyAnimator(duration: transitionDuration(using: context), dampingRatio: 0.85) {
            to.view.alpha = 1
            guard let end else { return }
            moving.frame = end.convert(end.bounds, to: context.containerView)
            moving.layoutIfNeeded()
        }
        animator.addCompletion { _ in
            start?.isHidden = false
            end?.isHidden = false
            moving.removeFromSuperview()
            context.completeTransition(!context.transitionWasCancelled)
        }
        animator.startAnimation()
    }
}

/// The navigation of the first tab, which asks for the transition.
final class HeroNavigation: UINavigationController, UINavigationControllerDelegate {
    override func viewDidLoad() {
        super.viewDidLoad()
        delegate = self
    }

    func navigationController(
        _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
        fromVC is HeroSource && toVC is HeroSource ? HeroTransition() : nil
    }
}
