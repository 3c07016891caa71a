import QuartzCore

/// Recognizes taps: fingers that touch the screen and lift again, at one place and within a short time.
@preconcurrency @MainActor open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps. The default is 1.
    open var numberOfTapsRequired = 1
    /// The number of fingers. The default is 1.
    open var numberOfTouchesRequired = 1
    /// The mouse button. The default is the primary one.
    open var buttonMaskRequired: UIEvent.ButtonMask = .primary

    // Values of a phone: the maximum durations of a tap and of the pause between two, in seconds, and the maximum movement, in points. The
    // tap count of touches uses them too.
    static let longestTap = 0.75, longestPause = 0.35, reach: CGFloat = 45

    private var taps = 0
    /// True if all required fingers touched the screen at the same time.
    private var isComplete = false
    private var starts: [ObjectIdentifier: CGPoint] = [:]
    private var first: CGPoint?
    private let timer = GestureTimer()

    override var waitsForMoreTouches: Bool { taps > 0 && taps < numberOfTapsRequired && state == .possible }

    override func wants(_ touch: UITouch) -> Bool {
        touch.type != .indirectPointer || buttonMaskRequired.contains(.button(touch.button + 1))
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches <= numberOfTouchesRequired else { return state = .failed }
        if starts.isEmpty { failAfter(Self.longestTap, event) }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
        let here = location(in: nil)
        if let first, hypot(here.x - first.x, here.y - first.y) > Self.reach { return state = .failed }
        if numberOfTouches == numberOfTouchesRequired {
            isComplete = true
            first = first ?? here
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        for touch in touches {
            guard let start = starts[ObjectIdentifier(touch)] else { continue }
            let here = touch.location(in: nil)
            if hypot(here.x - start.x, here.y - start.y) > Self.reach { return state = .failed }
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        touchesMoved(touches, with: event)
        guard state == .possible else { return }
        for touch in touches { starts[ObjectIdentifier(touch)] = nil }
        guard starts.isEmpty else { return }
        guard isComplete else { return state = .failed }
        isComplete = false
        taps += 1
        if taps < numberOfTapsRequired { return failAfter(Self.longestPause, event) }
        timer.cancel()
        state = .ended
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func reset() {
        timer.cancel()
        taps = 0
        isComplete = false
        starts = [:]
        first = nil
    }

    private func failAfter(_ seconds: Double, _ event: UIEvent) {
        timer.set(at: event.timestamp + seconds) { [weak self] in self?.state = .failed }
    }
}
