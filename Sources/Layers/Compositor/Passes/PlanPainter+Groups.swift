import CoreGraphics
import Raster
import RenderTree

/// Operations on the pictures of groups.
extension PlanPainter {
    func beginGroup(_ step: PlanStep) -> Bool {
        pixels += step.rect.area
        push()
        turn(to: Surface(bounds: step.rect), Clip(step.rect))
        return true
    }

    func beginMask(_ step: PlanStep) {
        open[open.count - 1].content = painter.target
        turn(to: Surface(bounds: step.rect), Clip(step.rect))
    }

    func endGroup() {
        let drawn = painter.target, group = pop()
        picture = group.content ?? drawn
        if group.content != nil { mask = MaskBuffer(alphaOf: drawn) }
    }

    func tint(_ color: UInt32) { picture?.tint(color) }

    func composite(_ step: PlanStep) {
        if let picture {
            raster.composite(
                picture, onto: painter.target, painter.clip, rect: step.rect, opacity: step.opacity, mask: mask, mode: step.mode)
        }
        (picture, mask) = (nil, nil)
    }

    /// Composites the picture over the shadow of its alpha, faded by the step's opacity.
    func addShadow(_ shadow: PlannedShadow, _ step: PlanStep) {
        guard let content = picture else { return }
        let place = shadow.place, visible = step.rect
        let alpha = MaskBuffer(alphaOf: content)
        alpha.scale(by: step.opacity)
        let blurred = alpha.blurred(sigmaX: place.sigma.x, sigmaY: place.sigma.y, rect: visible.offset(-place.dx, -place.dy))
        let result = Surface(bounds: visible)
        // The same pixels in the coordinates in which the shadow was made.
        let moved = Surface(
            wrapping: result.pixels, width: result.width, height: result.height, stride: result.stride,
            originX: result.originX - Int(place.dx), originY: result.originY - Int(place.dy))
        raster.fill(moved, Clip(moved.bounds), through: blurred, paint: .solid(shadow.color))
        raster.composite(content, onto: result, Clip(visible), opacity: step.opacity)
        picture = result
    }

    // MARK: Bitmaps of layers

    /// Draws the bitmap of a rasterised layer if it is kept and still valid, and returns false; otherwise begins to make it and returns
    /// true.
    func beginBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        guard let raster = list.group(op).raster else { return false }
        let kept = bitmaps.bitmap(of: raster, list.inside(step))
        cacheUses?.append(CacheUse(layer: raster.layer, isHit: kept != nil))
        if let kept {
            draw(kept, raster, op)
            return false
        }
        _ = beginGroup(step)
        frame = step.rect
        return true
    }

    func endBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let made = painter.target
        _ = pop()
        guard let raster = list.group(op).raster else { return }
        bitmaps.keep(made, cost: made.stride * made.height * 4, for: raster, list.inside(step))
        draw(made, raster, op)
    }

    /// Draws the bitmap at the layer's place.
    private func draw(_ surface: Surface, _ raster: GroupDraw.Raster, _ op: UnsafePointer<DrawOp>) {
        let p = op.pointee.projection
        guard !surface.bounds.isEmpty, op.pointee.opacity > 0,
            let map = raster.map(p, originX: surface.originX, originY: surface.originY)
        else { return }
        let filter: SampleFilter = raster.isNearest(p, around: op.pointee.rect) ? .nearest : .bilinear
        guard let sampler = ImageSampler(surface, map: map, filter: filter, opacity: PixelMath.byte(op.pointee.opacity)) else { return }
        // A border of clear pixels makes antialiased edges.
        if p.kind == .axisAligned {
            self.raster.fillRoundedRect(
                painter.target, painter.clip, op.pointee.upright(op.pointee.rect, radius: 0), paint: .image(sampler))
        } else {
            painter.fillQuad(op.pointee.rect, p, .none, .image(sampler))
        }
    }
}

extension Surface {
    /// Multiplies every pixel by a premultiplied colour.
    func tint(_ color: UInt32) {
        let (a, r, g, b) = (color >> 24, color >> 16 & 255, color >> 8 & 255, color & 255)
        for y in 0..<height {
            let row = pixels + y * stride
            for x in 0..<width where row[x] != 0 {
                let p = row[x]
                row[x] =
                    PixelMath.div255((p >> 24) * a) << 24 | PixelMath.div255((p >> 16 & 255) * r) << 16
                    | PixelMath.div255((p >> 8 & 255) * g) << 8 | PixelMath.div255((p & 255) * b)
            }
        }
    }
}
