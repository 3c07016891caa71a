import AgateDiagnostics
import Foundation

/// The reason for which a film can't be read or written with the ffmpeg program.
package enum FFmpegError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The use of a codec.
    package enum Direction: String, Sendable { case encoder, decoder }

    /// The program is neither in AGATE_FFMPEG nor on the PATH.
    case programMissing(String)
    /// The program exists but can't be run.
    case cannotStart(String, reason: String)
    /// The program was built without this encoder or decoder.
    case codecMissing(String, Direction)
    /// The program ended with an error; the message is the end of its error output.
    case failed(program: String, status: Int32, message: String)
    /// The program was killed because it neither read, wrote nor computed for this number of seconds while a caller waited for it.
    case stalled(program: String, seconds: Int)
    /// The file contains no film, or the program's description of it can't be parsed.
    case unreadable(file: String, reason: String)
    /// `cancel()` was called.
    case cancelled

    package var description: String {
        switch self {
        case .programMissing(let name):
            "the program \(name) was not found: install it (on Debian and Ubuntu: apt-get install ffmpeg), or set AGATE_FFMPEG to its path"
        case .cannotStart(let path, let reason): "\(path) can't be started: \(reason)"
        case .codecMissing(let name, let direction): "this ffmpeg was built without the \(direction.rawValue) \(name)"
        case .failed(let program, let status, let message):
            "\(program) \(status < 0 ? "was terminated by signal \(-status)" : "failed with exit code \(status)")\(message.isEmpty ? "" : ": \(message)")"
        case .stalled(let program, let seconds): "\(program) made no progress for \(seconds) s and was terminated"
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .cancelled: "cancelled"
        }
    }

    /// True if a later attempt may succeed: the machine lacks a resource, or the program was killed from outside.
    package var isTransient: Bool {
        switch self {
        case .cannotStart(_, let reason): [EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY].contains { SystemError.text($0) == reason }
        case .failed(_, let status, _): status < 0
        case .stalled: true
        case .programMissing, .codecMissing, .unreadable, .cancelled: false
        }
    }
}
