import AgateDiagnostics
import Foundation
import Synchronization

/// The observations of an object, by the key whose changes they receive.
final class ObservedObject {
    var links: [String: [PathObservation]] = [:]
    /// Observations by `addObserver`, which are ended by observer and key path.
    var added: [AddedObserver] = []
    private let object: UnsafeRawPointer

    init(_ object: AnyObject) { self.object = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }

    /// Ends all observations of the object. Called when its memory may already belong to another object.
    func objectIsGone() {
        var ended: [ObjectIdentifier: PathObservation] = [:]
        for observation in links.values.joined() { ended[ObjectIdentifier(observation)] = observation }
        links = [:]
        for observation in ended.values { observation.linkIsGone(object) }
    }
}

/// An observation of a path of properties, starting at one object. It receives changes of the first property, of the second property of
/// the first one's value, and so on, as long as these values are objects.
///
/// Any thread may begin and end observations of an object that another thread changes. Each change is reported on the thread that makes
/// it. Two threads that change a property at once report two changes.
final class PathObservation: @unchecked Sendable {
    // Unchecked: the closures are called on the threads of the changes, and mutable state is protected by a lock.

    /// An object on the path, and the observed key of that object.
    private struct Link {
        let address: UnsafeRawPointer
        weak var object: NSObject?
        let key: String
        let level: Int
    }

    /// A change in progress on one thread. Nested changes are part of it.
    private struct Pending {
        let thread: pthread_t
        var depth = 1
        var old: Any?
    }

    private struct State {
        var links: [Link] = []
        var pending: [Pending] = []

        func index(_ thread: pthread_t) -> Int? { pending.firstIndex { pthread_equal($0.thread, thread) != 0 } }
    }

    struct Change {
        let old: Any?
        let new: Any?
        let isPrior: Bool
        /// True for the initial call, before any change.
        var isInitial = false
    }

    let path: [String]
    let options: NSKeyValueObservingOptions
    private weak var root: NSObject?
    private let read: (NSObject) -> Any?
    private let handler: (NSObject, Change) -> Void
    /// Nothing is called or released under the lock.
    private let state = Locked(State())
    private let hasEnded = Atomic(false)
    /// True if the handler was called with a value: initially, or after a change.
    private let isSent = Atomic(false)

    /// The number of observations in the process. If there are none, a change only costs the test of this number.
    private static let count = Atomic(0)
    static var isAny: Bool { count.load(ordering: .relaxed) != 0 }

    init(
        _ root: NSObject, _ path: String, _ options: NSKeyValueObservingOptions, read: @escaping (NSObject) -> Any?,
        handler: @escaping (NSObject, Change) -> Void
    ) {
        self.root = root
        self.path = path.split(separator: ".").map(String.init)
        self.options = options
        self.read = read
        self.handler = handler
    }

    func start() {
        Self.count.wrappingAdd(1, ordering: .relaxed)
        guard let root else { return }
        link(root, 0)
        if options.contains(.initial) {
            isSent.store(true, ordering: .relaxed)
            handler(root, Change(old: nil, new: options.contains(.new) ? read(root) : nil, isPrior: false, isInitial: true))
        }
    }

    /// Ends the observation, on any thread.
    func stop() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.count.wrappingSubtract(1, ordering: .relaxed)
        unlink(from: 0)
    }

    // MARK: Path

    private func link(_ object: NSObject, _ level: Int) {
        var next: NSObject? = object
        var level = level
        while let object = next, level < path.count {
            let key = path[level]
            add(object, key, level)
            if let source = object as? any ObservationSource {
                for affecting in source.keysAffecting(key) { add(affecting.object, affecting.key, level) }
            }
            level += 1
            next = level < path.count ? KeyValueAccess.value(of: object, key) as? NSObject : nil
        }
        // Another thread may have ended the observation before these links existed.
        if hasEnded.load(ordering: .acquiring) { unlink(from: 0) }
    }

    private func add(_ object: NSObject, _ key: String, _ level: Int) {
        let link = Link(address: Self.address(object), object: object, key: key, level: level)
        state.withLock { $0.links.append(link) }
        let isFirst = ObjectAttachments.of(object) { attachments -> Bool in
            let observed = attachments.observed ?? ObservedObject(object)
            attachments.observed = observed
            let isFirst = observed.links.isEmpty
            for spelling in Self.spellings(key) { observed.links[spelling, default: []].append(self) }
            return isFirst
        }
        if isFirst { (object as? any ObservationSource)?.observationChanged() }
    }

    private static func address(_ object: NSObject) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }

    private static func spellings(_ key: String) -> [String] { [key] + (KeyPathNames.otherSpelling(key).map { [$0] } ?? []) }

    private func unlink(from level: Int) {
        let gone = state.withLock { state in
            let all = state.links
            state.links.removeAll { $0.level >= level }
            return all
        }
        for link in gone where link.level >= level {
            guard let object = link.object else { continue }
            let isLast =
                ObjectAttachments.existing(object) { attachments -> Bool in
                    guard let observed = attachments.observed, !observed.links.isEmpty else { return false }
                    for spelling in Self.spellings(link.key) {
                        // One link each: an object may be on the path twice.
                        if let index = observed.links[spelling]?.firstIndex(where: { $0 === self }) {
                            observed.links[spelling]?.remove(at: index)
                        }
                        if observed.links[spelling]?.isEmpty == true { observed.links[spelling] = nil }
                    }
                    return observed.links.isEmpty
                } ?? false
            if isLast { (object as? any ObservationSource)?.observationChanged() }
        }
    }

    /// Handles the destruction of an object on the path.
    fileprivate func linkIsGone(_ address: UnsafeRawPointer) {
        let isRoot = state.withLock { state in
            if state.links.first?.address == address { return true }
            state.links.removeAll { $0.address == address }
            return false
        }
        if isRoot { stop() }
    }

    // MARK: Changes

    /// Handles an imminent change of a key of an object on the path. Nested changes are one change.
    /// - Parameter value: returns the value of the key. Used if the key is the whole path.
    fileprivate func willChange(_ object: NSObject, _ key: String, _ value: (() -> Any?)?) {
        let thread = pthread_self()
        let isOutermost = state.withLock { state in
            if let index = state.index(thread) {
                state.pending[index].depth += 1
                return false
            }
            state.pending.append(Pending(thread: thread))
            return true
        }
        guard isOutermost, !hasEnded.load(ordering: .relaxed), let root else { return }
        guard options.contains(.old) || options.contains(.prior) else { return }
        let old = options.contains(.old) ? current(root, object, key, value) : nil
        state.withLock { state in
            if let index = state.index(thread) { state.pending[index].old = old }
        }
        if options.contains(.prior) { handler(root, Change(old: old, new: nil, isPrior: true)) }
    }

    fileprivate func didChange(_ object: NSObject, _ key: String, _ value: (() -> Any?)?) {
        let thread = pthread_self()
        let ended = state.withLock { state -> Pending? in
            guard let index = state.index(thread) else { return Pending(thread: thread) }
            state.pending[index].depth -= 1
            return state.pending[index].depth > 0 ? nil : state.pending.remove(at: index)
        }
        guard let ended, !hasEnded.load(ordering: .relaxed), let root else { return }
        // The value of the key is another object now.
        if path.count > 1, let level = level(object, key), level + 1 < path.count {
            unlink(from: level + 1)
            if let next = KeyValueAccess.value(of: object, key) as? NSObject { link(next, level + 1) }
        }
        isSent.store(true, ordering: .relaxed)
        handler(root, Change(old: ended.old, new: options.contains(.new) ? current(root, object, key, value) : nil, isPrior: false))
    }

    /// True if the handler was not called with a value yet.
    fileprivate var isUnsent: Bool { !isSent.load(ordering: .relaxed) }

    private func level(_ object: NSObject, _ key: String) -> Int? {
        let address = Self.address(object)
        return state.withLock { $0.links.first { $0.address == address && $0.key == key }?.level }
    }

    private func current(_ root: NSObject, _ object: NSObject, _ key: String, _ value: (() -> Any?)?) -> Any? {
        if let value, path.count == 1, object === root, key == path[0] || KeyPathNames.otherSpelling(key) == path[0] { return value() }
        return read(root)
    }
}

/// Changes that are reported by the code that makes them.
package enum KeyValueChanges {
    /// Returns whether the object has observers.
    package static func isObserved(_ object: NSObject) -> Bool {
        ObjectAttachments.existing(object) { $0.observed.map { !$0.links.isEmpty } ?? false } ?? false
    }

    /// True if there are any observers.
    @inline(__always)
    package static var isAnyObserved: Bool { PathObservation.isAny }

    package static func will(_ object: NSObject, _ key: String, _ value: (() -> Any?)? = nil) {
        for observation in observations(object, key) { observation.willChange(object, key, value) }
    }

    /// Reports a change. The latest observation is called first, as on Apple's systems.
    package static func did(_ object: NSObject, _ key: String, _ value: (() -> Any?)? = nil) {
        for observation in observations(object, key).reversed() { observation.didChange(object, key, value) }
    }

    /// Reports a value that does not change any more to the observers that were not called yet: neither initially nor by a change.
    ///
    /// For values that are known at the first access, but that programs wait for: each observer is called once, whether it requested the
    /// initial value or not, and however often this is called.
    package static func announce(_ object: NSObject, _ key: String, _ value: (() -> Any?)? = nil) {
        for observation in observations(object, key).reversed() where observation.isUnsent {
            observation.willChange(object, key, value)
            observation.didChange(object, key, value)
        }
    }

    /// Returns a copy of the observations, because callbacks may begin and end observations.
    private static func observations(_ object: NSObject, _ key: String) -> [PathObservation] {
        guard PathObservation.isAny else { return [] }
        return (ObjectAttachments.existing(object) { $0.observed?.links[key] } ?? nil) ?? []
    }
}

/// An observation by `addObserver`.
struct AddedObserver {
    let observer: UnsafeRawPointer
    let keyPath: String
    let context: UnsafeMutableRawPointer?
    let observation: PathObservation
}
