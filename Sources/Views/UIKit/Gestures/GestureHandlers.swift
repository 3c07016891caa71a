import QuartzCore

/// Whom a recognizer tells.
@MainActor struct GestureHandlers {
    private struct Entry {
        weak var target: AnyObject?
        let hasTarget: Bool
        let action: Selector?
        let call: @MainActor (UIGestureRecognizer) -> Void
    }

    private var entries: [Entry] = []

    mutating func add(_ target: AnyObject?, _ action: Selector?, _ call: @escaping @MainActor (UIGestureRecognizer) -> Void) {
        // A target is reported once of each action.
        if target != nil, action != nil { remove(target, action) }
        entries.append(Entry(target: target, hasTarget: target != nil, action: action, call: call))
    }

    mutating func remove(_ target: AnyObject?, _ action: Selector?) {
        entries.removeAll { (target == nil || $0.target === target) && (action == nil || $0.action == action) }
    }

    /// Handlers may change who is notified.
    func call(_ recognizer: UIGestureRecognizer) {
        for entry in entries where !entry.hasTarget || entry.target != nil { entry.call(recognizer) }
    }
}

/// What has recognizers' own types in its methods: all recognizers.
@preconcurrency @MainActor public protocol GestureSource: UIGestureRecognizer {}

extension UIGestureRecognizer: GestureSource {}

extension GestureSource {
    /// Tells a target, which is not kept, by a method of its class: `recognizer.addTarget(self, action: Board.panned)`.
    public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> @MainActor (Self) -> Void) {
        handlers.add(target, nil) { [weak target] recognizer in
            if let target, let recognizer = recognizer as? Self { action(target)(recognizer) }
        }
    }

    /// Tells a target, which is not kept, by a method without arguments.
    public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> @MainActor () -> Void) {
        handlers.add(target, nil) { [weak target] _ in if let target { action(target)() } }
    }

    /// Calls a closure whenever the gesture begins, changes, ends or is cancelled.
    public func addHandler(_ handler: @escaping @MainActor (Self) -> Void) {
        handlers.add(nil, nil) { recognizer in if let recognizer = recognizer as? Self { handler(recognizer) } }
    }
}

extension UIGestureRecognizer {
    /// A recognizer that tells a target, which is not kept, by a method of its class: `init(target: self, action: Board.tapped)`.
    public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        target: Target, action: @escaping (Target) -> @MainActor (Recognizer) -> Void
    ) {
        self.init(target: nil, action: nil)
        handlers.add(target, nil) { [weak target] recognizer in if let target, let own = recognizer as? Recognizer { action(target)(own) } }
    }

    /// A recognizer that tells a target, which is not kept, by a method without arguments.
    public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> @MainActor () -> Void) {
        self.init(target: nil, action: nil)
        handlers.add(target, nil) { [weak target] _ in if let target { action(target)() } }
    }
}
