import CoreGraphics
import RenderTree

/// Where a property of a layer stands, and how it moves.
package struct ShownMotion {
    package var value: PropertyValue?
    /// By how much the numbers of the value change in a second of the layer's time; nil for what does not move, or jumps.
    package var velocity: [Double]?
    /// Whether an animation of the property is there.
    package var isAnimated: Bool
}

extension CALayer {
    /// What would show if the transaction were committed now: what is on screen, unless the property was set in this transaction.
    package func shownMotion(of path: PropertyKeyPath) -> ShownMotion {
        let (entries, state) = LayerLock.withLock { (animationStore?.entries ?? [], self.state) }
        guard entries.contains(where: { $0.spec.animates(path.rootKey) }) else {
            return ShownMotion(value: storedValue(at: path), velocity: nil, isAnimated: false)
        }
        let now = localNow
        let animations = LayerLock.withLock { entries.map { ($0.compiled(startingAt: now), $0.spec.animates(path.rootKey)) } }
        func shown(at time: Double) -> PropertyValue? {
            var shown = state
            for (animation, _) in animations { animation.apply(at: time, to: &shown) }
            return shown.value(at: path)
        }
        let value = shown(at: now)
        var begin = -Double.infinity, end = Double.infinity
        for (animation, matters) in animations where matters {
            if animation.jumps { return ShownMotion(value: value, velocity: nil, isAnimated: true) }
            let stretch = animation.smoothStretch(around: now)
            begin = max(begin, stretch.begin)
            end = min(end, stretch.end)
        }
        let velocity = Slope(at: now, from: begin, to: end)?.velocity(wraps: path.wraps, shown)
        return ShownMotion(value: value, velocity: velocity, isAnimated: true)
    }

    /// The model's value.
    package func storedValue(at path: PropertyKeyPath) -> PropertyValue? {
        guard path.subPath == nil, case .property(let property) = path.root else { return LayerLock.withLock { state.value(at: path) } }
        return storedValue(property)
    }

    /// The time that the layer's animations run on, in seconds.
    package var localNow: Double { LayerContext.localTime(shownContext?.clock.now ?? CACurrentMediaTime(), on: self) }
}

extension PropertyKeyPath {
    /// An angle, of which the same turn has many numbers.
    fileprivate var wraps: Bool {
        switch subPath {
        case .rotation?, .rotationX?, .rotationY?, .rotationZ?: true
        default: false
        }
    }
}

/// The slope of a function at a time out of its values at five times round it, none of which may leave the stretch in which it is smooth.
/// Exact for polynomials up to the fourth degree; a spring of 60 rad/s comes out to a millionth.
private struct Slope {
    private let times: [Double]
    private let weights: [Double]

    /// Nil for a stretch too short to look at.
    init?(at now: Double, from begin: Double, to end: Double) {
        let step = min(5e-4, (end - begin) / 4)
        guard step > 1e-8 else { return nil }
        let centre = min(max(now, begin + 2 * step), end - 2 * step)
        let nodes = [-2.0, -1, 0, 1, 2]
        // At the rim of the stretch rounding must not step over it.
        times = nodes.map { min(max(centre + $0 * step, begin), end) }
        let x = (now - centre) / step
        // The derivative of the Lagrange polynomial of each node.
        weights = nodes.indices.map { i in
            var sum = 0.0
            for skipped in nodes.indices where skipped != i {
                var product = 1 / (nodes[i] - nodes[skipped])
                for j in nodes.indices where j != i && j != skipped { product *= (x - nodes[j]) / (nodes[i] - nodes[j]) }
                sum += product
            }
            return sum / step
        }
    }

    func velocity(wraps: Bool, _ value: (Double) -> PropertyValue?) -> [Double]? {
        var velocity: [Double] = []
        var first: [Double] = []
        for (time, weight) in zip(times, weights) {
            guard var numbers = value(time)?.components else { return nil }
            if first.isEmpty {
                first = numbers
                velocity = numbers.map { _ in 0 }
            }
            guard numbers.count == first.count else { return nil }
            if wraps { for i in numbers.indices { numbers[i] = first[i] + remainder(numbers[i] - first[i], 2 * .pi) } }
            // Of the difference, not of the value: the weights add up to nothing but for rounding.
            for i in numbers.indices { velocity[i] += weight * (numbers[i] - first[i]) }
        }
        return velocity.allSatisfy(\.isFinite) ? velocity : nil
    }
}

extension CALayer {
    /// Adds an animation as a program would, and answers what the layer keeps of it; nil where a subclass does not add it.
    package func addEntry(_ animation: CAAnimation, forKey key: String) -> AnimationEntry? {
        let last = lastEntry
        add(animation, forKey: key)
        guard let entry = lastEntry, entry !== last, entry.key == key else { return nil }
        return entry
    }

    /// Whether the animation is still there, and not replaced, removed or over.
    package func has(_ entry: AnimationEntry) -> Bool {
        LayerLock.withLock { animationStore?.entries.contains { $0 === entry } ?? false }
    }

    private var lastEntry: AnimationEntry? { LayerLock.withLock { animationStore?.entries.last } }

    /// Takes away what animates a property or a part of it and nothing else, whatever its key; all but what has the key path for its key,
    /// which the next animation under that key replaces.
    package func dropAnimations(of keyPath: String) {
        let dropped = LayerLock.withLock {
            animationStore?.entries.filter { $0.key != keyPath && $0.spec.animatesOnly(keyPath) } ?? []
        }
        for entry in dropped { drop(entry, .replaced) }
    }
}

extension AnimationSpec {
    fileprivate func animatesOnly(_ keyPath: String) -> Bool {
        switch content {
        case .basic(let target, _), .keyframe(let target, _), .spring(let target, _, _), .function(let target, _):
            target.keyPath == keyPath || target.keyPath.hasPrefix(keyPath + ".")
        case .group(let members): !members.isEmpty && members.allSatisfy { $0.animatesOnly(keyPath) }
        case .transition, .empty: false
        }
    }
}

extension CATransaction {
    /// Changes without actions, in the transaction that is open, or in the implicit one.
    package static func withoutActions(_ changes: () -> Void) {
        TransactionThread.current.ensureTransaction()
        begin()
        setDisableActions(true)
        changes()
        commit()
    }
}
