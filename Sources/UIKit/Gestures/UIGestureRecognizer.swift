import QuartzCore

/// Looks for a gesture in the touches of a view and of the views in it.
///
/// A subclass overrides the four touch methods and sets `state`.
@MainActor open class UIGestureRecognizer: NSObject {
    /// How far a recognizer has come.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        /// Another name of `ended`, for gestures that are over as soon as they are seen.
        public static let recognized = State.ended
    }

    /// The view whose touches it looks at.
    open private(set) weak var view: UIView?
    /// Whether it takes part.
    open var isEnabled = true
    /// Whether views lose the touches of a gesture once it is recognised.
    open var cancelsTouchesInView = true
    /// Whether views hear of touches only when the gesture has failed.
    open var delaysTouchesBegan = false
    /// Whether views hear of ends only when the gesture has failed.
    open var delaysTouchesEnded = true
    /// How far it has come. Subclasses set it.
    open var state = State.possible {
        didSet {
            guard state != oldValue || state == .changed else { return }
            if state != .possible, state != .failed { for handler in handlers { handler(self) } }
            for touch in tracked { touch.window?.screen.input.settle(touch) }
        }
    }
    private var handlers: [(UIGestureRecognizer) -> Void] = []
    private(set) final var tracked: Set<UITouch> = []

    /// A recognizer that calls a closure whenever the gesture begins, changes, ends or is cancelled.
    public init(handler: @escaping (UIGestureRecognizer) -> Void) {
        handlers = [handler]
        super.init()
    }

    /// A recognizer that calls nobody.
    @MainActor public override init() { super.init() }

    /// Where the gesture is, in a view's space: the middle of its touches.
    open func location(in view: UIView?) -> CGPoint {
        guard !tracked.isEmpty else { return .zero }
        let points = tracked.map { $0.location(in: view) }
        return CGPoint(x: points.reduce(0) { $0 + $1.x } / CGFloat(points.count), y: points.reduce(0) { $0 + $1.y } / CGFloat(points.count))
    }

    /// How many touches it looks at.
    open var numberOfTouches: Int { tracked.count }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Forgets the gesture; called when it is over.
    open func reset() {}

    // MARK: The seam to views and windows

    final func attach(to view: UIView?) { self.view = view }

    /// Whether it wants to see a new touch.
    final func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool { isEnabled }

    /// Touches changed.
    final func receive(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) {
        guard isEnabled else { return }
        switch phase {
        case .began:
            tracked.formUnion(touches)
            touchesBegan(touches, with: event)
        case .moved: touchesMoved(touches, with: event)
        case .ended: touchesEnded(touches, with: event)
        case .cancelled: touchesCancelled(touches, with: event)
        default: break
        }
    }

    /// Called after the views heard of the touches' ends.
    final func touchesAreOver(_ touches: Set<UITouch>) {
        tracked.subtract(touches)
        guard tracked.isEmpty, state != .possible || !waitsForMoreTouches else { return }
        reset()
        state = .possible
    }

    /// Views lose their touches to it.
    final var hasRecognized: Bool { state == .began || state == .changed || state == .ended }
    /// Views wait for it, where it delays touches.
    final var isUndecided: Bool { isEnabled && state == .possible }
    /// Whether touches that have ended may be the beginning of the gesture, as the first of two taps.
    var waitsForMoreTouches: Bool { false }
    /// The mouse moved without a button, to a place of the window; nil is out of the view.
    func hover(at place: CGPoint?) {}
}
