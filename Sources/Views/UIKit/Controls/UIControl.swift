import QuartzCore

/// A view that people do something with: it follows a finger and calls what was added to it.
///
/// The first finger on it is tracked from `touchDown` to one of `touchUpInside`, `touchUpOutside` and `touchCancel`.
@preconcurrency @MainActor open class UIControl: UIView {
    /// What a control is at present.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// None of the others.
        public static let normal: State = []
        /// A finger is on it.
        public static let highlighted = State(rawValue: 1)
        /// It takes no touches.
        public static let disabled = State(rawValue: 2)
        /// It is chosen.
        public static let selected = State(rawValue: 4)
        /// Keys go to it. Never set by Agate.
        public static let focused = State(rawValue: 8)
        /// Bits for the program.
        public static let application = State(rawValue: 0x00FF_0000)
        /// Bits for the framework.
        public static let reserved = State(rawValue: 0xFF00_0000)
    }

    /// What happens to a control.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A finger came down.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger came down again, soon after the last time.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The finger moved on the control.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The finger moved, more than 70 points outside.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The finger came back.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The finger went away.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The finger went up on the control.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger went up elsewhere.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The finger was taken away.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The value is another one.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// It did what it is for.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// A menu was asked for. Never sent by Agate.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        /// Text is being written.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The text changed.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Writing has ended.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// Writing has ended by the return key.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All about fingers.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// All about writing.
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// Bits for the program.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        /// Bits for the framework.
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        /// Everything.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// Where the content stands down the bounds.
    public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }
    /// Where the content stands across the bounds.
    public enum ContentHorizontalAlignment: Int, Sendable { case center, left, right, fill, leading, trailing }

    final var targets = ControlTargets()
    private var tracked: UITouch?

    /// A control with a place in its superview.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A control without size; Agate reads no nibs.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A control that calls an action when it does what it is for.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    // MARK: State

    /// Whether it takes touches; true at first.
    open var isEnabled = true {
        willSet { willChangeValue(forKey: "isEnabled", isEnabled) }
        didSet {
            defer { didChangeValue(forKey: "isEnabled", isEnabled) }
            guard isEnabled != oldValue else { return }
            if !isEnabled { stopTracking(nil) }
            stateChanged()
        }
    }
    /// Whether it is chosen.
    open var isSelected = false {
        willSet { willChangeValue(forKey: "isSelected", isSelected) }
        didSet {
            if isSelected != oldValue { stateChanged() }
            didChangeValue(forKey: "isSelected", isSelected)
        }
    }
    /// Whether a finger is on it.
    open var isHighlighted = false {
        willSet { willChangeValue(forKey: "isHighlighted", isHighlighted) }
        didSet {
            if isHighlighted != oldValue { stateChanged() }
            didChangeValue(forKey: "isHighlighted", isHighlighted)
        }
    }
    /// All of that together.
    open var state: State {
        var state: State = isHighlighted ? .highlighted : []
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
    /// Where the content stands down the bounds.
    open var contentVerticalAlignment = ContentVerticalAlignment.center {
        didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
    }
    /// Where the content stands across the bounds.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
    }
    /// Whether a finger is tracked.
    open private(set) var isTracking = false
    /// Whether the tracked finger is on the control.
    open private(set) var isTouchInside = false

    /// Shows another state.
    func stateChanged() { setNeedsLayout() }

    // MARK: Tracking

    /// A finger came down. False if it is not to be followed. Subclasses override these four.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// The finger moved. False to follow it no longer.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// The finger went up.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    /// The finger was taken away.
    open func cancelTracking(with event: UIEvent?) {}

    /// How far outside a finger still counts as on the control once it is tracked.
    static let reach: CGFloat = 70

    private func isInside(_ touch: UITouch) -> Bool {
        bounds.insetBy(dx: -Self.reach, dy: -Self.reach).contains(touch.location(in: self))
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, !isTracking, let touch = touches.first else { return }
        tracked = touch
        isTouchInside = true
        isTracking = beginTracking(touch, with: event)
        guard isTracking else { return tracked = nil }
        isHighlighted = true
        targets.send(.touchDown, self, event)
        if touch.tapCount > 1 { targets.send(.touchDownRepeat, self, event) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = tracked, touches.contains(touch) else { return }
        let wasInside = isTouchInside
        isTouchInside = isInside(touch)
        guard continueTracking(touch, with: event) else {
            isTracking = false
            tracked = nil
            isHighlighted = false
            return
        }
        isHighlighted = isTouchInside
        if isTouchInside != wasInside { targets.send(isTouchInside ? .touchDragEnter : .touchDragExit, self, event) }
        targets.send(isTouchInside ? .touchDragInside : .touchDragOutside, self, event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = tracked, touches.contains(touch) else { return }
        isTouchInside = isInside(touch)
        let inside = isTouchInside
        endTracking(touch, with: event)
        isTracking = false
        tracked = nil
        isTouchInside = false
        isHighlighted = false
        targets.send(inside ? .touchUpInside : .touchUpOutside, self, event)
        if inside { tapped(event) }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = tracked, touches.contains(touch) else { return }
        stopTracking(event)
    }

    /// The finger went up on the control: buttons do what they are for.
    func tapped(_ event: UIEvent?) {}

    private func stopTracking(_ event: UIEvent?) {
        guard isTracking else { return }
        cancelTracking(with: event)
        isTracking = false
        tracked = nil
        isTouchInside = false
        isHighlighted = false
        targets.send(.touchCancel, self, event)
    }

    // MARK: Who is called

    /// Calls an action on some events; one of the same identifier takes the old one's place.
    open func addAction(_ action: UIAction, for controlEvents: Event) { targets.add(action, controlEvents) }

    /// No longer calls an action on some events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// No longer calls the action of an identifier on some events.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        targets.remove(controlEvents) { $0.uiAction?.identifier == actionIdentifier }
    }

    /// Calls a method of a target, which is not kept, by its name, with this control and the event as far as it takes them. What names
    /// call: see `Selector`.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        targets.add(target.map { $0 as AnyObject }, action, controlEvents)
    }

    /// No longer tells a target on some events; nil is all targets, or all of the target's actions.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        targets.remove(controlEvents) {
            $0.uiAction == nil && (object == nil || $0.target === object) && (action == nil || $0.selector == action)
        }
    }

    /// Calls all that was added for some events.
    open func sendActions(for controlEvents: Event) { targets.send(controlEvents, self, nil) }

    /// Calls an action as this control.
    open func sendAction(_ action: UIAction) { action.perform(self) }

    /// Does what the control is for.
    open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }
    /// Where the content stands, leading and trailing being sides.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
        switch contentHorizontalAlignment {
        case .leading: return isTurned ? .right : .left
        case .trailing: return isTurned ? .left : .right
        default: return contentHorizontalAlignment
        }
    }
    /// What is shown where the pointer rests; kept.
    /// One diagnostic says so when it is set.
    open var toolTip: String? {
        didSet { KeptProperty.report("UIControl.toolTip", toolTip != nil, "no tool tip is shown") }
    }

    /// Tells a target as this control. Nil goes along the responders.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        ControlTargets.perform(action, on: target.map { $0 as AnyObject }, self, event)
    }

    /// The targets that were added and are still there.
    open var allTargets: Set<AnyHashable> { Set(targets.entries.compactMap { ($0.target as? NSObject).map(AnyHashable.init) }) }
    /// All events that something was added for.
    open var allControlEvents: Event { targets.entries.reduce(into: []) { $0.formUnion($1.events) } }

    /// The names of a target's methods that are called on an event.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        let names = targets.entries.filter { $0.target === target.map { $0 as AnyObject } && $0.events.contains(controlEvent) }
            .compactMap { $0.selector.map { "\($0)" } }
        return names.isEmpty ? nil : names
    }
}

extension UIControl {
    /// Calls a closure on some events.
    public func addHandler(for controlEvents: Event, _ handler: @escaping @MainActor () -> Void) {
        addAction(UIAction { _ in handler() }, for: controlEvents)
    }
}

/// What has controls' own types in its methods: all controls.
@preconcurrency @MainActor public protocol ControlSource: UIControl {}

extension UIControl: ControlSource {}

extension ControlSource {
    /// Tells a target, which is not kept, by a method of its class: `slider.addTarget(self, action: Mixer.changed, for: .valueChanged)`.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> @MainActor (Self) -> Void, for controlEvents: UIControl.Event
    ) {
        targets.add(target, controlEvents) { [weak target] control in
            if let target, let control = control as? Self { action(target)(control) }
        }
    }

    /// Tells a target, which is not kept, by a method without arguments.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> @MainActor () -> Void, for controlEvents: UIControl.Event
    ) {
        targets.add(target, controlEvents) { [weak target] _ in if let target { action(target)() } }
    }
}
