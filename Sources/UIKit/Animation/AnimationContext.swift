import QuartzCore

/// The animation block that the program is in: takes the changes of views' layers and makes animations of them.
@MainActor class AnimationContext {
    /// How long, in seconds; 0 animates nothing.
    let duration: Double
    let pace: AnimationPace
    let options: UIView.AnimationOptions

    init(duration: Double, pace: AnimationPace, options: UIView.AnimationOptions) {
        self.duration = duration
        self.pace = pace
        self.options = options
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
    private let delay: Double
    private let tracker: AnimationTracker
    var repeats: Float
    var autoreverses: Bool
    /// Views to lay out in the block, where it is asked for.
    private var changed: [UIView] = []

    init(duration: Double, delay: Double, pace: AnimationPace, options: UIView.AnimationOptions, completion: ((Bool) -> Void)?) {
        self.delay = delay.isFinite ? max(0, delay) : 0
        tracker = AnimationTracker(completion)
        repeats = options.contains(.repeat) ? .infinity : 0
        autoreverses = options.contains(.autoreverse)
        super.init(duration: duration.isFinite ? duration : 0, pace: pace, options: options)
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
