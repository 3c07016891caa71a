import QuartzCore

/// Sees fingers that stay down at one place. Continuous: it begins when they have stayed, changes as they move, and ends when they go up.
@preconcurrency @MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// Taps before the fingers stay; 0 at first.
    open var numberOfTapsRequired = 0
    /// How many fingers; 1 at first.
    open var numberOfTouchesRequired = 1
    /// How long they must stay, in seconds; 0.5 at first.
    open var minimumPressDuration: TimeInterval = 0.5
    /// How far they may stray before that, in points; 10 at first.
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
        // Taps before it count in the touch itself.
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
        // One finger of several is enough to end it.
        state = isUnderWay ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        timer.cancel()
        starts = [:]
    }
}
