import CoreGraphics
import RenderTree

/// The outline of a rounded rectangle: the curve of a corner, and its form where it doesn't fit.
///
/// A corner is described by distances from the corner point in units of the radius, `along` the edge it comes from and `across` towards the
/// inside. The circular corner is one cubic; the continuous one three, whose numbers are known from public analyses of UIBezierPath. If a
/// continuous corner would need more than half a side, its points move linearly towards the same three pieces of the circle, which it
/// equals when the radius is half the side.
struct CornerOutline {
    enum Curve { case circular, continuous, continuousUnclamped }

    /// Along, across: start of the curve, then three points per cubic.
    private static let continuous: [SIMD2<Double>] = [
        [1.528665, 0], [1.08849296, 0], [0.86840694, 0], [0.63149379, 0.07491139],
        [0.37282383, 0.16905956], [0.16905956, 0.37282383], [0.07491139, 0.63149379],
        [0, 0.86840694], [0, 1.08849296], [0, 1.528665],
    ]
    /// The circle divided at the same directions, so that the two can be mixed point by point. (Numbers, not a formula: the C library's
    /// sine differs from machine to machine.)
    private static let circle: [SIMD2<Double>] = [
        [1, 0], [0.873260170881, 0], [0.747675561060, 0.024092544450], [0.629933587870, 0.070994698286],
        [0.374765829281, 0.172639992169], [0.172639992169, 0.374765829281], [0.070994698286, 0.629933587870],
        [0.024092544450, 0.747675561060], [0, 0.873260170881], [0, 1],
    ]
    static let kappa = 0.5522847498307936

    /// - Parameter corners: the corners' bits: 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY.
    static func append(rect r: CGRect, radius: Double, corners: UInt8, curve: Curve, to path: inout LocalPath) {
        let x0 = Double(r.minX), y0 = Double(r.minY), x1 = Double(r.maxX), y1 = Double(r.maxY)
        let half = min(x1 - x0, y1 - y0) / 2
        let radius = max(0, min(radius, half))
        guard radius > 0, corners & 15 != 0 else {
            path.move([x0, y0]); path.line([x1, y0]); path.line([x1, y1]); path.line([x0, y1]); path.close()
            return
        }
        // The fraction of the continuous curve that fits: 1 all of it, 0 none (a circle).
        let fit: Double =
            switch curve {
            case .circular: 0
            case .continuous: max(0, min(1, (half / radius - 1) / (continuous[0].x - 1)))
            case .continuousUnclamped: 1
            }
        // Clockwise in y-down space from the top edge's start; each corner from the edge that leads to it.
        corner(at: [x0, y0], from: [0, 1], to: [1, 0], corners & 1 != 0, radius, curve, fit, first: true, &path)
        corner(at: [x1, y0], from: [-1, 0], to: [0, 1], corners & 2 != 0, radius, curve, fit, first: false, &path)
        corner(at: [x1, y1], from: [0, -1], to: [-1, 0], corners & 8 != 0, radius, curve, fit, first: false, &path)
        corner(at: [x0, y1], from: [1, 0], to: [0, -1], corners & 4 != 0, radius, curve, fit, first: false, &path)
        path.close()
    }

    private static func corner(
        at c: SIMD2<Double>, from a: SIMD2<Double>, to b: SIMD2<Double>, _ rounded: Bool, _ radius: Double,
        _ curve: Curve, _ fit: Double, first: Bool, _ path: inout LocalPath
    ) {
        func start(_ p: SIMD2<Double>) { if first { path.move(p) } else { path.line(p) } }
        guard rounded else { return start(c) }
        let ra = a * radius, rb = b * radius
        if curve == .circular {
            start(c + ra)
            path.cubic(c + ra * (1 - kappa), c + rb * (1 - kappa), c + rb)
            return
        }
        func point(_ i: Int) -> SIMD2<Double> {
            let m = circle[i] + (continuous[i] - circle[i]) * fit
            return c + ra * m.x + rb * m.y
        }
        start(point(0))
        for i in [1, 4, 7] { path.cubic(point(i), point(i + 1), point(i + 2)) }
    }
}
