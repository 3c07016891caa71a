import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Records a host: every commit, frame, change of size and event, from the tree as it is now.
///
/// It keeps values that the render tree has anyway, so that recording costs little; nothing is encoded until a recording is written. Make
/// and end it on the thread of the host's layers; ``recording()`` may be called on any thread.
public final class Recorder: Sendable {
    /// What is recorded beside commits, frames and input.
    public struct Options: Sendable {
        /// The entries of the transaction log, which is turned on for as long as the recorder is there.
        public var includesLog = false
        /// Diagnostics. While they are recorded they are not logged.
        public var includesDiagnostics = false
        /// How many layers' changes, animations and frames are kept; beyond it the older half is left out and the recording begins later.
        public var capacity = 200_000
        /// What it is called.
        public var title = ""

        /// Commits, frames and input.
        public init() {}
    }

    private let monitor: RecordingMonitor

    /// Begins. Nil for a host that is none of Agate's own.
    public init?(_ host: any LayerHost, options: Options = Options()) {
        guard let host = host as? any MonitoredHost else { return nil }
        monitor = RecordingMonitor(host, options)
        host.monitors.append(monitor)
    }

    deinit { monitor.stop() }

    /// What was recorded until now.
    public func recording() -> Recording { monitor.recording() }

    /// Ends: nothing more is recorded. On the thread of the layers.
    public func stop() { monitor.stop() }
}

extension Recording {
    /// What a host shows now: one commit with the animations that run. A transition that runs is drawn as if it had begun from nothing.
    /// - Parameter host: on the thread of its layers; of another kind than Agate's own it gives an empty recording.
    public init(of host: any LayerHost, title: String = "") {
        self.init()
        self.title = title
        guard let host = host as? any MonitoredHost else { return }
        entries = [.viewport(host.viewport), .commit(host.snapshot())]
    }
}

private final class RecordingMonitor: HostMonitor {
    /// Two generations: the older goes when the newer is full.
    private struct State {
        var older: [Recording.Entry] = []
        var newer: [Recording.Entry] = []
        /// What makes the tree as it was before `newer`.
        var base: [Recording.Entry] = []
        var olderBase: [Recording.Entry] = []
        var weight = 0
        var isOver = false
        var lost = 0
        var lastTime = 0.0
        var observer: ObserverToken?
    }
    private struct Host: @unchecked Sendable { weak var host: (any MonitoredHost)? }

    private let state = Locked(State())
    // Unchecked: used on the thread of its layers only.
    private let host: Locked<Host>
    private let options: Recorder.Options
    private let firstLogNumber: UInt64

    init(_ host: any MonitoredHost, _ options: Recorder.Options) {
        self.options = options
        self.host = Locked(Host(host: host))
        firstLogNumber = (TransactionLog.shared.entries.last?.number).map { $0 + 1 } ?? 0
        let begin: [Recording.Entry] = [.viewport(host.viewport), .commit(host.snapshot())]
        let now = host.now
        state.withLock {
            $0.olderBase = begin
            $0.lastTime = now
        }
        if options.includesLog { TransactionLog.shared.isEnabled = true }
        if options.includesDiagnostics {
            let token = Diagnostic.addObserver { [weak self] in self?.report($0) }
            state.withLock { $0.observer = token }
        }
    }

    func stop() {
        let observer = state.withLock { state in
            state.isOver = true
            defer { state.observer = nil }
            return state.observer
        }
        if let observer { Diagnostic.removeObserver(observer) }
        host.withLock { $0.host }?.monitors.removeAll { $0 === self }
    }

    func committed(_ commit: Commit) {
        add(.commit(commit), weight: commit.updates.count + commit.animations.count + 1, time: commit.time)
        // The layers have been settled: what is committed holds this commit, too.
        guard state.withLock({ $0.weight > options.capacity / 2 }), let host = host.withLock({ $0.host }) else { return }
        let base: [Recording.Entry] = [.viewport(host.viewport), .commit(host.snapshot())]
        state.withLock { state in
            state.lost += state.older.count
            if !state.base.isEmpty { state.olderBase = state.base }
            state.older = state.newer
            state.newer = []
            state.base = base
            state.weight = 0
        }
    }

    func painted(_ frame: FrameReport, _ renderer: Renderer) { add(.frame(frame), weight: 1, time: frame.time) }
    func resized(_ viewport: Viewport) { add(.viewport(viewport), weight: 1, time: nil) }
    func received(_ event: InputEvent) { add(.input(event), weight: 1, time: event.time) }

    private func report(_ diagnostic: Diagnostic) {
        state.withLock { state in
            if !state.isOver { state.newer.append(.diagnostic(diagnostic, time: state.lastTime)) }
        }
    }

    private func add(_ entry: Recording.Entry, weight: Int, time: Double?) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.newer.append(entry)
            state.weight += weight
            if let time { state.lastTime = time }
        }
    }

    func recording() -> Recording {
        var recording = Recording()
        recording.title = options.title
        state.withLock { state in
            recording.entries = state.olderBase + state.older + state.newer
            if state.lost > 0 { recording.losses[.beginning] = state.lost }
        }
        guard options.includesLog else { return recording }
        let first = recording.entries.first { if case .commit = $0 { true } else { false } }?.time ?? 0
        for entry in TransactionLog.shared.entries where entry.number >= firstLogNumber && entry.time >= first {
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
            key: entry.key, old: entry.old, new: entry.new, detail: entry.detail
        )
    }
}
