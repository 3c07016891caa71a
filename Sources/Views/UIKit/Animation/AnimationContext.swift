import AgateDiagnostics
import QuartzCore

/// The current animation block, which converts changes of views' layers to animations.
@MainActor class AnimationContext {
    // The settings that `UIView.setAnimation…` changes for the rest of the block.

    /// The duration, in seconds. With 0 nothing is animated.
    final var duration: Double
    final var delay = 0.0
    var pace: AnimationPace
    final var options: UIView.AnimationOptions
    final var repeats: Float
    final var autoreverses: Bool

    init(duration: Double, pace: AnimationPace, options: UIView.AnimationOptions) {
        self.duration = duration.isFinite ? duration : 0
        self.pace = pace
        self.options = options
        repeats = options.contains(.repeat) ? .infinity : 0
        autoreverses = options.contains(.autoreverse)
        // A nested block repeats like the outer one.
        guard let outer = Self.current, outer.duration > 0, !options.contains(.overrideInheritedOptions) else { return }
        (repeats, autoreverses) = (outer.repeats, outer.autoreverses)
    }

    func take(_ change: LayerChange, of view: UIView) {}

    /// Calls a closure when the animations of the block have ended. Returns false if the context doesn't say when they do.
    func atEnd(_ body: @escaping @MainActor () -> Void) -> Bool { false }

    // MARK: Current context

    private(set) static var stack: [AnimationContext] = [] {
        didSet { QuietDelegate.isInBlock = !stack.isEmpty }
    }
    /// While an animator starts in a transition that follows a finger: the delay of its first block, as soon as there is one. Such a
    /// transition begins with the finger, so this delay is left out, and of the others as much.
    private static var followed: (isOn: Bool, delay: Double?) = (false, nil)

    /// Starts an animator whose animations follow a finger.
    static func following(_ start: () -> Void) {
        let before = followed
        followed = (true, nil)
        defer { followed = before }
        start()
    }

    /// Returns the delay of a block's animations.
    static func delay(_ asked: Double) -> Double {
        let asked = asked.isFinite ? max(0, asked) : 0
        guard followed.isOn else { return asked }
        let first = followed.delay ?? asked
        followed.delay = first
        return max(0, asked - first)
    }

    /// True if animations are enabled. See `setAnimationsEnabled`.
    static var isEnabled = true
    static var current: AnimationContext? { stack.last }

    /// Runs a block in this context.
    final func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        Self.stack.append(self)
        defer { Self.stack.removeLast() }
        return try body()
    }

    /// Enters and leaves the context for `beginAnimations`, which has no closure.
    final func push() { Self.stack.append(self) }
    final func pop() { if Self.stack.last === self { Self.stack.removeLast() } }

    /// Returns the settings of a nested block: the outer duration, curve and options apply unless the options override them (UV12).
    static func inherit(_ duration: Double, _ pace: AnimationPace, _ options: UIView.AnimationOptions) -> (
        Double, AnimationPace, UIView.AnimationOptions
    ) {
        guard let outer = current, outer.duration > 0 else { return (duration, pace, options) }
        return (
            options.contains(.overrideInheritedDuration) ? duration : outer.duration,
            options.contains(.overrideInheritedCurve) ? pace : outer.pace,
            options.contains(.overrideInheritedOptions) ? options : outer.options.union(options.intersection(.layoutSubviews))
        )
    }
}

/// A plain animation block, which animates each change immediately.
@MainActor final class BlockContext: AnimationContext {
    private let tracker: AnimationTracker
    /// The views to lay out in the block, if the options request it.
    private var changed: [UIView] = []

    init(duration: Double, delay: Double, pace: AnimationPace, options: UIView.AnimationOptions, completion: ((Bool) -> Void)?) {
        tracker = AnimationTracker(completion)
        super.init(duration: duration, pace: pace, options: options)
        self.delay = Self.delay(delay)
    }

    override func take(_ change: LayerChange, of view: UIView) {
        if options.contains(.layoutSubviews), !changed.contains(identicalTo: view) { changed.append(view) }
        for way in change.ways(splitsPoints: pace.splitsPoints) { add(way, of: view) }
    }

    override func atEnd(_ body: @escaping @MainActor () -> Void) -> Bool {
        tracker.follow(body)
        return true
    }

    private func add(_ way: AnimatedWay, of view: UIView) {
        let animation = pace.animation(duration, isY: way.keyPath.hasSuffix(".y"))
        animation.keyPath = way.keyPath
        animation.isAdditive = way.isAdditive
        let fromCurrent = !way.isAdditive && options.contains(.beginFromCurrentState)
        animation.fromValue = fromCurrent ? way.shown ?? way.from : way.from
        animation.toValue = way.to
        animation.repeatCount = repeats
        animation.autoreverses = autoreverses
        addAnimation(animation, to: way.layer, of: view, isAdditive: way.isAdditive)
    }

    func addAnimation(_ animation: CAPropertyAnimation, to layer: CALayer, of view: UIView, isAdditive: Bool) {
        animation.fillMode = .both
        // The transaction's curve applies to everything in it, so that changes in a block stay in step with the application's own
        // animations.
        if case .curve = pace, let function = CATransaction.animationTimingFunction() { animation.timingFunction = function }
        if delay > 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
        animation.delegate = tracker
        tracker.enter(blocking: options.contains(.allowUserInteraction) ? nil : view)
        layer.add(animation, forKey: isAdditive ? layer.freeAnimationKey(animation.keyPath ?? "") : animation.keyPath)
    }

    /// Called after the block's closure has run.
    func close() {
        if options.contains(.layoutSubviews) { run { for view in changed { view.layoutIfNeeded() } } }
        tracker.close()
    }
}

extension CALayer {
    /// Returns an unused animation key: the key path itself, or the key path with the suffix 2, 3 and so on (UV7).
    fileprivate func freeAnimationKey(_ keyPath: String) -> String {
        guard animation(forKey: keyPath) != nil else { return keyPath }
        var number = 2
        while animation(forKey: "\(keyPath)-\(number)") != nil { number += 1 }
        return "\(keyPath)-\(number)"
    }
}
