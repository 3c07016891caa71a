import Compositor
import QuartzCore
import RenderTree

/// Shows a layer tree in a bitmap at the pace of the machine's clock, on a thread of its own: a window without a window.
///
/// Frames are made while something moves, whatever the other threads do; while nothing moves, nothing runs. Changes made on the main
/// thread are committed by its run loop, and callbacks come from there. Make and use it on the thread that owns the layers.
public final class LiveHost: LayerHost, MonitoredHost {
    /// In points.
    public private(set) var size: CGSize
    /// Pixels a point.
    public private(set) var scale: CGFloat
    /// The root, which fills the host. It does not animate by itself, as a view's backing layer; layers in it do.
    public let layer: CALayer
    /// Called with every event that is sent.
    public var onInput: ((InputEvent) -> Void)?

    private let display: LiveDisplay
    private let context: LayerContext
    private let thread: RenderThread

    /// Starts a host with an empty root layer.
    /// - Parameters:
    ///   - size: in points.
    ///   - scale: pixels a point.
    ///   - background: what lies under the root; nil is transparent.
    ///   - geometryFlipped: whether y grows downwards from the top left corner.
    ///   - framesPerSecond: the rate of frames while something moves.
    ///   - usesRealTimeScheduling: whether the render thread asks the kernel for real-time scheduling (SCHED_FIFO), which keeps frames even
    ///     on a busy machine. ``LiveStatistics/isRealTime`` says whether it was granted; most programs lack the right (RLIMIT_RTPRIO,
    ///     CAP_SYS_NICE).
    ///   - onFrame: called on the render thread for every frame that changed pixels; the next frame waits for it.
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

    /// What becomes of the animations when the host goes away before its layers do. Kept, the default, they go on in the next host that
    /// shows the layers, at the place that they would have reached by then. Otherwise they end unfinished, which is what Apple's systems do
    /// when an application leaves the screen. A layer that leaves its superlayer loses its animations in either case.
    public var keepsAnimations: Bool {
        get { context.keepsAnimations }
        set { context.keepsAnimations = newValue }
    }

    /// The machine's media time.
    public var now: CFTimeInterval { HostClock.now }

    /// Does to the host what a hand would: calls `onInput`, whose changes the run loop commits. A change of size happens first, and it
    /// shows in one frame with what the handler made of it. On the thread of the layers.
    public func send(_ event: InputEvent) {
        for monitor in monitors { (monitor as? any HostMonitor)?.received(event) }
        guard case .resized(let size, let scale) = event.kind, let viewport = thread.viewport?.resized(size, scale: scale) else {
            onInput?(event)
            return
        }
        self.size = size
        self.scale = scale
        for monitor in monitors { monitor.resized(viewport) }
        thread.together {
            thread.setViewport(viewport)
            layer.frame = CGRect(origin: .zero, size: size)
            onInput?(event)
            CATransaction.flush()
        }
    }

    /// Makes a frame that draws everything anew.
    func repaint() { thread.repaint() }

    /// The same, for other threads.
    var repainter: @Sendable () -> Void { { [weak thread] in thread?.repaint() } }

    /// Says whether somebody sees the picture: while nobody does, no frame is made. For other threads.
    var visibility: @Sendable (Bool) -> Void { { [weak thread] in thread?.setVisible($0) } }

    /// The processor draws from here on.
    func drawOnProcessor() { thread.drawOnProcessor() }

    /// Whether it does.
    var drawsOnProcessor: Bool { thread.drawsOnProcessor }

    /// What was drawn last; nil before the first frame.
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

    /// What the render thread did since the start, or since `resetStatistics`.
    public var statistics: LiveStatistics { LiveStatistics(thread.statistics) }

    /// Starts counting anew.
    public func resetStatistics() { thread.resetStatistics() }
}

/// A frame of a live host, as its callback gets it. Valid during the callback only.
public struct LiveFrame {
    let frame: RenderedFrame

    init(_ frame: RenderedFrame) { self.frame = frame }

    /// The media time that it shows, in seconds.
    public var time: CFTimeInterval { frame.time }

    /// The pixels that differ from the last frame, in pixels from the top left corner.
    public var changes: [CGRect] {
        frame.damage.map { CGRect(x: Int($0.x0), y: Int($0.y0), width: Int($0.x1 - $0.x0), height: Int($0.y1 - $0.y0)) }
    }

    /// A copy of the whole picture.
    public func image() -> CGImage? { frame.renderer.image() }

    /// The bitmap without a copy: rows of `stride` pixels 0xAARRGGBB, colour multiplied by alpha.
    public func withPixels<Result>(_ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) -> Result) -> Result {
        frame.renderer.withPixels(body)
    }
}

/// What a render thread did.
public struct LiveStatistics: Sendable {
    /// Frames made.
    public let frames: Int
    /// Frames that were ready more than one frame time after they were due.
    public let lateFrames: Int
    /// The latest that a frame was ready after it was due, in seconds.
    public let worstLateness: Double
    /// Frames that were left out because the ones before them took too long.
    public let missedFrames: Int
    /// How often the thread woke up.
    public let wakeUps: Int
    /// Whether the kernel granted the render thread real-time scheduling.
    public let isRealTime: Bool

    /// Of a thread that never ran.
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
