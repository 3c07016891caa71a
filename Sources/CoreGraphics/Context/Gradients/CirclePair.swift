import Foundation
import Raster

/// The circles of a radial gradient, in user space, and whether it goes on beyond them.
struct CirclePair {
    let start: SIMD2<Double>
    let startRadius: Double
    let end: SIMD2<Double>
    let endRadius: Double
    let before: Bool
    let after: Bool

    init(_ start: CGPoint, _ startRadius: CGFloat, _ end: CGPoint, _ endRadius: CGFloat, before: Bool, after: Bool) {
        self.start = SIMD2(start.x, start.y)
        self.end = SIMD2(end.x, end.y)
        (self.startRadius, self.endRadius) = (startRadius, endRadius)
        (self.before, self.after) = (before, after)
    }

    private var step: SIMD2<Double> { end - start }
    private var growth: Double { endRadius - startRadius }
    private var distance: Double { (step * step).sum().squareRoot() }

    /// Both circles are the same one: there is nothing between them.
    var isOne: Bool { start == end && startRadius == endRadius }

    /// From a point outwards.
    var isDisc: Bool { start == end && startRadius == 0 && endRadius > 0 }

    /// The edges of what is painted, for the even-odd rule: smooth where one circle lies inside the other. Nil where all is
    /// painted, or each pixel decides.
    /// - Parameter corners: of all that may be painted, in user space.
    func outline(around corners: [SIMD2<Double>]) -> CGPath? {
        guard isNested else { return nil }
        let isGrowing = growth > 0
        let outer = isGrowing ? (end, endRadius, after) : (start, startRadius, before)
        let inner = isGrowing ? (start, startRadius, before) : (end, endRadius, after)
        if outer.2, inner.2 || inner.1 == 0 { return nil }
        let path = CGMutablePath()
        func circle(_ c: SIMD2<Double>, _ r: Double) {
            path.addEllipse(in: CGRect(x: c.x - r, y: c.y - r, width: 2 * r, height: 2 * r))
        }
        if outer.2 {
            path.addLines(between: corners.map { CGPoint(x: $0.x, y: $0.y) })
            path.closeSubpath()
        } else {
            circle(outer.0, outer.1)
        }
        if !inner.2, inner.1 > 0 { circle(inner.0, inner.1) }
        return path
    }

    private var isNested: Bool { distance < abs(growth) }

    /// The gradient's colours on device pixels.
    /// - Parameter map: device pixels to user space.
    func surface(_ rect: IntRect, _ map: Affine, _ ramp: GradientRamp) -> Surface {
        let result = Surface(bounds: rect, cleared: false)
        guard !result.bounds.isEmpty else { return result }
        // Where the outline cuts, colours go on: it is the edge.
        let (low, high) = isNested ? (-Double.infinity, Double.infinity) : (before ? -Double.infinity : 0, after ? Double.infinity : 1)
        for y in Int(rect.y0)..<Int(rect.y0) + result.height {
            let out = result.pointer(x: Int(rect.x0), y: y)
            for i in 0..<result.width {
                let p = map.apply(Double(Int(rect.x0) + i) + 0.5, Double(y) + 0.5)
                out[i] = place(p, low, high).map { ramp.color(at: $0) } ?? 0
            }
        }
        return result
    }

    /// The largest s in low...high whose circle (centre start + s step, radius startRadius + s growth, not negative) goes through p.
    @inline(__always)
    private func place(_ p: SIMD2<Double>, _ low: Double, _ high: Double) -> Double? {
        let d = p - start
        let a = (step * step).sum() - growth * growth
        let b = (d * step).sum() + startRadius * growth
        let c = (d * d).sum() - startRadius * startRadius
        func holds(_ s: Double) -> Bool { s >= low && s <= high && startRadius + s * growth >= 0 }
        if abs(a) < 1e-12 * max(1, growth * growth) {
            guard b != 0 else { return nil }
            let s = c / (2 * b)
            return holds(s) ? s : nil
        }
        let disc = b * b - a * c
        guard disc >= 0 else { return nil }
        let root = disc.squareRoot()
        let s = (b + root) / a, t = (b - root) / a
        if holds(max(s, t)) { return max(s, t) }
        return holds(min(s, t)) ? min(s, t) : nil
    }
}
