import CoreGraphics

extension CompiledAnimation {
    /// Makes an animation ready for layers of a class. It never fails: what can't run keeps its time, changes nothing and says why.
    package init(spec: AnimationSpec, id: AnimationID, layerClass: LayerClass) {
        self.init(spec, id, layerClass, groupDuration: nil)
    }

    /// - Parameter groupDuration: what a child without a duration of its own takes.
    private init(_ spec: AnimationSpec, _ id: AnimationID, _ layerClass: LayerClass, groupDuration: Double?) {
        let ownDuration = spec.timing.duration > 0 ? spec.timing.duration : groupDuration ?? spec.timing.duration
        let clock = AnimationClock(spec.timing, duration: ownDuration)
        let parts: Parts
        switch spec.content {
        case .basic(let target, let basic):
            parts = Parts.basic(target, basic, nil, layerClass)
        case .spring(let target, let basic, let spring):
            parts = Parts.basic(target, basic, SpringSolver(spring), layerClass)
        case .keyframe(let target, let keyframe):
            parts = Parts.keyframe(target, keyframe, layerClass)
        case .group(let specs):
            let children = ContiguousArray(specs.map { CompiledAnimation($0, id, layerClass, groupDuration: clock.duration) })
            let complaints = children.compactMap(\.diagnostic)
            var group = Parts()
            group.effect = children.isEmpty ? .nothing : .group
            group.payload = AnimationPayload(children: children)
            group.diagnostic = complaints.isEmpty ? nil : complaints.joined(separator: "; ")
            parts = group
        case .transition(let transition):
            var crossing = Parts()
            crossing.effect = .transition
            crossing.payload = AnimationPayload(transition: transition)
            parts = crossing
        case .empty:
            parts = Parts()
        }
        self.id = id
        isRemovedOnCompletion = spec.isRemovedOnCompletion
        diagnostic = parts.diagnostic
        payload = parts.payload
        let isStill = parts.effect == .numbers && !parts.fromIsRelative && !parts.toIsRelative && parts.from == parts.to
            && !parts.isCumulative
        core = AnimationCore(
            effect: parts.effect, fromIsRelative: parts.fromIsRelative, toIsRelative: parts.toIsRelative,
            isCumulative: parts.isCumulative, holdsStill: parts.effect == .nothing || isStill,
            isDiscrete: parts.payload?.timeline?.isDiscrete ?? false, target: parts.target, clock: clock,
            curve: CompiledCurve(spec.timingCurve), from: parts.from, to: parts.to
        )
    }

    /// What depends on the kind of animation.
    private struct Parts {
        var effect = AnimationCore.Effect.nothing
        var target = AnimationTarget.nothing
        var fromIsRelative = false
        var toIsRelative = false
        var isCumulative = false
        var from = SIMD4<Double>.zero
        var to = SIMD4<Double>.zero
        var payload: AnimationPayload?
        var diagnostic: String?

        static func refusal(_ text: String) -> Parts {
            var parts = Parts()
            parts.diagnostic = text
            return parts
        }

        static func basic(
            _ spec: AnimationSpec.Target, _ basic: AnimationSpec.Basic, _ spring: SpringSolver?, _ layerClass: LayerClass
        ) -> Parts {
            let checked: CheckedTarget
            switch CheckedTarget.make(spec, layerClass) {
            case .failure(let refusal): return .refusal(refusal.text)
            case .success(let target): checked = target
            }
            let ends: [PropertyValue?]
            switch checked.check([basic.from, basic.to, basic.by]) {
            case .failure(let refusal): return .refusal(refusal.text)
            case .success(let values): ends = values
            }
            var parts = Parts()
            if ends.allSatisfy({ $0 == nil }) { return parts }
            parts.target = checked.target
            parts.isCumulative = spec.isCumulative
            switch checked.target.lane {
            case .nothing: return parts
            case .matrix:
                func matrix(_ i: Int) -> CATransform3D? { if case .transform(let t)? = ends[i] { t } else { nil } }
                parts.effect = .matrix
                let track = MatrixTrack(from: matrix(0), to: matrix(1), by: matrix(2), isAdditive: spec.isAdditive)
                parts.payload = AnimationPayload(spring: spring, matrix: track)
            case .value:
                parts.effect = .values
                let track = ValueTrack(checked.path, from: ends[0], to: ends[1], by: ends[2])
                parts.payload = AnimationPayload(spring: spring, values: track)
            default:
                parts.effect = spring == nil ? .numbers : .springNumbers
                if let spring { parts.payload = AnimationPayload(spring: spring) }
                let from = ends[0]?.numbers, to = ends[1]?.numbers, by = ends[2]?.numbers
                if checked.target.lane == .function, [from, to, by].filter({ $0 != nil }).count < 2 {
                    return .refusal("the animation of “\(spec.keyPath)” with a value function needs two of from, to and by")
                }
                parts.setEnds(from, to, by, isAdditive: spec.isAdditive)
            }
            return parts
        }

        private mutating func setEnds(_ a: SIMD4<Double>?, _ b: SIMD4<Double>?, _ by: SIMD4<Double>?, isAdditive: Bool) {
            switch (a, b, by) {
            case (let a?, let b?, _): from = a; to = b
            case (let a?, nil, let by?): from = a; to = a + by
            case (nil, let b?, let by?): from = b - by; to = b
            case (let a?, nil, nil): from = a; toIsRelative = true
            case (nil, let b?, nil): to = b; fromIsRelative = true
            case (nil, nil, let by?): to = by; fromIsRelative = true; toIsRelative = true
            case (nil, nil, nil): break
            }
            // An additive animation counts from nothing, not from what it is added to.
            if isAdditive { fromIsRelative = false; toIsRelative = false }
        }

        static func keyframe(_ spec: AnimationSpec.Target, _ keyframe: AnimationSpec.Keyframe, _ layerClass: LayerClass) -> Parts {
            let checked: CheckedTarget
            switch CheckedTarget.make(spec, layerClass) {
            case .failure(let refusal): return .refusal(refusal.text)
            case .success(let target): checked = target
            }
            var parts = Parts()
            parts.target = checked.target
            parts.isCumulative = spec.isCumulative
            if let path = keyframe.path {
                guard checked.kind == .point, checked.target.lane == .doubles else {
                    return .refusal("the keyframe animation of “\(spec.keyPath)” has a path, where the property takes a \(checked.kindName)")
                }
                guard let track = PathKeyframes(path, keyframe) else { return parts }
                parts.effect = .path
                parts.payload = AnimationPayload(path: track)
                return parts
            }
            let values: [PropertyValue]
            switch checked.check(keyframe.values) {
            case .failure(let refusal): return .refusal(refusal.text)
            case .success(let checkedValues): values = checkedValues.compactMap { $0 }
            }
            // A single keyframe has no effect, unless it is one of a row of pictures.
            guard values.count > 1 || (values.count == 1 && keyframe.mode == .discrete) else { return parts }
            switch checked.target.lane {
            case .nothing: break
            case .matrix:
                let matrices = values.compactMap { if case .transform(let t) = $0 { t } else { nil } }
                parts.effect = .matrix
                parts.payload = AnimationPayload(matrix: MatrixTrack(keys: matrices, keyframe))
            case .value:
                parts.effect = .values
                parts.payload = AnimationPayload(values: ValueTrack(checked.path, keys: values, keyframe))
            default:
                let isArray = checked.target.lane == .function && checked.target.count > 1
                parts.effect = .numberKeyframes
                let track = NumberKeyframes(values.compactMap(\.numbers), keyframe, evenPace: isArray)
                parts.payload = AnimationPayload(numbers: track)
            }
            // Key times may have left one keyframe only.
            if let timeline = parts.payload?.timeline, timeline.count < 2, !timeline.isDiscrete { parts.effect = .nothing }
            return parts
        }
    }
}

/// A key path looked up, and the check that values fit it.
private struct CheckedTarget {
    struct Refusal: Error { let text: String }
    let path: PropertyKeyPath
    let target: AnimationTarget
    let keyPath: String
    /// Nil takes anything.
    let kind: ValueKind?

    var kindName: String { kind?.name ?? "value of any kind" }

    static func make(_ spec: AnimationSpec.Target, _ layerClass: LayerClass) -> Result<CheckedTarget, Refusal> {
        guard let path = PropertyKeyPath(spec.keyPath, of: layerClass) else {
            let what = spec.keyPath.isEmpty ? "the animation has no key path" : "the layer has no property “\(spec.keyPath)”"
            return .failure(Refusal(text: what))
        }
        let target = AnimationTarget(path, function: spec.valueFunction, isAdditive: spec.isAdditive)
        var kind = path.kind
        if let function = spec.valueFunction {
            guard target.lane == .function else {
                return .failure(Refusal(text: "the animation of “\(spec.keyPath)” has a value function, which only a transform takes"))
            }
            kind = function.argumentCount == 1 ? .number : .numbers
        }
        return .success(CheckedTarget(path: path, target: target, keyPath: spec.keyPath, kind: kind))
    }

    /// The values as the property takes them; nil ones stay nil.
    func check(_ values: [PropertyValue?]) -> Result<[PropertyValue?], Refusal> {
        var result: [PropertyValue?] = []
        let wanted = kind ?? values.lazy.compactMap { $0?.kind }.first
        for value in values {
            guard let value, let wanted else {
                result.append(nil)
                continue
            }
            guard let fitting = value.coerced(to: wanted) else {
                return .failure(Refusal(text: "the animation of “\(keyPath)” has a \(value.kind.name) where the property takes a \(wanted.name)"))
            }
            if target.lane == .function, case .numbers(let list) = fitting, list.count != Int(target.count) {
                return .failure(Refusal(text: "the value function of “\(keyPath)” takes \(target.count) numbers, not \(list.count)"))
            }
            guard fitting.isFinite else {
                return .failure(Refusal(text: "the animation of “\(keyPath)” has a \(wanted.name) that is not finite: \(value)"))
            }
            result.append(fitting)
        }
        return .success(result)
    }
}

extension PropertyValue {
    /// Up to four numbers; nil for what is none.
    var numbers: SIMD4<Double>? {
        switch self {
        case .number(let n): SIMD4(n, 0, 0, 0)
        case .bool(let b): SIMD4(b ? 1 : 0, 0, 0, 0)
        case .point(let p): SIMD4(Double(p.x), Double(p.y), 0, 0)
        case .size(let s): SIMD4(Double(s.width), Double(s.height), 0, 0)
        case .rect(let r): SIMD4(Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height))
        case .color(let c): SIMD4(Double(c.rgba.x), Double(c.rgba.y), Double(c.rgba.z), Double(c.rgba.w))
        case .numbers(let list) where list.count <= 4:
            SIMD4(list.count > 0 ? list[0] : 0, list.count > 1 ? list[1] : 0, list.count > 2 ? list[2] : 0, list.count > 3 ? list[3] : 0)
        default: nil
        }
    }

    fileprivate var isFinite: Bool {
        switch self {
        case .transform(let t): t.isFinite
        case .numbers(let list): list.allSatisfy(\.isFinite)
        case .path(let path): path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        default: numbers.map { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite && $0.w.isFinite } ?? true
        }
    }
}

extension ValueKind {
    /// As a diagnostic names it.
    package var name: String {
        switch self {
        case .number: "number"
        case .bool: "Bool"
        case .point: "CGPoint"
        case .size: "CGSize"
        case .rect: "CGRect"
        case .transform: "CATransform3D"
        case .color: "CGColor"
        case .path: "CGPath"
        case .image: "CGImage"
        case .colors: "list of CGColor"
        case .numbers: "list of numbers"
        case .string: "String"
        case .object: "object"
        }
    }
}
