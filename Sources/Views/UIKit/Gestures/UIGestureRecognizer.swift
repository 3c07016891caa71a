import QuartzCore

/// The base class of objects that recognize a gesture in the touches of a view and its subviews.
///
/// A recognizer remains in `possible` until its touches are recognized as the gesture or can't become it. A discrete gesture is then
/// `ended` immediately, and its handlers are called. A continuous gesture changes from `began` through `changed` to `ended` or `cancelled`,
/// and its handlers are called each time. Other objects take part: delegates and views may refuse, and a recognizer that must fail first
/// makes this one wait. Among recognizers of the same touches, the first to be recognized makes the others fail, unless a delegate allows
/// both.
///
/// A subclass overrides the touch methods and `reset()`, and sets `state`. Invalid state changes are ignored. Must be used on the main
/// thread.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    /// The state of a recognizer.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        /// An alias of `ended`, for discrete gestures.
        public static let recognized = State.ended
    }

    // MARK: Settings

    /// The view whose touches the recognizer receives.
    open private(set) weak var view: UIView?
    /// A Boolean value that indicates whether the recognizer is enabled. Disabling it cancels a gesture in progress.
    open var isEnabled = true {
        didSet { if !isEnabled { stateMachine.disable() } }
    }
    /// The delegate, which takes part in the recognizer's decisions. It isn't retained.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A Boolean value that indicates whether a recognized gesture cancels its touches in views. The default is true.
    open var cancelsTouchesInView = true
    /// A Boolean value that indicates whether views receive touches only after the gesture has failed. The default is false.
    open var delaysTouchesBegan = false
    /// A Boolean value that indicates whether views receive the ends of touches only after the gesture has failed. The default is true.
    open var delaysTouchesEnded = true
    /// The raw values of the accepted `UITouch.TouchType`s. The default is all.
    open var allowedTouchTypes: [NSNumber] = (0...3).map { NSNumber(value: $0) }
    /// A Boolean value that indicates whether touches of one type exclude those of others. Stored without effect: devices aren't mixed on
    /// Linux.
    open var requiresExclusiveTouchType = true
    /// A name for the application's own use.
    open var name: String?
    /// The modifier keys that were pressed at the last event.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// The mouse buttons that were pressed at the last event.
    open internal(set) var buttonMask: UIEvent.ButtonMask = []

    /// The state machine of the gesture.
    private(set) final lazy var stateMachine = GestureStateMachine(self)
    final var handlers = GestureHandlers()

    // MARK: Initialization

    /// Creates a recognizer that calls a method of a target by name, with itself as the argument. See `Selector` for the supported names.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Creates a recognizer without targets.
    @preconcurrency @MainActor public convenience override init() { self.init(target: nil, action: nil) }

    /// Creates a recognizer that calls a closure whenever the gesture begins, changes, ends or is canceled.
    public convenience init(handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(nil, nil, handler)
    }

    /// Creates a recognizer with a closure for a specific class: `UIPanGestureRecognizer { (pan: UIPanGestureRecognizer) in … }`. A
    /// recognizer that isn't of that class never calls the closure.
    public convenience init<Recognizer: UIGestureRecognizer>(handler: @escaping @MainActor (Recognizer) -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(nil, nil) { recognizer in if let own = recognizer as? Recognizer { handler(own) } }
    }

    /// Adds a target.
    open func addTarget(_ target: Any, action: Selector) {
        let object = target as AnyObject
        handlers.add(object, action) { [weak object] recognizer in
            if let object { action.send(to: object, [recognizer]) }
        }
    }

    /// Removes a target. A nil target means all targets, and a nil action all actions of the target.
    open func removeTarget(_ target: Any?, action: Selector?) { handlers.remove(target.map { $0 as AnyObject }, action) }

    // MARK: State and location

    /// The state. Subclasses set it.
    open var state: State {
        get { stateMachine.state }
        set { stateMachine.request(newValue) }
    }

    /// Returns the location of the gesture in a view's space: the center of its touches. Nil means the window's space.
    open func location(in view: UIView?) -> CGPoint { stateMachine.middle(in: view) }

    /// Returns the location of one of the touches in a view's space.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        stateMachine.tracked.indices.contains(touchIndex) ? stateMachine.tracked[touchIndex].location(in: view) : .zero
    }

    /// The number of touches.
    open var numberOfTouches: Int { stateMachine.tracked.count }

    /// Requires another recognizer to fail before this one begins. If the other one doesn't fail, this one does.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        stateMachine.requirements.removeAll { $0.recognizer == nil }
        if otherGestureRecognizer !== self { stateMachine.requirements.append(WeakRecognizer(recognizer: otherGestureRecognizer)) }
    }

    // MARK: For subclasses

    /// Called when touches begin.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Called when touches move.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Called when touches end.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Called when the system cancels touches.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Resets the recognizer. Called after the gesture has ended, before the state is `possible` again.
    open func reset() {}
    /// Ignores a touch from now on.
    open func ignore(_ touch: UITouch, for event: UIEvent) { stateMachine.ignore(touch) }
    /// Returns whether the recognition of this gesture makes another one fail.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Returns whether the recognition of another gesture makes this one fail.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Returns whether another recognizer must fail before this one begins.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Returns whether this recognizer must fail before another one begins.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Returns whether the recognizer handles an event.
    open func shouldReceive(_ event: UIEvent) -> Bool { true }

    /// True if the gesture was recognized, even if it still waits for another recognizer to fail.
    final var isUnderWay: Bool { state != .possible || stateMachine.isWaiting }
    /// Returns whether the recognizer accepts a new touch, apart from its delegate.
    func wants(_ touch: UITouch) -> Bool { true }
    /// True if touches that have ended may be the beginning of the gesture, such as the first of two taps.
    var waitsForMoreTouches: Bool { false }
    /// Called when the mouse moves without a pressed button. The location is in the window, or nil if the mouse has left the view.
    func hover(at place: CGPoint?) {}

    // MARK: Interface to views and windows

    final func attach(to view: UIView?) {
        self.view = view
        stateMachine.disable()
    }

    /// Returns whether the recognizer accepts a new touch.
    final func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool { stateMachine.accepts(touch, event) }
    /// Handles changed touches.
    final func receive(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) { stateMachine.receive(touches, phase, event) }
    /// Called after views have received the ends of touches.
    final func touchesAreOver(_ touches: Set<UITouch>) { stateMachine.touchesAreOver(touches) }
    /// True if the gesture was recognized, so that views lose their touches.
    final var hasRecognized: Bool { stateMachine.hasRecognized }
    /// True if the gesture may still be recognized, so that views wait if the recognizer delays touches.
    final var isUndecided: Bool { isEnabled && state == .possible }
}

struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }
