/// The positions of particles that forces move, in steps of 1/64 s of the layer's time.
///
/// All particles use the same grid of steps: a particle moves from its birth to the next point of the grid, from point to point, and from
/// the last point to the requested time. Its position therefore depends only on its birth and on that time, regardless of the frames
/// drawn. The states of the last frame are kept only as starting points.
///
/// Each step is half a drift, a kick and half a drift, which is exact under constant acceleration and preserves a spring's energy. Drag is
/// an exponential.
final class ParticleMotion {
    static let pace = EmitterTrack.pace
    /// The maximum number of steps in which forces act on a particle. Afterwards it moves straight.
    static let limit = 4096
    /// The maximum number of steps before a frame in which particles may have been born. Forces are ignored for older ones.
    private static let window = 1 << 20
    /// The maximum stiffness for a mass of 1 that the steps support.
    static let stiffest = pace * pace

    struct State {
        /// The point of the grid.
        var step = 0
        var position = SIMD3<Double>.zero
        var velocity = SIMD3<Double>.zero
    }

    /// The forces of one step: ranges in the lists below.
    private struct Step {
        var first: Int32, count: Int32, accelerations: Int32, cells: Int32
    }
    @exclusivity(unchecked) private var firstStep = 0
    @exclusivity(unchecked) private var steps: ContiguousArray<Step> = []
    @exclusivity(unchecked) private var forces: ContiguousArray<BehaviorSample> = []
    @exclusivity(unchecked) private var stops: ContiguousArray<Double> = []
    @exclusivity(unchecked) private var accelerations: ContiguousArray<SIMD3<Double>> = []

    @exclusivity(unchecked) private var last = MotionTable(), next = MotionTable()
    /// The limit up to which the last frame's states are valid. Those at later points of the grid are outdated.
    @exclusivity(unchecked) private var validTo = Int.max

    private static func floor(_ time: Double) -> Int { Int(max(-1e15, min(1e15, (time * pace).rounded(.down)))) }
    private static func ceil(_ time: Double) -> Int { Int(max(-1e15, min(1e15, (time * pace).rounded(.up)))) }

    func reset() {
        steps.removeAll(keepingCapacity: true)
        validTo = Int.min
    }

    /// Discards the states from a time on, at which the forces changed.
    func forget(from time: Double) {
        let bad = Self.ceil(time)
        validTo = min(validTo, bad)
        if bad - firstStep < steps.count { steps.removeLast(steps.count - max(0, bad - firstStep)) }
    }

    /// Prepares the forces from the oldest birth on. Call before a frame's particles are computed.
    func begin(_ history: EmitterHistory, at time: Double, reach: Double) {
        swap(&last, &next)
        next.removeAll()
        let end = Self.floor(time)
        let begin = max(Self.floor(time - min(reach, 1e12)), end - Self.window)
        let needed = end - begin + 1
        if steps.isEmpty || begin < firstStep || begin > firstStep + steps.count || steps.count > 3 * needed + 1024 {
            steps.removeAll(keepingCapacity: true)
            forces.removeAll(keepingCapacity: true)
            stops.removeAll(keepingCapacity: true)
            accelerations.removeAll(keepingCapacity: true)
            firstStep = begin
        }
        var epoch = -1
        var side = 0
        while firstStep + steps.count <= end {
            let step = firstStep + steps.count
            let at = Double(step) / Self.pace
            let e = history.epoch(at: at)
            let track = history.epochs[e].track
            // Before and after all animations of an epoch, all its steps are equal.
            let now = track.map { step <= $0.first ? -1 : step >= $0.last ? 1 : 0 } ?? 1
            if e == epoch, now == side, now != 0, let like = steps.last {
                steps.append(like)
            } else if let track {
                append(track.exact(step))
            } else {
                append(history.epochs[e].sample)
            }
            (epoch, side) = (e, now)
        }
    }

    /// Marks all kept states as valid. Call after a frame's particles are computed.
    func end() { validTo = .max }

    private func append(_ sample: EmitterSample) {
        let behaviors = sample.behaviors
        steps.append(
            Step(
                first: Int32(forces.count), count: Int32(behaviors.movers), accelerations: Int32(accelerations.count),
                cells: Int32(sample.cells.count)))
        for i in 0..<behaviors.movers {
            var force = behaviors.list[i]
            if force.type == .valueOverLife {
                let from = force.curve.first
                force.curve.first = stops.count
                stops.append(contentsOf: behaviors.stops[from..<(from + 2 * force.curve.count)])
            }
            forces.append(force)
        }
        for cell in sample.cells {
            accelerations.append(SIMD3(cell.numbers.xAcceleration, cell.numbers.yAcceleration, cell.numbers.zAcceleration))
        }
    }

    /// Returns whether the motion of a particle up to a time is known from the last frame, so that its birth need not be computed again.
    func remembers(_ hash: UInt64, at time: Double) -> Bool {
        last.find(hash).map { $0.step <= validTo && $0.step <= Self.floor(time) } ?? false
    }

    /// Returns the position and the velocity of a particle at a time.
    func state(of particle: Particle, at time: Double, keeps: Bool) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        let birth = Self.floor(particle.birth)
        // No forces are known outside the range of steps.
        guard birth >= firstStep, birth < firstStep + steps.count else {
            let age = (time - particle.birth) * particle.speed
            return (particle.position(age), particle.velocity + particle.acceleration * age)
        }
        let end = min(Self.floor(time), birth + Self.limit, firstStep + steps.count - 1)
        var state: State
        if let known = last.find(particle.random.hash), known.step <= validTo, known.step <= end, known.step >= firstStep {
            state = known
        } else {
            state = State(step: birth, position: particle.origin, velocity: particle.velocity)
            // To the first point of the grid, or to the requested time if that is earlier.
            let until = min(time, Double(birth + 1) / Self.pace)
            advance(&state, birth, particle, from: particle.birth, to: until)
            if time <= until { return (state.position, state.velocity) }
            state.step = birth + 1
        }
        while state.step < end {
            advance(&state, state.step, particle, from: Double(state.step) / Self.pace, to: Double(state.step + 1) / Self.pace)
            state.step += 1
        }
        if keeps { next.insert(particle.random.hash, state) }
        let from = Double(state.step) / Self.pace
        if time > from {
            if end == birth + Self.limit, Self.floor(time) > end {
                state.position += state.velocity * ((time - from) * particle.speed)
            } else {
                advance(&state, end, particle, from: from, to: time)
            }
        }
        return (state.position, state.velocity)
    }

    @inline(__always)
    private func advance(_ state: inout State, _ step: Int, _ particle: Particle, from: Double, to: Double) {
        let acts = steps[step - firstStep]
        let dt = (to - from) * particle.speed
        guard dt > 0 else { return }
        var mass = particle.mass
        var acceleration =
            Int(particle.cell) < Int(acts.cells) ? accelerations[Int(acts.accelerations) + Int(particle.cell)] : particle.acceleration
        guard acts.count > 0 else {
            state.position += state.velocity * dt + acceleration * (dt * dt / 2)
            state.velocity += acceleration * dt
            return
        }
        let u = ((from + to) / 2 - particle.birth) / particle.life
        forces.withUnsafeBufferPointer { forces in
            stops.withUnsafeBufferPointer { stops in
                guard let all = forces.baseAddress else { return }
                let begin = all + Int(acts.first)
                let end = begin + Int(acts.count)
                var each = begin
                // A replaced velocity or mass applies to the whole step.
                while each < end {
                    if each.pointee.type == .valueOverLife, let stops = stops.baseAddress {
                        let value = each.pointee.curve.value(at: u, stops)
                        switch each.pointee.target {
                        case .velocityX: if each.pointee.adds { state.position.x += value * dt } else { state.velocity.x = value }
                        case .velocityY: if each.pointee.adds { state.position.y += value * dt } else { state.velocity.y = value }
                        case .velocityZ: if each.pointee.adds { state.position.z += value * dt } else { state.velocity.z = value }
                        case .mass: mass = Particle.mass(each.pointee.adds ? mass + value : value)
                        default: break
                        }
                    }
                    each += 1
                }
                let middle = state.position + state.velocity * (dt / 2)
                var drag = 0.0
                each = begin
                while each < end {
                    if each.pointee.type == .drag {
                        drag += each.pointee.numbers.drag
                    } else if each.pointee.type != .valueOverLife {
                        acceleration += each.pointee.force(at: middle, time: (from + to) / 2, mass: mass) / mass
                    }
                    each += 1
                }
                let keep = drag == 0 ? 1 : SteadyMath.exp(max(-700, min(700, -drag / mass * dt)))
                let velocity = state.velocity * keep + acceleration * (dt * (1 + keep) / 2)
                state.position += (state.velocity + velocity) * (dt / 2)
                state.velocity = velocity
                // A replaced position applies to the end of the step.
                each = begin
                let after = (to - particle.birth) / particle.life
                while each < end {
                    if each.pointee.type == .valueOverLife, !each.pointee.adds, let stops = stops.baseAddress {
                        switch each.pointee.target {
                        case .positionX: state.position.x = each.pointee.curve.value(at: after, stops)
                        case .positionY: state.position.y = each.pointee.curve.value(at: after, stops)
                        case .positionZ: state.position.z = each.pointee.curve.value(at: after, stops)
                        default: break
                        }
                    }
                    each += 1
                }
            }
        }
    }
}

/// The states by the hash of their particles, with open addressing: nothing is allocated once the table has its size.
private struct MotionTable {
    private var keys: ContiguousArray<UInt64> = []
    private var states: ContiguousArray<ParticleMotion.State> = []
    private var count = 0

    mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        keys.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    @inline(__always)
    func find(_ hash: UInt64) -> ParticleMotion.State? {
        guard count > 0 else { return nil }
        let key = hash | 1
        let mask = keys.count - 1
        var i = Int(truncatingIfNeeded: hash >> 1) & mask
        while keys[i] != 0 {
            if keys[i] == key { return states[i] }
            i = (i + 1) & mask
        }
        return nil
    }

    @inline(__always)
    mutating func insert(_ hash: UInt64, _ state: ParticleMotion.State) {
        if 2 * (count + 1) > keys.count { grow() }
        let key = hash | 1
        let mask = keys.count - 1
        var i = Int(truncatingIfNeeded: hash >> 1) & mask
        while keys[i] != 0, keys[i] != key { i = (i + 1) & mask }
        if keys[i] == 0 { count += 1 }
        keys[i] = key
        states[i] = state
    }

    private mutating func grow() {
        let old = (keys, states)
        let size = max(256, 2 * keys.count)
        keys = ContiguousArray(repeating: 0, count: size)
        states = ContiguousArray(repeating: ParticleMotion.State(), count: size)
        count = 0
        // The lowest bit of a key is lost, but the position of a state does not depend on it.
        for i in old.0.indices where old.0[i] != 0 { insert(old.0[i], old.1[i]) }
    }
}
