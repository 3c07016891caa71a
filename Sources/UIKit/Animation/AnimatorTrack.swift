import QuartzCore

/// One value that a property animator moves: what it was, what it becomes, and from which share of the whole on.
@MainActor final class AnimatorTrack {
    let way: AnimatedWay
    let view: UIView
    /// The share of the whole at which it sets out; before, it shows what it was.
    let start: Double
    private let key: String
    /// What the layer keeps of the animation that was added last.
    private var entry: AnimationEntry?

    init(_ way: AnimatedWay, of view: UIView, start: Double, key: String) {
        self.way = way
        self.view = view
        self.start = min(max(start, 0), 1)
        self.key = key
    }

    /// How far this value is when the whole is at a fraction.
    func progress(_ fraction: Double) -> Double {
        start >= 1 ? (fraction >= 1 ? 1 : 0) : min(max((fraction - start) / (1 - start), 0), 1)
    }

    /// What the animation shows at a progress: the value, or what is added to it.
    private func offset(_ progress: Double) -> Any { way.mix(way.from, way.to ?? way.new, progress) }

    /// The value itself at a progress.
    func value(_ progress: Double) -> Any {
        guard way.isAdditive, let under = way.new as? CATransform3D, let over = offset(progress) as? CATransform3D else {
            return way.mix(way.old, way.new, progress)
        }
        return CATransform3DConcat(over, under)
    }

    /// How far the value is; of a moving one, how far it was when it set out.
    private var place = 0.0
    private var timeline: AnimatorTimeline?

    /// How far the value is now.
    private var current: Double { timeline?.place(at: CACurrentMediaTime()) ?? place }

    /// Stops where it is, and shows that.
    func halt() { hold(atProgress: current) }

    /// Shows the value at a fraction of the whole, and stays there.
    func hold(at fraction: Double) { hold(atProgress: progress(fraction)) }

    private func hold(atProgress progress: Double) {
        place = progress
        timeline = nil
        let shown = offset(progress)
        let animation = CABasicAnimation(keyPath: way.keyPath)
        animation.fromValue = shown
        animation.toValue = shown
        animation.isAdditive = way.isAdditive
        animation.duration = 1
        animation.repeatCount = .infinity
        entry = way.layer.addEntry(animation, forKey: key)
    }

    /// Moves on to where the whole's timeline leads it.
    func run(_ whole: AnimatorTimeline, delegate: any CAAnimationDelegate) {
        let now = CACurrentMediaTime()
        // When the value moves, of the time in which the whole goes its way.
        let length = abs(whole.to - whole.from)
        var begin = 0.0, share = 1.0
        if length > 0, start > min(whole.from, whole.to) {
            share = max(0, max(whole.from, whole.to) - start) / length
            if whole.to > whole.from { begin = 1 - share }
        }
        let own = AnimatorTimeline(
            begin: whole.begin + begin * whole.duration, from: current, to: progress(whole.to), duration: max(whole.duration * share, 1e-6),
            pace: whole.pace
        )
        place = own.from
        timeline = own
        let animation = own.pace.animation(own.duration, isY: way.keyPath.hasSuffix(".y"))
        animation.keyPath = way.keyPath
        animation.isAdditive = way.isAdditive
        animation.fromValue = offset(own.from)
        animation.toValue = offset(own.to)
        animation.fillMode = .both
        // Stays until the animator has put the model right.
        animation.isRemovedOnCompletion = false
        animation.delegate = delegate
        if own.begin > now { animation.beginTime = way.layer.convertTime(own.begin, from: nil) }
        entry = way.layer.addEntry(animation, forKey: key)
    }

    /// Makes the model what is seen now, and takes the animation away.
    func settle() {
        setModel(current)
        remove()
        timeline = nil
    }

    /// Takes the animation away, unless somebody else's has taken its place; the model shows.
    func remove() {
        if let entry, way.layer.has(entry) { way.layer.removeAnimation(forKey: key) }
        entry = nil
    }

    /// Makes the model what is seen.
    func setModel(_ progress: Double) {
        guard progress < 1 else { return }
        CATransaction.withoutActions { way.layer.setValue(value(progress), forKeyPath: way.keyPath) }
    }
}

/// How something goes from one place to another.
struct AnimatorTimeline {
    /// In media time.
    let begin: Double
    let from: Double
    let to: Double
    let duration: Double
    let pace: AnimationPace

    func place(at time: Double) -> Double {
        guard duration > 0, time.isFinite else { return to }
        let share = min(max((time - begin) / duration, 0), 1)
        return from + (to - from) * pace.progress(at: share, duration: duration)
    }
}

/// Collects what a property animator's block changes.
@MainActor final class AnimatorContext: AnimationContext {
    private(set) var changes: [(LayerChange, UIView)] = []

    override func take(_ change: LayerChange, of view: UIView) {
        // Set twice in a block is set once, to the last value.
        if let index = changes.firstIndex(where: { $0.0.layer === change.layer && $0.0.key == change.key }) {
            let first = changes[index].0
            changes[index].0 = LayerChange(
                layer: first.layer, key: first.key, kind: first.kind, old: first.old, new: change.new, shown: first.shown)
        } else {
            changes.append((change, view))
        }
    }
}
