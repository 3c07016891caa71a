import QuartzCore
import RenderTree

/// Creates the animation of a move.
///
/// The initial velocity is exact in every component of the value, although a spring animation has one scalar velocity for all. The motion
/// of a damped spring is linear in its initial displacement and velocity: x(t) = start + (target − start)·s₀(t) + V·u(t), where s₀ is the
/// spring that starts at rest and u the one that starts at its target with unit velocity. With s₁, the spring that starts with a velocity
/// of one whole distance per second, u = s₁ − s₀. So two spring animations, the second additive, describe the whole motion, for any number
/// of dimensions and also if start and target are equal:
///
///     start → target − V   from rest,         and   0 → V   at velocity 1
///
/// A curve is bent in the same manner by V·T·p·(1 − p)², which is 0 at both ends and has the slope V at the first: it is the difference of
/// two timing curves. V is then the part of the velocity that the curve itself lacks.
///
/// The old animation is replaced. It does not run on below the new one, as UIKit's additive animations do: one animation determines the
/// motion, and its target is the model's value.
struct MotionBuilder {
    let keyPath: String
    let start: ShownMotion
    let parts: [(key: String, path: SubPath, motion: ShownMotion)]
    let target: PropertyValue?
    /// Keyframes, if there are values other than the target.
    let frames: [PropertyValue?]
    let schedule: Schedule

    /// The parts of a transform that keeps the layer in its plane; each of their numbers may move independently.
    static let planarParts: [SubPath] = [.translationX, .translationY, .translationZ, .scaleX, .scaleY, .scaleZ, .rotationZ]

    /// One number, or several that move together.
    private struct Track {
        let keyPath: String
        let from, to: PropertyValue
        /// The velocity of each number, per second of the animation; nil at rest, and for values without velocity.
        let velocity: [Double]?
    }

    /// The speed below which no motion is visible; single precision can't distinguish it from rest.
    private static let restingSpeed = 5e-4

    // MARK: Interpolation

    /// Returns the animation, or nil if it would have no visible effect.
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

    /// The kinds of values that can't be interpolated or faded.
    private static let steps: Set<ValueKind> = [.bool, .string, .object]

    /// The start or end of a fade if there is no colour: the same colour, fully transparent.
    private static func nothing(like value: PropertyValue) -> PropertyValue? {
        guard case .color(let color) = value else { return nil }
        return .color(CGColor(rgba: RGBA(color.rgba.x, color.rgba.y, color.rgba.z, 0)))
    }

    /// Converts a velocity to the animation's time; nil if the value is at rest or can't continue.
    private func velocity(_ velocity: [Double]?) -> [Double]? {
        guard schedule.carriesVelocity, let velocity, velocity.contains(where: { abs($0) > Self.restingSpeed }) else { return nil }
        return velocity.map { $0 / Double(schedule.speed) }
    }

    /// Splits a transform that moves in its plane and stays in it into its numbers; nil for other values.
    private func movingParts(_ from: PropertyValue, _ to: PropertyValue) -> [Track]? {
        guard case .transform(let a) = from, case .transform(let b) = to, a.isPlanar, b.isPlanar else { return nil }
        guard parts.contains(where: { velocity($0.motion.velocity) != nil }) else { return nil }
        var tracks: [Track] = []
        for part in parts {
            guard case .number(let first)? = part.motion.value, case .number(var last)? = part.path.get(to) else { return nil }
            // Rotate in the shorter direction.
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
        // A spring with infinite damping: it never leaves its start.
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

    /// Returns the animations that add the track's velocity to the start of a curve: none, or two animations of which the second cancels
    /// the first at the end.
    /// - Parameters:
    ///   - slope: The slope of the curve at its start, in whole distances per cycle.
    ///   - end: The end of the distance to which the slope applies.
    private func bend(_ track: Track, slope: Double, end: PropertyValue, _ duration: Double) -> [CAAnimation] {
        // Without a velocity before, the curve starts unchanged, however steep it is.
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

    /// The slope of a curve at its start; infinite if the curve begins vertically.
    private static func slope(_ curve: TimingCurve) -> Double {
        if curve.c1x > 0 { return Double(curve.c1y) / Double(curve.c1x) }
        if curve.c1y != 0 { return .infinity }
        return curve.c2x > 0 ? Double(curve.c2y) / Double(curve.c2x) : curve.c2y == 0 ? 1 : .infinity
    }

    // MARK: Keyframes

    /// - Parameter times: The time of each keyframe, with the pacing towards it.
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
        // The transaction would give its duration to a cycle of zero duration; a delay before the cycle must be kept.
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

/// The time until a spring with a given initial displacement and velocity is at rest.
struct SpringRest {
    private let spring: AnimationSpec.Spring
    init(_ spring: AnimationSpec.Spring) { self.spring = spring }

    /// Returns the time from which the spring stays within a thousandth of its distance. For a spring that starts at its target, the
    /// distance is its largest displacement.
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
        // From here on both terms only decrease.
        for _ in 0..<2000 {
            let s = still.value(at: time)
            if distance * abs(1 - s) + speed * abs(moving.value(at: time) - s) <= limit { break }
            time += 0.02 * base + 1e-3
        }
        return time
    }
}

extension CATransform3D {
    /// True if the transform only translates, scales, and rotates in the plane.
    var isPlanar: Bool {
        m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
            && abs(m11 * m21 + m12 * m22) <= 1e-9 * ((m11 * m11 + m12 * m12) * (m21 * m21 + m22 * m22)).squareRoot()
    }
}
