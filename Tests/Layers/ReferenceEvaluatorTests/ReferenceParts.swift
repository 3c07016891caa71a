import CoreGraphics
import Foundation
import RenderTree

/// Values as rows of numbers that may each run on a spline of their own, and the way back. Written from the decisions alone.
struct ReferenceParts {
    var rows: [[Double]]
    /// The numbers are the value's own.
    var isPlain = true
    var isFragile = false
    let value: ([Double]) -> PropertyValue

    var columns: [[Double]] { (rows.first ?? []).indices.map { i in rows.map { $0[i] } } }

    init(rows: [[Double]], value: @escaping ([Double]) -> PropertyValue) { self.rows = rows; self.value = value }

    /// Of transforms, paths and lists; nil where the values have no parts in common.
    init?(of values: [PropertyValue]) {
        switch values[0] {
        case .transform:
            let matrices = values.compactMap(ReferenceValues.numbers)
            guard let made = matrices.allSatisfy(ReferenceTransforms.isAffine) ? Self.flat(matrices) : Self.spatial(matrices) else {
                return nil
            }
            self = made
        case .path:
            guard let made = Self.paths(values.compactMap { if case .path(let p) = $0 { p } else { nil } }) else { return nil }
            self = made
        case .colors, .numbers:
            let rows = values.compactMap(ReferenceValues.numbers)
            guard rows.allSatisfy({ $0.count == rows[0].count && !$0.isEmpty }) else { return nil }
            self.init(rows: rows) { ReferenceValues.value(like: values[0], $0) }
        default: return nil
        }
    }

    // MARK: Transforms

    private static func flat(_ matrices: [Matrix]) -> ReferenceParts? {
        var all: [ReferenceTransforms.Flat] = [], fragile = false
        for m in matrices {
            guard var next = ReferenceTransforms.flat(m) else { return nil }
            fragile = fragile || next.isFragile
            if let last = all.last {
                if (last.sx < 0 && next.sy < 0) || (last.sy < 0 && next.sx < 0) {
                    next.sx = -next.sx; next.sy = -next.sy
                    next.angle += next.angle < 0 ? 180 : -180
                }
                // The short way round; half a turn goes back.
                while next.angle - last.angle >= 180 { next.angle -= 360 }
                while next.angle - last.angle < -180 { next.angle += 360 }
                if abs(abs(next.angle - last.angle) - 180) < 1e-9 { fragile = true }
            }
            all.append(next)
        }
        var parts = ReferenceParts(rows: zip(all, matrices).map { [$0.sx, $0.sy, $0.angle] + $0.rest + [$1[12], $1[13]] }) { n in
            let c = cos(n[2] * .pi / 180), s = sin(n[2] * .pi / 180)
            var out = ReferenceTransforms.identity
            out[0] = n[0] * (c * n[3] + s * n[5]); out[1] = n[0] * (c * n[4] + s * n[6])
            out[4] = n[1] * (-s * n[3] + c * n[5]); out[5] = n[1] * (-s * n[4] + c * n[6])
            out[12] = n[7]; out[13] = n[8]
            return .transform(ReferenceTransforms.transform(out))
        }
        parts.isPlain = false
        parts.isFragile = fragile
        return parts
    }

    private static func spatial(_ matrices: [Matrix]) -> ReferenceParts? {
        typealias T = ReferenceTransforms
        var rows: [[Double]] = [], fragile = false
        for m in matrices {
            guard let p = T.parts(m) else { return nil }
            var turn = p.turn
            if let last = rows.last {
                let cosine = T.dot(Array(last[6..<10]), turn)
                if cosine < 0 { turn = turn.map { -$0 } }
                if abs(cosine) < 1e-7 { fragile = true }
            }
            fragile = fragile || p.isFragile
            rows.append(p.scale + p.skew + turn + p.translation + p.perspective)
        }
        var parts = ReferenceParts(rows: rows) { n in
            var xy = T.identity, xz = T.identity, yz = T.identity, last = T.identity
            xy[4] = n[3]; xz[8] = n[4]; yz[9] = n[5]
            let q = Array(n[6..<10]), long = T.length(q)
            last[3] = n[13]; last[7] = n[14]; last[11] = n[15]; last[15] = n[16]
            let turn = T.rotation(long > 0 ? q.map { $0 / long } : [0, 0, 0, 1])
            let all = [xy, xz, yz, turn, T.translation(n[10], n[11], n[12]), last]
            return .transform(T.transform(all.reduce(T.scale(n[0], n[1], n[2]), T.concat)))
        }
        parts.isPlain = false
        parts.isFragile = fragile
        return parts
    }

    // MARK: Paths

    /// The paths with elements that are alike: where one draws a curve all do, and a line is a curve whose control points are its ends,
    /// each its own (rule 36).
    static func alike(_ paths: [CGPath]) -> [CGPath]? {
        let lists = paths.map(\.elements)
        if lists.allSatisfy({ $0.map(name) == lists[0].map(name) }) { return paths }
        guard lists.allSatisfy({ $0.count == lists[0].count }) else { return nil }
        var names: [Int] = []
        for i in lists[0].indices {
            let here = Set(lists.map { name($0[i]) })
            if here.count == 1 { names.append(here.first!); continue }
            if here.contains(0) { return nil }
            names.append(here.contains(2) || here.contains(3) ? 3 : 1)
        }
        return lists.map { list in
            var verbs: [UInt8] = [], points: [CGPoint] = []
            var here = CGPoint.zero, home = CGPoint.zero
            func curve(_ a: CGPoint, _ b: CGPoint, _ end: CGPoint) { verbs.append(3); points += [a, b, end]; here = end }
            for (element, wanted) in zip(list, names) {
                switch (element, wanted) {
                case (.move(let p), _): verbs.append(0); points.append(p); here = p; home = p
                case (.line(let p), 3): curve(here, p, p)
                case (.close, 3): curve(here, home, home)
                case (.line(let p), _): verbs.append(1); points.append(p); here = p
                case (.close, 1): verbs.append(1); points.append(home); here = home
                case (.close, _): verbs.append(4); here = home
                case (.quad(let c, let p), 3):
                    func near(_ e: CGPoint) -> CGPoint { CGPoint(x: e.x / 3 + c.x * 2 / 3, y: e.y / 3 + c.y * 2 / 3) }
                    curve(near(here), near(p), p)
                case (.quad(let c, let p), _): verbs.append(2); points += [c, p]; here = p
                case (.cubic(let a, let b, let p), _): curve(a, b, p)
                }
            }
            return CGPath(verbs: verbs, points: points)
        }
    }

    private static func name(_ element: PathElement) -> Int {
        switch element {
        case .move: 0
        case .line: 1
        case .quad: 2
        case .cubic: 3
        case .close: 4
        }
    }

    private static func paths(_ given: [CGPath]) -> ReferenceParts? {
        guard let paths = alike(given) else { return nil }
        var rows: [[Double]] = [], polar: [Bool] = []
        for path in paths {
            var row: [Double] = []
            polar = []
            var next = 0, here = CGPoint.zero, home = CGPoint.zero
            func plain(_ p: CGPoint) { row += [p.x, p.y]; polar += [false, false] }
            func handle(_ p: CGPoint, _ end: CGPoint) {
                let x = p.x - end.x, y = p.y - end.y
                row += [hypot(x, y), x == 0 && y == 0 ? .nan : atan2(y, x)]
                polar += [false, true]
            }
            for verb in path.verbs {
                switch verb {
                case 0, 1: here = path.points[next]; plain(here); if verb == 0 { home = here }; next += 1
                case 2: plain(path.points[next]); here = path.points[next + 1]; plain(here); next += 2
                case 3:
                    handle(path.points[next], here); here = path.points[next + 2]; handle(path.points[next + 1], here); plain(here);
                    next += 3
                default: here = home
                }
            }
            rows.append(row)
        }
        var fragile = false
        for k in polar.indices where polar[k] {
            var before = rows.map { $0[k] }.first { !$0.isNaN } ?? 0
            for i in rows.indices {
                if rows[i][k].isNaN { rows[i][k] = before; continue }
                while rows[i][k] - before > .pi { rows[i][k] -= 2 * .pi }
                while rows[i][k] - before < -.pi { rows[i][k] += 2 * .pi }
                if abs(abs(rows[i][k] - before) - .pi) < 1e-6 { fragile = true }
                before = rows[i][k]
            }
        }
        let verbs = paths[0].verbs
        var parts = ReferenceParts(rows: rows) { n in
            var points: [CGPoint] = [], next = 0, here = CGPoint.zero, home = CGPoint.zero
            func plain() -> CGPoint { next += 2; return CGPoint(x: n[next - 2], y: n[next - 1]) }
            func off(_ at: Int, _ end: CGPoint) -> CGPoint { CGPoint(x: end.x + n[at] * cos(n[at + 1]), y: end.y + n[at] * sin(n[at + 1])) }
            for verb in verbs {
                switch verb {
                case 0, 1: here = plain(); points.append(here); if verb == 0 { home = here }
                case 2: points.append(plain()); here = plain(); points.append(here)
                case 3:
                    let first = off(next, here), at = next + 2
                    next += 4
                    here = plain()
                    points += [first, off(at, here), here]
                default: here = home
                }
            }
            return .path(CGPath(verbs: verbs, points: points))
        }
        parts.isPlain = false
        parts.isFragile = fragile
        return parts
    }
}
