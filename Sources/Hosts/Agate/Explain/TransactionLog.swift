import AgateDiagnostics
import QuartzCore

/// What happened to transactions, layers and animations, most recent last: for finding out why something animated, or did not.
///
///     TransactionLog.shared.isEnabled = true
///     …
///     print(TransactionLog.shared.text(layer: knob, key: "position"))
///
/// Off at first, and then free: a setter reads one number. It keeps the last `capacity` entries. Safe on any thread; entries of all
/// threads stand in the order in which they came.
public final class TransactionLog: Sendable {
    /// The log of the process.
    public static let shared = TransactionLog()

    /// One thing that happened.
    public struct Entry: Sendable, CustomStringConvertible {
        /// What kind of thing.
        public enum Kind: String, Sendable, CaseIterable {
            /// `CATransaction.begin()` and `commit()`, or those of an implicit transaction.
            case begin, commit
            /// `CATransaction.flush()`, or a host's.
            case flush
            /// A property of a layer was set to another value.
            case set
            /// A typed animation was asked for; `detail` names the line.
            case animate
            /// An animation was added to a layer.
            case added
            /// An animation made way for another.
            case replaced
            /// An animation was removed before its end.
            case removed
            /// An animation is over; `detail` says how.
            case ended
            /// A completion block is called.
            case completion
        }
        /// From 0, of all entries there ever were.
        public let number: UInt64
        /// What happened.
        public let kind: Kind
        /// Media time, in seconds.
        public let time: CFTimeInterval
        /// How many transactions were open on the thread.
        public let level: Int
        /// Of a transaction: whether it is the implicit one.
        public let isImplicit: Bool
        /// The layer by class, name and number.
        public let layer: String?
        package let layerID: UInt64?
        /// The property's key, or the animation's.
        public let key: String?
        /// The value before, in words.
        public let old: String?
        /// The value after, or the animation, in words.
        public let new: String?
        /// The action found or why there is none, how it ended, who asked for it.
        public let detail: String

        fileprivate let callers: [UInt]

        /// The function of the program that set a property or added an animation, where `recordsCallSites` was on: the nearest one that is
        /// no part of Agate. Nil where the program's file has no symbols. The name of a place is looked for once.
        public var callSite: String? { callers.isEmpty ? nil : CallSites.name(of: callers) }

        /// One line.
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

    private struct State {
        var isEnabled = false
        var recordsCallSites = false
        var capacity = 1000
        /// A ring once it is full: `next` is the oldest.
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

        /// They stand in the order of their numbers.
        func entries(from first: UInt64) -> [Entry] {
            let wanted = Int(clamping: number >= first ? number - first : 0)
            let count = min(wanted, ring.count)
            return (ring.count - count..<ring.count).map { ring[(next + $0) % ring.count] }
        }

        var inOrder: [Entry] { Array(ring[next...] + ring[..<next]) }
    }
    private let state = Locked(State())

    init() {}

    /// Whether it is written. Turning it off keeps what stands in it.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            if newValue { Watch.setLogger { self.write($0) } } else { Watch.setLogger(nil) }
        }
    }

    /// Whether entries of properties that are set and of animations that are added keep who called. Off at first: it takes some
    /// microseconds of each.
    public var recordsCallSites: Bool {
        get { state.withLock { $0.recordsCallSites } }
        set { state.withLock { $0.recordsCallSites = newValue } }
    }

    private func write(_ note: TransactionNote) {
        let isCalled = note.kind == .set || note.kind == .added || note.kind == .removed
        let callers = isCalled && recordsCallSites ? CallSites.callers() : []
        state.withLock { $0.append(note, callers) }
    }

    /// How many entries it keeps; 1000 at first. Fewer than there are drops the oldest.
    public var capacity: Int {
        get { state.withLock { $0.capacity } }
        set {
            state.withLock { state in
                state.ring = state.inOrder.suffix(max(0, newValue))
                state.next = 0
                state.capacity = max(0, newValue)
            }
        }
    }

    /// What it holds, the oldest first.
    public var entries: [Entry] { state.withLock { $0.inOrder } }

    /// Those of them from a number on.
    package func entries(from number: UInt64) -> [Entry] { state.withLock { $0.entries(from: number) } }

    /// Empties it.
    public func removeAll() {
        state.withLock { state in
            state.ring = []
            state.next = 0
        }
    }

    /// The entries as text, a line each, indented by open transactions.
    /// - Parameters:
    ///   - layer: only what is about this layer, and the transactions round it; nil is all layers.
    ///   - key: only what is about this key.
    public func text(layer: CALayer? = nil, key: String? = nil) -> String {
        let id = layer?.id.rawValue
        return entries.filter { entry in
            guard entry.layer != nil else { return true }
            return (id == nil || entry.layerID == id) && (key == nil || entry.key == key)
        }.map(\.description).joined(separator: "\n")
    }
}
