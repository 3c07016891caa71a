import AgateDiagnostics
import CoreGraphics

/// A path's measure, with those of its curves that a trim has cut by length: a path that does not change is measured once, not at each
/// frame.
final class LottieMeasure: Sendable {
    let path: PathMeasure
    private let bezier: LottieBezier
    /// By the index of the segment.
    private let ways = Locked<[Int: LottieWay]>([:])

    init(_ bezier: LottieBezier) {
        self.bezier = bezier
        path = PathMeasure(CGPath([bezier]))
    }

    var length: Double { path.length }

    /// Returns the fraction at which Core Animation's trim, which goes by the parameter in each curve, cuts at a fraction of the length.
    func fraction(_ part: Double) -> Double {
        let lengths = path.segmentLengths, total = path.length
        var rest = part * total, before = 0.0
        for (i, length) in lengths.enumerated() {
            if rest > length, i < lengths.count - 1 {
                rest -= length
                before += length
                continue
            }
            guard length > 0, total > 0, let way = way(i) else { return part }
            return (before + way.parameter(rest / length) * length) / total
        }
        return part
    }

    private func way(_ i: Int) -> LottieWay? {
        if let known = ways.withLock({ $0[i] }) { return known }
        guard let way = bezier.way(i) else { return nil }
        ways.withLock { $0[i] = way }
        return way
    }
}

extension LottieBezier {
    /// Returns the curve from a point to the next; nil for a line.
    fileprivate func way(_ i: Int) -> LottieWay? {
        let next = i + 1 < points.count ? i + 1 : 0
        guard i < points.count, next > 0 || isClosed, outs[i] != .zero || ins[next] != .zero else { return nil }
        func lifted(_ p: SIMD2<Double>) -> SIMD3<Double> { SIMD3(p.x, p.y, 0) }
        return LottieWay(
            from: lifted(points[i]), out: lifted(points[i] + outs[i]), in: lifted(points[next] + ins[next]), to: lifted(points[next]),
            byParameter: false)
    }
}
