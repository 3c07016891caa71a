import QuartzCore
import RenderTree

/// Makes the animation of a move.
///
/// A velocity is carried exactly, in every number of the value by itself, although a spring animation has one scalar velocity for all. The
/// way of a damped spring is linear in where and how fast it starts: x(t) = start + (target − start)·s₀(t) + V·u(t), where s₀ is the spring
/// that starts at rest and u the one that is kicked at its target. With s₁, the spring that starts at one whole way per second, u = s₁ −
/// s₀. So two spring animations, the second additive, are all of it, for any number of dimensions and also where start and target are
/// equal:
///
///     start → target − V   from rest,         and   0 → V   at velocity 1
///
/// A curve is bent in the same manner by V·T·p·(1 − p)², which is 0 at both ends and has the slope V at the first: it is the difference
/// of two timing curves. V is there what the curve lacks of the velocity by itself.
///
/// The old animation is replaced, and does not run on below the new one as UIKit's additive ones do: what moves is one animation, whose
/// target is the model's value.
struct MotionBuilder {
    let keyPath: String
    let start: ShownMotion
    let parts: [(key: String, path: SubPath, motion: ShownMotion)]
    let target: PropertyValue?
    /// More than the target: keyframes.
    let frames: [PropertyValue?]
    let schedule: Schedule

    /// Of a transform that leaves the layer in its plane: there every number may move by itself.
    static let planarParts: [SubPath] = [.translationX, .translationY, .translationZ, .scaleX, .scaleY, .scaleZ, .rotationZ]

    /// One number, or several, that move together.
    private struct Track {
        let keyPath: String
        let from, to: PropertyValue
        /// Of the numbers, per second of the animation; nil at rest, and for what has none.
        let velocity: [Double]?
    }

    /// Below this nobody sees that something moves; and single precision can't tell it from rest.
    private static let restingSpeed = 5e-4

    // MARK: From one value to another

    /// Nil when there is nothing to see.
    func animation(_ pace: Motion.Pace, _ duration: Double) -> CAAnimation? {
        let tracks = tracks()
        guard !tracks.isEmpty else { return nil }
        switch pace {
        case .spring(let spring, let startsItself): return springs(tracks, spring, startsItself)
        case .curve(let curve):
            let children = tracks.flatMap { track in
                let main = CABasicAnimation(keyPath: track.keyPath)
                main.fromValue = Boxing.any(track.from)
                main.toValue = Boxing.any(track.to)
                main.timingFunction = curve.map(CAMediaTimingFunction.init(curve:))
                return [main] + bend(track, slope: curve.map(Self.slope) ?? 1, end: track.to, duration)
            }
            return together(children, duration)
        }
    }

    private func tracks() -> [Track] {
        guard let from = start.value ?? target.flatMap(Self.nothing), let to = target ?? start.value.flatMap(Self.nothing) else {
            return []
        }
        let carried = velocity(start.velocity)
        if let parts = movingParts(from, to) { return parts }
        guard from != to || carried != nil, from.kind == to.kind, !Self.steps.contains(from.kind) else { return [] }
        return [Track(keyPath: keyPath, from: from, to: to, velocity: from.blends(with: to) ? carried : nil)]
    }

    /// Kinds that have nothing between two values, not even a fade.
    private static let steps: Set<ValueKind> = [.bool, .string, .object]

    /// What a colour comes from, or goes to, when there is none: itself, unseen.
    private static func nothing(like value: PropertyValue) -> PropertyValue? {
        guard case .color(let color) = value else { return nil }
        return .color(CGColor(rgba: RGBA(color.rgba.x, color.rgba.y, color.rgba.z, 0)))
    }

    /// In the animation's time; nil for what stands still, or can't go on.
    private func velocity(_ velocity: [Double]?) -> [Double]? {
        guard schedule.carriesVelocity, let velocity, velocity.contains(where: { abs($0) > Self.restingSpeed }) else { return nil }
        return velocity.map { $0 / Double(schedule.speed) }
    }

    /// A transform that moves in its plane and shall stay in it, number by number; nil for other values.
    private func movingParts(_ from: PropertyValue, _ to: PropertyValue) -> [Track]? {
        guard case .transform(let a) = from, case .transform(let b) = to, a.isPlanar, b.isPlanar else { return nil }
        guard parts.contains(where: { velocity($0.motion.velocity) != nil }) else { return nil }
        var tracks: [Track] = []
        for part in parts {
            guard case .number(let first)? = part.motion.value, case .number(var last)? = part.path.get(to) else { return nil }
            // The shorter way round.
            if part.path == .rotationZ { last = first + remainder(last - first, 2 * .pi) }
            let carried = velocity(part.motion.velocity)
            if first == last, carried == nil { continue }
            tracks.append(Track(keyPath: part.key, from: .number(first), to: .number(last), velocity: carried))
        }
        return tracks
    }

    // MARK: Springs

    private func springs(_ tracks: [Track], _ spring: AnimationSpec.Spring, _ startsItself: Bool) -> CAAnimation? {
        var duration = 0.0
        var children: [CAAnimation] = []
        for track in tracks {
            let carried = startsItself ? nil : track.velocity
            guard let v = carried, let a = track.from.components, let b = track.to.components, v.count == a.count else {
                children.append(Self.spring(spring, track.keyPath, track.from, track.to))
                duration = max(duration, spring.settlingDuration)
                continue
            }
            var still = spring, kicked = spring
            still.initialVelocity = 0
            kicked.initialVelocity = 1
            let kick = Self.spring(kicked, track.keyPath, track.to.with(components: a.map { _ in 0 }), track.to.with(components: v))
            kick.isAdditive = true
            children.append(Self.spring(still, track.keyPath, track.from, track.to.with(components: zip(b, v).map { $0 - $1 })))
            children.append(kick)
            let distance = zip(a, b).map { abs($0 - $1) }.max() ?? 0
            duration = max(duration, SpringRest(still).time(distance: distance, speed: v.map(abs).max() ?? 0))
        }
        // Damped without end: it never leaves its place.
        guard duration > 0 else { return nil }
        return together(children, duration)
    }

    private static func spring(
        _ spring: AnimationSpec.Spring, _ keyPath: String, _ from: PropertyValue, _ to: PropertyValue
    ) -> CASpringAnimation {
        let animation = CASpringAnimation(keyPath: keyPath)
        animation.mass = spring.mass
        animation.stiffness = spring.stiffness
        animation.damping = spring.damping
        animation.initialVelocity = spring.initialVelocity
        animation.allowsOverdamping = spring.allowsOverdamping
        animation.fromValue = Boxing.any(from)
        animation.toValue = Boxing.any(to)
        return animation
    }

    // MARK: Curves

    /// What a curve adds to start with the velocity of the track: nothing, or two animations of which the one takes back what the other
    /// gives.
    /// - Parameters:
    ///   - slope: of the curve at its start, in ways per cycle.
    ///   - end: of the way that has the slope.
    private func bend(_ track: Track, slope: Double, end: PropertyValue, _ duration: Double) -> [CAAnimation] {
        // At rest before: it starts as it is, however sharply.
        guard let v = track.velocity, slope.isFinite, let a = track.from.components, let b = end.components, a.count == v.count else {
            return []
        }
        let lacking = v.indices.map { v[$0] * duration - slope * (b[$0] - a[$0]) }
        guard lacking.contains(where: { abs($0) > Self.restingSpeed * duration }) else { return [] }
        func part(_ sign: Double, _ y: Float) -> CAAnimation {
            let animation = CABasicAnimation(keyPath: track.keyPath)
            animation.isAdditive = true
            animation.fromValue = Boxing.any(track.to.with(components: v.map { _ in 0 }))
            animation.toValue = Boxing.any(track.to.with(components: lacking.map { $0 * sign }))
            animation.timingFunction = CAMediaTimingFunction(controlPoints: 1 / 3, y, 2 / 3, 1)
            return animation
        }
        return [part(1, 1 / 3), part(-1, 0)]
    }

    /// How steeply a curve begins; infinite for one that begins upright.
    private static func slope(_ curve: TimingCurve) -> Double {
        if curve.c1x > 0 { return Double(curve.c1y) / Double(curve.c1x) }
        if curve.c1y != 0 { return .infinity }
        return curve.c2x > 0 ? Double(curve.c2y) / Double(curve.c2x) : curve.c2y == 0 ? 1 : .infinity
    }

    // MARK: Keyframes

    /// - Parameter times: of each keyframe, with the pacing towards it.
    func animation(_ times: [(time: Double, timing: CAMediaTimingFunction?)], _ duration: Double) -> CAAnimation? {
        let all = frames.isEmpty ? [target] : frames
        guard var values = all as? [PropertyValue], values.count == times.count, var first = values.first else { return nil }
        var keyTimes = times.map(\.time)
        var pacing = times.map { $0.timing ?? CAMediaTimingFunction(name: .linear) }
        var velocity: [Double]?
        if keyTimes[0] > 0 {
            guard let from = start.value ?? Self.nothing(like: first), from.kind == first.kind else { return nil }
            values.insert(from, at: 0)
            keyTimes.insert(0, at: 0)
            velocity = from.blends(with: first) ? self.velocity(start.velocity) : nil
            first = from
        } else {
            pacing.removeFirst()
        }
        guard !Self.steps.contains(first.kind) else { return nil }
        if keyTimes[keyTimes.count - 1] < 1 {
            values.append(values[values.count - 1])
            keyTimes.append(1)
            pacing.append(CAMediaTimingFunction(name: .linear))
        }
        let animation = CAKeyframeAnimation(keyPath: keyPath)
        animation.values = values.map { Boxing.any($0) }
        animation.keyTimes = keyTimes.map { NSNumber(value: $0) }
        animation.timingFunctions = pacing
        let track = Track(keyPath: keyPath, from: first, to: values[values.count - 1], velocity: velocity)
        let slope = keyTimes[1] > 0 ? Self.slope(pacing[0].curve) / keyTimes[1] : .infinity
        return together([animation] + bend(track, slope: slope, end: values[1], duration), duration)
    }

    // MARK: -

    private func together(_ children: [CAAnimation], _ duration: Double) -> CAAnimation? {
        // A cycle of no length would be given the transaction's; a delay before it is there all the same.
        let duration = max(duration, 1e-9)
        guard children.count > 1 else {
            children.first?.duration = duration
            return children.first
        }
        let group = CAAnimationGroup()
        group.animations = children
        group.duration = duration
        return group
    }
}

/// When a spring rests that starts in some distance and with some speed.
struct SpringRest {
    private let spring: AnimationSpec.Spring
    init(_ spring: AnimationSpec.Spring) { self.spring = spring }

    /// When it stays within a thousandth of its way; the way of one that is kicked at its target is how far it gets.
    func time(distance: Double, speed: Double) -> Double {
        let base = spring.settlingDuration
        let still = SpringSolver(spring)
        let w = still.naturalFrequency, zeta = still.dampingRatio
        let limit = 0.001 * max(distance, speed / (w * M_E))
        guard limit > 0, base < 1e9 else { return base }
        if zeta < 1 {
            let wd = w * (1 - zeta * zeta).squareRoot()
            let height = distance * w / wd + speed / wd
            return max(base, log(height / limit) / (zeta * w))
        }
        var kicked = spring
        kicked.initialVelocity = 1
        let moving = SpringSolver(kicked)
        var time = base
        // From here on both parts only fall.
        for _ in 0..<2000 {
            let s = still.value(at: time)
            if distance * abs(1 - s) + speed * abs(moving.value(at: time) - s) <= limit { break }
            time += 0.02 * base + 1e-3
        }
        return time
    }
}

extension CATransform3D {
    /// Nothing but moving, scaling and turning in the plane.
    var isPlanar: Bool {
        m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
            && abs(m11 * m21 + m12 * m22) <= 1e-9 * ((m11 * m11 + m12 * m12) * (m21 * m21 + m22 * m22)).squareRoot()
    }
}
