/// Joins and caps: polygons beside the bands.
extension Stroker {
    /// Appends the polygon in `fan` (user space, convex), with positive orientation.
    mutating func emitFan(into lines: inout LineStore) {
        guard fan.count > 2 else { return }
        var sum = 0.0
        var low = SIMD2(repeating: Double.infinity), high = -low
        for i in 0..<fan.count {
            fan[i] = device(fan[i])
            let p = fan[i]
            low = SIMD2(min(low.x, p.x), min(low.y, p.y))
            high = SIMD2(max(high.x, p.x), max(high.y, p.y))
        }
        if high.x <= view.x || high.y <= view.y || low.x >= view.z || low.y >= view.w { return }
        for i in 1..<(fan.count - 1) { sum += Stroker.area(fan[0], fan[i], fan[i + 1]) }
        polygon(sum, into: &lines)
    }

    /// Appends the polygon in `fan` (device space, convex), oriented by its area.
    mutating func polygon(_ area: Double, into lines: inout LineStore) {
        for i in 0..<fan.count { edge(fan[i], fan[i + 1 == fan.count ? 0 : i + 1], area >= 0, into: &lines) }
    }

    /// Appends the outer wedge at a node.
    mutating func join(_ n: UnsafePointer<StrokePolyline.Node>, into lines: inout LineStore) {
        _ = wedge(n)
        emitFan(into: &lines)
    }

    /// Sets `fan` to the outer wedge at a node, starting at the node. `fan` is empty if the outline continues straight. Returns true if
    /// the wedge is on the left.
    mutating func wedge(_ node: UnsafePointer<StrokePolyline.Node>) -> Bool {
        let n = (p: node.pointee.p, tin: node.pointee.tin, tout: node.pointee.tout)
        let cross = n.tin.x * n.tout.y - n.tin.y * n.tout.x, dot = n.tin.x * n.tout.x + n.tin.y * n.tout.y
        fan.removeAll()
        let side: Double = cross > 0 ? -1 : 1
        if dot > 0, abs(cross) < 1e-7 { return side > 0 }
        let n0 = Stroker.left(n.tin) * side, n1 = Stroker.left(n.tout) * side
        fan.append(n.p)
        fan.append(n.p + n0 * half)
        switch style.join {
        case .bevel: break
        case .miter:
            // The ratio of miter length to width is 1 / cos of half the turn.
            let cosHalf = max(0, (1 + dot) * 0.5).squareRoot()
            if cosHalf > 1e-6, 1 / cosHalf <= style.miterLimit { fan.append(n.p + (n0 + n1) * (half / (1 + dot))) }
        case .round:
            if dot < -0.999_999 {
                arc(n.p, n0, n.tin, 0)
                fan.append(n.p + n.tin * half)
                arc(n.p, n.tin, n1, 0)
            } else {
                arc(n.p, n0, n1, 0)
            }
        }
        fan.append(n.p + n1 * half)
        return side > 0
    }

    /// Adds the points between two unit vectors less than a half turn apart, by halving.
    mutating func arc(_ center: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ depth: Int) {
        let sum = a + b
        let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
        if depth >= 12 || length >= arcLimit || length < 1e-9 { return }
        let mid = sum / length
        arc(center, a, mid, depth + 1)
        fan.append(center + mid * half)
        arc(center, mid, b, depth + 1)
    }

    /// Appends the cap of an end that points along `t`.
    mutating func cap(_ p: SIMD2<Double>, _ t: SIMD2<Double>, into lines: inout LineStore) { cap(style.cap, p, t, into: &lines) }

    private mutating func cap(_ shape: StrokeCap, _ p: SIMD2<Double>, _ t: SIMD2<Double>, into lines: inout LineStore) {
        let n = Stroker.left(t)
        fan.removeAll()
        switch shape {
        case .butt: return
        case .square:
            fan.append(p + n * half)
            fan.append(p + (n + t) * half)
            fan.append(p + (t - n) * half)
            fan.append(p - n * half)
        case .round:
            fan.append(p + n * half)
            arc(p, n, t, 0)
            fan.append(p + t * half)
            arc(p, t, -n, 0)
            fan.append(p - n * half)
        }
        emitFan(into: &lines)
    }

    /// Appends the whole pen, where a curve reverses in place.
    mutating func disc(_ p: SIMD2<Double>, into lines: inout LineStore) {
        cap(.round, p, SIMD2(1, 0), into: &lines)
        cap(.round, p, SIMD2(-1, 0), into: &lines)
    }

    /// Appends a subpath without length: the shape of its two caps.
    mutating func dot(_ p: SIMD2<Double>, into lines: inout LineStore) {
        cap(p, SIMD2(1, 0), into: &lines)
        cap(p, SIMD2(-1, 0), into: &lines)
    }
}
