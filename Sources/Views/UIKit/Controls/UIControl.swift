import QuartzCore

/// The base class of views that track a touch and call targets and actions when they are used.
///
/// The first touch is tracked from `touchDown` to one of `touchUpInside`, `touchUpOutside` and `touchCancel`.
@preconcurrency @MainActor open class UIControl: UIView {
    /// The state of a control.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// No other state applies.
        public static let normal: State = []
        /// A finger is on the control.
        public static let highlighted = State(rawValue: 1)
        /// The control ignores touches.
        public static let disabled = State(rawValue: 2)
        /// The control is selected.
        public static let selected = State(rawValue: 4)
        /// The control has the focus. Never set by Agate.
        public static let focused = State(rawValue: 8)
        /// The bits that are reserved for applications.
        public static let application = State(rawValue: 0x00FF_0000)
        /// The bits that are reserved for the framework.
        public static let reserved = State(rawValue: 0xFF00_0000)
    }

    /// The events of a control.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A touch began on the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A repeated touch began, soon after the previous one.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The touch moved inside the control.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The touch moved more than 70 points outside the control.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The touch moved back into the control.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The touch moved out of the control.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The touch ended inside the control.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The touch ended outside the control.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The touch was canceled.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The value changed.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control performed its primary action.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// A menu was requested. Never sent by Agate.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        /// Editing began.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The text changed.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Editing ended.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key ended editing.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All touch events.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// All editing events.
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// The bits that are reserved for applications.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        /// The bits that are reserved for the framework.
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        /// All events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// The vertical alignment of the content in the bounds.
    public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }
    /// The horizontal alignment of the content in the bounds.
    public enum ContentHorizontalAlignment: Int, Sendable { case center, left, right, fill, leading, trailing }

    final var targets = ControlTargets()
    private var tracked: UITouch?

    /// Creates a control with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a control without size. Agate doesn't read nibs.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a control that calls an action on `primaryActionTriggered`.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    // MARK: State

    /// A Boolean value that indicates whether the control handles touches. The default is true.
    open var isEnabled = true {
        willSet { willChangeValue(forKey: "isEnabled", isEnabled) }
        didSet {
            defer { didChangeValue(forKey: "isEnabled", isEnabled) }
            guard isEnabled != oldValue else { return }
            if !isEnabled { stopTracking(nil) }
            stateChanged()
        }
    }
    /// A Boolean value that indicates whether the control is selected.
    open var isSelected = false {
        willSet { willChangeValue(forKey: "isSelected", isSelected) }
        didSet {
            if isSelected != oldValue { stateChanged() }
            didChangeValue(forKey: "isSelected", isSelected)
        }
    }
    /// A Boolean value that indicates whether a finger is on the control.
    open var isHighlighted = false {
        willSet { willChangeValue(forKey: "isHighlighted", isHighlighted) }
        didSet {
            if isHighlighted != oldValue { stateChanged() }
            didChangeValue(forKey: "isHighlighted", isHighlighted)
        }
    }
    /// The state, which combines `isHighlighted`, `isEnabled` and `isSelected`.
    open var state: State {
        var state: State = isHighlighted ? .highlighted : []
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
    /// The vertical alignment of the content in the bounds.
    open var contentVerticalAlignment = ContentVerticalAlignment.center {
        didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
    }
    /// The horizontal alignment of the content in the bounds.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
    }
    /// A Boolean value that indicates whether the control tracks a touch.
    open private(set) var isTracking = false
    /// A Boolean value that indicates whether the tracked touch is inside the control.
    open private(set) var isTouchInside = false

    /// Called when the state has changed. Requests a layout.
    func stateChanged() { setNeedsLayout() }

    // MARK: Tracking

    /// Called when a touch begins. Returns false to not track the touch. Subclasses override these four methods.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// Called when the touch moves. Returns false to stop tracking.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// Called when the touch ends.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    /// Called when tracking is canceled.
    open func cancelTracking(with event: UIEvent?) {}

    /// The alpha of the parts of a disabled switch or slider.
    static let disabledAlpha: CGFloat = 0.5
    /// The duration in seconds in which controls move to a new value.
    static let valueDuration = 0.25
    /// Animates a change that a touch may interrupt.
    static func animateChange(duration: TimeInterval = UIControl.valueDuration, _ change: @escaping () -> Void) {
        UIView.animate(withDuration: duration, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState], animations: change)
    }

    /// The distance outside the bounds within which a tracked touch still counts as inside, in points.
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

    /// Called when the touch ended inside the control. Buttons perform their primary action here.
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

    // MARK: Targets and actions

    /// Adds an action for some events. It replaces an action with the same identifier.
    open func addAction(_ action: UIAction, for controlEvents: Event) { targets.add(action, controlEvents) }

    /// Removes an action for some events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Removes the action with an identifier for some events.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        targets.remove(controlEvents) { $0.uiAction?.identifier == actionIdentifier }
    }

    /// Adds a target and the name of a method to call for some events. The target isn't retained. The method receives this control and the
    /// event, as far as it has parameters for them. See `Selector` for the supported names.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        targets.add(target.map { $0 as AnyObject }, action, controlEvents)
    }

    /// Removes a target for some events. A nil target means all targets, and a nil action all actions.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        targets.remove(controlEvents) {
            $0.uiAction == nil && (object == nil || $0.target === object) && (action == nil || $0.selector == action)
        }
    }

    /// Calls all targets and actions of some events.
    open func sendActions(for controlEvents: Event) { targets.send(controlEvents, self, nil) }

    /// Performs an action with this control as the sender. Called for each action of an event; subclasses may override it.
    open func sendAction(_ action: UIAction) { action.perform(self) }

    /// Performs the primary action.
    open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }
    /// The horizontal alignment, with leading and trailing resolved to left and right.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
        switch contentHorizontalAlignment {
        case .leading: return isTurned ? .right : .left
        case .trailing: return isTurned ? .left : .right
        default: return contentHorizontalAlignment
        }
    }
    /// The text to show where the pointer rests. Stored without effect. Setting it reports one diagnostic.
    open var toolTip: String? {
        didSet { KeptProperty.report("UIControl.toolTip", toolTip != nil, "no tool tip is shown") }
    }

    /// Calls a method of a target with this control as the sender, by the application's `sendAction(_:to:from:for:)`. A nil target means
    /// the first object in the responder chain that implements it. Called for each target of an event; subclasses may override it.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        UIApplication.shared.sendAction(action, to: target, from: self, for: event)
    }

    /// The targets that were added and still exist.
    open var allTargets: Set<AnyHashable> { Set(targets.entries.compactMap { ($0.target as? NSObject).map(AnyHashable.init) }) }
    /// All events for which a target or an action was added.
    open var allControlEvents: Event { targets.entries.reduce(into: []) { $0.formUnion($1.events) } }

    /// Returns the names of a target's methods that are called on an event, or nil if there are none.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        let names = targets.entries.filter { $0.target === target.map { $0 as AnyObject } && $0.events.contains(controlEvent) }
            .compactMap { $0.selector.map { "\($0)" } }
        return names.isEmpty ? nil : names
    }
}

extension UIControl {
    /// Adds a closure for some events.
    public func addHandler(for controlEvents: Event, _ handler: @escaping @MainActor () -> Void) {
        addAction(UIAction { _ in handler() }, for: controlEvents)
    }
}

/// A protocol of all controls, whose methods use the control's own type.
@preconcurrency @MainActor public protocol ControlSource: UIControl {}

extension UIControl: ControlSource {}

extension ControlSource {
    /// Adds a method of the target's class for some events. The target isn't retained. Example: `slider.addTarget(self, action:
    /// Mixer.changed, for: .valueChanged)`.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> @MainActor (Self) -> Void, for controlEvents: UIControl.Event
    ) {
        targets.add(target, controlEvents) { [weak target] control in
            if let target, let control = control as? Self { action(target)(control) }
        }
    }

    /// Adds a method without arguments for some events. The target isn't retained.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> @MainActor () -> Void, for controlEvents: UIControl.Event
    ) {
        targets.add(target, controlEvents) { [weak target] _ in if let target { action(target)() } }
    }
}
