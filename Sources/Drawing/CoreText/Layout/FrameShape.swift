import CoreGraphics

/// The shape in which lines are laid out.
enum FrameShape {
    /// A rectangle. Its height and width may be `greatestFiniteMagnitude`.
    case box(CGRect)
    /// Any other shape, as the straight edges of its flattened outline.
    case edges([(CGPoint, CGPoint)], bounds: CGRect)

    init(_ path: CGPath) {
        var rect = CGRect.zero
        if path.isRect(&rect) {
            self = .box(rect.standardized)
        } else {
            self = .edges(FrameShape.flatten(path), bounds: path.isEmpty ? .zero : path.boundingBoxOfPath)
        }
    }

    var bounds: CGRect {
        switch self {
        case .box(let rect): rect
        case .edges(_, let bounds): bounds
        }
    }

    /// Returns the widest span that is inside at all heights from `bottom` to `top`, or nil if there is none.
    func span(from bottom: CGFloat, to top: CGFloat) -> ClosedRange<CGFloat>? {
        switch self {
        case .box(let rect):
            return rect.width > 0 ? rect.minX...rect.maxX : nil
        case .edges(let edges, _):
            // Some heights are sampled: an outline that enters the line between two of them is missed.
            var spans: [ClosedRange<CGFloat>]?
            let steps = 8
            for step in 0...steps {
                let y = bottom + (top - bottom) * CGFloat(step) / CGFloat(steps)
                let inside = FrameShape.inside(edges, at: y)
                spans = spans.map { FrameShape.intersect($0, inside) } ?? inside
            }
            return spans?.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
        }
    }

    /// Returns the spans inside the outline at a height, by the even-odd rule.
    private static func inside(_ edges: [(CGPoint, CGPoint)], at y: CGFloat) -> [ClosedRange<CGFloat>] {
        var crossings: [CGFloat] = []
        for (a, b) in edges where (a.y <= y) != (b.y <= y) {
            crossings.append(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)))
        }
        crossings.sort()
        return stride(from: 0, to: crossings.count - 1, by: 2).map { crossings[$0]...crossings[$0 + 1] }
    }

    private static func intersect(_ a: [ClosedRange<CGFloat>], _ b: [ClosedRange<CGFloat>]) -> [ClosedRange<CGFloat>] {
        var all: [ClosedRange<CGFloat>] = []
        for one in a {
            for other in b where one.overlaps(other) { all.append(one.clamped(to: other)) }
        }
        return all
    }

    private static func flatten(_ path: CGPath) -> [(CGPoint, CGPoint)] {
        var edges: [(CGPoint, CGPoint)] = []
        var start = CGPoint.zero, current = CGPoint.zero
        func line(_ end: CGPoint) {
            edges.append((current, end))
            current = end
        }
        func curve(_ point: (CGFloat) -> CGPoint) {
            for step in 1...32 { line(point(CGFloat(step) / 32)) }
        }
        path.forEachElement { element in
            switch element {
            case .move(let to):
                if current != start { line(start) }
                (start, current) = (to, to)
            case .line(let to): line(to)
            case .quad(let c, let to):
                let from = current
                curve { t in
                    let u = 1 - t
                    return CGPoint(x: u * u * from.x + 2 * u * t * c.x + t * t * to.x, y: u * u * from.y + 2 * u * t * c.y + t * t * to.y)
                }
            case .cubic(let c1, let c2, let to):
                let from = current
                curve { t in
                    let u = 1 - t
                    let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                    return CGPoint(x: p * from.x + q * c1.x + r * c2.x + s * to.x, y: p * from.y + q * c1.y + r * c2.y + s * to.y)
                }
            case .close:
                if current != start { line(start) }
            }
        }
        if current != start { line(start) }
        return edges
    }
}
