import CoreGraphics

/// A behaviour as the particles of one time see it: plain numbers that have been checked, and what follows from them for all particles.
struct BehaviorSample {
    var type: EmitterBehaviorType
    var numbers: EmitterBehaviorNumbers
    var attractor: AttractorType
    /// In `alignToMotion`: turns in space; in `light`: a spot.
    var isSpatial: Bool
    /// In `valueOverLife`: adds to the property; in `light`: counts for opacity too.
    var adds: Bool
    var target: ParticleCurve.Target
    var curve: ParticleCurve
    /// What an attractor lies along or across, or where a spot shines: of length 1.
    var axis: SIMD3<Double>
    /// Of a light, without opacity.
    var color: SIMD3<Double>
    /// Cosine and sine of the turn beside the motion; of a spot the cosines at which its light begins and is full.
    var pair: SIMD2<Double>
}

/// All behaviours of an emitter at one time.
struct BehaviorSamples {
    var list: ContiguousArray<BehaviorSample> = []
    /// Those that say which way particles go stand first.
    var movers = 0
    /// Stops of all curves: pairs, or a share of the life and four components of a colour.
    var stops: ContiguousArray<Double> = []
    /// Particles can be seen when their cell says that they have faded or shrunk to nothing.
    var changesVisibility = false

    init(_ specs: [EmitterBehaviorSpec]?) {
        guard let specs, !specs.isEmpty else { return }
        for spec in specs where spec.isEnabled && spec.moves { add(spec) }
        movers = list.count
        for spec in specs where spec.isEnabled && !spec.moves { add(spec) }
    }

    private mutating func add(_ spec: EmitterBehaviorSpec) {
        guard let type = spec.type else { return }
        var numbers = spec.numbers
        withUnsafeMutableBytes(of: &numbers) { bytes in
            let p = bytes.assumingMemoryBound(to: Double.self)
            for i in 0..<p.count { p[i] = EmitterSample.checked(p[i]) }
        }
        var sample = BehaviorSample(
            type: type, numbers: numbers, attractor: type == .attractor ? spec.attractorType : .radial, isSpatial: false, adds: false,
            target: .alpha, curve: ParticleCurve(), axis: SIMD3(0, 0, 1), color: SIMD3(1, 1, 1), pair: SIMD2(1, 0))
        switch type {
        case .wave, .drag, .simpleAttractor: break
        case .attractor:
            sample.axis = EmitterPlaces.direction(colatitude: numbers.orientationLatitude, longitude: numbers.orientationLongitude)
        case .alignToMotion:
            sample.isSpatial = spec.preservesDepth
            let (s, c) = SteadyMath.sincos(2 * .pi * numbers.rotation)
            sample.pair = SIMD2(c, s)
        case .valueOverLife:
            guard let target = ParticleCurve.Target(spec.keyPath), let values = spec.values, !values.isEmpty else { return }
            sample.target = target
            sample.adds = spec.isAdditive
            sample.curve = ParticleCurve(first: stops.count, count: values.count)
            for (at, value) in zip(ParticleCurve.locations(spec.locations, count: values.count), values) {
                stops.append(at)
                stops.append(EmitterSample.checked(value))
            }
            if [.alpha, .scale, .scaleSpeed].contains(target) { changesVisibility = true }
        case .colorOverLife:
            guard let colors = spec.colors, !colors.isEmpty else { return }
            sample.curve = ParticleCurve(first: stops.count, count: colors.count)
            for (at, color) in zip(ParticleCurve.locations(spec.locations, count: colors.count), colors) {
                let c = color.rgba
                stops.append(contentsOf: [at, Double(c.x), Double(c.y), Double(c.z), Double(c.w)])
            }
            changesVisibility = true
        case .light:
            sample.isSpatial = spec.isSpot
            sample.adds = spec.appliesAlpha
            if let c = spec.color?.rgba { sample.color = SIMD3(Double(c.x), Double(c.y), Double(c.z)) }
            sample.axis = EmitterPlaces.direction(colatitude: numbers.directionLatitude, longitude: numbers.directionLongitude)
            let half = min(.pi, abs(numbers.coneAngle) / 2)
            let soft = max(0, min(1, numbers.coneEdgeSoftness))
            sample.pair = SIMD2(SteadyMath.cos(half), SteadyMath.cos(half * (1 - soft)))
        }
        list.append(sample)
    }
}

extension BehaviorSample {
    /// What a force field adds to a particle's velocity each second, for a mass of 1.
    @inline(__always)
    func force(at p: SIMD3<Double>, time: Double, mass: Double) -> SIMD3<Double> {
        switch type {
        case .wave: return SIMD3(numbers.forceX, numbers.forceY, numbers.forceZ) * Self.wave(time * numbers.frequency)
        case .attractor, .simpleAttractor: return pull(at: p, mass: mass)
        default: return .zero
        }
    }

    /// A triangle wave between -1 and 1 that begins at 0 and rises, with a quadratic smoothstep on it.
    @inline(__always)
    static func wave(_ turns: Double) -> Double {
        let at = turns + 0.25
        let phase = at - at.rounded(.down)
        let x = 1 - abs(2 * phase - 1)
        return x < 0.5 ? 4 * x * x - 1 : 1 - 4 * (1 - x) * (1 - x)
    }

    /// A spring that has no length within the radius. A falloff is how far from the radius on the spring goes on growing; a negative one
    /// turns the field over: it pushes away what is inside.
    @inline(__always)
    private func pull(at p: SIMD3<Double>, mass: Double) -> SIMD3<Double> {
        var way = SIMD3(Double(numbers.position.x), Double(numbers.position.y), numbers.zPosition) - p
        if type == .simpleAttractor { way.z = 0 }
        switch attractor {
        case .radial: break
        case .axial: way -= axis * (way * axis).sum()
        case .planar: way = axis * (way * axis).sum()
        }
        let distance = (way * way).sum().squareRoot()
        guard distance > 0 else { return .zero }
        let beyond = distance - numbers.radius
        var length: Double
        if numbers.falloff < 0 {
            length = beyond < 0 ? max(beyond, numbers.falloff) : 0
        } else {
            length = beyond > 0 ? (numbers.falloff > 0 ? min(beyond, numbers.falloff) : beyond) : 0
        }
        if numbers.falloffDistance > 0 { length *= max(0, 1 - distance / numbers.falloffDistance) }
        // A spring that swings faster than the steps can follow is as stiff as they can.
        let stiffness = min(numbers.stiffness, ParticleMotion.stiffest * mass)
        return way * (stiffness * length / distance)
    }
}
