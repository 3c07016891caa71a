/// The directed device-space edges of the current shape.
struct LineStore {
    private(set) var lines: UnsafeMutablePointer<SIMD4<Double>>
    private(set) var count = 0
    private(set) var capacity = 1024

    init() { lines = .allocate(capacity: capacity) }

    func deallocate() { lines.deallocate() }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ a: SIMD2<Double>, _ b: SIMD2<Double>) { append(a.x, a.y, b.x, b.y) }

    /// Appends an edge. Horizontal edges count too: outlines pass through pixels along them.
    @inline(__always)
    mutating func append(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        if ay == by, ax == bx { return }
        if count == capacity { grow(to: capacity * 2) }
        lines[count] = SIMD4(ax, ay, bx, by)
        count &+= 1
    }

    /// Appends up to `most` edges that `body` writes. `body` returns their number.
    @inline(__always)
    mutating func append(most: Int, _ body: (UnsafeMutablePointer<SIMD4<Double>>) -> Int) {
        if count + most > capacity { grow(to: max(capacity * 2, count + most)) }
        count &+= body(lines + count)
    }

    private mutating func grow(to size: Int) {
        let bigger = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: size)
        bigger.update(from: lines, count: count)
        lines.deallocate()
        lines = bigger
        capacity = size
    }

    /// The pixels that the edges touch.
    var bounds: IntRect {
        var low = SIMD2(repeating: Double.infinity), high = -low
        for i in 0..<count {
            let l = lines[i]
            low = pointwiseMin(low, pointwiseMin(l.lowHalf, l.highHalf))
            high = pointwiseMax(high, pointwiseMax(l.lowHalf, l.highHalf))
        }
        return count == 0 ? .empty : IntRect(covering: low.x, low.y, high.x, high.y)
    }

    /// Clips edges that leave the square of `reach` around a point. Parts above and below are removed. Parts beyond the sides are
    /// replaced by vertical edges along the sides, so that windings inside don't change.
    mutating func cut(around center: SIMD2<Double>, reach: Double) {
        let old = count
        for i in 0..<old {
            var l = lines[i]
            let y0 = center.y - reach, y1 = center.y + reach, x0 = center.x - reach, x1 = center.x + reach
            lines[i] = .zero
            if max(l.y, l.w) <= y0 || min(l.y, l.w) >= y1 { continue }
            let a = l.lowHalf, d = l.highHalf - l.lowHalf
            func at(y: Double) -> SIMD2<Double> { SIMD2(a.x + (y - a.y) * (d.x / d.y), y) }
            if l.y < y0 || l.y > y1 { l.lowHalf = at(y: l.y < y0 ? y0 : y1) }
            if l.w < y0 || l.w > y1 { l.highHalf = at(y: l.w < y0 ? y0 : y1) }
            // The crossings with the sides, in order.
            var from = l.lowHalf
            let to = l.highHalf
            func cross(_ x: Double) -> Double? {
                (from.x < x) != (to.x < x) ? from.y + (x - from.x) * ((to.y - from.y) / (to.x - from.x)) : nil
            }
            let sides = from.x < to.x ? [x0, x1] : [x1, x0]
            func cutX(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(max(x0, min(x1, p.x)), p.y) }
            for x in sides {
                guard let y = cross(x) else { continue }
                append(cutX(from), SIMD2(x, y))
                from = SIMD2(x, y)
            }
            append(cutX(from), cutX(to))
        }
    }
}
