import CoreGraphics

/// A cell as the births of one time see it: plain numbers that have been checked.
struct CellSample {
    var numbers: EmitterCellNumbers
    /// When it emits, in seconds from its emitter's beginning.
    var begin: Double, end: Double
    /// How fast its particles live; more than 0 where anything is emitted.
    var speed: Double
    /// Births a second of the emitter's time.
    var rate: Double
    /// Index in the emitter's list of pictures, or -1.
    var sprite: Int32
    /// Turns in space.
    var isPlane: Bool
    /// Index behind the last of its sub-cells.
    var subtreeEnd: Int32
    /// How long a particle of it lives at most, and shows at most, in seconds of the emitter's time.
    var longest: Double
    var visible: Double
    /// How long after its birth something can show that comes of a particle.
    var reach: Double
}

/// All that is asked of an emitter when particles are born.
struct EmitterSample {
    var values: EmitterValues
    /// Each cell before its sub-cells.
    var cells: ContiguousArray<CellSample>
    var behaviors: BehaviorSamples
}

/// Pictures of particles, and how to look them up.
package struct ParticleSprite: Sendable, Hashable {
    package var image: CGImage
    package var contentsRect: CGRect
    /// Size in points at scale 1.
    package var size: CGSize
    package var minification: ContentsFilter
    package var magnification: ContentsFilter
}

extension EmitterSample {
    /// Rates and times beyond which a number means "a lot".
    static let most = 1e9
    /// Sub-cells of sub-cells of … this deep are looked at.
    static let depthLimit = 8

    static func checked(_ v: Double) -> Double { v.isFinite ? v : v.isNaN ? 0 : v > 0 ? most : -most }
    /// What can't be negative.
    static func amount(_ v: Double) -> Double { v > 0 ? min(v, most) : 0 }

    init(_ state: LayerState, sprites: inout ContiguousArray<ParticleSprite>) {
        values = state.extra.emitter
        withUnsafeMutableBytes(of: &values.numbers) { bytes in
            let p = bytes.assumingMemoryBound(to: Double.self)
            for i in 0..<p.count { p[i] = Self.checked(p[i]) }
        }
        cells = []
        behaviors = BehaviorSamples(state.objects.emitterBehaviors)
        for cell in state.objects.emitterCells ?? [] { add(cell, &sprites, depth: 0) }
    }

    private mutating func add(_ spec: EmitterCellSpec, _ sprites: inout ContiguousArray<ParticleSprite>, depth: Int) {
        guard depth < Self.depthLimit else { return }
        var numbers = spec.numbers
        withUnsafeMutableBytes(of: &numbers) { bytes in
            let p = bytes.assumingMemoryBound(to: Double.self)
            for i in 0..<p.count { p[i] = Self.checked(p[i]) }
        }
        let speed = Double(spec.timing.speed)
        let runs = speed > 0 && speed.isFinite
        let clock = AnimationClock(spec.timing)
        let begin = Self.checked(clock.begin) - (runs ? clock.offset / speed : 0)
        let length = runs ? clock.activeLength / speed : 0
        let layer = values.numbers
        let rate = spec.isEnabled && runs ? min(Self.amount(layer.birthRate) * Self.amount(numbers.birthRate) * speed, Self.most) : 0
        let longest = runs ? Self.longest(numbers, layer) / speed : 0
        let at = cells.count
        cells.append(
            CellSample(
                numbers: numbers, begin: begin, end: begin + length, speed: runs ? speed : 1, rate: rate,
                sprite: Self.sprite(of: spec, &sprites),
                isPlane: spec.particleType == .plane, subtreeEnd: 0, longest: longest,
                visible: !runs ? 0 : behaviors.changesVisibility ? longest : min(longest, Self.shows(numbers) / speed), reach: 0
            ))
        for cell in spec.cells { add(cell, &sprites, depth: depth + 1) }
        cells[at].subtreeEnd = Int32(cells.count)
        setReach(at)
    }

    /// From the reaches of the sub-cells, which are known already.
    mutating func setReach(_ at: Int) {
        var reach = cells[at].sprite >= 0 ? cells[at].visible : 0
        var k = at + 1
        while k < Int(cells[at].subtreeEnd) {
            if cells[k].rate > 0 { reach = max(reach, min(cells[at].longest, max(0, cells[k].end)) + cells[k].reach) }
            k = Int(cells[k].subtreeEnd)
        }
        cells[at].reach = reach
    }

    /// Lifetime at most, in the cell's own time.
    private static func longest(_ n: EmitterCellNumbers, _ layer: EmitterNumbers) -> Double {
        amount((n.lifetime + abs(n.lifetimeRange) / 2) * amount(layer.lifetime))
    }

    /// How long a particle is not wholly transparent and has a size: what comes after can't be seen.
    private static func shows(_ n: EmitterCellNumbers) -> Double {
        func zero(_ value: Double, _ range: Double, _ speed: Double) -> Double {
            speed < 0 ? max(0, (value + abs(range) / 2) / -speed) : .infinity
        }
        return min(zero(n.alpha, n.alphaRange, n.alphaSpeed), zero(n.scale, n.scaleRange, n.scaleSpeed))
    }

    private static func sprite(of spec: EmitterCellSpec, _ sprites: inout ContiguousArray<ParticleSprite>) -> Int32 {
        guard case .image(let image)? = spec.contents else { return -1 }
        let rect = spec.contentsRect
        let scale = spec.contentsScale > 0 && spec.contentsScale.isFinite ? spec.contentsScale : 1
        let size = CGSize(width: CGFloat(image.width) * rect.size.width / scale, height: CGFloat(image.height) * rect.size.height / scale)
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, rect.origin.x.isFinite, rect.origin.y.isFinite
        else { return -1 }
        let sprite = ParticleSprite(
            image: image, contentsRect: rect, size: size, minification: spec.minificationFilter, magnification: spec.magnificationFilter)
        if let known = sprites.firstIndex(of: sprite) { return Int32(known) }
        sprites.append(sprite)
        return Int32(sprites.count - 1)
    }
}
