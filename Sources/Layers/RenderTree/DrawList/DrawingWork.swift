/// How much was drawn, for tests that watch how work grows: counts are the same in every run, times are not.
package struct DrawingWork: Equatable, Sendable {
    /// Ops of lists that were looked at.
    package var ops = 0
    /// Pixels in the boxes of those that were drawn.
    package var pixels = 0
    package init() {}

    package static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.ops += b.ops
        sum.pixels += b.pixels
        return sum
    }
}
