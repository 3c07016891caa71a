import AgateDiagnostics
import CoreGraphics
import Foundation
import ObjectiveCRuntime

/// Calls a handler at each refresh of the display, or at an integer fraction of the refresh rate.
///
///     let link = CADisplayLink(target: self, selector: Clock.step)      // func step(_ link: CADisplayLink)
///     link.add(to: .main, forMode: .common)
///
/// A `Selector` works if it identifies the method, as those that `agate build` lowers do. The argument may also be the method itself, as
/// above. Alternatively, the link takes a closure, or a task reads ``frames(preferredFrameRateRange:)``. In a host with its own clock,
/// such as `OffscreenHost` of the module `Agate`, a link that is added in `perform` or in a callback runs on that clock, regardless of the
/// run loop given, and the host calls it. Elsewhere it runs on the machine's clock, 60 times per second unless a host on this thread
/// refreshes at another rate.
///
/// Any thread may use a link. It calls its handler on the thread of its run loop. After `invalidate` on another thread, a call in progress
/// still completes. The link retains its target, and is itself retained, from `add` until `invalidate`.
open class CADisplayLink: NSObject {
    // All storage is accessed under the layer lock.
    private var handler: ((CADisplayLink) -> Void)?
    private weak var host: DisplayLinkSchedule?
    private var loop: RunLoopSchedule?
    private var timing = RefreshTiming.standard
    private var isFiring = false
    /// The refresh that the link waits for; infinity while it is paused or not added.
    private var nextDue = Double.infinity
    private var times: (timestamp: CFTimeInterval, target: CFTimeInterval, duration: CFTimeInterval) = (0, 0, 0)
    private var pauses = false

    var due: Double { LayerLock.withLock { nextDue } }

    /// Creates a link that calls a closure.
    public init(handler: @escaping (CADisplayLink) -> Void) {
        self.handler = handler
        super.init()
    }

    /// Creates a link that calls nothing, for a variable that is set later.
    public convenience override init() { self.init { _ in } }

    /// Creates a link that calls a method, as `CADisplayLink(target: self, selector: Clock.step)`.
    public convenience init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void) {
        self.init { selector(target)($0) }
    }

    /// Creates a link that calls a method without arguments.
    public convenience init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> () -> Void) {
        self.init { _ in selector(target)() }
    }

    /// Creates a link that calls a method by its name, with itself as argument. It retains the target until `invalidate`.
    public convenience init(target: Any, selector sel: Selector) {
        let object = target as AnyObject
        self.init { link in sel.send(to: object, [link]) }
    }

    // MARK: Run loops

    /// Starts the calls in one mode of a run loop. Call it again for further modes. A link belongs to one run loop; adding it to another
    /// is refused with a diagnostic. After `invalidate`, this is a no-op.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        let thread = TransactionThread.current
        let mediaTime = CACurrentMediaTime(), refreshTiming = thread.refreshTiming
        let isAccepted = LayerLock.withLock {
            guard handler != nil, host == nil else { return true }
            if loop == nil, let schedule = thread.displayLinks {
                host = schedule
                timing = schedule.timing
                schedule.add(self)
                self.schedule(after: mediaTime)
                return true
            }
            if let loop {
                if loop.belongs(to: runloop) { loop.add(self, mode) }
                return loop.belongs(to: runloop)
            }
            let loop = RunLoopSchedule.of(runloop)
            self.loop = loop
            loop.add(self, mode)
            timing = refreshTiming
            schedule(after: MonotonicClock.read())
            return true
        }
        if isAccepted { return }
        Diagnostic.report(
            "display-link.second-run-loop", "a display link was added to a second run loop; it stays in the first")
    }

    /// Ends the calls in a mode. A link that is removed from all its modes is idle and can be added again, also to another run loop.
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        LayerLock.withLock {
            if let host {
                host.remove(self)
                self.host = nil
                nextDue = .infinity
            }
            guard let loop, loop.belongs(to: runloop) else { return }
            loop.remove(self, mode)
            if !loop.contains(self) { leaveLoop() }
        }
    }

    /// Ends the calls permanently and releases the target.
    open func invalidate() {
        // The target is released after the lock.
        let old = LayerLock.withLock {
            defer { handler = nil }
            host?.remove(self)
            host = nil
            leaveLoop()
            return handler
        }
        withExtendedLifetime(old) {}
    }

    private func leaveLoop() {
        loop?.remove(self)
        loop = nil
        nextDue = .infinity
    }

    /// A Boolean value that indicates whether calls are suspended. A paused link is not woken by refreshes.
    open var isPaused: Bool {
        get { LayerLock.withLock { pauses } }
        set {
            let now = now
            LayerLock.withLock {
                guard pauses != newValue else { return }
                pauses = newValue
                if host != nil || loop != nil { schedule(after: now) }
            }
        }
    }

    // MARK: Rate

    /// The preferred frame rate. The link uses the integer fraction of the display's refresh rate that fits best; the default uses every
    /// refresh. A range that is not `0 <= minimum <= preferred <= maximum` is refused with a diagnostic (Apple's raises an exception).
    open var preferredFrameRateRange: CAFrameRateRange {
        get { LayerLock.withLock { frameRate } }
        set {
            guard newValue.isPossible else {
                return Diagnostic.report(
                    "display-link.frame-rate",
                    "the frame rate range \(newValue.minimum)...\(newValue.maximum), preferred \(newValue.preferred ?? 0), is invalid; it is ignored"
                )
            }
            let now = now
            LayerLock.withLock {
                frameRate = newValue
                if !isFiring, host != nil || loop != nil { schedule(after: now) }
            }
        }
    }
    private var frameRate = CAFrameRateRange.default

    /// The preferred rate as one number, in frames per second; 0 is every refresh. Deprecated by Apple in favour of
    /// `preferredFrameRateRange`.
    open var preferredFramesPerSecond: Int {
        get { Int(preferredFrameRateRange.preferred ?? 0) }
        set {
            let rate = Float(max(0, newValue))
            preferredFrameRateRange = rate == 0 ? .default : CAFrameRateRange(minimum: 0, maximum: rate, preferred: rate)
        }
    }

    /// The number of refreshes of the display per call; 1 by default. Deprecated by Apple in favour of `preferredFrameRateRange`, which it
    /// sets. It assumes a display with 60 refreshes per second, as Apple's documentation does.
    open var frameInterval: Int {
        get { preferredFrameRateRange.preferred.map { $0 > 0 ? max(1, Int((60 / $0).rounded())) : 1 } ?? 1 }
        set { preferredFramesPerSecond = newValue <= 1 ? 0 : max(1, 60 / newValue) }
    }

    // MARK: Times

    /// The time at which the current frame was displayed, in seconds of media time; 0 before the first call.
    open var timestamp: CFTimeInterval { LayerLock.withLock { times.timestamp } }
    /// The time at which the frame that is being drawn will be displayed: the time to draw for. 0 before the first call.
    open var targetTimestamp: CFTimeInterval { LayerLock.withLock { times.target } }
    /// The number of seconds between refreshes of the display; 0 before the first call.
    open var duration: CFTimeInterval { LayerLock.withLock { times.duration } }

    private var now: Double { LayerLock.withLock { host } == nil ? MonotonicClock.read() : CACurrentMediaTime() }

    private func schedule(after time: Double) {
        nextDue = pauses ? .infinity : timing.next(after: time, divisor: timing.divisor(for: frameRate))
        loop?.reschedule(self)
    }

    /// Calls the handler if the link is due. Missed refreshes are skipped.
    func fire(at time: Double) {
        let body = LayerLock.withLock { () -> ((CADisplayLink) -> Void)? in
            guard nextDue <= time, let handler, !isFiring else { return nil }
            isFiring = true
            let divisor = timing.divisor(for: frameRate)
            let next = timing.next(after: time, divisor: divisor)
            times = (max(nextDue, next - timing.interval * Double(divisor)), next, timing.interval)
            nextDue = next
            return handler
        }
        guard let body else { return }
        LayerLock.assertReleased()
        body(self)
        LayerLock.withLock {
            isFiring = false
            guard handler != nil, host != nil || loop != nil else { return }
            // The handler may have changed the rate or paused the link. In a run loop, it may also have taken longer than a refresh.
            schedule(after: host == nil ? MonotonicClock.read() : time)
        }
    }
}

extension CAFrameRateRange {
    /// Returns whether a display link can use the range at all.
    var isPossible: Bool {
        let preferred = preferred ?? 0
        guard minimum >= 0, maximum >= minimum, preferred >= 0, maximum.isFinite else { return false }
        return preferred == 0 || preferred >= minimum && preferred <= maximum
    }
}
