import CoreGraphics
import RenderTree

/// One layer, its animations and a few times to look at it.
struct AnimationCase {
    var seed: UInt64 = 0
    var layerClass = LayerClass.layer
    /// The properties that the animations may touch, as the model has them.
    var model: [(key: String, value: PropertyValue?)] = []
    var animations: [AnimationSpec] = []
    var times: [Double] = []
    /// All times are multiples of a power of two, so that no rounding is an excuse at a jump.
    var isExact = false

    func root(_ key: String) -> PropertyKeyPath.Root { PropertyKeyPath(key, of: layerClass)!.root }

    var state: LayerState {
        var state = LayerState()
        for (key, value) in model { state.setValue(value, at: PropertyKeyPath(root: root(key))) }
        return state
    }
}

// MARK: Text

extension AnimationCase: CustomStringConvertible {
    var description: String {
        var lines = ["seed \(seed), a \(layerClass) at \(times.map { "\($0)" }.joined(separator: ", "))\(isExact ? ", exact" : "")"]
        for (key, value) in model { lines.append("  \(key) = \(value.map(describe) ?? "nil")") }
        for animation in animations { lines += text(animation, "  ") }
        return lines.joined(separator: "\n")
    }
}

func describe(_ value: PropertyValue) -> String {
    switch value {
    case .bool(let b): "\(b)"
    case .string(let s): "\"\(s)\""
    case .path(let p): "path \"\(p.svgDescription)\""
    case .image(let i): "image \(i.width)x\(i.height)"
    case .object: "object"
    default: "\(value.kind)(\((ReferenceValues.numbers(value) ?? []).map { "\($0)" }.joined(separator: ", ")))"
    }
}

func text(_ curve: TimingCurve) -> String { "(\(curve.c1x) \(curve.c1y) \(curve.c2x) \(curve.c2y))" }

func text(_ t: MediaTiming) -> String {
    var parts = ["duration \(t.duration)"]
    if t.beginTime != 0 { parts.append("begin \(t.beginTime)") }
    if t.speed != 1 { parts.append("speed \(t.speed)") }
    if t.timeOffset != 0 { parts.append("offset \(t.timeOffset)") }
    if t.repeatCount != 0 { parts.append("repeat \(t.repeatCount)") }
    if t.repeatDuration != 0 { parts.append("repeatDuration \(t.repeatDuration)") }
    if t.autoreverses { parts.append("autoreverses") }
    if t.fillMode != .removed { parts.append("fill \(t.fillMode)") }
    return parts.joined(separator: ", ")
}

private func text(_ spec: AnimationSpec, _ indent: String) -> [String] {
    var tail = "  [\(text(spec.timing))"
    if let curve = spec.timingCurve { tail += ", timing function \(text(curve))" }
    tail += "]"
    func head(_ target: AnimationSpec.Target) -> String {
        target.keyPath + (target.isAdditive ? " additive" : "") + (target.isCumulative ? " cumulative" : "")
            + (target.valueFunction.map { " \($0)" } ?? "")
    }
    func ends(_ b: AnimationSpec.Basic) -> String {
        [("from", b.from), ("to", b.to), ("by", b.by)].compactMap { name, value in value.map { "\(name) \(describe($0))" } }.joined(
            separator: " ")
    }
    switch spec.content {
    case .basic(let target, let b): return ["\(indent)basic \(head(target)) \(ends(b))\(tail)"]
    case .spring(let target, let b, let s):
        return [
            "\(indent)spring \(head(target)) \(ends(b)) mass \(s.mass) stiffness \(s.stiffness) damping \(s.damping) velocity \(s.initialVelocity)"
                + (s.allowsOverdamping ? " overdamping" : "") + tail
        ]
    case .keyframe(let target, let k):
        var line = "\(indent)keyframe \(head(target)) \(k.mode) "
        if let path = k.path { line += "path \"\(path.svgDescription)\" " }
        line += "values [\(k.values.map(describe).joined(separator: ", "))]"
        if let times = k.keyTimes { line += " keyTimes \(times)" }
        if let curves = k.timingCurves { line += " timing functions \(curves.map(text))" }
        if let list = k.tension { line += " tension \(list)" }
        if let list = k.continuity { line += " continuity \(list)" }
        if let list = k.bias { line += " bias \(list)" }
        if k.rotationMode != .none { line += " rotation \(k.rotationMode)" }
        return [line + tail]
    case .group(let children): return ["\(indent)group\(tail)"] + children.flatMap { text($0, indent + "  ") }
    case .transition: return ["\(indent)transition\(tail)"]
    case .function(let target, _): return ["\(indent)function \(head(target))\(tail)"]
    case .empty: return ["\(indent)empty\(tail)"]
    }
}
