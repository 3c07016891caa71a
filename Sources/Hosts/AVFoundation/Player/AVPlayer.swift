import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// Plays a film for the layers that show it.
///
/// It runs on media time (`CACurrentMediaTime()`), so under a host's virtual clock the picture at a time is exactly the film's frame of
/// that time, in whatever order frames are requested. Frames are decoded by the `ffmpeg` program on a dedicated thread; in a window, the
/// previous frame remains until a late one arrives. Use a player on the thread that owns its layers.
///
/// Sound follows media time too, on the default device; it is heard only where media time is the machine's, so not in hosts that make
/// frames on demand. Without a device the film plays silently. Rates from 1/32 to 32 are heard, backward playback is silent.
@preconcurrency @MainActor open class AVPlayer: NSObject {
    /// The actions of a player at the end of its item.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Continue with the next item; a player that has only one item pauses.
        case advance
        /// Set the rate to 0 at the last picture.
        case pause
        /// Stay at the last picture and keep the rate.
        case none
    }

    /// The states of a player.
    public enum TimeControlStatus: Int, Sendable {
        /// The rate is 0.
        case paused
        /// Not used here, because playback never waits.
        case waitingToPlayAtSpecifiedRate
        /// The rate is not 0.
        case playing
    }

    /// The states of a player.
    public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

    nonisolated let pictures = PlayerPictures()
    nonisolated let voice = PlayerVoice()
    private var link: CADisplayLink?
    private var observers: [TimeObserver] = []
    private var hasEnded = false

    @preconcurrency @MainActor public override init() {
        super.init()
        announce()
    }

    /// Tells observers of the status, on the main queue, since programs begin to observe after they have made the player.
    private func announce() {
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            KeyValueChanges.announce(self, "status") { self.status }
        }
    }

    /// Creates a player of an item, paused at its beginning.
    public init(playerItem item: AVPlayerItem?) {
        super.init()
        announce()
        replaceCurrentItem(with: item)
    }

    /// Creates a player of the film at a URL, paused at its beginning.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// The current item. Observable.
    open private(set) var currentItem: AVPlayerItem?

    /// Replaces the current item with another, which plays from its beginning at the same rate.
    open func replaceCurrentItem(with item: AVPlayerItem?) { replace(with: item, at: CACurrentMediaTime()) }

    /// - Parameter begin: The media time at which the item begins.
    final func replace(with item: AVPlayerItem?, at begin: Double) {
        guard item !== currentItem else { return }
        if let currentItem { currentItem.followers.follow(currentItem.stoppedTimeline) }
        currentItem?.player = nil
        willChangeValue(forKey: "currentItem", currentItem)
        defer { didChangeValue(forKey: "currentItem", currentItem) }
        currentItem = item
        item?.player = self
        hasEnded = false
        let timeline = Self.timeline(item, begin: begin, rate: Double(rate))
        pictures.setFilm(item?.film, timeline)
        item?.followers.follow(timeline)
        followSound()
        follow()
        item?.announce()
    }

    /// Returns the timeline of an item that begins at a media time.
    private static func timeline(_ item: AVPlayerItem?, begin: Double, rate: Double) -> PlayerTimeline {
        var timeline = PlayerTimeline()
        timeline.begin = begin
        timeline.rate = rate
        if let asset = item?.asset, !asset.tracks.isEmpty {
            let end = asset.duration.seconds
            timeline.end = end.isFinite ? end : .infinity
        }
        if let range = item?.playedRange {
            timeline.start = min(max(0, range.lowerBound), timeline.end)
            timeline.end = min(timeline.end, max(range.upperBound, timeline.start))
        }
        if let end = item?.forwardPlaybackEndTime.seconds, end >= 0 { timeline.end = min(timeline.end, end) }
        return timeline
    }

    /// Applies the end of playback of an item that has changed.
    final func endChanged(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        let end = Self.timeline(item, begin: 0, rate: 0).end
        hasEnded = false
        change { timeline in
            let now = CACurrentMediaTime()
            (timeline.start, timeline.begin, timeline.end) = (min(timeline.filmTime(at: now), end), now, end)
        }
    }

    // MARK: Sound

    /// Plays the sound of the current timeline, or ends it.
    private func followSound() {
        let timeline = pictures.timeline
        guard isMediaTimeReal, let item = currentItem, timeline.rate > 0, !item.soundTracks.isEmpty else {
            return voice.stop(at: CACurrentMediaTime())
        }
        voice.play(.init(item: ObjectIdentifier(item), timeline: timeline), item.soundTracks)
    }

    /// Decodes the sound of the next item before the current one ends, so that there is no gap.
    private func prepareSound() {
        let timeline = pictures.timeline, end = timeline.mediaTime(of: timeline.end)
        guard isMediaTimeReal, timeline.rate > 0, end - CACurrentMediaTime() < 1.5 else { return }
        // An item that was prepared may have left the queue.
        guard let next = itemAfterCurrent(), !next.soundTracks.isEmpty else { return voice.stop(at: end) }
        voice.play(
            .init(item: ObjectIdentifier(next), timeline: Self.timeline(next, begin: end, rate: timeline.rate)), next.soundTracks,
            isNext: true)
    }

    /// Returns the item that follows the current one by itself.
    func itemAfterCurrent() -> AVPlayerItem? { nil }

    /// Plays the sound of an item that has changed.
    final func soundChanged(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        voice.stop(at: CACurrentMediaTime())
        change { timeline in
            let now = CACurrentMediaTime()
            timeline.start = timeline.filmTime(at: now)
            timeline.begin = now
        }
    }

    /// Shows the pictures of an item that has changed.
    final func itemChanged(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        pictures.setFilm(item.film, pictures.timeline)
    }

    // MARK: Time

    /// The playback rate: 0 is paused, 1 is the natural rate, negative values play backwards. Observable.
    open var rate: Float {
        get { Float(pictures.timeline.rate) }
        set {
            guard newValue.isFinite, newValue != rate else { return }
            let now = CACurrentMediaTime()
            notifyingOfRate {
                change { timeline in
                    timeline.start = timeline.filmTime(at: now)
                    timeline.begin = now
                    timeline.rate = Double(newValue)
                }
            }
        }
    }

    /// Tells observers of a change of the rate.
    private func notifyingOfRate(_ change: () -> Void) {
        let old = rate
        willChangeValue(forKey: "rate", rate)
        willChangeValue(forKey: "timeControlStatus", timeControlStatus)
        change()
        didChangeValue(forKey: "timeControlStatus", timeControlStatus)
        didChangeValue(forKey: "rate", rate)
        if rate != old { NotificationCenter.default.post(name: AVPlayer.rateDidChangeNotification, object: self) }
    }

    /// Sets the rate to `defaultRate`.
    open func play() { rate = defaultRate }

    /// The rate that `play` sets; 1 by default. Values that are not finite are ignored.
    open var defaultRate: Float = 1 {
        didSet { if !defaultRate.isFinite { defaultRate = oldValue } }
    }

    /// Sets the rate. Playback never waits, so this is the same as setting `rate`.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// Sets the rate so that the item is at a time at a time of the host's clock. Until a later host time the item remains at its time.
    /// - Parameters:
    ///   - itemTime: The time of the item; the current time if it is not a number.
    ///   - hostClockTime: A time of `CMClockGetHostTimeClock()`; the current time if it is not a number.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        guard rate.isFinite else { return }
        let now = CACurrentMediaTime(), host = hostClockTime.isNumeric ? hostClockTime.seconds : now
        let item = itemTime.isNumeric ? itemTime.seconds : filmTime
        hasEnded = false
        notifyingOfRate {
            if host > now {
                change { ($0.start, $0.begin, $0.rate) = (min(max(item, 0), $0.end), now, 0) }
                change { ($0.begin, $0.rate) = (host, Double(rate)) }
            } else {
                change { ($0.start, $0.begin, $0.rate) = (min(max(item + (now - host) * Double(rate), 0), $0.end), now, Double(rate)) }
            }
        }
    }

    /// Calls the handler on the main queue, immediately. Frames are decoded in time while the player plays.
    /// - Parameter completionHandler: Its argument is true if there is an item that can be played.
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let isReady = currentItem?.status == .readyToPlay
        if let completionHandler { DispatchQueue.main.async { completionHandler(isReady) } }
    }

    /// Has no effect: no preroll is pending.
    open func cancelPendingPrerolls() {}

    /// The status of the player: it is always ready, even without a sound device. Observable.
    open var status: Status { .readyToPlay }

    /// The reason for which the player can't play; always nil. See the item's `error`.
    open var error: (any Error)? { nil }

    /// A Boolean value that determines whether playback waits for a buffer. It makes no difference: playback never waits.
    open var automaticallyWaitsToMinimizeStalling = true

    /// The reason for which playback waits; always nil.
    open var reasonForWaitingToPlay: WaitingReason? { nil }

    /// A Boolean value that determines whether another device may show the film. It makes no difference: there are no such devices.
    open var allowsExternalPlayback = true

    /// A Boolean value that indicates whether another device shows the film; always false.
    open var isExternalPlaybackActive: Bool { false }

    /// Sets the rate to 0.
    open func pause() { rate = 0 }

    /// The state of playback. Observable.
    open var timeControlStatus: TimeControlStatus { rate == 0 ? .paused : .playing }

    /// The action at the end of an item; `pause` by default.
    open var actionAtItemEnd = ActionAtItemEnd.pause

    /// A Boolean value that determines whether the sound is off.
    open var isMuted = false {
        didSet { voice.gain = isMuted ? 0 : volume }
    }
    /// The factor of the sound's amplitude, 0...1. Values outside are clamped; NaN is ignored.
    open var volume: Float {
        get { storedVolume }
        set {
            guard !newValue.isNaN else { return }
            storedVolume = min(max(newValue, 0), 1)
            voice.gain = isMuted ? 0 : storedVolume
        }
    }
    private var storedVolume: Float = 1

    /// Returns the current time in the item, in microseconds.
    open func currentTime() -> CMTime { CMTime(seconds: filmTime, preferredTimescale: 1_000_000) }

    private var filmTime: Double { pictures.timeline.filmTime(at: CACurrentMediaTime()) }

    /// Moves to a time of the item, immediately. Times outside are clamped to its ends; a time that is not a number is ignored.
    open func seek(to time: CMTime) {
        let seconds = time.seconds
        guard !seconds.isNaN else { return }
        hasEnded = false
        let now = CACurrentMediaTime()
        change(isJump: true) { timeline in
            timeline.start = min(max(seconds, 0), timeline.end.isFinite ? timeline.end : max(seconds.isFinite ? seconds : 0, 0))
            timeline.begin = now
        }
        if let currentItem { NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: currentItem) }
    }

    /// - Parameter completionHandler: Called immediately; its argument is true if the time is a number.
    open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
        seek(to: time)
        completionHandler(!time.seconds.isNaN)
    }

    /// Moves to a time; the tolerances are ignored, because seeking is always exact.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Moves exactly to a time; the tolerances are ignored.
    /// - Parameter completionHandler: Called immediately; its argument is true if the time is a number.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// - Parameter isJump: True if the time of the item changes, rather than its rate.
    private func change(isJump: Bool = false, _ body: (inout PlayerTimeline) -> Void) {
        var timeline = pictures.timeline
        body(&timeline)
        pictures.setTimeline(timeline)
        currentItem?.followers.follow(timeline)
        followSound()
        follow()
        for observer in observers { observer.jump(filmTime, currentTime()) }
        for output in currentItem?.outputs ?? [] { output.timelineChanged(isJump: isJump) }
    }

    // MARK: Observers

    /// Calls a block whenever the item passes a multiple of an interval, and when its time jumps or playback begins or ends. The calls are
    /// made at refreshes of the screen, so at most at that rate.
    /// - Parameters:
    ///   - interval: The interval of the item's time.
    ///   - queue: The queue for the calls. Nil is the thread of the player, and so is the main queue if that is the player's thread.
    /// - Returns: The observer to pass to `removeTimeObserver`.
    open func addPeriodicTimeObserver(forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void) -> Any {
        observe(.every(interval.seconds), queue, block)
    }

    /// Calls a block whenever playback passes one of some times of the item, in either direction. The calls are made at the first refresh
    /// of the screen after the time. Seeking over a time does not call the block.
    /// - Parameters:
    ///   - times: Values made by `NSValue(time:)`.
    ///   - queue: The queue for the calls. Nil is the thread of the player, and so is the main queue if that is the player's thread.
    /// - Returns: The observer to pass to `removeTimeObserver`.
    open func addBoundaryTimeObserver(forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void) -> Any {
        observe(.at(times.map(\.timeValue.seconds)), queue) { _ in block() }
    }

    private func observe(_ times: TimeObserver.Times, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void) -> TimeObserver {
        let observer = TimeObserver(times, queue, block)
        observer.jump(filmTime)
        observers.append(observer)
        follow()
        return observer
    }

    /// Removes an observer.
    open func removeTimeObserver(_ observer: Any) { observers.removeAll { $0 === observer as AnyObject } }

    // MARK: Refreshes

    /// Observes the screen's refreshes while the player plays. They are needed for observers and the ends of items, but not for pictures.
    private func follow() {
        guard rate != 0, currentItem != nil else {
            link?.invalidate()
            link = nil
            return
        }
        guard link == nil else { return }
        let link = CADisplayLink { [weak self] link in
            if let self { self.pass() } else { link.invalidate() }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    /// Handles the end of the item at a media time.
    /// - Returns: True if another item follows and plays from that time on.
    func advance(at time: Double) -> Bool { false }

    private func pass() {
        for observer in observers { observer.pass(filmTime, currentTime()) }
        prepareSound()
        // Several items may end between two refreshes; items of zero length are passed one per refresh.
        while passEnd(), pictures.timeline.end - pictures.timeline.start > 1e-3 {}
    }

    /// Performs the action at the end of the item, if it is reached. Returns true if another item follows, which may also have ended.
    private func passEnd() -> Bool {
        let time = filmTime, isForwards = rate > 0
        guard let item = currentItem, !hasEnded, isForwards ? time >= pictures.timeline.end : time <= 0 && rate < 0 else { return false }
        hasEnded = true
        let timeline = pictures.timeline
        let goesOn = isForwards && actionAtItemEnd == .advance && advance(at: timeline.mediaTime(of: timeline.end))
        if !goesOn, actionAtItemEnd != .none || !isForwards { rate = 0 }
        if isForwards { NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item) }
        return goesOn
    }
}
