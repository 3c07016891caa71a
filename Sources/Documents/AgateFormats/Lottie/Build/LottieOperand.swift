import CoreGraphics
import RenderTree

/// An operand of a merge: a path of a list or of a group in it, or the result of an item for the paths before it.
///
/// Items that change paths form a stack, as in After Effects: each takes the existing operands and leaves one for the next.
struct LottieOperand {
    /// The paths that are trimmed as units. A path has several contours after a merge.
    var paths: [[LottieBezier]]

    init(_ contour: LottieBezier) { paths = [[contour]] }
    init(paths: [[LottieBezier]]) { self.paths = paths }

    var contours: [LottieBezier] { paths.flatMap { $0 } }

    func applying(_ matrix: CGAffineTransform) -> LottieOperand {
        LottieOperand(paths: paths.map { $0.map { $0.applying(matrix) } })
    }
}

extension LottieModifier {
    /// Returns one operand for all; none if there is none. A merge leaves a single operand unchanged.
    func changed(_ operands: [LottieOperand], at frame: Double) -> [LottieOperand] {
        guard case .merge(let mode) = self else {
            let paths = changed(operands.flatMap(\.paths), at: frame).filter { !$0.isEmpty }
            return operands.isEmpty ? [] : [LottieOperand(paths: paths)]
        }
        guard operands.count > 1 else { return operands }
        return [LottieOperand(paths: [Self.merged(operands.map(\.contours), mode)])]
    }

    private static func merged(_ operands: [[LottieBezier]], _ mode: LottieShape.MergeMode) -> [LottieBezier] {
        if mode == .merge { return operands.flatMap { $0 } }
        var all = CGPath(operands[0])
        for path in operands.dropFirst().map({ CGPath($0) }) {
            switch mode {
            case .merge, .add: all = all.union(path)
            case .subtract: all = all.subtracting(path)
            case .intersect: all = all.intersection(path)
            case .exclude: all = all.symmetricDifference(path)
            }
        }
        return LottieBezier.contours(of: all)
    }

    private func changed(_ paths: [[LottieBezier]], at frame: Double) -> [[LottieBezier]] {
        func each(_ change: (LottieBezier) -> LottieBezier) -> [[LottieBezier]] { paths.map { $0.map(change) } }
        switch self {
        case .trim(let trim): return trim.changed(paths, at: frame)
        case .trimInRun(let trim, let run): return trim.changed(paths, in: run, at: frame)
        case .roundedCorners(let radius):
            let radius = radius.value(at: frame)
            return radius > 0 ? each { $0.rounded(radius) } : paths
        case .pucker(let amount):
            let amount = amount.value(at: frame) / 100
            return amount == 0 ? paths : each { $0.puckered(amount) }
        case .zigZag(let size, let ridges, let isSmooth):
            let size = size.value(at: frame), ridges = Int(min(500, max(0, ridges.value(at: frame).rounded())))
            let isSmooth = isSmooth.value(at: frame) == 2
            return size == 0 ? paths : each { $0.zigZag(size, ridges, isSmooth: isSmooth) }
        case .offset(let amount, let join, let limit):
            let amount = amount.value(at: frame)
            if amount == 0 { return paths }
            // All contours together, because those in opposite directions are outlines and holes.
            let path = CGPath(paths.flatMap { $0 })
            let edge = path.copy(strokingWithWidth: 2 * abs(amount), lineCap: .butt, lineJoin: join, miterLimit: limit.value(at: frame))
            let contours = LottieBezier.contours(of: amount > 0 ? path.union(edge) : path.subtracting(edge))
            return paths.count == 1 ? [contours] : contours.map { [$0] }
        case .twist(let angle, let center):
            let turn = angle.value(at: frame) * .pi / 180, middle = center.value(at: frame)
            if turn == 0 { return paths }
            var turned = LottieBezier.twisted(paths.flatMap { $0 }, by: turn, about: SIMD2(middle.x, middle.y))[...]
            return paths.map { path in
                defer { turned = turned.dropFirst(path.count) }
                return Array(turned.prefix(path.count))
            }
        case .merge: return paths
        case .copies(let transforms):
            return transforms.flatMap { transform in
                let matrix = transform.matrix(at: frame)
                return paths.map { $0.map { $0.applying(matrix) } }
            }
        }
    }
}
