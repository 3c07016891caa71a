import CoreGraphics

/// Motion along a path. Every end point of an element, except a move, is a keyframe.
final class PathKeyframes: Sendable {
    private struct Piece: Sendable {
        var a, b, c, d: SIMD2<Double>
        func point(_ t: Double) -> SIMD2<Double> {
            if t == 0 { return a }
            if t == 1 { return d }
            let u = 1 - t
            return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t)
        }
        func slope(_ t: Double) -> SIMD2<Double> {
            let u = 1 - t
            return (b - a) * (3 * u * u) + (c - b) * (6 * u * t) + (d - c) * (3 * t * t)
        }
    }
    private let pieces: ContiguousArray<Piece>
    /// The corners of a box around all pieces; infinite if a curve of a segment may overshoot.
    private let reach: (low: SIMD2<Double>, high: SIMD2<Double>)
    let timeline: KeyTimeline
    private let pace: ArcLengthTable?
    let rotationMode: RotationMode
    /// The target if it is not plain numbers of the layer: a custom key, or an input of a filter.
    private let property: PropertyKeyPath?

    /// Returns nil if the path has no segments.
    init?(_ path: CGPath, _ spec: AnimationSpec.Keyframe, property: PropertyKeyPath? = nil) {
        rotationMode = spec.rotationMode
        self.property = property
        var current = SIMD2<Double>.zero, start = SIMD2<Double>.zero
        var next = 0
        var pieces: ContiguousArray<Piece> = []
        let points = path.points
        func take() -> SIMD2<Double> {
            defer { next += 1 }
            guard next < points.count else { return current }
            return SIMD2(Double(points[next].x), Double(points[next].y))
        }
        func line(_ to: SIMD2<Double>) -> Piece {
            Piece(a: current, b: current + (to - current) / 3, c: to - (to - current) / 3, d: to)
        }
        for raw in path.verbs {
            guard let verb = PathVerb(rawValue: raw) else { continue }
            switch verb {
            case .move:
                current = take()
                start = current
                continue
            case .line: pieces.append(line(take()))
            case .quad:
                let control = take(), end = take()
                pieces.append(Piece(a: current, b: current + (control - current) * (2 / 3), c: end + (control - end) * (2 / 3), d: end))
            case .cubic:
                let b = take(), c = take()
                pieces.append(Piece(a: current, b: b, c: c, d: take()))
            case .close:
                if current == start { continue }
                pieces.append(line(start))
            }
            current = pieces[pieces.count - 1].d
        }
        guard !pieces.isEmpty, pieces.allSatisfy({ $0.a.isFinite && $0.b.isFinite && $0.c.isFinite && $0.d.isFinite }) else { return nil }
        let isPaced = (spec.mode == .paced || spec.mode == .cubicPaced) && (spec.keyTimes ?? []).isEmpty
        timeline = KeyTimeline(count: pieces.count + 1, mode: spec.mode, keyTimes: spec.keyTimes, curves: spec.timingCurves)
        guard timeline.count > 1 || timeline.isDiscrete else { return nil }
        let all = pieces
        self.pieces = all
        let boxes = all.map { pointwiseMin(pointwiseMin($0.a, $0.b), pointwiseMin($0.c, $0.d)) }
        let tops = all.map { pointwiseMax(pointwiseMax($0.a, $0.b), pointwiseMax($0.c, $0.d)) }
        reach =
            timeline.staysBetween || isPaced
            ? (boxes.dropFirst().reduce(boxes[0], pointwiseMin), tops.dropFirst().reduce(tops[0], pointwiseMax))
            : (SIMD2(repeating: -.infinity), SIMD2(repeating: .infinity))
        pace =
            !isPaced
            ? nil
            : ArcLengthTable(pieces: all.count) {
                let v = all[$0].slope($1)
                return (v.x * v.x + v.y * v.y).squareRoot()
            }
    }

    func place(at progress: Double) -> (piece: Int, t: Double) {
        if let pace { return pace.locate(progress) }
        let (index, fraction) = timeline.locate(progress)
        if !timeline.isDiscrete { return (index, fraction) }
        return index < pieces.count ? (index, 0) : (pieces.count - 1, 1)
    }

    func point(_ place: (piece: Int, t: Double)) -> SIMD4<Double> {
        let p = pieces[place.piece].point(place.t)
        return SIMD4(p.x, p.y, 0, 0)
    }

    /// Adds all points of the path, at any progress.
    func addReach(to reach: inout PositionReach) {
        reach.add(SIMD4(lowHalf: self.reach.low, highHalf: .zero))
        reach.add(SIMD4(lowHalf: self.reach.high, highHalf: .zero))
    }

    /// Writes a point of the path to a target that is not plain numbers. Returns false, without a change, for other targets.
    func write(_ v: SIMD4<Double>, isAdditive: Bool, to state: inout LayerState) -> Bool {
        guard let property else { return false }
        let under = state.value(at: property)
        let isSize = (property.kind ?? under?.kind) == .size
        let value = isSize ? PropertyValue.size(CGSize(width: v.x, height: v.y)) : .point(CGPoint(x: v.x, y: v.y))
        state.setValue(isAdditive ? Interpolation.sum(value, over: under) : value, at: property)
        return true
    }

    /// The point at the end of a cycle. Key times may omit the last pieces.
    var end: SIMD4<Double> { point(place(at: 1)) }

    /// Returns the direction of motion, in radians, according to the rotation mode.
    func angle(_ place: (piece: Int, t: Double)) -> Double {
        let piece = pieces[place.piece]
        // If a timing function overshoots, the piece is extrapolated beyond its end, and so is its direction.
        var v = piece.slope(place.t)
        // A control point that coincides with its end point gives no direction; the next control point does.
        if v == .zero { v = place.t < 0.5 ? piece.c - piece.a : piece.d - piece.b }
        if v == .zero { v = piece.d - piece.a }
        let angle = v == .zero ? 0 : SteadyMath.atan2(v.y, v.x)
        return rotationMode == .autoReverse ? angle + .pi : angle
    }
}

private extension SIMD2<Double> {
    var isFinite: Bool { x.isFinite && y.isFinite }
}
