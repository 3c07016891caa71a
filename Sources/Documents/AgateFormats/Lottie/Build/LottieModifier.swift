import CoreGraphics
import RenderTree

/// An item that changes the paths before it.
enum LottieModifier: Sendable {
    case trim(LottieTrim)
    /// A sequential trim over more paths than those to which it is applied.
    case trimInRun(LottieTrim, LottieTrimRun)
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
            self = .trim(
                LottieTrim(start: LottieTrack(start), end: LottieTrack(end), offset: LottieTrack(offset), isOneByOne: isOneByOne))
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
        case .trim(let trim): trim.isWhole
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
        case .trim(let trim): trim.times
        case .trimInRun(let trim, let run): union(trim.times, run.times)
        case .twist(let angle, let center): union(angle.times, center.times)
        case .roundedCorners(let track), .pucker(let track): track.times
        case .zigZag(let size, let ridges, let isSmooth): union(size.times, ridges.times, isSmooth.times)
        case .offset(let amount, _, let limit): union(amount.times, limit.times)
        case .merge: nil
        case .copies(let transforms): transforms.reduce(nil) { union($0, $1.times) }
        }
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
