import Foundation

/// An upright rectangle with elliptical corners in device space.
package struct RoundedRect: Equatable, Sendable {
    package var x0: Double, y0: Double, x1: Double, y1: Double
    /// The radii (x, y) of the corners at (x0, y0), (x1, y0), (x1, y1), (x0, y1).
    package var radii: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

    package init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, radius: Double = 0) {
        let r = SIMD2(radius, radius)
        self.init(x0, y0, x1, y1, radii: (r, r, r, r))
    }

    package init(
        _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double,
        radii: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
    ) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
        self.radii = radii
    }

    package static func == (a: RoundedRect, b: RoundedRect) -> Bool {
        a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1 && a.radii.0 == b.radii.0 && a.radii.1 == b.radii.1
            && a.radii.2 == b.radii.2 && a.radii.3 == b.radii.3
    }

    /// The pixels touched. Empty for NaN or reversed edges.
    package var bounds: IntRect { IntRect(covering: x0, y0, x1, y1) }

    /// Returns the rectangle with radii clamped to fit: never negative, and at most the side that two corners share. Returns nil if an
    /// edge is not finite or the rectangle is empty.
    package func fitted() -> RoundedRect? {
        guard (x0 + y0 + x1 + y1).isFinite, x0 < x1, y0 < y1 else { return nil }
        let far = Flattener.farthest
        // The most common case: one radius, which fits.
        let r = radii.0
        if r == radii.1, r == radii.2, r == radii.3, r.x >= 0, r.y >= 0, (r.x > 0) == (r.y > 0), 2 * r.x <= x1 - x0, 2 * r.y <= y1 - y0,
            x0 >= -far, y0 >= -far, x1 <= far, y1 <= far
        {
            return self
        }
        var out = self
        if x0 < -far || y0 < -far || x1 > far || y1 > far {
            out.x0 = max(x0, -far)
            out.y0 = max(y0, -far)
            out.x1 = min(x1, far)
            out.y1 = min(y1, far)
            guard out.x0 < out.x1, out.y0 < out.y1 else { return nil }
        }
        func clean(_ r: SIMD2<Double>) -> SIMD2<Double> { r.x > 0 && r.y > 0 && r.x.isFinite && r.y.isFinite ? r : .zero }
        var (a, b, c, d) = (clean(radii.0), clean(radii.1), clean(radii.2), clean(radii.3))
        let w = out.x1 - out.x0, h = out.y1 - out.y0
        let f = min(
            1, w / max(a.x + b.x, 1e-300), w / max(c.x + d.x, 1e-300), h / max(a.y + d.y, 1e-300), h / max(b.y + c.y, 1e-300))
        if f < 1 { (a, b, c, d) = (a * f, b * f, c * f, d * f) }
        out.radii = (a, b, c, d)
        return out
    }
}
