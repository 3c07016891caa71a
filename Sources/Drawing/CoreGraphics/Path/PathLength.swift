import Foundation

extension PathSegment {
    /// Returns the length of the part between two parameters, to about ten digits. A cusp, where the speed touches zero, takes more
    /// halvings but does not reduce the precision.
    func length(from: Double = 0, to: Double = 1) -> Double {
        guard to > from else { return 0 }
        if degree == .line { return (p3 - p0).length * (to - from) }
        let scale = size
        guard scale > 0 else { return 0 }
        return integral(from, to, whole: gauss(from, to), tolerance: scale * 1e-10, depth: 0)
    }

    fileprivate func integral(
        _ from: Double, _ to: Double, whole: Double, tolerance: Double, depth: Int,
        _ leaf: (_ to: Double, _ length: Double) -> Void = { _, _ in }
    ) -> Double {
        let middle = (from + to) * 0.5
        let a = gauss(from, middle), b = gauss(middle, to)
        // The sums agree at once for straight pieces of uniform speed. A piece as short as the tolerance is irrelevant.
        if (a + b - whole).magnitude <= tolerance || depth >= 40 || a + b <= tolerance {
            leaf(middle, a)
            leaf(to, b)
            return a + b
        }
        return integral(from, middle, whole: a, tolerance: tolerance * 0.5, depth: depth + 1, leaf)
            + integral(middle, to, whole: b, tolerance: tolerance * 0.5, depth: depth + 1, leaf)
    }

    /// Returns the Gauss-Legendre integral of the speed with 8 nodes.
    fileprivate func gauss(_ from: Double, _ to: Double) -> Double {
        let half = (to - from) * 0.5, middle = (to + from) * 0.5
        let x = SIMD4(0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363)
        let w = SIMD4(0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763)
        var sum = 0.0
        for i in 0..<4 { sum += w[i] * (derivative(middle - half * x[i]).length + derivative(middle + half * x[i]).length) }
        return sum * half
    }
}

/// The lengths of a curve at some parameters, between which one formula is exact enough. Many positions on one curve then cost little
/// more than one.
struct LengthTable {
    /// The index of the segment in its path.
    let index: Int
    private let segment: PathSegment
    private var parameters = [0.0]
    private var sums = [0.0]

    init(_ segment: PathSegment, index: Int) {
        self.index = index
        self.segment = segment
        let scale = segment.size
        guard segment.degree != .line, scale > 0 else {
            parameters.append(1)
            sums.append((segment.p3 - segment.p0).length)
            return
        }
        _ = segment.integral(0, 1, whole: segment.gauss(0, 1), tolerance: scale * 1e-10, depth: 0) { t, length in
            parameters.append(t)
            sums.append(sums[sums.count - 1] + length)
        }
    }

    /// Returns the parameter at a length from the start, between 0 and 1.
    func parameter(at wanted: Double) -> Double {
        let total = sums[sums.count - 1]
        if wanted <= 0 || total <= 0 { return 0 }
        if wanted >= total { return 1 }
        if segment.degree == .line { return wanted / total }
        var first = 0, last = sums.count - 1
        while last - first > 1 {
            let middle = (first + last) / 2
            if sums[middle] <= wanted { first = middle } else { last = middle }
        }
        // Newton's steps, kept between two bounds that converge.
        let base = parameters[first], rest = wanted - sums[first]
        var low = base, high = parameters[last]
        var t = low + (high - low) * (rest / max(sums[last] - sums[first], .leastNormalMagnitude))
        for _ in 0..<24 {
            let error = segment.gauss(base, t) - rest
            if error.magnitude <= total * 1e-12 { break }
            if error > 0 { high = t } else { low = t }
            let speed = segment.derivative(t).length
            let next = speed > 0 ? t - error / speed : t
            t = next > low && next < high ? next : (low + high) * 0.5
            if t <= low || t >= high { break }
        }
        return t
    }
}

/// The length of a path, and the positions along it. Every subpath counts, in order. A close counts with its line.
package struct PathMeasure: Sendable {
    let segments: [PathSegment]
    let subpaths: [PathContours.Subpath]
    /// The length of each segment.
    package let segmentLengths: [Double]
    /// The length before each segment, and finally the total length.
    private let sums: [Double]

    /// Measures a path. The measure is empty, with a diagnostic, for a path with points that are not numbers.
    package init(_ path: CGPath) {
        self.init(path.isMeasurable("length") ? PathContours(path) : PathContours(CGPath()))
    }

    init(_ contours: PathContours) {
        segments = contours.segments
        subpaths = contours.subpaths
        segmentLengths = segments.map { $0.length() }
        var sums = [0.0]
        sums.reserveCapacity(segments.count + 1)
        for length in segmentLengths { sums.append(sums[sums.count - 1] + length) }
        self.sums = sums
    }

    /// The total length of all subpaths.
    package var length: Double { sums[sums.count - 1] }

    /// Returns the length before a segment, or the total length for the index after the last.
    func length(before segment: Int) -> Double { sums[segment] }

    /// Returns the point at a length from the start, and the direction there as a unit vector. The length is clamped to the path's.
    /// Returns nil for a path without segments. The direction of a path without length is that of the x axis.
    package func position(at length: Double) -> (point: CGPoint, tangent: CGVector)? {
        guard !segments.isEmpty, !length.isNaN else { return nil }
        let wanted = min(max(length, 0), self.length)
        // The first segment that ends at or after the length, and is not empty.
        var low = 0, high = segments.count - 1
        while low < high {
            let middle = (low + high) / 2
            if sums[middle + 1] < wanted { low = middle + 1 } else { high = middle }
        }
        while low < segments.count - 1, segmentLengths[low] == 0 { low += 1 }
        let t = LengthTable(segments[low], index: low).parameter(at: wanted - sums[low])
        let tangent = segments[low].tangent(t) ?? SIMD2(1, 0)
        return (segments[low].point(t).cgPoint, CGVector(dx: tangent.x, dy: tangent.y))
    }

    /// Returns the position of a trim at a length: within a segment by its parameter, as Core Animation does (measured), whatever the
    /// distribution of length along the segment.
    func cut(at length: Double) -> Double {
        guard length > 0, let i = segments.indices.first(where: { sums[$0 + 1] > length }), segmentLengths[i] > 0 else { return length }
        return sums[i] + segments[i].length(to: (length - sums[i]) / segmentLengths[i])
    }

    /// Appends a whole subpath. Omits the line that a close draws.
    func append(_ subpath: PathContours.Subpath, into builder: inout PathBuilder) {
        builder.move(segments[subpath.segments.lowerBound].p0)
        let endsInLine = subpath.isClosed && subpath.segments.count > 1 && segments[subpath.segments.upperBound - 1].degree == .line
        for index in subpath.segments.dropLast(endsInLine ? 1 : 0) { builder.append(segments[index]) }
        if subpath.isClosed { builder.close() }
    }

    /// Appends the part between two lengths of a subpath to `builder`, continuing from its current point unless `isNew`.
    /// - Parameter table: the table of the segment that was cut last, for the next call.
    func append(
        _ subpath: PathContours.Subpath, from: Double, to: Double, isNew: Bool, table: inout LengthTable?, into builder: inout PathBuilder
    ) {
        // A binary search for the first segment, so that many dashes of one subpath don't traverse the subpath each.
        var low = subpath.segments.lowerBound, high = subpath.segments.upperBound - 1
        while low < high {
            let middle = (low + high) / 2
            if sums[middle + 1] <= from { low = middle + 1 } else { high = middle }
        }
        var isFirst = isNew
        var index = low
        while index < subpath.segments.upperBound, sums[index] < to || (isFirst && index == low) {
            var a = 0.0, b = 1.0
            if from > sums[index] || to < sums[index + 1] {
                let lengths = table?.index == index ? table! : LengthTable(segments[index], index: index)
                (a, b) = (lengths.parameter(at: from - sums[index]), lengths.parameter(at: to - sums[index]))
                table = lengths
            }
            let part = segments[index].part(a, b)
            if isFirst { builder.move(part.p0) }
            // A dash without length leaves a line of length 0 at its position, which caps can show.
            if a < b || (isFirst && to <= from) { builder.append(a < b ? part : .line(part.p0, part.p0)) }
            isFirst = false
            index += 1
        }
    }

    /// Returns the part between two fractions of the length, from 0 to 1, as `CGPath.trimmed` does. Parts of subpaths are cut by parameter.
    package func trimmed(from: Double, to: Double) -> CGPath {
        let a = cut(at: from * length), b = cut(at: to * length)
        var builder = PathBuilder()
        var table: LengthTable?
        for subpath in subpaths {
            let base = length(before: subpath.segments.lowerBound), last = length(before: subpath.segments.upperBound)
            if a <= base, b >= last {
                append(subpath, into: &builder)
            } else if max(a, base) < min(b, last) {
                append(subpath, from: max(a, base), to: min(b, last), isNew: true, table: &table, into: &builder)
            }
        }
        return builder.path(.identity, "trimmed")
    }
}

extension CGPath {
    /// Returns the part between two fractions of the total length of all subpaths, with curves cut as curves, by their parameter, as for
    /// `strokeStart` and `strokeEnd`. Fractions are clamped to 0...1. The result is empty unless the first fraction is the smaller. A
    /// closed subpath stays closed if it is left whole.
    package final func trimmed(from start: Double, to end: Double) -> CGPath {
        let from = min(max(start, 0), 1), to = min(max(end, 0), 1)
        guard from < to else { return CGPath() }
        if from <= 0, to >= 1 { return copy() ?? self }
        guard isMeasurable("trimmed") else { return CGPath() }
        return PathMeasure(PathContours(self)).trimmed(from: from, to: to)
    }
}
