import QuartzCore

/// The contact of two overlapping convex outlines.
struct DynamicManifold {
    /// The normal, from the first outline to the second.
    var normal: SIMD2<Double>
    /// One or two contact points with their depths.
    var points: [(place: SIMD2<Double>, depth: Double)]
}

/// Geometry of convex polygons whose corners are in clockwise order on a screen. A line is a polygon with two corners.
enum ConvexShape {
    static func area(_ corners: [SIMD2<Double>]) -> Double {
        var sum = 0.0
        for index in corners.indices { sum += cross(corners[index], corners[(index + 1) % corners.count]) }
        return sum / 2
    }

    /// Returns the rotational inertia about the origin for a mass of 1.
    static func inertia(_ corners: [SIMD2<Double>]) -> Double {
        var above = 0.0, below = 0.0
        for index in corners.indices {
            let a = corners[index], b = corners[(index + 1) % corners.count], weight = abs(cross(a, b))
            above += weight * (dot(a, a) + dot(a, b) + dot(b, b))
            below += 6 * weight
        }
        return below > 0 ? above / below : 0
    }

    /// Returns the end points of a path's lines. Curves are flattened to within half a point.
    static func points(_ path: CGPath) -> [SIMD2<Double>] {
        path.flattened(threshold: 0.5).points.map { SIMD2(Double($0.x), Double($0.y)) }
    }

    /// Returns the lines of a path.
    static func lines(_ path: CGPath) -> [[SIMD2<Double>]] {
        var lines: [[SIMD2<Double>]] = [], start = SIMD2<Double>.zero, current = start
        path.flattened(threshold: 0.5).applyWithBlock { element in
            let point = element.pointee
            switch point.type {
            case .moveToPoint:
                start = SIMD2(Double(point.points[0].x), Double(point.points[0].y))
                current = start
            case .addLineToPoint:
                let next = SIMD2(Double(point.points[0].x), Double(point.points[0].y))
                if next != current { lines.append([current, next]) }
                current = next
            case .closeSubpath:
                if start != current { lines.append([current, start]) }
                current = start
            default: break
            }
        }
        return lines
    }

    /// Returns the convex hull, by Andrew's monotone chain.
    static func hull(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sorted = points.filter(\.isFinite).sorted { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
        guard sorted.count > 2 else { return sorted }
        func chain(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
            var out: [SIMD2<Double>] = []
            for point in points {
                while out.count > 1, cross(out[out.count - 1] - out[out.count - 2], point - out[out.count - 1]) <= 0 { out.removeLast() }
                out.append(point)
            }
            out.removeLast()
            return out
        }
        return chain(sorted) + chain(sorted.reversed())
    }

    /// Returns the side of the first outline with the greatest distance to the second, and that distance. It is negative if they overlap.
    private static func side(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> (index: Int, distance: Double) {
        var best = (index: 0, distance: -Double.infinity)
        for index in a.indices {
            let normal = normal(a, index)
            var nearest = Double.infinity
            for point in b { nearest = min(nearest, dot(normal, point - a[index])) }
            if nearest > best.distance { best = (index, nearest) }
        }
        return best
    }

    /// Returns the outward normal of a side.
    private static func normal(_ corners: [SIMD2<Double>], _ index: Int) -> SIMD2<Double> {
        let way = corners[(index + 1) % corners.count] - corners[index], length = way.length
        return length > 0 ? SIMD2(way.y, -way.x) / length : SIMD2(0, -1)
    }

    /// Returns the contact of two outlines, along the axis of least overlap, or nil if they don't overlap.
    static func manifold(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> DynamicManifold? {
        let first = side(a, b)
        guard first.distance <= 0 else { return nil }
        let second = side(b, a)
        guard second.distance <= 0 else { return nil }
        // The first outline's side is preferred if both are similar, so that contacts don't change from step to step.
        let isFlipped = second.distance > first.distance + 0.05
        let (face, other, index) = isFlipped ? (b, a, second.index) : (a, b, first.index)
        let out = normal(face, index), from = face[index], to = face[(index + 1) % face.count]
        // The side of the other outline that faces the normal.
        var opposite = 0, least = Double.infinity
        for index in other.indices {
            let turned = dot(normal(other, index), out)
            if turned < least { (opposite, least) = (index, turned) }
        }
        var p = other[opposite], q = other[(opposite + 1) % other.count]
        let along = to - from, length = along.length
        guard length > 0 else { return nil }
        let way = along / length
        // The points are clipped to the side and ordered along it, so that a point is found again in the next step.
        if dot(q - p, way) < 0 { swap(&p, &q) }
        let (s, t) = (dot(p - from, way), dot(q - from, way))
        if s != t {
            func at(_ place: Double) -> SIMD2<Double> { p + (q - p) * ((place - s) / (t - s)) }
            let (start, end) = (min(max(s, 0), length), min(max(t, 0), length))
            (p, q) = (at(start), at(end))
        }
        var points: [(place: SIMD2<Double>, depth: Double)] = []
        for point in [p, q] {
            let depth = -dot(out, point - from)
            if depth >= 0, points.allSatisfy({ ($0.place - point).length > 1e-6 }) { points.append((point, depth)) }
        }
        guard !points.isEmpty else { return nil }
        return DynamicManifold(normal: isFlipped ? -out : out, points: points)
    }
}
