import CoreGraphics
import Raster
import RenderTree

/// Masks that are drawn as coverage, and painting through them.
extension PlanPainter {
    func beginCoverage(_ step: PlanStep) {
        push()
        enterCoverage(step)
    }

    func turnCoverage(_ step: PlanStep) {
        open[open.count - 1].coverContent = cover
        enterCoverage(step)
    }

    private func enterCoverage(_ step: PlanStep) {
        cover = MaskBuffer(bounds: step.rect)
        painter.clip = Clip(step.rect)
        painter.region = step.rect
    }

    func endCoverage() {
        let drawn = cover, outer = pop()
        if let content = outer.coverContent, let drawn {
            content.multiply(by: drawn)
            mask = content
        } else {
            mask = drawn
        }
    }

    func combine(_ step: PlanStep) {
        guard let content = mask, let cover else { return }
        content.scale(by: step.opacity)
        if let clip = painter.clip.plain(in: step.rect).mask { content.multiply(by: clip) }
        if step.mode == .xor { cover.exclude(content) } else { raster.fill(cover, Clip(step.rect), through: content) }
        mask = nil
    }

    func invert(_ step: PlanStep) { cover?.invert(step.rect) }

    /// Adds the alpha of shapes.
    func add(_ ops: UnsafeBufferPointer<DrawOp>, to cover: MaskBuffer, _ list: ListView) {
        guard let first = ops.baseAddress else { return }
        for i in ops.indices {
            let op = first + i, inside = painter.region.intersection(IntRect(op.pointee.bounds))
            let alpha = PixelMath.byte(op.alpha)
            if alpha == 0 { continue }
            let clip = painter.clip.plain(in: inside)
            guard alpha < 255 else {
                add(op, to: cover, clip, list)
                continue
            }
            let faint = MaskBuffer(bounds: inside)
            add(op, to: faint, clip, list)
            faint.scale(by: alpha)
            raster.fill(cover, Clip(inside), through: faint)
        }
    }

    private func add(_ op: UnsafePointer<DrawOp>, to mask: MaskBuffer, _ clip: Clip, _ list: ListView) {
        let coverage = painter.coverage
        if op.pointee.kind == .fill { return coverage.cover(mask, op, clip) }
        guard case .shape(let shape)? = list.payload(op) else { return }
        if op.pointee.kind == .shapeFill {
            coverage.cover(mask, clip, shape.path, op.pointee.projection.affine, nil, isEvenOdd: shape.fillRule == .evenOdd)
        } else if shape.lineWidth > 0, let style = coverage.strokeStyle(shape) {
            coverage.cover(mask, clip, shape.path, op.pointee.projection.affine, style, isEvenOdd: false)
        }
    }

    // MARK: Painting

    /// Draws an op through the mask.
    func drawThrough(_ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {
        guard let mask else { return }
        let (clip, region) = (painter.clip, painter.region)
        if let outer = clip.plain(in: step.rect).mask { mask.multiply(by: outer) }
        painter.clip = Clip(step.rect, mask: mask)
        painter.region = step.rect
        var faded = op.pointee
        faded.opacity *= list.ops[Int(step.index)].opacity
        painter.draw(&faded, list)
        (painter.clip, painter.region) = (clip, region)
        self.mask = nil
    }

    /// Fills a shape with the paint of an op.
    func paintShape(_ shape: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {
        guard let ops = list.ops.baseAddress else { return }
        let content = ops + Int(step.end), fade = ops[Int(step.index)].opacity * shape.alpha
        if let paint = painter.paint(of: content, opacity: content.pointee.opacity * fade, list) { painter.fill(shape, with: paint, list) }
    }

    /// Paints the picture of a group through the only shape of its mask.
    func paintThrough(_ shape: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {
        guard let content = picture else { return }
        picture = nil
        let (clip, outer) = (painter.clip, painter.region)
        let region = outer.intersection(step.rect)
        let back = Homography(Affine(1, 0, 0, 1, -Double(content.originX), -Double(content.originY)))
        guard !region.isEmpty, let sampler = ImageSampler(content, map: back, filter: .nearest, opacity: step.opacity) else { return }
        painter.region = region
        painter.clip = Clip(region, mask: clip.mask, inner: clip.inner)
        painter.fill(shape, with: .image(sampler), list)
        (painter.clip, painter.region) = (clip, outer)
        withExtendedLifetime(content) {}
    }
}

extension OpPainter {
    /// Returns the paint of an op, if the paint does not depend on the place where it is drawn.
    func paint(of op: UnsafePointer<DrawOp>, opacity: Float, _ list: ListView) -> Paint? {
        switch op.pointee.kind {
        case .fill: return .solid(PixelMath.premultiplied(op.pointee.color, opacity: opacity))
        case .gradient:
            guard case .gradient(let gradient)? = list.payload(op) else { return nil }
            return paint(of: gradient, op, opacity: opacity).map { .gradient($0) }
        default: return nil
        }
    }

    /// Fills a flat shape with any paint.
    func fill(_ op: UnsafePointer<DrawOp>, with paint: Paint, _ list: ListView) {
        if op.pointee.kind == .fill { return fillShape(op, paint) }
        guard case .shape(let shape)? = list.payload(op) else { return }
        if op.pointee.kind == .shapeFill {
            self.paint(shape.path, op.pointee.projection.affine, nil, isEvenOdd: shape.fillRule == .evenOdd, paint)
        } else if shape.lineWidth > 0, let style = coverage.strokeStyle(shape) {
            self.paint(shape.path, op.pointee.projection.affine, style, isEvenOdd: false, paint)
        }
    }
}
