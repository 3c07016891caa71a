import CoreGraphics
import Compositor
import Raster
import RenderTree

/// Targets of groups, and operations on their pictures.
extension Encoder {
    func beginGroup(_ step: PlanStep) -> Bool {
        guard fits(step.rect) else { return false }
        push()
        enter(step.rect)
        return true
    }

    func beginMask(_ step: PlanStep) {
        open[open.count - 1].content = commands.target
        enter(step.rect)
    }

    private func fits(_ area: IntRect) -> Bool {
        if area.width <= images.maximumSide, area.height <= images.maximumSide { return true }
        failure = CompositorFailure("a group of \(area.width) x \(area.height) pixels exceeds the device's texture size limit")
        return false
    }

    func push() { open.append(OpenTarget(target: commands.target, clip: clip, frame: frame, missing: images.missing)) }

    func pop() -> OpenTarget {
        let last = open.removeLast()
        (commands.target, clip, frame) = (last.target, last.clip, last.frame)
        openMasks.removeLast(openMasks.count - clip.maskCount)
        region = clip.bounds.intersection(commands.target.bounds)
        return last
    }

    /// Switches to a cleared target over an area of device pixels.
    private func enter(_ area: IntRect) {
        let next = pool.take(area)
        commands.add(.clear(next, area, 0))
        commands.target = next
        clip = ClipState(next.bounds)
        clip.maskCount = openMasks.count
        region = next.bounds
    }

    func endGroup() {
        let drawn = commands.target, group = pop()
        held = group.content.map { HeldPicture(content: $0, mask: drawn) } ?? HeldPicture(content: drawn)
    }

    func replace(_ content: inout Target, with next: Target) {
        if next === content { return }
        pool.give(content)
        content = next
    }

    /// Returns a paint of a target's texels at their place in device space.
    /// - Parameter fade: a factor that filters apply to each texel first.
    func texels(
        _ source: Target, _ color: UInt32 = 0xFFFF_FFFF, opacity: UInt8 = 255, fade: UInt8 = 255, kind: PaintKind = .texels,
        movedBy d: (x: Int32, y: Int32) = (0, 0)
    ) -> EncodedPaint {
        let b = source.bounds
        let at = texelParams(dx: -b.x0 - d.x, dy: -b.y0 - d.y, IntRect(x: 0, y: 0, width: b.width, height: b.height), fade: fade)
        return EncodedPaint(kind: kind, color: color, opacity: opacity, params: at, texture: source.texture)
    }

    func tint(_ color: UInt32) { held?.color = color }

    func composite(_ step: PlanStep) {
        guard let picture = held else { return }
        held = nil
        defer {
            pool.give(picture.content)
            if let mask = picture.mask { pool.give(mask) }
        }
        let mode = step.mode
        var r = step.rect.intersection(region)
        if !mode.affectsUntouched {
            r = r.intersection(picture.content.bounds)
            if let mask = picture.mask { r = r.intersection(mask.bounds) }
        }
        guard !r.isEmpty, picture.color >> 24 > 0 && step.opacity > 0 || mode.affectsUntouched else { return }
        let paint = texels(picture.content, picture.color, opacity: step.opacity)
        guard mode == .normal else { return blend(paint, r, picture.mask, mode) }
        let saved = clip
        if let mask = picture.mask {
            commands.reserve(2, .over)
            clip = masked(clip, r, by: mask, slot: commands.join(.over, .paint, mask.texture))
        }
        emit(r, .whole, .zero, .zero, 0, paint)
        clip = saved
    }

    // MARK: Masks of one shape

    /// Paints the whole picture of a group through the only shape of its mask.
    func paintThrough(_ shape: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {
        guard let content = held?.content else { return }
        held = nil
        let saved = region
        region = region.intersection(step.rect)
        if !region.isEmpty, step.opacity > 0 { fill(shape, with: texels(content, opacity: step.opacity), list) }
        region = saved
        pool.give(content)
    }

    /// Fills a shape with the paint of an op.
    func paintShape(_ shape: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {
        guard let ops = list.ops.baseAddress else { return }
        let content = ops + Int(step.end), opacity = ops[Int(step.index)].opacity * shape.alpha * content.pointee.opacity
        if content.pointee.kind == .fill {
            fill(shape, with: EncodedPaint(color: PixelMath.premultiplied(content.pointee.color, opacity: opacity)), list)
        } else if case .gradient(let gradient)? = list.payload(content), let paint = paint(of: gradient, content, opacity: opacity) {
            fill(shape, with: paint, list)
        }
    }

    private func fill(_ shape: UnsafePointer<DrawOp>, with paint: EncodedPaint, _ list: ListView) {
        if shape.pointee.kind == .fill { return fillShape(shape, paint, list) }
        guard case .shape(let draw)? = list.payload(shape) else { return }
        encode(draw, shape, strokes: shape.pointee.kind == .shapeStroke, paint)
    }

    // MARK: Blend modes

    /// Composites with a mode that reads the backdrop, from a copy of it.
    private func blend(_ paint: EncodedPaint, _ r: IntRect, _ mask: Target?, _ mode: PixelBlendMode) {
        let behind = pool.take(r)
        commands.add(.copy(commands.target, r, behind))
        replaceBehind(r, paint, behind, mask, mode, opacity: 255)
        pool.give(behind)
    }

    /// Writes the result of a blend mode over a rectangle, mixed with the previous pixels by the clip.
    /// - Parameters:
    ///   - mask: multiplies the source.
    ///   - opacity: the opacity of the result over the previous pixels.
    func replaceBehind(
        _ r: IntRect, _ paint: EncodedPaint, _ behind: Target, _ mask: Target?, _ mode: PixelBlendMode, opacity: UInt8
    ) {
        commands.reserve(3, .replace)
        let slot = commands.join(.replace, .blend, behind.texture)
        // Slot 0 means no mask.
        let source = mask.map { commands.join(.replace, .blend, $0.texture) + 1 } ?? 0
        let record = commands.parameter(SIMD4(Float(-behind.bounds.x0), Float(-behind.bounds.y0), Float(slot), Float(source)))
        _ = commands.parameter(
            SIMD4(Float(opacity) / 255, Float(paint.opacity) / 255, Float(-(mask?.bounds.x0 ?? 0)), Float(-(mask?.bounds.y0 ?? 0))))
        let first = commands.instances.count
        emit(r, .whole, .zero, SIMD4(0, 0, 0, Float(record)), 0, paint, mode: .replace)
        commands.blend(from: first, mode)
        commands.endRun()
    }
}
