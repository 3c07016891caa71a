import AgateDiagnostics
import Foundation

/// Answers requests on a port of this machine, each connection on a separate thread.
final class HTTPServer: Sendable {
    /// The limits of connections.
    struct Limits: Sendable {
        /// The largest number of connections. Beyond it, the oldest connection without the token is closed.
        var connections = 16
        /// The time in seconds within which a request's head must be complete, from the connection's beginning or the head's first byte.
        var head = 10.0
        /// The time in seconds for which a client with the token may be silent, between requests and within one, or not read a response.
        var silence = 30.0
    }

    private struct State {
        var socket: Int32 = -1
        /// The connections, the oldest first, without those that were closed to make space for others.
        var connections: [(socket: Int32, hasToken: Bool)] = []
        var isOver = false
    }

    let port: UInt16
    private let state = Locked(State())
    private let service: HTTPService
    private let limits: Limits

    /// Opens the port; 0 selects a free one.
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
            // Wakes the threads that wait on the sockets. They close the sockets, but not before removing them from the list.
            if state.socket >= 0 { shutdown(state.socket, Int32(SHUT_RDWR)) }
            state.socket = -1
            for connection in state.connections { shutdown(connection.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Adds a connection; returns false if the limit is reached. A full list makes space by closing the oldest connection without the
    /// token.
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

    /// Accepts a connection; returns false if the server has been stopped.
    private func accept(_ socket: Int32) -> Bool {
        let connection = Glibc.accept(socket, nil, nil)
        if connection < 0 {
            if state.withLock({ $0.isOver }) { return false }
            // Out of descriptors, or a client that closed the connection immediately.
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
            // Lower than the program's own threads: if all processors are busy, a tenth of the share of others. `StreamPace` does the rest.
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
        // A replay draws on this thread.
        thread.stackSize = 8 << 20
        thread.start()
        return true
    }
}
