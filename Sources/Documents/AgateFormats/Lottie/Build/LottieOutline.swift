import CoreGraphics
import RenderTree

/// The source of paths: items of a group as a function of the frame.
indirect enum LottieOutline: Sendable {
    case path(LottieTrack<LottieBezier>, isReversed: Bool)
    case rectangle(center: LottieTrack<SIMD3<Double>>, size: LottieTrack<SIMD3<Double>>, radius: LottieTrack<Double>, isReversed: Bool)
    case ellipse(center: LottieTrack<SIMD3<Double>>, size: LottieTrack<SIMD3<Double>>, isReversed: Bool)
    case star(LottieStarTrack)
    /// The content of a group.
    case placed(LottieTransformTrack, [LottieOutline])
    case changed(LottieModifier, [LottieOutline])

    /// Appends its operands at a frame.
    func append(at frame: Double, to list: inout [LottieOperand]) {
        switch self {
        case .path(let track, let isReversed):
            let path = track.value(at: frame)
            if !path.points.isEmpty { list.append(LottieOperand(isReversed ? path.reversed : path)) }
        case .rectangle(let center, let size, let radius, let isReversed):
            list.append(
                LottieOperand(
                    .rectangle(center.value(at: frame), size.value(at: frame), radius: radius.value(at: frame), isReversed: isReversed)))
        case .ellipse(let center, let size, let isReversed):
            list.append(LottieOperand(.ellipse(center.value(at: frame), size.value(at: frame), isReversed: isReversed)))
        case .star(let star): if let path = star.path(at: frame) { list.append(LottieOperand(path)) }
        case .placed(let transform, let inner):
            let matrix = transform.matrix(at: frame)
            for operand in Self.operands(inner, at: frame) { list.append(operand.applying(matrix)) }
        case .changed(let modifier, let inner):
            list += modifier.changed(Self.operands(inner, at: frame), at: frame)
        }
    }

    static func operands(_ list: [LottieOutline], at frame: Double) -> [LottieOperand] {
        var operands: [LottieOperand] = []
        for outline in list { outline.append(at: frame, to: &operands) }
        return operands
    }

    /// Returns the contours at a frame.
    static func paths(_ list: [LottieOutline], at frame: Double) -> [LottieBezier] { operands(list, at: frame).flatMap(\.contours) }

    /// The frames between which it changes; nil if it is constant.
    var times: ClosedRange<Double>? {
        switch self {
        case .path(let track, _): track.times
        case .rectangle(let center, let size, let radius, _): union(center.times, size.times, radius.times)
        case .ellipse(let center, let size, _): union(center.times, size.times)
        case .star(let star): star.times
        case .placed(let transform, let inner): union(transform.times, Self.times(inner))
        case .changed(let modifier, let inner): union(modifier.times, Self.times(inner))
        }
    }

    static func times(_ list: [LottieOutline]) -> ClosedRange<Double>? { list.reduce(nil) { union($0, $1.times) } }

    /// The pacing of the only animated property, if the points move linearly between keyframes, so that keyframes are sufficient.
    enum Pacing { case still, straight(LottiePacing), other }

    var pacing: Pacing {
        switch self {
        case .path(let track, _): return track.pacing(isStraight: track.property.movesAsPaths)
        case .rectangle(let center, let size, let radius, _):
            if radius.isAnimated { return .other }
            return Self.one(center.pacing(isStraight: true), size.pacing(isStraight: radius.property.value == 0))
        case .ellipse(let center, let size, _): return Self.one(center.pacing(isStraight: true), size.pacing(isStraight: true))
        case .star(let star): return star.times == nil ? .still : .other
        case .placed(let transform, let inner): return transform.times == nil ? Self.pacing(inner) : .other
        case .changed(.merge(.merge), let inner): return Self.pacing(inner)
        case .changed(let modifier, let inner):
            if modifier.times == nil, case .still = Self.pacing(inner) { return .still }
            return .other
        }
    }

    static func pacing(_ list: [LottieOutline]) -> Pacing { list.reduce(.still) { one($0, $1.pacing) } }

    private static func one(_ a: Pacing, _ b: Pacing) -> Pacing {
        switch (a, b) {
        case (.still, let other), (let other, .still): other
        default: .other
        }
    }
}

/// The times and easings of keyframes, without their values.
struct LottiePacing: Equatable {
    struct Key: Equatable {
        var time: Double
        var isHold: Bool
        var easing: LottieEasing?
    }
    var keys: [Key]
}

extension LottieTrack {
    /// - Parameter isStraight: True if the result is linear in the values.
    func pacing(isStraight: Bool) -> LottieOutline.Pacing {
        guard isAnimated else { return .still }
        guard isStraight, let pacing = property.pacing else { return .other }
        return .straight(pacing)
    }
}

extension LottieProperty {
    /// The pacing; nil if dimensions have different easings, or the property follows a curve.
    var pacing: LottiePacing? {
        var keys: [LottiePacing.Key] = []
        for keyframe in keyframes {
            if !keyframe.easings.isEmpty || keyframe.outTangent != nil { return nil }
            keys.append(LottiePacing.Key(time: keyframe.time, isHold: keyframe.isHold, easing: keyframe.easing))
        }
        return LottiePacing(keys: keys)
    }
}

extension LottieProperty<LottieBezier> {
    /// True if keyframes of Core Animation show its values. There handles turn between two keyframes, as in lottie-ios; in files they move
    /// straight, as corners do.
    var movesAsPaths: Bool {
        if goesByParameter { return true }
        // In units of the file.
        let limit = 0.05
        return !zip(keyframes, keyframes.dropFirst()).contains { from, to in
            guard !from.isHold, from.value.points.count == to.value.points.count else { return false }
            return [\LottieBezier.ins, \LottieBezier.outs].contains { list in
                zip(from.value[keyPath: list], to.value[keyPath: list]).contains { a, b in
                    let off = Interpolation.handle(a, b, 0.5) - (a + b) / 2
                    return (off * off).sum() > limit * limit
                }
            }
        }
    }
}

extension LottieBezier {
    /// The path in the opposite direction.
    var reversed: LottieBezier {
        var path = self
        path.points.reverse()
        (path.ins, path.outs) = (outs.reversed(), ins.reversed())
        // A closed path keeps its start.
        if isClosed, path.points.count > 1 {
            for list in [\LottieBezier.points, \.ins, \.outs] { path[keyPath: list].insert(path[keyPath: list].removeLast(), at: 0) }
        }
        return path
    }

    func applying(_ m: CGAffineTransform) -> LottieBezier {
        if m == .identity { return self }
        var path = self
        func turned(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(v.x * m.a + v.y * m.c, v.x * m.b + v.y * m.d) }
        for i in path.points.indices {
            path.points[i] = turned(path.points[i]) + SIMD2(m.tx, m.ty)
            path.ins[i] = turned(path.ins[i])
            path.outs[i] = turned(path.outs[i])
        }
        return path
    }

    mutating func add(_ point: SIMD2<Double>, in inHandle: SIMD2<Double> = .zero, out outHandle: SIMD2<Double> = .zero) {
        points.append(point)
        ins.append(inHandle)
        outs.append(outHandle)
    }

    /// Returns a rectangle, clockwise from its upper right corner.
    static func rectangle(_ center: SIMD3<Double>, _ size: SIMD3<Double>, radius: Double, isReversed: Bool) -> LottieBezier {
        var path = LottieBezier()
        path.isClosed = true
        let x = center.x, y = center.y, w = size.x / 2, h = size.y / 2
        let r = min(radius, min(abs(w), abs(h)))
        if r <= 0 {
            for corner in [SIMD2(x + w, y - h), SIMD2(x + w, y + h), SIMD2(x - w, y + h), SIMD2(x - w, y - h)] { path.add(corner) }
        } else {
            let k = r * 0.5519150244935105707435627
            path.add(SIMD2(x + w, y - h + r), in: SIMD2(0, -k))
            path.add(SIMD2(x + w, y + h - r), out: SIMD2(0, k))
            path.add(SIMD2(x + w - r, y + h), in: SIMD2(k, 0))
            path.add(SIMD2(x - w + r, y + h), out: SIMD2(-k, 0))
            path.add(SIMD2(x - w, y + h - r), in: SIMD2(0, k))
            path.add(SIMD2(x - w, y - h + r), out: SIMD2(0, -k))
            path.add(SIMD2(x - w + r, y - h), in: SIMD2(-k, 0))
            path.add(SIMD2(x + w - r, y - h), out: SIMD2(k, 0))
        }
        return isReversed ? path.reversed : path
    }

    /// Returns an ellipse, clockwise from the top.
    static func ellipse(_ center: SIMD3<Double>, _ size: SIMD3<Double>, isReversed: Bool) -> LottieBezier {
        var path = LottieBezier()
        path.isClosed = true
        let x = center.x, y = center.y, w = size.x / 2, h = size.y / 2
        let kx = w * 0.5519150244935105707435627, ky = h * 0.5519150244935105707435627
        path.add(SIMD2(x, y - h), in: SIMD2(-kx, 0), out: SIMD2(kx, 0))
        path.add(SIMD2(x + w, y), in: SIMD2(0, -ky), out: SIMD2(0, ky))
        path.add(SIMD2(x, y + h), in: SIMD2(kx, 0), out: SIMD2(-kx, 0))
        path.add(SIMD2(x - w, y), in: SIMD2(0, ky), out: SIMD2(0, -ky))
        return isReversed ? path.reversed : path
    }
}

extension CGPath {
    /// - Parameter isUniform: True to make every side a curve, so that the paths of all keyframes have the same structure.
    convenience init(_ contours: [LottieBezier], isUniform: Bool = false) {
        var verbs: [UInt8] = [], points: [CGPoint] = []
        let count = contours.reduce(0) { $0 + $1.points.count }
        verbs.reserveCapacity(count + 3 * contours.count)
        points.reserveCapacity(count * 3)
        for contour in contours where !contour.points.isEmpty {
            let p = contour.points
            func point(_ v: SIMD2<Double>) -> CGPoint { CGPoint(x: v.x, y: v.y) }
            verbs.append(PathVerb.move.rawValue)
            points.append(point(p[0]))
            func side(_ i: Int, _ j: Int) {
                if !isUniform, contour.outs[i] == .zero, contour.ins[j] == .zero {
                    verbs.append(PathVerb.line.rawValue)
                } else {
                    verbs.append(PathVerb.cubic.rawValue)
                    points.append(point(p[i] + contour.outs[i]))
                    points.append(point(p[j] + contour.ins[j]))
                }
                points.append(point(p[j]))
            }
            for i in 1..<max(1, p.count) { side(i - 1, i) }
            if contour.isClosed {
                // Closing the path draws a straight last side.
                if isUniform || contour.outs[p.count - 1] != .zero || contour.ins[0] != .zero { side(p.count - 1, 0) }
                verbs.append(PathVerb.close.rawValue)
            }
        }
        self.init(verbs: verbs, points: points)
    }
}
