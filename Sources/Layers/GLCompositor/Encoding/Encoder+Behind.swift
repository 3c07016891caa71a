import CoreGraphics
import Compositor
import Raster
import RenderTree

/// Backdrops, and the bitmaps of rasterised layers.
extension Encoder {
    func filterBackdrop(
        _ backdrop: PlannedBackdrop, _ passes: ArraySlice<PlannedPass>, _ op: UnsafePointer<DrawOp>, _ step: PlanStep,
        _ list: ListView
    ) {
        let r = step.rect.intersection(region)
        if r.isEmpty { return }
        var picture = copyBehind(backdrop.source, backdrop.inside)
        for pass in passes { replace(&picture, with: filtered(picture, pass)) }
        let behind = pool.take(r)
        commands.add(.copy(commands.target, r, behind))
        let saved = (clip, region)
        if let shape = narrowed(clip, to: op, backdrop.clip, r, list) {
            clip = shape
            // Beyond the clip's bounds, its mask in the atlas belongs to other coverage.
            region = r.intersection(clip.bounds)
            if let mask = held?.mask {
                // In the next run it is the second texture, after the backdrop.
                commands.endRun()
                _ = commands.join(.replace, .blend, behind.texture)
                clip = masked(clip, r, by: mask, slot: commands.join(.replace, .blend, mask.texture))
            }
            replaceBehind(r, texels(picture), behind, nil, .copy, opacity: step.opacity)
            openMasks.removeLast(openMasks.count - saved.0.maskCount)
        }
        (clip, region) = saved
        pool.give(behind)
        pool.give(picture)
    }

    /// Returns a copy of the target's pixels. Beyond the edges of the picture, the pixels of the edge are repeated; beyond `bounds`, the
    /// pixels inside in reverse order.
    private func copyBehind(_ r: IntRect, _ bounds: IntRect?) -> Target {
        let inside = r.intersection(frame).intersection(bounds ?? frame)
        guard !inside.isEmpty else {
            let none = pool.take(r)
            commands.add(.clear(none, r, 0))
            return none
        }
        let copy = pool.take(inside)
        if !commands.target.bounds.contains(inside) { commands.add(.clear(copy, inside, 0)) }
        commands.add(.copy(commands.target, inside.intersection(commands.target.bounds), copy))
        if inside == r { return copy }
        let whole = pool.take(r)
        pass(into: whole, r, texels(copy, kind: bounds == nil ? .extended : .mirrored))
        pool.give(copy)
        return whole
    }

    // MARK: Bitmaps of layers

    /// Draws the bitmap of a rasterised layer if it is kept and still valid, and returns false; otherwise begins to make it and returns
    /// true.
    func beginBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        guard let raster = list.group(op).raster else { return false }
        if let kept = bitmaps.bitmap(of: raster, list.inside(step)) {
            draw(kept, raster, op, list)
            return false
        }
        guard beginGroup(step) else { return false }
        frame = step.rect
        return true
    }

    func endBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let made = commands.target, missing = pop().missing
        guard let raster = list.group(op).raster else { return pool.give(made) }
        draw(made, raster, op, list)
        if images.missing == missing {
            bitmaps.keep(made, cost: made.texture.byteCount, for: raster, list.inside(step))
        } else {
            pool.give(made)
        }
    }

    private func draw(_ made: Target, _ raster: GroupDraw.Raster, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let p = op.pointee.projection, b = made.bounds
        guard !b.isEmpty, op.pointee.opacity > 0, let map = raster.map(p, originX: Int(b.x0), originY: Int(b.y0)) else { return }
        let paint = paint(
            made.texture, map, raster.isNearest(p, around: op.pointee.rect) ? .nearest : .bilinear,
            opacity: PixelMath.byte(op.pointee.opacity), at: IntRect(op.pointee.bounds),
            IntRect(x: 0, y: 0, width: b.width, height: b.height), offset: (0, 0))
        if p.kind == .axisAligned {
            box(op.pointee.upright(op.pointee.rect, radius: 0), paint)
        } else {
            quad(op.pointee.rect, op, .none, paint, list)
        }
    }
}
