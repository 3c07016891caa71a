import Foundation

// Paths as text, in the form of SVG's path data. Conformance scenes and vectors use the format, and it keeps tests readable.

extension CGPath {
    /// The path as SVG path data: absolute M, L, Q, C and Z.
    package final var svgDescription: String {
        func number(_ value: CGFloat) -> String {
            let value = Double(value)
            return value == value.rounded() && Swift.abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        }
        func pair(_ point: CGPoint) -> String { "\(number(point.x)),\(number(point.y))" }
        return elements.map { element in
            switch element {
            case .move(let end): "M\(pair(end))"
            case .line(let end): "L\(pair(end))"
            case .quad(let control, let end): "Q\(pair(control)) \(pair(end))"
            case .cubic(let control1, let control2, let end): "C\(pair(control1)) \(pair(control2)) \(pair(end))"
            case .close: "Z"
            }
        }.joined(separator: " ")
    }

    /// Creates a path from SVG path data (M, L, H, V, Q, T, C, S, A, Z; uppercase absolute, lowercase relative). Returns nil if the text
    /// is anything else. An empty text gives an empty path.
    package convenience init?(svg: String) {
        var reader = SVGPathReader(svg)
        guard let path = reader.read() else { return nil }
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }
}

private struct SVGPathReader {
    private let text: [UInt8]
    private var next = 0
    private let path = CGMutablePath()
    // The last curve's second control, which S and T mirror.
    private var lastCubicControl: CGPoint?
    private var lastQuadControl: CGPoint?

    init(_ string: String) {
        text = Array(string.utf8)
    }

    mutating func read() -> CGMutablePath? {
        skipSpace()
        while next < text.count {
            let command = text[next]
            next += 1
            guard "MmLlHhVvQqTtCcSsAaZz".utf8.contains(command) else { return nil }
            if path.isEmpty, command | 0x20 != UInt8(ascii: "m") { return nil }
            if command | 0x20 == UInt8(ascii: "z") {
                path.closeSubpath()
                (lastCubicControl, lastQuadControl) = (nil, nil)
                skipSpace()
                continue
            }
            // A command applies to each set of numbers that follows.
            var current = command
            repeat {
                guard readSet(of: current) else { return nil }
                if current == UInt8(ascii: "M") { current = UInt8(ascii: "L") }
                if current == UInt8(ascii: "m") { current = UInt8(ascii: "l") }
                skipSpace()
                if next < text.count, text[next] == UInt8(ascii: ",") {
                    next += 1
                    skipSpace()
                    guard isAtNumber else { return nil }
                }
            } while isAtNumber
        }
        return path
    }

    private mutating func readSet(of command: UInt8) -> Bool {
        let isRelative = command & 0x20 != 0
        let begin = path.currentPoint
        let origin = isRelative ? begin : .zero
        var cubicControl: CGPoint?
        var quadControl: CGPoint?
        switch command | 0x20 {
        case UInt8(ascii: "m"):
            guard let end = point(origin) else { return false }
            path.move(to: end)
        case UInt8(ascii: "l"):
            guard let end = point(origin) else { return false }
            path.addLine(to: end)
        case UInt8(ascii: "h"):
            guard let x = number() else { return false }
            path.addLine(to: CGPoint(x: origin.x + x, y: begin.y))
        case UInt8(ascii: "v"):
            guard let y = number() else { return false }
            path.addLine(to: CGPoint(x: begin.x, y: origin.y + y))
        case UInt8(ascii: "q"):
            guard let control = point(origin), let end = point(origin) else { return false }
            path.addQuadCurve(to: end, control: control)
            quadControl = control
        case UInt8(ascii: "t"):
            guard let end = point(origin) else { return false }
            let control = mirrored(lastQuadControl, about: begin)
            path.addQuadCurve(to: end, control: control)
            quadControl = control
        case UInt8(ascii: "c"):
            guard let first = point(origin), let second = point(origin), let end = point(origin) else { return false }
            path.addCurve(to: end, control1: first, control2: second)
            cubicControl = second
        case UInt8(ascii: "s"):
            guard let second = point(origin), let end = point(origin) else { return false }
            path.addCurve(to: end, control1: mirrored(lastCubicControl, about: begin), control2: second)
            cubicControl = second
        default:
            guard let rx = number(), let ry = number(), let tilt = number(), let isLarge = flag(), let isRising = flag(),
                let end = point(origin)
            else { return false }
            addEllipticalArc(
                from: begin, to: end, radii: CGSize(width: rx, height: ry), tilt: tilt * .pi / 180, isLarge: isLarge,
                isRising: isRising)
        }
        (lastCubicControl, lastQuadControl) = (cubicControl, quadControl)
        return true
    }

    private func mirrored(_ control: CGPoint?, about center: CGPoint) -> CGPoint {
        guard let control else { return center }
        return CGPoint(x: 2 * center.x - control.x, y: 2 * center.y - control.y)
    }

    /// Appends an arc of an ellipse between two points, as a transformed arc of the unit circle.
    private func addEllipticalArc(
        from begin: CGPoint, to end: CGPoint, radii: CGSize, tilt: CGFloat, isLarge: Bool, isRising: Bool
    ) {
        if begin == end { return }
        var (rx, ry) = (radii.width.magnitude, radii.height.magnitude)
        guard rx > 0, ry > 0 else { return path.addLine(to: end) }
        let unturned = CGAffineTransform(rotationAngle: -tilt)
        func toCircle(_ p: CGPoint) -> CGPoint {
            let turned = p.applying(unturned)
            return CGPoint(x: turned.x / rx, y: turned.y / ry)
        }
        let half = hypot(toCircle(end).x - toCircle(begin).x, toCircle(end).y - toCircle(begin).y) / 2
        if half > 1 { (rx, ry) = (rx * half, ry * half) }
        let (p, q) = (toCircle(begin), toCircle(end))
        let chord = CGPoint(x: (q.x - p.x) / 2, y: (q.y - p.y) / 2)
        let halfSquared = chord.x * chord.x + chord.y * chord.y
        let height = max(0, 1 - halfSquared).squareRoot() * (isLarge == isRising ? -1 : 1) / halfSquared.squareRoot()
        let center = CGPoint(
            x: (p.x + q.x) / 2 - chord.y * height, y: (p.y + q.y) / 2 + chord.x * height)
        let startAngle = atan2(p.y - center.y, p.x - center.x)
        var sweep = atan2(q.y - center.y, q.x - center.x) - startAngle
        if isRising, sweep < 0 { sweep += 2 * .pi }
        if !isRising, sweep > 0 { sweep -= 2 * .pi }
        let toEllipse = CGAffineTransform(scaleX: rx, y: ry).concatenating(CGAffineTransform(rotationAngle: tilt))
        let arc = CGMutablePath()
        arc.addRelativeArc(center: center, radius: 1, startAngle: startAngle, delta: sweep, transform: toEllipse)
        // The last curve ends exactly at the point in the text, without the rounding error.
        let curves = arc.elements.dropFirst()
        for (index, element) in curves.enumerated() {
            guard case .cubic(let control1, let control2, let to) = element else { continue }
            path.addCurve(to: index == curves.count - 1 ? end : to, control1: control1, control2: control2)
        }
    }

    // MARK: Numbers

    private var isAtNumber: Bool {
        next < text.count && "0123456789+-.".utf8.contains(text[next])
    }

    private mutating func skipSpace() {
        while next < text.count, " \t\r\n\u{0C}".utf8.contains(text[next]) { next += 1 }
    }

    private mutating func skipSeparator() {
        skipSpace()
        if next < text.count, text[next] == UInt8(ascii: ",") {
            next += 1
            skipSpace()
        }
    }

    private mutating func point(_ origin: CGPoint) -> CGPoint? {
        guard let x = number(), let y = number() else { return nil }
        return CGPoint(x: origin.x + x, y: origin.y + y)
    }

    private mutating func flag() -> Bool? {
        skipSeparator()
        guard next < text.count, text[next] == UInt8(ascii: "0") || text[next] == UInt8(ascii: "1") else { return nil }
        next += 1
        return text[next - 1] == UInt8(ascii: "1")
    }

    private mutating func number() -> CGFloat? {
        skipSeparator()
        let begin = next
        func isDigit(_ at: Int) -> Bool { at < text.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[at]) }
        func isSign(_ at: Int) -> Bool { at < text.count && "+-".utf8.contains(text[at]) }
        if isSign(next) { next += 1 }
        let digits = next
        while isDigit(next) { next += 1 }
        var hasDigits = next > digits
        if next < text.count, text[next] == UInt8(ascii: ".") {
            next += 1
            hasDigits = hasDigits || isDigit(next)
            while isDigit(next) { next += 1 }
        }
        guard hasDigits else { return nil }
        if next < text.count, text[next] | 0x20 == UInt8(ascii: "e"),
            isDigit(next + 1) || (isSign(next + 1) && isDigit(next + 2))
        {
            next += 2
            while isDigit(next) { next += 1 }
        }
        var literal = String(decoding: text[begin..<next], as: UTF8.self)
        if literal.hasPrefix("+") { literal.removeFirst() }
        guard let value = Double(literal.hasSuffix(".") ? literal + "0" : literal), value.isFinite,
            value.magnitude < 1e100
        else { return nil }
        return CGFloat(value)
    }
}
