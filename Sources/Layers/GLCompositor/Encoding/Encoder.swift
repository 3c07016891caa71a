import CoreGraphics
import Compositor
import Raster
import RenderTree

/// The clip of drawing: a rectangle, and a chain of clips in the parameters that multiply coverage.
struct ClipState {
    var bounds: IntRect
    /// The innermost clip, or -1.
    var chain: Int32 = -1
    /// The region in which the chain is known to have no effect.
    var inner = IntRect.empty
    /// The number of open masks in the atlas.
    var maskCount = 0

    init(_ bounds: IntRect, chain: Int32 = -1, inner: IntRect = .empty) {
        (self.bounds, self.chain, self.inner) = (bounds, chain, inner)
    }
}

/// A target to return to, and the content drawn in a group since.
struct OpenTarget {
    var target: Target
    var clip: ClipState
    var frame: IntRect
    /// The finished content, while its mask is drawn.
    var content: Target?
    /// The number of missing images when the group began.
    var missing = 0
}

/// The picture for the next steps.
struct HeldPicture {
    var content: Target
    var mask: Target?
    /// Multiplies the content.
    var color: UInt32 = 0xFFFF_FFFF
}

/// The paint of a quad.
struct EncodedPaint {
    var kind = PaintKind.solid
    /// The premultiplied colour; multiplies texels.
    var color: UInt32 = 0xFFFF_FFFF
    /// Multiplies the coverage, as on the processor.
    var opacity: UInt8 = 255
    var params: Int32 = 0
    var texture: Texture?
}

/// Executes plans: converts their steps to quads and the few commands between them. It makes no call to a device.
///
/// The plans are those that the processor executes, so that the pictures agree, except that masks are drawn as pictures. Rectangles,
/// rounded rectangles, borders, images, gradients and particles are quads whose coverage the shaders compute by the same formulas. The
/// coverage of shapes and shadows is made by the rasteriser and stored in the atlas. Rare cases (gradients in perspective, planes cut by
/// the eye) are drawn by the processor and uploaded as pictures.
final class Encoder: PlanExecutor {
    /// Draws the ops that the shaders don't support.
    let painter: OpPainter
    let atlas: CoverageAtlas
    let images: ImageTextures
    let ramps: RampTexture
    let pool: TargetPool
    /// Draws everything encoded so far, so that room can be made.
    var flush: () -> Void = {}
    /// Returns the texture of an image that is already in one; nil if its pixels must be uploaded.
    var importing: (CGImage) -> ImportedPicture? = { _ in nil }

    private var planner: FramePlanner
    private var plan = FramePlan()
    var commands: FrameCommands

    // The state while a plan is executed.
    var clip = ClipState(.empty)
    /// `clip` within the target.
    var region = IntRect.empty
    var frame = IntRect.empty
    var open: ContiguousArray<OpenTarget> = []
    var held: HeldPicture?
    var bitmaps = KeptBitmaps<Target>()
    /// The enclosing clips that are masks in the atlas, and the positions of their parameters.
    var openMasks: [(params: Int, coverage: PlacedCoverage)] = []
    /// The reason for which this frame can't be drawn on the device.
    var failure: CompositorFailure?
    /// The number of pictures drawn by the processor, for tests and measurements.
    private(set) var picturesDrawn = 0

    init(painter: OpPainter, atlas: CoverageAtlas, images: ImageTextures, ramps: RampTexture, pool: TargetPool, target: Target) {
        (self.painter, self.atlas, self.images, self.ramps, self.pool) = (painter, atlas, images, ramps, pool)
        var options = PlanOptions()
        options.masks = .shapes
        options.corners = painter.coverage.options.cornerOutline
        planner = FramePlanner(options)
        commands = FrameCommands(target: target)
    }

    var coverage: CoverageMaker { painter.coverage }
    var outline: CompositorOptions.CornerOutline { coverage.options.cornerOutline }

    var drawing: DrawingWork {
        var work = DrawingWork()
        work.ops = planner.opCount
        return work
    }

    /// Resets the encoder for a new frame.
    func beginFrame() {
        commands.beginFrame()
        openMasks.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
    }

    /// Encodes the damaged part of a list.
    func encode(_ list: DrawList, damage: ContiguousArray<DeviceRect>, into picture: Target) {
        planner.plan(list, damage, in: picture.bounds, into: &plan)
        let background = PixelMath.premultiplied(list.background)
        // Rectangles that share no pixel are all cleared first, and then drawn in one run.
        let areApart = plan.sweepsAreApart
        if areApart { for sweep in plan.sweeps { commands.add(.clear(picture, sweep.rect, background)) } }
        list.withView { view in
            for sweep in plan.sweeps {
                let target = sweep.isApart ? pool.take(sweep.drawn) : picture
                if !areApart { commands.add(.clear(target, sweep.drawn, background)) }
                frame = IntRect(0, 0, list.width, list.height)
                (commands.target, clip, region) = (target, ClipState(sweep.drawn), sweep.drawn)
                plan.execute(sweep, view, on: self)
                guard sweep.isApart else { continue }
                commands.add(.copy(target, sweep.rect, picture))
                pool.give(target)
            }
        }
        commands.endRun()
    }

    // MARK: Ops

    func draw(_ ops: UnsafeBufferPointer<DrawOp>, from first: Int, next: UnsafePointer<DrawOp>?, _ list: ListView) {
        guard let first = ops.baseAddress else { return }
        for i in ops.indices { draw(first + i, list) }
    }

    /// Draws a single op.
    private func draw(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        switch op.pointee.kind {
        case .fill: fill(op, list)
        case .border: border(op, list)
        case .image: if case .image(let image)? = list.payload(op) { encode(image, op, list) }
        case .shapeFill: if case .shape(let shape)? = list.payload(op) { encode(shape, op, strokes: false, list) }
        case .shapeStroke: if case .shape(let shape)? = list.payload(op) { encode(shape, op, strokes: true, list) }
        case .gradient: if case .gradient(let gradient)? = list.payload(op) { encode(gradient, op, list) }
        case .particles: if case .particles(let particles)? = list.payload(op) { encode(particles, op, list) }
        case .shadow: shadow(op, list)
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: break
        }
    }

    // MARK: Quads

    /// Adds a quad over the visible part of a rectangle.
    @inline(__always)
    func emit(
        _ rect: IntRect, _ coverage: CoverageKind, _ box: SIMD4<Float>, _ more: SIMD4<Float>, _ coverageParams: Int32,
        _ paint: EncodedPaint,
        mode: RunMode = .over
    ) {
        let r = rect.intersection(region)
        if r.isEmpty { return }
        commands.emit(
            r, coverage, box, more, coverageParams, paint, chain: clip.chain, isClipped: clip.chain >= 0 && !clip.inner.contains(r),
            mode: mode)
    }

    /// Encodes `body` with another target.
    func on(_ target: Target, _ body: () -> Void) {
        let saved = (commands.target, clip, region)
        (commands.target, clip, region) = (target, ClipState(target.bounds), target.bounds)
        body()
        (commands.target, clip, region) = saved
    }

    /// Adds a picture drawn by the processor, for ops that the shaders don't support.
    func drawByProcessor(_ op: UnsafePointer<DrawOp>, _ list: ListView, mode: RunMode = .over) {
        let r = region.intersection(IntRect(op.pointee.bounds))
        guard !r.isEmpty else { return }
        let surface = painter.picture(of: op, in: r, list)
        guard let place = images.place(of: surface) else { return }
        picturesDrawn += 1
        let paint = EncodedPaint(
            kind: .texels, params: texelParams(dx: -r.x0, dy: -r.y0, IntRect(x: 0, y: 0, width: surface.width, height: surface.height)),
            texture: place.texture)
        emit(r, .whole, .zero, .zero, 0, paint, mode: mode)
    }

    /// Adds the parameters of `texels`: the offset from device pixels to texels, the factor for filters, and the rectangle of valid texels.
    func texelParams(dx: Int32, dy: Int32, _ bounds: IntRect, fade: UInt8 = 255) -> Int32 {
        let at = commands.parameter(SIMD4(Float(dx), Float(dy), Float(fade) / 255, 0))
        _ = commands.parameter(SIMD4(bounds))
        return at
    }
}
