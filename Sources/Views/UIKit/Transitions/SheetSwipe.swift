import QuartzCore

/// The gesture that dismisses a sheet by a downward swipe. The sheet follows the touch, and is dismissed if it was moved or thrown far
/// enough.
@MainActor final class SheetSwipe {
    private unowned let presentation: UIPresentationController
    private let pan = DownPan(target: nil, action: nil)
    private var home = CGPoint.zero

    init(_ presentation: UIPresentationController, on view: UIView) {
        self.presentation = presentation
        pan.addHandler { [weak self] in self?.moved($0) }
        view.addGestureRecognizer(pan)
    }

    func end() { pan.view?.removeGestureRecognizer(pan) }

    private func moved(_ pan: DownPan) {
        guard let view = presentation.presentedView, let container = presentation.containerView else { return }
        let presented = presentation.presentedViewController
        guard !presented.isBeingDismissed, !presented.isBeingPresented else { return }
        let way = pan.translation(in: container).y
        switch pan.state {
        case .began: home = view.center
        case .changed: break
        case .ended:
            let isThrown = pan.velocity(in: container).y > 1000
            if way > 0, isThrown || way > view.bounds.height / 2 { return wantsToGo(view) }
            return goHome(view)
        default: return goHome(view)
        }
        UIView.performWithoutAnimation { view.center = CGPoint(x: home.x, y: home.y + shift(way)) }
    }

    /// Returns the offset of the sheet. A sheet that can't be dismissed moves by a quarter of the distance.
    private func shift(_ way: CGFloat) -> CGFloat {
        let free = presentation.presentedViewController.isModalInPresentation ? way / 4 : way
        return max(0, free)
    }

    private func goHome(_ view: UIView) {
        let home = home
        UIView.animate(withDuration: 0.3, delay: 0, options: .curveEaseOut) { view.center = home }
    }

    private func wantsToGo(_ view: UIView) {
        let presentation = presentation, presented = presentation.presentedViewController
        let mayGo = !presented.isModalInPresentation && presentation.delegate?.presentationControllerShouldDismiss(presentation) ?? true
        guard mayGo else {
            goHome(view)
            presentation.delegate?.presentationControllerDidAttemptToDismiss(presentation)
            return
        }
        presentation.delegate?.presentationControllerWillDismiss(presentation)
        // The delegate may have dismissed the controller itself.
        guard presented.presentingViewController != nil, !presented.isBeingDismissed else { return }
        presented.presentingViewController?.dismiss(animated: true) {
            presentation.delegate?.presentationControllerDidDismiss(presentation)
        }
    }
}

/// A recognizer of downward drags.
private final class DownPan: UIPanGestureRecognizer {
    override func isEnough(_ moved: CGPoint) -> Bool { super.isEnough(moved) && moved.y > abs(moved.x) }
    override func isWrong(_ moved: CGPoint) -> Bool { super.isEnough(moved) && moved.y <= abs(moved.x) }
}

extension UIPresentationController {
    /// Adds the swipe that dismisses a sheet. Custom presentations add their own gestures.
    final func makeSwipe() {
        guard let view = presentedView else { return }
        swipe = SheetSwipe(self, on: view)
    }
}
