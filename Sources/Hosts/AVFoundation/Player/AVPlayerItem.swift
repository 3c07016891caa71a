import AgateDiagnostics
import FFmpeg
import QuartzCore

extension NSNotification.Name {
    /// Posted, with the item as its object, when a player has reached the end of the item; on the thread that the player belongs to.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
}

/// The reason for which a film does not play.
public struct AVError: LocalizedError, CustomStringConvertible, Sendable {
    /// The cause, and the remedy.
    public let description: String
    /// The same text, for Foundation.
    public var errorDescription: String? { description }
}

/// A film as it is played by a player.
@preconcurrency @MainActor open class AVPlayerItem: NSObject {
    /// The states of an item.
    public enum Status: Int, Sendable {
        /// Not known yet.
        case unknown
        /// The size and duration are known.
        case readyToPlay
        /// The item can't be shown; see `error`.
        case failed
    }

    /// The film.
    public let asset: AVAsset
    weak var player: AVPlayer?
    /// The range that is played, in seconds; nil for all.
    final var playedRange: ClosedRange<Double>?

    /// Creates an item for a film.
    public init(asset: AVAsset) { self.asset = asset }

    /// Creates an item for the film at a URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// The status of the item. Unlike Apple's, it is known at the first access, which waits some hundredths of a second for `ffprobe`; it
    /// is not observable. A film that is damaged in the middle fails when that position is reached.
    open var status: Status { error == nil ? .readyToPlay : .failed }

    /// The reason for which the item can't be shown: no such file, no film in it, no ffmpeg program, no decoder.
    open var error: (any Error)? {
        do { _ = try asset.info.probe() } catch { return AVError(description: "\(asset.info.file.lastPathComponent): \(error)") }
        return player?.pictures.failure.map { AVError(description: "\(asset.info.file.lastPathComponent): \($0)") }
    }

    /// The duration; indefinite if the file does not specify it.
    open var duration: CMTime { asset.duration }

    /// The display size of its pictures, in pixels; zero if the file can't be read.
    open var presentationSize: CGSize { asset.info.presentationSize }

    /// Returns the current time of its player in the item; zero without a player.
    open func currentTime() -> CMTime { player?.currentTime() ?? .zero }

    /// Moves its player to a time.
    /// - Parameter completionHandler: Called immediately; its argument is true if there is a player and the time is a number.
    open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        let isDone = player != nil && time.isNumeric
        player?.seek(to: time)
        completionHandler?(isDone)
    }
}
