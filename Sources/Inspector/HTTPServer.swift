import AgateDiagnostics
import Foundation

/// Answers requests on a port of this machine, each connection on a thread of its own.
final class HTTPServer: Sendable {
    private struct State {
        var socket: Int32 = -1
        var connections: Set<Int32> = []
        var isOver = false
    }

    /// What a connection may take.
    private static let mostConnections = 16, patience = 30

    let port: UInt16
    private let state = Locked(State())
    private let service: HTTPService

    /// Opens the port; 0 takes a free one.
    init(address: String, port: UInt16, service: HTTPService) throws(InspectorError) {
        self.service = service
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .noPort(SystemError.text(errno)) }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else {
            close(socket)
            throw .noPort("\(address) is no IPv4 address")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(socket, place, size) == 0 && listen(socket, 16) == 0 && getsockname(socket, place, &size) == 0
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
        let (socket, connections) = state.withLock { state in
            defer {
                state.isOver = true
                state.socket = -1
            }
            return (state.socket, state.connections)
        }
        // Wakes the threads that wait in them; they close them.
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
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
        let isTaken = state.withLock { state in
            guard !state.isOver, state.connections.count < Self.mostConnections else { return false }
            state.connections.insert(connection)
            return true
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard isTaken else {
            HTTPConnection.write(HTTPAnswer.refused(503, "too many connections").bytes(closes: true), to: connection)
            close(connection)
            return true
        }
        var wait = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let thread = Thread { [state, service] in
            // The program's own threads come first: a tenth of what others get where all processors are busy. `StreamPace` does the rest.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            Self.serve(connection, service)
            state.withLock { _ = $0.connections.remove(connection) }
            close(connection)
        }
        thread.name = "agate.inspector.connection"
        // A replay draws in it.
        thread.stackSize = 8 << 20
        thread.start()
        return true
    }

    private static func serve(_ connection: Int32, _ service: HTTPService) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            switch HTTPRequest.parse(bytes, bodyLimit: service.bodyLimit) {
            case .incomplete:
                let count = recv(connection, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                bytes += buffer[..<count]
            case .refused(let status):
                HTTPConnection.write(HTTPAnswer.refused(status).bytes(closes: true), to: connection)
                return
            case .request(let request, let length):
                bytes.removeFirst(length)
                let closes = request.headers["connection"]?.lowercased() == "close"
                switch service.reply(request) {
                case .answer(let answer):
                    guard HTTPConnection.write(answer.bytes(closes: closes), to: connection), !closes else { return }
                case .connection(let body):
                    body(HTTPConnection(descriptor: connection))
                    return
                }
            }
        }
    }
}

/// What a server serves; called on its threads.
struct HTTPService: Sendable {
    /// How long a request's body may be, by its head.
    var bodyLimit: @Sendable (HTTPRequest) -> Int = { _ in HTTPRequest.longestBody }
    var reply: @Sendable (HTTPRequest) -> HTTPReply
}

/// The other end of a request that is answered bit by bit.
struct HTTPConnection {
    let descriptor: Int32

    /// Begins an answer of chunks.
    func begin(type: String) -> Bool {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Self.write(Array(head.utf8), to: descriptor)
    }

    /// Sends a chunk that is one message with its length in front; false where nobody takes it any more.
    func send(message: [UInt32]) -> Bool {
        let count = UInt32(message.count * 4)
        let head = Array("\(String(count + 4, radix: 16))\r\n".utf8)
        return withUnsafeBytes(of: count.littleEndian) { length in
            message.withUnsafeBytes { message in
                head.withUnsafeBytes { Self.write($0, to: descriptor, isMoreToCome: true) }
                    && Self.write(length, to: descriptor, isMoreToCome: true)
                    && Self.write(message, to: descriptor, isMoreToCome: true) && Self.write([13, 10], to: descriptor)
            }
        }
    }

    /// Whether the other end has hung up.
    var isClosed: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    }

    @discardableResult
    static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        bytes.withUnsafeBytes { write($0, to: connection, isMoreToCome: false) }
    }

    /// - Parameter isMoreToCome: whether the rest of a packet may wait for what is written next.
    private static func write(_ bytes: UnsafeRawBufferPointer, to connection: Int32, isMoreToCome: Bool) -> Bool {
        let flags = Int32(MSG_NOSIGNAL) | (isMoreToCome ? Int32(MSG_MORE) : 0)
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.send(connection, bytes.baseAddress! + sent, bytes.count - sent, flags)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
