import Agate
import Foundation

/// The handlers of a server; called on its threads.
struct HTTPService: Sendable {
    /// Returns the refusal of a request by its head; called before its body is read. Nil if the request has the token.
    var refusal: @Sendable (HTTPRequest) -> HTTPAnswer? = { _ in nil }
    /// Returns the largest length of a request's body, by its head.
    var bodyLimit: @Sendable (HTTPRequest) -> Int = { _ in HTTPRequest.longestBody }
    var reply: @Sendable (HTTPRequest) -> HTTPReply
}

/// The requests of one connection and their responses, in sequence, each within its time limit.
struct HTTPExchange {
    private let connection: Int32
    private let limits: HTTPServer.Limits
    private let service: HTTPService
    /// Called when a head has the token.
    private let admit: () -> Void
    private var bytes: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(_ connection: Int32, _ limits: HTTPServer.Limits, _ service: HTTPService, admit: @escaping () -> Void) {
        (self.connection, self.limits, self.service, self.admit) = (connection, limits, service, admit)
    }

    /// Reads and answers requests until either side closes the connection.
    mutating func run() {
        var isAdmitted = false
        /// The deadline for the head that is being read; nil while none has begun.
        var deadline: Double? = HostClock.now + limits.head
        while true {
            var refusal: HTTPAnswer?
            var hasHead = false
            let outcome = HTTPRequest.parse(bytes) { [service] head in
                hasHead = true
                refusal = service.refusal(head)
                return service.bodyLimit(head)
            }
            if let refusal { return end(with: refusal) }
            if hasHead, !isAdmitted {
                isAdmitted = true
                admit()
            }
            switch outcome {
            case .incomplete:
                if !hasHead, deadline == nil, !bytes.isEmpty { deadline = HostClock.now + limits.head }
                guard receive(until: hasHead ? nil : deadline) else { return }
            case .refused(let status): return end(with: .refused(status))
            case .request(let request, let length):
                bytes.removeFirst(length)
                deadline = nil
                let closes = request.headers["connection"]?.lowercased() == "close"
                switch service.reply(request) {
                case .answer(let answer):
                    guard HTTPConnection.write(answer.bytes(closes: closes), to: connection), !closes else { return }
                case .connection(let body): return body(HTTPConnection(descriptor: connection))
                }
            }
        }
    }

    /// Waits for bytes; returns false if there are none.
    private mutating func receive(until deadline: Double?) -> Bool {
        let patience = deadline.map { $0 - HostClock.now } ?? limits.silence
        guard let count = read(within: patience), count > 0 else { return false }
        bytes += buffer[..<count]
        return true
    }

    /// Nil if the time limit is exceeded.
    private mutating func read(within seconds: Double) -> Int? {
        let end = HostClock.now + seconds
        while true {
            let left = end - HostClock.now
            guard left > 0 else { return nil }
            var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(min(left * 1000 + 1, 1e9)))
            if ready < 0, errno != EINTR { return nil }
            guard ready > 0 else { continue }
            let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK { continue }
            return count
        }
    }

    /// Sends the last response. Further data from the other end is read for a short time, because closing earlier could discard the
    /// response.
    private mutating func end(with answer: HTTPAnswer) {
        guard HTTPConnection.write(answer.bytes(closes: true), to: connection) else { return }
        shutdown(connection, Int32(SHUT_WR))
        let end = HostClock.now + min(1, limits.head)
        while let count = read(within: end - HostClock.now), count > 0 {}
    }
}
