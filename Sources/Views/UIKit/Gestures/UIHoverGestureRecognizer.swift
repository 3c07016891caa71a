import QuartzCore

/// Recognizes the mouse over a view while no button is pressed. Continuous: begins when the mouse enters the view, and ends when it leaves.
@preconcurrency @MainActor open class UIHoverGestureRecognizer: UIGestureRecognizer {
    override func wants(_ touch: UITouch) -> Bool { false }

    override func hover(at place: CGPoint?) {
        guard isEnabled else { return }
        guard let place else {
            if state == .began || state == .changed { state = .ended }
            return
        }
        stateMachine.setMiddle(place, in: view?.window)
        state = state == .possible ? .began : .changed
    }
}
