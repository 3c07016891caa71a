/// A rectangle of whole pixels, half-open: x0 ..< x1, y0 ..< y1.
package struct IntRect: Equatable, Hashable, Sendable {
    package var x0: Int32, y0: Int32, x1: Int32, y1: Int32

    package static let empty = IntRect(0, 0, 0, 0)

    package init(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
    }

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(
            Int32(clamping: x), Int32(clamping: y),
            Int32(clamping: x.addingReportingOverflow(width).partialValue),
            Int32(clamping: y.addingReportingOverflow(height).partialValue)
        )
    }

    /// Creates the smallest rectangle of whole pixels that contains the given edges. Empty for NaN.
    package init(covering x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        guard x0 <= x1, y0 <= y1 else { self = .empty; return }
        self.init(
            IntRect.clamped(x0.rounded(.down)), IntRect.clamped(y0.rounded(.down)),
            IntRect.clamped(x1.rounded(.up)), IntRect.clamped(y1.rounded(.up))
        )
    }

    /// Converts to Int32, with distant values clamped to a billion so that widths can't overflow.
    package static func clamped(_ v: Double) -> Int32 { Int32(max(-1e9, min(1e9, v))) }

    package var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
    package var width: Int { isEmpty ? 0 : Int(x1) - Int(x0) }
    package var height: Int { isEmpty ? 0 : Int(y1) - Int(y0) }
    package var area: Int { width * height }

    package func intersection(_ r: IntRect) -> IntRect {
        let result = IntRect(max(x0, r.x0), max(y0, r.y0), min(x1, r.x1), min(y1, r.y1))
        return result.isEmpty ? .empty : result
    }

    package func union(_ r: IntRect) -> IntRect {
        if isEmpty { return r }
        if r.isEmpty { return self }
        return IntRect(min(x0, r.x0), min(y0, r.y0), max(x1, r.x1), max(y1, r.y1))
    }

    package func intersects(_ r: IntRect) -> Bool {
        !isEmpty && !r.isEmpty && x0 < r.x1 && r.x0 < x1 && y0 < r.y1 && r.y0 < y1
    }

    package func contains(_ r: IntRect) -> Bool {
        r.isEmpty || (x0 <= r.x0 && y0 <= r.y0 && r.x1 <= x1 && r.y1 <= y1)
    }

    package func contains(x: Int, y: Int) -> Bool {
        x >= Int(x0) && x < Int(x1) && y >= Int(y0) && y < Int(y1)
    }

    package func outset(_ dx: Int32, _ dy: Int32) -> IntRect {
        isEmpty ? .empty : IntRect(x0 &- dx, y0 &- dy, x1 &+ dx, y1 &+ dy)
    }

    package func offset(_ dx: Int32, _ dy: Int32) -> IntRect {
        isEmpty ? .empty : IntRect(x0 &+ dx, y0 &+ dy, x1 &+ dx, y1 &+ dy)
    }
}
