import Foundation

/// The connection of a request that is answered incrementally.
struct HTTPConnection {
    let descriptor: Int32

    /// Begins a chunked response.
    func begin(type: String) -> Bool {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Self.write(Array(head.utf8), to: descriptor)
    }

    /// Sends a chunk that is one message, preceded by its length; returns false if the connection is closed.
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

    /// True if the other end has closed the connection.
    var isClosed: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    }

    @discardableResult
    static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        bytes.withUnsafeBytes { write($0, to: connection, isMoreToCome: false) }
    }

    /// - Parameter isMoreToCome: True if the rest of a packet may wait for the next write.
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
