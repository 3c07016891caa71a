import QuartzCore

/// The nine parts of a resizable image, in points. Corners keep their size, edges stretch in one direction, and the center stretches in
/// both.
struct ImageSlices {
    /// A part of the image, and its target rectangle.
    struct Slice {
        var source: CGRect
        var target: CGRect
    }

    let all: [Slice]

    init(size: CGSize, insets: UIEdgeInsets, target: CGRect) {
        let across = Self.cuts(size.width, insets.left, insets.right, target.minX, target.width)
        let down = Self.cuts(size.height, insets.top, insets.bottom, target.minY, target.height)
        all = down.flatMap { row in
            across.map { column in
                Slice(
                    source: CGRect(x: column.from, y: row.from, width: column.length, height: row.length),
                    target: CGRect(x: column.to, y: row.to, width: column.room, height: row.room)
                )
            }
        }
    }

    private typealias Cut = (from: CGFloat, length: CGFloat, to: CGFloat, room: CGFloat)

    private static func cuts(_ length: CGFloat, _ first: CGFloat, _ last: CGFloat, _ start: CGFloat, _ room: CGFloat) -> [Cut] {
        let head = min(max(first, 0), length), tail = min(max(last, 0), length - head)
        // If the caps don't fit, they share the available length.
        let shrink = head + tail > room ? room / (head + tail) : 1
        let (headRoom, tailRoom) = (head * shrink, tail * shrink)
        return [
            (0, head, start, headRoom), (head, length - head - tail, start + headRoom, room - headRoom - tailRoom),
            (length - tail, tail, start + room - tailRoom, tailRoom),
        ]
    }
}
