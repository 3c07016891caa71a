import CoreGraphics

/// Paths as numbers that can be interpolated independently: the end points of elements as they are, the handles of curves as length and
/// angle.
enum PathParts {
    /// Returns the numbers of paths with equal elements. From each path to the next, angles change in the shorter direction.
    static func chain(_ paths: [CGPath]) -> [[Double]] {
        var rows: [[Double]] = [], angles: [Int] = []
        for path in paths {
            angles = []
            rows.append(numbers(path, &angles))
        }
        for k in angles {
            // A handle of zero length has no direction. It uses that of the previous path, or else of the first path that has one.
            var last = rows.lazy.map { $0[k] }.first { !$0.isNaN } ?? 0
            for i in rows.indices {
                if !rows[i][k].isNaN { last = rows[i][k] + 2 * .pi * ((last - rows[i][k]) / (2 * .pi)).rounded() }
                rows[i][k] = last
            }
        }
        return rows
    }

    /// - Parameter angles: filled with the indexes of angles. The angles of handles of zero length are NaN.
    private static func numbers(_ path: CGPath, _ angles: inout [Int]) -> [Double] {
        var numbers: [Double] = [], places: [Int] = []
        func handle(_ i: Int, of end: Int) {
            let x = Double(path.points[i].x - path.points[end].x), y = Double(path.points[i].y - path.points[end].y)
            let length = (x * x + y * y).squareRoot()
            places.append(numbers.count + 1)
            numbers += [length, length > 0 ? SteadyMath.atan2(y, x) : .nan]
        }
        visit(path.verbs) { verb, next, current in
            let end = next + verb.pointCount - 1
            numbers += [Double(path.points[end].x), Double(path.points[end].y)]
            if verb == .quad { numbers += [Double(path.points[next].x), Double(path.points[next].y)] }
            if verb == .cubic {
                handle(next, of: current)
                handle(next + 1, of: end)
            }
        }
        angles = places
        return numbers
    }

    static func path(_ verbs: [UInt8], _ numbers: [Double]) -> CGPath {
        var points: [CGPoint] = []
        var at = 0
        func take() -> SIMD2<Double> {
            defer { at += 2 }
            return SIMD2(numbers[at], numbers[at + 1])
        }
        func handle(at end: CGPoint) -> CGPoint {
            let v = take(), turn = SteadyMath.sincos(v.y)
            return CGPoint(x: Double(end.x) + turn.cos * v.x, y: Double(end.y) + turn.sin * v.x)
        }
        visit(verbs) { verb, _, current in
            let p = take(), end = CGPoint(x: p.x, y: p.y)
            switch verb {
            case .quad:
                let control = take()
                points += [CGPoint(x: control.x, y: control.y), end]
            case .cubic:
                let first = handle(at: points[current]), second = handle(at: end)
                points += [first, second, end]
            default: points.append(end)
            }
        }
        return CGPath(verbs: verbs, points: points)
    }

    /// Visits each element that has points, with the index of its first point and of its start point.
    private static func visit(_ verbs: [UInt8], _ body: (_ verb: PathVerb, _ next: Int, _ current: Int) -> Void) {
        var next = 0, current = 0, first = 0
        for verb in verbs.lazy.compactMap(PathVerb.init) {
            if verb == .close {
                current = first
                continue
            }
            body(verb, next, current)
            next += verb.pointCount
            current = next - 1
            if verb == .move { first = current }
        }
    }
}

/// Converts paths with different elements to equal ones, as Apple's interpolation does (measured): a line that corresponds to a curve
/// becomes a cubic with its first control point at its start and its second at its end.
enum PathMatch {
    /// Returns the paths with equal elements; nil if their numbers of elements differ, or a move corresponds to a drawing element.
    static func matched(_ paths: [CGPath]) -> [CGPath]? {
        guard let first = paths.first else { return nil }
        if paths.allSatisfy({ $0.verbs == first.verbs && $0.points.count == first.points.count }) { return paths }
        guard paths.allSatisfy({ $0.verbs.count == first.verbs.count }) else { return nil }
        var wanted: [PathVerb] = []
        for i in first.verbs.indices {
            let verbs = paths.compactMap { PathVerb(rawValue: $0.verbs[i]) }
            guard verbs.count == paths.count, let verb = verbs.first else { return nil }
            if verbs.allSatisfy({ $0 == verb }) {
                wanted.append(verb)
            } else if verbs.contains(.move) {
                return nil
            } else {
                // A close that corresponds to a line becomes a line to the start of the subpath.
                wanted.append(verbs.contains(.cubic) || verbs.contains(.quad) ? .cubic : .line)
            }
        }
        let result = paths.compactMap { path($0, as: wanted) }
        return result.count == paths.count ? result : nil
    }

    private static func path(_ path: CGPath, as wanted: [PathVerb]) -> CGPath? {
        var points: [CGPoint] = []
        var next = 0, current = CGPoint.zero, first = CGPoint.zero
        for (raw, verb) in zip(path.verbs, wanted) {
            guard let own = PathVerb(rawValue: raw), next + own.pointCount <= path.points.count else { return nil }
            let given = path.points[next..<next + own.pointCount], end = given.last ?? first
            next += own.pointCount
            if own == verb {
                points += given
            } else if verb == .line {
                points.append(end)
            } else if own == .quad, let control = given.first {
                func toward(_ p: CGPoint) -> CGPoint { CGPoint(x: p.x + (control.x - p.x) * 2 / 3, y: p.y + (control.y - p.y) * 2 / 3) }
                points += [toward(current), toward(end), end]
            } else {
                points += [current, end, end]
            }
            if own == .move { first = end }
            current = end
        }
        return CGPath(verbs: wanted.map(\.rawValue), points: points)
    }
}
