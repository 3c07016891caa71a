import CoreGraphics

/// A rectangle with rounded corners as a path, clockwise (y pointing downwards) from the end of its top left corner.
struct RoundedCorners {
    private let rect: CGRect
    private let corners: UIRectCorner
    private let radii: CGSize
    private let isContinuous: Bool

    /// The length of a side that a corner of the continuous curve takes, in radii.
    static let reach: CGFloat = 1.52866483

    init(rect: CGRect, corners: UIRectCorner, radii: CGSize) {
        let rect = rect.standardized
        self.rect = rect
        self.corners = corners
        let wanted = CGSize(width: radii.width > 0 ? radii.width : 0, height: radii.height > 0 ? radii.height : 0)
        isContinuous = wanted.width == wanted.height && wanted.width * Self.reach * 2 <= min(rect.width, rect.height)
        let (half, high) = (rect.width / 2, rect.height / 2)
        // Circular corners stay circular; elliptical corners may fill their sides.
        self.radii =
            wanted.width == wanted.height
            ? CGSize(width: min(wanted.width, half, high), height: min(wanted.width, half, high))
            : CGSize(width: min(wanted.width, half), height: min(wanted.height, high))
    }

    func add(to path: CGMutablePath) {
        guard !rect.isNull else { return }
        guard radii.width > 0, radii.height > 0, !corners.isDisjoint(with: .allFour) else { return path.addRect(rect) }
        // Each corner, with the axes along the edge before it and along the edge after it.
        let turns: [(UIRectCorner, CGPoint, CGVector, CGVector)] = [
            (.topRight, CGPoint(x: rect.maxX, y: rect.minY), CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: 1)),
            (.bottomRight, CGPoint(x: rect.maxX, y: rect.maxY), CGVector(dx: 0, dy: -1), CGVector(dx: -1, dy: 0)),
            (.bottomLeft, CGPoint(x: rect.minX, y: rect.maxY), CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: -1)),
            (.topLeft, CGPoint(x: rect.minX, y: rect.minY), CGVector(dx: 0, dy: 1), CGVector(dx: 1, dy: 0)),
        ]
        let reach = isContinuous ? Self.reach : 1
        path.move(to: corners.contains(.topLeft) ? CGPoint(x: rect.minX + radii.width * reach, y: rect.minY) : rect.origin)
        for (corner, at, before, after) in turns {
            guard corners.contains(corner) else {
                if corner != .topLeft { path.addLine(to: at) }
                continue
            }
            func point(_ along: CGFloat, _ away: CGFloat) -> CGPoint {
                CGPoint(
                    x: at.x + (before.dx * along + after.dx * away) * radii.width,
                    y: at.y + (before.dy * along + after.dy * away) * radii.height
                )
            }
            path.addLine(to: point(reach, 0))
            for piece in isContinuous ? Self.continuous : Self.quarter {
                path.addCurve(
                    to: point(piece[2].0, piece[2].1), control1: point(piece[0].0, piece[0].1), control2: point(piece[1].0, piece[1].1))
            }
        }
        path.closeSubpath()
    }

    // A corner of radius 1, in distances from the corner along the edge before it and along the edge after it.
    private static let continuous: [[(CGFloat, CGFloat)]] = [
        [(1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139)],
        [(0.37282383, 0.16905956), (0.16905956, 0.37282383), (0.07491139, 0.63149379)],
        [(0, 0.86840694), (0, 1.08849296), (0, reach)],
    ]
    private static let quarter: [[(CGFloat, CGFloat)]] = [[(0.4477153, 0), (0, 0.4477153), (0, 1)]]
}

extension UIRectCorner {
    fileprivate static let allFour: UIRectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}
