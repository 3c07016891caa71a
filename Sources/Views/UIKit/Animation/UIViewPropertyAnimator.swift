import AgateDiagnostics
import QuartzCore

/// An object that animates the changes of blocks, and that can be paused, stopped, scrubbed and reversed in between.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) { view.center.x = 200 }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.3         // by hand
///     animator.isReversed = true
///     animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
///
/// The blocks run when the animator becomes active. While the animator is paused, it shows the value at `fractionComplete`, and resumes
/// from that value. `UIView.setAnimationRepeatCount` and related methods in a block apply to the changes after them in that block.
/// Repetitions take place while the animator runs forward, and resume with it after a pause. Scrubbing restarts them. Misuse that raises an
/// exception on Apple's systems is rejected with a diagnostic.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, NSCopying {
    // MARK: Settings

    /// The timing.
    open internal(set) var timingParameters: (any UITimingCurveProvider)?
    private var askedDuration: Double
    /// The duration, in seconds. For springs with physical parameters, these determine it.
    open var duration: TimeInterval { pace.duration(askedDuration) }
    /// The delay in seconds that was passed to `startAnimation(afterDelay:)`.
    open private(set) var delay: TimeInterval = 0
    /// A Boolean value that indicates whether the animated views receive touches. It can be changed only while the animator is inactive.
    open var isUserInteractionEnabled = true {
        didSet { if refuses("isUserInteractionEnabled", oldValue != isUserInteractionEnabled) { isUserInteractionEnabled = oldValue } }
    }
    /// Stored without effect, for source compatibility.
    open var isManualHitTestingEnabled = false
    /// A Boolean value that indicates whether the animator can be paused, scrubbed and reversed. It can be changed only while the animator
    /// is inactive.
    open var isInterruptible = true {
        didSet { if refuses("isInterruptible", oldValue != isInterruptible) { isInterruptible = oldValue } }
    }
    /// A Boolean value that indicates whether `fractionComplete` of a paused animator is linear, regardless of the curve.
    open var scrubsLinearly = true
    /// A Boolean value that indicates whether the animator remains active at the end.
    open var pausesOnCompletion = false

    // MARK: State

    /// The state. Observable.
    open private(set) var state = UIViewAnimatingState.inactive {
        willSet { willChangeValue(forKey: "state", state) }
        didSet { didChangeValue(forKey: "state", state) }
    }
    /// A Boolean value that indicates whether the animator is running. Observable.
    open private(set) var isRunning = false {
        willSet { willChangeValue(forKey: "isRunning", isRunning) }
        didSet { didChangeValue(forKey: "isRunning", isRunning) }
    }

    private var blocks: [(body: () -> Void, start: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var tracks: [AnimatorTrack] = []
    private var reversed = false
    /// The position between start and end, regardless of the direction, while the animator doesn't move.
    private var fraction = 0.0
    /// The current movement, or nil while the animator doesn't move.
    private var timeline: AnimatorTimeline?
    private static var lastNumber = 0
    private let number: Int
    private var tracker: SegmentTracker?
    private var blocked: [UIView] = []

    // MARK: Initialization

    /// Creates an animator with a timing.
    public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        askedDuration = duration.isFinite ? max(0, duration) : 0
        timingParameters = parameters
        Self.lastNumber += 1
        number = Self.lastNumber
        super.init()
    }

    /// Creates an animator of 0.2 seconds that begins and ends slowly.
    @preconcurrency @MainActor public convenience override init() { self.init(duration: 0.2, curve: .easeInOut) }

    /// Creates an animator with a named curve.
    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    /// Creates an animator with a curve with control points.
    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    /// Creates an animator with a spring that is at rest at the end of the duration.
    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// Creates and starts an animator.
    @discardableResult
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(
            duration: duration, curve: UIView.AnimationCurve(rawValue: options.curveNumber) ?? .easeInOut, animations: animations)
        animator.isUserInteractionEnabled = options.contains(.allowUserInteraction)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    /// Returns an inactive animator with the same settings and timing, without blocks.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated {
            let copy = UIViewPropertyAnimator(duration: askedDuration, timingParameters: timingParameters ?? UICubicTimingParameters())
            copy.isUserInteractionEnabled = isUserInteractionEnabled
            copy.isInterruptible = isInterruptible
            copy.scrubsLinearly = scrubsLinearly
            copy.pausesOnCompletion = pausesOnCompletion
            return Unchecked(copy)
        }.value
    }

    private struct Unchecked: @unchecked Sendable {
        let value: Any
        init(_ value: Any) { self.value = value }
    }

    private var pace: AnimationPace { timingParameters?.pace ?? .standard }

    // MARK: Blocks

    /// Adds changes that start at a fraction of the duration and end with the others (UP4). On an active animator the block runs
    /// immediately, and its changes are animated in the remaining time.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        if state == .stopped { return misuse("addAnimations", "it is stopped") }
        let factor = delayFactor.isFinite ? min(max(Double(delayFactor), 0), 1) : 0
        guard state == .active else { return blocks.append((animation, factor)) }
        let now = min(max(current, 0), 1)
        let added = collect(animation, start: now + factor * (1 - now))
        guard let timeline, let tracker else { return added.forEach { $0.hold(at: fraction) } }
        let time = CACurrentMediaTime()
        let rest = AnimatorTimeline(
            begin: max(time, timeline.begin), from: now, to: timeline.to,
            duration: max(0, timeline.begin + timeline.duration - max(time, timeline.begin)), pace: timeline.pace, cycle: timeline.cycle
        )
        for track in added {
            tracker.enter()
            track.run(rest, delegate: tracker)
        }
    }

    /// Adds changes.
    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Adds a closure that is called with the final position.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

    private func collect(_ block: () -> Void, start: Double) -> [AnimatorTrack] {
        let context = AnimatorContext(duration: max(duration, 1e-6), pace: pace, options: [])
        context.run(block)
        var made: [AnimatorTrack] = []
        for each in context.changes {
            for way in each.change.ways(splitsPoints: pace.splitsPoints) {
                let key = way.isAdditive ? "\(way.keyPath)-animator-\(number)-\(tracks.count + made.count)" : way.keyPath
                made.append(AnimatorTrack(way, of: each.view, start: start, key: key, each.settings))
            }
        }
        if !isUserInteractionEnabled {
            for track in made where !blocked.contains(where: { $0 === track.view }) {
                track.view.rare.blockingAnimations += 1
                blocked.append(track.view)
            }
        }
        tracks += made
        return made
    }

    private func activate() {
        guard state == .inactive else { return }
        state = .active
        fraction = reversed ? 1 : 0
        let waiting = blocks
        blocks = []
        for block in waiting { _ = collect(block.body, start: block.start) }
    }

    // MARK: Running

    /// Starts the animation, or resumes it after a pause.
    open func startAnimation() {
        if state == .stopped { return misuse("startAnimation", "it is stopped") }
        guard !isRunning else { return }
        if state == .active { return continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        activate()
        run(duration, pace)
    }

    /// Starts the animation after a delay in seconds, during which the previous state is shown.
    open func startAnimation(afterDelay delay: TimeInterval) {
        guard delay >= 0, delay.isFinite else { return misuse("startAnimation(afterDelay:)", "the delay is \(delay)") }
        guard state == .inactive else { return misuse("startAnimation(afterDelay:)", "it has started") }
        self.delay = delay
        activate()
        run(duration, pace, after: delay)
    }

    private func run(_ duration: Double, _ pace: AnimationPace, after delay: Double = 0) {
        let timeline = AnimatorTimeline(
            begin: CACurrentMediaTime() + delay, from: fraction, to: reversed ? 0 : 1, duration: duration, pace: pace, cycle: self.duration)
        self.timeline = timeline
        isRunning = true
        tracker?.forget()
        // Retains the animator while it runs.
        let tracker = SegmentTracker { self.arrived() }
        self.tracker = tracker
        for track in tracks {
            tracker.enter()
            track.run(timeline, delegate: tracker)
        }
        tracker.close()
    }

    private func arrived() {
        guard let timeline else { return }
        isRunning = false
        fraction = timeline.to
        if pausesOnCompletion {
            halt()
        } else {
            forgetTimeline()
            for track in tracks { track.arrive(at: timeline.to) }
            becomeInactive(telling: timeline.to > 0.5 ? .end : .start)
        }
    }

    /// Stops all values at their current positions.
    private func halt() {
        forgetTimeline()
        for track in tracks { track.halt() }
    }

    /// The position that a paused animator shows.
    private var shownFraction: Double {
        scrubsLinearly ? fraction : pace.progress(at: min(max(fraction, 0), 1), duration: askedDuration)
    }

    /// The current position.
    private var current: Double { timeline?.place(at: CACurrentMediaTime()) ?? fraction }

    /// Pauses the animator, which remains active. An inactive animator becomes active at its start.
    open func pauseAnimation() {
        if state == .stopped { return misuse("pauseAnimation", "it is stopped") }
        guard isInterruptible else { return misuse("pauseAnimation", "it is not interruptible") }
        activate()
        fraction = current
        halt()
    }

    /// The completed fraction, 0...1, in the current direction. Reversing the animator changes the fraction to the remaining one, so that 1
    /// means the start for a reversed animator. Setting the fraction pauses the animator.
    open var fractionComplete: CGFloat {
        get {
            let way = min(max(current, 0), 1)
            return CGFloat(reversed ? 1 - way : way)
        }
        set {
            if state == .stopped { return misuse("fractionComplete", "it is stopped") }
            guard isInterruptible, newValue.isFinite else {
                return misuse("fractionComplete", "it is not interruptible, or the fraction is not a number")
            }
            activate()
            halt()
            let gone = min(max(Double(newValue), 0), 1)
            fraction = reversed ? 1 - gone : gone
            for track in tracks { track.hold(at: shownFraction) }
        }
    }

    /// A Boolean value that indicates whether the animator runs back to the start. Setting it on a running animator reverses the direction
    /// immediately, and running back takes as long as the animator has run so far.
    open var isReversed: Bool {
        get { reversed }
        set {
            guard newValue != reversed else { return }
            reversed = newValue
            guard isRunning else { return }
            fraction = current
            let left = abs((newValue ? 0 : 1) - min(max(fraction, 0), 1))
            run(duration * left, pace)
        }
    }

    /// Resumes a paused animator with another timing, in a `durationFactor` fraction of the whole duration. Nil keeps the current timing,
    /// and 0 uses the remaining time.
    open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat) {
        guard state == .active, !isRunning else { return misuse("continueAnimation", "it is not paused") }
        if let parameters {
            timingParameters = parameters
            for track in tracks { track.takePace() }
        }
        // Starts at the position to which a curve was scrubbed.
        fraction = shownFraction
        let left = abs((reversed ? 0 : 1) - min(max(fraction, 0), 1))
        run(durationFactor > 0 && durationFactor.isFinite ? duration * Double(durationFactor) : duration * left, pace)
    }

    /// Stops the animator at its current position and sets the displayed values on the views. If `withoutFinishing` is true, the animator
    /// becomes inactive and no completion is called. If it is false, the animator is stopped, and `finishAnimation(at:)` must follow (X13).
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return misuse("stopAnimation", "it is not active") }
        fraction = current
        settle()
        state = .stopped
        if withoutFinishing { becomeInactive(telling: nil) }
    }

    /// Ends a stopped animator: at the end, at the start, or where it was stopped.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return misuse("finishAnimation", "it is not stopped") }
        for track in tracks {
            switch finalPosition {
            case .end: CATransaction.withoutActions { track.way.layer.setValue(track.way.new, forKeyPath: track.way.keyPath) }
            case .start: track.setModel(0)
            case .current: break
            }
        }
        becomeInactive(telling: finalPosition)
    }

    /// Sets the model to the displayed values and removes the animations.
    private func settle() {
        forgetTimeline()
        for track in tracks { track.settle() }
    }

    private func forgetTimeline() {
        timeline = nil
        isRunning = false
        tracker?.forget()
        tracker = nil
    }

    private func becomeInactive(telling position: UIViewAnimatingPosition?) {
        state = .inactive
        tracks = []
        for view in blocked { view.rare.blockingAnimations -= 1 }
        blocked = []
        fraction = 0
        reversed = false
        let called = completions
        completions = []
        if let position { for completion in called { completion(position) } }
    }

    private func refuses(_ name: String, _ isChange: Bool) -> Bool {
        guard isChange, state != .inactive else { return false }
        misuse(name, "it is active")
        return true
    }

    private func misuse(_ name: String, _ why: String) {
        Diagnostic.report("animator.misuse", "\(name) of a property animator is ignored: \(why)")
    }
}

/// Waits for the animations of one segment of an animator's movement.
@MainActor private final class SegmentTracker: NSObject, @preconcurrency CAAnimationDelegate {
    private var arrived: (() -> Void)?
    private var running = 0
    private var isClosed = false

    init(_ arrived: @escaping () -> Void) {
        self.arrived = arrived
        super.init()
    }

    func enter() { running += 1 }

    func close() {
        isClosed = true
        if running == 0 { AnimationTracker.later { [self] in tell() } }
    }

    /// Called when the movement changes. The added animations no longer count.
    func forget() { arrived = nil }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        running -= 1
        if running == 0, isClosed { tell() }
    }

    private func tell() {
        let arrived = self.arrived
        self.arrived = nil
        arrived?()
    }
}
