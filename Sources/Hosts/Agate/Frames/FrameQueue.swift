import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Frames on their way from another renderer to the screen, each with the time at which it begins to show. Any thread may put frames in;
/// the thread that draws the layers takes them out, without waiting for anybody.
///
///     let layer = FrameQueueLayer()
///     let frames = layer.frames
///     // On a thread of the renderer:
///     if let drawable = frames.nextDrawable() {
///         drawable.withPixels { pixels, width, height, stride in ... }
///         drawable.present(at: time)
///     }
///
/// Times are those of the layer, in seconds: a layer that is paused or slowed pauses or slows its frames. At any time the frame with the
/// latest time that is not later shows. A frame that was overtaken before anybody looked never shows; it is counted in ``droppedFrames``. A
/// window lets go of frames that are over. A host that makes frames on demand may look back, so there they stay as long as nobody needs
/// their room.
public final class FrameQueue: Sendable {
    private struct Frame {
        var image: CGImage
        var time: Double
        var hasShown = false
    }
    private struct State {
        /// In the order of time.
        var frames: [Frame] = []
        /// The last time that somebody asked for.
        var lastAsked = -Double.infinity
        var dropped = 0
        var size = (width: 0, height: 0)
        var pool = DrawablePool()
    }
    private let state = Locked(State())
    package let notifier = PictureNotifier()

    /// The most frames that it holds.
    public let capacity: Int

    /// An empty queue.
    /// - Parameter capacity: how many frames it holds at most, the one that shows included; at least 2.
    public init(capacity: Int = 64) { self.capacity = max(2, capacity) }

    // MARK: Frames in

    /// Puts in a picture, to begin to show at a time of the layer; nil is as soon as possible, over every frame that is due by then.
    /// - Returns: false, and nothing done, where the queue is full of frames that are still to come, or the time is undefined.
    @discardableResult
    public func enqueue(_ image: CGImage, at time: CFTimeInterval? = nil) -> Bool {
        if let time, time.isNaN { return false }
        let isIn = state.withLock { state in
            let time = time ?? state.lastAsked
            if state.frames.count >= capacity, !Self.letGo(&state) { return false }
            // Of two at one time the later one shows.
            let at = state.frames.firstIndex { $0.time > time } ?? state.frames.count
            state.frames.insert(Frame(image: image, time: time), at: at)
            return true
        }
        if isIn { notifier.notify() }
        return isIn
    }

    /// Whether there is room for another frame. A frame that is over gives its room.
    public var isReadyForMoreFrames: Bool {
        state.withLock { $0.frames.count < capacity || Self.current($0) > 0 }
    }

    /// How many frames were overtaken before they showed.
    public var droppedFrames: Int { state.withLock { $0.dropped } }

    /// How many frames it holds, the one that shows included.
    public var count: Int { state.withLock { $0.frames.count } }

    /// Throws the frames away that are still to come; what shows stays.
    public func flush() {
        state.withLock { $0.frames.removeSubrange((Self.current($0) + 1)...) }
        notifier.notify()
    }

    /// Throws all frames away, also the one that shows.
    public func flushAndRemoveImage() {
        state.withLock { $0.frames = [] }
        notifier.notify()
    }

    // MARK: Drawables

    /// The size of drawables in pixels. A layer sets it to its bounds times its `contentsScale` where it is not set by hand.
    public var drawableSize: CGSize {
        get { state.withLock { CGSize(width: $0.size.width, height: $0.size.height) } }
        set { setDrawableSize(newValue) }
    }

    private func setDrawableSize(_ size: CGSize) {
        func side(_ v: CGFloat) -> Int { v.isFinite && v > 0 ? Int(min(v.rounded(.up), CGFloat(CGImage.maximumSide))) : 0 }
        state.withLock { $0.size = (side(size.width), side(size.height)) }
    }

    /// How many drawables there are at most: being drawn, waiting, showing; from 2 to 64. Three at first.
    public var maximumDrawableCount: Int {
        get { state.withLock { $0.pool.limit } }
        set { state.withLock { $0.pool.limit = max(2, min(newValue, 64)) } }
    }

    /// Memory to draw the next frame into; nil while all drawables are being drawn, wait or show, or the size is empty. Never waits. What
    /// it holds at first is not defined.
    public func nextDrawable() -> FrameDrawable? {
        state.withLock { state in
            let (width, height) = state.size
            guard CGImage.isAllowed(width: width, height: height) else { return nil }
            while true {
                if let memory = state.pool.take(width, height) { return FrameDrawable(self, memory) }
                // One that is kept only for those who look back gives way.
                if !Self.letGo(&state) { return nil }
            }
        }
    }

    // MARK: Frames out

    /// The frame that showed last; -1 where none has.
    private static func current(_ state: State) -> Int { (state.frames.firstIndex { $0.time > state.lastAsked } ?? state.frames.count) - 1 }

    /// Lets the first frame go if it is over; false where there is none to let go.
    private static func letGo(_ state: inout State) -> Bool {
        guard current(state) > 0 else { return false }
        if !state.frames[0].hasShown { state.dropped += 1 }
        state.frames.removeFirst()
        return true
    }
}

extension FrameQueue: PictureSource {
    package var followsLayerTime: Bool { true }

    package func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        state.withLock { state in
            state.lastAsked = time
            let at = Self.current(state)
            let next = at + 1 < state.frames.count ? state.frames[at + 1].time : .infinity
            guard at >= 0 else { return (nil, next) }
            state.frames[at].hasShown = true
            let image = state.frames[at].image
            if !waits { while Self.letGo(&state) {} }
            return (image, next)
        }
    }
}
