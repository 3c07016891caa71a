import CoreGraphics

/// The appearance of one particle at its age, before the layer's scale.
struct ParticleLook {
    /// The colour by which its picture is multiplied, 0 to 1, not premultiplied.
    var r: Double, g: Double, b: Double, a: Double
    var scale: Double
    /// The change of the scale since its birth.
    var growth: Double
    var rotation: Double
    /// The rotation since its birth.
    var turn: Double

    /// The premultiplied colour, 0xAARRGGBB; nil if nothing is visible.
    @inline(__always)
    var tint: UInt32? {
        let alpha = (a * 255 + 0.5).rounded(.down)
        guard alpha > 0 else { return nil }
        return UInt32(alpha) << 24 | UInt32(r * alpha + 0.5) << 16 | UInt32(g * alpha + 0.5) << 8 | UInt32(b * alpha + 0.5)
    }
}

/// The behaviours that change the appearance and the displayed position of particles, at one time.
struct ParticleLooks {
    private let list: ContiguousArray<BehaviorSample>
    private let stops: ContiguousArray<Double>
    private let hasLights: Bool
    let isEmpty: Bool

    init() { self.init(BehaviorSamples(nil)) }

    init(_ behaviors: BehaviorSamples) {
        list = behaviors.list
        stops = behaviors.stops
        hasLights = behaviors.list.contains { $0.type == .light }
        isEmpty = !behaviors.list.contains { [.alignToMotion, .valueOverLife, .colorOverLife, .light].contains($0.type) }
    }

    /// Changes colour, size and rotation over the life.
    /// - Parameters:
    ///   - share: the age as a fraction of the life.
    ///   - life: the lifetime, in the cell's seconds.
    func changeValues(_ look: inout ParticleLook, share: Double, life: Double) {
        list.withUnsafeBufferPointer { list in
            stops.withUnsafeBufferPointer { stops in
                guard let stops = stops.baseAddress else { return }
                for i in list.indices {
                    let each = list[i]
                    if each.type == .colorOverLife {
                        Self.setColor(&look, each.curve, share, stops)
                    } else if each.type == .valueOverLife {
                        Self.change(&look, each, share, life, stops)
                    }
                }
            }
        }
    }

    private static func change(
        _ look: inout ParticleLook, _ each: BehaviorSample, _ share: Double, _ life: Double, _ stops: UnsafePointer<Double>
    ) {
        func changed(_ value: Double) -> Double { each.curve.value(at: share, stops) + (each.adds ? value : 0) }
        func part(_ value: Double) -> Double { max(0, min(1, changed(value))) }
        switch each.target {
        case .rotation: look.rotation = changed(look.rotation)
        case .spin: look.turn = each.curve.integral(to: share, stops) * life + (each.adds ? look.turn : 0)
        case .scale:
            look.scale = changed(look.scale)
            if !each.adds { look.growth = 0 }
        case .scaleSpeed: look.growth = each.curve.integral(to: share, stops) * life + (each.adds ? look.growth : 0)
        case .red: look.r = part(look.r)
        case .green: look.g = part(look.g)
        case .blue: look.b = part(look.b)
        case .alpha: look.a = part(look.a)
        default: break
        }
    }

    private static func setColor(_ look: inout ParticleLook, _ curve: ParticleCurve, _ u: Double, _ stops: UnsafePointer<Double>) {
        let p = stops + curve.first
        var i = 0
        while i < curve.count - 1, u >= p[5 * (i + 1)] { i += 1 }
        let from = p + 5 * i
        let to = p + 5 * min(i + 1, curve.count - 1)
        let f = u <= from[0] || to[0] <= from[0] ? 0 : min(1, (u - from[0]) / (to[0] - from[0]))
        func mixed(_ k: Int) -> Double { max(0, min(1, from[k] + (to[k] - from[k]) * f)) }
        (look.r, look.g, look.b, look.a) = (mixed(1), mixed(2), mixed(3), mixed(4))
    }

    /// Returns the axes of a particle's picture, of length 1. Also changes its displayed position and its lighting.
    /// - Parameters:
    ///   - axis: the rotation axis.
    ///   - heading: the direction of motion.
    func place(
        _ p: inout SIMD3<Double>, _ look: inout ParticleLook, turn: Double, axis: SIMD3<Double>, heading: SIMD3<Double>, isPlane: Bool,
        share: Double
    ) -> (across: SIMD3<Double>, down: SIMD3<Double>) {
        var plane = Self.turned(about: axis, by: turn)
        var light = SIMD3<Double>.zero
        list.withUnsafeBufferPointer { list in
            stops.withUnsafeBufferPointer { stops in
                for i in list.indices {
                    let each = list[i]
                    switch each.type {
                    case .alignToMotion:
                        plane = Self.aligned(heading, inSpace: each.isSpatial && isPlane, turn: each.pair)
                    case .valueOverLife where each.adds:
                        guard let stops = stops.baseAddress else { continue }
                        switch each.target {
                        case .positionX: p.x += each.curve.value(at: share, stops)
                        case .positionY: p.y += each.curve.value(at: share, stops)
                        case .positionZ: p.z += each.curve.value(at: share, stops)
                        default: break
                        }
                    default: break
                    }
                }
                guard hasLights else { return }
                var isAlpha = false
                let normal = isPlane ? Self.cross(plane.across, plane.down) : SIMD3(0, 0, 1)
                for i in list.indices where list[i].type == .light {
                    light += list[i].color * list[i].brightness(at: p, normal: normal)
                    isAlpha = isAlpha || list[i].adds
                }
                (look.r, look.g, look.b) = (look.r * min(1, light.x), look.g * min(1, light.y), look.b * min(1, light.z))
                if isAlpha { look.a *= min(1, light.max()) }
            }
        }
        return plane
    }

    /// Returns the x and y axes, rotated about an axis of length 1.
    @inline(__always)
    private static func turned(about n: SIMD3<Double>, by turn: Double) -> (across: SIMD3<Double>, down: SIMD3<Double>) {
        let (s, c) = turn == 0 ? (0, 1) : SteadyMath.sincos(turn)
        let k = 1 - c
        return (
            SIMD3(c + n.x * n.x * k, n.z * s + n.x * n.y * k, n.x * n.z * k - n.y * s),
            SIMD3(n.x * n.y * k - n.z * s, c + n.y * n.y * k, n.x * s + n.y * n.z * k)
        )
    }

    /// Returns axes with the y axis along a direction, with the smallest rotation.
    private static func aligned(_ v: SIMD3<Double>, inSpace: Bool, turn: SIMD2<Double>) -> (across: SIMD3<Double>, down: SIMD3<Double>) {
        var across = SIMD3<Double>(-1, 0, 0)
        var down = SIMD3<Double>(0, -1, 0)
        if inSpace {
            if v.y > -1 + 1e-9 {
                let k = 1 / (1 + v.y)
                across = SIMD3(1 - v.x * v.x * k, -v.x, -v.x * v.z * k)
                down = v
            }
        } else {
            let length = (v.x * v.x + v.y * v.y).squareRoot()
            // A particle that moves perpendicular to the plane keeps its orientation.
            down = length > 0 ? SIMD3(v.x / length, v.y / length, 0) : SIMD3(0, 1, 0)
            across = SIMD3(down.y, -down.x, 0)
        }
        return (across * turn.x + down * turn.y, down * turn.x - across * turn.y)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}

extension BehaviorSample {
    /// Returns the brightness of a light at a position: by the angle to the lit surface (either face), by the distance, and by a spot
    /// light's cone.
    fileprivate func brightness(at p: SIMD3<Double>, normal: SIMD3<Double>) -> Double {
        let way = SIMD3(Double(numbers.position.x), Double(numbers.position.y), numbers.zPosition) - p
        let distance = (way * way).sum().squareRoot()
        guard distance > 0 else { return 1 }
        var light = abs((way * normal).sum()) / distance
        if numbers.falloff > 0, numbers.falloffDistance > 0 {
            let far = distance / numbers.falloffDistance
            light /= 1 + numbers.falloff * far * far
        }
        if isSpatial {
            let along = -(way * axis).sum() / distance
            let edge = pair.y - pair.x
            light *= edge > 0 ? max(0, min(1, (along - pair.x) / edge)) : along >= pair.x ? 1 : 0
        }
        return light
    }
}
