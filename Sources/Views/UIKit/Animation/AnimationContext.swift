import QuartzCore

/// The animation block that the program is in: takes the changes of views' layers and makes animations of them.
@MainActor class AnimationContext {
    // What `UIView.setAnimation…` sets for the changes that follow in the block.

    /// How long, in seconds; 0 animates nothing.
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
        // A block inside another one repeats as that does.
        guard let outer = Self.current, outer.duration > 0, !options.contains(.overrideInheritedOptions) else { return }
        (repeats, autoreverses) = (outer.repeats, outer.autoreverses)
    }

    func take(_ change: LayerChange, of view: UIView) {}

    // MARK: Which one

    private(set) static var stack: [AnimationContext] = []
    /// Whether anything animates at all; `setAnimationsEnabled`.
    static var isEnabled = true
    static var current: AnimationContext? { stack.last }

    /// Runs a block in this context.
    final func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        Self.stack.append(self)
        defer { Self.stack.removeLast() }
        return try body()
    }

    /// For `beginAnimations`, which is no block.
    final func push() { Self.stack.append(self) }
    final func pop() { if Self.stack.last === self { Self.stack.removeLast() } }

    /// The options of a block inside the present one: the outer's duration, curve and options count unless it says otherwise (UV12).
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

/// A plain animation block: every change is animated as it is made.
@MainActor final class BlockContext: AnimationContext {
    private let tracker: AnimationTracker
    /// Views to lay out in the block, where it is asked for.
    private var changed: [UIView] = []

    init(duration: Double, delay: Double, pace: AnimationPace, options: UIView.AnimationOptions, completion: ((Bool) -> Void)?) {
        tracker = AnimationTracker(completion)
        super.init(duration: duration, pace: pace, options: options)
        self.delay = delay.isFinite ? max(0, delay) : 0
    }

    override func take(_ change: LayerChange, of view: UIView) {
        if options.contains(.layoutSubviews), !changed.contains(where: { $0 === view }) { changed.append(view) }
        for way in change.ways(splitsPoints: pace.splitsPoints) { add(way, of: view) }
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
        // The transaction's curve is that of everything in it, so that what a block moves keeps step with the program's own animations.
        if case .curve = pace, let function = CATransaction.animationTimingFunction() { animation.timingFunction = function }
        if delay > 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
        animation.delegate = tracker
        tracker.enter(blocking: options.contains(.allowUserInteraction) ? nil : view)
        layer.add(animation, forKey: isAdditive ? layer.freeAnimationKey(animation.keyPath ?? "") : animation.keyPath)
    }

    /// The block ran.
    func close() {
        if options.contains(.layoutSubviews) { run { for view in changed { view.layoutIfNeeded() } } }
        tracker.close()
    }
}

extension CALayer {
    /// A key that no animation has yet: the key path, then with 2, 3 and so on (UV7).
    fileprivate func freeAnimationKey(_ keyPath: String) -> String {
        guard animation(forKey: keyPath) != nil else { return keyPath }
        var number = 2
        while animation(forKey: "\(keyPath)-\(number)") != nil { number += 1 }
        return "\(keyPath)-\(number)"
    }
}
