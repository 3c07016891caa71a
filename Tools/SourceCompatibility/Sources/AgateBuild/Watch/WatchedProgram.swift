import Foundation
import Synchronization

/// The program that `agate run --watch` runs. When this process exits, by whatever way, the program is ended as well.
final class WatchedProgram {
    private static let current = Atomic<pid_t>(0)
    /// The time in seconds that a program has to end after SIGTERM.
    private static let grace = 2.0

    let path: String
    private let pid: pid_t
    /// The exit code, or a signal's number and 128, once it has ended.
    private(set) var status: Int32?

    /// - Parameter environment: Variables besides those of this process.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        self.path = path
        let pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in pointers + settings { free(pointer) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let code = posix_spawn(&child, path, nil, &attributes, pointers, settings)
        guard code == 0 else { throw BuildError("\(path) can't be run", code: code) }
        pid = child
        Self.current.store(child, ordering: .relaxed)
        Self.endsAtExit()
    }

    /// Returns the status once the program has ended.
    func poll() -> Int32? {
        guard status == nil else { return status }
        var state: Int32 = 0
        guard waitpid(pid, &state, WNOHANG) == pid else { return nil }
        _ = Self.current.compareExchange(expected: pid, desired: 0, ordering: .relaxed)
        status = state & 0x7f == 0 ? (state >> 8) & 0xff : 128 + state & 0x7f
        return status
    }

    /// Ends the program, and waits until it has ended.
    func end() {
        guard poll() == nil else { return }
        Self.current.store(0, ordering: .relaxed)
        status = Self.finish(pid)
    }

    @discardableResult private static func finish(_ pid: pid_t) -> Int32 {
        kill(pid, SIGTERM)
        // A stopped program has to run to end.
        kill(pid, SIGCONT)
        var state: Int32 = 0
        for _ in 0..<Int(grace * 100) {
            if waitpid(pid, &state, WNOHANG) != 0 { return 128 + SIGTERM }
            usleep(10_000)
        }
        kill(pid, SIGKILL)
        while waitpid(pid, &state, 0) < 0, errno == EINTR {}
        return 128 + SIGKILL
    }

    private static let registration: Void = {
        _ = atexit {
            let pid = WatchedProgram.current.exchange(0, ordering: .relaxed)
            if pid > 0 { WatchedProgram.finish(pid) }
        }
    }()
    private static func endsAtExit() { registration }
}
