/// Sorts planes by depth, farthest first. Planes that do not cross within the area that both cover are only ordered. Planes that cross, or
/// that cover each other in a ring, form sets; each set is settled by a space partition: one of its planes cuts the others that extend to
/// both sides of it. Coplanar planes keep their order.
struct PlaneSplit {
    /// Above this number, planes are ordered by their middles: comparing all with all would cost more than a frame.
    static let planeLimit = 384
    /// The maximum number of pieces. Past it, an uncut piece is put on the side of a plane that holds more of it.
    private static let pieceLimit = 1 << 16
    /// In square pixels; a smaller area covers no pixel's centre that could be distinguished from float noise.
    private static let leastArea = 1e-3
    /// The number of planes of a set that are tried as divider, and the number of pieces that each is tried on; the plane that cuts least
    /// is used.
    private static let trials = 8, samples = 48

    private struct Piece {
        var plane: Int32
        var polygon, clip: PolygonStore.Run
        var isWhole: Bool
        /// The sign of the polygon's area.
        var sign: Double
        var low, high: SIMD2<Double>
    }

    private enum Relation { case apart, above, below, crossing }
    private enum Side { case far, inside, near, both(isMoreNear: Bool) }

    private let planes: [DepthPlane]
    private let store = PolygonStore()
    private var pieces: ContiguousArray<Piece> = []

    /// - Parameter frame: a convex polygon around everything that can be visible.
    static func order(_ planes: [DepthPlane], within frame: [SIMD2<Double>]) -> [DepthPiece] {
        var hidden: [DepthPiece] = [], shown: [Int] = []
        for i in planes.indices {
            if planes[i].polygon.count > 2, area(planes[i].polygon) > 0 { shown.append(i) } else { hidden.append(DepthPiece(plane: i)) }
        }
        if shown.count < 2 { return planes.indices.map { DepthPiece(plane: $0) } }
        if shown.count > planeLimit {
            let keyed = shown.map { (depth: planes[$0].depth(at: middle(planes[$0].polygon)), plane: $0) }
            return hidden
                + keyed.sorted { $0.depth != $1.depth ? $0.depth < $1.depth : $0.plane < $1.plane }.map { DepthPiece(plane: $0.plane) }
        }
        var split = PlaneSplit(planes)
        let all = split.store.add(frame)
        for i in shown { split.pieces.append(split.piece(i, split.store.add(planes[i].polygon), all, isWhole: true)) }
        let sorted = split.sorted()
        return hidden
            + sorted.map { i in
                let piece = split.pieces[Int(i)]
                return DepthPiece(plane: Int(piece.plane), clip: piece.isWhole ? [] : split.near(piece))
            }
    }

    private init(_ planes: [DepthPlane]) { self.planes = planes }

    private func piece(_ plane: Int, _ polygon: PolygonStore.Run, _ clip: PolygonStore.Run, isWhole: Bool) -> Piece {
        var low = SIMD2(repeating: Double.infinity), high = -low
        for p in store.points(polygon) { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
        let sign: Double = store.signedArea(polygon) < 0 ? -1 : 1
        return Piece(plane: Int32(plane), polygon: polygon, clip: clip, isWhole: isWhole, sign: sign, low: low, high: high)
    }

    /// Returns the clip, reduced to the surroundings of the piece that it has to cut.
    private func near(_ piece: Piece) -> [SIMD2<Double>] {
        let low = piece.low - 2, high = piece.high + 2, count = store.count
        defer { store.release(to: count) }
        var clip = store.part(of: piece.clip, [1, 0], -low.x)
        clip = store.part(of: clip, [0, 1], -low.y)
        clip = store.part(of: clip, [-1, 0], high.x)
        return store.polygon(store.part(of: clip, [0, -1], high.y))
    }

    // MARK: pairs

    private func relation(_ a: Piece, _ b: Piece) -> Relation {
        guard all(a.low .< b.high), all(b.low .< a.high) else { return .apart }
        let count = store.count
        defer { store.release(to: count) }
        let both = store.overlap(a.polygon, b.polygon, sign: b.sign)
        guard both.count > 2, abs(store.signedArea(both)) > Self.leastArea else { return .apart }
        let (slope, level) = difference(a, Int(b.plane))
        let (low, high, noise) = distances(of: both, on: a, from: Int(b.plane))
        if low >= -noise && high <= noise { return a.plane > b.plane ? .above : .below }
        if low >= -noise { return .above }
        if high <= noise { return .below }
        let above = abs(store.signedArea(store.part(of: both, slope, level))),
            below = abs(store.signedArea(store.part(of: both, -slope, -level)))
        if above > Self.leastArea, below > Self.leastArea { return .crossing }
        return above >= below ? .above : .below
    }

    /// Returns the depth of a piece minus the depth of a plane.
    @inline(__always)
    private func difference(_ piece: Piece, _ plane: Int) -> (slope: SIMD2<Double>, level: Double) {
        let own = Int(piece.plane)
        return (planes[own].slope - planes[plane].slope, planes[own].level - planes[plane].level)
    }

    /// Returns the minimum and maximum depth difference over a polygon, and the part of it that may be rounding.
    @inline(__always)
    private func distances(of polygon: PolygonStore.Run, on piece: Piece, from plane: Int) -> (low: Double, high: Double, noise: Double) {
        let (slope, level) = difference(piece, plane), own = Int(piece.plane)
        let a = planes[own].slope, b = planes[plane].slope, levels = SIMD2(planes[own].level, planes[plane].level)
        var reach = SIMD2(repeating: 1.0), low = Double.infinity, high = -Double.infinity
        let points = store.points(polygon)
        for p in points {
            let depths = SIMD2(p.x * a.x, p.x * b.x) + SIMD2(p.y * a.y, p.y * b.y) + levels
            reach = pointwiseMax(reach, pointwiseMax(depths, -depths))
            let d = p.x * slope.x + p.y * slope.y + level
            low = min(low, d)
            high = max(high, d)
        }
        return (low, high, max(reach.x, reach.y) * 1e-9)
    }

    @inline(__always)
    private func reach(_ slope: SIMD2<Double>, _ half: SIMD2<Double>) -> Double { abs(slope.x) * half.x + abs(slope.y) * half.y }

    private func side(_ piece: Piece, of plane: Int) -> Side {
        let own = Int(piece.plane)
        if own == plane { return .inside }
        // Usually the bounding box decides: its depths are those of its middle plus the slopes' contribution at the corners.
        let middle = (piece.low + piece.high) * 0.5, half = (piece.high - piece.low) * 0.5
        let a = planes[own].depth(at: middle), b = planes[plane].depth(at: middle)
        let reachA = reach(planes[own].slope, half), reachB = reach(planes[plane].slope, half)
        let apart = reach(planes[own].slope - planes[plane].slope, half) + 1e-8 * (1 + abs(a) + abs(b) + reachA + reachB)
        if a - b > apart { return .near }
        if b - a > apart { return .far }
        let (low, high, noise) = distances(of: piece.polygon, on: piece, from: plane)
        if low >= -noise && high <= noise { return .inside }
        if low >= -noise { return .near }
        if high <= noise { return .far }
        return .both(isMoreNear: low + high > 0)
    }

    /// Reduces a piece to the part nearer than a plane, and returns a new piece for the farther part; nil if either part is empty.
    private mutating func cut(_ i: Int32, by plane: Int) -> Int32? {
        let piece = pieces[Int(i)], count = store.count
        let (slope, level) = difference(piece, plane)
        let near = store.part(of: piece.polygon, slope, level), far = store.part(of: piece.polygon, -slope, -level)
        guard near.count > 2, far.count > 2, pieces.count < Self.pieceLimit else {
            store.release(to: count)
            return nil
        }
        pieces[Int(i)] = self.piece(Int(piece.plane), near, store.part(of: piece.clip, slope, level), isWhole: false)
        pieces.append(self.piece(Int(piece.plane), far, store.part(of: piece.clip, -slope, -level), isWhole: false))
        return Int32(pieces.count - 1)
    }

    // MARK: order

    private mutating func sorted() -> ContiguousArray<Int32> {
        var relations = DepthRelations(count: pieces.count)
        for j in 1..<pieces.count {
            for k in 0..<j {
                switch relation(pieces[j], pieces[k]) {
                case .apart: break
                case .above: relations.add(k, below: j)
                case .below: relations.add(j, below: k)
                case .crossing:
                    relations.add(k, below: j)
                    relations.add(j, below: k)
                }
            }
        }
        var result: ContiguousArray<Int32> = []
        result.reserveCapacity(pieces.count)
        relations.forEachSet { set in if set.count == 1 { result += set } else { partition(set, into: &result) } }
        return result
    }

    /// Appends the pieces beyond a plane, then those in it, then those in front of it; each group is partitioned again.
    private mutating func partition(_ set: ContiguousArray<Int32>, into result: inout ContiguousArray<Int32>) {
        // Pending sets are stored in sequence, the next one last.
        var waiting = set, open: [(count: Int, isSettled: Bool)] = [(set.count, false)]
        var set: ContiguousArray<Int32> = [], far = set, inside = set, near = set
        while let next = open.popLast() {
            set.removeAll(keepingCapacity: true)
            set.append(contentsOf: waiting.suffix(next.count))
            waiting.removeLast(next.count)
            if next.count < 2 || next.isSettled {
                result.append(contentsOf: set)
                continue
            }
            let plane = divider(of: set)
            far.removeAll(keepingCapacity: true)
            inside.removeAll(keepingCapacity: true)
            near.removeAll(keepingCapacity: true)
            for i in set {
                switch side(pieces[Int(i)], of: plane) {
                case .far: far.append(i)
                case .inside: inside.append(i)
                case .near: near.append(i)
                case .both(let isMoreNear):
                    if let part = cut(i, by: plane) {
                        near.append(i)
                        far.append(part)
                    } else if isMoreNear {
                        near.append(i)
                    } else {
                        far.append(i)
                    }
                }
            }
            for (part, isSettled) in [(near, false), (inside, true), (far, false)] where !part.isEmpty {
                waiting.append(contentsOf: part)
                open.append((part.count, isSettled))
            }
        }
    }

    /// Returns the plane of a set that cuts least, weighted by the cost of what it cuts; of equal ones, the one that balances both sides
    /// best.
    private func divider(of set: ContiguousArray<Int32>) -> Int {
        var best = 0, least = Int.max
        let skip = max(1, set.count / Self.samples)
        for at in stride(from: 0, to: set.count, by: max(1, set.count / Self.trials)) {
            let plane = Int(pieces[Int(set[at])].plane)
            var cuts = 0, balance = 0
            for at in stride(from: 0, to: set.count, by: skip) {
                let i = set[at]
                switch side(pieces[Int(i)], of: plane) {
                case .far: balance -= 1
                case .inside: break
                case .near: balance += 1
                case .both: cuts += 1 + planes[Int(pieces[Int(i)].plane)].cost
                }
            }
            if cuts * 8 + abs(balance) < least { (best, least) = (plane, cuts * 8 + abs(balance)) }
        }
        return best
    }

    // MARK: convex polygons

    /// Returns twice the area, unsigned.
    static func area(_ p: [SIMD2<Double>]) -> Double { abs(p.withUnsafeBufferPointer { signedArea($0) }) }

    static func signedArea(_ p: UnsafeBufferPointer<SIMD2<Double>>) -> Double {
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

    /// Writes the part of the polygon where p · slope + level is not negative; returns the number of points written. `result` must have
    /// room for two points for each of the polygon's.
    @inline(__always)
    static func part(
        of polygon: UnsafeBufferPointer<SIMD2<Double>>, _ slope: SIMD2<Double>, _ level: Double,
        into result: UnsafeMutablePointer<SIMD2<Double>>
    ) -> Int {
        guard var before = polygon.last else { return 0 }
        var count = 0
        var dBefore = before.x * slope.x + before.y * slope.y + level
        for p in polygon {
            let d = p.x * slope.x + p.y * slope.y + level
            if (d < 0) != (dBefore < 0) {
                // Computed from the end nearer to the cut, for either part, so that the two parts meet exactly.
                result[count] =
                    abs(d) < abs(dBefore) ? p + (before - p) * (d / (d - dBefore)) : before + (p - before) * (dBefore / (dBefore - d))
                count += 1
            }
            if d >= 0 {
                result[count] = p
                count += 1
            }
            before = p
            dBefore = d
        }
        return count
    }

    static func part(of polygon: [SIMD2<Double>], _ slope: SIMD2<Double>, _ level: Double) -> [SIMD2<Double>] {
        polygon.withUnsafeBufferPointer { points in
            [SIMD2<Double>](unsafeUninitializedCapacity: 2 * points.count) { buffer, count in
                if let first = buffer.baseAddress { count = part(of: points, slope, level, into: first) }
            }
        }
    }

    static func overlap(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sign: Double = b.withUnsafeBufferPointer { signedArea($0) } < 0 ? -1 : 1
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
