import CoreGraphics
import Raster
import RenderTree

/// A target to return to, and the content drawn in a group since.
struct OpenTarget {
    var target: Surface
    var clip: Clip
    var region: IntRect
    var frame: IntRect
    /// The coverage drawn to, instead of the target.
    var cover: MaskBuffer?
    /// The finished content, while its mask is drawn.
    var content: Surface?
    var coverContent: MaskBuffer?
}

/// Executes plans on surfaces, on one thread.
final class PlanPainter: PlanExecutor {
    let painter: OpPainter
    @exclusivity(unchecked) var planner: FramePlanner
    @exclusivity(unchecked) private var plan = FramePlan()

    // The state while a plan is executed. Accesses are not checked for exclusivity: several are made for each op.
    @exclusivity(unchecked) var open: ContiguousArray<OpenTarget> = []
    /// The bounds of the whole picture: beyond its edges, backdrops repeat the pixels of the edge.
    @exclusivity(unchecked) var frame = IntRect.empty
    /// The coverage being drawn; nil while colours are drawn.
    @exclusivity(unchecked) var cover: MaskBuffer?
    /// The inputs of the next step.
    @exclusivity(unchecked) var picture: Surface?
    @exclusivity(unchecked) var mask: MaskBuffer?

    @exclusivity(unchecked) var bitmaps = KeptBitmaps<Surface>()
    /// The time that each op takes; nil if it is not measured.
    @exclusivity(unchecked) var opTimes: OpTimes?
    /// The rasterised layers that were drawn, and the source of each: a kept bitmap or a new one. Nil if not recorded.
    @exclusivity(unchecked) var cacheUses: [CacheUse]?
    /// The number of pixels in the bounding boxes of drawn ops.
    @exclusivity(unchecked) var pixels = 0
    /// Pixels that stay in the processor's cache while they are drawn on.
    private static let cached = 1 << 16

    init(_ options: CompositorOptions, _ masks: PlanOptions.MaskForm) {
        painter = OpPainter(CoverageMaker(options))
        var plans = PlanOptions()
        plans.masks = masks
        plans.corners = options.cornerOutline
        planner = FramePlanner(plans)
        open.reserveCapacity(64)
    }

    var drawing: DrawingWork {
        var work = DrawingWork()
        (work.ops, work.pixels) = (planner.opCount, pixels)
        return work
    }

    var raster: Rasterizer { painter.raster }

    /// Draws the damaged part of a list.
    func draw(_ list: DrawList, _ damage: some Collection<DeviceRect>, into surface: Surface, overExisting: Bool, mask: MaskBuffer?) {
        planner.plan(list, damage, in: surface.bounds, mask: mask?.bounds, into: &plan)
        let background = PixelMath.premultiplied(list.background)
        list.withView { view in
            for sweep in plan.sweeps {
                let target = sweep.isApart ? Surface(bounds: sweep.drawn, cleared: false) : surface
                if !overExisting {
                    target.clear(sweep.drawn, to: background)
                } else if sweep.isApart {
                    target.copy(sweep.drawn, from: surface)
                }
                frame = IntRect(0, 0, list.width, list.height)
                turn(to: target, Clip(sweep.drawn, mask: mask))
                plan.execute(sweep, view, on: self)
                if sweep.isApart { surface.copy(sweep.rect, from: target) }
            }
        }
        painter.release()
    }

    func turn(to target: Surface, _ clip: Clip) {
        painter.target = target
        painter.clip = clip
        painter.region = clip.region(in: target.bounds)
    }

    // MARK: Ops

    func note(_ op: Int) { opTimes?.begin(op) }

    func draw(_ ops: UnsafeBufferPointer<DrawOp>, from first: Int, next: UnsafePointer<DrawOp>?, _ list: ListView) {
        guard var op = ops.baseAddress else { return }
        if let cover { return add(ops, to: cover, list) }
        let region = painter.region, isMasked = painter.clip.mask != nil, times = opTimes, end = op + ops.count
        // A small region is in the processor's cache already.
        let asks = region.area > Self.cached
        var sum = 0, index = first
        while op < end {
            let bounds = region.intersection(IntRect(op.pointee.bounds))
            if let times { times.begin(index) }
            sum += bounds.area
            if isMasked {
                drawInside(op, bounds, list)
            } else if op.pointee.kind == .fill {
                let color = op.pointee.fillColor
                if color >> 24 != 0 {
                    if asks, let next = op + 1 < end ? op + 1 : next { prefetch(next, region) }
                    painter.fill(op, color)
                }
            } else {
                painter.draw(op, list)
            }
            op += 1
            index += 1
        }
        pixels += sum
    }

    /// Draws an op without the clip's mask if the mask has no effect on it.
    private func drawInside(_ op: UnsafePointer<DrawOp>, _ bounds: IntRect, _ list: ListView) {
        guard painter.clip.inner.contains(bounds) else { return painter.draw(op, list) }
        let outer = painter.clip
        painter.clip = Clip(outer.bounds)
        painter.draw(op, list)
        painter.clip = outer
    }

    /// Prefetches the pixels of a small box that is drawn next, while the one before it is drawn.
    @inline(__always)
    private func prefetch(_ op: UnsafePointer<DrawOp>, _ region: IntRect) {
        guard op.pointee.kind == .fill, op.pointee.color.w * op.pointee.opacity > 0 else { return }
        let r = region.intersection(IntRect(op.pointee.bounds))
        if r.isEmpty || r.area > 4096 { return }
        raster.prefetch(painter.target, r)
    }

    // MARK: Targets

    func push() {
        open.append(
            OpenTarget(target: painter.target, clip: painter.clip, region: painter.region, frame: frame, cover: cover))
    }

    func pop() -> OpenTarget {
        let last = open.removeLast()
        (painter.target, painter.clip, painter.region) = (last.target, last.clip, last.region)
        (frame, cover) = (last.frame, last.cover)
        return last
    }

    func beginClip(_ step: PlanStep, _ clip: PlannedClip, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        push()
        painter.clip = narrowed(painter.clip, to: op, clip, step.rect, list)
        painter.region = step.rect
        pixels += step.rect.area
        return true
    }

    func endClip() { _ = pop() }

    private func narrowed(_ outer: Clip, to op: UnsafePointer<DrawOp>, _ clip: PlannedClip, _ inside: IntRect, _ list: ListView) -> Clip {
        if clip.shape == .rectangle { return Clip(inside, mask: outer.mask, inner: clip.inner) }
        let mask = MaskBuffer(bounds: inside)
        if clip.shape == .outline {
            painter.coverage.cover(mask, op)
        } else if case .polygon(let points)? = list.payload(op) {
            raster.fillConvexPolygon(mask, Clip(inside), points, antialias: false)
        }
        if let outer = outer.mask { mask.multiply(by: outer) }
        return Clip(inside, mask: mask, inner: clip.inner)
    }
}
