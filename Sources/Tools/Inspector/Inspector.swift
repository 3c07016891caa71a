import Agate
import AgateDiagnostics
import AgateInspector
import AgateRecording
import Foundation
import QuartzCore

/// The reason for which an inspector can't start.
public enum InspectorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The port can't be opened, for the given reason.
    case noPort(String)
    /// The host is not one of Agate's own.
    case notObservable
    /// The program on another machine does not respond, for the given reason.
    case noProgram(String)

    public var description: String {
        switch self {
        case .noPort(let why): "the inspector can't listen: \(why)"
        case .notObservable: "the inspector can't observe this host"
        case .noProgram(let why): "the program can't be inspected: \(why)"
        }
    }
}

/// Shows a host's layers, times and explanations in a browser, while the program runs.
///
///     let inspector = try Inspector.start(host, port: 8080)      // prints the address to open
///     let inspector = try Inspector.startIfAsked(host)           // the same if AGATE_INSPECT=8080 is in the environment
///
/// Before this call there is no open port. The inspector listens on this machine alone unless another address is given, answers only
/// requests with the token that it prints, and changes nothing unless `allowsEditing` is set. The page shows a replay of the host's
/// commits, made on the inspector's own threads, so the program's frames are not delayed. Retain the inspector; its port is closed when it
/// is released. Start it on the thread of the host's layers.
public final class Inspector: Sendable {
    /// The options for listening.
    public struct Options: Sendable {
        /// The IPv4 address to listen on. With an address other than the loopback address, everyone in the network who has the token can
        /// inspect the program.
        public var address = "127.0.0.1"
        /// A Boolean value that indicates whether the page may set properties. The layers must belong to the main thread, whose run loop or
        /// main queue makes the changes.
        public var allowsEditing = false
        /// The number of past entries that are kept, as for `AgateRecording.Recorder`.
        public var capacity = 40_000
        /// The title of the page.
        public var title = ProcessInfo.processInfo.processName
        /// Creates options for read-only access from this machine.
        public init() {}
    }

    /// The address to open, with its token.
    public let url: String
    private let server: HTTPServer

    private init(_ source: any InspectionSource, port: UInt16, _ options: Options) throws(InspectorError) {
        let token = (0..<16).map { _ in String(format: "%02x", UInt8.random(in: 0...255)) }.joined()
        let admission = Locked(Admission(token: token, hosts: []))
        let desk = InspectorDesk(source)
        server = try HTTPServer(
            address: options.address, port: port,
            service: HTTPService(
                refusal: { request in admission.withLock { $0 }.refusal(of: request) },
                bodyLimit: { $0.path == "/import" ? InspectorDesk.longestImport : HTTPRequest.longestBody },
                reply: { desk.reply(to: $0) }))
        let number = server.port
        let isEverywhere = options.address == "0.0.0.0"
        let shown = isEverywhere ? "127.0.0.1" : options.address
        admission.withLock {
            $0 = Admission(
                token: token, hosts: ["127.0.0.1:\(number)", "localhost:\(number)", "\(options.address):\(number)"],
                anyNumberWithPort: isEverywhere ? number : nil)
        }
        url = "http://\(shown):\(number)/?token=\(token)"
    }

    /// Starts to inspect a host, and prints the address on standard error.
    /// - Parameters:
    ///   - host: A window or a host without one. The inspector does not keep it alive after its own release.
    ///   - port: The port; 0 selects a free one.
    ///   - options: The address to listen on, and whether the page may edit.
    public static func start(_ host: any LayerHost, port: UInt16 = 0, options: Options = Options()) throws(InspectorError) -> Inspector {
        guard let source = LiveInspection(host, options) else { throw .notObservable }
        let inspector = try Inspector(source, port: port, options)
        FileHandle.standardError.write(Data("agate: inspect at \(inspector.url)\n".utf8))
        return inspector
    }

    /// Starts to inspect a host if the environment has `AGATE_INSPECT=PORT` or `AGATE_INSPECT=ADDRESS:PORT`; returns nil otherwise.
    ///
    /// A program with this call opens a port only if the user who starts it requests that.
    public static func startIfAsked(_ host: any LayerHost, options: Options = Options()) throws(InspectorError) -> Inspector? {
        guard let text = ProcessInfo.processInfo.environment["AGATE_INSPECT"], !text.isEmpty else { return nil }
        var options = options
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let port = UInt16(parts[parts.count - 1]) else {
            throw .noPort("AGATE_INSPECT is \(text), expected a port or ADDRESS:PORT")
        }
        if parts.count == 2 { options.address = String(parts[0]) }
        return try start(host, port: port, options: options)
    }

    /// Serves the page of a recording.
    public static func start(_ recording: Recording, port: UInt16 = 0, options: Options = Options()) throws(InspectorError) -> Inspector {
        try Inspector(RecordedInspection(recording), port: port, options)
    }

    /// Serves the page of a program on another machine, to which its requests are forwarded. The token is that program's.
    /// - Parameters:
    ///   - address: An IPv4 address or a host's name.
    ///   - remotePort: The port of the program's inspector.
    public static func start(
        relayingTo address: String, _ remotePort: UInt16, token: String, port: UInt16 = 0, options: Options = Options()
    ) throws(InspectorError) -> Inspector {
        let relay = InspectorRelay(address: address, port: remotePort, token: token)
        try relay.check()
        return try Inspector(relay, port: port, options)
    }

    deinit { server.stop() }

    /// Closes the port.
    public func stop() { server.stop() }
}
