import AgateDiagnostics
import CoreGraphics

/// A trim of paths between two fractions of their length.
struct LottieTrim: Sendable {
    let start: LottieTrack<Double>
    let end: LottieTrack<Double>
    let offset: LottieTrack<Double>
    /// True if all paths are trimmed as one line.
    let isOneByOne: Bool
    private let measures = LottieMeasures()

    /// True if it leaves every path whole.
    var isWhole: Bool { !start.isAnimated && !end.isAnimated && start.property.value == 0 && end.property.value == 100 }

    var times: ClosedRange<Double>? { union(start.times, end.times, offset.times) }

    /// Returns the paths' parts at a frame.
    func changed(_ paths: [[LottieBezier]], at frame: Double) -> [[LottieBezier]] {
        let part = Self.part(start.value(at: frame), end.value(at: frame), offset.value(at: frame)), measures = measures.all(of: paths)
        guard !isOneByOne else {
            let lengths = measures.map { $0.map(\.length) }
            return inTurn(paths, measures, lengths, part, before: 0, total: lengths.joined().reduce(0, +))
        }
        return zip(paths, measures).map { path, measures in
            if path.count == 1 { return path[0].trimmed(part, measures[0], byParameter: goesByParameter) }
            let lengths = measures.map(\.length)
            return oneByOne(path, measures, lengths, part, before: 0, total: lengths.reduce(0, +))
        }
    }

    /// Returns the paths' parts at a frame, where they are a part of a run.
    func changed(_ paths: [[LottieBezier]], in run: LottieTrimRun, at frame: Double) -> [[LottieBezier]] {
        let part = Self.part(start.value(at: frame), end.value(at: frame), offset.value(at: frame)), measures = measures.all(of: paths)
        let matrix = run.matrix(at: frame)
        let measured = matrix.isIdentity ? measures : self.measures.all(of: paths.map { $0.map { $0.applying(matrix) } })
        let lengths = measured.map { $0.map(\.length) }
        let (before, after) = run.lengths(at: frame)
        return inTurn(paths, measures, lengths, part, before: before, total: before + lengths.joined().reduce(0, +) + after)
    }

    private var goesByParameter: Bool { start.property.goesByParameter }

    /// Returns each path's share of a trim of all paths as one line.
    private func inTurn(
        _ paths: [[LottieBezier]], _ measures: [[LottieMeasure]], _ lengths: [[Double]], _ part: (from: Double, to: Double), before: Double,
        total: Double
    ) -> [[LottieBezier]] {
        var sum = before
        return paths.indices.map { i in
            defer { sum += lengths[i].reduce(0, +) }
            return oneByOne(paths[i], measures[i], lengths[i], part, before: sum, total: total)
        }
    }

    /// Trims all paths as one line. `before` is the length before them, and `total` also includes the length after them.
    private func oneByOne(
        _ paths: [LottieBezier], _ measures: [LottieMeasure], _ lengths: [Double], _ part: (from: Double, to: Double), before: Double,
        total: Double
    ) -> [LottieBezier] {
        guard total > 0 else { return [] }
        var result: [LottieBezier] = [], sum = before
        for (i, length) in lengths.enumerated() where length > 0 {
            // A part that extends beyond the end continues at the beginning.
            for (from, to) in [(part.from, min(1, part.to)), (0, part.to - 1)] where to > from {
                let a = (from * total - sum) / length, b = (to * total - sum) / length
                if b > 0, a < 1 { result += paths[i].trimmed((max(0, a), min(1, b)), measures[i], byParameter: goesByParameter) }
            }
            sum += length
        }
        return result
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

/// The measures of the paths that a trim saw last: paths that don't change are measured once, not at each frame.
private final class LottieMeasures: Sendable {
    /// One trim serves several paints, each with paths of its own.
    private static let limit = 8
    private let known = Locked<[(paths: [[LottieBezier]], measures: [[LottieMeasure]])]>([])

    func all(of paths: [[LottieBezier]]) -> [[LottieMeasure]] {
        if let found = known.withLock({ $0.first { $0.paths == paths }?.measures }) { return found }
        let measures = paths.map { $0.map { LottieMeasure($0) } }
        known.withLock {
            if $0.count == Self.limit { $0.removeFirst() }
            $0.append((paths, measures))
        }
        return measures
    }
}
