import CoreGraphics
import RenderTree

extension LottieBezier {
    /// Returns the part between two fractions of its length. `to` may exceed 1 by at most `from`; the part then continues at the beginning.
    /// - Parameters:
    ///   - measure: The measure of this path.
    ///   - byParameter: True to cut a curve at the fraction of its parameter instead of its length, as Core Animation does.
    func trimmed(_ part: (from: Double, to: Double), _ measure: LottieMeasure, byParameter: Bool) -> [LottieBezier] {
        if part.from <= 0, part.to >= 1 { return [self] }
        guard part.to > part.from else { return [] }
        if byParameter { return trimmed(part, measure.path) }
        // The end before the whole turns of the path, which have the same parameters.
        let from = measure.fraction(part.from), to = part.to > 1 ? 1 + measure.fraction(part.to - 1) : measure.fraction(part.to)
        return trimmed((from, to), measure.path)
    }

    /// True if the parameters of all curves are nearly fractions of their lengths, as in the quarters of a circle.
    var isEven: Bool {
        points.indices.allSatisfy { i in
            let next = i + 1 < points.count ? i + 1 : 0
            guard next > 0 || isClosed, outs[i] != .zero || ins[next] != .zero else { return true }
            func long(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
            let middle = points[next] - points[i] + (points[next] + ins[next] - points[i] - outs[i])
            let speeds = [long(outs[i]), long(ins[next]), long(middle) / 4]
            return (speeds.min() ?? 0) >= 0.7 * (speeds.max() ?? 0)
        }
    }

    private func trimmed(_ part: (from: Double, to: Double), _ measure: PathMeasure) -> [LottieBezier] {
        let first = contours(from: part.from, to: min(1, part.to), measure)
        guard part.to > 1 else { return first }
        let second = contours(from: 0, to: part.to - 1, measure)
        guard isClosed, var joined = first.first, let rest = second.first, !rest.points.isEmpty, !joined.points.isEmpty else {
            return first + second
        }
        // On a closed path the part is continuous across the start.
        joined.outs[joined.outs.count - 1] = rest.outs[0]
        joined.points += rest.points.dropFirst()
        joined.ins += rest.ins.dropFirst()
        joined.outs += rest.outs.dropFirst()
        joined.isClosed = false
        return [joined]
    }

    private func contours(from: Double, to: Double, _ measure: PathMeasure) -> [LottieBezier] {
        guard from < to else { return [] }
        return Self.contours(of: from <= 0 && to >= 1 ? CGPath([self]) : measure.trimmed(from: from, to: to))
    }

    /// Returns the path with corners without handles replaced by arcs.
    func rounded(_ radius: Double) -> LottieBezier {
        var path = LottieBezier()
        path.isClosed = isClosed
        let count = points.count
        for i in 0..<count {
            let p = points[i], isEnd = !isClosed && (i == 0 || i == count - 1)
            guard ins[i] == .zero, outs[i] == .zero, !isEnd, count > 1 else {
                path.add(p, in: ins[i], out: outs[i])
                continue
            }
            func cut(_ other: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>) {
                let way = other - p
                let length = (way.x * way.x + way.y * way.y).squareRoot()
                let step = length > 0 ? way * (min(length / 2, radius) / length) : .zero
                return (p + step, step * -0.5519150244935106)
            }
            let (before, out) = cut(points[(i + count - 1) % count]), (after, into) = cut(points[(i + 1) % count])
            path.add(before, out: out)
            path.add(after, in: into)
        }
        return path
    }

    /// Returns the path with corners moved towards the centre and handles away from it; in the opposite directions for amounts below 0.
    func puckered(_ amount: Double) -> LottieBezier {
        guard !points.isEmpty else { return self }
        let middle = points.reduce(.zero, +) / Double(points.count)
        var path = self
        for i in points.indices {
            let p = points[i] + (middle - points[i]) * amount
            let a = points[i] + ins[i], b = points[i] + outs[i]
            path.points[i] = p
            path.ins[i] = a - (middle - a) * amount - p
            path.outs[i] = b - (middle - b) * amount - p
        }
        return path
    }

    /// Returns the path with each side divided into `ridges` + 1 pieces whose ends are displaced alternately to both sides.
    func zigZag(_ size: Double, _ ridges: Int, isSmooth: Bool) -> LottieBezier {
        let count = points.count
        let sides = isClosed ? count : count - 1
        guard sides > 0 else { return self }
        var path = LottieBezier()
        path.isClosed = isClosed
        var sign = 1.0
        func unit(_ v: SIMD2<Double>) -> SIMD2<Double> {
            let length = (v.x * v.x + v.y * v.y).squareRoot()
            return length > 0 ? v / length : .zero
        }
        func place(_ side: Int, _ t: Double) -> (point: SIMD2<Double>, way: SIMD2<Double>) {
            let i = side, j = (side + 1) % count
            let a = points[i], b = a + outs[i], d = points[j], c = d + ins[j], u = 1 - t
            let ends = a * (u * u * u) + d * (t * t * t)
            let handles = b * (3 * u * u * t) + c * (3 * u * t * t)
            var way = (b - a) * (3 * u * u) + (c - b) * (6 * u * t)
            way += (d - c) * (3 * t * t)
            return (ends + handles, way == .zero ? unit(d - a) : unit(way))
        }
        func ridge(_ point: SIMD2<Double>, _ way: SIMD2<Double>, _ reach: Double) {
            let handle = isSmooth ? way * reach : .zero
            path.add(point + SIMD2(-way.y, way.x) * (sign * size), in: -handle, out: handle)
            sign = -sign
        }
        for side in 0..<sides {
            let step = 1 / Double(ridges + 1)
            let chord = points[(side + 1) % count] - points[side]
            let reach = (chord.x * chord.x + chord.y * chord.y).squareRoot() * step / 4
            let start = place(side, 0)
            let before = side > 0 || isClosed ? place((side + sides - 1) % sides, 1).way : start.way
            let mean = unit(before + start.way)
            ridge(start.point, mean == .zero ? start.way : mean, reach)
            for k in 1..<max(1, ridges + 1) {
                let at = place(side, Double(k) * step)
                ridge(at.point, at.way, reach)
            }
            if side == sides - 1, !isClosed {
                let end = place(side, 1)
                ridge(end.point, end.way, reach)
            }
        }
        return path
    }

    /// Returns a path's subpaths.
    static func contours(of path: CGPath) -> [LottieBezier] {
        var contours: [LottieBezier] = [], current = LottieBezier(), next = 0
        func point() -> SIMD2<Double> {
            defer { next += 1 }
            return SIMD2(path.points[next].x, path.points[next].y)
        }
        func finish() {
            if current.points.count > 1 || current.isClosed { contours.append(current) }
            current = LottieBezier()
        }
        func start() { if current.points.isEmpty, let last = contours.last?.points.first { current.add(last) } }
        for raw in path.verbs {
            switch PathVerb(rawValue: raw) {
            case .move?:
                finish()
                current.add(point())
            case .line?:
                start()
                current.add(point())
            case .quad?:
                start()
                let from = current.points[current.points.count - 1], control = point(), to = point()
                current.outs[current.outs.count - 1] = (control - from) * (2 / 3)
                current.add(to, in: (control - to) * (2 / 3))
            case .cubic?:
                start()
                let from = current.points[current.points.count - 1], a = point(), b = point(), to = point()
                current.outs[current.outs.count - 1] = a - from
                current.add(to, in: b - to)
            case .close?:
                let last = current.points.count - 1
                // The last corner equals the first, so the path is already closed.
                if last > 0, current.points[last] == current.points[0] {
                    current.ins[0] = current.ins[last]
                    current.points.removeLast()
                    current.ins.removeLast()
                    current.outs.removeLast()
                }
                current.isClosed = true
                finish()
            case nil: return contours
            }
        }
        finish()
        return contours
    }
}
