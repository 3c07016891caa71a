import Foundation

extension CGPath {
    /// The smallest rectangle that contains all points, including the controls of curves. Null for an empty path.
    public var boundingBox: CGRect {
        var bounds = Extent()
        for point in points { bounds.add(point) }
        return bounds.rect
    }

    /// The smallest rectangle that contains the path itself. Null for an empty path.
    public var boundingBoxOfPath: CGRect {
        var bounds = Extent()
        var current = CGPoint.zero
        forEachElement { element in
            switch element {
            case .move(let end), .line(let end):
                bounds.add(end)
                current = end
            case .quad(let control, let end):
                bounds.add(end)
                // A curve is within the box of its points.
                defer { current = end }
                if bounds.contains(control) { return }
                for t in quadExtremes(current.x, control.x, end.x) + quadExtremes(current.y, control.y, end.y) {
                    bounds.add(quadPoint(current, control, end, t))
                }
            case .cubic(let control1, let control2, let end):
                bounds.add(end)
                defer { current = end }
                if bounds.contains(control1), bounds.contains(control2) { return }
                let x = cubicTurns(current.x, control1.x, control2.x, end.x), y = cubicTurns(current.y, control1.y, control2.y, end.y)
                // Turning points that don't exist are NaN.
                if x.0 > 0, x.0 < 1 { bounds.add(cubicPoint(current, control1, control2, end, x.0)) }
                if x.1 > 0, x.1 < 1 { bounds.add(cubicPoint(current, control1, control2, end, x.1)) }
                if y.0 > 0, y.0 < 1 { bounds.add(cubicPoint(current, control1, control2, end, y.0)) }
                if y.1 > 0, y.1 < 1 { bounds.add(cubicPoint(current, control1, control2, end, y.1)) }
            case .close:
                break
            }
        }
        return bounds.rect
    }

    /// Returns whether the path is one rectangle along the axes, closed or not. If so, writes the rectangle to `rect`.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        var corners = points
        var body = verbs[...]
        if body.last == PathVerb.close.rawValue { body.removeLast() }
        guard body.first == PathVerb.move.rawValue, body.dropFirst().allSatisfy({ $0 == PathVerb.line.rawValue })
        else { return false }
        if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
        guard corners.count == 4 else { return false }
        let isAlong =
            (corners[0].y == corners[1].y && corners[1].x == corners[2].x && corners[2].y == corners[3].y
                && corners[3].x == corners[0].x)
            || (corners[0].x == corners[1].x && corners[1].y == corners[2].y && corners[2].x == corners[3].x
                && corners[3].y == corners[0].y)
        guard isAlong else { return false }
        rect?.pointee = boundingBox
        return true
    }
}

private struct Extent {
    var low = CGPoint(x: CGFloat.infinity, y: CGFloat.infinity)
    var high = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)

    mutating func add(_ point: CGPoint) {
        low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }

    func contains(_ point: CGPoint) -> Bool {
        point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
    }

    var rect: CGRect {
        low.x > high.x ? .null : CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}

// MARK: Bézier arithmetic

func quadPoint(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ t: CGFloat) -> CGPoint {
    CGPoint(x: quadValue(p0.x, p1.x, p2.x, t), y: quadValue(p0.y, p1.y, p2.y, t))
}

func cubicPoint(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint, _ t: CGFloat) -> CGPoint {
    CGPoint(x: cubicValue(p0.x, p1.x, p2.x, p3.x, t), y: cubicValue(p0.y, p1.y, p2.y, p3.y, t))
}

func quadValue(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ t: CGFloat) -> CGFloat {
    let s = 1 - t
    return s * s * p0 + 2 * s * t * p1 + t * t * p2
}

func cubicValue(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat, _ t: CGFloat) -> CGFloat {
    let s = 1 - t
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
}

/// Returns the parameters, strictly between 0 and 1, of a quadratic's extremes.
func quadExtremes(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat) -> [CGFloat] {
    let divisor = p0 - 2 * p1 + p2
    guard divisor != 0 else { return [] }
    let t = (p0 - p1) / divisor
    return t > 0 && t < 1 ? [t] : []
}

/// Returns the parameters, strictly between 0 and 1, of a cubic's extremes, in increasing order.
func cubicExtremes(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> [CGFloat] {
    let turns = cubicTurns(p0, p1, p2, p3)
    return [turns.0, turns.1].filter { $0 > 0 && $0 < 1 }.sorted()
}

/// Returns the parameters of a cubic's extremes, in any range. NaN for extremes that don't exist.
func cubicTurns(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> (CGFloat, CGFloat) {
    let a = -p0 + 3 * p1 - 3 * p2 + p3
    let b = 2 * (p0 - 2 * p1 + p2)
    let c = p1 - p0
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return (.nan, .nan) }
    // The form that does not subtract nearly equal numbers. It also covers values of a close to 0.
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return (a != 0 ? q / a : .nan, q != 0 ? c / q : .nan)
}
