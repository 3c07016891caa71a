import QuartzCore

extension NSNotification.Name {
    /// Posted, with the item as its object, when a player has reached the end of the item; on the thread that the player belongs to.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
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
    /// The rules by which the asset's tracks are composed; nil for a file as it is. Layers of its animation tool are not shown.
    open var videoComposition: AVVideoComposition? {
        didSet { player?.itemChanged(self) }
    }
    /// The volumes of the tracks of sound; nil mixes them as they are.
    open var audioMix: AVAudioMix? {
        didSet {
            sound = nil
            player?.soundChanged(self)
        }
    }
    /// The most bits in a second that a stream may use; 0 is no limit. Stored, without effect: films are files.
    open var preferredPeakBitRate = 0.0
    /// The most pixels that a stream may have; zero is no limit. Stored, without effect.
    open var preferredMaximumResolution = CGSize.zero
    /// The seconds that are loaded ahead; 0 lets the player choose. Stored, without effect.
    open var preferredForwardBufferDuration: TimeInterval = 0
    /// A Boolean value that indicates whether the film goes on without waiting: true, unless it can't be read.
    open var isPlaybackLikelyToKeepUp: Bool { error == nil }
    /// A Boolean value that indicates whether nothing is left to show until more is loaded: false.
    open var isPlaybackBufferEmpty: Bool { false }
    /// A Boolean value that indicates whether no more can be loaded ahead: true, unless the film can't be read.
    open var isPlaybackBufferFull: Bool { error == nil }
    /// The way in which the speed of sound is changed at other rates.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain {
        didSet {
            sound = nil
            player?.soundChanged(self)
        }
    }
    private final var sound: [SoundMix.Track]?
    /// The tracks of sound.
    final var soundTracks: [SoundMix.Track] {
        if let sound { return sound }
        let audible = asset.tracks.filter { $0.mediaType == .audio && $0.isEnabled }
        let range = CMTimeRange(start: .zero, duration: asset.duration.isFraction ? asset.duration : .positiveInfinity)
        let made = SoundMix.Track.list(audible, audioMix, range, audioTimePitchAlgorithm)
        sound = made
        return made
    }
    weak var player: AVPlayer?
    /// The layers whose time is that of the item.
    final var followers = SynchronizedLayers()
    /// The present time, at which nothing moves.
    final var stoppedTimeline: PlayerTimeline {
        var timeline = PlayerTimeline()
        timeline.start = player?.pictures.timeline.filmTime(at: CACurrentMediaTime()) ?? 0
        return timeline
    }
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
        if let failure = asset.failure { return failure }
        if asset.tracks(withMediaType: .video).isEmpty { return AVError(.invalidSourceMedia, "\(asset.name): there is no film") }
        return player?.pictures.failure.map { AVError(playing: asset.name, $0) }
    }

    /// The duration; indefinite if the file does not specify it.
    open var duration: CMTime { asset.duration }

    /// The display size of its pictures, in pixels; zero if the file can't be read.
    open var presentationSize: CGSize { film?.presentationSize ?? .zero }

    /// The pictures; nil if the asset has none, or can't be composed.
    final var film: PlayedFilm? {
        if let file = asset.file, videoComposition == nil {
            return PlayedFilm(frames: FileFrames(file, isUpright: true), presentationSize: file.presentationSize)
        }
        guard let frames = try? ComposedFrames(asset, videoComposition) else { return nil }
        return PlayedFilm(frames: frames, presentationSize: frames.size)
    }

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
