import CoreGraphics
import Raster
import RenderTree

/// Makes the coverage of shapes with the rasteriser, and caches it between frames. Both compositors use one: a device that has its own
/// formula for a shape requests only the parameters.
package final class CoverageMaker {
    package let options: CompositorOptions
    package let raster = Rasterizer()

    // Scratch memory.
    @exclusivity(unchecked) private var path = LocalPath()
    @exclusivity(unchecked) private var projected = LocalPath()
    @exclusivity(unchecked) private var projector = ProjectedPath()
    package let quad = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: 8)

    // Kept between frames.
    @exclusivity(unchecked) var shadows = RecentCache<ShadowKey, MaskBuffer>(limit: 32 << 20, maxCount: 4096)
    @exclusivity(unchecked) var shapes = RecentCache<ShapeKey, ShapeCoverage>(limit: 48 << 20, maxCount: 16384)

    package init(_ options: CompositorOptions) { self.options = options }

    deinit { quad.deallocate() }

    /// Calls `body` with a path in perspective, and the remaining transform to device pixels.
    func withProjected(_ view: PathView, _ projection: Projection, _ body: (PathView, Affine) -> Void) {
        guard projection.kind == .projective else { return body(view, projection.affine) }
        projected.removeAll()
        projector.project(view, projection, into: &projected)
        projected.withView { body($0, .identity) }
    }

    func curve(_ op: UnsafePointer<DrawOp>) -> CornerOutline.Curve {
        if options.cornerOutline == .continuousUnclamped { return .continuousUnclamped }
        return op.pointee.flags.contains(.continuousCorners) ? .continuous : .circular
    }

    /// Calls `body` with the op's outline in its own points.
    func withOutline(_ op: UnsafePointer<DrawOp>, _ body: (PathView) -> Void) {
        path.removeAll()
        CornerOutline.append(
            rect: op.pointee.rect, radius: op.pointee.fittedRadius, corners: op.pointee.maskedCorners, curve: curve(op), to: &path)
        path.withView(body)
    }

    /// Calls `body` with the outer and the inner outline of a border.
    func withBorder(_ op: UnsafePointer<DrawOp>, _ inner: CGRect, _ innerRadius: Double, _ body: (PathView) -> Void) {
        let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius, corners = op.pointee.maskedCorners
        path.removeAll()
        CornerOutline.append(rect: op.pointee.rect, radius: radius, corners: corners, curve: curve(op), to: &path)
        CornerOutline.append(rect: inner, radius: innerRadius, corners: corners, curve: curve(op), to: &path)
        path.withView(body)
    }

    /// Calls `body` with the outline inset by half the border's width.
    func withMiddleOfBorder(_ op: UnsafePointer<DrawOp>, _ body: (PathView) -> Void) {
        let half = op.pointee.width / 2
        path.removeAll()
        CornerOutline.append(
            rect: op.pointee.rect.insetBy(dx: half, dy: half), radius: max(0, op.pointee.fittedRadius - half),
            corners: op.pointee.maskedCorners, curve: curve(op), to: &path)
        path.withView(body)
    }

    func fillQuad(_ target: Surface, _ clip: Clip, _ rect: CGRect, _ projection: Projection, _ edges: EdgeSet, _ paint: Paint) {
        let count = placeQuad(rect, projection)
        guard count > 2 else { return }
        // A quad cut by the eye's plane has edges other than its own.
        let edges: EdgeSet = count == 4 || edges == .none ? edges : .all
        raster.fillConvexPolygon(target, clip, UnsafeBufferPointer(start: quad, count: count), antialiased: edges, paint: paint)
    }

    /// Stores the device corners of a rectangle in `quad`; returns their number.
    package func placeQuad(_ r: CGRect, _ projection: Projection) -> Int {
        let x0 = Double(r.origin.x), y0 = Double(r.origin.y), x1 = x0 + r.size.width, y1 = y0 + r.size.height
        quad[0] = [x0, y0]; quad[1] = [x1, y0]; quad[2] = [x1, y1]; quad[3] = [x0, y1]
        var inFront = true
        if projection.kind == .projective {
            for i in 0..<4 where !(projection.w(quad[i]) > Projection.cutW) { inFront = false }
        }
        if inFront {
            for i in 0..<4 { quad[i] = projection.apply(quad[i]) }
            return 4
        }
        let corners = [quad[0], quad[1], quad[2], quad[3]]
        var n = 0
        ProjectedPath.cut(corners, projection) { p in
            if n < 8 { quad[n] = p; n += 1 }
        }
        return n
    }

    func strokeStyle(_ shape: ShapeDraw) -> StrokeStyle? {
        var style = StrokeStyle(width: shape.lineWidth)
        style.start = max(0, min(1, shape.strokeStart))
        style.end = max(0, min(1, shape.strokeEnd))
        guard style.start < style.end else { return nil }
        style.cap =
            switch shape.cap {
            case .butt: .butt;
            case .round: .round;
            case .square: .square
            }
        style.join =
            switch shape.join {
            case .miter: .miter;
            case .round: .round;
            case .bevel: .bevel
            }
        style.miterLimit = shape.miterLimit
        style.dash = shape.dash ?? []
        style.dashPhase = shape.dashPhase
        style.additive = options.additiveStrokes
        return style
    }
}
