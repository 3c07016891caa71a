import CoreGraphics
import RenderTree

/// What changes the paths before it.
enum LottieModifier: Sendable {
    case trim(start: LottieTrack<Double>, end: LottieTrack<Double>, offset: LottieTrack<Double>, isOneByOne: Bool)
    /// One after another over more paths than those that it is asked for.
    case trimInRun(start: LottieTrack<Double>, end: LottieTrack<Double>, offset: LottieTrack<Double>, LottieTrimRun)
    case roundedCorners(LottieTrack<Double>)
    case pucker(LottieTrack<Double>)
    case zigZag(size: LottieTrack<Double>, ridges: LottieTrack<Double>, isSmooth: LottieTrack<Double>)
    case offset(LottieTrack<Double>, join: CGLineJoin, miterLimit: LottieTrack<Double>)
    case merge(LottieShape.MergeMode)
    case twist(angle: LottieTrack<Double>, center: LottieTrack<SIMD3<Double>>)
    /// The paths once for each transform.
    case copies([LottieTransformTrack])

    /// Nil for an item that changes no paths.
    init?(_ kind: LottieShape.Kind) {
        switch kind {
        case .trim(let start, let end, let offset, let isOneByOne):
            if !start.isAnimated, !end.isAnimated, start.value == 0, end.value == 100 { return nil }
            self = .trim(start: LottieTrack(start), end: LottieTrack(end), offset: LottieTrack(offset), isOneByOne: isOneByOne)
        case .roundedCorners(let radius): self = .roundedCorners(LottieTrack(radius))
        case .pucker(let amount): self = .pucker(LottieTrack(amount))
        case .zigZag(let size, let ridges, let isSmooth):
            self = .zigZag(size: LottieTrack(size), ridges: LottieTrack(ridges), isSmooth: LottieTrack(isSmooth))
        case .offset(let amount, let join, let limit):
            self = .offset(LottieTrack(amount), join: CGLineJoin(join), miterLimit: LottieTrack(limit))
        // Joined into one, they are filled as they are anyway.
        case .merge(let mode): if mode == .merge { return nil } else { self = .merge(mode) }
        case .twist(let angle, let center): self = .twist(angle: LottieTrack(angle), center: LottieTrack(center))
        default: return nil
        }
    }

    var times: ClosedRange<Double>? {
        switch self {
        case .trim(let start, let end, let offset, _): union(start.times, end.times, offset.times)
        case .trimInRun(let start, let end, let offset, let run): union(start.times, end.times, offset.times, run.times)
        case .twist(let angle, let center): union(angle.times, center.times)
        case .roundedCorners(let track), .pucker(let track): track.times
        case .zigZag(let size, let ridges, let isSmooth): union(size.times, ridges.times, isSmooth.times)
        case .offset(let amount, _, let limit): union(amount.times, limit.times)
        case .merge: nil
        case .copies(let transforms): transforms.reduce(nil) { union($0, $1.times) }
        }
    }

    func changed(_ paths: [LottieBezier], at frame: Double) -> [LottieBezier] {
        switch self {
        case .trim(let start, let end, let offset, let isOneByOne):
            let part = Self.part(start.value(at: frame), end.value(at: frame), offset.value(at: frame))
            guard isOneByOne else { return paths.flatMap { $0.trimmed(part) } }
            let lengths = paths.map(\.length)
            return Self.trimmedOneByOne(paths, lengths, part, before: 0, total: lengths.reduce(0, +))
        case .trimInRun(let start, let end, let offset, let run):
            let part = Self.part(start.value(at: frame), end.value(at: frame), offset.value(at: frame))
            let lengths = run.lengths(of: paths, at: frame)
            return Self.trimmedOneByOne(paths, lengths.own, part, before: lengths.before, total: lengths.total)
        case .roundedCorners(let radius):
            let radius = radius.value(at: frame)
            return radius > 0 ? paths.map { $0.rounded(radius) } : paths
        case .pucker(let amount):
            let amount = amount.value(at: frame) / 100
            return amount == 0 ? paths : paths.map { $0.puckered(amount) }
        case .zigZag(let size, let ridges, let isSmooth):
            let size = size.value(at: frame), ridges = Int(min(500, max(0, ridges.value(at: frame).rounded())))
            return size == 0 ? paths : paths.map { $0.zigZag(size, ridges, isSmooth: isSmooth.value(at: frame) == 2) }
        case .offset(let amount, let join, let limit):
            let amount = amount.value(at: frame)
            if amount == 0 { return paths }
            let path = CGPath(paths)
            let edge = path.copy(strokingWithWidth: 2 * abs(amount), lineCap: .butt, lineJoin: join, miterLimit: limit.value(at: frame))
            return LottieBezier.contours(of: amount > 0 ? path.union(edge) : path.subtracting(edge))
        case .twist(let angle, let center):
            let turn = angle.value(at: frame) * .pi / 180, middle = center.value(at: frame)
            return turn == 0 ? paths : LottieBezier.twisted(paths, by: turn, about: SIMD2(middle.x, middle.y))
        case .merge(let mode):
            guard var all = paths.first.map({ CGPath([$0]) }) else { return [] }
            for path in paths.dropFirst().map({ CGPath([$0]) }) {
                switch mode {
                case .merge, .add: all = all.union(path)
                case .subtract: all = all.subtracting(path)
                case .intersect: all = all.intersection(path)
                case .exclude: all = all.symmetricDifference(path)
                }
            }
            return LottieBezier.contours(of: all)
        case .copies(let transforms):
            return transforms.flatMap { transform in
                let matrix = transform.matrix(at: frame)
                return paths.map { $0.applying(matrix) }
            }
        }
    }

    /// From per cent and degrees to the part that stays: `from` in 0..<1, `to` at most one more.
    static func part(_ start: Double, _ end: Double, _ offset: Double) -> (from: Double, to: Double) {
        let a = min(1, max(0, min(start, end) / 100)), b = min(1, max(0, max(start, end) / 100))
        if b - a >= 1 { return (0, 1) }
        var shift = offset / 360
        shift -= (a + shift).rounded(.down)
        return (a + shift, b + shift)
    }

    /// All paths as if they were one line, with something before it and in `total` also what comes after it.
    private static func trimmedOneByOne(
        _ paths: [LottieBezier], _ lengths: [Double], _ part: (from: Double, to: Double), before: Double, total: Double
    ) -> [LottieBezier] {
        guard total > 0 else { return [] }
        var result: [LottieBezier] = [], sum = before
        for (path, length) in zip(paths, lengths) where length > 0 {
            // Where a part reaches beyond the end it goes on at the beginning.
            for (from, to) in [(part.from, min(1, part.to)), (0, part.to - 1)] where to > from {
                let a = (from * total - sum) / length, b = (to * total - sum) / length
                if b > 0, a < 1 { result += path.trimmed((max(0, a), min(1, b))) }
            }
            sum += length
        }
        return result
    }
}

extension CGLineJoin {
    init(_ join: LottieShape.LineJoin) {
        self =
            switch join {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
    }
}
