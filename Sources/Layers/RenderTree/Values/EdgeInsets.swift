/// Four distances from the edges of a rectangle, in points. Only values of custom keys have this type, not properties of the table.
package struct EdgeInsets: Hashable, Sendable {
    package var top, left, bottom, right: Double
    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top; self.left = left; self.bottom = bottom; self.right = right
    }
}
