import CoreGraphics
import Compositor
import Raster
import RenderTree

/// Where drawing may go: a rectangle, and a chain of clips in the parameters that multiply coverage.
struct ClipState {
    var bounds: IntRect
    /// The innermost clip, or -1.
    var chain: Int32 = -1
    /// Where the chain is known to let everything through.
    var inner = IntRect.empty
    /// How many masks of the atlas are open.
    var maskCount = 0

    init(_ bounds: IntRect, chain: Int32 = -1, inner: IntRect = .empty) {
        (self.bounds, self.chain, self.inner) = (bounds, chain, inner)
    }
}

/// A clip or group being encoded, and what was before it.
struct EncoderScope {
    enum Kind { case clip, group, mask }
    var kind: Kind
    var op: Int
    var end: Int
    var target: Target
    var clip: ClipState
    /// The part of the group that can show.
    var visible: IntRect
    var awaitsMask = false
    /// Of a bitmap: the picture around it.
    var frame = IntRect.empty
    /// Finished content, while the mask is drawn.
    var content: Target?
    /// The one op that is all of the mask.
    var shape = -1
    /// How many images had been missing when it began.
    var missing = 0
}

/// What a quad is painted with.
struct EncodedPaint {
    var kind = PaintKind.solid
    /// Premultiplied; multiplies texels.
    var color: UInt32 = 0xFFFF_FFFF
    /// Multiplies the coverage, as the processor does.
    var opacity: UInt8 = 255
    var params: Int32 = 0
    var texture: Texture?
}

/// Turns a draw list into quads and the few commands between them; nothing here talks to a device.
///
/// It walks the ops as `Compositor` does and makes the same decisions, so that the pictures agree; see there for the order of things.
/// Rectangles, rounded rectangles, borders, images, gradients and particles are quads whose coverage the shaders compute by the same
/// formulas. The coverage of shapes and shadows comes from the rasteriser, by the atlas. What is rare (gradients in perspective, planes cut
/// by the eye) is drawn by the processor and goes over as a picture.
final class Encoder {
    /// Textures of a run, at most.
    static let slots = 8

    let maker: Compositor
    let atlas: CoverageAtlas
    let images: ImageTextures
    let ramps: RampTexture
    let pool: TargetPool
    /// Has everything so far drawn, so that room can be made.
    var flush: () -> Void = {}
    /// The texture of an image that lies in one already; nil where its pixels have to go over.
    var importing: (CGImage) -> ImportedPicture? = { _ in nil }

    // What a frame is made of.
    var instances: ContiguousArray<Instance> = []
    var params: ContiguousArray<SIMD4<Float>> = []
    var commands: [Command] = []
    /// Pictures that the processor drew, for tests and measurements.
    private(set) var picturesDrawn = 0

    // The state of the walk.
    var target: Target {
        didSet { if target !== oldValue { endRun(on: oldValue) } }
    }
    var clip = ClipState(.empty)
    var region = IntRect.empty
    var frame = IntRect.empty
    var scopes: ContiguousArray<EncoderScope> = []
    var bitmaps = RecentCache<UInt64, LayerBitmap<Target>>(limit: 128 << 20, maxCount: 4096)
    // The run that quads join.
    private(set) var isRunning = false
    private(set) var runMode = RunMode.over
    private(set) var runTextures: [Texture] = []
    private var runFirst = 0
    private var runProgram = ProgramKind.solid
    /// The clips around that are masks in the atlas, and where their parameters stand.
    var openMasks: [(params: Int, coverage: PlacedCoverage)] = []
    /// The radii whose chords were put into the parameters last.
    var knownCorners: [(radii: SIMD2<Double>, at: Int32)] = []
    var work = DrawingWork()
    /// Why this frame can't be drawn here.
    var failure: CompositorFailure?

    init(maker: Compositor, atlas: CoverageAtlas, images: ImageTextures, ramps: RampTexture, pool: TargetPool, target: Target) {
        (self.maker, self.atlas, self.images, self.ramps, self.pool, self.target) = (maker, atlas, images, ramps, pool, target)
        instances.reserveCapacity(4096)
        params.reserveCapacity(4096)
    }

    /// Begins with nothing.
    func beginFrame() {
        instances.removeAll(keepingCapacity: true)
        commands.removeAll(keepingCapacity: true)
        params.removeAll(keepingCapacity: true)
        knownCorners.removeAll(keepingCapacity: true)
        openMasks.removeAll(keepingCapacity: true)
    }

    /// Encodes the damaged part of a list.
    func encode(_ list: DrawList, damage: ContiguousArray<DeviceRect>, into frameTarget: Target) {
        let whole = DeviceRect(0, 0, list.width, list.height)
        var rects = ContiguousArray(damage.map { IntRect($0.intersection(whole)).intersection(frameTarget.bounds) }.filter { !$0.isEmpty })
        if rects.count > 16 { rects = [rects.reduce(.empty) { $0.union($1) }] }
        let background = PixelMath.premultiplied(list.background)
        // Rectangles that share no pixel are all cleared first, and then drawn in one run.
        let areApart = list.backdrops.isEmpty && Self.areApart(rects)
        if areApart { for r in rects { add(.clear(frameTarget, r, background)) } }
        for r in rects {
            // What filters of what is behind look at has to be drawn, too, and may not stay.
            let wide =
                list.backdrops.isEmpty
                ? r : maker.backdropSource(list, 0, list.ops.count, r).intersection(IntRect(whole)).intersection(frameTarget.bounds)
            if wide == r {
                if !areApart { add(.clear(frameTarget, r, background)) }
                sweep(list, r, frameTarget)
            } else {
                let apart = pool.take(wide)
                add(.clear(apart, wide, background))
                sweep(list, wide, apart)
                endRun()
                add(.copy(apart, r, frameTarget))
                pool.give(apart)
            }
        }
        endRun()
    }

    private static func areApart(_ rects: ContiguousArray<IntRect>) -> Bool {
        for i in rects.indices { for j in rects.indices where j > i && rects[i].intersects(rects[j]) { return false } }
        return true
    }

    private func sweep(_ list: DrawList, _ r: IntRect, _ target: Target) {
        self.target = target
        frame = IntRect(0, 0, list.width, list.height)
        clip = ClipState(r)
        region = r
        let first = maker.firstVisible(list, r)
        maker.hidden.begin()
        maker.findHidden(list, r, from: first)
        list.withView { walk($0, from: first) }
    }

    // MARK: Commands

    func add(_ command: Command) {
        endRun()
        commands.append(command)
    }

    func endRun() { endRun(on: target) }

    private func endRun(on target: Target) {
        guard isRunning else { return }
        isRunning = false
        let count = instances.count - runFirst
        if count > 0 {
            commands.append(
                .draw(Run(target: target, first: runFirst, count: count, textures: runTextures, mode: runMode, program: runProgram)))
        }
    }

    /// Begins another run where the last one can't go on, and answers the place of a texture in it.
    func join(_ mode: RunMode, _ program: ProgramKind, _ texture: Texture?) -> Int32 {
        if !isRunning || runMode != mode { begin(mode) }
        if program.rawValue > runProgram.rawValue { runProgram = program }
        guard let texture else { return 0 }
        if let at = runTextures.firstIndex(where: { $0 === texture }) { return Int32(at) }
        if runTextures.count == Encoder.slots {
            begin(mode)
            runProgram = program
        }
        runTextures.append(texture)
        return Int32(runTextures.count - 1)
    }

    private func begin(_ mode: RunMode) {
        endRun()
        (isRunning, runMode, runFirst, runProgram) = (true, mode, instances.count, .solid)
        runTextures.removeAll(keepingCapacity: true)
    }

    /// Adds a quad over the part of a rectangle that can show.
    @inline(__always)
    func emit(
        _ rect: IntRect, _ coverage: CoverageKind, _ box: SIMD4<Float>, _ more: SIMD4<Float>, _ coverageParams: Int32,
        _ paint: EncodedPaint,
        mode: RunMode = .over
    ) {
        let r = rect.intersection(region)
        if r.isEmpty { return }
        let isClipped = clip.chain >= 0 && !clip.inner.contains(r)
        let program = paint.kind.program
        // In a row of solid quads nothing changes.
        let slot = program == .solid && isRunning && runMode == mode ? 0 : join(mode, program, paint.texture)
        instances.append(
            Instance(
                rect: SIMD4(
                    Int16(truncatingIfNeeded: r.x0), Int16(truncatingIfNeeded: r.y0), Int16(truncatingIfNeeded: r.x1),
                    Int16(truncatingIfNeeded: r.y1)),
                kinds: SIMD4(coverage.rawValue, paint.kind.rawValue, isClipped ? 1 : 0, paint.opacity), color: paint.color, box: box,
                more: more,
                refs: SIMD4(coverageParams, clip.chain, paint.params, slot)))
    }

    func parameter(_ v: SIMD4<Float>) -> Int32 {
        params.append(v)
        return Int32(params.count - 1)
    }

    /// A picture that the processor draws: whatever the shaders don't do.
    func drawByProcessor(_ op: UnsafePointer<DrawOp>, _ list: ListView, mode: RunMode = .over) {
        let r = region.intersection(IntRect(op.pointee.bounds))
        guard !r.isEmpty else { return }
        let surface = maker.picture(of: op, in: r, list)
        guard let place = images.place(of: surface) else { return }
        picturesDrawn += 1
        let paint = EncodedPaint(
            kind: .texels, params: texelParams(dx: -r.x0, dy: -r.y0, IntRect(x: 0, y: 0, width: surface.width, height: surface.height)),
            texture: place.texture)
        emit(r, .whole, .zero, .zero, 0, paint, mode: mode)
    }

    /// Parameters of `texels`: from device pixels to texels, what filters take them times, and the rectangle that has any.
    func texelParams(dx: Int32, dy: Int32, _ bounds: IntRect, fade: UInt8 = 255) -> Int32 {
        let at = parameter(SIMD4(Float(dx), Float(dy), Float(fade) / 255, 0))
        _ = parameter(SIMD4(Float(bounds.x0), Float(bounds.y0), Float(bounds.x1), Float(bounds.y1)))
        return at
    }
}
