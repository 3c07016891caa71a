import AgateDiagnostics
import Foundation

extension CGMutablePath {
    /// Appends an arc of a circle, preceded by a line to its start if there is a current point.
    ///
    /// Angles grow from the x axis towards the y axis. `clockwise` means that the angle decreases, which looks clockwise only if y points
    /// up. If the end precedes the start in that direction, the arc continues until it reaches the end angle again. Ends that are one or
    /// several whole turns apart make a whole circle, whichever their order and the direction. An arc that would exceed a whole turn is a
    /// circle too. If start and end are equal, there is no arc. Angles are considered equal, and whole turns apart, up to the rounding of
    /// single precision: 360 degrees are a circle however they were computed.
    /// - Parameters:
    ///   - center: the circle's centre.
    ///   - radius: the circle's radius.
    ///   - startAngle: the angle of the start, in radians.
    ///   - endAngle: the angle of the end, in radians.
    ///   - clockwise: true if the angle decreases.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let sweep = ArcSweep.angle(from: startAngle, to: endAngle, falls: clockwise)
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: sweep, transform: transform)
    }

    /// Appends an arc of a circle, preceded by a line to its start if there is a current point.
    /// - Parameters:
    ///   - center: the circle's centre.
    ///   - radius: the circle's radius.
    ///   - startAngle: the angle of the start, in radians, from the x axis towards the y axis.
    ///   - delta: the amount by which the angle grows, in radians, negative if it decreases. The magnitude is limited to 16 turns.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard center.isFinite, radius.isFinite, startAngle.isFinite, delta.isFinite else {
            Diagnostic.report(
                "path.invalid-point",
                "CGMutablePath.addArc: centre (\(center.x), \(center.y)), radius \(radius), start \(startAngle), "
                    + "sweep \(delta) are not all valid numbers")
            return
        }
        let limit = 32 * CGFloat.pi
        let sweep = min(max(delta, -limit), limit)
        func at(_ angle: CGFloat) -> CGPoint {
            CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
        let start = at(startAngle)
        if isEmpty {
            move(to: start, transform: transform)
        } else {
            addLine(to: start, transform: transform)
        }
        // One curve for each quarter at most. A tiny excess from rounding adds no further curve.
        let quarters: CGFloat = Swift.abs(sweep) / (CGFloat.pi / 2)
        let count = Int((quarters - 1e-9).rounded(.up))
        guard count > 0, radius != 0 else { return }
        let step = sweep / CGFloat(count)
        let reach = 4 / 3 * tan(step / 4) * radius
        for index in 0..<count {
            let from = startAngle + CGFloat(index) * step
            let to = startAngle + CGFloat(index + 1) * step
            let (p, q) = (at(from), at(to))
            addCurve(
                to: q,
                control1: CGPoint(x: p.x - reach * sin(from), y: p.y + reach * cos(from)),
                control2: CGPoint(x: q.x + reach * sin(to), y: q.y - reach * cos(to)),
                transform: transform)
        }
    }

    /// Appends an arc that rounds the corner between the line from the current point to `tangent1End` and the line from there to
    /// `tangent2End`, preceded by a line to its start. If there is no corner to round, appends a line to `tangent1End`. If there is no
    /// current point, reports a diagnostic and appends nothing.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard !isEmpty else {
            Diagnostic.report("path.no-current-point", "CGMutablePath.addArc: the path has no current point")
            return
        }
        guard tangent1End.isFinite, tangent2End.isFinite, radius.isFinite else {
            Diagnostic.report("path.invalid-point", "CGMutablePath.addArc: a tangent point or the radius is not a valid number")
            return
        }
        // The circle is one before the transform, so the current point is transformed back.
        let begin = currentPoint.applying(transform.inverted())
        let (ux, uy) = (begin.x - tangent1End.x, begin.y - tangent1End.y)
        let (vx, vy) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
        let (lengthU, lengthV) = (hypot(ux, uy), hypot(vx, vy))
        let cross = ux * vy - uy * vx
        guard radius != 0, lengthU > 0, lengthV > 0, Swift.abs(cross) > 1e-12 * lengthU * lengthV else {
            return addLine(to: tangent1End, transform: transform)
        }
        let r = Swift.abs(radius)
        let angle = atan2(Swift.abs(cross), ux * vx + uy * vy)
        let distance = r / tan(angle / 2)
        let start = CGPoint(x: tangent1End.x + ux / lengthU * distance, y: tangent1End.y + uy / lengthU * distance)
        // The centre is at a right angle to the first line at the start, on the side of the second line.
        let side: CGFloat = cross > 0 ? 1 : -1
        let center = CGPoint(x: start.x - side * uy / lengthU * r, y: start.y + side * ux / lengthU * r)
        let startAngle = atan2(start.y - center.y, start.x - center.x)
        addRelativeArc(
            center: center, radius: r, startAngle: startAngle, delta: -side * (.pi - angle), transform: transform)
    }
}

/// The change of angle of an arc that is given by a start and an end angle.
private enum ArcSweep {
    private static let turn = 2 * CGFloat.pi

    /// The largest rounding error of a whole turn. Programs compute angles in degrees and in single precision, where a turn is off by up
    /// to 5e-7. An arc this short is invisible.
    private static let slack: CGFloat = 1e-6

    /// Returns the change of angle, from one turn backwards to one turn forwards. NaN and infinite values are returned unchanged.
    static func angle(from start: CGFloat, to end: CGFloat, falls: Bool) -> CGFloat {
        let sweep = falls ? start - end : end - start
        let size = Swift.abs(sweep)
        guard size.isFinite else { return sweep }
        // An end just before the start is an empty arc, not a circle.
        if sweep <= 0, size <= 1e-9 * max(1, Swift.abs(start)) { return 0 }
        let rest = size.truncatingRemainder(dividingBy: turn)
        let isWhole = size > turn - slack && (rest <= slack || turn - rest <= slack)
        var forwards = sweep
        if isWhole || sweep >= turn {
            forwards = turn
        } else if sweep < 0 {
            forwards = turn - rest
        }
        return falls ? -forwards : forwards
    }
}
