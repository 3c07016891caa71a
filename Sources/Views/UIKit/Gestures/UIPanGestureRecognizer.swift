import QuartzCore

/// Sees fingers that move together. Continuous: it begins when they have moved by 10 points.
@preconcurrency @MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// With at least so many fingers; 1 at first.
    open var minimumNumberOfTouches = 1
    /// With at most so many fingers: later ones don't count. Any number at first.
    open var maximumNumberOfTouches = Int.max

    static let hysteresis: CGFloat = 10

    /// How far the middle of the fingers has gone, in the window's space. Fingers that come or go don't move it.
    private(set) final var moved = CGPoint.zero
    private var lastMiddle: CGPoint?
    /// What `setTranslation` took away.
    private var base = CGPoint.zero
    private var trail = TouchTrail()
    private var lastTime = 0.0

    override func wants(_ touch: UITouch) -> Bool {
        numberOfTouches < maximumNumberOfTouches && (touch.type != .indirectPointer || touch.button == 0)
    }

    /// How far the fingers have gone since they came down, in a view's space; nil is the window's.
    open func translation(in view: UIView?) -> CGPoint { vector(CGPoint(x: moved.x - base.x, y: moved.y - base.y), in: view) }

    /// Says what the translation is now, in a view's space; the velocity begins anew.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let wanted = windowVector(translation, from: view)
        base = CGPoint(x: moved.x - wanted.x, y: moved.y - wanted.y)
    }

    /// How fast the fingers are, in points of a view's space a second; nil is the window's.
    open func velocity(in view: UIView?) -> CGPoint { vector(trail.velocity(at: lastTime), in: view) }

    /// Whether what has been moved so far is enough; subclasses look for a direction.
    func isEnough(_ moved: CGPoint) -> Bool { hypot(moved.x, moved.y) >= Self.hysteresis }
    /// Whether what has been moved can't become the gesture.
    func isWrong(_ moved: CGPoint) -> Bool { false }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        lastMiddle = location(in: nil)
        lastTime = event.timestamp
        if trail.velocity(at: lastTime) == .zero { trail.add(moved, at: lastTime) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        follow(event)
        guard numberOfTouches >= minimumNumberOfTouches || isUnderWay else { return }
        if !isUnderWay, isWrong(moved) { return state = .failed }
        if state != .possible || isEnough(moved) { state = state == .possible ? .began : .changed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        let before = moved
        follow(event, isEnd: true)
        let left = stateMachine.tracked.filter { !touches.contains($0) }
        guard left.isEmpty else {
            // The middle is another one without them.
            let points = left.map { $0.location(in: nil) }
            lastMiddle = CGPoint(
                x: points.reduce(0) { $0 + $1.x } / CGFloat(points.count), y: points.reduce(0) { $0 + $1.y } / CGFloat(points.count))
            return
        }
        guard isUnderWay else { return state = .failed }
        if moved != before { state = .changed }
        state = .ended
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        moved = .zero
        base = .zero
        lastMiddle = nil
        trail.clear()
    }

    private func follow(_ event: UIEvent, isEnd: Bool = false) {
        let middle = location(in: nil)
        lastTime = event.timestamp
        guard let last = lastMiddle else { return lastMiddle = middle }
        lastMiddle = middle
        // A finger that goes up where it was is no rest.
        if isEnd, middle == last { return }
        moved = CGPoint(x: moved.x + middle.x - last.x, y: moved.y + middle.y - last.y)
        trail.add(moved, at: event.timestamp)
    }

    private func vector(_ v: CGPoint, in view: UIView?) -> CGPoint {
        guard let view, let window = view.window else { return v }
        let from = view.convert(CGPoint.zero, from: window), to = view.convert(v, from: window)
        return CGPoint(x: to.x - from.x, y: to.y - from.y)
    }

    private func windowVector(_ v: CGPoint, from view: UIView?) -> CGPoint {
        guard let view, let window = view.window else { return v }
        let from = view.convert(CGPoint.zero, to: window), to = view.convert(v, to: window)
        return CGPoint(x: to.x - from.x, y: to.y - from.y)
    }
}

/// Sees fingers that come in from an edge of the window.
@preconcurrency @MainActor open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// Which edges; none at first.
    open var edges: UIRectEdge = []

    /// How near to the edge the finger must come down.
    static let margin: CGFloat = 20
    private var edge: UIRectEdge = []

    override func wants(_ touch: UITouch) -> Bool {
        guard super.wants(touch), let window = touch.window else { return false }
        let place = touch.location(in: nil), bounds = window.bounds
        let near: [(UIRectEdge, CGFloat)] = [
            (.left, place.x - bounds.minX), (.right, bounds.maxX - place.x), (.top, place.y - bounds.minY),
            (.bottom, bounds.maxY - place.y),
        ]
        let found = near.filter { edges.contains($0.0) && $0.1 <= Self.margin }
        edge = found.min { $0.1 < $1.1 }?.0 ?? []
        return !edge.isEmpty
    }

    private func inwards(_ moved: CGPoint) -> (along: CGFloat, across: CGFloat) {
        switch edge {
        case .left: (moved.x, abs(moved.y))
        case .right: (-moved.x, abs(moved.y))
        case .top: (moved.y, abs(moved.x))
        default: (-moved.y, abs(moved.x))
        }
    }

    override func isEnough(_ moved: CGPoint) -> Bool {
        inwards(moved).along >= Self.hysteresis && inwards(moved).along >= inwards(moved).across
    }
    override func isWrong(_ moved: CGPoint) -> Bool { inwards(moved).across > max(Self.hysteresis, inwards(moved).along) }
}
