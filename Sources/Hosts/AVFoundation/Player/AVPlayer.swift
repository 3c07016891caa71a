import AgateDiagnostics
import QuartzCore

/// Plays a film for the layers that show it.
///
/// It runs on media time (`CACurrentMediaTime()`), so under a host's virtual clock the picture at a time is that frame of the film,
/// whichever frame is asked for first. Frames are decoded by the `ffmpeg` program on a thread of its own; one that comes late in a window
/// leaves the one before it. There is no sound. Use a player on the thread that owns its layers.
@preconcurrency @MainActor open class AVPlayer: NSObject {
    /// What a player does at the end of its item.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Go on with the next item; a player that has but one pauses.
        case advance
        /// Set the rate to 0 at the last picture.
        case pause
        /// Stay at the last picture and keep the rate.
        case none
    }

    /// What a player is doing.
    public enum TimeControlStatus: Int, Sendable {
        /// The rate is 0.
        case paused
        /// Not used here: nothing waits.
        case waitingToPlayAtSpecifiedRate
        /// The rate is not 0.
        case playing
    }

    nonisolated let pictures = PlayerPictures()
    private var link: CADisplayLink?
    private var observers: [PeriodicObserver] = []
    private var hasEnded = false

    @preconcurrency @MainActor public override init() { super.init() }

    /// A player of a film, paused at its beginning.
    public init(playerItem item: AVPlayerItem?) {
        super.init()
        replaceCurrentItem(with: item)
    }

    /// A player of the film at a URL, paused at its beginning.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// What it plays. Observable.
    open private(set) var currentItem: AVPlayerItem?

    /// Plays something else from its beginning, at the same rate.
    open func replaceCurrentItem(with item: AVPlayerItem?) { replace(with: item, at: CACurrentMediaTime()) }

    /// - Parameter begin: the media time at which the item begins.
    final func replace(with item: AVPlayerItem?, at begin: Double) {
        guard item !== currentItem else { return }
        currentItem?.player = nil
        willChangeValue(forKey: "currentItem", currentItem)
        defer { didChangeValue(forKey: "currentItem", currentItem) }
        currentItem = item
        item?.player = self
        hasEnded = false
        var timeline = PlayerTimeline()
        timeline.begin = begin
        timeline.rate = Double(rate)
        if let probe = try? item?.asset.info.probe() {
            timeline.end = probe.duration ?? .infinity
            if probe.hasSound {
                let name = item?.asset.info.file.lastPathComponent ?? ""
                Diagnostic.reportOnce(
                    "av.no-sound", key: "", "films are played without sound; the first film with a sound track is \(name)")
            }
        }
        if let range = item?.playedRange {
            timeline.start = min(max(0, range.lowerBound), timeline.end)
            timeline.end = min(timeline.end, max(range.upperBound, timeline.start))
        }
        pictures.setFilm(item?.asset.info, timeline)
        follow()
    }

    // MARK: Time

    /// Seconds of film a second: 0 is paused, 1 is natural, negative is backwards. Observable.
    open var rate: Float {
        get { Float(pictures.timeline.rate) }
        set {
            guard newValue.isFinite, newValue != rate else { return }
            let now = CACurrentMediaTime()
            willChangeValue(forKey: "rate", rate)
            willChangeValue(forKey: "timeControlStatus", timeControlStatus)
            defer {
                didChangeValue(forKey: "timeControlStatus", timeControlStatus)
                didChangeValue(forKey: "rate", rate)
            }
            change { timeline in
                timeline.start = timeline.filmTime(at: now)
                timeline.begin = now
                timeline.rate = Double(newValue)
            }
        }
    }

    /// The rate becomes 1.
    open func play() { rate = 1 }

    /// The rate becomes 0.
    open func pause() { rate = 0 }

    /// Whether it plays. Observable.
    open var timeControlStatus: TimeControlStatus { rate == 0 ? .paused : .playing }

    /// What to do at the end; `pause` at first.
    open var actionAtItemEnd = ActionAtItemEnd.pause

    /// Kept for programs that set it: there is no sound.
    open var isMuted = false
    /// Kept for programs that set it: there is no sound.
    open var volume: Float = 1

    /// Where it is in its item, in microseconds.
    open func currentTime() -> CMTime { CMTime(seconds: filmTime, preferredTimescale: 1_000_000) }

    private var filmTime: Double { pictures.timeline.filmTime(at: CACurrentMediaTime()) }

    /// Moves to a time of the item, at once; times outside become its ends, what is no number is ignored.
    open func seek(to time: CMTime) {
        let seconds = time.seconds
        guard !seconds.isNaN else { return }
        hasEnded = false
        let now = CACurrentMediaTime()
        change { timeline in
            timeline.start = min(max(seconds, 0), timeline.end.isFinite ? timeline.end : max(seconds.isFinite ? seconds : 0, 0))
            timeline.begin = now
        }
    }

    /// - Parameter completionHandler: called at once; true where the time is a number.
    open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
        seek(to: time)
        completionHandler(!time.seconds.isNaN)
    }

    /// The same as without tolerances: it is always exact.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Goes there, exactly, whatever the tolerances.
    /// - Parameter completionHandler: called at once; true where the time is a number.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    private func change(_ body: (inout PlayerTimeline) -> Void) {
        var timeline = pictures.timeline
        body(&timeline)
        pictures.setTimeline(timeline)
        follow()
        for observer in observers { observer.call(currentTime()) }
    }

    // MARK: Observers

    /// Calls a block whenever the item passes a multiple of an interval, and when its time jumps or playing begins or ends; at refreshes of
    /// the screen, so at most as often as these.
    /// - Parameters:
    ///   - interval: of the item's time.
    ///   - queue: where to call; nil is the thread of the player, and so is the main queue where that is its thread.
    /// - Returns: what `removeTimeObserver` takes.
    open func addPeriodicTimeObserver(forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void) -> Any {
        let observer = PeriodicObserver(interval.seconds, queue, block)
        observers.append(observer)
        follow()
        return observer
    }

    /// Ends the calls of an observer.
    open func removeTimeObserver(_ observer: Any) { observers.removeAll { $0 === observer as AnyObject } }

    // MARK: Refreshes

    /// Listens to the screen while it plays: pictures do not need that, but observers and ends do.
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

    /// The item came to its end at a media time.
    /// - Returns: whether another one follows and plays from that time on.
    func advance(at time: Double) -> Bool { false }

    private func pass() {
        for observer in observers { observer.pass(filmTime, currentTime()) }
        // Several items may end between two refreshes; those of no length are passed at one a refresh.
        while passEnd(), pictures.timeline.end - pictures.timeline.start > 1e-3 {}
    }

    /// What is due at the end of the item, if it is there. True where another one follows, which may have ended, too.
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

/// One that is called every so often.
private final class PeriodicObserver: @unchecked Sendable {
    // Unchecked: the block alone crosses over to a queue, as its caller asked for.
    private let interval: Double
    private let queue: DispatchQueue?
    private let block: (CMTime) -> Void
    private var last: Double?

    init(_ interval: Double, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void) {
        self.interval = interval
        self.queue = queue
        self.block = block
    }

    func pass(_ seconds: Double, _ time: CMTime) {
        guard interval > 0, interval.isFinite else { return }
        let count = (seconds / interval + 1e-9).rounded(.down)
        defer { last = count }
        if let last, last != count { call(time) }
    }

    func call(_ time: CMTime) {
        // The main queue is another object at each question.
        guard let queue, !(queue.label == DispatchQueue.main.label && Thread.isMainThread) else { return block(time) }
        queue.async { self.block(time) }
    }
}
