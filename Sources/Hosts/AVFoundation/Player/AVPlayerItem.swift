import AgateDiagnostics
import FFmpeg
import QuartzCore

extension NSNotification.Name {
    /// Posted, with the item as its object, when a player has come to the end of it; on the thread that the player belongs to.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
}

/// Why a film does not play.
public struct AVError: LocalizedError, CustomStringConvertible, Sendable {
    /// Whose it is, and what can be done.
    public let description: String
    /// The same, as Foundation asks for it.
    public var errorDescription: String? { description }
}

/// One showing of a film by a player.
@preconcurrency @MainActor open class AVPlayerItem: NSObject {
    /// Whether it can be shown.
    public enum Status: Int, Sendable {
        /// Not known yet.
        case unknown
        /// Its size and length are known.
        case readyToPlay
        /// See `error`.
        case failed
    }

    /// The film.
    public let asset: AVAsset
    weak var player: AVPlayer?
    /// The part that is played, in seconds; nil for all.
    final var playedRange: ClosedRange<Double>?

    /// A showing of a film.
    public init(asset: AVAsset) { self.asset = asset }

    /// A showing of the film at a URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Whether it can be shown. Unlike Apple's it is known at the first question, which waits some hundredths of a second for `ffprobe`:
    /// nothing can be observed here. A film that breaks off in the middle fails when that place is reached.
    open var status: Status { error == nil ? .readyToPlay : .failed }

    /// Why it can't be shown: no such file, no film in it, no ffmpeg program, no decoder.
    open var error: (any Error)? {
        do { _ = try asset.info.probe() } catch { return AVError(description: "\(asset.info.file.lastPathComponent): \(error)") }
        return player?.pictures.failure.map { AVError(description: "\(asset.info.file.lastPathComponent): \($0)") }
    }

    /// The length; indefinite where the file does not say.
    open var duration: CMTime { asset.duration }

    /// The size of its pictures, as they are to be shown, in pixels; zero where it can't be read.
    open var presentationSize: CGSize { asset.info.presentationSize }

    /// Where its player is in it; zero without a player.
    open func currentTime() -> CMTime { player?.currentTime() ?? .zero }

    /// Moves its player to a time.
    /// - Parameter completionHandler: called at once; true where there is a player and the time is a number.
    open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        let isDone = player != nil && time.isNumeric
        player?.seek(to: time)
        completionHandler?(isDone)
    }
}
