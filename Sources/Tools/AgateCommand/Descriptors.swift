import ArgumentParser
import Foundation

/// Prepares the process's file descriptors at startup.
enum Descriptors {
    /// The smallest usable limit of open files. With fewer, the platform's run loop ends the process instead of failing, and an encoder's
    /// pipes can't be opened.
    private static let least: rlim_t = 24

    /// - Throws: The exit code 75, after a line on standard error, if the limit of open files is too small for any command.
    static func prepare() throws {
        // The number of a closed standard stream would be assigned to the next opened file, which would then receive the output.
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
