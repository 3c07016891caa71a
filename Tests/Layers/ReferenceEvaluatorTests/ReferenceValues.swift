import CoreGraphics
import Foundation
import RenderTree

/// Values as lists of numbers, and what lies between two of them (6.5).
enum ReferenceValues {
    /// The numbers of a value that has some; nil for what can only be switched.
    static func numbers(_ value: PropertyValue) -> [Double]? {
        switch value {
        case .number(let n): [n]
        case .point(let p): [p.x, p.y]
        case .size(let s): [s.width, s.height]
        case .rect(let r): [r.origin.x, r.origin.y, r.size.width, r.size.height]
        case .color(let c): (0..<4).map { Double(c.rgba[$0]) }
        case .transform(let t): ReferenceTransforms.numbers(t)
        case .numbers(let list): list
        case .colors(let list): list.flatMap { color in (0..<4).map { Double(color.rgba[$0]) } }
        case .path(let path): path.points.flatMap { [$0.x, $0.y] }
        case .insets(let i): [i.top, i.left, i.bottom, i.right]
        case .bool, .image, .string, .object: nil
        }
    }

    /// A colour as four plain numbers, so that sums may leave 0...1 on their way; other values as they are.
    static func wide(_ value: PropertyValue) -> PropertyValue {
        guard case .color(let c) = value else { return value }
        return .rect(CGRect(x: Double(c.rgba.x), y: Double(c.rgba.y), width: Double(c.rgba.z), height: Double(c.rgba.w)))
    }

    static func color(_ r: CGRect) -> CGColor {
        CGColor(rgba: SIMD4(Float(r.origin.x), Float(r.origin.y), Float(r.size.width), Float(r.size.height)))
    }

    /// The value of the same kind with other numbers.
    static func value(like other: PropertyValue, _ n: [Double]) -> PropertyValue {
        func color(_ i: Int) -> CGColor { CGColor(rgba: SIMD4(Float(n[i]), Float(n[i + 1]), Float(n[i + 2]), Float(n[i + 3]))) }
        switch other {
        case .number: return .number(n[0])
        case .point: return .point(CGPoint(x: n[0], y: n[1]))
        case .size: return .size(CGSize(width: n[0], height: n[1]))
        case .rect: return .rect(CGRect(origin: CGPoint(x: n[0], y: n[1]), size: CGSize(width: n[2], height: n[3])))
        case .color: return .color(color(0))
        case .transform: return .transform(ReferenceTransforms.transform(n))
        case .numbers: return .numbers(n)
        case .colors(let list): return .colors(list.indices.map { color($0 * 4) })
        case .path(let path):
            return .path(CGPath(verbs: path.verbs, points: path.points.indices.map { CGPoint(x: n[$0 * 2], y: n[$0 * 2 + 1]) }))
        case .insets: return .insets(EdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3]))
        case .bool, .image, .string, .object: return other
        }
    }

    /// Whether sums of two such values mean something (6.3: componentwise).
    static func isSummable(_ kind: ValueKind) -> Bool {
        [.number, .point, .size, .rect, .color].contains(kind)
    }

    static func combine(_ a: PropertyValue, _ b: PropertyValue, _ f: (Double, Double) -> Double) -> PropertyValue {
        guard let x = numbers(a), let y = numbers(b), x.count == y.count else { return a }
        return value(like: a, zip(x, y).map(f))
    }

    /// Whether the value can be run through, or only switched at the middle.
    static func isContinuous(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
        switch (a, b) {
        case (.colors(let a), .colors(let b)): a.count == b.count
        case (.numbers(let a), .numbers(let b)): a.count == b.count
        case (.path(let a), .path(let b)): ReferenceParts.alike([a, b]) != nil
        default: numbers(a) != nil && numbers(b) != nil
        }
    }

    /// Nil is a value too: a colour that is not there shows nothing at all, other things are there from the middle on.
    static func interpolate(_ a: PropertyValue?, _ b: PropertyValue?, _ f: Double) -> (value: PropertyValue?, isFragile: Bool) {
        guard let a, let b else {
            // Colours come as wide ones.
            if case .rect? = a ?? b { return (nil, false) }
            return (f < 0.5 ? a : b, f != 0.5 && abs(f - 0.5) < 1e-9)
        }
        switch (a, b) {
        case (.bool, .bool):
            return (f > 0 ? b : a, f != 0 && abs(f) < 1e-9)
        case (.transform(let x), .transform(let y)):
            let result = ReferenceTransforms.interpolate(ReferenceTransforms.numbers(x), ReferenceTransforms.numbers(y), f)
            return (.transform(ReferenceTransforms.transform(result.value)), result.isFragile)
        case (.path, .path) where !isContinuous(a, b):
            // What has nothing in between shows the nearer one.
            return (f < 0.5 ? a : b, f != 0.5 && abs(f - 0.5) < 1e-9)
        case (.path(let x), .path(let y)): return path(x, y, f)
        case _ where isContinuous(a, b):
            return (combine(a, b) { $0 + ($1 - $0) * f }, false)
        default:
            return (f < 0.5 ? a : b, f != 0.5 && abs(f - 0.5) < 1e-9)
        }
    }

    /// Measured: ends go straight; a curve's control points stand off their ends at an angle and a distance that both go evenly, the short
    /// way round.
    private static func path(_ x: CGPath, _ y: CGPath, _ f: Double) -> (value: PropertyValue?, isFragile: Bool) {
        if f == 0 || f == 1 { return (.path(f == 0 ? x : y), false) }
        guard let alike = ReferenceParts.alike([x, y]) else { return (.path(f < 0.5 ? x : y), false) }
        let x = alike[0], y = alike[1]
        var points: [CGPoint] = [], isFragile = false
        func straight(_ i: Int) -> CGPoint {
            CGPoint(x: x.points[i].x + (y.points[i].x - x.points[i].x) * f, y: x.points[i].y + (y.points[i].y - x.points[i].y) * f)
        }
        func handle(_ i: Int, _ end: Int) -> CGPoint {
            let a = (x.points[i].x - x.points[end].x, x.points[i].y - x.points[end].y),
                b = (y.points[i].x - y.points[end].x, y.points[i].y - y.points[end].y)
            let from = hypot(a.0, a.1), to = hypot(b.0, b.1), at = straight(end)
            if from == 0 || to == 0 { return straight(i) }
            let start = atan2(a.1, a.0)
            var turn = atan2(b.1, b.0) - start
            if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
            if abs(turn) > .pi - 1e-6 { isFragile = true }
            let angle = start + turn * f, length = from + (to - from) * f
            return CGPoint(x: at.x + cos(angle) * length, y: at.y + sin(angle) * length)
        }
        var current = 0, first = 0
        for verb in x.verbs {
            let i = points.count
            switch verb {
            case 0: points.append(straight(i)); first = i; current = i
            case 1: points.append(straight(i)); current = i
            case 2: points += [straight(i), straight(i + 1)]; current = i + 1
            case 3: points += [handle(i, current), handle(i + 1, i + 2), straight(i + 2)]; current = i + 2
            case 4: current = first
            default: break
            }
        }
        return (.path(CGPath(verbs: x.verbs, points: points)), isFragile)
    }

    /// How far two values lie apart, for even speed (KF5); nil where the notes know no distance.
    static func distance(_ a: PropertyValue, _ b: PropertyValue) -> Double? {
        switch a {
        case .path(let p):
            guard case .path(let q) = b, let alike = ReferenceParts.alike([p, q]) else { return nil }
            return zip(alike[0].points, alike[1].points).reduce(0) { $0 + pow($1.0.x - $1.1.x, 2) + pow($1.0.y - $1.1.y, 2) }.squareRoot()
        case .number, .point, .size, .rect, .color, .transform, .colors, .numbers:
            guard let x = numbers(a), let y = numbers(b), x.count == y.count else { return nil }
            return zip(x, y).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        default: return nil
        }
    }
}
