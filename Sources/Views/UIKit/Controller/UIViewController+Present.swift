import AgateDiagnostics
import QuartzCore

/// The presentation style of a controller, which determines the covered part of the window.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case none = -1
    /// The same as a page sheet.
    case automatic = -2

    /// True if the content behind is visible beside or through the presented view.
    var leavesBackground: Bool {
        switch self {
        case .fullScreen, .currentContext, .none: false
        default: true
        }
    }

    /// Returns the frame in a window, and whether the rest of the window is dimmed.
    func place(in bounds: CGRect, preferred: CGSize) -> (frame: CGRect, dims: Bool) {
        let size: CGSize
        switch self {
        case .pageSheet, .automatic: size = CGSize(width: 704, height: bounds.height - 40)
        case .formSheet, .popover: size = preferred == .zero ? CGSize(width: 540, height: 620) : preferred
        default: return (bounds, false)
        }
        let w = min(size.width, bounds.width), h = min(size.height, bounds.height)
        // On a small window a sheet is at the bottom.
        let y = bounds.width <= size.width ? bounds.maxY - h : bounds.midY - h / 2
        return (CGRect(x: (bounds.midX - w / 2).rounded(), y: y.rounded(), width: w, height: h), true)
    }

    /// Returns the rounded corners of a sheet: only the top ones if the sheet is at the bottom of the window. Returns nil for other styles.
    func roundedCorners(of frame: CGRect, in bounds: CGRect) -> CACornerMask? {
        switch self {
        case .pageSheet, .automatic, .formSheet:
            let top: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
            return frame.maxY >= bounds.maxY ? top : top.union([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
        default: return nil
        }
    }
}

/// The transition style of a presented controller.
public enum UIModalTransitionStyle: Int, Sendable {
    /// Moves up from the bottom of the window.
    case coverVertical
    /// Flips the window. Shown as a cross dissolve.
    case flipHorizontal
    case crossDissolve
    /// Shown as a cross dissolve.
    case partialCurl
}

extension UIViewController {
    /// The duration of the transitions of presented controllers, in seconds.
    static let transitionDuration = 0.4

    private var outermost: UIViewController { above?.outermost ?? self }
    private var definesContext: Bool { definesPresentationContext || above?.definesContext ?? false }

    // MARK: Presentation

    final func show(_ shown: UIViewController, _ animated: Bool, _ completion: (() -> Void)?) {
        let host = outermost
        guard shown !== host, shown.presenter == nil, shown.above == nil, host.presented == nil else {
            return Diagnostic.report(
                "controller.present",
                "a \(type(of: self)) can't present a \(type(of: shown)): one of them is being presented, is already presenting, or has a parent controller"
            )
        }
        guard let window = viewIfLoaded?.window else {
            return Diagnostic.report(
                "controller.present", "a \(type(of: self)) can't present a \(type(of: shown)): its view is not in a window")
        }
        if [.currentContext, .overCurrentContext].contains(shown.modalPresentationStyle), definesContext {
            KeptProperty.report("UIViewController.definesPresentationContext", true, "presented controllers fill the window")
        }
        host.presented = shown
        shown.presenter = host
        shown.isBeingPresented = true
        let presentation = shown.makePresentation(host, source: self)
        // Programs set the transitioning delegate when the view has loaded. The style is decided before.
        shown.loadViewIfNeeded()
        let animator =
            animated ? shown.transitioningDelegate?.animationController(forPresented: shown, presenting: host, source: self) : nil
        let removes = presentation.shouldRemovePresentersView
        let container = presentation.makeContainer(in: window)
        UIView.performWithoutAnimation { window.addSubview(container) }
        let frame = presentation.frameOfPresentedViewInContainerView
        let context = TransitionContext(
            container: container, from: host, to: shown, fromView: removes ? host.viewIfLoaded : nil, toView: presentation.presentedView,
            style: shown.modalPresentationStyle, initialFrame: host.viewIfLoaded?.frame ?? .zero, finalFrame: frame, isAnimated: animated
        )
        shown.beginAppearanceTransition(true, animated: animated)
        if removes { host.beginAppearanceTransition(false, animated: animated) }
        UIView.performWithoutAnimation {
            if let view = presentation.presentedView {
                view.frame = frame
                if let corners = shown.modalPresentationStyle.roundedCorners(of: frame, in: container.bounds) {
                    presentation.round(corners)
                }
                view.autoresizingMask =
                    presentation.dim != nil
                    ? [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin]
                    : [.flexibleWidth, .flexibleHeight]
                if animator == nil { container.addSubview(view) }
            }
            // Custom animators order the two views in one container.
            if animator != nil, removes { shown.moveHome(of: host, into: container) }
            window.layoutIfNeeded()
        }
        if animator == nil, presentation.dim != nil { presentation.makeSwipe() }
        presentation.presentationTransitionWillBegin()
        let ended = { (isComplete: Bool) in
            shown.isBeingPresented = false
            if isComplete {
                if removes, host.presented === shown {
                    shown.rememberHome(of: host)
                    host.viewIfLoaded?.removeFromSuperview()
                }
            } else {
                UIView.performWithoutAnimation { shown.bringHome(host) }
                host.presented = nil
                shown.presenter = nil
                shown.beginAppearanceTransition(false, animated: animated)
                if removes { host.beginAppearanceTransition(true, animated: animated) }
                shown.leaveWindow()
            }
            presentation.presentationTransitionDidEnd(isComplete)
            if removes { host.endAppearanceTransition() }
            shown.endAppearanceTransition()
            completion?()
        }
        if let animator {
            context.run(animator, shown.transitioningDelegate?.interactionControllerForPresentation(using: animator), ended: ended)
        } else {
            context.run({ done in shown.move(comes: true, animated: animated, done) }, ended: ended)
        }
    }

    private func makePresentation(_ host: UIViewController, source: UIViewController) -> UIPresentationController {
        var made: UIPresentationController?
        if modalPresentationStyle == .custom {
            made =
                transitioningDelegate?.presentationController(forPresented: self, presenting: host, source: source) ?? ownPresentation(host)
        }
        let presentation = made ?? UIPresentationController(self, host, modalPresentationStyle)
        presentation.presentingViewController = host
        presentation.delegate = presentation.delegate ?? waitingPresentationDelegate
        currentPresentation = presentation
        return presentation
    }

    // MARK: Location of the presenter's view

    private func rememberHome(of host: UIViewController) {
        guard presenterHome == nil, let view = host.viewIfLoaded, let above = view.superview, above !== backdrop else { return }
        presenterHome = WeakHome(view: above, index: above.subviews.firstIndex(identicalTo: view) ?? 0)
    }

    private func moveHome(of host: UIViewController, into container: UIView) {
        rememberHome(of: host)
        if let view = host.viewIfLoaded { container.insertSubview(view, at: 0) }
    }

    private func bringHome(_ host: UIViewController) {
        guard let view = host.viewIfLoaded, let home = presenterHome, let above = home.view else { return }
        if view.superview !== above { above.insertSubview(view, at: home.index) }
        presenterHome = nil
    }

    // MARK: Dismissal

    final func takeAway(_ animated: Bool, _ completion: (() -> Void)?) {
        guard let presenter = presentedViewController == nil ? presentingViewController : outermost, let shown = presenter.presented else {
            return completion.map { done in AnimationTracker.later { done() } } ?? ()
        }
        guard !shown.isBeingDismissed else { return }
        // The controllers that it presents are removed with it, without animation.
        if let top = shown.presented {
            shown.presented = nil
            top.presenter = nil
            top.leaveWindow()
        }
        guard let presentation = shown.currentPresentation, let container = presentation.containerView else { return }
        let window = container.window, removes = presentation.shouldRemovePresentersView
        let animator = animated && window != nil ? shown.transitioningDelegate?.animationController(forDismissed: shown) : nil
        shown.isBeingDismissed = true
        let finalFrame = window?.bounds ?? container.bounds
        let context = TransitionContext(
            container: container, from: shown, to: presenter, fromView: presentation.presentedView, toView: removes ? presenter.view : nil,
            style: shown.modalPresentationStyle, initialFrame: presentation.presentedView?.frame ?? .zero,
            finalFrame: removes ? finalFrame : presenter.viewIfLoaded?.frame ?? finalFrame, isAnimated: animated
        )
        shown.beginAppearanceTransition(false, animated: animated)
        if removes { presenter.beginAppearanceTransition(true, animated: animated) }
        UIView.performWithoutAnimation {
            guard removes, window != nil else { return }
            presenter.view.frame = finalFrame
            if animator == nil { shown.bringHome(presenter) }
            window?.layoutIfNeeded()
        }
        presentation.dismissalTransitionWillBegin()
        let ended = { (isComplete: Bool) in
            shown.isBeingDismissed = false
            if isComplete {
                presenter.presented = nil
                shown.presenter = nil
                UIView.performWithoutAnimation { shown.bringHome(presenter) }
                shown.leaveWindow()
            } else {
                shown.beginAppearanceTransition(true, animated: animated)
                if removes {
                    presenter.beginAppearanceTransition(false, animated: animated)
                    presenter.viewIfLoaded?.removeFromSuperview()
                }
            }
            presentation.dismissalTransitionDidEnd(isComplete)
            shown.endAppearanceTransition()
            if removes { presenter.endAppearanceTransition() }
            if isComplete {
                if shown.currentPresentation === presentation { shown.currentPresentation = nil }
            }
            completion?()
        }
        if let animator {
            context.run(animator, shown.transitioningDelegate?.interactionControllerForDismissal(using: animator), ended: ended)
        } else {
            context.run({ done in shown.move(comes: false, animated: animated && window != nil, done) }, ended: ended)
        }
    }

    private func leaveWindow() {
        currentPresentation?.swipe?.end()
        currentPresentation?.swipe = nil
        currentPresentation?.restoreCorners()
        currentPresentation?.presentedView?.removeFromSuperview()
        viewIfLoaded?.removeFromSuperview()
        backdrop?.removeFromSuperview()
        currentPresentation?.containerView = nil
        if let top = presented {
            presented = nil
            top.presenter = nil
            top.leaveWindow()
        }
    }

    /// The view around this controller's view during a presentation.
    private var backdrop: UIView? { currentPresentation?.containerView }

    /// Moves the view in or out, and fades the dimming behind it.
    private func move(comes: Bool, animated: Bool, _ done: @escaping () -> Void) {
        guard animated, let view = currentPresentation?.presentedView, let window = view.window else { return done() }
        let dim = currentPresentation?.dim, covers = modalTransitionStyle == .coverVertical
        let place = view.center, alpha = view.alpha
        let away = CGPoint(x: place.x, y: place.y + window.bounds.height - view.frame.minY)
        if comes {
            UIView.performWithoutAnimation {
                dim?.alpha = 0
                if covers { view.center = away } else { view.alpha = 0 }
            }
        }
        UIView.animate(withDuration: Self.transitionDuration, delay: 0, options: comes ? .curveEaseOut : .curveEaseIn) {
            dim?.alpha = comes ? 1 : 0
            if covers { view.center = comes ? place : away } else { view.alpha = comes ? alpha : 0 }
        } completion: { _ in
            if !comes {
                UIView.performWithoutAnimation {
                    view.center = place
                    view.alpha = alpha
                }
            }
            done()
        }
    }
}

/// A view and an index among its subviews.
struct WeakHome {
    weak var view: UIView?
    let index: Int
}
