import AgateDiagnostics
import Foundation

extension CGPath {
    /// Returns a copy in which lines replace every curve.
    /// - Parameter threshold: the largest distance of a line from its curve, in the path's units. A threshold that is not greater than 0
    ///   counts as the finest one, a millionth of a curve's size. No curve becomes more than 65,536 lines.
    public func flattened(threshold: CGFloat) -> CGPath {
        guard isMeasurable("flattened") else { return CGPath() }
        var builder = PathBuilder()
        var current = SIMD2<Double>.zero, start = current
        func add(_ curve: PathSegment) {
            let tolerance = Swift.max(threshold > 0 ? Double(threshold) : 0, curve.size * 1e-6)
            curve.forEachChord(tolerance, maxDepth: 16) { _, _, end in builder.line(end) }
            current = curve.p3
        }
        forEachElement { element in
            switch element {
            case .move(let p):
                current = SIMD2(p)
                start = current
                builder.move(current)
            case .line(let p):
                current = SIMD2(p)
                builder.line(current)
            case .quad(let c, let p): add(.quad(current, SIMD2(c), SIMD2(p)))
            case .cubic(let c, let d, let p): add(.cubic(current, SIMD2(c), SIMD2(d), SIMD2(p)))
            case .close:
                builder.close()
                current = start
            }
        }
        return builder.path(.identity, "flattened")
    }
}
