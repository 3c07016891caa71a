import CoreGraphics
import RenderTree

/// The kinds of animations.
enum AnimationForm: UInt8 { case empty, basic, keyframe, spring, group, transition, function }

/// The parts of a keyframe animation that follow.
struct KeyframeParts: OptionSet {
    let rawValue: UInt8
    static let path = Self(rawValue: 1)
    static let keyTimes = Self(rawValue: 2)
    static let curves = Self(rawValue: 4)
    static let tension = Self(rawValue: 8)
    static let continuity = Self(rawValue: 16)
    static let bias = Self(rawValue: 32)
}

extension CommitEncoder {
    func write(_ spec: AnimationSpec) {
        out.sparse(spec.timing, usual: MediaTiming())
        out.byte((spec.timingCurve == nil ? 0 : 1) | (spec.isRemovedOnCompletion ? 2 : 0))
        if let curve = spec.timingCurve { write(curve) }
        switch spec.content {
        case .empty: out.byte(AnimationForm.empty.rawValue)
        case .basic(let target, let basic):
            out.byte(AnimationForm.basic.rawValue)
            write(target)
            write(basic)
        case .keyframe(let target, let keyframe):
            out.byte(AnimationForm.keyframe.rawValue)
            write(target)
            write(keyframe)
        case .spring(let target, let basic, let spring):
            out.byte(AnimationForm.spring.rawValue)
            write(target)
            write(basic)
            out.double(spring.mass)
            out.double(spring.stiffness)
            out.double(spring.damping)
            out.double(spring.initialVelocity)
            out.byte(spring.allowsOverdamping ? 1 : 0)
        case .group(let children):
            out.byte(AnimationForm.group.rawValue)
            out.size(children.count)
            for child in children { write(child) }
        case .transition(let transition):
            out.byte(AnimationForm.transition.rawValue)
            out.string(transition.type)
            out.byte(transition.subtype == nil ? 0 : 1)
            if let subtype = transition.subtype { out.string(subtype) }
            out.float(transition.startProgress)
            out.float(transition.endProgress)
        case .function(let target, let function):
            out.byte(AnimationForm.function.rawValue)
            write(target)
            write(function.function, duration: spec.timing.duration)
        }
    }

    private func write(_ curve: TimingCurve) {
        out.float(curve.c1x)
        out.float(curve.c1y)
        out.float(curve.c2x)
        out.float(curve.c2y)
    }

    private func write(_ target: AnimationSpec.Target) {
        out.string(target.keyPath)
        out.byte((target.isAdditive ? 1 : 0) | (target.isCumulative ? 2 : 0))
        out.byte(target.valueFunction.map { $0.rawValue + 1 } ?? 0)
    }

    private func write(_ basic: AnimationSpec.Basic) {
        out.byte((basic.from == nil ? 0 : 1) | (basic.to == nil ? 0 : 2) | (basic.by == nil ? 0 : 4))
        if let value = basic.from { write(value) }
        if let value = basic.to { write(value) }
        if let value = basic.by { write(value) }
    }

    private func write(_ keyframe: AnimationSpec.Keyframe) {
        out.size(keyframe.values.count)
        for value in keyframe.values { write(value) }
        var parts: KeyframeParts = []
        if keyframe.path != nil { parts.insert(.path) }
        if keyframe.keyTimes != nil { parts.insert(.keyTimes) }
        if keyframe.timingCurves != nil { parts.insert(.curves) }
        if keyframe.tension != nil { parts.insert(.tension) }
        if keyframe.continuity != nil { parts.insert(.continuity) }
        if keyframe.bias != nil { parts.insert(.bias) }
        out.byte(parts.rawValue)
        if let path = keyframe.path { write(path) }
        if let list = keyframe.keyTimes { write(list) }
        if let curves = keyframe.timingCurves {
            out.size(curves.count)
            for curve in curves { write(curve) }
        }
        if let list = keyframe.tension { write(list) }
        if let list = keyframe.continuity { write(list) }
        if let list = keyframe.bias { write(list) }
        out.byte(keyframe.mode.rawValue)
        out.byte(keyframe.rotationMode.rawValue)
    }

    private func write(_ function: any TimeFunction, duration: Double) {
        if let sampled = function as? SampledFunction {
            out.double(sampled.rate)
            out.size(sampled.values.count)
            for value in sampled.values { write(value) }
            return
        }
        lose(.function)
        let sampled = SampledFunction(function, duration: duration)
        out.double(sampled.rate)
        out.size(sampled.values.count)
        for value in sampled.values { write(value) }
    }
}
