import AgateDiagnostics
import Foundation

/// A client for `HTTPServer`: for relays, and for programs that measure and test it.
package enum HTTPClient {
    /// Returns a connected socket, which the caller must close. Only IPv4 addresses are tried.
    /// - Parameter patience: The time limit for connecting, for each write and for each read, in seconds; nil for no limit.
    package static func connection(to address: String, _ port: UInt16, patience: Int? = nil) throws(InspectorError) -> Int32 {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let found else { throw .noProgram("the host \(address) was not found") }
        defer { freeaddrinfo(found) }
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { throw .noProgram(SystemError.text(errno)) }
        if let patience {
            var wait = timeval(tv_sec: patience, tv_usec: 0)
            setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(connection, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            let why = SystemError.text(errno)
            close(connection)
            throw .noProgram("\(address):\(port): \(why)")
        }
        return connection
    }
}
