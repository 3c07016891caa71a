import AgateDiagnostics
import CoreGraphics
import RenderTree

/// The current value of a layer's property and its rate of change.
package struct ShownMotion {
    package var value: PropertyValue?
    /// The rate of change of the value's components, per second of the layer's time; nil if the value does not move, or jumps.
    package var velocity: [Double]?
    /// True if the property has an animation.
    package var isAnimated: Bool
}

extension CALayer {
    /// Returns the value and velocity that would be shown if the transaction were committed now: those on screen, unless the property was
    /// set in this transaction.
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

    /// Returns the model's value.
    package func storedValue(at path: PropertyKeyPath) -> PropertyValue? {
        guard path.subPath == nil, case .property(let property) = path.root else { return LayerLock.withLock { state.value(at: path) } }
        return storedValue(property)
    }

    /// The time in which the layer's animations run, in seconds.
    package var localNow: Double { LayerContext.localTime(shownContext?.clock.now ?? CACurrentMediaTime(), on: self) }
}

extension PropertyKeyPath {
    /// True for an angle: values that differ by full turns are equivalent.
    fileprivate var wraps: Bool {
        switch subPath {
        case .rotation?, .rotationX?, .rotationY?, .rotationZ?: true
        default: false
        }
    }
}

/// The derivative of a function at a time, from its values at five nearby times, none of which may be outside the interval in which the
/// function is smooth. Exact for polynomials up to the fourth degree; for a spring of 60 rad/s the error is about a millionth.
private struct Slope {
    private let times: [Double]
    private let weights: [Double]

    /// Returns nil for an interval that is too short to sample.
    init?(at now: Double, from begin: Double, to end: Double) {
        let step = min(5e-4, (end - begin) / 4)
        guard step > 1e-8 else { return nil }
        let centre = min(max(now, begin + 2 * step), end - 2 * step)
        let nodes = [-2.0, -1, 0, 1, 2]
        // Rounding must not place a sample outside the interval.
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
            // The weighted differences rather than the weighted values: the weights sum to zero except for rounding.
            for i in numbers.indices { velocity[i] += weight * (numbers[i] - first[i]) }
        }
        return velocity.allSatisfy(\.isFinite) ? velocity : nil
    }
}

extension CALayer {
    /// Adds an animation as a program would, and returns its entry; nil if a subclass does not add it.
    package func addEntry(_ animation: CAAnimation, forKey key: String) -> AnimationEntry? {
        let last = lastEntry
        add(animation, forKey: key)
        guard let entry = lastEntry, entry !== last, entry.key == key else { return nil }
        return entry
    }

    /// Returns whether the animation is still present: not replaced, removed or over.
    package func has(_ entry: AnimationEntry) -> Bool {
        LayerLock.withLock { animationStore?.entries.contains(identicalTo: entry) ?? false }
    }

    private var lastEntry: AnimationEntry? { LayerLock.withLock { animationStore?.entries.last } }

    /// Removes the animations that animate only a property or parts of it, regardless of their keys. Animations whose key is the key path
    /// are kept, since the next animation with that key replaces them.
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
    /// Makes changes without actions, in the open transaction or in the implicit one.
    package static func withoutActions(_ changes: () -> Void) {
        TransactionThread.current.ensureTransaction()
        begin()
        setDisableActions(true)
        changes()
        commit()
    }
}
