import AgateDiagnostics
import Foundation

/// Why a film can't be read or written by way of the ffmpeg program.
package enum FFmpegError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a codec would have been for.
    package enum Direction: String, Sendable { case encoder, decoder }

    /// There is no such program, neither in AGATE_FFMPEG nor on the PATH.
    case programMissing(String)
    /// The program is there but can't be run.
    case cannotStart(String, reason: String)
    /// The program was built without this encoder or decoder.
    case codecMissing(String, Direction)
    /// The program ended with an error; the message is the end of what it said.
    case failed(program: String, status: Int32, message: String)
    /// The program took nothing, gave nothing and computed nothing for so many seconds while it was waited for, and was ended.
    case stalled(program: String, seconds: Int)
    /// The file holds no film, or what the program says about it can't be understood.
    case unreadable(file: String, reason: String)
    /// Somebody called `cancel()`.
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

    /// Whether the same may work later: the machine is short of something, or the program was ended by somebody.
    package var isTransient: Bool {
        switch self {
        case .cannotStart(_, let reason): [EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY].contains { SystemError.text($0) == reason }
        case .failed(_, let status, _): status < 0
        case .stalled: true
        case .programMissing, .codecMissing, .unreadable, .cancelled: false
        }
    }
}
