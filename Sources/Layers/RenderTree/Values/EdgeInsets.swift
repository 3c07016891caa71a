/// Four distances from the edges of a rectangle, in points: a value that keys of a program's own hold, and no property of the table does.
package struct EdgeInsets: Hashable, Sendable {
    package var top, left, bottom, right: Double
    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top; self.left = left; self.bottom = bottom; self.right = right
    }
}
