import AgateDiagnostics
import Foundation

extension CGPath {
    /// The largest number of dashes that one call makes.
    static let mostDashes = 100_000

    /// Returns the dashes of this path, each an open subpath, with curves cut as curves.
    ///
    /// The pattern starts again with each subpath. A dash across the start of a closed subpath is one dash. A dash as long as a closed
    /// subpath leaves the subpath whole. A dash of length 0 is a line without length, which is visible with round and square caps. A
    /// pattern with a number that is negative, NaN or infinite, or with only zeros, is reported and gives an undashed copy. A pattern
    /// that would make more than 100,000 dashes does the same. An empty pattern gives a plain copy.
    /// - Parameters:
    ///   - phase: the offset into the pattern at which the path begins, in the pattern's units. It may be negative.
    ///   - lengths: dash, gap, dash, gap, … An odd number of lengths is repeated twice.
    ///   - transform: the transform that is applied to the dashes after they are cut.
    public func copy(dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity) -> CGPath {
        func undashed() -> CGPath { transformed(by: transform) ?? CGPath() }
        if lengths.isEmpty { return undashed() }
        guard phase.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else {
            Diagnostic.reportOnce(
                "path.invalid-dash", key: "pattern",
                "CGPath.copy(dashingWithPhase:): the pattern \(lengths) with phase \(phase) is invalid")
            return undashed()
        }
        guard isMeasurable("copy(dashingWithPhase:)") else { return CGPath() }
        let measure = PathMeasure(PathContours(self))
        let pattern = DashPattern(lengths, phase: phase)
        guard pattern.count(over: measure.length) + Double(measure.subpaths.count) <= Double(CGPath.mostDashes) else {
            Diagnostic.reportOnce(
                "path.too-many-dashes", key: "count",
                "CGPath.copy(dashingWithPhase:): more than \(CGPath.mostDashes) dashes; the path is not dashed")
            return undashed()
        }
        var builder = PathBuilder()
        for subpath in measure.subpaths { pattern.cut(subpath, of: measure, into: &builder) }
        return builder.path(transform, "copy(dashingWithPhase:)")
    }
}

private struct DashPattern {
    /// The lengths of dashes and gaps in turn, of even number.
    private let lengths: [Double]
    private let period: Double
    /// The position of the first dash of the pattern, at or before the start of a subpath.
    private let begin: Double

    init(_ given: [CGFloat], phase: CGFloat) {
        let once = given.map(Double.init)
        lengths = once.count % 2 == 0 ? once : once + once
        period = lengths.reduce(0, +)
        let rest = Double(phase).truncatingRemainder(dividingBy: period)
        begin = -(rest < 0 ? rest + period : rest)
    }

    func count(over length: Double) -> Double { length / period * Double(lengths.count / 2) }

    func cut(_ subpath: PathContours.Subpath, of measure: PathMeasure, into builder: inout PathBuilder) {
        let base = measure.length(before: subpath.segments.lowerBound)
        let total = measure.length(before: subpath.segments.upperBound) - base
        var table: LengthTable?
        func append(_ from: Double, _ to: Double, isNew: Bool = true) {
            measure.append(subpath, from: base + from, to: base + to, isNew: isNew, table: &table, into: &builder)
        }
        guard total > 0 else {
            // A subpath without length is a dot if the pattern begins with a dash.
            var at = begin, index = 0
            while at + lengths[index] < 0 || (index % 2 == 1 && at + lengths[index] == 0) {
                at += lengths[index]
                index = (index + 1) % lengths.count
            }
            if index % 2 == 0 { append(0, 0) }
            return
        }
        var first: Double?
        // Counted in periods, so that rounding errors don't accumulate over all of them.
        var round = 0.0
        while begin + round * period <= total {
            var at = begin + round * period
            for (index, length) in lengths.enumerated() {
                let from = at, to = at + length
                at = to
                guard index % 2 == 0 else { continue }
                let a = Swift.max(from, 0), b = Swift.min(to, total)
                guard a < b || (length == 0 && a == b && from >= 0) else { continue }
                if subpath.isClosed, a <= 0, b >= total { return measure.append(subpath, into: &builder) }
                if subpath.isClosed, a <= 0, a < b {
                    first = b
                    continue
                }
                append(a, b)
                if b >= total, let end = first, a < b {
                    append(0, end, isNew: false)
                    first = nil
                }
            }
            round += 1
        }
        if let first { append(0, first) }
    }
}
