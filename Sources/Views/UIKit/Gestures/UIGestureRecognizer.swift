import QuartzCore

/// Looks for a gesture in the touches of a view and of the views in it.
///
/// A recognizer waits in `possible` until its touches are the gesture or can't be it. A discrete gesture is then `ended` at once, and its
/// handlers are called; a continuous one goes from `began` through `changed` to `ended` or `cancelled`, and they are called each time. What
/// others say is counted in: delegates and views may say no, a recognizer that must fail first makes this one wait, and of those that look
/// at the same touches the first to be recognised makes the others fail, unless a delegate lets both go on.
///
/// A subclass overrides the touch methods and `reset()`, and sets `state`; changes that make no sense are ignored. Used on the main thread.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    /// How far a recognizer has come.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        /// Another name of `ended`, for gestures that are over as soon as they are seen.
        public static let recognized = State.ended
    }

    // MARK: What it is asked for

    /// The view whose touches it looks at.
    open private(set) weak var view: UIView?
    /// Whether it takes part; a gesture that goes on is cancelled when it no longer does.
    open var isEnabled = true {
        didSet { if !isEnabled { stateMachine.disable() } }
    }
    /// Who is asked about its decisions; not kept.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// Whether views lose the touches of a gesture once it is recognised; true at first.
    open var cancelsTouchesInView = true
    /// Whether views hear of touches only when the gesture has failed; false at first.
    open var delaysTouchesBegan = false
    /// Whether views hear of ends only when the gesture has failed; true at first.
    open var delaysTouchesEnded = true
    /// Raw values of the `UITouch.TouchType`s that it looks at; all at first.
    open var allowedTouchTypes: [NSNumber] = (0...3).map { NSNumber(value: $0) }
    /// Whether touches of one type keep those of another away. Kept: devices are not mixed on Linux.
    open var requiresExclusiveTouchType = true
    /// A name for the program's own use.
    open var name: String?
    /// Which keys were held at the last event.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// Which mouse buttons were held at the last event.
    open internal(set) var buttonMask: UIEvent.ButtonMask = []

    /// What follows from what happens to it.
    private(set) final lazy var stateMachine = GestureStateMachine(self)
    final var handlers = GestureHandlers()

    // MARK: Making

    /// A recognizer that calls a method of a target by its name, with itself as argument. What names call: see `Selector`.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// A recognizer that tells nobody yet.
    @preconcurrency @MainActor public convenience override init() { self.init(target: nil, action: nil) }

    /// A recognizer that calls a closure whenever the gesture begins, changes, ends or is cancelled.
    public convenience init(handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(nil, nil, handler)
    }

    /// The same with the closure's own class of recognizer: `UIPanGestureRecognizer { (pan: UIPanGestureRecognizer) in … }`. A recognizer
    /// that is none of that class never calls it.
    public convenience init<Recognizer: UIGestureRecognizer>(handler: @escaping @MainActor (Recognizer) -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(nil, nil) { recognizer in if let own = recognizer as? Recognizer { handler(own) } }
    }

    /// Tells another target.
    open func addTarget(_ target: Any, action: Selector) {
        let object = target as AnyObject
        handlers.add(object, action) { [weak object] recognizer in
            if let object { action.send(to: object, [recognizer]) }
        }
    }

    /// No longer tells a target; nil for all of them, a nil action for all of the target's.
    open func removeTarget(_ target: Any?, action: Selector?) { handlers.remove(target.map { $0 as AnyObject }, action) }

    // MARK: Where it is

    /// How far it has come. Subclasses set it.
    open var state: State {
        get { stateMachine.state }
        set { stateMachine.request(newValue) }
    }

    /// Where the gesture is, in a view's space: the middle of its touches. Nil is the window's space.
    open func location(in view: UIView?) -> CGPoint { stateMachine.middle(in: view) }

    /// Where one of the touches is, in a view's space.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        stateMachine.tracked.indices.contains(touchIndex) ? stateMachine.tracked[touchIndex].location(in: view) : .zero
    }

    /// How many touches it looks at.
    open var numberOfTouches: Int { stateMachine.tracked.count }

    /// Waits for another recognizer to fail before this one begins, and fails where it does not.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        stateMachine.requirements.removeAll { $0.recognizer == nil }
        if otherGestureRecognizer !== self { stateMachine.requirements.append(WeakRecognizer(recognizer: otherGestureRecognizer)) }
    }

    // MARK: For subclasses

    /// Fingers came down.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Fingers moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Fingers went up.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// The system took the fingers away.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Forgets the gesture; called when it is over, before it is possible again.
    open func reset() {}
    /// Looks no longer at a touch.
    open func ignore(_ touch: UITouch, for event: UIEvent) { stateMachine.ignore(touch) }
    /// Whether it makes another one fail when it is recognised.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether it fails when another one is recognised.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether another one must fail before this one begins.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether this one must fail before another one begins.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether it looks at an event at all.
    open func shouldReceive(_ event: UIEvent) -> Bool { true }

    /// Whether it has seen enough to begin, though it may still wait for another one to fail.
    final var isUnderWay: Bool { state != .possible || stateMachine.isWaiting }
    /// Whether a new touch is one for it, whatever its delegate says.
    func wants(_ touch: UITouch) -> Bool { true }
    /// Whether touches that have ended may be the beginning of the gesture, as the first of two taps.
    var waitsForMoreTouches: Bool { false }
    /// The mouse moved without a button, to a place of the window; nil is out of the view.
    func hover(at place: CGPoint?) {}

    // MARK: The seam to views and windows

    final func attach(to view: UIView?) {
        self.view = view
        stateMachine.disable()
    }

    /// Whether it wants to see a new touch.
    final func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool { stateMachine.accepts(touch, event) }
    /// Touches changed.
    final func receive(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) { stateMachine.receive(touches, phase, event) }
    /// Called after the views heard of the touches' ends.
    final func touchesAreOver(_ touches: Set<UITouch>) { stateMachine.touchesAreOver(touches) }
    /// Views lose their touches to it.
    final var hasRecognized: Bool { stateMachine.hasRecognized }
    /// Views wait for it, where it delays touches.
    final var isUndecided: Bool { isEnabled && state == .possible }
}

struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }
