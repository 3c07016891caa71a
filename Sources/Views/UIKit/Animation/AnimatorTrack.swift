import QuartzCore

/// A value that a property animator animates: its old and new values, and the fraction of the animator's duration at which it starts.
@MainActor final class AnimatorTrack {
    /// The settings of `UIView.setAnimation…` in the block. Times are fractions of the animator's duration.
    struct Settings {
        var delay = 0.0
        var share = 1.0
        var pace: AnimationPace?
        var legs = AnimatorLegs.once
    }

    let way: AnimatedWay
    let view: UIView
    /// The fractions of the animator's duration at which the value starts and arrives. It is the old value before and the new value after.
    private let start, end: Double
    private let key: String
    private let legs: AnimatorLegs
    /// The pace that replaces the animator's, until the animator gets another pace.
    private var ownPace: AnimationPace?
    /// The layer's entries for the animations that were added last, with their keys.
    private var entries: [(key: String, entry: AnimationEntry)] = []

    init(_ way: AnimatedWay, of view: UIView, start: Double, key: String, _ settings: Settings = Settings()) {
        self.way = way
        self.view = view
        let start = min(max(start + settings.delay, 0), 1)
        self.start = start
        // The value arrives at the animator's end at the latest.
        end = settings.share < 1 ? min(1, start + max(0, settings.share)) : 1
        self.key = key
        legs = settings.legs
        ownPace = settings.pace
    }

    /// Returns the progress of this value when the animator is at a fraction.
    func progress(_ fraction: Double) -> Double {
        start >= end ? (fraction >= end ? 1 : 0) : min(max((fraction - start) / (end - start), 0), 1)
    }

    /// Returns the animated value at a progress: the value itself, or the offset that is added to it.
    private func offset(_ progress: Double) -> Any { way.mix(way.from, way.to ?? way.new, progress) }

    /// Returns the value at a progress.
    func value(_ progress: Double) -> Any {
        guard way.isAdditive, let under = way.new as? CATransform3D, let over = offset(progress) as? CATransform3D else {
            return way.mix(way.old, way.new, progress)
        }
        return CATransform3DConcat(over, under)
    }

    /// The progress of the value. While it moves, the progress at which it started.
    private var place = 0.0
    /// The number of completed passes at that point.
    private var leg = 0.0
    private var timeline: AnimatorTimeline?
    /// The passes after the first one, in sequence and at even intervals.
    private var laps: AnimatorLaps?

    /// The current progress.
    private var current: Double { now.place }

    private var now: (place: Double, leg: Double) {
        let time = CACurrentMediaTime()
        if let laps, timeline == nil || time >= laps.begin { return laps.place(at: time) }
        return (timeline?.place(at: time) ?? place, leg)
    }

    /// Uses the animator's new pace from now on.
    func takePace() { ownPace = nil }

    /// Stops at the current value and shows it.
    func halt() {
        let now = now
        hold(atProgress: now.place)
        leg = now.leg
    }

    /// Shows the value at a fraction of the animator and stays there. Repetitions start again from there.
    func hold(at fraction: Double) {
        hold(atProgress: progress(fraction))
        leg = 0
    }

    private func hold(atProgress progress: Double) {
        place = progress
        timeline = nil
        laps = nil
        let shown = offset(progress)
        let animation = CABasicAnimation(keyPath: way.keyPath)
        animation.fromValue = shown
        animation.toValue = shown
        animation.isAdditive = way.isAdditive
        animation.duration = 1
        animation.repeatCount = .infinity
        show([(key, animation)])
    }

    /// Replaces the previous animations.
    private func show(_ animations: [(key: String, animation: CABasicAnimation)]) {
        for (key, entry) in entries where way.layer.has(entry) && !animations.contains(where: { $0.key == key }) {
            way.layer.removeAnimation(forKey: key)
        }
        entries = animations.map { ($0.key, way.layer.addEntry($0.animation, forKey: $0.key)) }.compactMap { key, entry in
            entry.map { (key, $0) }
        }
    }

    /// Animates the value according to the animator's timeline.
    func run(_ whole: AnimatorTimeline, delegate: any CAAnimationDelegate) {
        let now = now, pace = ownPace ?? whole.pace
        (place, leg) = now
        laps = nil
        // The interval in which the value moves, as a part of the animator's remaining time.
        let length = abs(whole.to - whole.from)
        var begin = 0.0, share = 1.0
        if length > 0 {
            let first = min(max(whole.to > whole.from ? start : 1 - end, 0), 1), last = whole.to > whole.from ? end : 1 - start
            let from = whole.to > whole.from ? whole.from : 1 - whole.from
            begin = max(0, first - from) / length
            share = max(0, last - max(first, from)) / length
        }
        let isBackward = whole.to > 0.5 && legs.isBackward(leg)
        let goesOn = whole.to > 0.5 && legs.count - leg > 1
        let target = isBackward ? 0 : progress(whole.to)
        var duration = max(whole.duration * share, 1e-6)
        // The rest of a repeated pass has its own timing, independent of the animator's position.
        if goesOn || leg > 0 { duration = max(whole.cycle * (end - start) * abs(target - place), 1e-6) }
        if leg > 0 { begin = 0 }
        let own = AnimatorTimeline(
            begin: whole.begin + begin * whole.duration, from: place, to: target, duration: duration, pace: pace, cycle: whole.cycle)
        timeline = own
        guard goesOn else { return show([(key, animation(own, delegate))]) }
        let cycle = pace.duration(max(whole.cycle * (end - start), 1e-6))
        if place == (isBackward ? 1 : 0) {
            // From the beginning of a pass, a single animation covers all passes.
            timeline = nil
            let all = AnimatorLaps(begin: own.begin, cycle: cycle, pace: pace, legs: legs, first: leg)
            laps = all
            return show([(key, animation(all, own, delegate, fill: .both))])
        }
        let rest = AnimatorLaps(
            begin: own.begin + pace.duration(own.duration), cycle: cycle, pace: pace, legs: legs, first: leg.rounded(.down) + 1)
        laps = rest
        let first = animation(own, nil)
        first.fillMode = .backwards
        show([(key, first), (key + "-repeat", animation(rest, own, delegate, fill: .forwards))])
    }

    private func animation(_ own: AnimatorTimeline, _ delegate: (any CAAnimationDelegate)?) -> CABasicAnimation {
        let animation = own.pace.animation(own.duration, isY: way.keyPath.hasSuffix(".y"))
        animation.keyPath = way.keyPath
        animation.isAdditive = way.isAdditive
        animation.fromValue = offset(own.from)
        animation.toValue = offset(own.to)
        animation.fillMode = .both
        // Remains until the animator has updated the model.
        animation.isRemovedOnCompletion = false
        animation.delegate = delegate
        if own.begin > CACurrentMediaTime() { animation.beginTime = way.layer.convertTime(own.begin, from: nil) }
        return animation
    }

    private func animation(
        _ laps: AnimatorLaps, _ own: AnimatorTimeline, _ delegate: any CAAnimationDelegate, fill: CAMediaTimingFillMode
    ) -> CABasicAnimation {
        let isBackward = legs.isBackward(laps.first)
        let animation = animation(
            AnimatorTimeline(
                begin: laps.begin, from: isBackward ? 1 : 0, to: isBackward ? 0 : 1, duration: max(own.cycle * (end - start), 1e-6),
                pace: laps.pace, cycle: own.cycle), delegate)
        animation.autoreverses = legs.goesBack
        animation.repeatCount = Float((legs.count - laps.first) / (legs.goesBack ? 2 : 1))
        animation.fillMode = fill
        return animation
    }

    /// Sets the model to the displayed value and removes the animations.
    func settle() {
        setModel(current)
        remove()
        timeline = nil
        laps = nil
    }

    /// Removes the animations and leaves the model at the end or at the start.
    func arrive(at fraction: Double) {
        setModel(progress(fraction))
        remove()
        timeline = nil
        laps = nil
    }

    /// Removes the animations, unless other animations have replaced them. The model is displayed.
    func remove() {
        for (key, entry) in entries where way.layer.has(entry) { way.layer.removeAnimation(forKey: key) }
        entries = []
    }

    /// Sets the model to the value at a progress.
    func setModel(_ progress: Double) {
        guard progress < 1 else { return }
        CATransaction.withoutActions { way.layer.setValue(value(progress), forKeyPath: way.keyPath) }
    }
}
