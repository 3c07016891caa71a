import CoreGraphics

/// A flat picture in space as the viewer sees it: the region of pixels that it can cover, and its depth over them. A plane remains a plane
/// after the division by w, so that depth is linear in device x and y.
struct DepthPlane {
    /// A convex polygon of either orientation; empty if nothing is visible.
    var polygon: [SIMD2<Double>]
    /// z/w = x · slope.x + y · slope.y + level; larger is nearer.
    var slope: SIMD2<Double>
    var level: Double
    /// The cost of painting the plane once more; of two planes that cross, the cheaper one is cut.
    var cost: Int

    @inline(__always)
    func depth(at p: SIMD2<Double>) -> Double { p.x * slope.x + p.y * slope.y + level }
}

/// A plane, or a piece of it, in paint order.
struct DepthPiece: Equatable {
    var plane: Int
    /// Convex and in pixels; empty for the whole plane.
    var clip: [SIMD2<Double>] = []
}

extension DepthPlane {
    /// A plane of which nothing is visible.
    static let invisible = DepthPlane(polygon: [], slope: .zero, level: 0, cost: 0)

    /// Creates the plane z = 0 of a full matrix, without a polygon; nil if its depth is not a function of the pixel.
    init?(_ m: CATransform3D) {
        // z over the plane is a linear combination of x, y and w: by Cramer's rule.
        func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
        }
        func column(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> SIMD3<Double> { SIMD3(Double(a), Double(b), Double(c)) }
        let x = column(m.m11, m.m21, m.m41), y = column(m.m12, m.m22, m.m42), w = column(m.m14, m.m24, m.m44),
            z = column(m.m13, m.m23, m.m43)
        let d = determinant(x, y, w)
        guard d != 0, d.isFinite else { return nil }
        slope = SIMD2(determinant(z, y, w), determinant(x, z, w)) / d
        level = determinant(x, y, z) / d
        guard (slope.x + slope.y + level).isFinite else { return nil }
        polygon = []
        cost = 0
    }
}

extension Projection {
    /// Returns the device corners of a rectangle, without the part behind the camera.
    func outline(of r: CGRect) -> [SIMD2<Double>] {
        let x0 = Double(r.minX), y0 = Double(r.minY), x1 = Double(r.maxX), y1 = Double(r.maxY)
        let corners: [SIMD2<Double>] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        // Clipped at a small distance from the eye's plane, so that coordinates stay small enough for the computation.
        let inFront = kind == .projective ? PlaneSplit.part(of: corners, SIMD2(m13, m23), m33 - 1e-4) : corners
        return inFront.map { p in
            let w = p.x * m13 + p.y * m23 + m33
            return SIMD2(p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32) / w
        }
    }
}
