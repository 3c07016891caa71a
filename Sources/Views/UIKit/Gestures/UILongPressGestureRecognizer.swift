import QuartzCore

/// Recognizes fingers that stay in place. Continuous: begins after the minimum duration, changes as the fingers move, and ends when they
/// lift.
@preconcurrency @MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The number of taps before the press. The default is 0.
    open var numberOfTapsRequired = 0
    /// The number of fingers. The default is 1.
    open var numberOfTouchesRequired = 1
    /// The minimum duration, in seconds. The default is 0.5.
    open var minimumPressDuration: TimeInterval = 0.5
    /// The maximum movement before the gesture begins, in points. The default is 10.
    open var allowableMovement: CGFloat = 10

    private var starts: [ObjectIdentifier: CGPoint] = [:]
    private let timer = GestureTimer()

    override func wants(_ touch: UITouch) -> Bool { touch.type != .indirectPointer || touch.button == 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches <= numberOfTouchesRequired else {
            if state == .possible { state = .failed }
            return
        }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
        guard numberOfTouches == numberOfTouchesRequired, state == .possible else { return }
        // The touch itself counts the taps before it.
        if touches.contains(where: { $0.tapCount != numberOfTapsRequired + 1 && numberOfTapsRequired > 0 }) { return state = .failed }
        if minimumPressDuration <= 0 { return state = .began }
        timer.set(at: event.timestamp + minimumPressDuration) { [weak self] in self?.state = .began }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if isUnderWay { return state = .changed }
        for touch in touches {
            guard let start = starts[ObjectIdentifier(touch)] else { continue }
            let here = touch.location(in: nil)
            if hypot(here.x - start.x, here.y - start.y) > allowableMovement { return state = .failed }
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        // One lifted finger of several ends the gesture.
        state = isUnderWay ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        timer.cancel()
        starts = [:]
    }
}
