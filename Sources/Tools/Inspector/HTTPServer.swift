import AgateDiagnostics
import Foundation

/// Answers requests on a port of this machine, each connection on a thread of its own.
final class HTTPServer: Sendable {
    /// What connections may take.
    struct Limits: Sendable {
        /// How many there are at once. Beyond it, the oldest of those without the token is closed.
        var connections = 16
        /// Seconds in which a request's head must be there, from the connection's beginning or the head's first byte on.
        var head = 10.0
        /// Seconds that somebody with the token may be silent, between requests and within one, or take nothing of an answer.
        var silence = 30.0
    }

    private struct State {
        var socket: Int32 = -1
        /// The oldest first; one that is closed for another's sake is here no more.
        var connections: [(socket: Int32, hasToken: Bool)] = []
        var isOver = false
    }

    let port: UInt16
    private let state = Locked(State())
    private let service: HTTPService
    private let limits: Limits

    /// Opens the port; 0 takes a free one.
    init(address: String, port: UInt16, limits: Limits = Limits(), service: HTTPService) throws(InspectorError) {
        self.service = service
        self.limits = limits
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .noPort(SystemError.text(errno)) }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else {
            close(socket)
            throw .noPort("\(address) is not an IPv4 address")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(socket, place, size) == 0 && listen(socket, 128) == 0 && getsockname(socket, place, &size) == 0
            }
        }
        guard result else {
            let why = SystemError.text(errno)
            close(socket)
            throw .noPort("port \(port): \(why)")
        }
        self.port = UInt16(bigEndian: place.sin_port)
        state.withLock { $0.socket = socket }
        let thread = Thread { [weak self] in
            while let self, self.accept(socket) {}
            close(socket)
        }
        thread.name = "agate.inspector"
        thread.start()
    }

    deinit { stop() }

    /// Closes the port and all connections.
    func stop() {
        state.withLock { state in
            state.isOver = true
            // Wakes the threads that wait in them; they close them, but not before they have left the list.
            if state.socket >= 0 { shutdown(state.socket, Int32(SHUT_RDWR)) }
            state.socket = -1
            for connection in state.connections { shutdown(connection.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Whether there is a place for a connection. One that is full makes a place: of those without the token the oldest goes.
    private func take(_ connection: Int32) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            if state.connections.count >= limits.connections {
                guard let oldest = state.connections.firstIndex(where: { !$0.hasToken }) else { return false }
                shutdown(state.connections.remove(at: oldest).socket, Int32(SHUT_RDWR))
            }
            state.connections.append((connection, false))
            return true
        }
    }

    /// False when all is over.
    private func accept(_ socket: Int32) -> Bool {
        let connection = Glibc.accept(socket, nil, nil)
        if connection < 0 {
            if state.withLock({ $0.isOver }) { return false }
            // Out of descriptors, or somebody who hung up at once.
            if errno != EINTR, errno != ECONNABORTED { usleep(10_000) }
            return true
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard take(connection) else {
            HTTPConnection.write(HTTPAnswer.refused(503, "too many connections").bytes(closes: true), to: connection)
            close(connection)
            return true
        }
        var wait = timeval(tv_sec: Int(limits.silence), tv_usec: Int(limits.silence.truncatingRemainder(dividingBy: 1) * 1e6))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let thread = Thread { [state, service, limits] in
            // The program's own threads come first: a tenth of what others get where all processors are busy. `StreamPace` does the rest.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            var exchange = HTTPExchange(connection, limits, service) {
                state.withLock { state in
                    if let at = state.connections.firstIndex(where: { $0.socket == connection }) { state.connections[at].hasToken = true }
                }
            }
            exchange.run()
            state.withLock { state in state.connections.removeAll { $0.socket == connection } }
            close(connection)
        }
        thread.name = "agate.inspector.connection"
        // A replay draws in it.
        thread.stackSize = 8 << 20
        thread.start()
        return true
    }
}
