import CoreGraphics
import Compositor
import Raster
import RenderTree

extension Encoder {
    /// Narrows the clip to the op's shape. False where nothing can show.
    func beginClip(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        let inside = region.intersection(IntRect(op.pointee.bounds))
        guard !inside.isEmpty else { return false }
        let outer = clip
        guard let narrow = narrowed(clip, to: op, inside, list) else { return false }
        scopes.append(EncoderScope(kind: .clip, op: i, end: end, target: target, clip: outer, visible: region))
        clip = narrow
        region = clip.bounds.intersection(target.bounds)
        return true
    }

    /// A clip within the op's shape, as far as `inside` reaches; nil where nothing is left.
    func narrowed(_ outer: ClipState, to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ list: ListView) -> ClipState? {
        if case .polygon(let points)? = list.payload(op) {
            guard points.count > 2 else { return nil }
            return linked(outer, inside, .polygon, polygon(points), inner: .empty)
        }
        guard op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else { return nil }
        // The same shape again would count edge pixels twice.
        if isOpen(op, list) || maker.covers(op, inside) {
            var clip = outer
            clip.bounds = outer.bounds.intersection(inside)
            return clip
        }
        let inner = maker.covered(by: op).intersection(inside)
        if op.pointee.projection.kind == .axisAligned, maker.usesCircles(op) {
            let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
            guard let r = op.pointee.upright(op.pointee.rect, radius: radius).fitted() else { return nil }
            let numbers = [SIMD4(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1)), corners(of: r)]
            return linked(outer, inside, .rounded, numbers, inner: inner)
        }
        if op.pointee.isSquare, maker.placeQuad(op.pointee.rect, op.pointee.projection) == 4 {
            let p = (0..<4).map { maker.quad[$0] }
            if p.allSatisfy({ abs($0.x) < 20_000 && abs($0.y) < 20_000 }) {
                guard op.pointee.flags.contains(.antialiased) else {
                    return linked(outer, inside, .polygon, polygon(p), inner: .empty)
                }
                let numbers = [
                    SIMD4(Float(p[0].x), Float(p[0].y), Float(p[1].x), Float(p[1].y)),
                    SIMD4(Float(p[2].x), Float(p[2].y), Float(p[3].x), Float(p[3].y)),
                ]
                return linked(outer, inside, .quad, numbers, inner: .empty)
            }
        }
        return masked(outer, to: op, inside, inner)
    }

    /// A clip that the rasteriser makes.
    private func masked(_ outer: ClipState, to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ inner: IntRect) -> ClipState? {
        var coverage: PlacedCoverage
        if !op.pointee.isSquare, let outline = maker.outlineCoverage(op, within: inside), outline.isKept, atlas.holds(outline.mask.bounds) {
            coverage = outline
        } else {
            let mask = MaskBuffer(bounds: inside)
            maker.cover(mask, op)
            coverage = PlacedCoverage(mask: mask, x: 0, y: 0, isKept: false)
        }
        var piece = atlas.whole(coverage.mask, isKept: coverage.isKept)
        if piece == nil {
            makeRoom()
            piece = atlas.whole(coverage.mask, isKept: coverage.isKept)
        }
        guard let piece else {
            failure = CompositorFailure("a clip of \(inside.width) x \(inside.height) pixels exceeds the device's texture size limit")
            return nil
        }
        var clip = linked(
            outer, inside.intersection(coverage.bounds), .mask, [.zero, Self.maskRecord(piece, coverage)], inner: inner)
        openMasks.append((params.count - 1, coverage))
        clip.maskCount = openMasks.count
        return clip
    }

    static func maskRecord(_ piece: MaskPiece, _ coverage: PlacedCoverage) -> SIMD4<Float> {
        SIMD4(Float(piece.dx - coverage.x), Float(piece.dy - coverage.y), Float(piece.layer), 0)
    }

    /// A further link of the chain.
    private func linked(_ outer: ClipState, _ bounds: IntRect, _ kind: ClipKind, _ numbers: [SIMD4<Float>], inner: IntRect) -> ClipState {
        let at = parameter(SIMD4(kind.rawValue, Float(outer.chain), 0, 0))
        for v in numbers { _ = parameter(v) }
        var clip = outer
        clip.bounds = outer.bounds.intersection(bounds)
        clip.chain = at
        clip.inner = outer.chain >= 0 ? inner.intersection(outer.inner) : inner
        return clip
    }

    /// How many corners, then two a line.
    private func polygon(_ points: [SIMD2<Double>]) -> [SIMD4<Float>] {
        var numbers = [SIMD4(Float(points.count), 0, 0, 0)]
        for i in stride(from: 0, to: points.count, by: 2) {
            let a = points[i], b = points[min(i + 1, points.count - 1)]
            numbers.append(SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y)))
        }
        return numbers
    }

    /// A clip to the edges of an upright op, as far as they are soft.
    func edgeClip(_ op: UnsafePointer<DrawOp>, _ inside: IntRect) -> ClipState? {
        guard let r = op.pointee.upright(op.pointee.rect, radius: 0).fitted() else { return nil }
        return linked(
            clip, inside, .rounded, [SIMD4(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1)), .zero],
            inner: maker.covered(by: op).intersection(inside))
    }

    /// A clip to the alpha of a target, which is a texture of the same run.
    func masked(_ outer: ClipState, _ inside: IntRect, by mask: Target, slot: Int32) -> ClipState {
        linked(
            outer, inside, .alpha, [.zero, SIMD4(Float(-mask.bounds.x0), Float(-mask.bounds.y0), Float(slot), 0)], inner: .empty)
    }

    private func isOpen(_ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        var s = scopes.count - 1
        while s >= 0, scopes[s].kind == .clip {
            if list.ops[scopes[s].op].hasSameOutline(as: op.pointee) { return true }
            s -= 1
        }
        return false
    }
}
