import CoreGraphics

/// A cell at the time of its births: checked plain numbers.
struct CellSample {
    var numbers: EmitterCellNumbers
    /// The period in which the cell emits, in seconds from its emitter's beginning.
    var begin: Double, end: Double
    /// The speed of its particles' time; greater than 0 if anything is emitted.
    var speed: Double
    /// The births per second of the emitter's time.
    var rate: Double
    /// The index in the emitter's list of pictures, or -1.
    var sprite: Int32
    /// True if particles rotate in space.
    var isPlane: Bool
    /// The index after the last of its sub-cells.
    var subtreeEnd: Int32
    /// The maximum lifetime and the maximum visible time of its particles, in seconds of the emitter's time.
    var longest: Double
    var visible: Double
    /// The maximum time after the birth of a particle in which content that originates from it can be visible.
    var reach: Double
}

/// All values of an emitter that affect the birth of particles.
struct EmitterSample {
    var values: EmitterValues
    /// The cells, each before its sub-cells.
    var cells: ContiguousArray<CellSample>
    var behaviors: BehaviorSamples
}

/// The picture of particles, and its sampling.
package struct ParticleSprite: Sendable, Hashable {
    package var image: CGImage
    package var contentsRect: CGRect
    /// The size in points at scale 1.
    package var size: CGSize
    package var minification: ContentsFilter
    package var magnification: ContentsFilter
    package init(
        image: CGImage, contentsRect: CGRect, size: CGSize, minification: ContentsFilter, magnification: ContentsFilter
    ) {
        self.image = image; self.contentsRect = contentsRect; self.size = size
        self.minification = minification; self.magnification = magnification
    }
}

extension EmitterSample {
    /// The limit of rates and times.
    static let most = 1e9
    /// The maximum depth of nested sub-cells.
    static let depthLimit = 8

    static func checked(_ v: Double) -> Double { v.isFinite ? v : v.isNaN ? 0 : v > 0 ? most : -most }
    /// Clamps a value that can't be negative.
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

    /// Computes the reach from the reaches of the sub-cells, which are already known.
    mutating func setReach(_ at: Int) {
        var reach = cells[at].sprite >= 0 ? cells[at].visible : 0
        var k = at + 1
        while k < Int(cells[at].subtreeEnd) {
            if cells[k].rate > 0 { reach = max(reach, min(cells[at].longest, max(0, cells[k].end)) + cells[k].reach) }
            k = Int(cells[k].subtreeEnd)
        }
        cells[at].reach = reach
    }

    /// Returns the maximum lifetime, in the cell's own time.
    private static func longest(_ n: EmitterCellNumbers, _ layer: EmitterNumbers) -> Double {
        amount((n.lifetime + abs(n.lifetimeRange) / 2) * amount(layer.lifetime))
    }

    /// Returns the time for which a particle is not fully transparent and has a size. It is not visible afterwards.
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
