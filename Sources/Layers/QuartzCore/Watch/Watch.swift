import AgateDiagnostics
import CRuntimeHooks
import CoreGraphics
import RenderTree

/// A change of a layer's property that is being watched, or an explanation of one.
package final class WatchedChange {
    let layer: CALayer
    let key: String
    let old: PropertyValue?
    /// The steps of the action search, and their results.
    package var steps: [(step: ActionStep, answer: ActionAnswer)] = []

    init(_ layer: CALayer, _ key: String, old: PropertyValue?) {
        self.layer = layer
        self.key = key
        self.old = old
    }
}

/// An event of a transaction, reported to the log.
package struct TransactionNote: Sendable {
    package enum Kind: String, Sendable {
        case begin, commit, flush, set, animate, added, replaced, removed, ended, completion
    }
    package var kind: Kind
    package var time: Double
    /// The number of open transactions.
    package var level: Int
    package var isImplicit = false
    package var layer: String?
    package var layerID: UInt64?
    package var key: String?
    package var old: String?
    package var new: String?
    /// The reason or the manner, as one clause.
    package var detail = ""
}

/// The observers of transactions. When off, it costs a load and a branch.
package enum Watch {
    /// A structure, because a closure that is read as a generic value is rewrapped each time, and a lock's `inout` keeps the wrapper.
    private struct Logger: Sendable {
        let notify: @Sendable (TransactionNote) -> Void
    }
    private static let logger = Locked<Logger?>(nil)

    /// True if there is an observer: the log, or an explanation on some thread.
    @inline(__always)
    package static var isOn: Bool { agate_watchers() != 0 }

    /// Sets the closure that is notified of all events, on any thread.
    package static func setLogger(_ new: (@Sendable (TransactionNote) -> Void)?) {
        logger.withLock { logger in
            agate_add_watchers((new == nil ? 0 : 1) - (logger == nil ? 0 : 1))
            logger = new.map { Logger(notify: $0) }
        }
    }

    private static func tell(_ note: TransactionNote) {
        // The lock is released first: the logger may take other locks.
        logger.withLock { $0 }?.notify(note)
    }

    private static var hasLogger: Bool { logger.withLock { $0 != nil } }

    // MARK: Searches

    /// Returns the record for the search for this layer and event; nil if it is not being watched.
    static func record(of layer: CALayer, _ event: String) -> WatchedChange? {
        guard let change = TransactionThread.current.watched.last, change.layer === layer else { return nil }
        guard event == change.key || event.hasPrefix(change.key + ".") else { return nil }
        return change
    }

    /// Searches for a layer's action as a setter does, and records the results.
    package static func search(_ layer: CALayer, _ event: String) -> (action: (any CAAction)?, change: WatchedChange) {
        agate_add_watchers(1)
        defer { agate_add_watchers(-1) }
        let thread = TransactionThread.current
        let change = WatchedChange(layer, event, old: nil)
        thread.watched.append(change)
        defer { thread.watched.removeAll { $0 === change } }
        return (layer.action(forKey: event), change)
    }

    // MARK: Keys

    /// Returns the keys of `@CAAnimatable` properties that `body` reads on this thread, to find the key of a Swift key path.
    package static func keys(readBy body: () -> Void) -> [String] {
        agate_add_watchers(1)
        defer { agate_add_watchers(-1) }
        let thread = TransactionThread.current
        let before = thread.keysRead
        thread.keysRead = []
        body()
        defer { thread.keysRead = before }
        return thread.keysRead ?? []
    }

    @inline(never)
    static func didRead(_ key: String) { TransactionThread.current.keysRead?.append(key) }

    // MARK: Reported by setters

    @inline(never)
    static func willSet(_ layer: CALayer, _ key: String, _ old: PropertyValue?) {
        guard hasLogger else { return }
        TransactionThread.current.watched.append(WatchedChange(layer, key, old: old))
    }

    @inline(never)
    static func didSet(_ layer: CALayer, _ key: String, _ new: PropertyValue?, isAsked: Bool, _ action: (any CAAction)?) {
        let thread = TransactionThread.current
        // A change that began before the log was on has no record. Records left over from a log that was turned off are removed.
        guard let index = thread.watched.lastIndex(where: { $0.layer === layer && $0.key == key }) else { return }
        let change = thread.watched[index]
        thread.watched.removeSubrange(index...)
        var note = note(.set, layer, key)
        note.old = change.old.map(describe) ?? "nil"
        note.new = new.map(describe) ?? "nil"
        note.detail = reason(layer, change, isAsked: isAsked, action)
        tell(note)
    }

    private static func reason(_ layer: CALayer, _ change: WatchedChange, isAsked: Bool, _ action: (any CAAction)?) -> String {
        if let action {
            let by = change.steps.last.map { "from \($0.step.rawValue)" } ?? "from action(forKey:) of \(type(of: layer))"
            return "\(describe(action)) \(by)"
        }
        if !isAsked { return "not asked: the property never has an action" }
        if !CATransaction.asksForActions { return "not asked: the transaction disables actions" }
        if !layer.mayFindAction { return "not asked: the layer is not shown, and no step can provide an action" }
        guard let last = change.steps.last else { return "no action: \(type(of: layer)) overrides action(forKey:) and returned nil" }
        if case .null = last.answer { return "no action: \(last.step.rawValue) returned NSNull" }
        if case .nothing(let why) = last.answer { return "no action: \(why)" }
        return "no action: \(type(of: layer)) overrides action(forKey:) and returned nil"
    }

    // MARK: Reported by transactions and animations

    @inline(never)
    static func note(_ kind: TransactionNote.Kind, isImplicit: Bool = false, _ detail: @autoclosure () -> String = "") {
        guard hasLogger else { return }
        var note = TransactionNote(kind: kind, time: CACurrentMediaTime(), level: TransactionThread.current.scopes.count)
        note.isImplicit = isImplicit
        note.detail = detail()
        tell(note)
    }

    @inline(never)
    static func note(_ kind: TransactionNote.Kind, _ entry: AnimationEntry, _ detail: @autoclosure () -> String = "") {
        guard hasLogger else { return }
        var note =
            entry.layer.map { Self.note(kind, $0, entry.key ?? "") }
            ?? TransactionNote(kind: kind, time: CACurrentMediaTime(), level: TransactionThread.current.scopes.count)
        note.key = entry.key
        note.new = describe(entry.animation)
        note.detail = detail()
        tell(note)
    }

    /// Notes a typed animation, with the line of code that added it.
    package static func noteAnimate(_ layer: CALayer, _ key: String, _ detail: @autoclosure () -> String) {
        guard hasLogger else { return }
        var note = note(.animate, layer, key)
        note.detail = detail()
        tell(note)
    }

    private static func note(_ kind: TransactionNote.Kind, _ layer: CALayer, _ key: String) -> TransactionNote {
        var note = TransactionNote(kind: kind, time: CACurrentMediaTime(), level: TransactionThread.current.scopes.count)
        note.layer = LayerReport.describe(layer)
        note.layerID = layer.id.rawValue
        note.key = key
        return note
    }

    // MARK: Descriptions

    /// Returns a short description of a value.
    package static func describe(_ value: PropertyValue) -> String {
        switch value {
        case .number(let v): "\(v)"
        case .bool(let v): "\(v)"
        case .point(let v): "(\(v.x), \(v.y))"
        case .size(let v): "(\(v.width), \(v.height))"
        case .rect(let v): "(\(v.origin.x), \(v.origin.y), \(v.size.width), \(v.size.height))"
        case .transform(let t): t.isIdentity ? "identity" : "a transform"
        case .color(let c): "rgba(\(c.rgba.x), \(c.rgba.y), \(c.rgba.z), \(c.rgba.w))"
        case .path(let path): "a path of \(path.verbs.count) elements"
        case .image(let image): "an image of \(image.width) x \(image.height)"
        case .colors(let list): "\(list.count) colours"
        case .numbers(let list): "\(list.count) numbers"
        case .insets(let v): "(\(v.top), \(v.left), \(v.bottom), \(v.right))"
        case .string(let v): "\"\(v.prefix(40))\""
        case .object(let v): "a \(type(of: v.object))"
        }
    }

    /// Returns a short description of an action.
    package static func describe(_ action: any CAAction) -> String {
        guard let animation = action as? CAAnimation else { return "\(type(of: action))" }
        let path = (animation as? CAPropertyAnimation)?.keyPath.map { " of \($0)" } ?? ""
        let time = animation.duration > 0 ? ", \(animation.duration) s" : ""
        return "\(type(of: animation))\(path)\(time)"
    }
}

private extension CATransform3D {
    var isIdentity: Bool { self == CATransform3DIdentity }
}
