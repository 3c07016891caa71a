import Agate
import AgateDiagnostics
import AgateInspector
import AgateRecording
import Foundation
import QuartzCore

/// A running program: one render tree follows it (`LiveScene`), and a replay of its recorder's ring answers requests about the past.
/// Changes are made on its main thread.
final class LiveInspection: InspectionSource {
    private struct Scene: @unchecked Sendable {
        let live = LiveScene()
        var nextLine: UInt64
    }
    private struct Past: @unchecked Sendable {
        var inspected: InspectedRecording?
        /// The number of the entry after the last one that is included.
        var end = -1
    }
    private struct Host: @unchecked Sendable { weak var host: (any LayerHost)? }

    /// The numbers of messages that pages have acknowledged, by the numbers of their streams.
    private struct Streams {
        var last = 0
        var received: [Int: Int] = [:]
    }

    private let recorder: Recorder
    private let scene: Locked<Scene>
    private let past = Locked(Past())
    private let streams = Locked(Streams())
    // Unchecked: the host is used only on the main thread.
    private let host: Host
    private let options: Inspector.Options

    /// The seconds between two messages with layers' rows, and the seconds of silence after which a page gets a heartbeat.
    private static let rowInterval = 0.1, heartbeat = 2.0
    /// The largest number of unacknowledged messages for a page: a slow page gets fewer messages, and then the newest picture.
    static let mostOnTheirWay = 6

    init?(_ host: any LayerHost, _ options: Inspector.Options) {
        var recording = Recorder.Options()
        (recording.includesLog, recording.capacity, recording.title) = (true, options.capacity, options.title)
        recording.includesCallSites = true
        let first = TransactionLog.shared.nextNumber
        guard let recorder = Recorder(host, options: recording) else { return nil }
        self.recorder = recorder
        scene = Locked(Scene(nextLine: first))
        self.host = Host(host: host)
        self.options = options
    }

    func answer(_ request: InspectorRequest) -> String {
        switch request {
        case .set(let layer, let key, let value, let isAnimated):
            guard options.allowsEditing else { return InspectorRefusal.text("editing is off: start the inspector with allowsEditing") }
            return onMainThread { $0.set(layer: layer, key: key, value: value, isAnimated: isAnimated) }
        case .explain(let layer, let key): return onMainThread { $0.explain(layer: layer, key: key) }
        case .completions: return onMainThread { $0.completions() }
        case .hello: return follow { InspectorJSON.text($0.hello(title: options.title, isEditable: options.allowsEditing)) }
        case .frames, .log, .timeline, .input: return follow { $0.answer(request) ?? InspectorRefusal.text("not known") }
        case .values(let layer, let time) where time >= scene.withLock({ $0.live.time }) - 1e-9: return values(of: layer, request)
        case .look(let time, _), .ops(let time), .values(_, let time), .copy(_, let time, _):
            // The newest frame, unless the page requests an earlier time.
            if let now = follow({ time >= $0.time - 1e-9 ? $0.answer(request) : nil }) { return now }
            return lookBack(request, to: time)
        case .advice, .trace: return lookBack(request, to: .infinity)
        case .received(let viewer, let count):
            streams.withLock { if let before = $0.received[viewer] { $0.received[viewer] = max(before, count) } }
            return #"{"type":"done"}"#
        }
    }

    /// Returns the program's own values if it responds soon, together with those of its newest frame.
    private func values(of layer: UInt64, _ request: InspectorRequest) -> String {
        let rendered = follow { $0.state(of: layer) }
        return onMainThread(patience: 0.25) { $0.values(of: layer, rendered: rendered) }
            ?? follow { $0.answer(request) } ?? InspectorRefusal.text("the layer does not exist")
    }

    /// Updates the scene to the program's current state.
    private func follow<Result>(_ body: (LiveScene) -> Result) -> Result {
        scene.withLock { scene in
            if recorder.next != scene.live.next || !scene.live.isBegun { scene.live.take(recorder.tail(from: scene.live.next)) }
            let lines = TransactionLog.shared.entries(from: scene.nextLine)
            if let last = lines.last {
                scene.nextLine = last.number + 1
                scene.live.take(lines.map { ($0.number, Recording.LogEntry($0)) })
            }
            return body(scene.live)
        }
    }

    /// Answers from a replay of the past, which is reused if it extends to the time.
    private func lookBack(_ request: InspectorRequest, to time: Double) -> String {
        past.withLock { past in
            let end = recorder.next
            let reaches = past.inspected.map { time <= $0.recording.span.upperBound } ?? false
            if !reaches, past.end != end {
                past.inspected = InspectedRecording(recorder.recording())
                past.end = end
            }
            return past.inspected?.answer(request) ?? InspectorRefusal.text("nothing is there")
        }
    }

    /// Returns the kept part of the past, as a file.
    func recordingFile() -> Data { recorder.recording().encoded() }

    // MARK: Changes

    var stream: (@Sendable (HTTPConnection) -> Void)? {
        { [weak self] connection in
            guard connection.begin(type: "application/octet-stream") else { return }
            let viewer = LiveScene.Viewer()
            guard let self else { return }
            scene.withLock { $0.live.add(viewer) }
            let number = streams.withLock { streams in
                streams.last += 1
                streams.received[streams.last] = 0
                return streams.last
            }
            defer {
                scene.withLock { $0.live.remove(viewer) }
                streams.withLock { $0.received[number] = nil }
            }
            send(to: viewer, number, connection)
        }
    }

    private func send(to viewer: LiveScene.Viewer, _ number: Int, _ connection: HTTPConnection) {
        var rows = -Double.infinity
        var last = HostClock.now
        var sent = 1
        var pace = StreamPace()
        var late = scene.withLock { $0.live.lateFrames }
        guard connection.send(message: Self.words(#"{"type":"viewer","number":\#(number)}"#)) else { return }
        while !connection.isClosed {
            let began = HostClock.now
            let used = threadSeconds()
            if sent - streams.withLock({ $0.received[number] ?? 0 }) < Self.mostOnTheirWay {
                let isRowsDue = began - rows >= Self.rowInterval
                let (delta, picture) = follow { scene in (isRowsDue ? scene.delta(for: viewer) : nil, scene.picture(for: viewer)) }
                if isRowsDue { rows = began }
                for message in [delta.map(Self.words), picture] {
                    guard let message else { continue }
                    guard connection.send(message: message) else { return }
                    sent += 1
                    last = HostClock.now
                }
            }
            if began - last > Self.heartbeat {
                guard connection.send(message: [0]) else { return }
                last = HostClock.now
            }
            let lateNow = scene.withLock { $0.live.lateFrames }
            pace.note(processor: threadSeconds() - used, late: lateNow > late)
            late = lateNow
            let rest = pace.interval - (HostClock.now - began)
            if rest > 0 { Thread.sleep(forTimeInterval: rest) }
        }
    }

    /// Returns JSON as a message of whole words, padded with spaces.
    private static func words(_ json: String) -> [UInt32] {
        var bytes = Array(json.utf8)
        bytes += [UInt8](repeating: 0x20, count: (4 - bytes.count % 4) % 4)
        return [1]
            + bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
            }
    }

    // MARK: The program's thread

    /// Waits for the main thread, with a time limit: a program may be busy, or not run its main queue.
    private func onMainThread(_ body: @escaping @Sendable (HostEditor) -> String) -> String {
        onMainThread(patience: 2, body) ?? InspectorRefusal.text("the program's main thread is busy")
    }

    /// - Parameter patience: The time limit in seconds, after which nil is returned.
    private func onMainThread(patience: Double, _ body: @escaping @Sendable (HostEditor) -> String) -> String? {
        let answer = Locked<String?>(nil)
        let done = DispatchSemaphore(value: 0)
        let host = host
        DispatchQueue.main.async {
            let text = host.host.map { body(HostEditor(host: $0)) } ?? InspectorRefusal.text("the host was released")
            answer.withLock { $0 = text }
            done.signal()
        }
        guard done.wait(timeout: .now() + patience) == .success else { return nil }
        return answer.withLock { $0 }
    }
}
