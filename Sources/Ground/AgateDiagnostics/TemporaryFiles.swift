import Foundation

/// The files and folders that exist only while an output is written. They are removed if the program is terminated before it could remove
/// them itself.
package enum TemporaryFiles {
    private static let paths = Locked<Set<String>>([])

    /// Adds a path that ``removeAll()`` removes.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Forgets a path, because it no longer exists or has its final name.
    package static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes all remaining files. The program is about to end. Other threads that are still writing lose their output.
    package static func removeAll() {
        for path in paths.withLock({ $0 }) where unlink(path) != 0 && errno == EISDIR { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// The meaning of the system's error numbers for the decision to retry.
package enum SystemError {
    /// Returns whether the same operation may succeed later, or on another machine: the disk is full, memory or descriptors are
    /// exhausted, or a device or a server failed.
    package static func isTransient(_ code: Int32) -> Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, ESTALE, ETIMEDOUT, EBUSY, EINTR, ENXIO].contains(code)
    }

    /// Returns the description of an error number.
    package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
