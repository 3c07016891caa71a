import Foundation

/// The distance of a cubic's controls along the tangents of a quarter of the unit circle.
let quarterCircleKappa: CGFloat = 0.5522847498

extension CGMutablePath {
    /// Appends a closed rectangle: (minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY). A null rectangle appends nothing.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        guard !rect.isNull else { return }
        move(to: CGPoint(x: rect.minX, y: rect.minY), transform: transform)
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY), transform: transform)
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY), transform: transform)
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY), transform: transform)
        closeSubpath()
    }

    /// Appends closed rectangles.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Appends a closed ellipse that touches the rectangle's sides: four curves, from (maxX, midY) towards maxY.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        guard !rect.isNull else { return }
        let center = CGPoint(x: rect.midX, y: rect.midY)
        let (a, b) = (rect.width / 2, rect.height / 2)
        let (ka, kb) = (a * quarterCircleKappa, b * quarterCircleKappa)
        func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: center.x + x, y: center.y + y) }
        move(to: at(a, 0), transform: transform)
        addCurve(to: at(0, b), control1: at(a, kb), control2: at(ka, b), transform: transform)
        addCurve(to: at(-a, 0), control1: at(-ka, b), control2: at(-a, kb), transform: transform)
        addCurve(to: at(0, -b), control1: at(-a, -kb), control2: at(-ka, -b), transform: transform)
        addCurve(to: at(a, 0), control1: at(ka, -b), control2: at(a, -kb), transform: transform)
        closeSubpath()
    }

    /// Appends a closed rectangle with elliptical corners, from (maxX, midY) towards maxY.
    /// - Parameters:
    ///   - cornerWidth: the width of a corner, clamped to half the rectangle's width.
    ///   - cornerHeight: the height of a corner, clamped to half the rectangle's height.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard !rect.isNull else { return }
        let rx = min(max(cornerWidth, 0), rect.width / 2)
        let ry = min(max(cornerHeight, 0), rect.height / 2)
        guard rx > 0, ry > 0 else { return addRect(rect, transform: transform) }
        let (dx, dy) = (rx * (1 - quarterCircleKappa), ry * (1 - quarterCircleKappa))
        let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
        func line(_ x: CGFloat, _ y: CGFloat) { addLine(to: CGPoint(x: x, y: y), transform: transform) }
        func corner(_ x1: CGFloat, _ y1: CGFloat, _ x2: CGFloat, _ y2: CGFloat, _ x: CGFloat, _ y: CGFloat) {
            addCurve(
                to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1), control2: CGPoint(x: x2, y: y2),
                transform: transform)
        }
        move(to: CGPoint(x: right, y: rect.midY), transform: transform)
        line(right, bottom - ry)
        corner(right, bottom - dy, right - dx, bottom, right - rx, bottom)
        line(left + rx, bottom)
        corner(left + dx, bottom, left, bottom - dy, left, bottom - ry)
        line(left, top + ry)
        corner(left, top + dy, left + dx, top, left + rx, top)
        line(right - rx, top)
        corner(right - dx, top, right, top + dy, right, top + ry)
        closeSubpath()
    }
}
