import ObjectiveCRuntime
import QuartzCore

extension NSNotification.Name {
    /// Posted, with the item as its object, when a player has reached the end of the item; on the thread that the player belongs to.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Posted, with the item as its object, when its time was changed other than by playback.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// The name of Apple's notification that a film can't be played further. Not posted: see the item's `error`.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
    /// The name of Apple's notification that media did not arrive in time. Not posted: files are local.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
}

extension AVPlayerItem {
    /// Posted, with the item as its object, when its time was changed other than by playback.
    public nonisolated static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// Posted, with the item as its object, when a player has reached the end of the item.
    public nonisolated static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
}

extension AVPlayer {
    /// Posted, with the player as its object, when its rate has changed.
    public nonisolated static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")

    /// The reasons for which a player waits. None occurs here.
    public struct WaitingReason: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The buffer is not full enough.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The rate at which the buffer fills is not known.
        public static let evaluatingBufferingRate = WaitingReason(rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// The player has no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }
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
    /// The names of the asset's properties that were requested with the item. They make no difference: all of them are known with the
    /// first.
    open private(set) var automaticallyLoadedAssetKeys: [String] = []
    /// The rules by which the asset's tracks are composed; nil for a file as it is. Layers of its animation tool are not shown.
    open var videoComposition: AVVideoComposition? {
        get { rules.composition }
        set {
            rules = ComposingRules(newValue)
            player?.itemChanged(self)
        }
    }
    /// The compositor that composes the pictures; nil if the composition has no custom one.
    open var customVideoCompositor: (any AVVideoCompositing)? { rules.compositor }
    private final var rules = ComposingRules(nil)
    /// The volumes of the tracks of sound; nil mixes them as they are.
    open var audioMix: AVAudioMix? {
        didSet {
            sound = nil
            player?.soundChanged(self)
        }
    }
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
        let audible = asset.tracks.filter { $0.mediaType == .audio && $0.isEnabled && isEnabled($0) }
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
    /// The time at which forward playback ends; invalid, the default, is the end of the item.
    open var forwardPlaybackEndTime = CMTime.invalid {
        didSet { player?.endChanged(self) }
    }
    /// The outputs that get its pictures.
    open private(set) var outputs: [AVPlayerItemOutput] = []
    private final var madeTracks: [AVPlayerItemTrack]?

    /// Creates an item for a film.
    public init(asset: AVAsset) { self.asset = asset }

    /// Creates an item for the film at a URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Creates an item for a film.
    /// - Parameter automaticallyLoadedAssetKeys: The names of properties of the asset that must be known before the item is ready.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.init(asset: asset)
        self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys ?? []
    }

    /// The status of the item. Unlike Apple's, it is known at the first access, which waits some hundredths of a second for `ffprobe`. A
    /// film that is damaged in the middle fails when that position is reached.
    ///
    /// Observable: once an item has a player, its observers are called on the main queue when the file was read.
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

    /// The pictures; nil if the asset has none or they are disabled, or if they can't be composed.
    final var film: PlayedFilm? {
        if let track = asset.tracks(withMediaType: .video).first, !isEnabled(track) { return nil }
        if let file = asset.file, videoComposition == nil {
            return PlayedFilm(frames: FileFrames(file, isUpright: true), presentationSize: file.presentationSize)
        }
        guard let frames = try? ComposedFrames(asset, rules) else { return nil }
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

    // MARK: Tracks and outputs

    /// The tracks of the asset, each of which can be disabled.
    open var tracks: [AVPlayerItemTrack] {
        if let madeTracks { return madeTracks }
        let made = asset.tracks.map { AVPlayerItemTrack($0, of: self) }
        madeTracks = made
        return made
    }

    /// Returns false for a track that the program disabled.
    final func isEnabled(_ track: AVAssetTrack) -> Bool { madeTracks?.first { $0.assetTrack === track }?.isEnabled ?? true }

    final func tracksChanged(_ kind: AVMediaType) {
        sound = nil
        if kind == .audio { player?.soundChanged(self) } else { player?.itemChanged(self) }
    }

    /// Adds an output, which then gets the pictures of the item. Nothing happens if it belongs to an item already.
    open func add(_ output: AVPlayerItemOutput) {
        guard output.item == nil else { return }
        output.item = self
        outputs.append(output)
    }

    /// Removes an output.
    open func remove(_ output: AVPlayerItemOutput) {
        guard output.item === self else { return }
        output.item = nil
        outputs.removeAll { $0 === output }
    }

    // MARK: Playback

    /// Moves its player by a number of frames; backwards if the number is negative. The player pauses, as stepping shows a still picture.
    open func step(byCount stepCount: Int) {
        let frame = asset.tracks(withMediaType: .video).first?.minFrameDuration.seconds ?? .nan
        guard let player, frame.isFinite, frame > 0 else { return }
        player.pause()
        // The middle of a frame, so that rounding does not choose its neighbour.
        let current = (player.currentTime().seconds / frame + 1e-6).rounded(.down)
        player.seek(to: CMTime(seconds: max(0, current + Double(stepCount) + 0.5) * frame, preferredTimescale: 1_000_000))
    }

    /// Has no effect: no seek is pending, because each is done immediately.
    open func cancelPendingSeeks() {}

    /// Moves its player to a time; the tolerances are ignored, because seeking is always exact.
    /// - Parameter completionHandler: Called immediately; its argument is true if there is a player and the time is a number.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// The parts that can be played without waiting: the whole item, since files are local. Empty if the item can't be played.
    open var loadedTimeRanges: [NSValue] {
        guard status == .readyToPlay, duration.isNumeric else { return [] }
        return [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
    }
    /// The parts to which the player can move: the whole item.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }
    /// A Boolean value that indicates whether playback goes on without waiting: true if the item can be played. Observable like `status`.
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether the buffer is full; always false.
    open var isPlaybackBufferFull: Bool { false }
    /// A Boolean value that indicates whether the buffer is empty; always false.
    open var isPlaybackBufferEmpty: Bool { false }
    /// The seconds to be buffered. It makes no difference: files are local.
    open var preferredForwardBufferDuration: TimeInterval = 0
    /// The bit rate to be used. It makes no difference: files have one.
    open var preferredPeakBitRate: Double = 0
    /// The size of pictures to be used. It makes no difference: files have one.
    open var preferredMaximumResolution = CGSize.zero

    /// A Boolean value that indicates whether rates over 1 can be played: true if the item can be played. Sound is heard up to a rate of
    /// 32.
    open var canPlayFastForward: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether rates between 0 and 1 can be played: true if the item can be played.
    open var canPlaySlowForward: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether a rate of -1 can be played: true if the item can be played. It is silent.
    open var canPlayReverse: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether rates between -1 and 0 can be played: true if the item can be played.
    open var canPlaySlowReverse: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether rates below -1 can be played: true if the item can be played.
    open var canPlayFastReverse: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether frames can be stepped forwards: true if the item can be played.
    open var canStepForward: Bool { status == .readyToPlay }
    /// A Boolean value that indicates whether frames can be stepped backwards: true if the item can be played.
    open var canStepBackward: Bool { status == .readyToPlay }

    /// Tells observers that were not called yet, on the main queue, that the file was read.
    final func announce() {
        Background.run { [asset] in
            _ = asset.failure
            DispatchQueue.main.async { [weak self] in
                guard let self else { return }
                KeyValueChanges.announce(self, "duration") { self.duration }
                KeyValueChanges.announce(self, "presentationSize") { self.presentationSize }
                KeyValueChanges.announce(self, "loadedTimeRanges") { self.loadedTimeRanges }
                KeyValueChanges.announce(self, "isPlaybackLikelyToKeepUp") { self.isPlaybackLikelyToKeepUp }
                KeyValueChanges.announce(self, "status") { self.status }
            }
        }
    }
}

/// A track of an item that is played.
@preconcurrency @MainActor open class AVPlayerItemTrack: NSObject {
    private weak var item: AVPlayerItem?

    /// The track of the asset.
    open private(set) var assetTrack: AVAssetTrack?

    init(_ track: AVAssetTrack, of item: AVPlayerItem) {
        assetTrack = track
        self.item = item
    }

    /// A Boolean value that determines whether the track is shown or heard.
    open var isEnabled = true {
        didSet {
            guard isEnabled != oldValue, let assetTrack else { return }
            item?.tracksChanged(assetTrack.mediaType)
        }
    }

    /// The frames per second of a track of pictures while it plays; 0 while it does not.
    open var currentVideoFrameRate: Float {
        guard let assetTrack, assetTrack.mediaType == .video, isEnabled, let player = item?.player else { return 0 }
        return abs(player.rate) * assetTrack.nominalFrameRate
    }
}
