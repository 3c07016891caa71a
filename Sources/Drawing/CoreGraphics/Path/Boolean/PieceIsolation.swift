/// A part of a segment whose chords are at most some halvings away. A line is one piece.
struct OutlinePiece {
    /// The part itself.
    var shape: PathSegment
    /// The parameters of the whole segment.
    var from, to: Double
    /// The index of the whole segment.
    var source: Int32
    /// The number of halvings that are left.
    var depth: Int32
}

/// Finds the curved pieces that one chord can replace: they have no loop, and touch no other piece except at a shared end, in another
/// half plane. A chord is inside the hull of its piece, so the chord has the same neighbors on both sides as the piece.
///
/// The search halves the plane until few pieces are left in each part. Pieces that can't be separated with an effort of n log n count as
/// touching.
struct PieceIsolation {
    private let pieces: [OutlinePiece]
    /// The smallest distance of separate pieces. Chords move by less when their ends are rounded.
    private let margin: Double
    private let bounds: [SIMD4<Double>]
    private(set) var isIsolated: [Bool]
    private var budget: Int

    /// The number of pieces that are compared with each other.
    private static let fewest = 12

    /// - Parameter step: the step of the grid.
    init(_ pieces: [OutlinePiece], step: Double) {
        self.pieces = pieces
        margin = step * 4
        bounds = pieces.map(\.shape.hullBounds)
        isIsolated = pieces.map { $0.shape.degree != .line && $0.shape.isMonotone(margin: step * 4) }
        budget = pieces.count * (16 + 2 * (Int.bitWidth - pieces.count.leadingZeroBitCount))
        search(Array(0..<Int32(pieces.count)), 0)
    }

    private mutating func search(_ items: [Int32], _ depth: Int) {
        budget -= items.count
        if items.count <= PieceIsolation.fewest { return compareAll(items) }
        guard budget > 0, depth < 64 else { return refuse(items) }
        guard items.contains(where: { isIsolated[Int($0)] }) else { return }
        var all = bounds[Int(items[0])]
        for item in items { all = all.joined(bounds[Int(item)]) }
        let isWide = all.z - all.x > all.w - all.y
        for alongX in [isWide, !isWide] {
            let at = middle(items, alongX)
            var low: [Int32] = [], high: [Int32] = []
            low.reserveCapacity(items.count)
            high.reserveCapacity(items.count)
            for item in items {
                let b = bounds[Int(item)]
                if (alongX ? b.x : b.y) <= at + margin { low.append(item) }
                if (alongX ? b.z : b.w) >= at - margin { high.append(item) }
            }
            guard low.count + high.count < items.count * 3 / 2, max(low.count, high.count) < items.count else { continue }
            search(low, depth + 1)
            search(high, depth + 1)
            return
        }
        refuse(items)
    }

    private mutating func refuse(_ items: [Int32]) {
        for item in items { isIsolated[Int(item)] = false }
    }

    /// Returns the middle of the middles of some of the pieces.
    private func middle(_ items: [Int32], _ alongX: Bool) -> Double {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 32) { samples in
            var count = 0
            let stride = max(1, items.count / 31)
            var index = stride / 2
            while index < items.count, count < 32 {
                let b = bounds[Int(items[index])]
                let value = alongX ? (b.x + b.z) * 0.5 : (b.y + b.w) * 0.5
                var place = count
                while place > 0, samples[place - 1] > value {
                    samples[place] = samples[place - 1]
                    place -= 1
                }
                samples[place] = value
                count += 1
                index += stride
            }
            return samples[count / 2]
        }
    }

    private mutating func compareAll(_ items: [Int32]) {
        for i in items.indices {
            let first = Int(items[i])
            for j in (i + 1)..<max(items.count, i + 1) {
                let second = Int(items[j])
                guard isIsolated[first] || isIsolated[second] else { continue }
                let a = bounds[first], b = bounds[second]
                if a.z + margin < b.x || b.z + margin < a.x || a.w + margin < b.y || b.w + margin < a.y { continue }
                if areApart(pieces[first].shape, pieces[second].shape) { continue }
                isIsolated[first] = false
                isIsolated[second] = false
            }
        }
    }

    /// Returns whether two pieces with touching boxes are apart, or only meet at an end.
    private func areApart(_ a: PathSegment, _ b: PathSegment) -> Bool {
        if a.degree == .line, isBeside(a, b) { return true }
        if b.degree == .line, isBeside(b, a) { return true }
        // Each piece begins at the shared end.
        for p in [a, a.reversed] {
            for q in [b, b.reversed] where q.p0 == p.p0 {
                if leaves(p, SIMD2(1, 0)), leaves(q, SIMD2(-1, 0)) { return true }
                if leaves(p, SIMD2(-1, 0)), leaves(q, SIMD2(1, 0)) { return true }
                if leaves(p, SIMD2(0, 1)), leaves(q, SIMD2(0, -1)) { return true }
                if leaves(p, SIMD2(0, -1)), leaves(q, SIMD2(0, 1)) { return true }
            }
        }
        return false
    }

    /// Returns whether all of a piece except its start is further in a direction than its start.
    private func leaves(_ p: PathSegment, _ direction: SIMD2<Double>) -> Bool {
        let isEndAhead = (p.p3 - p.p0).dot(direction) > margin
        if p.degree == .line { return isEndAhead }
        return isEndAhead && (p.p1 - p.p0).dot(direction) > margin && (p.p2 - p.p0).dot(direction) > margin
    }

    /// Returns whether all of a piece, except an end that it shares with a line, is on one side of the line.
    private func isBeside(_ line: PathSegment, _ piece: PathSegment) -> Bool {
        let sharesStart = piece.p0 == line.p0 || piece.p0 == line.p3, sharesEnd = piece.p3 == line.p0 || piece.p3 == line.p3
        // Between two shared ends, the chord would be the line itself.
        if sharesStart, sharesEnd { return false }
        let along = line.p3 - line.p0, limit = margin * along.length
        var hasLeft = false, hasRight = false
        func add(_ p: SIMD2<Double>) {
            let side = along.cross(p - line.p0)
            if side > -limit { hasLeft = true }
            if side < limit { hasRight = true }
        }
        if !sharesStart { add(piece.p0) }
        if !sharesEnd { add(piece.p3) }
        if piece.degree != .line {
            add(piece.p1)
            add(piece.p2)
        }
        return !(hasLeft && hasRight)
    }
}

extension SIMD4<Double> {
    /// The box around two boxes: minX, minY, maxX, maxY.
    fileprivate func joined(_ b: Self) -> Self { Self(Swift.min(x, b.x), Swift.min(y, b.y), Swift.max(z, b.z), Swift.max(w, b.w)) }
}

extension PathSegment {
    /// The box of all points: minX, minY, maxX, maxY.
    fileprivate var hullBounds: SIMD4<Double> {
        let low = pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3)), high = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3))
        return SIMD4(low.x, low.y, high.x, high.y)
    }

    /// Returns whether the points go along an axis in one direction, so that the curve has no loop.
    fileprivate func isMonotone(margin: Double) -> Bool {
        let a = p1 - p0, b = p2 - p1, c = p3 - p2
        let isRight = a.x >= 0 && b.x >= 0 && c.x >= 0, isLeft = a.x <= 0 && b.x <= 0 && c.x <= 0
        let isUp = a.y >= 0 && b.y >= 0 && c.y >= 0, isDown = a.y <= 0 && b.y <= 0 && c.y <= 0
        let reach = p3 - p0
        return ((isRight || isLeft) && reach.x.magnitude > margin) || ((isUp || isDown) && reach.y.magnitude > margin)
    }
}
