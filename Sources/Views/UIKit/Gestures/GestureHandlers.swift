import QuartzCore

/// The targets and closures that a recognizer calls.
@MainActor struct GestureHandlers {
    private struct Entry {
        weak var target: AnyObject?
        let hasTarget: Bool
        let action: Selector?
        let call: @MainActor (UIGestureRecognizer) -> Void
    }

    private var entries: [Entry] = []

    mutating func add(_ target: AnyObject?, _ action: Selector?, _ call: @escaping @MainActor (UIGestureRecognizer) -> Void) {
        // A target is called only once for each action.
        if target != nil, action != nil { remove(target, action) }
        entries.append(Entry(target: target, hasTarget: target != nil, action: action, call: call))
    }

    mutating func remove(_ target: AnyObject?, _ action: Selector?) {
        entries.removeAll { (target == nil || $0.target === target) && (action == nil || $0.action == action) }
    }

    /// Calls all handlers. They may add and remove handlers.
    func call(_ recognizer: UIGestureRecognizer) {
        for entry in entries where !entry.hasTarget || entry.target != nil { entry.call(recognizer) }
    }
}

/// A protocol of all recognizers, whose methods use the recognizer's own type.
@preconcurrency @MainActor public protocol GestureSource: UIGestureRecognizer {}

extension UIGestureRecognizer: GestureSource {}

extension GestureSource {
    /// Adds a method of the target's class, to which the recognizer is passed. The target isn't retained. Example:
    /// `recognizer.addTarget(self, action: Board.panned)`.
    public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> @MainActor (Self) -> Void) {
        handlers.add(target, nil) { [weak target] recognizer in
            if let target, let recognizer = recognizer as? Self { action(target)(recognizer) }
        }
    }

    /// Adds a method without arguments. The target isn't retained.
    public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> @MainActor () -> Void) {
        handlers.add(target, nil) { [weak target] _ in if let target { action(target)() } }
    }

    /// Adds a closure that is called whenever the gesture begins, changes, ends or is canceled.
    public func addHandler(_ handler: @escaping @MainActor (Self) -> Void) {
        handlers.add(nil, nil) { recognizer in if let recognizer = recognizer as? Self { handler(recognizer) } }
    }
}

extension UIGestureRecognizer {
    /// Creates a recognizer that calls a method of the target's class. The target isn't retained. Example: `init(target: self, action:
    /// Board.tapped)`.
    public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        target: Target, action: @escaping (Target) -> @MainActor (Recognizer) -> Void
    ) {
        self.init(target: nil, action: nil)
        handlers.add(target, nil) { [weak target] recognizer in if let target, let own = recognizer as? Recognizer { action(target)(own) } }
    }

    /// Creates a recognizer that calls a method without arguments. The target isn't retained.
    public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> @MainActor () -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(target, nil) { [weak target] _ in if let target { action(target)() } }
    }
}
