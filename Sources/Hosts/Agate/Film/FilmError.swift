import AgateDiagnostics
import FFmpeg
import Foundation
import ImageIO

/// Why a film was not made. Nothing half-written is left behind.
public enum FilmError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for does not go together; found before any work.
    case unsupported(String)
    /// The ffmpeg program is not there, or can't be run; found before any work.
    case programMissing(String)
    /// The ffmpeg program was built without this encoder; found before any work.
    case encoderMissing(String)
    /// The file can't be written: its folder is missing or closed, or a folder has its name.
    case unwritable(file: String, reason: String)
    /// The file can't be written now: the disk is full, memory or descriptors are used up, or the device failed. The same may work later.
    case exhausted(file: String, reason: String)
    /// Whoever read the film from a pipe went away.
    case readerGone(file: String)
    /// The encoder gave up midway.
    case encoderFailed(String)
    /// The recording was cancelled.
    case cancelled

    /// One line for people.
    public var description: String {
        switch self {
        case .unsupported(let what): what
        case .programMissing(let what), .encoderMissing(let what): what
        case .unwritable(let file, let reason), .exhausted(let file, let reason): "\(file): \(reason)"
        case .readerGone(let file): "\(file): the reader closed it"
        case .encoderFailed(let reason): "encoding the film failed: \(reason)"
        case .cancelled: "the recording was cancelled"
        }
    }

    /// Whether the same recording may succeed when it is tried again: nothing is wrong with what was asked for.
    public var isTransient: Bool {
        switch self {
        case .exhausted, .encoderFailed: true
        case .unsupported, .programMissing, .encoderMissing, .unwritable, .readerGone, .cancelled: false
        }
    }

    /// Whatever went wrong below, as what it means for a film.
    package init(_ error: any Error) {
        switch error {
        case let error as FilmError: self = error
        case let error as ImageError where error.code == EPIPE: self = .readerGone(file: error.file)
        case let error as ImageError where SystemError.isTransient(error.code): self = .exhausted(file: error.file, reason: error.reason)
        case let error as ImageError where error.code == 0: self = .unsupported("\(error)")
        case let error as ImageError: self = .unwritable(file: error.file, reason: error.reason)
        case let error as FFmpegError:
            switch error {
            case .cannotStart where error.isTransient: self = .encoderFailed("\(error)")
            case .programMissing, .cannotStart: self = .programMissing("\(error)")
            case .codecMissing: self = .encoderMissing("\(error)")
            case .cancelled: self = .cancelled
            case .failed, .stalled, .unreadable: self = .encoderFailed("\(error)")
            }
        default: self = .encoderFailed("\(error)")
        }
    }
}
