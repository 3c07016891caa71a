import QuartzCore

/// Plays several items in sequence.
///
/// The next item begins at exactly the time at which the previous one ends, so queues are the same in every run under a host's clock.
@preconcurrency @MainActor open class AVQueuePlayer: AVPlayer {
    private var queue: [AVPlayerItem] = []

    @preconcurrency @MainActor public override init() {
        super.init()
        actionAtItemEnd = .advance
    }
    /// Creates a player of several items, paused at the beginning of the first.
    public init(items: [AVPlayerItem]) {
        super.init()
        actionAtItemEnd = .advance
        for item in items where canInsert(item, after: nil) { insert(item, after: nil) }
    }
    public override init(playerItem item: AVPlayerItem?) {
        super.init()
        actionAtItemEnd = .advance
        if let item { insert(item, after: nil) }
    }

    /// Returns the current item and those that follow.
    open func items() -> [AVPlayerItem] { queue }
    /// Returns false if the item is already in the queue, or if `afterItem` is not.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        !queue.contains { $0 === item } && (afterItem.map { other in queue.contains { $0 === other } } ?? true)
    }
    /// Inserts an item after another one; with nil at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard canInsert(item, after: afterItem) else { return }
        let place = afterItem.flatMap { other in queue.firstIndex { $0 === other } }.map { $0 + 1 } ?? queue.count
        queue.insert(item, at: place)
        if queue.count == 1 { super.replaceCurrentItem(with: item) }
    }
    /// Removes an item; if it is the current one, the next item begins.
    open func remove(_ item: AVPlayerItem) {
        guard let place = queue.firstIndex(where: { $0 === item }) else { return }
        queue.remove(at: place)
        if place == 0 { super.replaceCurrentItem(with: queue.first) }
    }
    /// Removes all items, and stops playback.
    open func removeAllItems() {
        queue = []
        super.replaceCurrentItem(with: nil)
    }
    /// Removes the current item and begins the next.
    open func advanceToNextItem() { if let first = queue.first { remove(first) } }

    /// Replaces the current item with another.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        if !queue.isEmpty { queue.removeFirst() }
        if let item {
            queue.removeAll { $0 === item }
            queue.insert(item, at: 0)
        }
        super.replaceCurrentItem(with: queue.first)
    }

    override func itemAfterCurrent() -> AVPlayerItem? {
        actionAtItemEnd == .advance && queue.count > 1 && queue[0] === currentItem ? queue[1] : nil
    }

    override func advance(at time: Double) -> Bool {
        guard queue.count > 1 else { return false }
        queue.removeFirst()
        replace(with: queue[0], at: time.isFinite ? time : CACurrentMediaTime())
        return true
    }
}

/// Plays an item, or a part of it, repeatedly.
@preconcurrency @MainActor open class AVPlayerLooper: NSObject {
    /// The states of a looper.
    public enum Status: Int, Sendable { case unknown, ready, failed, cancelled }
    /// The position of its items in a queue that has others.
    public enum ItemOrdering: Int, Sendable { case loopingItemsPrecedeExistingItems, loopingItemsFollowExistingItems }

    private weak var player: AVQueuePlayer?
    nonisolated(unsafe) private var observer: (any NSObjectProtocol)?
    /// The copies of the item that follow each other.
    open private(set) var loopingPlayerItems: [AVPlayerItem]
    /// The number of copies that have reached their end.
    open private(set) var loopCount = 0
    /// The state of the looper.
    open private(set) var status: Status
    /// The reason for which it does not play.
    open private(set) var error: (any Error)?

    /// Plays copies of an item in a queue, from now on.
    /// - Parameter timeRange: The range that is played; invalid or empty for all.
    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange = .invalid,
        existingItemsOrdering itemOrdering: ItemOrdering = .loopingItemsPrecedeExistingItems
    ) {
        let start = loopRange.start.seconds, length = loopRange.duration.seconds
        loopingPlayerItems = (0..<3).map { _ in
            let item = AVPlayerItem(asset: itemToLoop.asset)
            (item.audioMix, item.audioTimePitchAlgorithm) = (itemToLoop.audioMix, itemToLoop.audioTimePitchAlgorithm)
            if start.isFinite, length.isFinite, length > 0 { item.playedRange = start...(start + length) }
            return item
        }
        self.player = player
        error = itemToLoop.error
        status = error == nil ? .ready : .failed
        super.init()
        guard status == .ready else { return }
        let existing = player.items()
        if itemOrdering == .loopingItemsPrecedeExistingItems { player.removeAllItems() }
        for item in loopingPlayerItems { player.insert(item, after: nil) }
        if itemOrdering == .loopingItemsPrecedeExistingItems { for item in existing { player.insert(item, after: nil) } }
        observer = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil) {
            [weak self] note in
            // Posted on the thread that owns the player.
            nonisolated(unsafe) let ended = note.object as AnyObject?
            MainActor.assumeIsolated { self?.ended(ended) }
        }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    /// Stops the repetition; the current copy plays to its end.
    open func disableLooping() {
        guard status == .ready else { return }
        status = .cancelled
        for item in loopingPlayerItems where item !== player?.currentItem { player?.remove(item) }
    }

    private func ended(_ object: AnyObject?) {
        guard status == .ready, let player, let index = loopingPlayerItems.firstIndex(where: { $0 === object }) else { return }
        loopCount += 1
        let item = loopingPlayerItems[index], last = loopingPlayerItems[(index + loopingPlayerItems.count - 1) % loopingPlayerItems.count]
        player.insert(item, after: player.items().contains { $0 === last } ? last : nil)
    }
}
