import CoreGraphics
import RenderTree

/// An item that changes the paths before it.
enum LottieModifier: Sendable {
    case trim(start: LottieTrack<Double>, end: LottieTrack<Double>, offset: LottieTrack<Double>, isOneByOne: Bool)
    /// A sequential trim over more paths than those to which it is applied.
    case trimInRun(start: LottieTrack<Double>, end: LottieTrack<Double>, offset: LottieTrack<Double>, LottieTrimRun)
    case roundedCorners(LottieTrack<Double>)
    case pucker(LottieTrack<Double>)
    case zigZag(size: LottieTrack<Double>, ridges: LottieTrack<Double>, isSmooth: LottieTrack<Double>)
    case offset(LottieTrack<Double>, join: CGLineJoin, miterLimit: LottieTrack<Double>)
    case merge(LottieShape.MergeMode)
    case twist(angle: LottieTrack<Double>, center: LottieTrack<SIMD3<Double>>)
    /// One copy of the paths for each transform.
    case copies([LottieTransformTrack])

    /// Nil for an item that changes no paths.
    init?(_ kind: LottieShape.Kind) {
        switch kind {
        case .trim(let start, let end, let offset, let isOneByOne):
            self = .trim(start: LottieTrack(start), end: LottieTrack(end), offset: LottieTrack(offset), isOneByOne: isOneByOne)
        case .roundedCorners(let radius): self = .roundedCorners(LottieTrack(radius))
        case .pucker(let amount): self = .pucker(LottieTrack(amount))
        case .zigZag(let size, let ridges, let isSmooth):
            self = .zigZag(size: LottieTrack(size), ridges: LottieTrack(ridges), isSmooth: LottieTrack(isSmooth))
        case .offset(let amount, let join, let limit):
            self = .offset(LottieTrack(amount), join: CGLineJoin(join), miterLimit: LottieTrack(limit))
        case .merge(let mode): self = .merge(mode)
        case .twist(let angle, let center): self = .twist(angle: LottieTrack(angle), center: LottieTrack(center))
        default: return nil
        }
    }

    /// Returns the modifier of each item of a list; nil for items without effect.
    /// - Parameters:
    ///   - outer: The modifiers of the whole list, which are applied afterwards.
    ///   - isWhole: True if modifiers outside of this list depend on the number of paths.
    static func list(_ shapes: [LottieShape], outer: [LottieModifier], isWhole: Bool) -> [LottieModifier?] {
        var list = shapes.map { $0.isHidden ? nil : LottieModifier($0.kind) }
        // Paths that are only joined, or trimmed by nothing, are painted unchanged, unless a later modifier depends on their number.
        var matters = isWhole || outer.contains(where: \.countsPaths)
        for i in list.indices.reversed() {
            if !matters, list[i]?.isIdle == true { list[i] = nil }
            matters = matters || list[i]?.countsPaths == true
        }
        return list
    }

    /// True if it leaves every contour unchanged.
    private var isIdle: Bool {
        switch self {
        case .merge(.merge): true
        case .trim(let start, let end, _, _): !start.isAnimated && !end.isAnimated && start.property.value == 0 && end.property.value == 100
        default: false
        }
    }

    /// True if its result depends on which contours form one path.
    private var countsPaths: Bool {
        switch self {
        case .merge, .trim, .trimInRun: true
        case .roundedCorners, .pucker, .zigZag, .offset, .twist, .copies: false
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

    /// Converts per cent and degrees to the part that remains: `from` in 0..<1, `to` at most one more.
    static func part(_ start: Double, _ end: Double, _ offset: Double) -> (from: Double, to: Double) {
        let a = min(1, max(0, min(start, end) / 100))
        var b = min(1, max(0, max(start, end) / 100))
        if b - a >= 1 { return (0, 1) }
        // The rounding of a time makes a part of nothing a part of 1e-16, which a round cap would draw as a dot.
        if b - a < 1e-6 { b = a }
        var shift = offset / 360
        shift -= (a + shift).rounded(.down)
        return (a + shift, b + shift)
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
