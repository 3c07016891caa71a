import AgateDiagnostics
import QuartzCore

/// How much of the window a presented controller takes.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case none = -1
    /// As a page sheet.
    case automatic = -2

    /// Whether what is behind is seen beside it or through it.
    var leavesBackground: Bool {
        switch self {
        case .fullScreen, .currentContext, .none: false
        default: true
        }
    }

    /// Where it stands in a window, and whether the rest is dimmed.
    func place(in bounds: CGRect, preferred: CGSize) -> (frame: CGRect, dims: Bool) {
        let size: CGSize
        switch self {
        case .pageSheet, .automatic: size = CGSize(width: 704, height: bounds.height - 40)
        case .formSheet, .popover: size = preferred == .zero ? CGSize(width: 540, height: 620) : preferred
        default: return (bounds, false)
        }
        let w = min(size.width, bounds.width), h = min(size.height, bounds.height)
        // On a small window a sheet stands at its foot.
        let y = bounds.width <= size.width ? bounds.maxY - h : bounds.midY - h / 2
        return (CGRect(x: (bounds.midX - w / 2).rounded(), y: y.rounded(), width: w, height: h), true)
    }
}

/// How a presented controller comes and goes.
public enum UIModalTransitionStyle: Int, Sendable {
    /// Up from the foot of the window.
    case coverVertical
    /// The window turns round; shown as a cross dissolve.
    case flipHorizontal
    case crossDissolve
    /// Shown as a cross dissolve.
    case partialCurl
}

extension UIViewController {
    /// How long presented controllers take to come and go, in seconds.
    private static let duration = 0.4

    private var outermost: UIViewController { above?.outermost ?? self }

    final func show(_ shown: UIViewController, _ animated: Bool, _ completion: (() -> Void)?) {
        let host = outermost
        guard shown !== host, shown.presenter == nil, shown.above == nil, host.presented == nil else {
            return Diagnostic.report(
                "controller.present", "a \(type(of: self)) can't present a \(type(of: shown)): one of them is being presented, presents already, or is in another controller"
            )
        }
        guard let window = viewIfLoaded?.window else {
            return Diagnostic.report("controller.present", "a \(type(of: self)) whose view is in no window can't present a \(type(of: shown))")
        }
        host.presented = shown
        shown.presenter = host
        shown.isBeingPresented = true
        let style = shown.modalPresentationStyle
        let (frame, dims) = style.place(in: window.bounds, preferred: shown.preferredContentSize)
        UIView.performWithoutAnimation {
            let back = UIView(frame: window.bounds)
            back.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            if dims { back.backgroundColor = UIColor(white: 0, alpha: 0.4) }
            shown.backdrop = back
            window.addSubview(back)
            shown.beginAppearanceTransition(true, animated: animated)
            shown.view.frame = frame
            shown.view.autoresizingMask = dims
                ? [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin] : [.flexibleWidth, .flexibleHeight]
            window.addSubview(shown.view)
            window.layoutIfNeeded()
        }
        if !style.leavesBackground { host.beginAppearanceTransition(false, animated: animated) }
        shown.move(comes: true, animated: animated) {
            shown.isBeingPresented = false
            if !style.leavesBackground, host.presented === shown {
                host.viewIfLoaded?.removeFromSuperview()
                host.endAppearanceTransition()
            }
            shown.endAppearanceTransition()
            completion?()
        }
    }

    final func takeAway(_ animated: Bool, _ completion: (() -> Void)?) {
        guard let presenter = presentedViewController == nil ? presentingViewController : outermost, let shown = presenter.presented else {
            return completion.map { done in AnimationTracker.later { done() } } ?? ()
        }
        guard !shown.isBeingDismissed else { return }
        // What it presents itself goes with it, unseen.
        if let top = shown.presented {
            shown.presented = nil
            top.presenter = nil
            top.leaveWindow()
        }
        let window = shown.viewIfLoaded?.window
        shown.isBeingDismissed = true
        shown.beginAppearanceTransition(false, animated: animated)
        if !shown.modalPresentationStyle.leavesBackground, let window {
            UIView.performWithoutAnimation {
                presenter.beginAppearanceTransition(true, animated: animated)
                presenter.view.frame = window.bounds
                window.insertSubview(presenter.view, at: 0)
                window.layoutIfNeeded()
            }
        }
        shown.move(comes: false, animated: animated && window != nil) {
            presenter.presented = nil
            shown.presenter = nil
            shown.isBeingDismissed = false
            shown.leaveWindow()
            shown.endAppearanceTransition()
            if !shown.modalPresentationStyle.leavesBackground { presenter.endAppearanceTransition() }
            completion?()
        }
    }

    private func leaveWindow() {
        viewIfLoaded?.removeFromSuperview()
        backdrop?.removeFromSuperview()
        backdrop = nil
        if let top = presented {
            presented = nil
            top.presenter = nil
            top.leaveWindow()
        }
    }

    /// Brings the view in or out, and the backdrop with it.
    private func move(comes: Bool, animated: Bool, _ done: @escaping () -> Void) {
        guard animated, let view = viewIfLoaded, let window = view.window else { return done() }
        let back = backdrop, covers = modalTransitionStyle == .coverVertical
        let place = view.center
        let away = CGPoint(x: place.x, y: place.y + window.bounds.height - view.frame.minY)
        if comes {
            UIView.performWithoutAnimation {
                back?.alpha = 0
                if covers { view.center = away } else { view.alpha = 0 }
            }
        }
        UIView.animate(withDuration: Self.duration, delay: 0, options: comes ? .curveEaseOut : .curveEaseIn) {
            back?.alpha = comes ? 1 : 0
            if covers { view.center = comes ? place : away } else { view.alpha = comes ? 1 : 0 }
        } completion: { _ in
            if !comes {
                UIView.performWithoutAnimation {
                    view.center = place
                    view.alpha = 1
                }
            }
            done()
        }
    }
}
