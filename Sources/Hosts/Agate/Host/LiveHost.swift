import Compositor
import QuartzCore
import RenderTree

/// Shows a layer tree in a bitmap at the pace of the machine's clock, on a dedicated thread: a window without a screen.
///
/// Frames are made while animations run, whatever other threads do; otherwise the thread sleeps. Changes made on the main thread are
/// committed by its run loop, which also calls the callbacks. Create and use a host on the thread that owns the layers.
public final class LiveHost: LayerHost, MonitoredHost {
    /// The size in points.
    public private(set) var size: CGSize
    /// The scale in pixels per point.
    public private(set) var scale: CGFloat
    /// The root layer, which fills the host. Like a view's backing layer, it has no implicit animations; its sublayers do.
    public let layer: CALayer
    /// Called with every event that is sent.
    public var onInput: ((InputEvent) -> Void)?

    private let display: LiveDisplay
    private let context: LayerContext
    private let thread: RenderThread

    /// Starts a host with an empty root layer.
    /// - Parameters:
    ///   - size: The size in points.
    ///   - scale: The scale in pixels per point.
    ///   - background: The colour behind the root layer; nil is transparent.
    ///   - geometryFlipped: True if y increases downwards from the top left corner.
    ///   - framesPerSecond: The frame rate during animations.
    ///   - usesRealTimeScheduling: True to request real-time scheduling of the render thread from the kernel (SCHED_FIFO), which keeps the
    ///     frame rate on a busy machine. ``LiveStatistics/isRealTime`` indicates whether it was granted; most programs lack the permission
    ///     (RLIMIT_RTPRIO, CAP_SYS_NICE).
    ///   - onFrame: Called on the render thread for every frame that changed pixels; the next frame waits for it.
    public convenience init(
        size: CGSize, scale: CGFloat = 1, background: CGColor? = nil, geometryFlipped: Bool = true, framesPerSecond: Double = 60,
        usesRealTimeScheduling: Bool = false, onFrame: @escaping @Sendable (LiveFrame) -> Void = { _ in }
    ) {
        self.init(
            size: size, scale: scale, background: background, geometryFlipped: geometryFlipped, framesPerSecond: framesPerSecond,
            realTime: usesRealTimeScheduling ? .askAndReport : .never, onFrame: onFrame
        )
    }

    init(
        size: CGSize, scale: CGFloat, background: CGColor?, geometryFlipped: Bool, framesPerSecond: Double, realTime: RealTimeRequest,
        compositor: (@Sendable () -> (any FrameCompositor)?)? = nil, onFrame: @escaping @Sendable (LiveFrame) -> Void
    ) {
        self.size = size
        self.scale = scale
        layer = HostLayer()
        display = LiveDisplay(timing: RefreshTiming(refreshRate: framesPerSecond))
        TransactionThread.current.show(on: display)
        let viewport = Viewport(size: size, scale: scale, background: background, geometryFlipped: geometryFlipped)
        thread = RenderThread(viewport: viewport, framesPerSecond: framesPerSecond, realTime: realTime, compositor: compositor) {
            onFrame(LiveFrame($0))
        }
        context = LayerContext(clock: MonotonicClock.shared, driver: thread, geometryFlipped: geometryFlipped)
        layer.frame = CGRect(origin: .zero, size: size)
        context.layer = layer
    }

    /// A Boolean value that determines whether animations continue if the host is released before its layers. If true, the default, they
    /// continue in the next host that shows the layers, at the position that they would have reached by then. Otherwise they end
    /// unfinished, as on Apple's systems when an application leaves the screen. A layer that leaves its superlayer loses its animations in
    /// either case.
    public var keepsAnimations: Bool {
        get { context.keepsAnimations }
        set { context.keepsAnimations = newValue }
    }

    /// The machine's media time.
    public var now: CFTimeInterval { HostClock.now }

    /// Sends an event to the host, as if it came from a user: calls `onInput`, whose changes the run loop commits. A change of size is
    /// applied first, and is shown in the same frame as the handler's changes. On the thread of the layers.
    public func send(_ event: InputEvent) {
        send(event) { withTurn(of: self) { onInput?(event) } }
    }

    /// Sends an event as `send(_:)` does, and calls a handler once in place of `onInput`: for a window, which has its own `onInput`.
    func send(_ event: InputEvent, handler: () -> Void) {
        for monitor in monitors { (monitor as? any HostMonitor)?.received(event) }
        guard case .resized(let size, let scale) = event.kind, let viewport = thread.viewport?.resized(size, scale: scale) else {
            return handler()
        }
        self.size = size
        self.scale = scale
        for monitor in monitors { monitor.resized(viewport) }
        thread.together {
            thread.setViewport(viewport)
            layer.frame = CGRect(origin: .zero, size: size)
            handler()
            CATransaction.flush()
        }
    }

    /// Makes a frame that redraws everything.
    func repaint() { thread.repaint() }

    /// A closure that calls `repaint`, for other threads.
    var repainter: @Sendable () -> Void { { [weak thread] in thread?.repaint() } }

    /// A closure that sets the visibility, for other threads. While the picture is not visible, no frame is made.
    var visibility: @Sendable (Bool) -> Void { { [weak thread] in thread?.setVisible($0) } }

    /// Switches to drawing on the processor.
    func drawOnProcessor() { thread.drawOnProcessor() }

    /// True if the processor draws.
    var drawsOnProcessor: Bool { thread.drawsOnProcessor }

    /// Returns the last frame; nil before the first.
    func image() -> CGImage? { thread.image() }

    // MARK: Monitors

    package var monitors: [any ContextMonitor] {
        get { context.monitors }
        set {
            context.monitors = newValue
            thread.setMonitors(newValue)
        }
    }

    package func snapshot() -> Commit { context.snapshot() }
    package var viewport: Viewport { thread.viewport ?? Viewport(size: size, scale: scale, background: nil, geometryFlipped: true) }
    package var renderTree: RenderTree? { nil }

    /// The statistics of the render thread since the start, or since `resetStatistics`.
    public var statistics: LiveStatistics { LiveStatistics(thread.statistics) }

    /// Resets the statistics.
    public func resetStatistics() { thread.resetStatistics() }
}

/// A frame of a live host, as passed to its callback. Valid during the callback only.
public struct LiveFrame {
    let frame: RenderedFrame

    init(_ frame: RenderedFrame) { self.frame = frame }

    /// The media time of the frame, in seconds.
    public var time: CFTimeInterval { frame.time }

    /// The rectangles that differ from the last frame, in pixels from the top left corner.
    public var changes: [CGRect] {
        frame.damage.map { CGRect(x: Int($0.x0), y: Int($0.y0), width: Int($0.x1 - $0.x0), height: Int($0.y1 - $0.y0)) }
    }

    /// Returns a copy of the whole picture.
    public func image() -> CGImage? { frame.renderer.image() }

    /// Calls `body` with the bitmap, without a copy: rows of `stride` pixels 0xAARRGGBB, colour multiplied by alpha.
    public func withPixels<Result>(_ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) -> Result) -> Result {
        frame.renderer.withPixels(body)
    }
}

/// The statistics of a render thread.
public struct LiveStatistics: Sendable {
    /// The number of frames made.
    public let frames: Int
    /// The number of frames that were ready more than one frame duration after they were due.
    public let lateFrames: Int
    /// The largest delay of a frame after it was due, in seconds.
    public let worstLateness: Double
    /// The number of frames that were skipped because earlier ones took too long.
    public let missedFrames: Int
    /// The number of times that the thread woke up.
    public let wakeUps: Int
    /// A Boolean value that indicates whether the kernel granted the render thread real-time scheduling.
    public let isRealTime: Bool

    /// The statistics of a thread that never ran.
    static let none = LiveStatistics(RenderStatistics())

    init(_ statistics: RenderStatistics) {
        frames = statistics.frames
        lateFrames = statistics.lateFrames
        worstLateness = statistics.worstLateness
        missedFrames = statistics.missedFrames
        wakeUps = statistics.wakeUps
        isRealTime = statistics.isRealTime
    }
}
