import CoreGraphics

/// A behaviour at one time: checked plain numbers, and values derived from them for all particles.
struct BehaviorSample {
    var type: EmitterBehaviorType
    var numbers: EmitterBehaviorNumbers
    var attractor: AttractorType
    /// For `alignToMotion`: alignment in space. For `light`: a spot light.
    var isSpatial: Bool
    /// For `valueOverLife`: addition to the property. For `light`: effect on opacity, too.
    var adds: Bool
    var target: ParticleCurve.Target
    var curve: ParticleCurve
    /// The axis of an attractor or the direction of a spot light, of length 1.
    var axis: SIMD3<Double>
    /// The colour of a light, without opacity.
    var color: SIMD3<Double>
    /// The cosine and sine of the rotation relative to the motion. For a spot light, the cosines of the angles at which its light begins
    /// and is full.
    var pair: SIMD2<Double>
}

/// All behaviours of an emitter at one time.
struct BehaviorSamples {
    var list: ContiguousArray<BehaviorSample> = []
    /// The number of behaviours that affect motion. They come first.
    var movers = 0
    /// The stops of all curves: pairs, or a fraction of the life and four components of a colour.
    var stops: ContiguousArray<Double> = []
    /// True if particles may be visible although their cell has faded or shrunk them to nothing.
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
    /// Returns the change of a particle's velocity per second in a force field, for a mass of 1.
    @inline(__always)
    func force(at p: SIMD3<Double>, time: Double, mass: Double) -> SIMD3<Double> {
        switch type {
        case .wave: return SIMD3(numbers.forceX, numbers.forceY, numbers.forceZ) * Self.wave(time * numbers.frequency)
        case .attractor, .simpleAttractor: return pull(at: p, mass: mass)
        default: return .zero
        }
    }

    /// Returns a triangle wave between -1 and 1 that begins at 0 and rises, with a quadratic smoothstep applied to it.
    @inline(__always)
    static func wave(_ turns: Double) -> Double {
        let at = turns + 0.25
        let phase = at - at.rounded(.down)
        let x = 1 - abs(2 * phase - 1)
        return x < 0.5 ? 4 * x * x - 1 : 1 - 4 * (1 - x) * (1 - x)
    }

    /// Returns the force of a spring that has no length within the radius. A falloff is the distance from the radius over which the
    /// spring's force keeps growing. A negative one inverts the field: it pushes away particles inside.
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
        // A spring that oscillates too fast for the steps is limited to the maximum stiffness that they support.
        let stiffness = min(numbers.stiffness, ParticleMotion.stiffest * mass)
        return way * (stiffness * length / distance)
    }
}
