import CoreGraphics
import Foundation
import RenderTree

/// The animation model of the behaviour notes, sections 5 and 6, written a second time: slow, obvious, from the notes alone. The engine
/// is compared with it; where the two differ, the notes decide.
struct ReferenceEvaluator {
    /// The rules that an evaluation went through, so that a comparison can prove that it reached them.
    var hits = [Int](repeating: 0, count: Rule.allCases.count)
    /// A choice on the way hung on a rounding error: the result says nothing.
    var isFragile = false
    /// Easing or division took part, so that times at a jump are not exact.
    var isRough = false
    /// The largest number that took part, and how exact the result can be beside it.
    var magnitude = 0.0
    var slack = 1e-9
    /// Added to what goes into a timing function: to see how far a solver's error reaches.
    var nudge = 0.0

    mutating func hit(_ rule: Rule) { hits[rule.rawValue] += 1 }

    /// A layer as the properties that take part; colours wide.
    struct Layer {
        var layerClass: LayerClass
        var roots: [(root: PropertyKeyPath.Root, value: PropertyValue?)] = []
        /// What key paths made of a transform.
        var made: [PropertyKeyPath.Root: ReferenceTransforms.Made] = [:]

        func value(_ root: PropertyKeyPath.Root) -> PropertyValue? { roots.first { $0.root == root }?.value }
        mutating func set(_ root: PropertyKeyPath.Root, _ value: PropertyValue?) {
            if let i = roots.firstIndex(where: { $0.root == root }) { roots[i].value = value } else { roots.append((root, value)) }
        }
    }

    /// All animations of a layer, in order, each over what those before it made (6.2).
    mutating func apply(_ animations: [AnimationSpec], at time: Double, to layer: inout Layer) {
        if animations.count > 1 { hit(.severalOnALayer) }
        for animation in animations { apply(animation, at: time, to: &layer) }
    }

    mutating func ease(_ curve: TimingCurve?, _ x: Double) -> Double {
        guard let curve else { return x }
        isRough = true
        slack = max(slack, 1e-5)
        return ReferenceCurves.ease(curve, x > 0 && x < 1 ? min(1, max(0, x + nudge)) : x)
    }

    /// - Parameter timeIsRough: an easing above has rounded the time.
    private mutating func apply(
        _ spec: AnimationSpec, at time: Double, inGroupOf groupDuration: Double? = nil, groups: Int = 0, timeIsRough: Bool = false,
        to layer: inout Layer
    ) {
        var duration = spec.timing.duration
        if !(duration > 0) { hit(.durationNotGiven); duration = groupDuration ?? 0.25 }
        if timeIsRough && ReferenceTime.isAtJump(spec.timing, duration, time) { isFragile = true }
        guard let phase = ReferenceTime.phase(of: spec.timing, duration: duration, at: time) else { return hit(.noEffect) }
        note(spec.timing, time)
        // Where the notes' own formulas overflow there is nothing to compare with.
        guard phase.progress.isFinite else { isFragile = true; return }
        if spec.timingCurve != nil { hit(.timingFunction) }
        let progress = ease(spec.timingCurve, phase.progress)
        // A share of an endless cycle: nobody has said.
        if duration == .infinity && spec.timingCurve != nil { isFragile = true }
        switch spec.content {
        case .group(let children):
            hit(groupDuration == nil ? .group : .groupInGroup)
            let local = spec.timingCurve == nil ? phase.local : duration * progress
            // The ends of a timing function are exact.
            let rough = timeIsRough || (spec.timingCurve != nil && progress != 0 && progress != 1)
            for child in children { apply(child, at: local, inGroupOf: duration, groups: groups + 1, timeIsRough: rough, to: &layer) }
        case .basic(let target, let basic):
            hit(.basic)
            write(target, spec, phase, &layer) { me, kind, under in
                me.basic(basic, kind, under, target, progress)
            }
        case .spring(let target, let basic, let spring):
            isRough = true
            let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
            hit(ratio < 1 ? .springUnder : ratio > 1 && spring.allowsOverdamping ? .springOver : .springCritical)
            if spring.initialVelocity != 0 { hit(.springVelocity) }
            // A timing function that dips below its begin doesn't pull the spring there: it rests until it is let go.
            let time = spec.timingCurve == nil ? phase.local : duration == .infinity ? 0 : progress * duration
            let x = ReferenceCurves.spring(spring, after: max(0, time))
            magnitude = max(magnitude, abs(x))
            write(target, spec, phase, &layer) { me, kind, under in me.basic(basic, kind, under, target, x) }
        case .keyframe(let target, let keyframe):
            write(target, spec, phase, &layer) { me, kind, under in
                me.keyframe(keyframe, kind, target, progress, groups: groups)
            }
            if let angle = turn(keyframe, target, progress, layer) {
                let root = PropertyKeyPath.Root.property(.transform)
                guard case .transform(let m)? = layer.value(root) else { break }
                layer.set(
                    root,
                    .transform(
                        ReferenceTransforms.transform(
                            ReferenceTransforms.concat(ReferenceTransforms.rotationZ(angle), ReferenceTransforms.numbers(m)))))
            }
        case .function:
            preconditionFailure("functions of time are not generated: they are what they are")
        case .transition, .empty:
            break
        }
    }

    // MARK: Setting (6.3)

    /// What an animation shows now, and what it shows at the end of a cycle.
    struct Shown {
        var value: PropertyValue?
        var end: PropertyValue?
    }

    private mutating func write(
        _ target: AnimationSpec.Target, _ spec: AnimationSpec, _ phase: ReferenceTime.Phase, _ layer: inout Layer,
        _ make: (inout Self, ValueKind?, PropertyValue?) -> Shown?
    ) {
        guard let path = PropertyKeyPath(target.keyPath, of: layer.layerClass) else { return }
        let whole = layer.value(path.root)
        let isColor = path.kind == .color
        let under = path.subPath.map { get($0, whole, layer.made[path.root]) } ?? whole
        let kind: ValueKind? = target.valueFunction == nil ? path.kind : target.valueFunction!.takesThree ? .numbers : .number
        let given = target.valueFunction.map { under.map(ReferenceTransforms.arguments($0)) ?? nil } ?? under
        guard var shown = make(&self, kind, given) else { return }
        for value in [shown.value, shown.end, under] { measure(value) }

        if target.isCumulative, !spec.timing.autoreverses, phase.cycle != 0, let value = shown.value, let end = shown.end,
            ReferenceValues.isSummable(value.kind) || [.colors, .numbers].contains(value.kind) || target.valueFunction != nil
        {
            if value.kind == .colors || value.kind == .numbers { hit(.cumulativeList) }
            hit(.cumulative)
            shown.value = ReferenceValues.combine(value, end) { $0 + phase.cycle * $1 }
            measure(shown.value)
        }
        if let function = target.valueFunction {
            guard let value = shown.value, let n = ReferenceValues.numbers(value) else { return }
            hit(.valueFunction)
            hits[Rule.rotateX.rawValue + Int(function.rawValue)] += 1
            shown.value = .transform(ReferenceTransforms.transform(ReferenceTransforms.function(function, n)))
            measure(shown.value)
        }
        if target.isAdditive, let value = shown.value, let under {
            if case .transform(let a) = value, case .transform(let b) = under {
                hit(.additiveTransform)
                shown.value = .transform(
                    ReferenceTransforms.transform(
                        ReferenceTransforms.concat(ReferenceTransforms.numbers(a), ReferenceTransforms.numbers(b))))
            } else if ReferenceValues.isSummable(value.kind) {
                hit(.additive)
                shown.value = ReferenceValues.combine(value, under, +)
            }
            measure(shown.value)
        } else if target.isAdditive, kind == .color, under == nil {
            shown.value = nil
        }
        if isColor { slack = max(slack, 1e-6); hit(.color) }
        if let subPath = path.subPath {
            hit(.subPath)
            guard let whole, let part = shown.value else { return }
            layer.set(path.root, set(subPath, part, whole, &layer.made[path.root]))
        } else {
            layer.set(path.root, shown.value)
        }
    }

    mutating func measure(_ value: PropertyValue?) {
        guard let value else { return }
        if value.kind == .color || value.kind == .colors { slack = max(slack, 1e-6) }
        hits[Rule.number.rawValue + Int(value.kind.rawValue)] += 1
        for n in ReferenceValues.numbers(value) ?? [] { magnitude = max(magnitude, abs(n)) }
    }

    private func get(_ part: SubPath, _ whole: PropertyValue?, _ made: ReferenceTransforms.Made?) -> PropertyValue? {
        guard let whole, let n = ReferenceValues.numbers(whole) else { return nil }
        if case .transform = whole {
            let p = ReferenceTransforms.get(part, of: n, made)
            return p.count == 2 ? .size(CGSize(width: p[0], height: p[1])) : .number(p[0])
        }
        switch part {
        case .x, .width, .originX: return .number(n[0])
        case .y, .height, .originY: return .number(n[1])
        case .sizeWidth: return .number(n[2])
        case .sizeHeight: return .number(n[3])
        case .origin: return .point(CGPoint(x: n[0], y: n[1]))
        case .size: return .size(CGSize(width: n[2], height: n[3]))
        default: return nil
        }
    }

    private mutating func set(
        _ part: SubPath, _ value: PropertyValue, _ whole: PropertyValue, _ made: inout ReferenceTransforms.Made?
    ) -> PropertyValue {
        guard var n = ReferenceValues.numbers(whole), let p = ReferenceValues.numbers(value) else { return whole }
        if case .transform = whole {
            let set = ReferenceTransforms.set(part, p, in: n, &made)
            // What a scale of nothing leaves of the directions is the engine's choice.
            if let scale = made?.parts.scale, scale.contains(where: { abs($0) < 1e-12 }) { isFragile = true }
            return .transform(ReferenceTransforms.transform(set))
        }
        switch part {
        case .x, .width, .originX: n[0] = p[0]
        case .y, .height, .originY: n[1] = p[0]
        case .sizeWidth: n[2] = p[0]
        case .sizeHeight: n[3] = p[0]
        case .origin: n[0] = p[0]; n[1] = p[1]
        case .size: n[2] = p[0]; n[3] = p[1]
        default: break
        }
        return ReferenceValues.value(like: whole, n)
    }

    // MARK: Basic (6.4)

    private mutating func basic(
        _ basic: AnimationSpec.Basic, _ kind: ValueKind?, _ under: PropertyValue?, _ target: AnimationSpec.Target, _ x: Double
    ) -> Shown? {
        func fitted(_ value: PropertyValue) -> PropertyValue? { (kind == nil ? value : value.coerced(to: kind!)).map(ReferenceValues.wide) }
        for given in [basic.from, basic.to, basic.by].compactMap({ $0 }) where fitted(given) == nil { return nil }
        let from = basic.from.flatMap(fitted), to = basic.to.flatMap(fitted), by = basic.by.flatMap(fitted)
        for value in [from, to, by] { measure(value) }
        // What an additive animation leaves out is nothing, not what it is added to (the notes are silent).
        var under = under
        if target.valueFunction != nil, from == nil || (to == nil && by == nil) { hit(.functionOfUnder) }
        if target.isAdditive, let given = from ?? to ?? by {
            if let function = target.valueFunction {
                under = ReferenceTransforms.arguments(function)(.transform(CATransform3DIdentity))
            } else if case .transform = given {
                under = .transform(CATransform3DIdentity)
            } else if let n = ReferenceValues.numbers(given) {
                under = ReferenceValues.value(like: given, n.map { _ in 0 })
            }
        }
        let start, end: PropertyValue?
        switch (from, to, by) {
        case (let from?, let to?, _): start = from; end = to; hit(.fromTo)
        case (let from?, nil, let by?): start = from; end = ReferenceValues.combine(from, by, +); hit(.fromBy)
        case (nil, let to?, let by?): start = ReferenceValues.combine(to, by, -); end = to; hit(.byTo)
        case (let from?, nil, nil): start = from; end = under; hit(.fromOnly)
        case (nil, let to?, nil): start = under; end = to; hit(.toOnly)
        case (nil, nil, let by?): start = under; end = under.map { ReferenceValues.combine($0, by, +) }; hit(.byOnly)
        case (nil, nil, nil): hit(.noneGiven); return nil
        }
        // What a repeat adds is what the animation brings itself: of a relative end the way, not the value under it.
        let brought = to ?? (target.isAdditive ? end : from == nil ? by : by == nil ? nil : end)
        return Shown(value: between(start, end, x), end: brought)
    }

    mutating func between(_ a: PropertyValue?, _ b: PropertyValue?, _ x: Double) -> PropertyValue? {
        measure(a); measure(b)
        magnitude = max(magnitude, min(abs(x), 1e6) * magnitude)
        if case .transform(let ta)? = a, case .transform(let tb)? = b {
            let affine =
                ReferenceTransforms.isAffine(ReferenceTransforms.numbers(ta))
                && ReferenceTransforms.isAffine(ReferenceTransforms.numbers(tb))
            hit(affine ? .affineBlend : .spatialBlend)
            slack = max(slack, 1e-8)
        }
        if case .path(let p)? = a, case .path(let q)? = b, p.verbs != q.verbs, ReferenceValues.isContinuous(.path(p), .path(q)) {
            hit(.unlikePaths)
        }
        // A key itself has other elements than what is next to it.
        if isRough, case .path(let p)? = a, case .path(let q)? = b, p.verbs != q.verbs, min(abs(x), abs(x - 1)) < 1e-4 { isFragile = true }
        let result = ReferenceValues.interpolate(a, b, x)
        if result.isFragile { isFragile = true }
        if isRough, x != 0, x != 1 || a?.kind == .path, let a, let b, !ReferenceValues.isContinuous(a, b),
            min(abs(x), abs(x - 0.5), abs(x - 1)) < 1e-9
        {
            isFragile = true
        }
        return result.value
    }
}

extension ValueFunction {
    var takesThree: Bool { self == .scale || self == .translate }
}
