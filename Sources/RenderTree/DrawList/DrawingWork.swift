/// How much was drawn, for tests that watch how work grows: counts are the same in every run, times are not.
package struct DrawingWork: Equatable, Sendable {
    /// Steps of lists that were looked at.
    package var steps = 0
    /// Pixels in the boxes of those that were drawn.
    package var pixels = 0
    package init() {}

    package static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.steps += b.steps
        sum.pixels += b.pixels
        return sum
    }
}
