import QuartzCore

/// Two fingers: how far apart they are, and at which angle they stand. In the window's space.
struct TwoFingers {
    let distance: CGFloat
    let angle: CGFloat

    /// Nil unless there are two.
    @MainActor init?(_ touches: [UITouch]) {
        guard touches.count >= 2 else { return nil }
        let a = touches[0].location(in: nil), b = touches[1].location(in: nil)
        // Fingers at one place are taken for a point apart.
        distance = max(1, hypot(b.x - a.x, b.y - a.y))
        angle = atan2(b.y - a.y, b.x - a.x)
    }

    /// The turn from another angle, the short way round.
    func turn(from other: CGFloat) -> CGFloat {
        var turn = angle - other
        if turn > .pi { turn -= 2 * .pi }
        if turn < -.pi { turn += 2 * .pi }
        return turn
    }
}

/// Sees two fingers that come together or go apart. Continuous: it begins when their distance has changed by 8 points.
@preconcurrency @MainActor open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How many times as far apart they are as when they came down. Set it to count from there.
    open var scale: CGFloat = 1 {
        didSet { if !isFollowing { unit = last.map { $0 / max(scale, 1e-6) } ?? unit } }
    }
    /// How fast the scale changes, in a second.
    open var velocity: CGFloat { trail.velocity(at: lastTime).x }

    static let hysteresis: CGFloat = 8
    /// The distance that is a scale of 1.
    private var unit: CGFloat = 1
    private var last: CGFloat?
    private var start: CGFloat?
    private var isFollowing = false
    private var trail = TouchTrail()
    private var lastTime = 0.0

    override func wants(_ touch: UITouch) -> Bool { numberOfTouches < 2 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let fingers = TwoFingers(stateMachine.tracked) else { return }
        (start, last, unit) = (fingers.distance, fingers.distance, fingers.distance)
        trail.add(CGPoint(x: 1, y: 0), at: event.timestamp)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let fingers = TwoFingers(stateMachine.tracked), let start else { return }
        last = fingers.distance
        isFollowing = true
        scale = fingers.distance / unit
        isFollowing = false
        lastTime = event.timestamp
        trail.add(CGPoint(x: fingers.distance / start, y: 0), at: lastTime)
        if state != .possible { state = .changed } else if abs(fingers.distance - start) >= Self.hysteresis { state = .began }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        lastTime = event.timestamp
        state = isUnderWay ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        (start, last) = (nil, nil)
        isFollowing = true
        scale = 1
        isFollowing = false
        trail.clear()
    }
}

/// Sees two fingers that turn about each other. Continuous: it begins when they have turned by a twentieth of a radian.
@preconcurrency @MainActor open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// How far they have turned, in radians, clockwise as seen. Set it to count from there.
    open var rotation: CGFloat = 0
    /// How fast they turn, in radians a second.
    open var velocity: CGFloat { trail.velocity(at: lastTime).x }

    static let hysteresis: CGFloat = 0.05
    private var last: CGFloat?
    private var turned: CGFloat = 0
    private var trail = TouchTrail()
    private var lastTime = 0.0

    override func wants(_ touch: UITouch) -> Bool { numberOfTouches < 2 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let fingers = TwoFingers(stateMachine.tracked) else { return }
        last = fingers.angle
        trail.add(.zero, at: event.timestamp)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let fingers = TwoFingers(stateMachine.tracked), let last else { return }
        let turn = fingers.turn(from: last)
        self.last = fingers.angle
        turned += turn
        rotation += turn
        lastTime = event.timestamp
        trail.add(CGPoint(x: turned, y: 0), at: lastTime)
        if state != .possible { state = .changed } else if abs(turned) >= Self.hysteresis { state = .began }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        lastTime = event.timestamp
        state = isUnderWay ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        last = nil
        (turned, rotation) = (0, 0)
        trail.clear()
    }
}
