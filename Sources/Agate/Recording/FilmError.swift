import FFmpeg
import ImageIO

/// Why a film was not made. Nothing half-written is left behind.
public enum FilmError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for does not go together; found before any work.
    case unsupported(String)
    /// The ffmpeg program is not there, or can't be run; found before any work.
    case programMissing(String)
    /// The ffmpeg program was built without this encoder; found before any work.
    case encoderMissing(String)
    /// The file can't be written.
    case unwritable(file: String, reason: String)
    /// The encoder gave up midway.
    case encoderFailed(String)
    /// The recording was cancelled.
    case cancelled

    /// One line for people.
    public var description: String {
        switch self {
        case .unsupported(let what): what
        case .programMissing(let what), .encoderMissing(let what): what
        case .unwritable(let file, let reason): "\(file): \(reason)"
        case .encoderFailed(let reason): "the film can't be encoded: \(reason)"
        case .cancelled: "the recording was cancelled"
        }
    }

    /// Whatever went wrong below, as what it means for a film.
    init(_ error: any Error) {
        switch error {
        case let error as FilmError: self = error
        case let error as ImageError: self = .unwritable(file: error.file, reason: error.reason)
        case let error as FFmpegError:
            switch error {
            case .programMissing, .cannotStart: self = .programMissing("\(error)")
            case .codecMissing: self = .encoderMissing("\(error)")
            case .cancelled: self = .cancelled
            case .failed, .unreadable: self = .encoderFailed("\(error)")
            }
        default: self = .encoderFailed("\(error)")
        }
    }
}
