import AgateDiagnostics
import CoreGraphics

/// The result of one frame of an emitter. It is reused, so that frames allocate nothing.
struct ParticleFrame {
    var instances: ContiguousArray<ParticleInstance> = []
    /// The sort keys of the instances.
    var ages: ContiguousArray<Double> = []
    var keys: ContiguousArray<(key: Double, index: Int32)> = []
    var sorted: ContiguousArray<ParticleInstance> = []
    /// True if particles are alive, or are born continuously, so that each frame differs.
    var isBusy = false
    /// Otherwise, the time of the next birth, in the layer's time.
    var nextBirth = Double.infinity

    mutating func removeAll() {
        instances.removeAll(keepingCapacity: true)
        ages.removeAll(keepingCapacity: true)
        isBusy = false
        nextBirth = .infinity
    }
}

/// The properties of a particle at its birth.
struct Particle {
    var cell: Int32
    var birth: Double
    /// The lifetime, in seconds of the layer's time.
    var life: Double
    var speed: Double
    var random: ParticleRandom
    var origin: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>
    /// The direction of the particle if it does not move.
    var heading: SIMD3<Double>
    var mass: Double

    /// Returns the mass with a lower bound, so that accelerations stay finite.
    static func mass(_ value: Double) -> Double { value > 1e-3 ? value : 1e-3 }

    /// Returns the position at an age in the cell's time (EM7).
    @inline(__always)
    func position(_ age: Double) -> SIMD3<Double> { origin + velocity * age + acceleration * (age * age / 2) }

    func heading(_ age: Double) -> SIMD3<Double> { heading(along: velocity + acceleration * age) }

    func heading(along v: SIMD3<Double>) -> SIMD3<Double> {
        let length = (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
        return length > 0 ? v / length : heading
    }
}

/// Computes the particles of one frame.
struct ParticleRun {
    /// The maximum number of births evaluated in a frame, the youngest first. It is lower if each particle must be integrated from its
    /// birth.
    static let limit = 200_000, limitOfForces = 20_000

    private let history: EmitterHistory
    private let time: Double
    private var budget = 0
    private var isOver = false
    private let integrates: Bool
    /// The behaviours that currently change the appearance of particles.
    private var looks = ParticleLooks()

    init(_ history: EmitterHistory, at time: Double) {
        self.history = history
        self.time = time
        integrates = history.integrates
    }

    mutating func run(into frame: inout ParticleFrame) {
        frame.removeAll()
        guard !history.epochs.isEmpty, time.isFinite else { return }
        let now = history.epoch(at: time)
        var cellCount = 0
        for e in 0...now { cellCount = max(cellCount, history.epochs[e].sample.cells.count) }
        // The layer's own cells, in any epoch.
        var tops = 0
        for c in 0..<cellCount where isTop(c, now) { tops += 1 }
        looks = ParticleLooks(history.behaviors(at: time))
        if integrates { history.motion.begin(history, at: time, reach: history.longestReach) }
        defer { if integrates { history.motion.end() } }
        let limit = integrates ? Self.limitOfForces : Self.limit
        var left = limit
        for c in 0..<cellCount where isTop(c, now) {
            budget = left / max(1, tops)
            let given = budget
            let first = frame.instances.count
            births(c, nil, now, &frame)
            left -= given - max(0, budget)
            tops -= 1
            // Particles are computed youngest first.
            frame.instances.withUnsafeMutableBufferPointer { $0[first...].reverse() }
            frame.ages.withUnsafeMutableBufferPointer { $0[first...].reverse() }
            if !frame.isBusy { frame.nextBirth = min(frame.nextBirth, nextBirth(c, now)) }
        }
        if isOver {
            Diagnostic.reportOnce(
                "emitter.too-many", key: "", "an emitter has more than \(limit) particles at once; the oldest are not drawn"
            )
        }
        if frame.nextBirth <= time { frame.isBusy = true }
        sort(&frame, history.epochs[now].base.extra.emitter.renderMode)
    }

    /// Returns whether a cell is one of the layer's own, in the newest epoch with enough cells.
    private func isTop(_ c: Int, _ now: Int) -> Bool {
        var e = now
        while e >= 0, c >= history.epochs[e].sample.cells.count { e -= 1 }
        guard e >= 0 else { return false }
        var k = 0
        while k < c { k = Int(history.epochs[e].sample.cells[k].subtreeEnd) }
        return k == c
    }

    // MARK: Births

    /// Evaluates all births of a cell from one emitter, the layer or a particle, youngest first.
    private mutating func births(_ c: Int, _ parent: Particle?, _ now: Int, _ frame: inout ParticleFrame) {
        var e = now
        var upper = time
        while e >= 0 {
            defer { upper = history.epochs[e].start; e -= 1 }
            if let parent, upper < parent.birth { return }
            guard c < history.epochs[e].sample.cells.count else { continue }
            let begin = history.epochs[e].sample.cells[c].begin, end = history.epochs[e].sample.cells[c].end
            var lo = max(history.epochs[e].start, time - history.reach(e, c) - 1e-9)
            var hi = upper
            var includesEnd = e == now
            let from: Double
            if let parent {
                from = parent.birth + max(0, begin)
                let to = parent.birth + min(end, parent.life)
                lo = max(lo, from)
                if to < hi { hi = to; includesEnd = false }
            } else {
                from = begin
                lo = max(lo, begin)
                if end < hi { hi = end; includesEnd = false }
            }
            guard lo < hi || (lo == hi && includesEnd) else { continue }
            let phase = parent == nil ? history.epochs[e].phases[c] : history.countAnywhere(c, at: from)
            history.prepare(e, from: lo, to: hi)
            let track = history.epochs[e].track
            if track?.sumsRates != true, !(history.epochs[e].sample.cells[c].rate > 0) { continue }
            // Tolerates the rounding error of whole numbers.
            let slack = 1e-9
            let low = (history.count(e, c, at: lo) - phase - slack).rounded(.up)
            let reached = history.count(e, c, at: hi) - phase
            // If rates are summed, a whole number may be reached but not passed: the particle is born when it is passed.
            var n = includesEnd && track?.sumsRates != true ? (reached + slack).rounded(.down) : (reached - slack).rounded(.up) - 1
            guard n.isFinite, low.isFinite else { continue }
            let root = parent?.random.hash ?? ParticleRandom(seed: UInt64(max(0, min(history.epochs[e].sample.values.seed, 1e18)))).hash
            // Numbering continues if a cell restarted.
            let shift = parent == nil ? Int64(max(-9e15, min(9e15, phase.rounded(.down)))) : 0
            while n >= low {
                if budget <= 0 { isOver = true; return }
                budget -= 1
                let birth = history.time(e, c, reaching: n + phase, from: lo, to: hi)
                let random = ParticleRandom(parent: root, cell: c, number: Int64(max(-9e15, min(9e15, n))) &+ shift)
                if let track {
                    track.prepare(from: lo, to: hi)
                    let (values, cell) = track.values(at: birth, cell: c)
                    withUnsafePointer(to: cell) { bear(c, $0, values, birth, random, parent, now, e, &frame) }
                } else {
                    bearPlainly(c, e, birth, random, parent, now, &frame)
                }
                n -= 1
            }
        }
    }

    /// Without animations, the cell is read in place.
    @inline(__always)
    private mutating func bearPlainly(
        _ c: Int, _ e: Int, _ birth: Double, _ random: ParticleRandom, _ parent: Particle?, _ now: Int, _ frame: inout ParticleFrame
    ) {
        history.epochs[e].sample.cells.withUnsafeBufferPointer {
            guard let first = $0.baseAddress else { return }
            bear(c, first + c, history.epochs[e].sample.values, birth, random, parent, now, e, &frame)
        }
    }

    /// Computes one particle at the current time, and the particles that it emits.
    @inline(__always)
    private mutating func bear(
        _ c: Int, _ cell: UnsafePointer<CellSample>, _ values: EmitterValues, _ birth: Double, _ random: ParticleRandom,
        _ parent: Particle?, _ now: Int,
        _ e: Int, _ frame: inout ParticleFrame
    ) {
        let layer = values.numbers
        let age = max(0, time - birth)
        let lifetime =
            random.spread(cell.pointee.numbers.lifetime, cell.pointee.numbers.lifetimeRange, .lifetime)
            * EmitterSample.amount(layer.lifetime)
        let life = EmitterSample.amount(lifetime) / cell.pointee.speed
        let emits = Int(cell.pointee.subtreeEnd) > c + 1
        let shows = age < life && cell.pointee.sprite >= 0
        guard shows || (emits && age < history.reach(e, c)) else { return }

        var origin: SIMD3<Double>, axis: SIMD3<Double>
        if let parent {
            if !integrates {
                let then = (birth - parent.birth) * parent.speed
                origin = parent.position(then)
                axis = parent.heading(then)
            } else if history.motion.remembers(random.hash, at: time) {
                // It continues from its position in the last frame, regardless of its birth position.
                origin = .zero
                axis = parent.heading
            } else {
                let then = history.motion.state(of: parent, at: birth, keeps: false)
                origin = then.position
                axis = parent.heading(along: then.velocity)
            }
        } else {
            let place = EmitterPlaces.place(values, random)
            origin = SIMD3(Double(layer.position.x), Double(layer.position.y), layer.zPosition) + place.offset
            axis = place.outward ?? EmitterPlaces.axis(values.shape)
        }
        let heading = EmitterPlaces.direction(
            axis: axis, latitude: cell.pointee.numbers.emissionLatitude, longitude: cell.pointee.numbers.emissionLongitude,
            range: cell.pointee.numbers.emissionRange, random)
        let speed = random.spread(cell.pointee.numbers.velocity, cell.pointee.numbers.velocityRange, .velocity) * layer.velocity
        let particle = Particle(
            cell: Int32(c), birth: birth, life: life, speed: cell.pointee.speed, random: random, origin: origin, velocity: heading * speed,
            acceleration: SIMD3(cell.pointee.numbers.xAcceleration, cell.pointee.numbers.yAcceleration, cell.pointee.numbers.zAcceleration),
            heading: heading,
            mass: integrates ? Particle.mass(random.spread(cell.pointee.numbers.mass, cell.pointee.numbers.massRange, .mass)) : 1)
        if shows {
            if age < cell.pointee.visible || history.epochs[e].track != nil { draw(particle, cell, layer, age, random, &frame) }
        } else if integrates, age < life {
            _ = history.motion.state(of: particle, at: time, keeps: true)
        }
        guard emits else { return }
        // The particles that it emits may outlive it.
        frame.isBusy = true
        var k = c + 1
        while k < Int(cell.pointee.subtreeEnd) {
            births(k, particle, now, &frame)
            k = Int(history.epochs[e].sample.cells[k].subtreeEnd)
        }
    }

    @inline(__always)
    private func draw(
        _ particle: Particle, _ cell: UnsafePointer<CellSample>, _ layer: EmitterNumbers, _ seconds: Double, _ random: ParticleRandom,
        _ frame: inout ParticleFrame
    ) {
        let age = seconds * particle.speed
        frame.isBusy = true
        // Colours are limited to 0 and 1 (EM7).
        func part(_ value: Double, _ range: Double, _ change: Double, _ question: ParticleRandom.Question) -> Double {
            max(0, min(1, random.spread(value, range, question) + change * age))
        }
        var look = ParticleLook(
            r: part(cell.pointee.numbers.red, cell.pointee.numbers.redRange, cell.pointee.numbers.redSpeed, .red),
            g: part(cell.pointee.numbers.green, cell.pointee.numbers.greenRange, cell.pointee.numbers.greenSpeed, .green),
            b: part(cell.pointee.numbers.blue, cell.pointee.numbers.blueRange, cell.pointee.numbers.blueSpeed, .blue),
            a: part(cell.pointee.numbers.alpha, cell.pointee.numbers.alphaRange, cell.pointee.numbers.alphaSpeed, .alpha),
            scale: random.spread(cell.pointee.numbers.scale, cell.pointee.numbers.scaleRange, .scale),
            growth: cell.pointee.numbers.scaleSpeed * age,
            rotation: random.spread(cell.pointee.numbers.rotation, cell.pointee.numbers.rotationRange, .rotation),
            turn: (random.spread(cell.pointee.numbers.spin, cell.pointee.numbers.spinRange, .spin) * layer.spin
                + cell.pointee.numbers.spinBias + layer.spinBias) * age)
        let life = max(1e-9, particle.life * particle.speed)
        if !looks.isEmpty { looks.changeValues(&look, share: age / life, life: life) }
        let scale = (look.scale + look.growth) * layer.scale
        guard look.a > 0, scale > 0 else { return }
        let turn = look.rotation + look.turn
        var p: SIMD3<Double>, velocity = SIMD3<Double>.zero
        if integrates {
            (p, velocity) = history.motion.state(of: particle, at: time, keeps: true)
        } else {
            p = particle.position(age)
        }
        guard cell.pointee.isPlane || !looks.isEmpty else {
            guard let tint = look.tint else { return }
            let (s, cos) = turn == 0 ? (0, 1) : SteadyMath.sincos(turn)
            frame.instances.append(
                ParticleInstance(
                    x: p.x, y: p.y, z: p.z, c: cos * scale, s: s * scale, tint: tint, sprite: cell.pointee.sprite))
            frame.ages.append(seconds)
            return
        }
        if !integrates { velocity = particle.velocity + particle.acceleration * age }
        let axis = cell.pointee.isPlane ? EmitterPlaces.orientation(cell.pointee.numbers, random) : SIMD3(0, 0, 1)
        let plane = looks.place(
            &p, &look, turn: turn, axis: axis, heading: particle.heading(along: velocity), isPlane: cell.pointee.isPlane,
            share: age / life)
        guard let tint = look.tint else { return }
        frame.instances.append(
            ParticleInstance(
                position: p, across: plane.across * scale, down: plane.down * scale, tint: tint, sprite: cell.pointee.sprite))
        frame.ages.append(seconds)
    }

    /// Returns the time of the next birth of one of the layer's own cells; `time` if it may be in any frame.
    private func nextBirth(_ c: Int, _ now: Int) -> Double {
        // A cell without a picture and without sub-cells produces nothing.
        guard c < history.epochs[now].sample.cells.count, history.reach(now, c) > 0 else { return .infinity }
        let cell = history.epochs[now].sample.cells[c]
        var rate = cell.rate
        if let track = history.epochs[now].track, track.sumsRates {
            if time < track.end { return time }
            history.prepare(now, from: time, to: time)
            rate = track.lastRate(c)
        }
        guard rate > 0 else { return .infinity }
        let from = max(time, cell.begin)
        history.prepare(now, from: from, to: from)
        let count = history.count(now, c, at: from) - history.epochs[now].phases[c]
        let next = time < cell.begin ? count.rounded(.up) : count.rounded(.down) + 1
        let birth = from + (next - count) / rate
        return birth < cell.end && birth < history.end(now) ? birth : .infinity
    }

    // MARK: Order

    /// EM9. In modes without an order, particles remain ordered by cell, older ones first.
    private func sort(_ frame: inout ParticleFrame, _ mode: EmitterRenderMode) {
        guard frame.instances.count > 1 else { return }
        switch mode {
        case .unordered, .additive: return
        case .oldestFirst: order(&frame) { -$0.ages[$1] }
        case .oldestLast: order(&frame) { $0.ages[$1] }
        case .backToFront: order(&frame) { $0.instances[$1].z }
        }
    }

    private func order(_ frame: inout ParticleFrame, by key: (ParticleFrame, Int) -> Double) {
        frame.keys.removeAll(keepingCapacity: true)
        for i in frame.instances.indices { frame.keys.append((key(frame, i), Int32(i))) }
        frame.keys.withUnsafeMutableBufferPointer { $0.sort { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index } }
        frame.sorted.removeAll(keepingCapacity: true)
        for each in frame.keys { frame.sorted.append(frame.instances[Int(each.index)]) }
        swap(&frame.sorted, &frame.instances)
    }
}
