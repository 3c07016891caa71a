import CoreGraphics
import Raster
import RenderTree

/// Masks. Only their alpha counts, so most are drawn as coverage instead of as a picture; and what they let through of a single op, or one
/// shape of a picture, is painted straight through that coverage.
extension Compositor {
    /// A group of one op under a mask, drawn without a picture of its own. False where there is more to the group.
    func drawMasked(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        guard drawsCoverage, end > i + 3, list.ops[i + 2].kind == .beginMask, case .group(let draw)? = list.payload(op), draw.hasMask,
            draw.isPlain
        else { return false }
        let content = op + 1, first = op + 3
        let visible = region.intersection(IntRect(op.pointee.bounds)).intersection(IntRect(content.pointee.bounds))
        if visible.isEmpty || !(op.pointee.opacity > 0) { return true }
        // An op whose bounds are empty draws nothing, whatever its shape.
        if end == i + 4, visible.intersection(IntRect(first.pointee.bounds)).isEmpty { return true }
        if end == i + 4, isShape(first), surrounds(content, first),
            let paint = paint(of: content, opacity: op.pointee.opacity * alpha(of: first), list)
        {
            fill(first, with: paint, list)
            return true
        }
        guard isLeaf(content), isCoverage(list, i + 3, end) else { return false }
        let (outerClip, outerRegion) = (clip, region)
        let mask = coverage(list, i + 3, end, visible)
        if let outer = clip.plain(in: visible).mask { mask.multiply(by: outer) }
        clip = Clip(visible, mask: mask)
        region = clip.region(in: target.bounds)
        var faded = content.pointee
        faded.opacity *= op.pointee.opacity
        drawLeaf(&faded, list)
        (clip, region) = (outerClip, outerRegion)
        return true
    }

    /// The mask of the open group, without a picture of it: ops from `first` to `end`. False where it needs one.
    func beginMaskAlone(_ first: Int, _ end: Int, _ list: ListView) -> Bool {
        guard drawsCoverage, let last = scopes.indices.last, scopes[last].kind == .group, scopes[last].awaitsMask else { return false }
        let group = list.ops.baseAddress! + scopes[last].op
        if end == first + 1, isShape(list.ops.baseAddress! + first), groupDraw(group, list).isPlain {
            scopes[last].shape = first
        } else {
            guard isCoverage(list, first, end) else { return false }
            scopes[last].coverage = coverage(list, first, end, scopes[last].visible)
        }
        scopes[last].content = target
        scopes[last].kind = .mask
        scopes[last].awaitsMask = false
        return true
    }

    /// The finished content of a group, through the one shape of its mask.
    func paint(_ content: Surface, through shape: UnsafePointer<DrawOp>, opacity: Float, _ visible: IntRect, _ list: ListView) {
        region = clip.region(in: target.bounds).intersection(visible).intersection(IntRect(shape.pointee.bounds))
        let back = Homography(Affine(1, 0, 0, 1, -Double(content.originX), -Double(content.originY)))
        guard !region.isEmpty,
            let sampler = ImageSampler(content, map: back, filter: .nearest, opacity: PixelMath.byte(opacity * alpha(of: shape)))
        else { return }
        let outer = clip
        clip = Clip(region, mask: outer.mask, inner: outer.inner)
        fill(shape, with: .image(sampler), list)
        clip = outer
        withExtendedLifetime(content) {}
    }

    // MARK: One shape

    /// A shape in one colour, flat.
    package func isShape(_ op: UnsafePointer<DrawOp>) -> Bool {
        switch op.pointee.kind {
        case .fill, .shapeFill, .shapeStroke: op.pointee.projection.kind != .projective
        default: false
        }
    }

    package func alpha(of op: UnsafePointer<DrawOp>) -> Float { max(0, op.pointee.color.w * op.pointee.opacity) }

    /// Whether an op covers every pixel that a shape touches, wherever both are seen from.
    package func surrounds(_ op: UnsafePointer<DrawOp>, _ shape: UnsafePointer<DrawOp>) -> Bool {
        guard op.pointee.isSquare, op.pointee.projection == shape.pointee.projection, op.pointee.projection.kind != .projective else {
            return false
        }
        // A pixel and a half across, as points along the shortest way.
        let p = op.pointee.projection
        let most = (p.m11 * p.m11 + p.m12 * p.m12 + p.m21 * p.m21 + p.m22 * p.m22).squareRoot()
        let margin = 1.5 * most / abs(p.m11 * p.m22 - p.m12 * p.m21)
        let outer = op.pointee.rect, inner = shape.pointee.rect
        return Double(inner.minX - outer.minX) >= margin && Double(outer.maxX - inner.maxX) >= margin
            && Double(inner.minY - outer.minY) >= margin && Double(outer.maxY - inner.maxY) >= margin
    }

    private func paint(of op: UnsafePointer<DrawOp>, opacity: Float, _ list: ListView) -> Paint? {
        let opacity = op.pointee.opacity * opacity
        switch op.pointee.kind {
        case .fill: return .solid(PixelMath.premultiplied(op.pointee.color, opacity: opacity))
        case .gradient:
            guard case .gradient(let gradient)? = list.payload(op) else { return nil }
            return paint(of: gradient, op, opacity: opacity).map { .gradient($0) }
        default: return nil
        }
    }

    private func fill(_ op: UnsafePointer<DrawOp>, with paint: Paint, _ list: ListView) {
        if op.pointee.kind == .fill { return fillShape(op, paint) }
        guard case .shape(let shape)? = list.payload(op) else { return }
        if op.pointee.kind == .shapeFill {
            self.paint(shape.path, op.pointee.projection.affine, nil, isEvenOdd: shape.fillRule == .evenOdd, paint)
        } else if shape.lineWidth > 0, let style = strokeStyle(shape) {
            self.paint(shape.path, op.pointee.projection.affine, style, isEvenOdd: false, paint)
        }
    }

    // MARK: Coverage

    /// Ops whose alpha can be drawn alone, at most: looking at more costs too much.
    private static let mostOps = 256

    private func isLeaf(_ op: UnsafePointer<DrawOp>) -> Bool {
        switch op.pointee.kind {
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient: true
        default: false
        }
    }

    /// Whether ops are shapes in one colour, clipped, masked, in groups, and nothing else.
    private func isCoverage(_ list: ListView, _ first: Int, _ end: Int) -> Bool {
        guard end - first <= Compositor.mostOps else { return false }
        for i in first..<end {
            let op = list.ops.baseAddress! + i
            switch op.pointee.kind {
            case .fill: if op.pointee.isSquare, op.pointee.projection.kind != .axisAligned, op.pointee.edgeMask & 15 != 15 { return false }
            case .shapeFill, .shapeStroke: if op.pointee.projection.kind == .projective { return false }
            case .beginClip, .endClip, .beginMask, .endGroup: break
            case .beginGroup:
                guard case .group(let draw)? = list.payload(op) else { break }
                if !draw.isAlone || (draw.blendMode != 0 && draw.blendMode != PixelBlendMode.xor.rawValue) { return false }
            default: return false
            }
        }
        return true
    }

    /// The alpha of what steps draw.
    private func coverage(_ list: ListView, _ first: Int, _ end: Int, _ area: IntRect) -> MaskBuffer {
        let mask = MaskBuffer(bounds: area)
        // What is clipped around this does not clip here.
        scopes.append(OpenScope(kind: .group, op: first, end: end, target: target, clip: clip, visible: area))
        cover(mask, Clip(area), list, first, end)
        scopes.removeLast()
        return mask
    }

    private func cover(_ mask: MaskBuffer, _ clip: Clip, _ list: ListView, _ first: Int, _ end: Int) {
        var i = first
        while i < end {
            let op = list.ops.baseAddress! + i
            let inside = clip.region(in: mask.bounds).intersection(IntRect(op.pointee.bounds))
            let last = max(i, min(Int(op.pointee.end), end))
            switch op.pointee.kind {
            case .beginClip:
                if !inside.isEmpty, let narrow = narrowed(clip, to: op, inside, list) {
                    scopes.append(OpenScope(kind: .clip, op: i, end: last, target: target, clip: clip, visible: inside))
                    cover(mask, narrow, list, i + 1, last)
                    scopes.removeLast()
                }
                i = last + 1
            case .beginGroup:
                if !inside.isEmpty { coverGroup(mask, clip.plain(in: inside).mask, inside, op, list, i, last) }
                i = last + 1
            default:
                if !inside.isEmpty { coverOp(mask, clip.plain(in: inside), inside, op, list) }
                i += 1
            }
        }
    }

    private func coverGroup(
        _ mask: MaskBuffer, _ clip: MaskBuffer?, _ inside: IntRect, _ op: UnsafePointer<DrawOp>, _ list: ListView, _ i: Int, _ end: Int
    ) {
        let draw = groupDraw(op, list), excludes = draw.blendMode == PixelBlendMode.xor.rawValue
        let opacity = PixelMath.byte(op.pointee.opacity)
        if opacity == 0 { return }
        if excludes, clip == nil, opacity == 255, !draw.hasMask, end == i + 2, op[1].kind == .fill,
            PixelMath.byte(alpha(of: op + 1)) == 255, covers(op + 1, inside)
        {
            // All but what there is: how mattes are turned inside out.
            mask.invert(inside)
            return
        }
        var turn = end
        if draw.hasMask {
            turn = i + 1
            while turn < end, list.ops[turn].kind != .beginMask {
                let begins = list.ops[turn].kind == .beginGroup || list.ops[turn].kind == .beginClip
                turn = begins ? max(turn, Int(list.ops[turn].end)) + 1 : turn + 1
            }
            if turn >= end { return }
        }
        let content = coverage(list, i + 1, turn, inside)
        if draw.hasMask { content.multiply(by: coverage(list, turn + 1, end, inside)) }
        content.scale(by: opacity)
        if let clip { content.multiply(by: clip) }
        if excludes { mask.exclude(content) } else { raster.fill(mask, Clip(inside), through: content) }
    }

    private func coverOp(_ mask: MaskBuffer, _ clip: Clip, _ inside: IntRect, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let alpha = PixelMath.byte(alpha(of: op))
        if alpha == 0 { return }
        if alpha < 255 {
            let faint = MaskBuffer(bounds: inside)
            coverOp(faint, clip, op, list)
            faint.scale(by: alpha)
            raster.fill(mask, Clip(inside), through: faint)
        } else {
            coverOp(mask, clip, op, list)
        }
    }

    private func coverOp(_ mask: MaskBuffer, _ clip: Clip, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        if op.pointee.kind == .fill { return cover(mask, op, clip) }
        guard case .shape(let shape)? = list.payload(op) else { return }
        if op.pointee.kind == .shapeFill {
            cover(mask, clip, shape.path, op.pointee.projection.affine, nil, isEvenOdd: shape.fillRule == .evenOdd)
        } else if shape.lineWidth > 0, let style = strokeStyle(shape) {
            cover(mask, clip, shape.path, op.pointee.projection.affine, style, isEvenOdd: false)
        }
    }
}

extension GroupDraw {
    /// Nothing is done to its picture, and it is put over what lies below.
    package var isPlain: Bool { isAlone && blendMode == 0 }

    /// Its picture is that of its ops and its mask, whatever lies around.
    package var isAlone: Bool { shadow == nil && filters.isEmpty && backdrop == nil && raster == nil && tint == RGBA(1, 1, 1, 1) }
}
