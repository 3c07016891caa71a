import Raster

/// The data of a frame for the device: quads, the parameters that they refer to, and the few commands between them. Quads with the same
/// target and mode join a run, which is one command.
///
/// A run is what others call a batch. Its key is the target and the mode. Textures, up to eight, and the program are not part of the key:
/// a run uses the smallest program that supports all of its quads. A quad joins only the last run, so quads stay in paint order without a
/// test for overlaps.
struct FrameCommands {
    /// The maximum number of textures of a run.
    static let slots = 8
    /// The number of parameters in a row of their texture: a power of two.
    static let paramsShift = 10, paramsWidth = 1 << paramsShift, paramsMask = paramsWidth - 1

    private(set) var instances: ContiguousArray<Instance> = []
    var params: ContiguousArray<SIMD4<Float>> = []
    private(set) var list: [Command] = []
    /// The target of quads.
    var target: Target {
        didSet { if target !== oldValue { endRun(on: oldValue) } }
    }
    // The run that quads join.
    private var isRunning = false
    private var mode = RunMode.over
    private var textures: [Texture] = []
    private var first = 0
    private var program = ProgramKind.solid
    /// The radii whose chords were added to the parameters last.
    private var knownCorners: [(radii: SIMD2<Double>, at: Int32)] = []

    init(target: Target) {
        self.target = target
        instances.reserveCapacity(4096)
        params.reserveCapacity(4096)
    }

    /// Resets the commands for a new frame.
    mutating func beginFrame() {
        removeCommands()
        params.removeAll(keepingCapacity: true)
        knownCorners.removeAll(keepingCapacity: true)
    }

    /// Removes the commands that were drawn. Parameters are kept, since later quads refer to them.
    mutating func removeCommands() {
        instances.removeAll(keepingCapacity: true)
        list.removeAll(keepingCapacity: true)
    }

    // MARK: Commands

    mutating func add(_ command: Command) {
        endRun()
        list.append(command)
    }

    mutating func endRun() { endRun(on: target) }

    private mutating func endRun(on target: Target) {
        guard isRunning else { return }
        isRunning = false
        let count = instances.count - first
        if count > 0 {
            list.append(.draw(Run(target: target, first: first, count: count, textures: textures, mode: mode, program: program)))
        }
    }

    /// Begins another run if the last one can't be continued, and returns the slot of a texture in it.
    mutating func join(_ mode: RunMode, _ program: ProgramKind, _ texture: Texture?) -> Int32 {
        if !isRunning || self.mode != mode { begin(mode) }
        if program.rawValue > self.program.rawValue { self.program = program }
        guard let texture else { return 0 }
        if let at = textures.firstIndex(where: { $0 === texture }) { return Int32(at) }
        if textures.count == Self.slots {
            begin(mode)
            self.program = program
        }
        textures.append(texture)
        return Int32(textures.count - 1)
    }

    /// Ensures that the next textures are in the same run.
    mutating func reserve(_ count: Int, _ mode: RunMode) {
        if isRunning, self.mode == mode, textures.count + count <= Self.slots { return }
        endRun()
    }

    private mutating func begin(_ mode: RunMode) {
        endRun()
        (isRunning, self.mode, first, program) = (true, mode, instances.count, .solid)
        textures.removeAll(keepingCapacity: true)
    }

    // MARK: Quads

    @inline(__always)
    mutating func emit(
        _ r: IntRect, _ coverage: CoverageKind, _ box: SIMD4<Float>, _ more: SIMD4<Float>, _ coverageParams: Int32, _ paint: EncodedPaint,
        chain: Int32, isClipped: Bool, mode: RunMode
    ) {
        let program = paint.kind.program
        // Consecutive solid quads need no change.
        let slot = program == .solid && isRunning && self.mode == mode ? 0 : join(mode, program, paint.texture)
        instances.append(
            Instance(
                rect: SIMD4(
                    Int16(truncatingIfNeeded: r.x0), Int16(truncatingIfNeeded: r.y0), Int16(truncatingIfNeeded: r.x1),
                    Int16(truncatingIfNeeded: r.y1)),
                kinds: SIMD4(coverage.rawValue, paint.kind.rawValue, isClipped ? 1 : 0, paint.opacity), color: paint.color, box: box,
                more: more, refs: SIMD4(coverageParams, chain, paint.params, slot)))
    }

    /// Sets a blend mode that reads the backdrop for the quad at an index.
    mutating func blend(from first: Int, _ mode: PixelBlendMode) {
        if instances.count > first { instances[first].kinds.w = UInt8(truncatingIfNeeded: mode.rawValue) }
    }

    mutating func parameter(_ v: SIMD4<Float>) -> Int32 {
        params.append(v)
        return Int32(params.count - 1)
    }

    /// Returns the position of a corner's chords in the parameters; those of the last few radii are reused.
    @inline(__always)
    mutating func chords(_ radii: SIMD2<Double>, _ raster: Rasterizer) -> Int32 {
        for i in 0..<knownCorners.count where knownCorners[i].radii == radii { return knownCorners[i].at }
        return makeChords(radii, raster)
    }

    private mutating func makeChords(_ radii: SIMD2<Double>, _ raster: Rasterizer) -> Int32 {
        let at = parameter(.zero)
        raster.cornerChords(radii) { from, to in
            if from.y > to.y { params.append(SIMD4(Float(from.x), Float(from.y), Float(to.x), Float(to.y))) }
        }
        params[Int(at)].x = Float(params.count - Int(at) - 1)
        if knownCorners.count == 8 { knownCorners.removeFirst() }
        knownCorners.append((radii, at))
        return at
    }
}
