import Foundation
import QuartzCore

/// How a content offset moves by itself along one axis, as a function of the seconds since it began: slowing down, springing back at an
/// edge, or going to a place. Points, and points a second.
struct ScrollMotion {
    /// A part of the way.
    private enum Piece {
        case still(CGFloat)
        /// Slows down on its way to a place: what is left is multiplied by `rate` every millisecond.
        case decay(to: CGFloat, left: CGFloat, rate: CGFloat)
        /// A critically damped spring, from a distance to its place and with a velocity.
        case spring(to: CGFloat, from: CGFloat, velocity: CGFloat)
        case ease(from: CGFloat, to: CGFloat, duration: Double)
    }

    private var pieces: [(start: Double, piece: Piece)]
    /// When it is over, in seconds.
    let duration: Double
    /// Where it ends.
    private(set) var end: CGFloat

    /// The stiffness of edges and pages: the spring's own angular frequency.
    static let omega: CGFloat = 10
    /// How near is there, in points.
    private static let near: CGFloat = 0.25

    /// How much of a distance beyond an edge shows: ever less of it, and never more than the view's own length.
    static func rubberBand(_ distance: CGFloat, length: CGFloat) -> CGFloat {
        guard length > 0 else { return 0 }
        return (1 - 1 / (distance.magnitude * 0.55 / length + 1)) * length * (distance < 0 ? -1 : 1)
    }

    /// The distance of which so much shows.
    static func stretched(_ shown: CGFloat, length: CGFloat) -> CGFloat {
        let shown = min(shown.magnitude, length * 0.999) * (shown < 0 ? -1 : 1)
        return length > 0 ? shown * length / (0.55 * (length - shown.magnitude)) : 0
    }

    /// Where a finger that lets go would lead to without edges.
    static func projected(from x: CGFloat, velocity: CGFloat, rate: CGFloat) -> CGFloat {
        let rate = min(max(rate, 0.01), 0.99999)
        return x - velocity / (1000 * log(rate))
    }

    /// What follows when a finger lets go: it slows down, and springs back at the edges or from beyond them.
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
        // When it comes to the edge, and how fast.
        let time = wall == x ? 0 : time(toLeave: target - wall, of: target - x, rate)
        let speed = velocity * pow(rate, CGFloat(1000 * time))
        guard bounces else { return ScrollMotion(pieces: [(0, decay), (time, .still(wall))], duration: time, end: wall) }
        let back = Piece.spring(to: wall, from: 0, velocity: speed)
        return ScrollMotion(pieces: [(0, decay), (time, back)], duration: time + settling(0, speed), end: wall)
    }

    /// To a place, as fast as the finger let go but not past it.
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

    /// Slows down on its way to a place that somebody chose.
    static func decay(from x: CGFloat, to target: CGFloat, rate: CGFloat) -> ScrollMotion {
        let rate = min(max(rate, 0.01), 0.99999)
        let piece = Piece.decay(to: target, left: target - x, rate: rate)
        return ScrollMotion(pieces: [(0, piece)], duration: time(toLeave: near, of: target - x, rate), end: target)
    }

    /// From rest to rest.
    static func ease(from x: CGFloat, to target: CGFloat, duration: Double) -> ScrollMotion {
        ScrollMotion(pieces: [(0, .ease(from: x, to: target, duration: duration))], duration: x == target ? 0 : duration, end: target)
    }

    static func still(_ x: CGFloat) -> ScrollMotion { ScrollMotion(pieces: [(0, .still(x))], duration: 0, end: x) }

    private init(pieces: [(start: Double, piece: Piece)], duration: Double, end: CGFloat) {
        (self.pieces, self.duration, self.end) = (pieces, duration, end)
    }

    /// The same, coming to rest at a place very near to its own: a whole pixel.
    func resting(at place: CGFloat) -> ScrollMotion {
        var motion = self
        if (place - end).magnitude < 1 { motion.end = place }
        return motion
    }

    /// Where it is.
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

    /// When so much is left of a way.
    private static func time(toLeave left: CGFloat, of way: CGFloat, _ rate: CGFloat) -> Double {
        let part = left.magnitude / max(way.magnitude, 1e-9)
        return part >= 1 ? 0 : Double(log(part) / (1000 * log(rate)))
    }

    /// When a spring is near its place for good, to a 120th of a second.
    private static func settling(_ distance: CGFloat, _ velocity: CGFloat) -> Double {
        let grow = velocity + omega * distance
        // After its turn, where the distance is greatest, it only comes nearer.
        let turn = grow == 0 ? 0 : max(0, 1 / omega - distance / grow)
        var steps = Int(turn * 120)
        while steps < 1200, (distance + grow * CGFloat(steps) / 120).magnitude * exp(-omega * CGFloat(steps) / 120) > near { steps += 1 }
        return Double(steps) / 120
    }
}
