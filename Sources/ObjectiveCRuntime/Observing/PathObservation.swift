import AgateDiagnostics
import Foundation
import Synchronization

/// Who observes an object: the observations, by the key whose changes they hear of.
final class ObservedObject {
    var links: [String: [PathObservation]] = [:]
    /// Observations by `addObserver`, which end by the observer and the key path.
    var added: [AddedObserver] = []
    private let object: UnsafeRawPointer

    init(_ object: AnyObject) { self.object = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }

    /// What observed it ends; called while its memory is somebody else's already.
    func objectIsGone() {
        var ended: [ObjectIdentifier: PathObservation] = [:]
        for observation in links.values.joined() { ended[ObjectIdentifier(observation)] = observation }
        links = [:]
        for observation in ended.values { observation.linkIsGone(object) }
    }
}

/// An observation of a path of properties of one object. It hears of changes of the first property, of the second of what the first one is,
/// and so on, as long as these are objects.
///
/// Thread rules are the object's: who changes it on one thread must not begin or end observations of it on another at the same time.
final class PathObservation: @unchecked Sendable {
    // Unchecked: see the thread rules; whether it has ended is atomic.

    /// An object on the way, and the keys whose changes count there.
    private struct Link {
        let address: UnsafeRawPointer
        weak var object: NSObject?
        let key: String
        let level: Int
    }

    struct Change {
        let old: Any?
        let new: Any?
        let isPrior: Bool
        /// The call at the beginning, before any change.
        var isInitial = false
    }

    let path: [String]
    let options: NSKeyValueObservingOptions
    private weak var root: NSObject?
    private let read: (NSObject) -> Any?
    private let handler: (NSObject, Change) -> Void
    private var links: [Link] = []
    private var depth = 0
    private var old: Any?
    private let hasEnded = Atomic(false)

    /// How many observations there are in the process: where none is, a change costs no more than to see that.
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
            handler(root, Change(old: nil, new: options.contains(.new) ? read(root) : nil, isPrior: false, isInitial: true))
        }
    }

    /// Ends it, on any thread.
    func stop() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.count.wrappingSubtract(1, ordering: .relaxed)
        unlink(from: 0)
    }

    // MARK: The way

    private func link(_ object: NSObject, _ level: Int) {
        guard level < path.count else { return }
        let key = path[level]
        add(object, key, level)
        if let source = object as? any ObservationSource {
            for affecting in source.keysAffecting(key) { add(affecting.object, affecting.key, level) }
        }
        guard level + 1 < path.count, let next = KeyValueAccess.value(of: object, key) as? NSObject else { return }
        link(next, level + 1)
    }

    private func add(_ object: NSObject, _ key: String, _ level: Int) {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        links.append(Link(address: address, object: object, key: key, level: level))
        let isFirst = ObjectAttachments.of(object) { attachments -> Bool in
            let observed = attachments.observed ?? ObservedObject(object)
            attachments.observed = observed
            let isFirst = observed.links.isEmpty
            for spelling in Self.spellings(key) { observed.links[spelling, default: []].append(self) }
            return isFirst
        }
        if isFirst, let source = object as? any ObservationSource { source.observationChanged(isObserved: true) }
    }

    private static func spellings(_ key: String) -> [String] { [key] + (KeyPathNames.otherSpelling(key).map { [$0] } ?? []) }

    private func unlink(from level: Int) {
        let gone = links.filter { $0.level >= level }
        links.removeAll { $0.level >= level }
        for link in gone {
            guard let object = link.object else { continue }
            let isLast =
                ObjectAttachments.existing(object) { attachments -> Bool in
                    guard let observed = attachments.observed, !observed.links.isEmpty else { return false }
                    for spelling in Self.spellings(link.key) {
                        // One link each: an object may be on the way twice.
                        if let index = observed.links[spelling]?.firstIndex(where: { $0 === self }) {
                            observed.links[spelling]?.remove(at: index)
                        }
                        if observed.links[spelling]?.isEmpty == true { observed.links[spelling] = nil }
                    }
                    return observed.links.isEmpty
                } ?? false
            if isLast, let source = object as? any ObservationSource { source.observationChanged(isObserved: false) }
        }
    }

    /// An object on the way was destroyed.
    fileprivate func linkIsGone(_ address: UnsafeRawPointer) {
        if links.first?.address == address { return stop() }
        links.removeAll { $0.address == address }
    }

    // MARK: Changes

    /// A key of an object on the way is about to change. Changes inside one another are one.
    /// - Parameter value: reads what the key is; used where the key is the whole path.
    fileprivate func willChange(_ object: NSObject, _ key: String, _ value: (() -> Any?)?) {
        depth += 1
        guard depth == 1, !hasEnded.load(ordering: .relaxed), let root else { return }
        guard options.contains(.old) || options.contains(.prior) else { return }
        old = options.contains(.old) ? current(root, object, key, value) : nil
        if options.contains(.prior) { handler(root, Change(old: old, new: nil, isPrior: true)) }
    }

    fileprivate func didChange(_ object: NSObject, _ key: String, _ value: (() -> Any?)?) {
        depth = max(0, depth - 1)
        guard depth == 0 else { return }
        let old = self.old
        self.old = nil
        guard !hasEnded.load(ordering: .relaxed), let root else { return }
        // What stands behind the key is another object now.
        if path.count > 1, let level = links.first(where: { $0.object === object && $0.key == key })?.level, level + 1 < path.count {
            unlink(from: level + 1)
            if let next = KeyValueAccess.value(of: object, key) as? NSObject { link(next, level + 1) }
        }
        handler(root, Change(old: old, new: options.contains(.new) ? current(root, object, key, value) : nil, isPrior: false))
    }

    private func current(_ root: NSObject, _ object: NSObject, _ key: String, _ value: (() -> Any?)?) -> Any? {
        if let value, path.count == 1, object === root, key == path[0] || KeyPathNames.otherSpelling(key) == path[0] { return value() }
        return read(root)
    }
}

/// Changes, reported by who makes them.
package enum KeyValueChanges {
    /// Whether anybody observes anything.
    @inline(__always)
    package static var isAnyObserved: Bool { PathObservation.isAny }

    package static func will(_ object: NSObject, _ key: String, _ value: (() -> Any?)? = nil) {
        for observation in observations(object, key) { observation.willChange(object, key, value) }
    }

    /// The latest observation is called first, as on Apple's systems.
    package static func did(_ object: NSObject, _ key: String, _ value: (() -> Any?)? = nil) {
        for observation in observations(object, key).reversed() { observation.didChange(object, key, value) }
    }

    /// Callbacks may begin and end observations.
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
