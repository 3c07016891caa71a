import Foundation

/// A path in CoreGraphics's layout, borrowed for the duration of a call.
package struct PathView {
    package enum Verb {
        package static let move: UInt8 = 0, line: UInt8 = 1, quad: UInt8 = 2, cubic: UInt8 = 3, close: UInt8 = 4
    }

    package let verbs: UnsafeBufferPointer<UInt8>
    /// The points: one for a move or line, two for a quad, three for a cubic, none for a close.
    package let points: UnsafeBufferPointer<CGPoint>

    package init(verbs: UnsafeBufferPointer<UInt8>, points: UnsafeBufferPointer<CGPoint>) {
        self.verbs = verbs
        self.points = points
    }

    /// True if there are as many points as the verbs need. A path with fewer points, or with an unknown verb, draws nothing.
    var isWhole: Bool {
        var need = 0
        for v in verbs {
            switch v {
            case Verb.move, Verb.line: need += 1
            case Verb.quad: need += 2
            case Verb.cubic: need += 3
            case Verb.close: break
            default: return false
            }
        }
        return need <= points.count
    }

    /// Returns whether all points are within a device rectangle.
    func isWithin(_ r: SIMD4<Double>, _ t: Affine) -> Bool {
        for p in points {
            let q = t.apply(Double(p.x), Double(p.y))
            guard q.x > r.x, q.y > r.y, q.x < r.z, q.y < r.w else { return false }
        }
        return true
    }

    /// False if a coordinate is NaN or infinite.
    var isFinite: Bool {
        var sum = 0.0
        for p in points { sum += Double(p.x) * 0 + Double(p.y) * 0 }
        return sum == 0
    }
}
