import CoreGraphics
import Foundation
import RenderTree

/// Writes an animation as the Swift code that creates it.
enum AnimationCode {
    static func swift(_ spec: AnimationSpec) -> String {
        var lines: [String] = []
        switch spec.content {
        case .empty: return "// It takes \(PropertyText.number(spec.timing.duration)) s and changes nothing."
        case .basic(let target, let basic):
            lines = ["let animation = CABasicAnimation(keyPath: \(ForeignText.literal(target.keyPath)))"] + ends(basic)
            lines += flags(target)
        case .spring(let target, let basic, let spring):
            lines = ["let animation = CASpringAnimation(keyPath: \(ForeignText.literal(target.keyPath)))"] + ends(basic) + flags(target)
            lines.append("animation.mass = \(PropertyText.number(spring.mass))")
            lines.append("animation.stiffness = \(PropertyText.number(spring.stiffness))")
            lines.append("animation.damping = \(PropertyText.number(spring.damping))")
            if spring.initialVelocity != 0 { lines.append("animation.initialVelocity = \(PropertyText.number(spring.initialVelocity))") }
        case .keyframe(let target, let keyframe):
            lines = ["let animation = CAKeyframeAnimation(keyPath: \(ForeignText.literal(target.keyPath)))"]
            if keyframe.path != nil {
                lines.append("animation.path = path")
            } else {
                lines.append("animation.values = [\(keyframe.values.map(literal).joined(separator: ", "))]")
            }
            if let times = keyframe.keyTimes {
                lines.append("animation.keyTimes = [\(times.map(PropertyText.number).joined(separator: ", "))]")
            }
            if keyframe.mode != .linear { lines.append("animation.calculationMode = .\(keyframe.mode)") }
            if let curves = keyframe.timingCurves {
                lines.append("animation.timingFunctions = [\(curves.map(curve).joined(separator: ", "))]")
            }
            lines += flags(target)
        case .group(let children):
            lines = ["let animation = CAAnimationGroup()", "animation.animations = [] // \(children.count), each by itself below"]
        case .transition(let transition):
            lines = [
                "let animation = CATransition()", "animation.type = CATransitionType(rawValue: \(ForeignText.literal(transition.type)))",
            ]
            if let subtype = transition.subtype {
                lines.append("animation.subtype = CATransitionSubtype(rawValue: \(ForeignText.literal(subtype)))")
            }
        case .function(let target, _): return "// A function of time drives \(ForeignText.line(target.keyPath)); no keyframes say it."
        }
        let timing = spec.timing
        lines.append("animation.duration = \(PropertyText.number(timing.duration))")
        if let timing = spec.timingCurve { lines.append("animation.timingFunction = \(curve(timing))") }
        if timing.repeatCount != 0 {
            lines.append(
                "animation.repeatCount = \(timing.repeatCount.isFinite ? PropertyText.number(Double(timing.repeatCount)) : ".infinity")")
        }
        if timing.autoreverses { lines.append("animation.autoreverses = true") }
        if timing.speed != 1 { lines.append("animation.speed = \(PropertyText.number(Double(timing.speed)))") }
        if timing.fillMode != .removed { lines.append("animation.fillMode = .\(timing.fillMode)") }
        if !spec.isRemovedOnCompletion { lines.append("animation.isRemovedOnCompletion = false") }
        return lines.joined(separator: "\n")
    }

    private static func ends(_ basic: AnimationSpec.Basic) -> [String] {
        [("fromValue", basic.from), ("toValue", basic.to), ("byValue", basic.by)].compactMap { name, value in
            value.map { "animation.\(name) = \(literal($0))" }
        }
    }

    private static func flags(_ target: AnimationSpec.Target) -> [String] {
        (target.isAdditive ? ["animation.isAdditive = true"] : []) + (target.isCumulative ? ["animation.isCumulative = true"] : [])
    }

    private static func curve(_ c: TimingCurve) -> String {
        "CAMediaTimingFunction(controlPoints: \([c.c1x, c.c1y, c.c2x, c.c2y].map { PropertyText.number(Double($0)) }.joined(separator: ", ")))"
    }

    /// Returns the line that sets a property of a layer; a comment for values that have no short form.
    static func assignment(_ name: String, _ key: String, _ value: PropertyValue) -> String {
        switch value {
        case .string(let text):
            let enumerated = [
                "contentsGravity": "CALayerContentsGravity", "fillRule": "CAShapeLayerFillRule",
                "lineCap": "CAShapeLayerLineCap", "lineJoin": "CAShapeLayerLineJoin", "cornerCurve": "CALayerCornerCurve",
                "type": "CAGradientLayerType", "alignmentMode": "CATextLayerAlignmentMode", "truncationMode": "CATextLayerTruncationMode",
                "minificationFilter": "CALayerContentsFilter", "magnificationFilter": "CALayerContentsFilter",
            ][key]
            let quoted = ForeignText.literal(text)
            return "\(name).\(property(key)) = \(enumerated.map { "\($0)(rawValue: \(quoted))" } ?? quoted)"
        case .numbers(let all): return "\(name).\(property(key)) = [\(all.map { PropertyText.number($0) }.joined(separator: ", "))]"
        case .colors(let all): return "\(name).\(property(key)) = [\(all.map { literal(.color($0)) }.joined(separator: ", "))]"
        case .transform(let m):
            let all = [m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44]
            let names = ["m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44"]
            let fields = zip(names, all).map { "\($0): \(PropertyText.number($1))" }.joined(separator: ", ")
            return "\(name).\(property(key)) = CATransform3D(\(fields))"
        case .number, .bool, .point, .size, .rect, .color: return "\(name).\(property(key)) = \(literal(value))"
        default: return "// \(name).\(property(key)) is \(PropertyText.of(value))"
        }
    }

    /// Returns the Swift name of a key, which differs for flags.
    private static func property(_ key: String) -> String {
        ["hidden", "opaque", "doubleSided", "geometryFlipped", "wrapped"].contains(key)
            ? "is\(key.prefix(1).uppercased())\(key.dropFirst())" : key
    }

    private static func literal(_ value: PropertyValue) -> String {
        func n(_ v: Double) -> String { PropertyText.number(v) }
        return switch value {
        case .number(let v): n(v)
        case .bool(let v): "\(v)"
        case .point(let p): "CGPoint(x: \(n(p.x)), y: \(n(p.y)))"
        case .size(let s): "CGSize(width: \(n(s.width)), height: \(n(s.height)))"
        case .rect(let r): "CGRect(x: \(n(r.origin.x)), y: \(n(r.origin.y)), width: \(n(r.size.width)), height: \(n(r.size.height)))"
        case .color(let c):
            "CGColor(red: \(n(Double(c.rgba.x))), green: \(n(Double(c.rgba.y))), blue: \(n(Double(c.rgba.z))), alpha: \(n(Double(c.rgba.w))))"
        case .string(let text): ForeignText.literal(text)
        default: "/* \(PropertyText.of(value).replacingOccurrences(of: "*/", with: "* /")) */"
        }
    }
}
