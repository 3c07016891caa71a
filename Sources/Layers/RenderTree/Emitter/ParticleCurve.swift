import CoreGraphics

/// A property of a particle over its life: values at fractions of the life, with linear interpolation between them.
struct ParticleCurve {
    /// The properties that `valueOverLife` can change.
    enum Target: UInt8 {
        case positionX, positionY, positionZ, velocityX, velocityY, velocityZ, mass, rotation, spin, scale, scaleSpeed, red, green, blue,
            alpha

        private static let names = [
            "position.x", "position.y", "position.z", "velocity.x", "velocity.y", "velocity.z", "mass", "rotation", "spin", "scale",
            "scaleSpeed",
            "color.red", "color.green", "color.blue", "color.alpha",
        ]

        init?(_ keyPath: String?) {
            guard let keyPath, let index = Self.names.firstIndex(of: keyPath) else { return nil }
            self.init(rawValue: UInt8(index))
        }

        /// True if the property affects the motion of a particle.
        var moves: Bool { rawValue <= Target.mass.rawValue }
    }

    /// The position of the stops in the list of all stops: pairs of a fraction of the life and a value.
    var first = 0, count = 0

    /// Returns the value at a fraction of the life. Before the first stop and after the last one, it is the value of that stop.
    @inline(__always)
    func value(at u: Double, _ stops: UnsafePointer<Double>) -> Double {
        var p = stops + first
        let last = p + 2 * (count - 1)
        if u <= p[0] { return p[1] }
        while p < last {
            let next = p + 2
            if u < next[0] { return p[1] + (next[1] - p[1]) * ((u - p[0]) / (next[0] - p[0])) }
            p = next
        }
        return last[1]
    }

    /// Returns the integral from 0 to a fraction of the life.
    func integral(to u: Double, _ stops: UnsafePointer<Double>) -> Double {
        var p = stops + first
        let last = p + 2 * (count - 1)
        var sum = p[1] * min(u, p[0])
        while p < last {
            let next = p + 2
            let end = min(u, next[0])
            if end <= p[0] { return sum }
            if next[0] > p[0] {
                let value = p[1] + (next[1] - p[1]) * ((end - p[0]) / (next[0] - p[0]))
                sum += (p[1] + value) / 2 * (end - p[0])
            }
            p = next
        }
        return sum + last[1] * max(0, u - last[0])
    }

    /// Returns the fractions of the life for a number of stops: the given ones, adjusted to an ascending sequence in 0…1, or evenly spaced
    /// ones.
    static func locations(_ given: [Double]?, count: Int) -> [Double] {
        guard let given, !given.isEmpty else { return (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 } }
        var last = 0.0
        return (0..<count).map { i in
            last = max(last, min(1, i < given.count ? (given[i].isNaN ? 0 : given[i]) : 1))
            return last
        }
    }
}
