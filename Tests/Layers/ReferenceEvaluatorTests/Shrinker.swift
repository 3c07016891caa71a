import CoreGraphics
import Foundation
import RenderTree

/// Makes a failing case smaller as long as it fails: drops animations, children, keys and options, brings numbers to 0 and 1.
enum Shrinker {
    static func shrink(_ start: AnimationCase, fails: (AnimationCase) -> Bool) -> AnimationCase {
        var best = start, budget = 4000, moved = true
        while moved && budget > 0 {
            moved = false
            for candidate in candidates(best) {
                budget -= 1
                if budget == 0 { break }
                if fails(candidate) { best = candidate; moved = true; break }
            }
        }
        return best
    }

    private static func candidates(_ c: AnimationCase) -> [AnimationCase] {
        var out: [AnimationCase] = []
        func add(_ change: (inout AnimationCase) -> Void) {
            var copy = c
            change(&copy)
            out.append(copy)
        }
        if c.times.count > 1 { for t in c.times { add { $0.times = [t] } } }
        if c.animations.count > 1 { for i in c.animations.indices { add { $0.animations.remove(at: i) } } }
        if c.model.count > 1 { for i in c.model.indices { add { $0.model.remove(at: i) } } }
        for i in c.animations.indices {
            for smaller in smallerSpecs(c.animations[i]) { add { $0.animations[i] = smaller } }
        }
        for i in c.model.indices {
            guard let value = c.model[i].value else { continue }
            for smaller in smallerValues(value) { add { $0.model[i].value = smaller } }
        }
        for i in c.times.indices { for t in smallerNumbers(c.times[i]) { add { $0.times[i] = t } } }
        return out
    }

    private static func smallerSpecs(_ spec: AnimationSpec) -> [AnimationSpec] {
        var out: [AnimationSpec] = []
        func add(_ change: (inout AnimationSpec) -> Void) {
            var copy = spec
            change(&copy)
            if copy != spec { out.append(copy) }
        }
        if case .group(let children) = spec.content {
            out += children.map { child in
                var child = child
                if !(child.timing.duration > 0) { child.timing.duration = spec.timing.duration }
                return child
            }
            for i in children.indices {
                var fewer = children
                fewer.remove(at: i)
                add { $0.content = .group(fewer) }
                for smaller in smallerSpecs(children[i]) {
                    var other = children
                    other[i] = smaller
                    add { $0.content = .group(other) }
                }
            }
        }
        add { $0.timingCurve = nil }
        add {
            $0.timing = MediaTiming(); $0.timing.duration = 1
        }
        add { $0.timing.autoreverses = false }
        add { $0.timing.repeatCount = 0 }
        add { $0.timing.repeatDuration = 0 }
        add { $0.timing.fillMode = .removed }
        add { $0.timing.speed = 1 }
        add { $0.timing.speed = $0.timing.speed < 0 ? -1 : 2 }
        if spec.timing.duration > 0 { add { $0.timing.duration = 1 } }
        for n in smallerNumbers(Double(spec.timing.repeatCount)) { add { $0.timing.repeatCount = Float(n) } }
        for n in smallerNumbers(spec.timing.beginTime) { add { $0.timing.beginTime = n } }
        for n in smallerNumbers(spec.timing.timeOffset) { add { $0.timing.timeOffset = n } }
        for n in smallerNumbers(spec.timing.repeatDuration) { add { $0.timing.repeatDuration = n } }
        switch spec.content {
        case .basic(let target, let b):
            for t in smallerTargets(target) { add { $0.content = .basic(t, b) } }
            for s in smallerEnds(b) { add { $0.content = .basic(target, s) } }
        case .spring(let target, let b, let s):
            add { $0.content = .basic(target, b) }
            add { $0.content = .spring(target, b, AnimationSpec.Spring()) }
            var still = s
            still.initialVelocity = 0
            add { $0.content = .spring(target, b, still) }
            for t in smallerTargets(target) { add { $0.content = .spring(t, b, s) } }
            for e in smallerEnds(b) { add { $0.content = .spring(target, e, s) } }
        case .keyframe(let target, let k):
            for t in smallerTargets(target) { add { $0.content = .keyframe(t, k) } }
            for s in smallerKeyframes(k) { add { $0.content = .keyframe(target, s) } }
        case .group, .transition, .function, .empty: break
        }
        return out
    }

    private static func smallerTargets(_ target: AnimationSpec.Target) -> [AnimationSpec.Target] {
        var plain = target, once = target
        plain.isAdditive = false
        once.isCumulative = false
        return [plain, once].filter { $0 != target }
    }

    private static func smallerEnds(_ b: AnimationSpec.Basic) -> [AnimationSpec.Basic] {
        var out: [AnimationSpec.Basic] = []
        for part in [\AnimationSpec.Basic.from, \.to, \.by] {
            guard let value = b[keyPath: part] else { continue }
            var less = b
            less[keyPath: part] = nil
            out.append(less)
            for smaller in smallerValues(value) {
                var other = b
                other[keyPath: part] = smaller
                out.append(other)
            }
        }
        return out
    }

    private static func smallerKeyframes(_ k: AnimationSpec.Keyframe) -> [AnimationSpec.Keyframe] {
        var out: [AnimationSpec.Keyframe] = []
        func add(_ change: (inout AnimationSpec.Keyframe) -> Void) {
            var copy = k
            change(&copy)
            if copy != k { out.append(copy) }
        }
        add { $0.keyTimes = nil }
        add { $0.timingCurves = nil }
        add { $0.tension = nil }
        add { $0.continuity = nil }
        add { $0.bias = nil }
        add { $0.rotationMode = .none }
        add { $0.mode = .linear }
        for i in k.values.indices {
            add {
                $0.values.remove(at: i)
                if let times = $0.keyTimes, i < times.count { $0.keyTimes!.remove(at: i) }
            }
            for smaller in smallerValues(k.values[i]) { add { $0.values[i] = smaller } }
        }
        for i in (k.keyTimes ?? []).indices { for n in smallerNumbers(k.keyTimes![i]) { add { $0.keyTimes![i] = n } } }
        for i in (k.timingCurves ?? []).indices { add { $0.timingCurves!.remove(at: i) } }
        if let path = k.path {
            for i in path.elements.indices.dropFirst() {
                let less = CGMutablePath()
                for (j, element) in path.elements.enumerated() where j != i {
                    switch element {
                    case .move(let p): less.move(to: p)
                    case .line(let p): less.addLine(to: p)
                    case .quad(let c, let p): less.addQuadCurve(to: p, control: c)
                    case .cubic(let c, let d, let p): less.addCurve(to: p, control1: c, control2: d)
                    case .close: less.closeSubpath()
                    }
                }
                add { $0.path = less }
            }
            for smaller in smallerValues(.path(path)) { if case .path(let p) = smaller { add { $0.path = p } } }
        }
        return out
    }

    private static func smallerValues(_ value: PropertyValue) -> [PropertyValue] {
        if case .transform(let t) = value { return t == CATransform3DIdentity ? [] : [.transform(CATransform3DIdentity)] }
        guard let n = ReferenceValues.numbers(value), !n.isEmpty else { return [] }
        var out: [PropertyValue] = []
        for all in [n.map { _ in 0.0 }, n.map { $0.rounded() }] where all != n { out.append(ReferenceValues.value(like: value, all)) }
        for i in n.indices {
            for smaller in smallerNumbers(n[i]) {
                var other = n
                other[i] = smaller
                out.append(ReferenceValues.value(like: value, other))
            }
        }
        return out
    }

    /// Nearer to 0 and 1, and never back again.
    private static func smallerNumbers(_ n: Double) -> [Double] {
        func weight(_ x: Double) -> Int {
            if x == 0 { return 0 }
            if x == 1 { return 1 }
            if x == x.rounded() && abs(x) <= 16 { return x < 0 ? 20 + Int(-x) : 2 + Int(x) }
            return x * 4 == (x * 4).rounded() ? 100 : x * 64 == (x * 64).rounded() ? 200 : 300
        }
        return [0, 1, n.rounded(), (n * 4).rounded() / 4, (n * 64).rounded() / 64, 2, 3].filter { $0.isFinite && weight($0) < weight(n) }
    }
}
