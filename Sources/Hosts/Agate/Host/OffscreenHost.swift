import ObjectiveCRuntime
import QuartzCore
import RenderTree

/// Shows a layer tree in a bitmap, at times of a virtual clock: for pictures, films and tests.
///
///     let host = OffscreenHost(size: CGSize(width: 200, height: 100))
///     host.perform { host.layer.addSublayer(layer) }
///     host.perform { layer.position.x = 150 }      // animates, as in a window
///     let picture = host.image(at: 0.1)
///
/// The picture at a time depends on what was performed when, and on the time, not on the pictures before it: the same bytes in every
/// run, whichever frame comes first. Completion blocks and delegates are called on the calling thread while time advances, at the
/// very times at which animations begin and end. Use a host on one thread; its layers may be changed on any.
public final class OffscreenHost: LayerHost, MonitoredHost {
    /// In points.
    public private(set) var size: CGSize
    /// Pixels a point.
    public private(set) var scale: CGFloat
    /// What media time is inside `perform` and in callbacks.
    public let clock: VirtualClock
    /// The root. One that the host made does not animate by itself, as a view's backing layer; layers in it do.
    public let layer: CALayer
    /// Called with every event that is sent, inside `perform`.
    public var onInput: ((InputEvent) -> Void)?

    private let context: LayerContext
    let driver: ManualDriver
    private let queue = CallbackQueue()
    private let displayLinks: DisplayLinkSchedule
    private let timers: HostTimers
    private var isAdvancing = false

    /// A host with an empty root layer.
    /// - Parameters:
    ///   - size: in points; the bitmap has `size * scale` pixels, rounded up, from 1 to 16,384 each way and 2^28 in all. For a larger size,
    ///     or one that is none, the bitmap has one pixel, with a diagnostic.
    ///   - scale: pixels a point.
    ///   - background: what lies under the root; nil is transparent.
    ///   - geometryFlipped: whether y grows downwards from the top left corner, as on iOS; false is upwards, as on macOS.
    ///   - layer: a root of your own, which keeps its frame; nil makes one that fills the host.
    ///   - clock: the clock, at the time to begin at.
    ///   - refreshRate: how often display links are called, in calls a second of the clock; they are called at whole multiples of its
    ///     inverse.
    ///   - renderer: what draws; the processor by default, whose bytes are the same everywhere.
    public init(
        size: CGSize, scale: CGFloat = 1, background: CGColor? = nil, geometryFlipped: Bool = true, layer: CALayer? = nil,
        clock: VirtualClock = VirtualClock(), refreshRate: Double = 60, renderer: FrameRenderer = .cpu
    ) {
        self.size = size
        self.scale = scale
        self.clock = clock
        let root = layer ?? HostLayer()
        self.layer = root
        driver = ManualDriver(
            renderer: Renderer(
                viewport: Viewport(
                    size: size, scale: scale, background: background, geometryFlipped: geometryFlipped
                ), compositor: renderer.makeOffscreenCompositor()))
        context = LayerContext(clock: clock, driver: driver, geometryFlipped: geometryFlipped)
        context.queue = queue
        context.keepSchedule()
        displayLinks = DisplayLinkSchedule(timing: RefreshTiming(refreshRate: refreshRate))
        timers = HostTimers { clock.now }
        let context = context
        perform {
            if layer == nil { root.frame = CGRect(origin: .zero, size: size) }
            context.layer = root
        }
    }

    /// What becomes of the animations when the host goes away before its layers do. Kept, the default, they go on in the next host that
    /// shows the layers, at the place that they would have reached by then. Otherwise they end unfinished, which is what Apple's systems do
    /// when an application leaves the screen. A layer that leaves its superlayer loses its animations in either case.
    public var keepsAnimations: Bool {
        get { context.keepsAnimations }
        set { context.keepsAnimations = newValue }
    }

    /// The clock's time.
    public var now: CFTimeInterval { clock.now }

    // MARK: Input

    /// Does to the host what a hand would: moves time forward to the event's if that is later, and calls `onInput` as `perform` would. A
    /// change of size happens first: a root that the host made fills it again.
    public func send(_ event: InputEvent) {
        advance(to: event.time)
        for monitor in monitors { (monitor as? any HostMonitor)?.received(event) }
        perform {
            if case .resized(let size, let scale) = event.kind { resize(size, scale) }
            onInput?(event)
        }
    }

    private func resize(_ size: CGSize, _ scale: CGFloat) {
        guard let viewport = self.viewport.resized(size, scale: scale) else { return }
        self.size = size
        self.scale = scale
        driver.use { $0.setViewport(viewport) }
        for monitor in monitors { monitor.resized(viewport) }
        if layer is HostLayer { layer.frame = CGRect(origin: .zero, size: size) }
    }

    // MARK: Changes

    /// Runs changes with the host's clock as media time, commits them, and makes the calls that are due.
    @discardableResult
    public func perform<Result>(_ changes: () throws -> Result) rethrows -> Result {
        let result = try asHost(changes)
        settle()
        return result
    }

    /// Moves time forward, in seconds of the clock. Animations that begin or end on the way call back at their times, and so do those
    /// that follow from them. A time before the clock's, or not finite, is ignored.
    public func advance(to time: CFTimeInterval) {
        guard time.isFinite, time >= clock.now, !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        settle()
        var steps = 0
        while let step = nextStep(upTo: time) {
            steps += 1
            if steps > Self.stepLimit {
                Diagnostic.report(
                    "host.too-many-steps",
                    "more than \(Self.stepLimit) animations began or ended before \(time) s; the remaining callbacks run at that time"
                )
                break
            }
            switch step {
            case .animation(let boundary):
                clock.set(max(clock.now, boundary.time))
                asHost {
                    if context.pass(boundary) { return }
                    // An animation still shows at its last time; it is over just after it.
                    driver.update(at: boundary.isEnd ? clock.now + Self.instant : clock.now)
                }
            case .refresh(let refresh):
                clock.set(max(clock.now, refresh))
                asHost { displayLinks.fire(at: clock.now) }
            case .timer(let due):
                clock.set(max(clock.now, due))
                asHost { timers.fire(at: clock.now) }
            }
            settle()
        }
        clock.set(time)
        asHost {
            driver.update(at: time)
            context.redraw()
        }
        settle()
    }

    private enum Step {
        case animation(AnimationBoundary)
        case refresh(Double)
        case timer(Double)
    }

    /// What calls back first on the way to a time; animations before display links, which see what they led to, and these before timers.
    private func nextStep(upTo time: Double) -> Step? {
        let refresh = displayLinks.nextRefresh, due = timers.nextTime
        if let boundary = context.nextBoundary(upTo: time), boundary.time <= min(refresh, due) { return .animation(boundary) }
        if refresh <= min(time, due) { return .refresh(refresh) }
        return due <= time ? .timer(due) : nil
    }

    /// Moves time forward by some seconds.
    public func advance(by seconds: CFTimeInterval) { advance(to: clock.now + seconds) }

    /// Whether nothing will change by itself: no animation runs or waits, no display link runs, and nothing waits for its one call. For
    /// tests.
    package var isStill: Bool {
        settle()
        let next = asHost { driver.update(at: clock.now) }.nextFrameTime
        return !next.isFinite && context.nextBoundary(upTo: .infinity) == nil && !displayLinks.nextRefresh.isFinite && !timers.isAnyAwaited
    }

    private static let stepLimit = 100_000
    private static let instant = 1e-9

    /// Commits what waits, and calls back until nothing is due at this time.
    private func settle() {
        for _ in 0..<1000 {
            let called = asHost {
                CATransaction.flush()
                let called = queue.drain()
                return MainQueue.run() || called || (timers.isAnyGoingOn && MainQueue.runNext())
            }
            if !called { return }
        }
        Diagnostic.report(
            "host.endless-callbacks",
            "completion blocks and delegates kept calling back at \(clock.now) s; the remaining callbacks are deferred")
    }

    @discardableResult
    private func asHost<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withHost(clock: clock, queue: queue, displayLinks: displayLinks, timers: timers, body)
    }

    // MARK: Pictures

    /// What shows now.
    public func image() -> CGImage { image(at: clock.now) }

    /// What shows at a time. For a later time than the clock's, it advances to it. For an earlier one it looks back: at the layers as they
    /// are now and the animations that have not been removed, without callbacks.
    public func image(at time: CFTimeInterval) -> CGImage {
        paint(at: time)
        return driver.use { $0.image() } ?? Self.nothing
    }

    /// Brings the bitmap to what `image(at:)` shows. Answers which pixels may differ from the last painting.
    @discardableResult
    package func paint(at time: CFTimeInterval) -> ContiguousArray<DeviceRect> {
        let time = time.isFinite ? time : clock.now
        if time > clock.now { advance(to: time) } else { settle() }
        if asHost({ context.drawTiles(at: time) }) { settle() }
        if !monitors.isEmpty { return paintReported(at: time) }
        return driver.use { renderer in
            asHost { driver.update(at: time) }
            let changes = renderer.owed
            renderer.paint()
            paintings += 1
            return changes
        }
    }

    private func paintReported(at time: CFTimeInterval) -> ContiguousArray<DeviceRect> {
        let began = HostClock.now
        return driver.use { renderer in
            let update = asHost { driver.update(at: time) }
            let evaluated = HostClock.now, changes = renderer.owed
            renderer.paint()
            paintings += 1
            let report = FrameReport(
                time: time, began: began, evaluation: evaluated - began, painting: HostClock.now - evaluated, isRebuilt: update.isRebuilt,
                damage: changes
            )
            for monitor in monitors { monitor.painted(report, renderer) }
            return changes
        }
    }

    // MARK: Monitors

    package var monitors: [any ContextMonitor] {
        get { context.monitors }
        set { context.monitors = newValue }
    }

    package func snapshot() -> Commit { asHost { context.snapshot() } }
    package var viewport: Viewport { driver.use { $0.tree.viewport } }
    /// The layers as the render tree has them, whatever other threads commit meanwhile.
    package func inspect() -> [NodeReport] { driver.use { $0.tree.inspect() } }
    package var renderTree: RenderTree? { driver.renderer.tree }

    /// How often it was painted. Whoever wants to know what changed since a painting of his own sees here whether there were others.
    package private(set) var paintings = 0

    /// What shows at a time, without a copy, for those that send pixels on or compare them: rows of `stride` pixels 0xAARRGGBB, colour
    /// multiplied by alpha, from the top down. Valid during the call, in which the host may not be used.
    /// - Parameter time: as of `image(at:)`; nil for what shows now.
    public func withPixels<Result>(
        at time: CFTimeInterval? = nil,
        _ body: (_ pixels: UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        paint(at: time ?? clock.now)
        return try withPaintedPixels(body)
    }

    /// The bitmap as it was last painted. Valid during the call.
    package func withPaintedPixels<Result>(_ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result)
        rethrows -> Result
    {
        try driver.use { try $0.withPixels(body) }
    }

    // A bitmap always has a pixel, so this is never seen.
    private static let nothing = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 0])!

    /// The frames from `start` (included) to `end` (excluded), drawn as they are asked for. The last one stands at the frame time before
    /// `end`.
    /// - Parameters:
    ///   - start: the clock's time, or later.
    ///   - end: in seconds of the clock.
    ///   - fps: frames a second.
    public func frames(from start: CFTimeInterval = 0, to end: CFTimeInterval, fps: Double) -> OffscreenFrames {
        let count = (end - start) * fps
        return OffscreenFrames(
            host: self, start: start, count: count.isFinite && fps > 0 ? max(0, Int(min(count.rounded(), 1e9))) : 0, fps: fps)
    }

    /// Whether y grows downwards where the root stands.
    package var growsDownwards: Bool { context.isGeometryFlipped }

    /// What the host has done so far, for tests that watch how work grows.
    package var work: HostWork {
        HostWork(
            tree: driver.use { $0.tree.work }, drawing: driver.use(\.drawing), layersCommitted: context.layersCommitted,
            timesFound: context.timesFound
        )
    }

    /// How many layers the render tree holds. For tools.
    public var layerCount: Int { driver.use { $0.tree.nodeCount } }
}

/// One frame of a host.
public struct OffscreenFrame: Sendable {
    /// From 0.
    public let index: Int
    /// In seconds of the host's clock.
    public let time: CFTimeInterval
    /// What shows at that time.
    public let image: CGImage
}

/// The frames of a stretch of time; advances its host as it goes.
public struct OffscreenFrames: Sequence, IteratorProtocol {
    let host: OffscreenHost
    let start: CFTimeInterval
    let count: Int
    let fps: Double
    private var index = 0

    init(host: OffscreenHost, start: CFTimeInterval, count: Int, fps: Double) {
        self.host = host
        self.start = start
        self.count = count
        self.fps = fps
    }

    /// How many frames there are in all.
    public var underestimatedCount: Int { count - index }

    /// Advances the host to the next frame's time and draws it; nil after the last.
    public mutating func next() -> OffscreenFrame? {
        guard index < count else { return nil }
        let time = start + Double(index) / fps
        defer { index += 1 }
        return OffscreenFrame(index: index, time: time, image: host.image(at: time))
    }
}
