import AgateDiagnostics
import FFmpeg
import Foundation
import ImageIO

/// The reason for which a film was not made. No partial file remains.
public enum FilmError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested options can't be combined; found before any work.
    case unsupported(String)
    /// The ffmpeg program is missing or can't be run; found before any work.
    case programMissing(String)
    /// The ffmpeg program was built without this encoder; found before any work.
    case encoderMissing(String)
    /// The file can't be written: its folder is missing or not writable, or a folder has its name.
    case unwritable(file: String, reason: String)
    /// The file can't be written now: the disk is full, memory or descriptors are exhausted, or the device failed. A later attempt may
    /// succeed.
    case exhausted(file: String, reason: String)
    /// The reader of the pipe closed it.
    case readerGone(file: String)
    /// The encoder failed during the recording.
    case encoderFailed(String)
    /// The recording was cancelled.
    case cancelled

    /// A description in one line.
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

    /// A Boolean value that indicates whether the same recording may succeed if it is tried again, because the request itself is valid.
    public var isTransient: Bool {
        switch self {
        case .exhausted, .encoderFailed: true
        case .unsupported, .programMissing, .encoderMissing, .unwritable, .readerGone, .cancelled: false
        }
    }

    /// Converts any underlying error to the film error that it causes.
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
