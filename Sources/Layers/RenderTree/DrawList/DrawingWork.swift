/// The amount of drawing, for tests that measure how work grows: counts are the same in every run, times are not.
package struct DrawingWork: Equatable, Sendable {
    /// The number of list ops examined.
    package var ops = 0
    /// The number of pixels in the boxes of drawn ops.
    package var pixels = 0
    package init() {}

    package static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.ops += b.ops
        sum.pixels += b.pixels
        return sum
    }
}
