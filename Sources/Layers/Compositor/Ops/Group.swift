import CoreGraphics
import Raster
import RenderTree

extension Compositor {
    /// The largest side of a group with a shadow, in pixels.
    package static let farthestShadow = 8192

    /// Turns to a surface of the group's own. False where nothing can show.
    func beginGroup(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        let visible = region.intersection(IntRect(op.pointee.bounds))
        let draw = groupDraw(op, list)
        guard !visible.isEmpty, op.pointee.opacity > 0 || PixelBlendMode(rawValue: draw.blendMode)?.affectsUntouched == true else {
            return false
        }
        var scope = OpenScope(kind: .group, op: i, end: end, target: target, clip: clip, visible: visible)
        scope.awaitsMask = draw.hasMask
        var area = visible
        if draw.raster != nil {
            // All of the bitmap is made, in its own space.
            // Clear pixels all around make smooth edges.
            area = contentBounds(i, end, list).outset(1, 1)
            scope.visible = area
            scope.frame = frame
            frame = area
        } else if draw.shadow != nil || !draw.filters.isEmpty {
            // What throws a shadow or a glow into the visible part has to be drawn, too.
            let content = contentBounds(i, end, list)
            let all = visible.union(sourceOfFilters(draw, op, visible)).intersection(content)
            // What comes from very far is not worth the memory.
            if all.width <= Compositor.farthestShadow, all.height <= Compositor.farthestShadow { area = all }
        }
        if !list.backdrops.isEmpty {
            area = area.union(backdropSource(list, i + 1, end, area).intersection(draw.raster == nil ? frame.union(area) : area))
        }
        scopes.append(scope)
        target = Surface(bounds: area)
        clip = Clip(area)
        region = clip.region(in: target.bounds)
        return true
    }

    /// Turns from the group's content to its mask.
    func beginMask() {
        guard let last = scopes.indices.last, scopes[last].kind == .group, scopes[last].awaitsMask else { return }
        scopes[last].kind = .mask
        scopes[last].awaitsMask = false
        scopes[last].content = target
        target = Surface(bounds: scopes[last].visible)
        clip = Clip(scopes[last].visible)
        region = clip.region(in: target.bounds)
    }

    /// Order: content, tint, filters, opacity, shadow of what that leaves, mask, and so onto what lies below, which is filtered first.
    func endGroup(_ scope: OpenScope, _ list: ListView) {
        let op = list.ops.baseAddress! + scope.op
        let draw = groupDraw(op, list)
        var content = scope.content ?? target
        let mask = scope.kind != .mask || scope.shape >= 0 ? nil : scope.coverage ?? MaskBuffer(alphaOf: target)
        target = scope.target
        clip = scope.clip
        if scope.shape >= 0 {
            return paint(content, through: list.ops.baseAddress! + scope.shape, opacity: op.pointee.opacity, scope.visible, list)
        }
        // A mask that nothing was drawn of lets nothing through.
        if draw.hasMask && mask == nil { return }
        if let raster = draw.raster {
            frame = scope.frame
            keep(content, op, at: scope.op, end: scope.end, raster, list)
            return
        }
        if draw.tint != RGBA(1, 1, 1, 1) { content.tint(draw.tint) }
        if !draw.filters.isEmpty { content = filtered(content, draw.filters, op, wanted: sourceOfShadow(draw, op, scope.visible)) }
        var opacity = PixelMath.byte(op.pointee.opacity)
        if let shadow = draw.shadow, let under = shadowed(content, shadow, op, opacity: opacity, visible: scope.visible) {
            content = under
            opacity = 255
        }
        let mode = PixelBlendMode(rawValue: draw.blendMode) ?? .normal
        if let backdrop = draw.backdrop { filterBackdrop(backdrop, op, scope.visible, mask: mask) }
        raster.composite(content, onto: target, clip, rect: scope.visible, opacity: opacity, mask: mask, mode: mode)
    }

    /// The content over the shadow of its own alpha, faded.
    private func shadowed(_ content: Surface, _ shadow: GroupDraw.Shadow, _ op: UnsafePointer<DrawOp>, opacity: UInt8, visible: IntRect)
        -> Surface?
    {
        let color = PixelMath.premultiplied(shadow.color, opacity: shadow.opacity)
        guard color >> 24 > 0 else { return nil }
        let place = ShadowPlace(shadow.radius, shadow.offset, op)
        let alpha = MaskBuffer(alphaOf: content)
        alpha.scale(by: opacity)
        let blurred = alpha.blurred(sigmaX: place.sigma.x, sigmaY: place.sigma.y, rect: visible.offset(-place.dx, -place.dy))
        let result = Surface(bounds: visible)
        // The same pixels seen from where the shadow was made.
        let moved = Surface(
            wrapping: result.pixels, width: result.width, height: result.height, stride: result.stride,
            originX: result.originX - Int(place.dx), originY: result.originY - Int(place.dy))
        raster.fill(moved, Clip(moved.bounds), through: blurred, paint: .solid(color))
        raster.composite(content, onto: result, Clip(visible), opacity: opacity)
        return result
    }

    package func groupDraw(_ op: UnsafePointer<DrawOp>, _ list: ListView) -> GroupDraw {
        if case .group(let draw)? = list.payload(op) { return draw }
        return GroupDraw()
    }

    /// The union of what is drawn directly in a group, up to its mask.
    package func contentBounds(_ begin: Int, _ end: Int, _ list: ListView) -> IntRect {
        var all = DeviceRect.empty
        var i = begin + 1
        while i < end {
            let op = list.ops.baseAddress! + i
            if op.pointee.kind == .beginMask { break }
            all = all.union(op.pointee.bounds)
            let opens = op.pointee.kind == .beginGroup || op.pointee.kind == .beginClip
            i = opens ? max(i, Int(op.pointee.end)) + 1 : i + 1
        }
        return IntRect(all)
    }
}

/// Where a group's shadow falls, in pixels.
package struct ShadowPlace {
    package let sigma: SIMD2<Double>
    package let dx: Int32, dy: Int32
    private let reachX: Int32, reachY: Int32

    package init(_ radius: CGFloat, _ offset: CGSize, _ op: UnsafePointer<DrawOp>) {
        let middle = op.pointee.rect.middle
        sigma = op.pointee.projection.blurSigma(Double(radius), at: middle)
        let d = op.pointee.projection.deviceOffset(offset, at: middle)
        dx = IntRect.clamped(d.x.rounded())
        dy = IntRect.clamped(d.y.rounded())
        reachX = GaussianKernel.reach(sigma: sigma.x)
        reachY = GaussianKernel.reach(sigma: sigma.y)
    }

    func source(of r: IntRect) -> IntRect { r.offset(-dx, -dy).outset(reachX, reachY) }
}

extension Surface {
    /// Every pixel times a straight colour.
    func tint(_ t: RGBA) {
        func byte(_ v: Float) -> UInt32 { UInt32(PixelMath.byte(v)) }
        let (r, g, b, a) = (byte(t.x * t.w), byte(t.y * t.w), byte(t.z * t.w), byte(t.w))
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
