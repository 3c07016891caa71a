import AgateDiagnostics
import QuartzCore

/// Animates what blocks change, and lets go, stop, scrub and turn round on the way.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) { view.center.x = 200 }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.3         // by hand
///     animator.isReversed = true
///     animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
///
/// The blocks run when the animator becomes active. While it is paused it shows the value at `fractionComplete`; going on from there, it
/// sets out at that value. `UIView.setAnimationRepeatCount` and its kin in a block count for the changes after them there: what repeats
/// does so while the animator runs forwards, and goes on with it after a pause; scrubbing begins anew. Misuse that raises on Apple's
/// systems is refused with a diagnostic.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, NSCopying {
    // MARK: Settings

    /// The pace.
    open internal(set) var timingParameters: (any UITimingCurveProvider)?
    private var askedDuration: Double
    /// In seconds; of springs with numbers of their own, what these say.
    open var duration: TimeInterval { pace.duration(askedDuration) }
    /// In seconds; what was given to `startAnimation(afterDelay:)`.
    open private(set) var delay: TimeInterval = 0
    /// Whether the animated views take touches. Only while inactive.
    open var isUserInteractionEnabled = true {
        didSet { if refuses("isUserInteractionEnabled", oldValue != isUserInteractionEnabled) { isUserInteractionEnabled = oldValue } }
    }
    /// Kept for sources that set it.
    open var isManualHitTestingEnabled = false
    /// Whether it can be paused, scrubbed and turned round. Only while inactive.
    open var isInterruptible = true {
        didSet { if refuses("isInterruptible", oldValue != isInterruptible) { isInterruptible = oldValue } }
    }
    /// Whether `fractionComplete` of a paused animator goes evenly, whatever its curve.
    open var scrubsLinearly = true
    /// Whether it stays active at the end.
    open var pausesOnCompletion = false

    // MARK: State

    /// Where it stands. Observable.
    open private(set) var state = UIViewAnimatingState.inactive {
        willSet { willChangeValue(forKey: "state", state) }
        didSet { didChangeValue(forKey: "state", state) }
    }
    /// Whether it moves. Observable.
    open private(set) var isRunning = false {
        willSet { willChangeValue(forKey: "isRunning", isRunning) }
        didSet { didChangeValue(forKey: "isRunning", isRunning) }
    }

    private var blocks: [(body: () -> Void, start: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var tracks: [AnimatorTrack] = []
    private var reversed = false
    /// How far it is on the way from the start to the end, whichever way it goes, while it stands still.
    private var fraction = 0.0
    /// How it moves; nil while it stands still.
    private var timeline: AnimatorTimeline?
    private static var lastNumber = 0
    private let number: Int
    private var tracker: SegmentTracker?
    private var blocked: [UIView] = []

    // MARK: Making

    /// An animator with a pace.
    public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        askedDuration = duration.isFinite ? max(0, duration) : 0
        timingParameters = parameters
        Self.lastNumber += 1
        number = Self.lastNumber
        super.init()
    }

    /// An animator with a curve of a name.
    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    /// An animator with a curve by its control points.
    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    /// An animator with a spring that rests when the duration is over.
    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// An animator that has started.
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

    /// Another animator with the same settings and pace, inactive and without blocks.
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

    /// Adds changes that set out at a share of the duration and end with the rest (UP4). On an active animator they run at once, and move
    /// in what is left.
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

    /// Adds what is called with the place of the end.
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

    // MARK: Going

    /// Starts, or goes on from where it was paused.
    open func startAnimation() {
        if state == .stopped { return misuse("startAnimation", "it is stopped") }
        guard !isRunning else { return }
        if state == .active { return continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        activate()
        run(duration, pace)
    }

    /// Starts after some seconds, during which what was there before shows.
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
        // Keeps the animator while it runs.
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

    /// Stands still where it is.
    private func halt() {
        forgetTimeline()
        for track in tracks { track.halt() }
    }

    /// Of a paused animator, the place to show.
    private var shownFraction: Double {
        scrubsLinearly ? fraction : pace.progress(at: min(max(fraction, 0), 1), duration: askedDuration)
    }

    /// How far it is now.
    private var current: Double { timeline?.place(at: CACurrentMediaTime()) ?? fraction }

    /// Stands still, active. An inactive animator becomes active at its start.
    open func pauseAnimation() {
        if state == .stopped { return misuse("pauseAnimation", "it is stopped") }
        guard isInterruptible else { return misuse("pauseAnimation", "it is not interruptible") }
        activate()
        fraction = current
        halt()
    }

    /// How far it is, from 0 to 1, in the direction in which it goes: turning round makes it what was left, and of an animator that is
    /// turned round 1 is the start. Setting it pauses.
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

    /// Whether it goes back to the start. Setting it on a running animator turns round at once, and takes as long as it has come.
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

    /// Goes on from a pause, in another pace, and in `durationFactor` of the whole duration; nil and 0 are its own pace and what is left.
    open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat) {
        guard state == .active, !isRunning else { return misuse("continueAnimation", "it is not paused") }
        if let parameters {
            timingParameters = parameters
            for track in tracks { track.takePace() }
        }
        // From where a curve that was scrubbed along has led.
        fraction = shownFraction
        let left = abs((reversed ? 0 : 1) - min(max(fraction, 0), 1))
        run(durationFactor > 0 && durationFactor.isFinite ? duration * Double(durationFactor) : duration * left, pace)
    }

    /// Ends it where it is, with what shows as the views' values. With true it becomes inactive, and nobody is notified; with false it is
    /// stopped, and `finishAnimation(at:)` is to follow (X13).
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

    /// Puts the model where everything is, and takes the animations away.
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

/// Waits for the animations of one stretch of an animator's way.
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

    /// The way goes elsewhere: what was added no longer counts.
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
