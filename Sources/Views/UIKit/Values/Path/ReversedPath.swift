import CoreGraphics

/// A path in reverse direction.
struct ReversedPath {
    let made = CGMutablePath()

    private struct Subpath {
        var start: CGPoint
        var pieces: [PathElement] = []
        var isClosed = false
    }

    init(_ path: CGPath) {
        var subpaths: [Subpath] = []
        // Elements may follow a close. They begin at the start of the closed subpath.
        var isOpen = false
        path.forEachElement { element in
            switch element {
            case .move(let point):
                subpaths.append(Subpath(start: point))
                isOpen = true
            case .close:
                if isOpen { subpaths[subpaths.count - 1].isClosed = true }
                isOpen = false
            case .line, .quad, .cubic:
                if !isOpen { subpaths.append(Subpath(start: subpaths.last?.start ?? .zero)) }
                isOpen = true
                subpaths[subpaths.count - 1].pieces.append(element)
            }
        }
        for subpath in subpaths.reversed() { add(subpath) }
    }

    private func add(_ subpath: Subpath) {
        made.move(to: subpath.pieces.last?.end ?? subpath.start)
        for (i, piece) in subpath.pieces.enumerated().reversed() {
            let end = i == 0 ? subpath.start : subpath.pieces[i - 1].end ?? subpath.start
            switch piece {
            case .quad(let control, _): made.addQuadCurve(to: end, control: control)
            case .cubic(let first, let second, _): made.addCurve(to: end, control1: second, control2: first)
            default: made.addLine(to: end)
            }
        }
        if subpath.isClosed { made.closeSubpath() }
    }
}

extension PathElement {
    /// The end point of the element.
    fileprivate var end: CGPoint? {
        switch self {
        case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point): point
        case .close: nil
        }
    }
}
