import CoreGraphics
import Foundation
import RenderTree

/// Section 6.7: where a progress falls among the keys.
struct ReferenceTimeline {
    /// One time a key, as many as keys count.
    var times: [Double]

    /// The key that the progress has reached and how far it is to the next, before any easing: the first key whose next is still to come
    /// (KF10b). Before the first key, and where no next is still to come, the nearest key holds.
    func place(_ progress: Double) -> (key: Int, fraction: Double) {
        for key in 0..<max(0, times.count - 1) where progress < times[key + 1] {
            if key == 0 && progress < times[0] { return (0, 0) }
            return (key, (progress - times[key]) / (times[key + 1] - times[key]))
        }
        return (times.count - 1, 0)
    }

    static func even(_ count: Int) -> Self { Self(times: (0..<count).map { Double($0) / Double(max(1, count - 1)) }) }

    static func paced(_ values: [PropertyValue]) -> Self {
        var sums = [0.0]
        for i in 1..<values.count {
            guard let d = ReferenceValues.distance(values[i - 1], values[i]) else { return even(values.count) }
            sums.append(sums[i - 1] + d)
        }
        guard sums.last! > 0 else { return even(values.count) }
        return Self(times: sums.map { $0 / sums.last! })
    }
}

/// Kochanek's and Bartels' spline (KF6), for one of the numbers of a value.
struct ReferenceSpline {
    var values, times: [Double]
    var tension, continuity, bias: [Double]

    private func at(_ list: [Double], _ i: Int) -> Double { i < list.count ? list[i] : 0 }

    func outgoing(_ i: Int) -> Double {
        if i == 0 { return values[1] - values[0] }
        let a = values[i] - values[i - 1], b = values[i + 1] - values[i]
        let t = at(tension, i), c = at(continuity, i), s = at(bias, i)
        let d0 = max(0, times[i] - times[i - 1]), d1 = max(0, times[i + 1] - times[i])
        return ((1 - t) * (1 + s) * (1 + c) * a + (1 - t) * (1 - s) * (1 - c) * b) / 2 * (d0 + d1 > 0 ? 2 * d1 / (d0 + d1) : 1)
    }

    func incoming(_ i: Int) -> Double {
        let last = values.count - 1
        if i == last { return values[last] - values[last - 1] }
        let a = values[i] - values[i - 1], b = values[i + 1] - values[i]
        let t = at(tension, i), c = at(continuity, i), s = at(bias, i)
        let d0 = max(0, times[i] - times[i - 1]), d1 = max(0, times[i + 1] - times[i])
        return ((1 - t) * (1 + s) * (1 - c) * a + (1 - t) * (1 - s) * (1 + c) * b) / 2 * (d0 + d1 > 0 ? 2 * d0 / (d0 + d1) : 1)
    }

    func value(_ i: Int, _ f: Double) -> Double {
        let f2 = f * f, f3 = f2 * f
        return (2 * f3 - 3 * f2 + 1) * values[i] + (f3 - 2 * f2 + f) * outgoing(i) + (3 * f2 - 2 * f3) * values[i + 1] + (f3 - f2)
            * incoming(i + 1)
    }

    func slope(_ i: Int, _ f: Double) -> Double {
        let f2 = f * f
        return (6 * f2 - 6 * f) * values[i] + (3 * f2 - 4 * f + 1) * outgoing(i) + (6 * f - 6 * f2) * values[i + 1] + (3 * f2 - 2 * f)
            * incoming(i + 1)
    }
}

/// The length of something given by its speed: where a share of it is reached. Simpson's rule over many small steps.
struct ReferenceLength {
    private var sums: [Double] = [0]
    private let steps: Int

    /// `speed(piece, f)` is that at the parameter f of a piece.
    init(pieces: Int, steps: Int, speed: (Int, Double) -> Double) {
        self.steps = steps
        for piece in 0..<pieces {
            for step in 0..<steps {
                let a = Double(step) / Double(steps), b = Double(step + 1) / Double(steps)
                sums.append(sums.last! + (b - a) / 6 * (speed(piece, a) + 4 * speed(piece, (a + b) / 2) + speed(piece, b)))
            }
        }
    }

    var total: Double { sums.last! }

    func place(_ share: Double) -> (piece: Int, fraction: Double) {
        let wanted = max(0, min(1, share)) * total
        var i = sums.lastIndex { $0 <= wanted }!
        if i == sums.count - 1 { i -= 1 }
        let part = sums[i + 1] > sums[i] ? (wanted - sums[i]) / (sums[i + 1] - sums[i]) : 0
        return (i / steps, (Double(i % steps) + part) / Double(steps))
    }
}

/// A path as pieces that are run through; the gaps of moves in its middle are not (KF12, KF13).
struct ReferencePath {
    /// Control points of a line (2), a quadratic (3) or a cubic (4).
    var pieces: [[CGPoint]] = []
    /// For a path that only moves.
    var start: CGPoint?

    init(_ path: CGPath) {
        var here = CGPoint.zero, begin = CGPoint.zero
        for element in path.elements {
            switch element {
            case .move(let p):
                here = p; begin = p
                if start == nil { start = p }
            case .line(let p): pieces.append([here, p]); here = p
            case .quad(let c, let p): pieces.append([here, c, p]); here = p
            case .cubic(let c, let d, let p): pieces.append([here, c, d, p]); here = p
            case .close where here == begin: break  // A line of no length: nothing to run along.
            case .close: pieces.append([here, begin]); here = begin
            }
        }
    }

    /// De Casteljau's way: the point and the direction.
    static func point(_ control: [CGPoint], _ f: Double) -> (point: CGPoint, direction: CGPoint) {
        var row = control
        var direction = CGPoint(x: control.last!.x - control[0].x, y: control.last!.y - control[0].y)
        while row.count > 1 {
            if row.count == 2 {
                let n = Double(control.count - 1)
                direction = CGPoint(x: n * (row[1].x - row[0].x), y: n * (row[1].y - row[0].y))
            }
            row = zip(row, row.dropFirst()).map { CGPoint(x: $0.x + ($1.x - $0.x) * f, y: $0.y + ($1.y - $0.y) * f) }
        }
        return (row[0], direction)
    }
}
