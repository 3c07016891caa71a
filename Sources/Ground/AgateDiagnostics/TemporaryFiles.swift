import Foundation

/// The files and folders that exist only while something is written: taken away where the program is ended before it could do so itself.
package enum TemporaryFiles {
    private static let paths = Locked<Set<String>>([])

    /// From now on ``removeAll()`` takes it away.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// It is gone, or has its final name.
    package static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Takes away everything that is left. The program is about to end; whoever still writes writes into nothing.
    package static func removeAll() {
        for path in paths.withLock({ $0 }) where unlink(path) != 0 && errno == EISDIR { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// What error numbers of the system mean for whoever has to decide whether to try again.
package enum SystemError {
    /// Whether the same may work later, or on another machine: the disk is full, memory or descriptors are used up, a device or a server
    /// failed.
    package static func isTransient(_ code: Int32) -> Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, ESTALE, ETIMEDOUT, EBUSY, EINTR, ENXIO].contains(code)
    }

    /// The number in words.
    package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
