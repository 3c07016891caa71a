import CoreGraphics
import RenderTree

/// An animation as the Swift that makes one.
enum AnimationCode {
    static func swift(_ spec: AnimationSpec) -> String {
        var lines: [String] = []
        switch spec.content {
        case .empty: return "// It takes \(PropertyText.number(spec.timing.duration)) s and changes nothing."
        case .basic(let target, let basic):
            lines = ["let animation = CABasicAnimation(keyPath: \"\(target.keyPath)\")"] + ends(basic)
            lines += flags(target)
        case .spring(let target, let basic, let spring):
            lines = ["let animation = CASpringAnimation(keyPath: \"\(target.keyPath)\")"] + ends(basic) + flags(target)
            lines.append("animation.mass = \(PropertyText.number(spring.mass))")
            lines.append("animation.stiffness = \(PropertyText.number(spring.stiffness))")
            lines.append("animation.damping = \(PropertyText.number(spring.damping))")
            if spring.initialVelocity != 0 { lines.append("animation.initialVelocity = \(PropertyText.number(spring.initialVelocity))") }
        case .keyframe(let target, let keyframe):
            lines = ["let animation = CAKeyframeAnimation(keyPath: \"\(target.keyPath)\")"]
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
            lines = ["let animation = CATransition()", "animation.type = CATransitionType(rawValue: \"\(transition.type)\")"]
            if let subtype = transition.subtype { lines.append("animation.subtype = CATransitionSubtype(rawValue: \"\(subtype)\")") }
        case .function(let target, _): return "// A function of time drives \(target.keyPath); no keyframes say it."
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
        default: "/* \(PropertyText.of(value)) */"
        }
    }
}
