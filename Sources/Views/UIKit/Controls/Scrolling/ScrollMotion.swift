import Foundation
import QuartzCore

/// The movement of a content offset along one axis as a function of the seconds since its start: decelerating, springing back at an edge,
/// or moving to a position. Units are points and points per second.
struct ScrollMotion {
    /// A segment of the motion.
    private enum Piece {
        case still(CGFloat)
        /// Decelerates towards a position. The remaining distance is multiplied by `rate` every millisecond.
        case decay(to: CGFloat, left: CGFloat, rate: CGFloat)
        /// A critically damped spring with an initial distance from its rest position and an initial velocity.
        case spring(to: CGFloat, from: CGFloat, velocity: CGFloat)
        case ease(from: CGFloat, to: CGFloat, duration: Double)
    }

    private var pieces: [(start: Double, piece: Piece)]
    /// The duration, in seconds.
    let duration: Double
    /// The final offset.
    private(set) var end: CGFloat

    /// The stiffness of edges and pages, as the spring's natural angular frequency.
    static let omega: CGFloat = 10
    /// The distance below which the target counts as reached, in points.
    private static let near: CGFloat = 0.25

    /// Returns the visible part of a distance beyond an edge. It grows ever more slowly and never exceeds the view's own length.
    static func rubberBand(_ distance: CGFloat, length: CGFloat) -> CGFloat {
        guard length > 0 else { return 0 }
        return (1 - 1 / (distance.magnitude * 0.55 / length + 1)) * length * (distance < 0 ? -1 : 1)
    }

    /// Returns the distance whose visible part is `shown`. The inverse of `rubberBand`.
    static func stretched(_ shown: CGFloat, length: CGFloat) -> CGFloat {
        let shown = min(shown.magnitude, length * 0.999) * (shown < 0 ? -1 : 1)
        return length > 0 ? shown * length / (0.55 * (length - shown.magnitude)) : 0
    }

    /// Returns the offset at which the content would come to rest after the finger lifts, ignoring edges.
    static func projected(from x: CGFloat, velocity: CGFloat, rate: CGFloat) -> CGFloat {
        let rate = min(max(rate, 0.01), 0.99999)
        return x - velocity / (1000 * log(rate))
    }

    /// Returns the motion after the finger lifts: it decelerates, and springs back at the edges or from beyond them.
    static func free(from x: CGFloat, velocity: CGFloat, in range: ClosedRange<CGFloat>, rate: CGFloat, bounces: Bool) -> ScrollMotion {
        let edge = min(max(x, range.lowerBound), range.upperBound)
        if x != edge { return spring(from: x, to: edge, velocity: velocity) }
        guard velocity != 0 else { return still(x) }
        let rate = min(max(rate, 0.01), 0.99999)
        let target = projected(from: x, velocity: velocity, rate: rate)
        let decay = Piece.decay(to: target, left: target - x, rate: rate)
        if range.contains(target) {
            return ScrollMotion(pieces: [(0, decay)], duration: time(toLeave: near, of: target - x, rate), end: target)
        }
        let wall = target < x ? range.lowerBound : range.upperBound
        // The time at which the content reaches the edge, and its velocity there.
        let time = wall == x ? 0 : time(toLeave: target - wall, of: target - x, rate)
        let speed = velocity * pow(rate, CGFloat(1000 * time))
        guard bounces else { return ScrollMotion(pieces: [(0, decay), (time, .still(wall))], duration: time, end: wall) }
        let back = Piece.spring(to: wall, from: 0, velocity: speed)
        return ScrollMotion(pieces: [(0, decay), (time, back)], duration: time + settling(0, speed), end: wall)
    }

    /// Springs to a position with the finger's velocity. If `overshoots` is false, the velocity is limited so that the content doesn't pass
    /// the position.
    static func spring(from x: CGFloat, to target: CGFloat, velocity: CGFloat, overshoots: Bool = true) -> ScrollMotion {
        let distance = x - target
        var velocity = velocity
        if !overshoots {
            let limit = omega * distance.magnitude
            velocity = min(max(velocity, distance > 0 ? -limit : 0), distance > 0 ? 0 : limit)
        }
        let duration = settling(distance, velocity)
        return ScrollMotion(pieces: [(0, .spring(to: target, from: distance, velocity: velocity))], duration: duration, end: target)
    }

    /// Decelerates towards a chosen position.
    static func decay(from x: CGFloat, to target: CGFloat, rate: CGFloat) -> ScrollMotion {
        let rate = min(max(rate, 0.01), 0.99999)
        let piece = Piece.decay(to: target, left: target - x, rate: rate)
        return ScrollMotion(pieces: [(0, piece)], duration: time(toLeave: near, of: target - x, rate), end: target)
    }

    /// Eases from one position to another, starting and ending at rest.
    static func ease(from x: CGFloat, to target: CGFloat, duration: Double) -> ScrollMotion {
        ScrollMotion(pieces: [(0, .ease(from: x, to: target, duration: duration))], duration: x == target ? 0 : duration, end: target)
    }

    static func still(_ x: CGFloat) -> ScrollMotion { ScrollMotion(pieces: [(0, .still(x))], duration: 0, end: x) }

    private init(pieces: [(start: Double, piece: Piece)], duration: Double, end: CGFloat) {
        (self.pieces, self.duration, self.end) = (pieces, duration, end)
    }

    /// Returns the same motion, ending at `place` if that is less than a point from its own end. Used to end on a whole pixel.
    func resting(at place: CGFloat) -> ScrollMotion {
        var motion = self
        if (place - end).magnitude < 1 { motion.end = place }
        return motion
    }

    /// Returns the offset at a time, in seconds since the start.
    func value(at time: Double) -> CGFloat {
        if time >= duration { return end }
        let (start, piece) = pieces.last { $0.start <= time } ?? pieces[0]
        let t = CGFloat(max(0, time - start))
        switch piece {
        case .still(let x): return x
        case .decay(let target, let left, let rate): return target - left * pow(rate, 1000 * t)
        case .spring(let target, let distance, let velocity):
            return target + (distance + (velocity + Self.omega * distance) * t) * exp(-Self.omega * t)
        case .ease(let from, let to, let duration):
            let p = t / CGFloat(duration)
            return from + (to - from) * p * p * (3 - 2 * p)
        }
    }

    /// Returns the time at which the remaining distance is `left`, in seconds.
    private static func time(toLeave left: CGFloat, of way: CGFloat, _ rate: CGFloat) -> Double {
        let part = left.magnitude / max(way.magnitude, 1e-9)
        return part >= 1 ? 0 : Double(log(part) / (1000 * log(rate)))
    }

    /// Returns the time after which a spring stays near its rest position, rounded up to 1/120 s.
    private static func settling(_ distance: CGFloat, _ velocity: CGFloat) -> Double {
        let grow = velocity + omega * distance
        // After the time of the greatest distance, the distance only decreases.
        let turn = grow == 0 ? 0 : max(0, 1 / omega - distance / grow)
        var steps = Int(turn * 120)
        while steps < 1200, (distance + grow * CGFloat(steps) / 120).magnitude * exp(-omega * CGFloat(steps) / 120) > near { steps += 1 }
        return Double(steps) / 120
    }
}
