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
/// The picture at a time depends on the performed changes and their times, and on the time itself, but not on earlier pictures: it has the
/// same bytes in every run, in whatever order frames are requested. Completion blocks and delegates are called on the calling thread while
/// time advances, at the exact times at which animations begin and end. Use a host on one thread; its layers may be changed on any.
public final class OffscreenHost: LayerHost, MonitoredHost {
    /// The size in points.
    public private(set) var size: CGSize
    /// The scale in pixels per point.
    public private(set) var scale: CGFloat
    /// The clock, which gives the media time inside `perform` and in callbacks.
    public let clock: VirtualClock
    /// The root layer. Like a view's backing layer, one that the host created has no implicit animations; its sublayers do.
    public let layer: CALayer
    /// Called with every event that is sent, inside `perform`.
    public var onInput: ((InputEvent) -> Void)?

    private let context: LayerContext
    let driver: ManualDriver
    private let queue = CallbackQueue()
    private let displayLinks: DisplayLinkSchedule
    private let timers: HostTimers
    private var isAdvancing = false

    /// Creates a host with an empty root layer.
    /// - Parameters:
    ///   - size: The size in points. The bitmap has `size * scale` pixels, rounded up, from 1 to 16,384 in each dimension and at most 2^28
    ///     in all. For a larger or invalid size the bitmap has one pixel, with a diagnostic.
    ///   - scale: The scale in pixels per point.
    ///   - background: The colour behind the root layer; nil is transparent.
    ///   - geometryFlipped: True if y increases downwards from the top left corner, as on iOS; false if it increases upwards, as on macOS.
    ///   - layer: A custom root layer, which keeps its frame; nil creates one that fills the host.
    ///   - clock: The clock, set to the initial time.
    ///   - refreshRate: The rate of calls of display links, in calls per second of the clock; they are called at whole multiples of its
    ///     inverse.
    ///   - renderer: The renderer; by default the processor, whose bytes are the same everywhere.
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

    /// A Boolean value that determines whether animations continue if the host is released before its layers. If true, the default, they
    /// continue in the next host that shows the layers, at the position that they would have reached by then. Otherwise they end
    /// unfinished, as on Apple's systems when an application leaves the screen. A layer that leaves its superlayer loses its animations in
    /// either case.
    public var keepsAnimations: Bool {
        get { context.keepsAnimations }
        set { context.keepsAnimations = newValue }
    }

    /// The clock's time.
    public var now: CFTimeInterval { clock.now }

    // MARK: Input

    /// Sends an event to the host, as if it came from a user: advances time to the event's if that is later, and calls `onInput` as
    /// `perform` would. A change of size is applied first: a root layer that the host created is resized to fill it.
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

    /// Advances time, in seconds of the clock. Animations that begin or end until then call back at their times, as do those that result
    /// from these calls. A time before the clock's, or one that is not finite, is ignored.
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
                    // An animation is still shown at its end time; it has ended just after it.
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

    /// Returns the first callback that is due up to a time. Animations precede display links, which see the resulting changes, and display
    /// links precede timers.
    private func nextStep(upTo time: Double) -> Step? {
        let refresh = displayLinks.nextRefresh, due = timers.nextTime
        if let boundary = context.nextBoundary(upTo: time), boundary.time <= min(refresh, due) { return .animation(boundary) }
        if refresh <= min(time, due) { return .refresh(refresh) }
        return due <= time ? .timer(due) : nil
    }

    /// Advances time by a number of seconds.
    public func advance(by seconds: CFTimeInterval) { advance(to: clock.now + seconds) }

    /// True if nothing will change without further calls: no animation runs or waits, no display link runs, and no timer is pending. For
    /// tests.
    package var isStill: Bool {
        settle()
        let next = asHost { driver.update(at: clock.now) }.nextFrameTime
        return !next.isFinite && context.nextBoundary(upTo: .infinity) == nil && !displayLinks.nextRefresh.isFinite && !timers.isAnyAwaited
    }

    private static let stepLimit = 100_000
    private static let instant = 1e-9

    /// Commits pending changes, and makes calls until none is due at this time.
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
        try withHost(self, clock: clock, queue: queue, displayLinks: displayLinks, timers: timers, body)
    }

    // MARK: Pictures

    /// Returns the picture of the present time.
    public func image() -> CGImage { image(at: clock.now) }

    /// Returns the picture of a time. For a time later than the clock's, the clock advances to it. For an earlier one the picture shows the
    /// layers as they are now and the animations that have not been removed, without callbacks.
    public func image(at time: CFTimeInterval) -> CGImage {
        paint(at: time)
        return driver.use { $0.image() } ?? Self.nothing
    }

    /// Updates the bitmap to the picture of `image(at:)`. Returns the pixels that may differ from the last painting.
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
    /// The layers as the render tree has them, independent of commits by other threads.
    package func inspect() -> [NodeReport] { driver.use { $0.tree.inspect() } }
    package var renderTree: RenderTree? { driver.renderer.tree }

    /// The number of paintings. A client that tracks changes since its own last painting can detect other paintings by it.
    package private(set) var paintings = 0

    /// Calls `body` with the pixels of a time, without a copy, for clients that send or compare them: rows of `stride` pixels 0xAARRGGBB,
    /// colour multiplied by alpha, from the top down. The pointer is valid during the call, in which the host must not be used.
    /// - Parameter time: As for `image(at:)`; nil is the present time.
    public func withPixels<Result>(
        at time: CFTimeInterval? = nil,
        _ body: (_ pixels: UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        paint(at: time ?? clock.now)
        return try withPaintedPixels(body)
    }

    /// Calls `body` with the bitmap as it was last painted. The pointer is valid during the call.
    package func withPaintedPixels<Result>(_ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result)
        rethrows -> Result
    {
        try driver.use { try $0.withPixels(body) }
    }

    // A bitmap always has a pixel, so this is never used.
    private static let nothing = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 0])!

    /// Returns the frames from `start` (included) to `end` (excluded), drawn as they are requested. The last one is at the frame time
    /// before `end`.
    /// - Parameters:
    ///   - start: The start time, which is the clock's time or later.
    ///   - end: The end time, in seconds of the clock.
    ///   - fps: The frame rate, in frames per second.
    public func frames(from start: CFTimeInterval = 0, to end: CFTimeInterval, fps: Double) -> OffscreenFrames {
        let count = (end - start) * fps
        return OffscreenFrames(
            host: self, start: start, count: count.isFinite && fps > 0 ? max(0, Int(min(count.rounded(), 1e9))) : 0, fps: fps)
    }

    /// True if y increases downwards at the root layer.
    package var growsDownwards: Bool { context.isGeometryFlipped }

    /// The work that the host has done so far, for tests of the growth of work.
    package var work: HostWork {
        HostWork(
            tree: driver.use { $0.tree.work }, drawing: driver.use(\.drawing), layersCommitted: context.layersCommitted,
            timesFound: context.timesFound
        )
    }

    /// The number of layers in the render tree. For tools.
    public var layerCount: Int { driver.use { $0.tree.nodeCount } }
}

/// A frame of a host.
public struct OffscreenFrame: Sendable {
    /// The index, from 0.
    public let index: Int
    /// The time, in seconds of the host's clock.
    public let time: CFTimeInterval
    /// The picture of that time.
    public let image: CGImage
}

/// The frames of an interval; the iteration advances the host.
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

    /// The number of remaining frames.
    public var underestimatedCount: Int { count - index }

    /// Advances the host to the next frame's time and draws it; nil after the last.
    public mutating func next() -> OffscreenFrame? {
        guard index < count else { return nil }
        let time = start + Double(index) / fps
        defer { index += 1 }
        return OffscreenFrame(index: index, time: time, image: host.image(at: time))
    }
}
