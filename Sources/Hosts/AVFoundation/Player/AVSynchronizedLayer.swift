import QuartzCore

/// A layer whose time is the time of a player's item: animations of its sublayers begin, pause, seek and run with the item.
///
/// Give animations `AVCoreAnimationBeginTimeAtZero` as their begin time, and set `isRemovedOnCompletion` to false. The layer's timing
/// belongs to the item; without a player, the layer's time is 0.
open class AVSynchronizedLayer: CALayer {
    private final var item: AVPlayerItem?

    public override init() {
        super.init()
        follow(nil)
    }

    public override init(layer: Any) {
        item = (layer as? AVSynchronizedLayer)?.item
        super.init(layer: layer)
    }

    /// Creates a layer from an archive, without an item.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a layer that follows an item.
    @preconcurrency @MainActor public convenience init(playerItem: AVPlayerItem) {
        self.init()
        self.playerItem = playerItem
    }

    /// The item, which the layer retains. Without one, the layer's time is stopped.
    @preconcurrency @MainActor open var playerItem: AVPlayerItem? {
        get { item }
        set {
            if refusesChange(of: "playerItem") || newValue === item { return }
            item?.followers.remove(self)
            // Without an item, the time stops where it is.
            if newValue == nil, let item { follow(item.stoppedTimeline) }
            item = newValue
            newValue?.followers.add(self)
            if let newValue { follow(newValue.player?.pictures.timeline) }
        }
    }

    /// Sets the timing so that the layer's time is that of a timeline; nil stops it.
    final func follow(_ timeline: PlayerTimeline?) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        // The time is stopped at first: the speed, which is set last, lets it run.
        speed = 0
        timeOffset = timeline?.start ?? 0
        beginTime = 0
        if let timeline, timeline.rate != 0 {
            beginTime = superlayer?.convertTime(timeline.begin, from: nil) ?? timeline.begin
            speed = Float(timeline.rate)
        }
        CATransaction.commit()
    }
}

/// The layers that follow an item.
struct SynchronizedLayers {
    private struct Weak { weak var layer: AVSynchronizedLayer? }
    private var list: [Weak] = []

    mutating func add(_ layer: AVSynchronizedLayer) {
        list.removeAll { $0.layer == nil || $0.layer === layer }
        list.append(Weak(layer: layer))
    }
    mutating func remove(_ layer: AVSynchronizedLayer) { list.removeAll { $0.layer == nil || $0.layer === layer } }
    func follow(_ timeline: PlayerTimeline?) { for one in list { one.layer?.follow(timeline) } }
}
