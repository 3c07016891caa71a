import CoreGraphics

/// A flat picture in space as the viewer sees it: where it can show in pixels, and its depth over them. A plane stays a plane after the
/// division by w, so that depth is linear in device x and y.
struct DepthPlane {
    /// Convex, clockwise or not; empty where nothing shows.
    var polygon: [SIMD2<Double>]
    /// z/w = x · slope.x + y · slope.y + level; larger is nearer.
    var slope: SIMD2<Double>
    var level: Double
    /// What painting it once more costs; of two that cross, the cheaper is cut.
    var cost: Int

    @inline(__always)
    func depth(at p: SIMD2<Double>) -> Double { p.x * slope.x + p.y * slope.y + level }
}

/// A plane, or a piece of it, in paint order.
struct DepthPiece: Equatable {
    var plane: Int
    /// Convex and in pixels; empty for the whole plane.
    var clip: [SIMD2<Double>] = []
}

/// Farthest first. Planes that do not cross within what both cover are only ordered; of two that do, one is cut along the line where they
/// meet. Where three or more lie on each other in a ring, a space partition of these settles it. Coplanar ones keep their order.
struct PlaneSplit {
    /// More planes than this are ordered by their middles: comparing all with all would cost more than a frame.
    static let planeLimit = 384
    /// Square pixels; less than this covers no pixel's centre that could be told from float noise.
    private static let leastArea = 1e-3

    private struct Piece {
        var plane: Int
        var polygon: [SIMD2<Double>]
        var clip: [SIMD2<Double>]
        var isWhole = true
        var box: (low: SIMD2<Double>, high: SIMD2<Double>)
        init(plane: Int, polygon: [SIMD2<Double>], clip: [SIMD2<Double>]) {
            self.plane = plane; self.polygon = polygon; self.clip = clip
            box = (polygon[0], polygon[0])
            for p in polygon { box = (pointwiseMin(box.low, p), pointwiseMax(box.high, p)) }
        }
        func meets(_ other: Piece) -> Bool { all(box.low .< other.box.high) && all(other.box.low .< box.high) }
    }

    private enum Relation { case apart, level, above, below, crossing }

    private let planes: [DepthPlane]
    private var pieces: [Piece] = []
    /// (what lies below, what lies above), indices of pieces.
    private var relations: [(Int, Int)] = []

    /// `frame`: a convex polygon around all that can show.
    static func order(_ planes: [DepthPlane], within frame: [SIMD2<Double>]) -> [DepthPiece] {
        var hidden: [DepthPiece] = [], shown: [Int] = []
        for i in planes.indices {
            if planes[i].polygon.count > 2, area(planes[i].polygon) > 0 { shown.append(i) } else { hidden.append(DepthPiece(plane: i)) }
        }
        if shown.count < 2 { return planes.indices.map { DepthPiece(plane: $0) } }
        if shown.count > planeLimit {
            let keyed = shown.map { (depth: planes[$0].depth(at: middle(planes[$0].polygon)), plane: $0) }
            return hidden + keyed.sorted { $0.depth != $1.depth ? $0.depth < $1.depth : $0.plane < $1.plane }.map { DepthPiece(plane: $0.plane) }
        }
        var split = PlaneSplit(planes)
        split.pieces = shown.map { Piece(plane: $0, polygon: planes[$0].polygon, clip: frame) }
        split.relateAll()
        return hidden + split.sorted().map { DepthPiece(plane: $0.plane, clip: $0.isWhole ? [] : near($0)) }
    }

    /// The clip, no larger than what it has to cut.
    private static func near(_ piece: Piece) -> [SIMD2<Double>] {
        var clip = piece.clip
        let low = piece.box.low - 2, high = piece.box.high + 2
        clip = part(of: clip, [1, 0], -low.x)
        clip = part(of: clip, [0, 1], -low.y)
        clip = part(of: clip, [-1, 0], high.x)
        return part(of: clip, [0, -1], high.y)
    }

    private init(_ planes: [DepthPlane]) { self.planes = planes }

    // MARK: pairs

    private mutating func relateAll() {
        let limit = pieces.count * 4 + 64
        var j = 1
        while j < pieces.count {
            var k = 0
            while k < j {
                switch relation(pieces[j], pieces[k], mayCross: pieces.count < limit) {
                case .apart: break
                case .above: relations.append((k, j))
                case .below: relations.append((j, k))
                case .level: relations.append(pieces[k].plane < pieces[j].plane ? (k, j) : (j, k))
                case .crossing:
                    let a = planes[pieces[j].plane].cost, b = planes[pieces[k].plane].cost
                    // What was found for the whole holds for its parts; the new part at the end is compared when its turn comes.
                    let cut = a < b || (a == b && pieces[j].plane > pieces[k].plane) ? j : k
                    let other = cut == j ? k : j
                    if let (near, far) = cutPiece(pieces[cut], by: pieces[other].plane) {
                        pieces[cut] = near
                        relations.append((other, cut))
                        pieces.append(far)
                    }
                }
                k += 1
            }
            j += 1
        }
    }

    private func relation(_ a: Piece, _ b: Piece, mayCross: Bool) -> Relation {
        guard a.plane != b.plane, a.meets(b) else { return .apart }
        let both = Self.overlap(a.polygon, b.polygon)
        guard both.count > 2, Self.area(both) > Self.leastArea else { return .apart }
        let (slope, level, noise) = difference(a.plane, b.plane, over: both)
        var low = Double.infinity, high = -Double.infinity
        for p in both {
            let d = p.x * slope.x + p.y * slope.y + level
            low = min(low, d); high = max(high, d)
        }
        if low >= -noise && high <= noise { return .level }
        if low >= -noise { return .above }
        if high <= noise { return .below }
        let above = Self.area(Self.part(of: both, slope, level)), below = Self.area(Self.part(of: both, -slope, -level))
        if mayCross, above > Self.leastArea, below > Self.leastArea { return .crossing }
        return above >= below ? .above : .below
    }

    /// Depth of one less that of another, and how much of it may be rounding.
    private func difference(_ a: Int, _ b: Int, over polygon: [SIMD2<Double>]) -> (slope: SIMD2<Double>, level: Double, noise: Double) {
        var reach = 1.0
        for p in polygon { reach = max(reach, abs(planes[a].depth(at: p)), abs(planes[b].depth(at: p))) }
        return (planes[a].slope - planes[b].slope, planes[a].level - planes[b].level, reach * 1e-9)
    }

    /// The parts of a piece nearer and farther than a plane; nil where one of them is empty.
    private func cutPiece(_ piece: Piece, by plane: Int) -> (near: Piece, far: Piece)? {
        let slope = planes[piece.plane].slope - planes[plane].slope, level = planes[piece.plane].level - planes[plane].level
        let near = Self.part(of: piece.polygon, slope, level), far = Self.part(of: piece.polygon, -slope, -level)
        guard near.count > 2, far.count > 2 else { return nil }
        var a = Piece(plane: piece.plane, polygon: near, clip: Self.part(of: piece.clip, slope, level))
        var b = Piece(plane: piece.plane, polygon: far, clip: Self.part(of: piece.clip, -slope, -level))
        a.isWhole = false
        b.isWhole = false
        return (a, b)
    }

    // MARK: order

    /// Of those with nothing left below them always the one that comes first in the tree.
    private func sorted() -> [Piece] {
        var waiting = [Int](repeating: 0, count: pieces.count)
        var above = [[Int]](repeating: [], count: pieces.count)
        for (low, high) in relations { waiting[high] += 1; above[low].append(high) }
        var left = Array(pieces.indices)
        left.sort { pieces[$0].plane != pieces[$1].plane ? pieces[$0].plane < pieces[$1].plane : $0 < $1 }
        var result: [Piece] = []
        result.reserveCapacity(pieces.count)
        while !left.isEmpty {
            guard let at = left.firstIndex(where: { waiting[$0] == 0 }) else {
                partition(left.map { pieces[$0] }, into: &result)
                break
            }
            let next = left.remove(at: at)
            result.append(pieces[next])
            for other in above[next] { waiting[other] -= 1 }
        }
        return result
    }

    /// Everything beyond a plane, what lies in it, everything before it.
    private func partition(_ set: [Piece], into result: inout [Piece]) {
        guard set.count > 1 else { result += set; return }
        let middle = set[0].plane
        var far: [Piece] = [], same: [Piece] = [], near: [Piece] = []
        for piece in set {
            let (slope, level, noise) = difference(piece.plane, middle, over: piece.polygon)
            var low = Double.infinity, high = -Double.infinity
            for p in piece.polygon {
                let d = p.x * slope.x + p.y * slope.y + level
                low = min(low, d); high = max(high, d)
            }
            if piece.plane == middle || (low >= -noise && high <= noise) { same.append(piece)
            } else if low >= -noise { near.append(piece)
            } else if high <= noise { far.append(piece)
            } else if let parts = cutPiece(piece, by: middle) { near.append(parts.near); far.append(parts.far)
            } else if low + high > 0 { near.append(piece) } else { far.append(piece) }
        }
        partition(far, into: &result)
        result += same
        partition(near, into: &result)
    }

    // MARK: convex polygons

    /// Twice the area, without sign.
    static func area(_ p: [SIMD2<Double>]) -> Double { abs(signedArea(p)) }

    private static func signedArea(_ p: [SIMD2<Double>]) -> Double {
        guard p.count > 2 else { return 0 }
        var sum = 0.0
        for i in 1..<(p.count - 1) {
            let u = p[i] - p[0], v = p[i + 1] - p[0]
            sum += u.x * v.y - v.x * u.y
        }
        return sum
    }

    private static func middle(_ p: [SIMD2<Double>]) -> SIMD2<Double> {
        var sum = SIMD2<Double>.zero
        for each in p { sum += each }
        return sum / Double(max(1, p.count))
    }

    /// Where p · slope + level is not negative.
    static func part(of polygon: [SIMD2<Double>], _ slope: SIMD2<Double>, _ level: Double) -> [SIMD2<Double>] {
        guard var before = polygon.last else { return [] }
        var result: [SIMD2<Double>] = []
        result.reserveCapacity(polygon.count + 1)
        var dBefore = before.x * slope.x + before.y * slope.y + level
        for p in polygon {
            let d = p.x * slope.x + p.y * slope.y + level
            if (d < 0) != (dBefore < 0) {
                // From the end nearer to the cut, whichever part is asked for, so that the parts meet exactly.
                result.append(abs(d) < abs(dBefore) ? p + (before - p) * (d / (d - dBefore)) : before + (p - before) * (dBefore / (dBefore - d)))
            }
            if d >= 0 { result.append(p) }
            before = p
            dBefore = d
        }
        return result
    }

    static func overlap(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sign: Double = signedArea(b) < 0 ? -1 : 1
        var result = a
        for i in b.indices {
            let p = b[i], q = b[i + 1 == b.count ? 0 : i + 1]
            let normal = SIMD2(p.y - q.y, q.x - p.x) * sign
            result = part(of: result, normal, -(p.x * normal.x + p.y * normal.y))
            if result.count < 3 { return [] }
        }
        return result
    }
}
