import QuartzCore

/// The distance and the angle of two fingers, in the window's space.
struct TwoFingers {
    let distance: CGFloat
    let angle: CGFloat

    /// Returns nil if there are fewer than two touches.
    @MainActor init?(_ touches: [UITouch]) {
        guard touches.count >= 2 else { return nil }
        let a = touches[0].location(in: nil), b = touches[1].location(in: nil)
        // Fingers at the same position count as one point apart.
        distance = max(1, hypot(b.x - a.x, b.y - a.y))
        angle = atan2(b.y - a.y, b.x - a.x)
    }

    /// Returns the rotation from another angle, in the shorter direction.
    func turn(from other: CGFloat) -> CGFloat {
        var turn = angle - other
        if turn > .pi { turn -= 2 * .pi }
        if turn < -.pi { turn += 2 * .pi }
        return turn
    }
}

/// Recognizes two fingers that move together or apart. Continuous: begins when their distance has changed by 8 points.
@preconcurrency @MainActor open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The ratio of the current distance to the distance at the start. Set the property to continue from another value.
    open var scale: CGFloat = 1 {
        didSet { if !isFollowing { unit = last.map { $0 / max(scale, 1e-6) } ?? unit } }
    }
    /// The rate of change of the scale, per second.
    open var velocity: CGFloat { trail.velocity(at: lastTime).x }

    static let hysteresis: CGFloat = 8
    /// The distance that corresponds to a scale of 1.
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

/// Recognizes two fingers that rotate about each other. Continuous: begins when they have rotated by a twentieth of a radian.
@preconcurrency @MainActor open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The rotation in radians, clockwise on the screen. Set the property to continue from another value.
    open var rotation: CGFloat = 0
    /// The rate of rotation, in radians per second.
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
