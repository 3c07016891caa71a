import CoreGraphics
import Compositor
import Raster
import RenderTree

extension Encoder {
    /// Turns to a target of the group's own. False where nothing can show.
    func beginGroup(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        let visible = region.intersection(IntRect(op.pointee.bounds))
        let draw = maker.groupDraw(op, list)
        guard !visible.isEmpty, op.pointee.opacity > 0 || PixelBlendMode(rawValue: draw.blendMode)?.affectsUntouched == true else {
            return false
        }
        var scope = EncoderScope(kind: .group, op: i, end: end, target: target, clip: clip, visible: visible)
        scope.awaitsMask = draw.hasMask
        scope.missing = images.missing
        var area = visible
        if draw.raster != nil {
            area = maker.contentBounds(i, end, list).outset(1, 1)
            scope.visible = area
            scope.frame = frame
            frame = area
        } else if draw.shadow != nil || !draw.filters.isEmpty {
            let content = maker.contentBounds(i, end, list)
            let all = visible.union(maker.sourceOfFilters(draw, op, visible)).intersection(content)
            if all.width <= Compositor.farthestShadow, all.height <= Compositor.farthestShadow { area = all }
        }
        if !list.backdrops.isEmpty {
            area = area.union(maker.backdropSource(list, i + 1, end, area).intersection(draw.raster == nil ? frame.union(area) : area))
        }
        guard fits(area) else { return false }
        scopes.append(scope)
        enter(area)
        return true
    }

    private func fits(_ area: IntRect) -> Bool {
        if area.width <= images.maximumSide, area.height <= images.maximumSide { return true }
        failure = CompositorFailure("a group of \(area.width) x \(area.height) pixels exceeds the device's texture size limit")
        return false
    }

    /// A clear target over some device pixels.
    private func enter(_ area: IntRect) {
        let next = pool.take(area)
        add(.clear(next, area, 0))
        turn(to: next)
    }

    private func turn(to next: Target) {
        target = next
        clip = ClipState(next.bounds)
        clip.maskCount = openMasks.count
        region = next.bounds
    }

    /// Turns from the group's content to its mask; answers which op is next.
    func turnToMask(_ first: Int, _ end: Int, _ list: ListView) -> Int {
        guard let last = scopes.indices.last, scopes[last].kind == .group, scopes[last].awaitsMask, let ops = list.ops.baseAddress else {
            return first
        }
        scopes[last].kind = .mask
        scopes[last].awaitsMask = false
        scopes[last].content = target
        // A mask that is one shape in one colour is a shape to paint.
        if end == first + 1, maker.isShape(ops + first), maker.groupDraw(ops + scopes[last].op, list).isPlain {
            scopes[last].shape = first
            return end
        }
        enter(scopes[last].visible)
        return first
    }

    /// A group of one op under a mask of one shape that it surrounds: the shape with the op's paint. False where it is something else.
    func encodeMasked(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        guard end == i + 4, list.ops[i + 2].kind == .beginMask, case .group(let draw)? = list.payload(op), draw.hasMask, draw.isPlain else {
            return false
        }
        let content = op + 1, shape = op + 3
        let visible = region.intersection(IntRect(op.pointee.bounds)).intersection(IntRect(content.pointee.bounds))
        if visible.isEmpty || !(op.pointee.opacity > 0) { return true }
        if visible.intersection(IntRect(shape.pointee.bounds)).isEmpty { return true }
        guard maker.isShape(shape), maker.surrounds(content, shape) else { return false }
        let opacity = op.pointee.opacity * maker.alpha(of: shape) * content.pointee.opacity
        switch content.pointee.kind {
        case .fill: fill(shape, with: EncodedPaint(color: PixelMath.premultiplied(content.pointee.color, opacity: opacity)), list)
        case .gradient:
            guard case .gradient(let gradient)? = list.payload(content) else { return false }
            if let paint = paint(of: gradient, content, opacity: opacity) { fill(shape, with: paint, list) }
        default: return false
        }
        return true
    }

    private func fill(_ shape: UnsafePointer<DrawOp>, with paint: EncodedPaint, _ list: ListView) {
        if shape.pointee.kind == .fill { return fillShape(shape, paint, list) }
        guard case .shape(let draw)? = list.payload(shape) else { return }
        encode(draw, shape, strokes: shape.pointee.kind == .shapeStroke, paint)
    }

    /// Order: content, tint, filters, opacity, shadow of what that leaves, mask, and so onto what lies below, which is filtered first.
    func endGroup(_ scope: EncoderScope, _ list: ListView) {
        guard let ops = list.ops.baseAddress else { return }
        let op = ops + scope.op
        let draw = maker.groupDraw(op, list)
        var content = scope.content ?? target
        let mask = scope.kind == .mask && scope.shape < 0 ? target : nil
        target = scope.target
        clip = scope.clip
        openMasks.removeLast(openMasks.count - clip.maskCount)
        region = clip.bounds.intersection(target.bounds)
        var isKept = false
        defer {
            if !isKept { pool.give(content) }
            if let mask { pool.give(mask) }
        }
        if scope.shape >= 0 { return paint(content, through: ops + scope.shape, opacity: op.pointee.opacity, scope.visible, list) }
        if draw.hasMask && mask == nil { return }
        if let raster = draw.raster {
            frame = scope.frame
            isKept = images.missing == scope.missing
            if isKept { keep(content, op, at: scope.op, end: scope.end, raster, list) }
            return self.draw(content, raster, op, list)
        }
        var color = tintColor(draw.tint)
        if !draw.filters.isEmpty {
            if color != 0xFFFF_FFFF { replace(&content, with: tinted(content, color)) }
            color = 0xFFFF_FFFF
            replace(&content, with: filtered(content, draw.filters, op, wanted: maker.sourceOfShadow(draw, op, scope.visible)))
        }
        var opacity = PixelMath.byte(op.pointee.opacity)
        if let shadow = draw.shadow, let under = shadowed(content, color, shadow, op, opacity: opacity, visible: scope.visible) {
            replace(&content, with: under)
            color = 0xFFFF_FFFF
            opacity = 255
        }
        let mode = PixelBlendMode(rawValue: draw.blendMode) ?? .normal
        if let backdrop = draw.backdrop { filterBackdrop(backdrop, op, scope.visible, mask: mask, list) }
        composite(content, scope.visible, color, opacity, mask, mode)
    }

    private func replace(_ content: inout Target, with next: Target) {
        if next === content { return }
        pool.give(content)
        content = next
    }

    private func tintColor(_ t: RGBA) -> UInt32 {
        if t == RGBA(1, 1, 1, 1) { return 0xFFFF_FFFF }
        func byte(_ v: Float) -> UInt32 { UInt32(PixelMath.byte(v)) }
        return byte(t.w) << 24 | byte(t.x * t.w) << 16 | byte(t.y * t.w) << 8 | byte(t.z * t.w)
    }

    /// The texels of a target where they lie in device space.
    /// - Parameter fade: what a filter takes each texel times, before all else.
    func texels(
        _ source: Target, _ color: UInt32 = 0xFFFF_FFFF, opacity: UInt8 = 255, fade: UInt8 = 255, kind: PaintKind = .texels,
        movedBy d: (x: Int32, y: Int32) = (0, 0)
    ) -> EncodedPaint {
        let b = source.bounds
        let at = texelParams(dx: -b.x0 - d.x, dy: -b.y0 - d.y, IntRect(x: 0, y: 0, width: b.width, height: b.height), fade: fade)
        return EncodedPaint(kind: kind, color: color, opacity: opacity, params: at, texture: source.texture)
    }

    private func composite(
        _ content: Target, _ visible: IntRect, _ color: UInt32, _ opacity: UInt8, _ mask: Target?, _ mode: PixelBlendMode
    ) {
        var r = visible.intersection(region)
        if !mode.affectsUntouched {
            r = r.intersection(content.bounds)
            if let mask { r = r.intersection(mask.bounds) }
        }
        guard !r.isEmpty, color >> 24 > 0 && opacity > 0 || mode.affectsUntouched else { return }
        let paint = texels(content, color, opacity: opacity)
        guard mode == .normal else { return blend(paint, r, mask, mode) }
        let saved = clip
        if let mask {
            reserve(2, .over)
            clip = masked(clip, r, by: mask, slot: join(.over, .paint, mask.texture))
        }
        emit(r, .whole, .zero, .zero, 0, paint)
        clip = saved
    }

    /// Makes sure that the next textures are of one run.
    private func reserve(_ count: Int, _ mode: RunMode) {
        if isRunning, runMode == mode, runTextures.count + count <= Encoder.slots { return }
        endRun()
    }

    /// The whole content of a target through the one shape of its mask.
    private func paint(_ content: Target, through shape: UnsafePointer<DrawOp>, opacity: Float, _ visible: IntRect, _ list: ListView) {
        let saved = region
        region = region.intersection(visible).intersection(IntRect(shape.pointee.bounds))
        if !region.isEmpty {
            let opacity = PixelMath.byte(opacity * maker.alpha(of: shape))
            if opacity > 0 { fill(shape, with: texels(content, opacity: opacity), list) }
        }
        region = saved
    }

    // MARK: Blend modes

    /// Composites with a mode that reads what is there: from a copy.
    private func blend(_ paint: EncodedPaint, _ r: IntRect, _ mask: Target?, _ mode: PixelBlendMode) {
        let behind = pool.take(r)
        add(.copy(target, r, behind))
        replaceBehind(r, paint, behind, mask, mode, opacity: 255)
        pool.give(behind)
    }

    /// Writes the result of a mode over a rectangle, mixed with what was there by the clip.
    /// - Parameters:
    ///   - mask: multiplies the source.
    ///   - opacity: of the result over what was there.
    private func replaceBehind(
        _ r: IntRect, _ paint: EncodedPaint, _ behind: Target, _ mask: Target?, _ mode: PixelBlendMode, opacity: UInt8
    ) {
        reserve(3, .replace)
        let slot = join(.replace, .blend, behind.texture)
        // 0 for no mask.
        let source = mask.map { join(.replace, .blend, $0.texture) + 1 } ?? 0
        let record = parameter(SIMD4(Float(-behind.bounds.x0), Float(-behind.bounds.y0), Float(slot), Float(source)))
        _ = parameter(
            SIMD4(Float(opacity) / 255, Float(paint.opacity) / 255, Float(-(mask?.bounds.x0 ?? 0)), Float(-(mask?.bounds.y0 ?? 0))))
        let first = instances.count
        emit(r, .whole, .zero, SIMD4(0, 0, 0, Float(record)), 0, paint, mode: .replace)
        if instances.count > first { instances[first].kinds.w = UInt8(truncatingIfNeeded: mode.rawValue) }
        endRun()
    }

    // MARK: What is behind

    private func filterBackdrop(
        _ backdrop: GroupDraw.Backdrop, _ op: UnsafePointer<DrawOp>, _ visible: IntRect, mask: Target?, _ list: ListView
    ) {
        let r = visible.intersection(region)
        let opacity = PixelMath.byte(backdrop.opacity)
        guard !r.isEmpty, !backdrop.filters.isEmpty, opacity > 0, op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else {
            return
        }
        let source = maker.source(of: r, backdrop.filters, op)
        var picture = copyBehind(source)
        replace(&picture, with: filtered(picture, backdrop.filters, op, wanted: r))
        let behind = pool.take(r)
        add(.copy(target, r, behind))
        let saved = (clip, region)
        if let shape = narrowed(clip, to: op, r, list) {
            clip = shape
            // Beyond the clip's bounds its mask in the atlas is that of something else.
            region = region.intersection(r).intersection(clip.bounds)
            if let mask {
                // In the run to come it is the second texture, behind the first.
                endRun()
                _ = join(.replace, .blend, behind.texture)
                clip = masked(clip, r, by: mask, slot: join(.replace, .blend, mask.texture))
            }
            replaceBehind(r, texels(picture), behind, nil, .copy, opacity: opacity)
            openMasks.removeLast(openMasks.count - saved.0.maskCount)
        }
        (clip, region) = saved
        pool.give(behind)
        pool.give(picture)
    }

    /// The target's pixels; beyond the edges of the picture those of the edge.
    private func copyBehind(_ r: IntRect) -> Target {
        let inside = r.intersection(frame)
        guard !inside.isEmpty else {
            let none = pool.take(r)
            add(.clear(none, r, 0))
            return none
        }
        let copy = pool.take(inside)
        if !target.bounds.contains(inside) { add(.clear(copy, inside, 0)) }
        add(.copy(target, inside.intersection(target.bounds), copy))
        if inside == r { return copy }
        let whole = pool.take(r)
        pass(into: whole, r, texels(copy, kind: .extended))
        pool.give(copy)
        return whole
    }

    // MARK: Bitmaps of layers

    /// Draws the bitmap of a rasterised layer, if it is kept and still right.
    func encodeKept(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        guard end > i, let raster = maker.groupDraw(op, list).raster else { return false }
        let inside = UnsafeBufferPointer(rebasing: list.ops[(i + 1)..<end])
        guard let kept = bitmaps.value(raster.key), kept.isMade(of: inside, list) else { return false }
        draw(kept.picture, raster, op, list)
        return true
    }

    private func keep(_ made: Target, _ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ raster: GroupDraw.Raster, _ list: ListView) {
        let bitmap = LayerBitmap(made, UnsafeBufferPointer(rebasing: list.ops[(i + 1)..<end]), list)
        bitmaps.keep(bitmap, for: raster.key, cost: bitmap.cost + made.texture.byteCount)
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
