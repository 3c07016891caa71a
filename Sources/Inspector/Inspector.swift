import Agate
import AgateDiagnostics
import AgateInspector
import AgateRecording
import Foundation
import QuartzCore

/// Why an inspector can't start.
public enum InspectorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The port can't be opened; why.
    case noPort(String)
    /// The host is none of Agate's own.
    case notObservable

    public var description: String {
        switch self {
        case .noPort(let why): "the inspector can't listen: \(why)"
        case .notObservable: "the inspector can't follow this host"
        }
    }
}

/// Shows a host's layers, time and reasons in a browser, while the program runs.
///
///     let inspector = try Inspector.start(host, port: 8080)      // prints the address to open
///     let inspector = try Inspector.startIfAsked(host)           // the same where AGATE_INSPECT=8080 stands in the environment
///
/// Nothing listens before this. It listens on this machine alone unless another address is given, answers only who has the token that it
/// prints, and changes nothing unless `allowsEditing` is set. What the page shows is a replay of what the host was sent, made on the
/// inspector's own threads: the program's frames wait for nothing. Keep it; the port closes when it goes. Start it on the thread of the
/// host's layers.
public final class Inspector: Sendable {
    /// How it listens.
    public struct Options: Sendable {
        /// The IPv4 address to listen on. Another than this machine's own lets everybody in the network who has the token look at the
        /// program.
        public var address = "127.0.0.1"
        /// Whether the page may set properties. Layers must belong to the main thread, whose run loop or main queue makes the changes.
        public var allowsEditing = false
        /// How many entries of the past are kept, as for `AgateRecording.Recorder`.
        public var capacity = 40_000
        /// What the page is called.
        public var title = ProcessInfo.processInfo.processName
        /// Only this machine, and only to look.
        public init() {}
    }

    /// The address to open, with its token.
    public let url: String
    private let server: HTTPServer

    private init(_ source: any InspectionSource, port: UInt16, _ options: Options) throws(InspectorError) {
        let token = (0..<16).map { _ in String(format: "%02x", UInt8.random(in: 0...255)) }.joined()
        let names = Locked<Set<String>>([])
        let page = Array(InspectorPage.html().utf8)
        server = try HTTPServer(address: options.address, port: port) { request in
            let admission = Admission(token: token, hosts: names.withLock { $0 })
            if let refusal = admission.refusal(of: request) { return refusal }
            switch (request.method, request.path) {
            case ("GET", "/"): return HTTPAnswer(type: "text/html; charset=utf-8", body: page)
            case ("POST", "/ask"):
                guard let asked = InspectorRequest(String(decoding: request.body, as: UTF8.self)) else {
                    return .refused(400, "This is no request.")
                }
                return HTTPAnswer(body: Array(source.answer(asked).utf8))
            case (_, "/"), (_, "/ask"): return .refused(405)
            default: return .refused(404)
            }
        }
        let number = server.port
        let shown = options.address == "0.0.0.0" ? "127.0.0.1" : options.address
        names.withLock { $0 = ["127.0.0.1:\(number)", "localhost:\(number)", "\(options.address):\(number)"] }
        url = "http://\(shown):\(number)/?token=\(token)"
    }

    /// Starts to inspect a host, and prints the address on standard error.
    /// - Parameters:
    ///   - host: a window or a host without one; it is not retained longer than the inspector.
    ///   - port: 0 takes a free one.
    ///   - options: who may connect, and whether the page may edit.
    public static func start(_ host: any LayerHost, port: UInt16 = 0, options: Options = Options()) throws(InspectorError) -> Inspector {
        guard let source = LiveInspection(host, options) else { throw .notObservable }
        let inspector = try Inspector(source, port: port, options)
        FileHandle.standardError.write(Data("agate: inspect at \(inspector.url)\n".utf8))
        return inspector
    }

    /// The same where the environment has `AGATE_INSPECT=PORT`; nil otherwise.
    public static func startIfAsked(_ host: any LayerHost, options: Options = Options()) throws(InspectorError) -> Inspector? {
        guard let port = ProcessInfo.processInfo.environment["AGATE_INSPECT"].flatMap(UInt16.init) else { return nil }
        return try start(host, port: port, options: options)
    }

    /// Serves the page of a recording.
    public static func start(_ recording: Recording, port: UInt16 = 0, options: Options = Options()) throws(InspectorError) -> Inspector {
        try Inspector(RecordedInspection(recording), port: port, options)
    }

    /// Closes the port.
    public func stop() { server.stop() }
}

/// What answers the page, on threads of the server's.
protocol InspectionSource: Sendable {
    func answer(_ request: InspectorRequest) -> String
}

/// One at a time: a replay belongs to whoever uses it.
final class RecordedInspection: InspectionSource {
    private struct Replayed: @unchecked Sendable { let inspected: InspectedRecording }
    private let replayed: Locked<Replayed>

    init(_ recording: Recording) { replayed = Locked(Replayed(inspected: InspectedRecording(recording))) }

    func answer(_ request: InspectorRequest) -> String {
        replayed.withLock { replayed in
            if request == .hello { return InspectorJSON.text(replayed.inspected.hello(mode: "recording")) }
            return replayed.inspected.answer(request) ?? InspectorRefusal.text("a recording has no program behind it")
        }
    }
}
