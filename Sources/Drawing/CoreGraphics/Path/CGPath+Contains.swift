import Foundation

extension CGPath {
    /// Returns whether a point is inside the path. Open subpaths count as closed. On the outline itself, the sides towards smaller x and
    /// y belong to the inside, as in `CGRect.contains`.
    /// - Parameters:
    ///   - point: the point.
    ///   - rule: the rule that decides by the winding number.
    ///   - transform: the transform that is applied to the point before the test.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let point = point.applying(transform)
        guard point.isFinite else { return false }
        let turns = windingNumber(around: point)
        return rule == .winding ? turns != 0 : turns & 1 != 0
    }

    /// Returns the number of times that the path winds around a point. Crossings of a ray towards larger x count up if they run towards
    /// larger y, and down otherwise.
    package final func windingNumber(around point: CGPoint) -> Int {
        var turns = 0
        var start = CGPoint.zero
        var current = CGPoint.zero
        forEachElement { element in
            switch element {
            case .move(let end):
                turns += lineCrossing(current, start, point)
                start = end
                current = end
            case .line(let end):
                turns += lineCrossing(current, end, point)
                current = end
            case .quad(let control, let end):
                // The same curve with one more control.
                let control1 = CGPoint(
                    x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
                let control2 = CGPoint(
                    x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
                turns += cubicCrossings(current, control1, control2, end, point)
                current = end
            case .cubic(let control1, let control2, let end):
                turns += cubicCrossings(current, control1, control2, end, point)
                current = end
            case .close:
                turns += lineCrossing(current, start, point)
                current = start
            }
        }
        return turns + lineCrossing(current, start, point)
    }
}

/// Returns the direction in which a piece from `y0` to `y1` crosses the height `y`: 1, -1, or 0 for none. The lower end belongs to the
/// piece, the upper end does not, so that adjacent pieces are counted once.
private func direction(_ y0: CGFloat, _ y1: CGFloat, _ y: CGFloat) -> Int {
    if y0 <= y, y < y1 { return 1 }
    if y1 <= y, y < y0 { return -1 }
    return 0
}

private func lineCrossing(_ a: CGPoint, _ b: CGPoint, _ point: CGPoint) -> Int {
    let way = direction(a.y, b.y, point.y)
    guard way != 0 else { return 0 }
    let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    return x > point.x ? way : 0
}

private func cubicCrossings(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint, _ point: CGPoint) -> Int {
    guard min(p0.y, p1.y, p2.y, p3.y) <= point.y, max(p0.y, p1.y, p2.y, p3.y) >= point.y,
        max(p0.x, p1.x, p2.x, p3.x) > point.x
    else { return 0 }
    var turns = 0
    var from: CGFloat = 0
    var fromY = p0.y
    // Between its extremes the curve is monotonic, so it crosses the height once or not at all.
    for to in cubicExtremes(p0.y, p1.y, p2.y, p3.y) + [1] {
        let toY = to == 1 ? p3.y : cubicValue(p0.y, p1.y, p2.y, p3.y, to)
        let way = direction(fromY, toY, point.y)
        if way != 0 {
            var (low, high) = (from, to)
            // Bisects until the two parameters are neighbours, in at most as many steps as a double has bits.
            for _ in 0..<64 {
                let middle = (low + high) / 2
                if middle <= low || middle >= high { break }
                let isBelow = cubicValue(p0.y, p1.y, p2.y, p3.y, middle) <= point.y
                if isBelow == (way > 0) { low = middle } else { high = middle }
            }
            if cubicValue(p0.x, p1.x, p2.x, p3.x, low) > point.x { turns += way }
        }
        (from, fromY) = (to, toY)
    }
    return turns
}
