import AgateDiagnostics
import CoreGraphics
import RenderTree

/// A queue of frames from another renderer, each with the time from which it is shown. Any thread may enqueue frames; the thread that draws
/// the layers dequeues them without waiting for other threads.
///
///     let layer = FrameQueueLayer()
///     let frames = layer.frames
///     // On a thread of the renderer:
///     if let drawable = frames.nextDrawable() {
///         drawable.withPixels { pixels, width, height, stride in ... }
///         drawable.present(at: time)
///     }
///
/// Times are those of the layer, in seconds: a layer that is paused or slowed pauses or slows its frames. At any time, the frame with the
/// latest time that is not in the future is shown. A frame that is overtaken before it was displayed is never shown; it is counted in
/// ``droppedFrames``. A window releases frames that have ended. A host that makes frames on demand may look back, so it keeps them as long
/// as their space is not needed.
public final class FrameQueue: Sendable {
    private struct Frame {
        var image: CGImage
        var time: Double
        var hasShown = false
    }
    private struct State {
        /// The frames in the order of time.
        var frames: [Frame] = []
        /// The last requested time.
        var lastAsked = -Double.infinity
        var dropped = 0
        var size = (width: 0, height: 0)
        var pool = DrawablePool()
    }
    private let state = Locked(State())
    package let notifier = PictureNotifier()

    /// The largest number of frames in the queue.
    public let capacity: Int

    /// Creates an empty queue.
    /// - Parameter capacity: The largest number of frames, including the one that is shown; at least 2.
    public init(capacity: Int = 64) { self.capacity = max(2, capacity) }

    // MARK: Frames in

    /// Enqueues a picture, to be shown from a time of the layer on. With nil it is shown as soon as possible, in place of every frame that
    /// is due by then.
    /// - Returns: False, without any effect, if the queue is full of frames that are still to be shown, or the time is undefined.
    @discardableResult
    public func enqueue(_ image: CGImage, at time: CFTimeInterval? = nil) -> Bool {
        if let time, time.isNaN { return false }
        let isIn = state.withLock { state in
            let time = time ?? state.lastAsked
            if state.frames.count >= capacity, !Self.letGo(&state) { return false }
            // Of two frames with the same time the later one is shown.
            let at = state.frames.firstIndex { $0.time > time } ?? state.frames.count
            state.frames.insert(Frame(image: image, time: time), at: at)
            return true
        }
        if isIn { notifier.notify() }
        return isIn
    }

    /// A Boolean value that indicates whether there is space for another frame. A frame that has ended makes space.
    public var isReadyForMoreFrames: Bool {
        state.withLock { $0.frames.count < capacity || Self.current($0) > 0 }
    }

    /// The number of frames that were overtaken before they were shown.
    public var droppedFrames: Int { state.withLock { $0.dropped } }

    /// The number of frames in the queue, including the one that is shown.
    public var count: Int { state.withLock { $0.frames.count } }

    /// Removes the frames that are still to be shown; the current one remains.
    public func flush() {
        state.withLock { $0.frames.removeSubrange((Self.current($0) + 1)...) }
        notifier.notify()
    }

    /// Removes all frames, including the one that is shown.
    public func flushAndRemoveImage() {
        state.withLock { $0.frames = [] }
        notifier.notify()
    }

    // MARK: Drawables

    /// The size of drawables in pixels. Unless it is set explicitly, a layer sets it to its bounds times its `contentsScale`.
    public var drawableSize: CGSize {
        get { state.withLock { CGSize(width: $0.size.width, height: $0.size.height) } }
        set { setDrawableSize(newValue) }
    }

    private func setDrawableSize(_ size: CGSize) {
        func side(_ v: CGFloat) -> Int { v.isFinite && v > 0 ? Int(min(v.rounded(.up), CGFloat(CGImage.maximumSide))) : 0 }
        state.withLock { $0.size = (side(size.width), side(size.height)) }
    }

    /// The largest number of drawables that are being drawn, pending or shown; from 2 to 64. Three by default.
    public var maximumDrawableCount: Int {
        get { state.withLock { $0.pool.limit } }
        set { state.withLock { $0.pool.limit = max(2, min(newValue, 64)) } }
    }

    /// Returns memory to draw the next frame into; nil if all drawables are being drawn, pending or shown, or the size is empty. Never
    /// blocks. The initial contents are undefined.
    public func nextDrawable() -> FrameDrawable? {
        state.withLock { state in
            let (width, height) = state.size
            guard CGImage.isAllowed(width: width, height: height) else { return nil }
            while true {
                if let memory = state.pool.take(width, height) { return FrameDrawable(self, memory) }
                // Release one that is kept only for looking back.
                if !Self.letGo(&state) { return nil }
            }
        }
    }

    // MARK: Frames out

    /// Returns the index of the frame that was shown last; -1 if there is none.
    private static func current(_ state: State) -> Int { (state.frames.firstIndex { $0.time > state.lastAsked } ?? state.frames.count) - 1 }

    /// Removes the first frame if it has ended; returns false if there is none to remove.
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
