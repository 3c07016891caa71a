import Agate
import Foundation
import ImageIO
import QuartzCore

/// The curves as small diagrams, drawn by layers: both axes logarithmic, a pale line of slope 1 through the first point, a pale dot for
/// what was measured before, a ring for what was asked.
enum CurvePicture {
    private static let cell = CGSize(width: 230, height: 170)
    private static let columns = 4

    static func write(_ results: [Curve.Result], to url: URL) -> Bool {
        let rows = (results.count + columns - 1) / columns
        let host = OffscreenHost(
            size: CGSize(width: cell.width * CGFloat(columns), height: cell.height * CGFloat(max(rows, 1))), scale: 2, background: .white)
        host.perform {
            for (i, result) in results.enumerated() {
                let diagram = layer(for: result)
                diagram.frame.origin = CGPoint(x: CGFloat(i % columns) * cell.width, y: CGFloat(i / columns) * cell.height)
                host.layer.addSublayer(diagram)
            }
        }
        guard let target = CGImageDestinationCreateWithURL(url as NSURL, "public.png" as NSString, 1, nil) else { return false }
        CGImageDestinationAddImage(target, host.image(), nil)
        return CGImageDestinationFinalize(target)
    }

    private static func layer(for result: Curve.Result) -> CALayer {
        let diagram = CALayer()
        diagram.bounds.size = cell
        diagram.anchorPoint = .zero
        let area = CGRect(x: 44, y: 40, width: cell.width - 60, height: cell.height - 62)
        var values = result.points.map(\.ms)
        if let before = result.curve.before { values.append(before.ms) }
        if let asked = result.curve.asked { values.append(asked.ms) }
        let low = log10(max(values.min() ?? 0.001, 1e-4)).rounded(.down),
            high = max(low + 1, log10(max(values.max() ?? 1, 1e-4)).rounded(.up))
        let left = log10(Double(result.points.first?.size ?? 1)), right = max(left + 0.1, log10(Double(result.points.last?.size ?? 10)))
        func place(_ size: Double, _ ms: Double) -> CGPoint {
            CGPoint(
                x: area.minX + (log10(size) - left) / (right - left) * area.width,
                y: area.maxY - (log10(max(ms, 1e-4)) - low) / (high - low) * area.height)
        }

        text(result.curve.name, CGRect(x: 8, y: 6, width: cell.width - 12, height: 26), 9.5, diagram, wraps: true)
        for decade in Int(low)...Int(high) {
            let y = area.maxY - (Double(decade) - low) / (high - low) * area.height
            let line = CGMutablePath()
            line.move(to: CGPoint(x: area.minX, y: y))
            line.addLine(to: CGPoint(x: area.maxX, y: y))
            stroke(line, CGColor(gray: 0.88, alpha: 1), 0.5, diagram)
            text(
                decade < 0 ? String(format: "%g", pow(10.0, Double(decade))) : "\(Int(pow(10.0, Double(decade))))",
                CGRect(x: 2, y: y - 6, width: 36, height: 12), 8, diagram, right: true)
        }
        for point in result.points {
            text(
                point.size >= 1000 ? "\(point.size / 1000)k" : "\(point.size)",
                CGRect(x: place(Double(point.size), 1).x - 16, y: area.maxY + 3, width: 32, height: 12), 8, diagram)
        }
        text(
            String(format: "ms over n, exponent %.2f", result.exponent),
            CGRect(x: area.minX, y: area.maxY + 11, width: area.width, height: 12), 8, diagram)

        if let first = result.points.first {
            let slope = CGMutablePath()
            let ratio = min(pow(10, right - left), pow(10, high) / max(first.ms, 1e-4))
            slope.move(to: place(Double(first.size), first.ms))
            slope.addLine(to: place(Double(first.size) * ratio, first.ms * ratio))
            stroke(slope, CGColor(gray: 0.75, alpha: 1), 1, diagram)
        }
        let line = CGMutablePath()
        for (i, point) in result.points.enumerated() {
            let p = place(Double(point.size), point.ms)
            if i == 0 { line.move(to: p) } else { line.addLine(to: p) }
            dot(p, 2.5, CGColor(red: 0.1, green: 0.3, blue: 0.8, alpha: 1), diagram)
        }
        stroke(line, CGColor(red: 0.1, green: 0.3, blue: 0.8, alpha: 1), 1.5, diagram)
        if let before = result.curve.before {
            dot(place(Double(before.size), before.ms), 3.5, CGColor(red: 0.85, green: 0.2, blue: 0.1, alpha: 0.6), diagram)
        }
        if let asked = result.curve.asked {
            let p = place(Double(asked.size), asked.ms)
            stroke(
                CGPath(ellipseIn: CGRect(x: p.x - 4, y: p.y - 4, width: 8, height: 8), transform: nil),
                CGColor(red: 0, green: 0.5, blue: 0.2, alpha: 1), 1.2, diagram)
        }
        return diagram
    }

    private static func stroke(_ path: CGPath, _ color: CGColor, _ width: CGFloat, _ parent: CALayer) {
        let shape = CAShapeLayer()
        shape.path = path
        shape.fillColor = nil
        shape.strokeColor = color
        shape.lineWidth = width
        parent.addSublayer(shape)
    }

    private static func dot(_ p: CGPoint, _ radius: CGFloat, _ color: CGColor, _ parent: CALayer) {
        let dot = CALayer()
        dot.frame = CGRect(x: p.x - radius, y: p.y - radius, width: 2 * radius, height: 2 * radius)
        dot.cornerRadius = radius
        dot.backgroundColor = color
        parent.addSublayer(dot)
    }

    private static func text(
        _ string: String, _ frame: CGRect, _ size: CGFloat, _ parent: CALayer, right: Bool = false, wraps: Bool = false
    ) {
        let text = CATextLayer()
        text.string = string
        text.fontSize = size
        text.foregroundColor = CGColor(gray: 0.15, alpha: 1)
        text.alignmentMode = right ? .right : wraps ? .left : .center
        text.isWrapped = wraps
        text.contentsScale = 2
        text.frame = frame
        parent.addSublayer(text)
    }
}
