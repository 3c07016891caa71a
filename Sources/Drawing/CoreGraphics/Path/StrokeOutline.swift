import Foundation

/// The pen that draws a stroke.
struct StrokePen {
    let half: Double
    let cap: CGLineCap
    let join: CGLineJoin
    let miterLimit: Double
}

/// Makes outlines: to the right of the path forwards, then to its left backwards.
struct StrokeOutline {
    private(set) var builder = PathBuilder()
    private let pen: StrokePen
    private var left: StrokeSide
    private var right: StrokeSide

    init(_ pen: StrokePen) {
        self.pen = pen
        left = StrokeSide(pen, offset: pen.half)
        right = StrokeSide(pen, offset: -pen.half)
    }

    /// Adds the outline of one subpath.
    mutating func add(_ given: ArraySlice<PathSegment>, isClosed: Bool) {
        left.start(given.count)
        right.start(given.count)
        var first: (start: SIMD2<Double>, tangent: SIMD2<Double>, lineLength: Double?)?
        var last: (end: SIMD2<Double>, tangent: SIMD2<Double>, lineLength: Double?)?
        for segment in given {
            guard let tangent = segment.tangent(0), let end = segment.tangent(1) else { continue }
            let lineLength = segment.degree == .line ? (segment.p3 - segment.p0).length : nil
            if let last {
                corner(segment.p0, last.tangent, tangent, StrokeOutline.shorter(last.lineLength, lineLength))
            } else {
                first = (segment.p0, tangent, lineLength)
            }
            left.extend(segment, tangent, end)
            right.extend(segment, tangent, end)
            last = (segment.p3, end, lineLength)
        }
        guard let first, let last else {
            if let p = given.first?.p0 { dot(p) }
            return
        }
        let pieces = left.pieces.count + right.pieces.count, patches = left.patches.count + right.patches.count
        builder.reserve(verbs: pieces + patches * 8 + 16, points: (pieces + patches * 4) * 3 + 16)
        if isClosed {
            corner(first.start, last.tangent, first.tangent, StrokeOutline.shorter(last.lineLength, first.lineLength))
            left.close()
            right.close()
            emit(right.pieces)
            builder.close()
            emit(left.pieces.reversed().lazy.map(\.reversed))
            builder.close()
        } else {
            emit(right.pieces)
            end(last.end, last.tangent)
            for piece in left.pieces.reversed() { builder.append(piece.reversed) }
            end(first.start, -first.tangent)
            builder.close()
        }
        for patch in left.patches { add(patch) }
        for patch in right.patches { add(patch) }
    }

    private static func shorter(_ a: Double?, _ b: Double?) -> Double? {
        guard let a, let b else { return nil }
        return min(a, b)
    }

    private mutating func emit(_ pieces: some Sequence<PathSegment>) {
        var isFirst = true
        for piece in pieces {
            if isFirst { builder.move(piece.p0) }
            isFirst = false
            builder.append(piece)
        }
    }

    /// - Parameter reach: the length of the shorter of the two lines that meet here, or nil if one of them is a curve.
    private mutating func corner(_ p: SIMD2<Double>, _ arriving: SIMD2<Double>, _ leaving: SIMD2<Double>, _ reach: Double?) {
        let cross = arriving.cross(leaving)
        if cross.magnitude < 1e-9, arriving.dot(leaving) > 0 {
            left.line(to: p + leaving.left * left.offset)
            right.line(to: p + leaving.left * right.offset)
        } else if cross > 0 {
            left.turnInside(p, arriving, leaving, reach)
            right.turnOutside(p, arriving, leaving, reach != nil)
        } else {
            right.turnInside(p, arriving, leaving, reach)
            left.turnOutside(p, arriving, leaving, reach != nil)
        }
    }

    /// Connects the right side to the left one, around the end of a path that arrives in a direction.
    private mutating func end(_ p: SIMD2<Double>, _ tangent: SIMD2<Double>) {
        let out = tangent * pen.half, side = tangent.left * pen.half
        switch pen.cap {
        case .butt:
            builder.line(p + side)
        case .square:
            builder.line(p - side + out)
            builder.line(p + side + out)
            builder.line(p + side)
        case .round:
            var arc: [PathSegment] = []
            arc.appendArc(p, -pen.half, tangent, tangent.left)
            arc.appendArc(p, -pen.half, tangent.left, -tangent)
            for piece in arc { builder.append(piece) }
        }
    }

    /// Adds a subpath without length: the shape of its two caps.
    private mutating func dot(_ p: SIMD2<Double>) {
        guard pen.cap != .butt else { return }
        builder.move(p - SIMD2(0, pen.half))
        end(p, SIMD2(1, 0))
        end(p, SIMD2(-1, 0))
        builder.close()
    }

    private mutating func add(_ patch: SweptPatch) {
        shape(patch.pivot, patch.arc)
        shape(patch.tip, patch.base)
    }

    /// Adds the area between a point and a segment.
    private mutating func shape(_ point: SIMD2<Double>, _ segment: PathSegment) {
        let area = (segment.p0 - point).cross(segment.p3 - point) * 0.5 + segment.areaBesideChord
        if area == 0 { return }
        let forwards = area > 0 ? segment : segment.reversed
        builder.move(point)
        builder.line(forwards.p0)
        builder.append(forwards)
        builder.close()
    }
}

/// One side of the current subpath, in the path's direction.
struct StrokeSide {
    /// The distance of the side from the path: the pen's half width along the path's left normal, or its negative.
    let offset: Double
    private let pen: StrokePen
    private var side = OffsetFit.Side()
    private(set) var pieces: [PathSegment] {
        get { side.pieces }
        _modify { yield &side.pieces }
    }
    var patches: [SweptPatch] { side.patches }
    /// The start of the next piece if an inner corner cut that piece short.
    private var pendingStart: SIMD2<Double>?

    init(_ pen: StrokePen, offset: Double) {
        self.pen = pen
        self.offset = offset
    }

    /// Removes everything, and makes room for a subpath.
    mutating func start(_ segmentCount: Int) {
        pieces.removeAll(keepingCapacity: true)
        side.patches.removeAll(keepingCapacity: true)
        pieces.reserveCapacity(segmentCount * 2)
        pendingStart = nil
    }

    mutating func line(to p: SIMD2<Double>) {
        guard let end = pieces.last?.p3, end != p else { return }
        pieces.append(.line(end, p))
    }

    /// Extends the side along a segment.
    mutating func extend(_ segment: PathSegment, _ tangent: SIMD2<Double>, _ end: SIMD2<Double>) {
        if segment.degree == .line {
            pieces.append(.line(pendingStart ?? segment.p0 + tangent.left * offset, segment.p3 + end.left * offset))
            pendingStart = nil
        } else {
            var fit = OffsetFit(segment, offset: offset)
            fit.run(from: tangent, to: end, into: &side)
        }
    }

    /// Ends the side at its beginning. The last corner has been turned, or was cut, which cuts the first line too.
    mutating func close() {
        guard let cut = pendingStart, let first = pieces.first else { return }
        pieces[0] = .line(cut, first.p3)
        pendingStart = nil
    }

    /// Adds the inside of a corner. It is the intersection of the two sides if both lines are long enough. Otherwise the side passes
    /// through the corner, which keeps all windings of the same sign.
    mutating func turnInside(_ p: SIMD2<Double>, _ arriving: SIMD2<Double>, _ leaving: SIMD2<Double>, _ reach: Double?) {
        let dot = arriving.dot(leaving)
        if let reach, dot > -0.99, pen.half * ((1 - dot) / (1 + dot)).squareRoot() <= reach * 0.5, let last = pieces.last {
            meet(last, at: p + (arriving.left + leaving.left) * (offset / (1 + dot)))
        } else {
            line(to: p)
            line(to: p + leaving.left * offset)
        }
    }

    /// Adds the last line, shortened or extended to a point at which the next one begins.
    private mutating func meet(_ last: PathSegment, at p: SIMD2<Double>) {
        pieces[pieces.count - 1] = .line(last.p0, p)
        pendingStart = p
    }

    /// Adds the outside of a corner.
    /// - Parameter areLines: true if two lines meet here.
    mutating func turnOutside(_ p: SIMD2<Double>, _ arriving: SIMD2<Double>, _ leaving: SIMD2<Double>, _ areLines: Bool) {
        switch pen.join {
        case .bevel: break
        case .miter:
            // The ratio of miter length to width is 1 / cos of half the turn.
            let dot = arriving.dot(leaving), cosHalf = max(0, (1 + dot) * 0.5).squareRoot()
            if cosHalf > 1e-6, 1 / cosHalf <= pen.miterLimit {
                let tip = p + (arriving.left + leaving.left) * (offset / (1 + dot))
                if areLines, let last = pieces.last { return meet(last, at: tip) }
                line(to: tip)
            }
        case .round: pieces.appendArc(p, offset, arriving, leaving)
        }
        line(to: p + leaving.left * offset)
    }
}

extension [PathSegment] {
    /// Appends an arc around `center`, from `offset` to the left of one direction to the same of another. The arc takes the shorter way,
    /// in pieces of a quarter at most.
    mutating func appendArc(_ center: SIMD2<Double>, _ offset: Double, _ from: SIMD2<Double>, _ to: SIMD2<Double>) {
        // The direction reverses: the outer side is the one away from the arriving path.
        let sweep = from.dot(to) < -1 + 1e-12 ? (offset < 0 ? Double.pi : -.pi) : atan2(from.cross(to), from.dot(to))
        let count = Swift.max(1, Int((sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(count)
        let reach = 4.0 / 3 * tan(step / 4) * offset
        var tangent = from
        for index in 0..<count {
            let angle = step * Double(index + 1)
            let next = index + 1 == count ? to : from * cos(angle) + from.left * sin(angle)
            let a = center + tangent.left * offset, b = center + next.left * offset
            append(.cubic(a, a - tangent * reach, b + next * reach, b))
            tangent = next
        }
    }
}
