import CoreGraphics
import Compositor
import Raster
import RenderTree

extension Encoder {
    /// Narrows the clip. Returns false if nothing is left of it.
    func beginClip(_ step: PlanStep, _ planned: PlannedClip, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        guard let narrow = narrowed(clip, to: op, planned, step.rect, list) else { return false }
        push()
        clip = narrow
        region = clip.bounds.intersection(commands.target.bounds)
        return true
    }

    func endClip() { _ = pop() }

    /// Returns a clip within the op's shape and `inside`; nil if nothing is left.
    func narrowed(
        _ outer: ClipState, to op: UnsafePointer<DrawOp>, _ planned: PlannedClip, _ inside: IntRect, _ list: ListView
    ) -> ClipState? {
        switch planned.shape {
        case .rectangle:
            var clip = outer
            clip.bounds = outer.bounds.intersection(inside)
            return clip
        case .polygon:
            guard case .polygon(let points)? = list.payload(op) else { return nil }
            return linked(outer, inside, .polygon, polygon(points), inner: .empty)
        case .outline: return outlined(outer, to: op, inside, planned.inner)
        }
    }

    private func outlined(_ outer: ClipState, to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ inner: IntRect) -> ClipState? {
        if op.pointee.projection.kind == .axisAligned, op.usesCircles(outline) {
            let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
            guard let r = op.pointee.upright(op.pointee.rect, radius: radius).fitted() else { return nil }
            let numbers = [SIMD4(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1)), corners(of: r)]
            return linked(outer, inside, .rounded, numbers, inner: inner)
        }
        if op.pointee.isSquare, coverage.placeQuad(op.pointee.rect, op.pointee.projection) == 4 {
            let p = (0..<4).map { coverage.quad[$0] }
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

    /// Returns a clip whose coverage is made by the rasteriser.
    private func masked(_ outer: ClipState, to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ inner: IntRect) -> ClipState? {
        var made: PlacedCoverage
        if !op.pointee.isSquare, let kept = coverage.outlineCoverage(op, within: inside), kept.isKept, atlas.holds(kept.mask.bounds) {
            made = kept
        } else {
            let mask = MaskBuffer(bounds: inside)
            coverage.cover(mask, op)
            made = PlacedCoverage(mask: mask, x: 0, y: 0, isKept: false)
        }
        var piece = atlas.whole(made.mask, isKept: made.isKept)
        if piece == nil {
            makeRoom()
            piece = atlas.whole(made.mask, isKept: made.isKept)
        }
        guard let piece else {
            failure = CompositorFailure("a clip of \(inside.width) x \(inside.height) pixels exceeds the device's texture size limit")
            return nil
        }
        var clip = linked(
            outer, inside.intersection(made.bounds), .mask, [.zero, Self.maskRecord(piece, made)], inner: inner)
        openMasks.append((commands.params.count - 1, made))
        clip.maskCount = openMasks.count
        return clip
    }

    static func maskRecord(_ piece: MaskPiece, _ coverage: PlacedCoverage) -> SIMD4<Float> {
        SIMD4(Float(piece.dx - coverage.x), Float(piece.dy - coverage.y), Float(piece.layer), 0)
    }

    /// Adds a link to the chain of clips.
    private func linked(_ outer: ClipState, _ bounds: IntRect, _ kind: ClipKind, _ numbers: [SIMD4<Float>], inner: IntRect) -> ClipState {
        let at = commands.parameter(SIMD4(Float(kind.coverage.rawValue), Float(outer.chain), 0, 0))
        for v in numbers { _ = commands.parameter(v) }
        var clip = outer
        clip.bounds = outer.bounds.intersection(bounds)
        clip.chain = at
        clip.inner = outer.chain >= 0 ? inner.intersection(outer.inner) : inner
        return clip
    }

    /// Returns the number of corners, then two corners per line.
    private func polygon(_ points: [SIMD2<Double>]) -> [SIMD4<Float>] {
        var numbers = [SIMD4(Float(points.count), 0, 0, 0)]
        for i in stride(from: 0, to: points.count, by: 2) {
            let a = points[i], b = points[min(i + 1, points.count - 1)]
            numbers.append(SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y)))
        }
        return numbers
    }

    /// Returns a clip to the antialiased edges of an axis-aligned op.
    func edgeClip(_ op: UnsafePointer<DrawOp>, _ inside: IntRect) -> ClipState? {
        guard let r = op.pointee.upright(op.pointee.rect, radius: 0).fitted() else { return nil }
        return linked(
            clip, inside, .rounded, [SIMD4(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1)), .zero],
            inner: op.covered(outline).intersection(inside))
    }

    /// Returns a clip to the alpha of a target, which is a texture of the same run.
    func masked(_ outer: ClipState, _ inside: IntRect, by mask: Target, slot: Int32) -> ClipState {
        linked(
            outer, inside, .alpha, [.zero, SIMD4(Float(-mask.bounds.x0), Float(-mask.bounds.y0), Float(slot), 0)], inner: .empty)
    }
}
