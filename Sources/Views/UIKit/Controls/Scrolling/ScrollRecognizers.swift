import QuartzCore

/// Recognizes drags that move a scroll view's content, along an axis in which it can scroll.
@MainActor final class ScrollPan: UIPanGestureRecognizer {
    private weak var scrollView: UIScrollView?

    init(_ scrollView: UIScrollView) {
        self.scrollView = scrollView
        super.init(target: nil, action: nil)
    }

    override func isEnough(_ moved: CGPoint) -> Bool { super.isEnough(moved) && !isWrong(moved) }

    override func isWrong(_ moved: CGPoint) -> Bool {
        guard let scrollView else { return true }
        guard super.isEnough(moved) else { return false }
        let isAcross = abs(moved.x) > abs(moved.y)
        if isAcross ? !scrollView.canMoveAcross : !scrollView.canMoveDown { return true }
        // A control that tracks the touch may keep it.
        guard let view = stateMachine.tracked.first?.view, view !== scrollView, (view as? UIControl)?.isTracking ?? false else {
            return false
        }
        return !scrollView.canCancelContentTouches || !scrollView.touchesShouldCancel(in: view)
    }

    /// A pinch that zooms takes precedence.
    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        preventedGestureRecognizer !== scrollView?.pinchGestureRecognizer
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        scrollView?.fingerCameDown()
        super.touchesBegan(touches, with: event)
    }

    override func reset() {
        super.reset()
        scrollView?.fingersAreGone()
    }
}

/// Briefly delays touches to the views in a scroll view, so that the touch can become a drag.
@MainActor final class ScrollDelay: UIGestureRecognizer {
    private weak var scrollView: UIScrollView?
    private let timer = GestureTimer()

    static let time = 0.15

    init(_ scrollView: UIScrollView) {
        self.scrollView = scrollView
        super.init(target: nil, action: nil)
        delaysTouchesBegan = true
        cancelsTouchesInView = false
    }

    override func wants(_ touch: UITouch) -> Bool {
        guard let scrollView, scrollView.isScrollEnabled, scrollView.delaysContentTouches, touch.view !== scrollView else { return false }
        return scrollView.canMoveAcross || scrollView.canMoveDown
    }

    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        timer.set(at: event.timestamp + Self.time) { [weak self] in self?.state = .failed }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }
    override func reset() { timer.cancel() }
}
