import Agate
import AgateDiagnostics
import AgateInspector
import AgateRecording
import Foundation
import QuartzCore

/// A program that runs: what it was sent until now is replayed for each question; changes go to its main thread.
final class LiveInspection: InspectionSource {
    private struct State: @unchecked Sendable {
        var inspected: InspectedRecording?
        var count = -1
    }
    private struct Host: @unchecked Sendable { weak var host: (any LayerHost)? }

    private let recorder: Recorder
    private let state = Locked(State())
    // Unchecked: the host is used on the main thread alone.
    private let host: Host
    private let allowsEditing: Bool

    init?(_ host: any LayerHost, _ options: Inspector.Options) {
        var recording = Recorder.Options()
        (recording.includesLog, recording.capacity, recording.title) = (true, options.capacity, options.title)
        guard let recorder = Recorder(host, options: recording) else { return nil }
        self.recorder = recorder
        self.host = Host(host: host)
        allowsEditing = options.allowsEditing
    }

    func answer(_ request: InspectorRequest) -> String {
        switch request {
        case .set(let layer, let key, let value, let isAnimated):
            guard allowsEditing else { return InspectorRefusal.text("editing is off: start the inspector with allowsEditing") }
            return onMainThread { $0.set(layer: layer, key: key, value: value, isAnimated: isAnimated) }
        case .explain(let layer, let key):
            return onMainThread { $0.explain(layer: layer, key: key) }
        default: break
        }
        let recording = recorder.recording()
        return state.withLock { state in
            if state.inspected == nil || state.count != recording.entries.count {
                state.inspected = InspectedRecording(recording)
                state.count = recording.entries.count
            }
            guard let inspected = state.inspected else { return InspectorRefusal.text("nothing is there") }
            if request == .hello { return InspectorJSON.text(inspected.hello(mode: "live", isEditable: allowsEditing)) }
            return inspected.answer(request) ?? InspectorRefusal.text("not known")
        }
    }

    /// Waits for the main thread, not for ever: a program may be busy, or not run its main queue.
    private func onMainThread(_ body: @escaping @Sendable (HostEditor) -> String) -> String {
        let answer = Locked<String?>(nil)
        let done = DispatchSemaphore(value: 0)
        let host = host
        DispatchQueue.main.async {
            let text = host.host.map { body(HostEditor(host: $0)) } ?? InspectorRefusal.text("the host has gone")
            answer.withLock { $0 = text }
            done.signal()
        }
        guard done.wait(timeout: .now() + 2) == .success else { return InspectorRefusal.text("the program's main thread is busy") }
        return answer.withLock { $0 } ?? InspectorRefusal.text("the program's main thread is busy")
    }
}
