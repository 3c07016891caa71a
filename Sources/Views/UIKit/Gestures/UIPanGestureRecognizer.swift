import QuartzCore

/// Recognizes fingers that move together. Continuous: begins when they have moved by 10 points.
@preconcurrency @MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The minimum number of fingers. The default is 1.
    open var minimumNumberOfTouches = 1
    /// The kinds of scrolls that count as a pan; none by default. Stored, without effect: wheels and trackpads move scroll views only.
    open var allowedScrollTypesMask: UIScrollTypeMask = [] {
        didSet {
            KeptProperty.report(
                "UIPanGestureRecognizer.allowedScrollTypesMask", !allowedScrollTypesMask.isEmpty, "wheels and trackpads move scroll views")
        }
    }
    /// The maximum number of fingers. Additional ones are ignored. The default is no limit.
    open var maximumNumberOfTouches = Int.max

    static let hysteresis: CGFloat = 10

    /// The movement of the center of the fingers, in the window's space. Touches that begin or end don't affect it.
    private(set) final var moved = CGPoint.zero
    private var lastMiddle: CGPoint?
    /// The offset that `setTranslation` subtracts.
    private var base = CGPoint.zero
    private var trail = TouchTrail()
    private var lastTime = 0.0

    override func wants(_ touch: UITouch) -> Bool {
        numberOfTouches < maximumNumberOfTouches && (touch.type != .indirectPointer || touch.button == 0)
    }

    /// Returns the translation since the start of the gesture, in a view's space. Nil means the window's space.
    open func translation(in view: UIView?) -> CGPoint { vector(CGPoint(x: moved.x - base.x, y: moved.y - base.y), in: view) }

    /// Sets the current translation, in a view's space. The velocity is computed anew.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let wanted = windowVector(translation, from: view)
        base = CGPoint(x: moved.x - wanted.x, y: moved.y - wanted.y)
    }

    /// Returns the velocity of the fingers, in points of a view's space per second. Nil means the window's space.
    open func velocity(in view: UIView?) -> CGPoint { vector(trail.velocity(at: lastTime), in: view) }

    /// Returns whether a movement is sufficient for the gesture. Subclasses check the direction.
    func isEnough(_ moved: CGPoint) -> Bool { hypot(moved.x, moved.y) >= Self.hysteresis }
    /// Returns whether a movement rules out the gesture.
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
            // The center changes when touches end.
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
        // A finger that lifts without moving doesn't count as a rest.
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

/// The kind of a scroll: by single steps, as of a wheel, or continuous, as of a trackpad.
public enum UIScrollType: Int, Sendable { case discrete, continuous }

/// Kinds of scrolls.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Steps, as of a wheel.
    public static let discrete = UIScrollTypeMask(rawValue: 1)
    /// Continuous scrolls, as of a trackpad.
    public static let continuous = UIScrollTypeMask(rawValue: 2)
    /// Both kinds.
    public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognizes fingers that move inward from an edge of the window.
@preconcurrency @MainActor open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The accepted edges. The default is none.
    open var edges: UIRectEdge = []

    /// The maximum distance from the edge at which the touch must begin, in points.
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
