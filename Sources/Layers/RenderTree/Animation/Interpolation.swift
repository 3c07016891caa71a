import CoreGraphics

/// Interpolation between values of any kind, for properties that are not plain numbers, and for values outside a layer.
package enum Interpolation {
    /// Interpolates between values. Nil represents nothing (no colour, no path). Values of different kinds, and of kinds that can't be
    /// interpolated, change at half the progress; Booleans change as soon as the progress is greater than 0.
    package static func value(from a: PropertyValue?, to b: PropertyValue?, progress f: Double) -> PropertyValue? {
        switch (a, b) {
        case (.number(let a)?, .number(let b)?): .number(number(a, b, f))
        case (.bool(let a)?, .bool(let b)?): .bool(f > 0 ? b : a)
        case (.point(let a)?, .point(let b)?): .point(point(a, b, f))
        case (.size(let a)?, .size(let b)?):
            .size(CGSize(width: number(a.width, b.width, f), height: number(a.height, b.height, f)))
        case (.rect(let a)?, .rect(let b)?):
            // Not `minX` and `width`, which standardise a rectangle of negative size.
            .rect(
                CGRect(
                    origin: point(a.origin, b.origin, f),
                    size: CGSize(
                        width: number(a.size.width, b.size.width, f), height: number(a.size.height, b.size.height, f)
                    )))
        case (.transform(let a)?, .transform(let b)?): .transform(TransformInterpolator(from: a, to: b).value(at: f))
        case (.color(let a)?, .color(let b)?): .color(color(a, b, f))
        case (.color?, nil), (nil, .color?): nil
        case (.path(let a)?, .path(let b)?): .path(path(a, b, f))
        case (.colors(let a)?, .colors(let b)?) where a.count == b.count:
            f == 0 ? .colors(a) : f == 1 ? .colors(b) : .colors(zip(a, b).map { color($0, $1, f) })
        case (.numbers(let a)?, .numbers(let b)?) where a.count == b.count: .numbers(zip(a, b).map { number($0, $1, f) })
        case (.insets(let a)?, .insets(let b)?):
            .insets(
                EdgeInsets(
                    top: number(a.top, b.top, f), left: number(a.left, b.left, f), bottom: number(a.bottom, b.bottom, f),
                    right: number(a.right, b.right, f)
                ))
        default: f < 0.5 ? a : b
        }
    }

    /// Interpolates numbers. Exact at both ends; extrapolates linearly beyond them.
    @inline(__always)
    package static func number(_ a: Double, _ b: Double, _ f: Double) -> Double { f == 1 ? b : f == 0 ? a : a + (b - a) * f }

    /// Interpolates several numbers at once.
    @inline(__always)
    static func numbers<Numbers: SIMD>(_ a: Numbers, _ b: Numbers, _ f: Double) -> Numbers where Numbers.Scalar == Double {
        f == 1 ? b : f == 0 ? a : a + (b - a) * f
    }

    package static func point(_ a: CGPoint, _ b: CGPoint, _ f: Double) -> CGPoint {
        CGPoint(x: number(a.x, b.x, f), y: number(a.y, b.y, f))
    }

    package static func color(_ a: CGColor, _ b: CGColor, _ f: Double) -> CGColor {
        if f == 0 || a == b { return a }
        if f == 1 { return b }
        return CGColor(rgba: a.rgba + (b.rgba - a.rgba) * Float(f))
    }

    /// Adds `value` to `under`, for additive animations. Transforms are concatenated, the animation's first. Values of kinds that can't be
    /// added replace the underlying value.
    package static func sum(_ value: PropertyValue?, over under: PropertyValue?) -> PropertyValue? {
        switch (value, under) {
        case (.number(let a)?, .number(let b)?): .number(a + b)
        case (.point(let a)?, .point(let b)?): .point(CGPoint(x: a.x + b.x, y: a.y + b.y))
        case (.size(let a)?, .size(let b)?): .size(CGSize(width: a.width + b.width, height: a.height + b.height))
        case (.rect(let a)?, .rect(let b)?):
            .rect(
                CGRect(
                    x: a.origin.x + b.origin.x, y: a.origin.y + b.origin.y, width: a.size.width + b.size.width,
                    height: a.size.height + b.size.height
                ))
        case (.transform(let a)?, .transform(let b)?): .transform(a.concat(b))
        case (.color(let a)?, .color(let b)?): .color(CGColor(rgba: a.rgba + b.rgba))
        case (.colors(let a)?, .colors(let b)?) where a.count == b.count:
            .colors(zip(a, b).map { CGColor(rgba: $0.rgba + $1.rgba) })
        case (.numbers(let a)?, .numbers(let b)?) where a.count == b.count: .numbers(zip(a, b).map { $0 + $1 })
        case (.insets(let a)?, .insets(let b)?):
            .insets(EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right))
        case (.path(let a)?, .path(let b)?) where a.verbs == b.verbs && a.points.count == b.points.count:
            .path(path(a, plus: b, times: 1))
        case (nil, _): under
        default: value
        }
    }

    /// Returns the sum of a number of repetitions of a value; nil for kinds that can't be added.
    static func repeated(_ value: PropertyValue, _ count: Double) -> PropertyValue? {
        func times(_ v: Double) -> Double { v * count }
        return switch value {
        case .number(let n): .number(n * count)
        case .point(let p): .point(CGPoint(x: times(p.x), y: times(p.y)))
        case .size(let s): .size(CGSize(width: times(s.width), height: times(s.height)))
        case .rect(let r):
            .rect(
                CGRect(
                    origin: CGPoint(x: times(r.origin.x), y: times(r.origin.y)),
                    size: CGSize(width: times(r.size.width), height: times(r.size.height))))
        case .transform(let t): .transform(t.power(count))
        case .color(let c): .color(CGColor(rgba: c.rgba * Float(count)))
        case .colors(let list): .colors(list.map { CGColor(rgba: $0.rgba * Float(count)) })
        case .numbers(let list): .numbers(list.map(times))
        case .insets(let i): .insets(EdgeInsets(top: times(i.top), left: times(i.left), bottom: times(i.bottom), right: times(i.right)))
        case .path(let p): .path(CGPath(verbs: p.verbs, points: p.points.map { CGPoint(x: times($0.x), y: times($0.y)) }))
        case .bool, .image, .string, .object: nil
        }
    }

    /// Returns `a` minus `b`, for an animation given by `to` and `by`: the value over which `sum(b, over:)` is `a`. Values that can't be
    /// added, such as lists of different lengths, give `a`.
    package static func difference(_ a: PropertyValue?, _ b: PropertyValue?) -> PropertyValue? {
        switch (a, b) {
        case (.number(let a)?, .number(let b)?): .number(a - b)
        case (.point(let a)?, .point(let b)?): .point(CGPoint(x: a.x - b.x, y: a.y - b.y))
        case (.size(let a)?, .size(let b)?): .size(CGSize(width: a.width - b.width, height: a.height - b.height))
        case (.rect(let a)?, .rect(let b)?):
            .rect(
                CGRect(
                    x: a.origin.x - b.origin.x, y: a.origin.y - b.origin.y, width: a.size.width - b.size.width,
                    height: a.size.height - b.size.height
                ))
        case (.transform(let a)?, .transform(let b)?): .transform(CATransform3DInvert(b).concat(a))
        case (.color(let a)?, .color(let b)?): .color(CGColor(rgba: a.rgba - b.rgba))
        case (.colors(let a)?, .colors(let b)?) where a.count == b.count:
            .colors(zip(a, b).map { CGColor(rgba: $0.rgba - $1.rgba) })
        case (.numbers(let a)?, .numbers(let b)?) where a.count == b.count: .numbers(zip(a, b).map { $0 - $1 })
        case (.insets(let a)?, .insets(let b)?):
            .insets(EdgeInsets(top: a.top - b.top, left: a.left - b.left, bottom: a.bottom - b.bottom, right: a.right - b.right))
        case (.path(let a)?, .path(let b)?) where a.verbs == b.verbs && a.points.count == b.points.count:
            .path(path(a, plus: b, times: -1))
        default: a
        }
    }

    /// Adds the points of paths of equal structure.
    private static func path(_ a: CGPath, plus b: CGPath, times factor: Double) -> CGPath {
        var points = a.points
        for i in points.indices {
            points[i].x += b.points[i].x * factor
            points[i].y += b.points[i].y * factor
        }
        return CGPath(verbs: a.verbs, points: points)
    }
}
