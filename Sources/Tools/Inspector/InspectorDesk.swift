import AgateDiagnostics
import AgateInspector
import AgateRecording
import Foundation

/// A source that answers a page's requests, on threads of the server.
protocol InspectionSource: Sendable {
    func answer(_ request: InspectorRequest) -> String
    /// Sends changes until the page closes the connection; nil if there are none.
    var stream: (@Sendable (HTTPConnection) -> Void)? { get }
    /// Returns the content, as the file of a recording.
    func recordingFile() -> Data
    /// Answers a whole request in another way; nil for the usual one.
    func reply(to request: HTTPRequest) -> HTTPReply?
}

extension InspectionSource {
    var stream: (@Sendable (HTTPConnection) -> Void)? { nil }
    func reply(to request: HTTPRequest) -> HTTPReply? { nil }
    func recordingFile() -> Data { Data() }
}

/// The paths of the server.
struct InspectorDesk: Sendable {
    private let source: any InspectionSource
    private let page = Array(InspectorPage.html().utf8)
    /// The recording that a page has uploaded; only the newest is kept.
    private let imported = Locked<RecordedInspection?>(nil)

    /// The largest size of an uploaded recording, in bytes.
    static let longestImport = 128 << 20

    init(_ source: any InspectionSource) { self.source = source }

    func reply(to request: HTTPRequest) -> HTTPReply {
        switch (request.method, request.path) {
        case ("GET", "/"): return .answer(HTTPAnswer(type: "text/html; charset=utf-8", body: page))
        case ("POST", "/import"): return .answer(take(request.body))
        case ("POST", "/ask"), ("POST", "/stream"), ("POST", "/recording"): break
        case (_, "/"), (_, "/ask"), (_, "/stream"), (_, "/import"), (_, "/recording"): return .answer(.refused(405))
        default: return .answer(.refused(404))
        }
        let isImported = request.query["source"] == "import"
        guard let source: any InspectionSource = isImported ? imported.withLock({ $0 }) : source else {
            return .answer(.refused(404, "No recording was imported."))
        }
        if let own = source.reply(to: request) { return own }
        if request.path == "/stream" {
            return source.stream.map { .connection($0) } ?? .answer(.refused(404, "This source has no event stream."))
        }
        if request.path == "/recording" {
            return .answer(HTTPAnswer(type: "application/octet-stream", body: Array(source.recordingFile())))
        }
        guard let asked = InspectorRequest(String(decoding: request.body, as: UTF8.self)) else {
            return .answer(.refused(400, "The request is invalid."))
        }
        return .answer(HTTPAnswer(body: Array(source.answer(asked).utf8)))
    }

    private func take(_ body: [UInt8]) -> HTTPAnswer {
        var limits = RecordingLimits()
        limits.fileSize = Self.longestImport
        do {
            let recording = try Recording(Data(body), limits: limits)
            imported.withLock { $0 = RecordedInspection(recording) }
            return HTTPAnswer(body: Array(#"{"type":"done"}"#.utf8))
        } catch {
            return .refused(400, "\(error)")
        }
    }
}

/// Answers requests about a recording, one at a time, because a replay can't be shared.
final class RecordedInspection: InspectionSource {
    private struct Replayed: @unchecked Sendable { let inspected: InspectedRecording }
    private let replayed: Locked<Replayed>

    init(_ recording: Recording) { replayed = Locked(Replayed(inspected: InspectedRecording(recording))) }

    func recordingFile() -> Data { replayed.withLock { $0.inspected.recording }.encoded() }

    func answer(_ request: InspectorRequest) -> String {
        replayed.withLock { replayed in
            if request == .hello { return InspectorJSON.text(replayed.inspected.hello(mode: "recording")) }
            return replayed.inspected.answer(request) ?? InspectorRefusal.text("a recording has no program behind it")
        }
    }
}
