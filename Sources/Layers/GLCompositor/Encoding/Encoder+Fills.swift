import CoreGraphics
import Compositor
import Raster
import RenderTree

extension SIMD4 where Scalar == Float {
    init(_ r: IntRect) { self.init(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1)) }
}

extension Encoder {
    @inline(__always)
    func fill(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        if color >> 24 == 0 { return }
        fillShape(op, EncodedPaint(color: color), list)
    }

    /// Fills the op's rounded rectangle with any paint.
    func fillShape(_ op: UnsafePointer<DrawOp>, _ paint: EncodedPaint, _ list: ListView) {
        if op.pointee.projection.kind == .axisAligned, op.usesCircles(outline) {
            box(op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius), paint)
        } else if op.pointee.isSquare {
            quad(op.pointee.rect, op, op.pointee.softEdges, paint, list)
        } else if let made = coverage.outlineCoverage(op, within: region.intersection(IntRect(op.pointee.bounds))) {
            through(made, paint)
        }
    }

    /// Draws an axis-aligned rounded rectangle.
    @inline(__always)
    func box(_ rect: RoundedRect, _ paint: EncodedPaint) {
        guard let r = rect.fitted() else { return }
        let b = SIMD4(Float(r.x0), Float(r.y0), Float(r.x1), Float(r.y1))
        let corners = corners(of: r)
        emit(r.bounds, corners.z == 0 ? .box : .rounded, b, corners, 0, paint)
    }

    /// Returns a box's corner radii, the bits of its round corners, and the position of their chords in the parameters, in the shaders'
    /// format.
    @inline(__always)
    func corners(of r: RoundedRect) -> SIMD4<Float> {
        let (radius, corners) = r.corners
        return corners == 0 ? .zero : SIMD4(Float(radius.x), Float(radius.y), corners, Float(commands.chords(radius, coverage.raster)))
    }

    /// Draws a rectangle of the op's plane, in any projection.
    func quad(_ rect: CGRect, _ op: UnsafePointer<DrawOp>, _ edges: EdgeSet, _ paint: EncodedPaint, _ list: ListView) {
        let n = coverage.placeQuad(rect, op.pointee.projection)
        guard n > 2 else { return }
        let isSoft = edges.intersection(EdgeSet(rawValue: 15)) == EdgeSet(rawValue: 15)
        guard n == 4, isSoft || edges == .none, let p = quadCorners() else {
            let inside = region.intersection(IntRect(op.pointee.bounds))
            return inside.isEmpty ? () : through(coverage.quadCoverage(rect, op.pointee.projection, edges, within: inside), paint)
        }
        let low = SIMD2(min(p.0.x, p.1.x, p.2.x, p.3.x), min(p.0.y, p.1.y, p.2.y, p.3.y))
        let high = SIMD2(max(p.0.x, p.1.x, p.2.x, p.3.x), max(p.0.y, p.1.y, p.2.y, p.3.y))
        let bounds = IntRect(covering: low.x, low.y, high.x, high.y)
        let at = commands.parameter(SIMD4(Float(p.2.x), Float(p.2.y), Float(p.3.x), Float(p.3.y)))
        emit(bounds, isSoft ? .quad : .hardQuad, SIMD4(Float(p.0.x), Float(p.0.y), Float(p.1.x), Float(p.1.y)), .zero, at, paint)
    }

    /// Returns the corners that were placed last; nil if one is outside of the device's numeric range.
    private func quadCorners() -> (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)? {
        let p = coverage.quad
        for i in 0..<4 where !(abs(p[i].x) < 20_000 && abs(p[i].y) < 20_000) { return nil }
        return (p[0], p[1], p[2], p[3])
    }

    /// Draws paint through coverage made by the rasteriser.
    func through(_ made: PlacedCoverage, _ paint: EncodedPaint) {
        var pieces = atlas.pieces(of: made.mask, isKept: made.isKept)
        if pieces == nil {
            makeRoom()
            pieces = atlas.pieces(of: made.mask, isKept: made.isKept)
        }
        guard let pieces else { return throughParts(made, paint) }
        for piece in pieces {
            let rect = piece.rect.offset(made.x, made.y)
            if piece.isSolid {
                emit(rect, .whole, .zero, .zero, 0, paint)
            } else {
                let more = SIMD4(Float(piece.dx - made.x), Float(piece.dy - made.y), Float(piece.layer), 0)
                emit(rect, .mask, .zero, more, 0, paint)
            }
        }
    }

    /// Draws through coverage that is larger than the room in the atlas, in parts.
    private func throughParts(_ made: PlacedCoverage, _ paint: EncodedPaint) {
        let step = Int32(atlas.side / 4), all = made.bounds.intersection(region)
        guard made.bounds.width > Int(step) || made.bounds.height > Int(step) else {
            failure = CompositorFailure("the clips of a shape exceed the device's texture size limit")
            return
        }
        var y = all.y0
        while y < all.y1 {
            var x = all.x0
            while x < all.x1 {
                let part = IntRect(x, y, min(x + step, all.x1), min(y + step, all.y1)).offset(-made.x, -made.y)
                let mask = MaskBuffer(bounds: part)
                coverage.raster.fill(mask, Clip(part), through: made.mask)
                through(PlacedCoverage(mask: mask, x: made.x, y: made.y, isKept: false), paint)
                x += step
            }
            y += step
        }
    }

    /// Draws the pending commands and clears the atlas, except for the masks of the open clips.
    func makeRoom() {
        commands.endRun()
        flush()
        atlas.removeAll()
        for open in openMasks {
            guard let piece = atlas.whole(open.coverage.mask, isKept: open.coverage.isKept) else { continue }
            commands.params[open.params] = Self.maskRecord(piece, open.coverage)
        }
    }

    func border(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        let rect = op.pointee.rect, width = op.pointee.width
        guard color >> 24 > 0, width > 0, rect.size.width > 0, rect.size.height > 0 else { return }
        let paint = EncodedPaint(color: color)
        if width * 2 >= min(rect.size.width, rect.size.height) { return fillShape(op, paint, list) }
        guard op.pointee.projection.kind == .axisAligned, op.usesCircles(outline) else { return drawByProcessor(op, list) }
        let inner = CGRect(
            x: rect.origin.x + width, y: rect.origin.y + width, width: rect.size.width - 2 * width, height: rect.size.height - 2 * width)
        let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
        guard let o = op.pointee.upright(rect, radius: radius).fitted() else { return }
        guard let i = op.pointee.upright(inner, radius: max(0, radius - width)).fitted() else { return box(o, paint) }
        let more = corners(of: o), hole = corners(of: i)
        let at = commands.parameter(SIMD4(Float(i.x0), Float(i.y0), Float(i.x1), Float(i.y1)))
        _ = commands.parameter(hole)
        ring(o, i, more, at, paint)
    }

    private func ring(_ o: RoundedRect, _ i: RoundedRect, _ more: SIMD4<Float>, _ at: Int32, _ paint: EncodedPaint) {
        let b = SIMD4(Float(o.x0), Float(o.y0), Float(o.x1), Float(o.y1)), innerRadius = i.corners.radius
        // Draws four bars: the area completely inside the inner box is not drawn.
        let all = o.bounds
        let hole = IntRect(
            IntRect.clamped((i.x0 + innerRadius.x).rounded(.up)), IntRect.clamped((i.y0 + innerRadius.y).rounded(.up)),
            IntRect.clamped((i.x1 - innerRadius.x).rounded(.down)), IntRect.clamped((i.y1 - innerRadius.y).rounded(.down)))
        guard hole.area > 256 else { return emit(all, .ring, b, more, at, paint) }
        emit(IntRect(all.x0, all.y0, all.x1, hole.y0), .ring, b, more, at, paint)
        emit(IntRect(all.x0, hole.y1, all.x1, all.y1), .ring, b, more, at, paint)
        emit(IntRect(all.x0, hole.y0, hole.x0, hole.y1), .ring, b, more, at, paint)
        emit(IntRect(hole.x1, hole.y0, all.x1, hole.y1), .ring, b, more, at, paint)
    }

    func shadow(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        guard color >> 24 > 0 else { return }
        var path: CGPath?
        if case .path(let given)? = list.payload(op) { path = given }
        guard let made = coverage.shadowCoverage(op, path: path, within: region) else { return }
        through(made, EncodedPaint(color: color))
    }

    func encode(_ shape: ShapeDraw, _ op: UnsafePointer<DrawOp>, strokes: Bool, _ list: ListView) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        guard color >> 24 > 0 else { return }
        guard op.pointee.projection.kind != .projective else { return drawByProcessor(op, list) }
        encode(shape, op, strokes: strokes, EncodedPaint(color: color))
    }

    func encode(_ shape: ShapeDraw, _ op: UnsafePointer<DrawOp>, strokes: Bool, _ paint: EncodedPaint) {
        let visible = region.intersection(IntRect(op.pointee.bounds))
        guard !visible.isEmpty, let made = coverage.shapeCoverage(shape, op, strokes: strokes, within: visible) else { return }
        through(made, paint)
    }
}

extension RoundedRect {
    /// The radius shared by the round corners, and the bits of those corners, in the shaders' format.
    @inline(__always)
    var corners: (radius: SIMD2<Double>, bits: Float) {
        if radii.0 == radii.1, radii.0 == radii.2, radii.0 == radii.3 { return (radii.0, radii.0.x > 0 && radii.0.y > 0 ? 15 : 0) }
        var radius = SIMD2<Double>.zero
        var bits: Float = 0
        func add(_ r: SIMD2<Double>, _ bit: Float) {
            guard r.x > 0, r.y > 0 else { return }
            radius = r
            bits += bit
        }
        add(radii.0, 1)
        add(radii.1, 2)
        add(radii.2, 4)
        add(radii.3, 8)
        return (radius, bits)
    }
}
