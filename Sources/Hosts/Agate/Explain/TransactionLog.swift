import AgateDiagnostics
import QuartzCore

/// A log of transactions, layers and animations, most recent last. Use it to find out why a property was animated or was not.
///
///     TransactionLog.shared.isEnabled = true
///     …
///     print(TransactionLog.shared.text(layer: knob, key: "position"))
///
/// The log is off by default, and then has no cost except that a setter reads one number. It keeps the last `capacity` entries.
/// Thread-safe; entries of all threads are in the order of their arrival.
public final class TransactionLog: Sendable {
    /// The log of the process.
    public static let shared = TransactionLog()

    /// An event in the log.
    public struct Entry: Sendable, CustomStringConvertible {
        /// The kinds of entries.
        public enum Kind: String, Sendable, CaseIterable {
            /// `CATransaction.begin()` and `commit()`, or those of an implicit transaction.
            case begin, commit
            /// `CATransaction.flush()`, or a host's.
            case flush
            /// A property of a layer was set to another value.
            case set
            /// A typed animation was requested; `detail` names the line.
            case animate
            /// An animation was added to a layer.
            case added
            /// An animation was replaced by another.
            case replaced
            /// An animation was removed before its end.
            case removed
            /// An animation ended; `detail` gives the outcome.
            case ended
            /// A completion block is called.
            case completion
        }
        /// The number of the entry, counted from 0 over all entries ever made.
        public let number: UInt64
        /// The kind of entry.
        public let kind: Kind
        /// The media time, in seconds.
        public let time: CFTimeInterval
        /// The number of open transactions on the thread.
        public let level: Int
        /// For a transaction: a Boolean value that indicates whether it is the implicit one.
        public let isImplicit: Bool
        /// The layer's class, name and number.
        public let layer: String?
        package let layerID: UInt64?
        /// The property's key, or the animation's.
        public let key: String?
        /// The value before, as text.
        public let old: String?
        /// The value after, or the animation, as text.
        public let new: String?
        /// The action that was found, or the reason for which there is none; the outcome; or the origin of the request.
        public let detail: String

        fileprivate let callers: [UInt]

        /// The function of the program that set a property or added an animation, if `recordsCallSites` was on: the nearest one that is not
        /// part of Agate. Nil if the program's file has no symbols. The name of an address is looked up once.
        public var callSite: String? { callers.isEmpty ? nil : CallSites.name(of: callers) }

        /// The entry as one line.
        public var description: String {
            let indent = String(repeating: "  ", count: max(0, level))
            var words = [kind.rawValue]
            if kind == .begin || kind == .commit { words.append(isImplicit ? "implicit" : "explicit") }
            if let layer { words.append("\(layer)\(key.map { " \($0)" } ?? "")") }
            if let old, let new { words.append("\(old) -> \(new)") } else if let new { words.append(new) }
            let seconds = (time * 1000).rounded() / 1000
            return "\(seconds) \(indent)" + words.joined(separator: " ") + (detail.isEmpty ? "" : ": \(detail)")
        }
    }

    /// The settings under which a client, such as a recorder, needs the log.
    private struct Request: Sendable {
        let capacity: Int
        let recordsCallSites: Bool
    }

    private struct State {
        /// The program's own settings.
        var isEnabled = false
        var recordsCallSites = false
        var ownCapacity = 1000
        /// The requests that have not ended, by number.
        var requests: [Int: Request] = [:]
        var lastRequest = 0
        /// The number of entries that are kept: the largest that the program or a request asks for.
        private(set) var capacity = 1000
        /// A ring buffer once it is full: `next` is the oldest entry.
        var ring: [Entry] = []
        var next = 0
        var number: UInt64 = 0

        mutating func append(_ note: TransactionNote, _ callers: [UInt]) {
            defer { number += 1 }
            guard capacity > 0, let kind = Entry.Kind(rawValue: note.kind.rawValue) else { return }
            let entry = Entry(
                number: number, kind: kind, time: note.time, level: note.level, isImplicit: note.isImplicit, layer: note.layer,
                layerID: note.layerID, key: note.key, old: note.old, new: note.new, detail: note.detail,
                callers: callers
            )
            if ring.count < capacity {
                ring.append(entry)
            } else {
                ring[next] = entry
                next = (next + 1) % capacity
            }
        }

        /// Returns the entries from a number on. Entries are in the order of their numbers.
        func entries(from first: UInt64) -> [Entry] {
            let wanted = Int(clamping: number >= first ? number - first : 0)
            let count = min(wanted, ring.count)
            return (ring.count - count..<ring.count).map { ring[(next + $0) % ring.count] }
        }

        var inOrder: [Entry] { Array(ring[next...] + ring[..<next]) }

        var isOn: Bool { isEnabled || !requests.isEmpty }
        var findsCallers: Bool { recordsCallSites || requests.values.contains(where: \.recordsCallSites) }

        mutating func updateCapacity() {
            let wanted = requests.values.reduce(ownCapacity) { max($0, $1.capacity) }
            guard wanted != capacity else { return }
            ring = inOrder.suffix(wanted)
            next = 0
            capacity = wanted
        }
    }
    private let state = Locked(State())

    init() {}

    /// A Boolean value that indicates whether entries are recorded. Turning it off keeps the existing entries. It is true while a recorder
    /// includes the log, and then has the value that the program has set again.
    public var isEnabled: Bool {
        get { state.withLock { $0.isOn } }
        set { change { $0.isEnabled = newValue } }
    }

    /// A Boolean value that indicates whether entries for properties that are set and animations that are added record the call site. Off
    /// by default, because it takes some microseconds per entry. It is true while a recorder includes call sites.
    public var recordsCallSites: Bool {
        get { state.withLock { $0.findsCallers } }
        set { change { $0.recordsCallSites = newValue } }
    }

    /// Records entries until the request ends, whatever the program's settings are, and keeps at least `capacity` of them.
    /// - Returns: The number of the request, for ``end(_:)``.
    package func begin(capacity: Int, recordsCallSites: Bool) -> Int {
        change { state in
            state.lastRequest += 1
            state.requests[state.lastRequest] = Request(capacity: capacity, recordsCallSites: recordsCallSites)
            return state.lastRequest
        }
    }

    /// Ends a request. The settings are then those of the program and of the other requests.
    package func end(_ request: Int) { change { $0.requests[request] = nil } }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { (state: inout State) -> Result in
            let wasOn = state.isOn
            let result = body(&state)
            state.updateCapacity()
            // Under the lock, so that the logger is that of the last change. The logger's own lock is never held while it is called.
            if state.isOn != wasOn {
                if wasOn { Watch.setLogger(nil) } else { Watch.setLogger { self.write($0) } }
            }
            return result
        }
    }

    private func write(_ note: TransactionNote) {
        let isCalled = note.kind == .set || note.kind == .added || note.kind == .removed
        let callers = isCalled && recordsCallSites ? CallSites.callers() : []
        state.withLock { $0.append(note, callers) }
    }

    /// The largest number of entries; 1000 by default. Setting it below the current count drops the oldest entries. It is larger while a
    /// recorder includes the log.
    public var capacity: Int {
        get { state.withLock { $0.capacity } }
        set { change { $0.ownCapacity = max(0, newValue) } }
    }

    /// The entries, the oldest first.
    public var entries: [Entry] { state.withLock { $0.inOrder } }

    /// The number of the next entry.
    package var nextNumber: UInt64 { state.withLock { $0.number } }

    /// Returns the entries from a number on.
    package func entries(from number: UInt64) -> [Entry] { state.withLock { $0.entries(from: number) } }

    /// Removes all entries.
    public func removeAll() {
        state.withLock { state in
            state.ring = []
            state.next = 0
        }
    }

    /// Returns the entries as text, one line each, indented by the number of open transactions.
    /// - Parameters:
    ///   - layer: Limits the entries to those of this layer and the transactions around them; nil includes all layers.
    ///   - key: Limits the entries to those of this key.
    public func text(layer: CALayer? = nil, key: String? = nil) -> String {
        let id = layer?.id.rawValue
        return entries.filter { entry in
            guard entry.layer != nil else { return true }
            return (id == nil || entry.layerID == id) && (key == nil || entry.key == key)
        }.map(\.description).joined(separator: "\n")
    }
}
