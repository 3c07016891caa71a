import RenderTree

extension LottieBezier {
    /// Returns paths twisted about a point: by the full angle at the centre, decreasing with the distance to zero at the farthest corner.
    static func twisted(_ paths: [LottieBezier], by angle: Double, about center: SIMD2<Double>) -> [LottieBezier] {
        let reach = paths.reduce(0) { $1.points.reduce($0) { max($0, ($1 - center).length) } }
        guard reach > 0, reach.isFinite, angle.isFinite else { return paths }
        /// Returns the new position, and the transformed directions at it.
        func turned(_ p: SIMD2<Double>, _ ways: [SIMD2<Double>]) -> (SIMD2<Double>, [SIMD2<Double>]) {
            let v = p - center, distance = v.length
            let (turn, slope) = distance < reach ? (angle * (1 - distance / reach), -angle / reach) : (0, 0)
            let c = SteadyMath.cos(turn), s = SteadyMath.sin(turn)
            func rotated(_ w: SIMD2<Double>) -> SIMD2<Double> { SIMD2(w.x * c - w.y * s, w.x * s + w.y * c) }
            let place = rotated(v), across = SIMD2(-place.y, place.x)
            return (
                center + place,
                ways.map { way in
                    let away = distance > 0 ? (v.x * way.x + v.y * way.y) / distance : 0
                    return rotated(way) + across * (slope * away)
                }
            )
        }
        return paths.map { path in
            // Straight sides become curves, so each is divided into sufficiently short pieces.
            let fine = path.divided(8)
            var result = LottieBezier()
            result.isClosed = path.isClosed
            for i in fine.points.indices {
                let (point, handles) = turned(fine.points[i], [fine.ins[i], fine.outs[i]])
                result.add(point, in: handles[0], out: handles[1])
            }
            return result
        }
    }

    /// Returns the same curve with each side divided into `count` pieces, all of them with handles.
    private func divided(_ count: Int) -> LottieBezier {
        var path = LottieBezier()
        path.isClosed = isClosed
        guard points.count > 1 else { return self }
        let sides = isClosed ? points.count : points.count - 1, part = 1 / (3 * Double(count))
        var before = SIMD2<Double>.zero
        for side in 0..<sides {
            let next = (side + 1) % points.count, a = points[side], d = points[next]
            var b = a + outs[side], c = d + ins[next]
            // A line has constant speed.
            if outs[side] == .zero, ins[next] == .zero { (b, c) = (a + (d - a) / 3, a + (d - a) * (2 / 3)) }
            for k in 0...count {
                let t = Double(k) / Double(count), u = 1 - t
                let first = (b - a) * (3 * u * u), last = (d - c) * (3 * t * t)
                let way = (first + (c - b) * (6 * u * t) + last) * part
                if k == count { before = -way; break }
                let ends = a * (u * u * u) + d * (t * t * t), handles = b * (3 * u * u * t) + c * (3 * u * t * t)
                path.add(ends + handles, in: k == 0 ? before : -way, out: way)
            }
        }
        if isClosed { path.ins[0] = before } else { path.add(points[points.count - 1], in: before) }
        return path
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (x * x + y * y).squareRoot() }
}
