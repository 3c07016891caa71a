import Foundation

/// A lock between processes, held until it is released or goes away.
///
/// The programs that this one starts inherit it. So it is held while any of them lives: a build whose `agate` was killed goes on for a
/// while, and the next one must not change files below it.
final class FileLock {
    enum Kind: Int32 {
        case shared, exclusive
        var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    private var descriptor: Int32 = -1
    private let path: String

    /// Waits for those that hold it, and says so.
    init(_ path: String, _ kind: Kind = .exclusive) throws {
        self.path = path
        try Files.makeFolder((path as NSString).deletingLastPathComponent)
        repeat {
            release()
            descriptor = open(path, O_RDWR | O_CREAT, 0o666)
            guard descriptor >= 0 else { throw BuildError("\(path) can't be opened", code: errno) }
            try take(kind)
            // Whoever deletes a build folder deletes its lock, too: a lock on a file that nobody else finds is none.
        } while !isCurrent
    }

    /// Waits until the lock is held in another way.
    func change(to kind: Kind) throws { try take(kind) }

    func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func take(_ kind: Kind) throws {
        guard flock(descriptor, kind.operation | LOCK_NB) != 0 else { return }
        if errno == EWOULDBLOCK { message("waiting for another run that holds \(path)") }
        while flock(descriptor, kind.operation) != 0 {
            guard errno == EINTR else { throw BuildError("\(path) can't be locked", code: errno) }
        }
    }

    private var isCurrent: Bool {
        var mine = stat(), now = stat()
        return fstat(descriptor, &mine) == 0 && stat(path, &now) == 0 && mine.st_ino == now.st_ino && mine.st_dev == now.st_dev
    }

    deinit { release() }
}
