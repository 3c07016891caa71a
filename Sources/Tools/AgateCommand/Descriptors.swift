import ArgumentParser
import Foundation

/// What the program needs of its descriptors before it does anything.
enum Descriptors {
    /// Below this the platform's run loop ends the process instead of failing, and an encoder's pipes find no room.
    private static let least: rlim_t = 24

    /// - Throws: the exit code 75, after a line on standard error, where fewer files may be open than any command needs.
    static func prepare() throws {
        // A standard stream that is closed would be the number of the next file opened, and output would go into that.
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < least else { return }
        limit.rlim_cur = min(least, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur < least else { return }
        StandardError.say("only \(limit.rlim_cur) files can be open at a time (ulimit -n), but \(least) are needed")
        throw ExitCode(ExitStatus.transient)
    }
}
