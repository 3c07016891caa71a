import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Records a host: every commit, frame, change of size and event, starting with the present tree.
///
/// It keeps values that the render tree has anyway: the program's threads only append to a list. Old entries are folded into one commit on
/// the recorder's own thread, and nothing is encoded until a recording is written. Create and stop it on the thread of the host's layers;
/// ``recording()`` may be called on any thread.
public final class Recorder: Sendable {
    /// The data that is recorded in addition to commits, frames and input.
    public struct Options: Sendable {
        /// A Boolean value that indicates whether the entries of the transaction log are recorded. Until the recorder stops, the log is on
        /// and keeps as many entries as the recorder, up to 20,000. Afterwards it has the program's settings again, unless another
        /// recorder needs it.
        public var includesLog = false
        /// A Boolean value that indicates whether the log includes the function of the program that made a change. It costs some
        /// microseconds per change.
        public var includesCallSites = false
        /// A Boolean value that indicates whether diagnostics are recorded. While they are recorded they are not logged.
        public var includesDiagnostics = false
        /// The largest number of layer changes, animations and frames that are kept. Beyond it the oldest quarter is dropped and the
        /// recording begins later. A transition that is running at its beginning is drawn as if it had started from nothing.
        public var capacity = 200_000
        /// The title.
        public var title = ""

        /// Creates options for commits, frames and input.
        public init() {}
    }

    private let monitor: RecordingMonitor

    /// Starts recording. Nil for a host that is not one of Agate's own.
    public init?(_ host: any LayerHost, options: Options = Options()) {
        guard let host = host as? any MonitoredHost else { return nil }
        monitor = RecordingMonitor(host, options)
        host.monitors.append(monitor)
    }

    deinit { monitor.stop(keepsLog: false) }

    /// Returns the recording up to now.
    public func recording() -> Recording { monitor.recording() }

    /// Returns the entries since a number, for clients that follow a running host.
    /// - Parameter number: The number of the first entry: 0, or the `next` of the previous tail.
    package func tail(from number: Int) -> RecordedTail { monitor.tail(from: number) }

    /// The number of the next entry.
    package var next: Int { monitor.next }

    /// Stops recording. On the thread of the layers. ``recording()`` returns what was recorded until then.
    public func stop() { monitor.stop(keepsLog: true) }
}

extension Recording {
    /// Creates a recording of a host's present state: one commit with the animations that run. A transition that is running is drawn as if
    /// it had started from nothing.
    /// - Parameter host: The host; call it on the thread of its layers. A host of another kind than Agate's own results in an empty
    ///   recording.
    public init(of host: any LayerHost, title: String = "") {
        self.init()
        self.title = title
        guard let host = host as? any MonitoredHost else { return }
        entries = [.viewport(host.viewport), .commit(host.snapshot())]
    }
}

/// The entries since another tail.
package struct RecordedTail: Sendable {
    /// True if earlier entries must be discarded: these entries begin with those that recreate the whole tree.
    package var isWhole: Bool
    package var entries: [Recording.Entry]
    /// The number with which to request the following entries.
    package var next: Int
}

private final class RecordingMonitor: HostMonitor {
    private struct State {
        var ring: CommitRing
        var isOver = false
        var observer: ObserverToken?
        /// The request for the transaction log while it is being recorded.
        var logRequest: Int?
        /// The entries of the log at the time of the stop.
        var log: [TransactionLog.Entry] = []
    }
    private struct Host: @unchecked Sendable { weak var host: (any MonitoredHost)? }

    private let state: Locked<State>
    // Unchecked: used only on the thread of its layers.
    private let host: Locked<Host>
    private let options: Recorder.Options
    private let firstLogNumber: UInt64
    private static let logCapacity = 20_000

    init(_ host: any MonitoredHost, _ options: Recorder.Options) {
        self.options = options
        self.host = Locked(Host(host: host))
        firstLogNumber = TransactionLog.shared.nextNumber
        let base: [Recording.Entry] = [.viewport(host.viewport), .commit(host.snapshot())]
        state = Locked(State(ring: CommitRing(base: base, time: host.now, capacity: options.capacity)))
        if options.includesLog {
            let request = TransactionLog.shared.begin(
                capacity: min(options.capacity, Self.logCapacity), recordsCallSites: options.includesCallSites)
            state.withLock { $0.logRequest = request }
        }
        if options.includesDiagnostics {
            let token = Diagnostic.addObserver { [weak self] in self?.report($0) }
            state.withLock { $0.observer = token }
        }
    }

    /// - Parameter keepsLog: True if the recording is still needed: the log may drop its entries when the request ends.
    func stop(keepsLog: Bool) {
        let log = keepsLog && options.includesLog ? TransactionLog.shared.entries(from: firstLogNumber) : []
        let (observer, logRequest) = state.withLock { state in
            if !state.isOver { (state.isOver, state.log) = (true, log) }
            defer { (state.observer, state.logRequest) = (nil, nil) }
            return (state.observer, state.logRequest)
        }
        if let observer { Diagnostic.removeObserver(observer) }
        if let logRequest { TransactionLog.shared.end(logRequest) }
        host.withLock { $0.host }?.monitors.removeAll { $0 === self }
    }

    func committed(_ commit: Commit) { add(.commit(commit), weight: commit.updates.count + commit.animations.count + 1, time: commit.time) }
    func painted(_ frame: FrameReport, _ renderer: Renderer) { add(.frame(frame), weight: 1, time: frame.time) }
    func resized(_ viewport: Viewport) { add(.viewport(viewport), weight: 1, time: nil) }
    func received(_ event: InputEvent) { add(.input(event), weight: 1, time: event.time) }

    private func report(_ diagnostic: Diagnostic) {
        let time = state.withLock { $0.ring.lastTime }
        add(.diagnostic(diagnostic, time: time), weight: 1, time: nil)
    }

    /// Adds an entry, on the program's threads.
    private func add(_ entry: Recording.Entry, weight: Int, time: Double?) {
        let isFull = state.withLock { state in !state.isOver && state.ring.append(entry, weight: weight, time: time) }
        guard isFull, let fold = state.withLock({ $0.ring.beginFold() }) else { return }
        BackgroundThread.run("agate.recorder") { [self] in
            let base = fold.made()
            // Released here rather than under the lock, because it is much memory.
            _ = state.withLock { $0.ring.end(fold, base) }
        }
    }

    var next: Int { state.withLock { $0.ring.end } }

    func tail(from number: Int) -> RecordedTail {
        state.withLock { state in
            if let entries = number > 0 ? state.ring.entries(from: number) : nil {
                return RecordedTail(isWhole: false, entries: entries, next: state.ring.end)
            }
            return RecordedTail(isWhole: true, entries: state.ring.all, next: state.ring.end)
        }
    }

    func recording() -> Recording {
        var recording = Recording()
        recording.title = options.title
        var (ring, isOver, log) = state.withLock { ($0.ring, $0.isOver, $0.log) }
        ring.settle()
        recording.entries = ring.all
        if ring.first > 0 { recording.losses[.beginning] = ring.first }
        guard options.includesLog else { return recording }
        let first = recording.entries.first { if case .commit = $0 { true } else { false } }?.time ?? 0
        if !isOver { log = TransactionLog.shared.entries(from: firstLogNumber) }
        for entry in log where entry.time >= first {
            recording.entries.append(.log(Recording.LogEntry(entry)))
        }
        return recording
    }
}

extension Recording.LogEntry {
    package init(_ entry: TransactionLog.Entry) {
        self.init(
            kind: entry.kind.rawValue, time: entry.time, level: entry.level, isImplicit: entry.isImplicit, layerID: entry.layerID,
            layer: entry.layer,
            key: entry.key, old: entry.old, new: entry.new,
            detail: entry.callSite.map { entry.detail.isEmpty ? "by \($0)" : "\(entry.detail); by \($0)" } ?? entry.detail
        )
    }
}
