import Agate
import FFmpeg
import Foundation

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The reason for which a film can't be read, composed or written.
public struct AVError: CustomNSError, LocalizedError, CustomStringConvertible, Sendable, Hashable {
    /// The kind of an error, with Apple's numbers.
    public enum Code: Int, Sendable, Hashable {
        case unknown = -11800
        /// The session isn't running.
        case sessionNotRunning = -11803
        /// Another session uses the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// Nothing was captured.
        case noDataCaptured = -11805
        /// The disk is full.
        case diskFull = -11807
        /// The device was disconnected.
        case deviceWasDisconnected = -11808
        /// There is no such device.
        case deviceNotConnected = -11814
        /// The film could not be encoded or written.
        case exportFailed = -11820
        /// A file could not be decoded.
        case decodeFailed = -11821
        /// A file has no media of the required kind.
        case invalidSourceMedia = -11822
        /// There is already a file of that name, which is left as it is.
        case fileAlreadyExists = -11823
        /// The segments of a track have gaps or overlap.
        case compositionTrackSegmentsNotContiguous = -11824
        /// A segment of a track has no positive duration.
        case invalidCompositionTrackSegmentDuration = -11825
        /// The source of a segment begins before the source's media.
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        /// The source of a segment has no positive duration, or ends after the source's media.
        case invalidCompositionTrackSegmentSourceDuration = -11827
        /// The format of a file is not known, or the file can't be read.
        case fileFormatNotRecognized = -11828
        /// There is no picture at the time.
        case noImageAtTime = -11832
        /// ffmpeg lacks the decoder, or is not installed.
        case decoderNotFound = -11833
        /// ffmpeg lacks the encoder, or is not installed.
        case encoderNotFound = -11834
        /// The operation is not supported for the asset.
        case operationNotSupportedForAsset = -11838
        /// The video composition contradicts itself or the asset.
        case invalidVideoComposition = -11841
        /// The extension of the output file's name is not that of its type.
        case invalidOutputURLPathExtension = -11843
        /// The program may not use the device.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The operation was cancelled.
        case operationCancelled = -11878
    }

    /// The kind of the error.
    public let code: Code
    /// The cause, and the remedy.
    public let description: String
    /// The same text, for Foundation.
    public var errorDescription: String? { description }
    /// The domain of the errors, for Foundation.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The number of the kind, for Foundation.
    public var errorCode: Int { code.rawValue }
    /// The description, for Foundation.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)")
    }

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Converts an error of reading a file.
    init(reading name: String, _ error: FFmpegError) {
        let code: Code =
            switch error {
            case .programMissing, .cannotStart, .codecMissing: .decoderNotFound
            case .failed(let program, _, let text):
                program == "ffprobe" ? .fileFormatNotRecognized : text.contains("Decoder") ? .decoderNotFound : .decodeFailed
            case .stalled: .decodeFailed
            case .unreadable: .invalidSourceMedia
            case .cancelled: .operationCancelled
            }
        self.init(code, "\(name): \(error)")
    }

    /// Converts an error of playing an asset.
    init(playing name: String, _ error: any Error) {
        if let error = error as? AVError { self = error; return }
        self = (error as? FFmpegError).map { AVError(reading: name, $0) } ?? AVError(.decodeFailed, "\(name): \(error)")
    }

    /// Converts an error of writing a film.
    init(writing error: any Error) {
        if let error = error as? AVError { self = error; return }
        let film = FilmError(error), text = film.description
        let code: Code =
            switch film {
            case .programMissing, .encoderMissing: .encoderNotFound
            case .exhausted: .diskFull
            case .cancelled: .operationCancelled
            case .encoderFailed: text.contains("No space left") ? .diskFull : .exportFailed
            case .unsupported, .unwritable, .readerGone: .exportFailed
            }
        self.init(code, text)
    }
}
