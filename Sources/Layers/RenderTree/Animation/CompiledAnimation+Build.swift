import CoreGraphics

extension CompiledAnimation {
    /// Compiles an animation for layers of a class. It never fails: an animation that can't run keeps its time, changes nothing and has a
    /// diagnostic.
    package init(spec: AnimationSpec, id: AnimationID, layerClass: LayerClass) {
        self.init(spec, id, layerClass, groupDuration: nil, groups: 0)
    }

    /// - Parameters:
    ///   - groupDuration: the duration of a child that has none of its own.
    ///   - groups: the number of enclosing groups.
    private init(_ spec: AnimationSpec, _ id: AnimationID, _ layerClass: LayerClass, groupDuration: Double?, groups: Int) {
        let ownDuration = spec.timing.duration > 0 ? spec.timing.duration : groupDuration ?? spec.timing.duration
        let clock = AnimationClock(spec.timing, duration: ownDuration)
        let curve = CompiledCurve(spec.timingCurve)
        var parts = Parts()
        do throws(Refusal) {
            switch spec.content {
            case .basic(let target, let basic):
                parts = try Parts.basic(target, basic, curve, nil, layerClass)
            case .spring(let target, let basic, let spring):
                parts = try Parts.basic(target, basic, curve, SpringSolver(spring), layerClass)
            case .keyframe(let target, let keyframe):
                parts = try Parts.keyframe(target, keyframe, curve, layerClass, isNested: groups > 1)
            case .group(let specs):
                let children = ContiguousArray(
                    specs.map {
                        CompiledAnimation($0, id, layerClass, groupDuration: clock.duration, groups: groups + 1)
                    })
                let complaints = children.compactMap(\.diagnostic)
                parts.effect = children.isEmpty ? .nothing : .group
                parts.payload = AnimationPayload(
                    curve, children: children, diagnostic: complaints.isEmpty ? nil : complaints.joined(separator: "; ")
                )
            case .transition(let transition):
                parts.effect = .transition
                parts.payload = AnimationPayload(curve, transition: transition)
            case .function(let target, let function):
                parts = try Parts.function(target, function.function, curve, layerClass)
            case .empty: break
            }
        } catch {
            parts.payload = AnimationPayload(.linear, diagnostic: error.text)
        }
        self.init(core: parts.core(clock, isRemovedOnCompletion: spec.isRemovedOnCompletion), id: id, owner: parts.owner)
    }

    /// The parts that depend on the kind of animation.
    private struct Parts {
        var effect = AnimationCore.Effect.nothing
        var flags: AnimationCore.Flags = []
        var target = AnimationTarget.nothing
        var from = SIMD4<Double>.zero
        var to = SIMD4<Double>.zero
        var payload: AnimationPayload?
        var keys: NumberKeyframes?
        var curve: CurveTable?

        init() {}

        init(_ checked: CheckedTarget, isCumulative: Bool, isAdditive: Bool) {
            target = checked.target
            if isCumulative { flags.insert(.accumulates) }
            if isAdditive { flags.insert(.isAdditive) }
        }

        var owner: (any AnyObject & Sendable)? { keys ?? payload ?? curve }

        func core(_ clock: AnimationClock, isRemovedOnCompletion: Bool) -> AnimationCore {
            var core = AnimationCore(clock: clock, effect: effect, flags: flags, target: target, from: from, to: to)
            let isStill =
                (effect == .numbers || effect == .easedNumbers) && from == to
                && flags.isDisjoint(with: [.fromIsRelative, .toIsRelative, .accumulates])
            if effect == .nothing || isStill { core.flags.insert(.holdsStill) }
            if (keys?.timeline ?? payload?.timeline)?.isDiscrete == true { core.flags.insert(.isDiscrete) }
            if isRemovedOnCompletion { core.flags.insert(.isRemovedOnCompletion) }
            if payload?.diagnostic != nil { core.flags.insert(.hasDiagnostic) }
            // The reverse cancels the contribution of a cycle.
            if clock.autoreverses { core.flags.remove(.accumulates) }
            if effect == .easedNumbers {
                core.track = curve.map { UnsafeRawPointer($0.numbers) }
            } else if effect != .nothing {
                core.track = owner.map { UnsafeRawPointer(Unmanaged.passUnretained($0 as AnyObject).toOpaque()) }
            }
            return core
        }

        static func basic(
            _ spec: AnimationSpec.Target, _ basic: AnimationSpec.Basic, _ curve: CompiledCurve, _ spring: SpringSolver?,
            _ layerClass: LayerClass
        ) throws(Refusal) -> Parts {
            let checked = try CheckedTarget(spec, layerClass)
            if let plain = checked.plainNumbers(basic) {
                return try numbers(checked, spec, curve, spring, plain)
            }
            let ends = try checked.check([basic.from, basic.to, basic.by])
            if ends.allSatisfy({ $0 == nil }) { return Parts() }
            var parts = Parts(checked, isCumulative: spec.isCumulative, isAdditive: spec.isAdditive)
            switch checked.target.lane {
            case .nothing: return parts
            case .matrix:
                func matrix(_ i: Int) -> CATransform3D? { if case .transform(let t)? = ends[i] { t } else { nil } }
                parts.effect = .matrix
                let track = MatrixTrack(from: matrix(0), to: matrix(1), by: matrix(2), isAdditive: spec.isAdditive)
                parts.payload = AnimationPayload(curve, spring: spring, matrix: track)
            case .value:
                parts.effect = .values
                let track = ValueTrack(checked.path, from: ends[0], to: ends[1], by: ends[2])
                parts.payload = AnimationPayload(curve, spring: spring, values: track)
            default:
                return try numbers(checked, spec, curve, spring, (ends[0]?.numbers, ends[1]?.numbers, ends[2]?.numbers))
            }
            return parts
        }

        private static func numbers(
            _ checked: CheckedTarget, _ spec: AnimationSpec.Target, _ curve: CompiledCurve, _ spring: SpringSolver?,
            _ ends: CheckedTarget.Ends
        ) throws(Refusal) -> Parts {
            var parts = Parts(checked, isCumulative: spec.isCumulative, isAdditive: spec.isAdditive)
            if let spring {
                parts.effect = .springNumbers
                parts.payload = AnimationPayload(curve, spring: spring)
            } else {
                parts.effect = curve.isLinear ? .numbers : .easedNumbers
                parts.curve = curve.table
            }
            parts.setEnds(ends.from, ends.to, ends.by, isAdditive: spec.isAdditive)
            return parts
        }

        private mutating func setEnds(_ a: SIMD4<Double>?, _ b: SIMD4<Double>?, _ by: SIMD4<Double>?, isAdditive: Bool) {
            switch (a, b, by) {
            case (let a?, let b?, _): from = a; to = b
            case (let a?, nil, let by?): from = a; to = a + by
            case (nil, let b?, let by?): from = b - by; to = b
            case (let a?, nil, nil): from = a; flags.insert(.toIsRelative)
            case (nil, let b?, nil): to = b; flags.insert(.fromIsRelative)
            case (nil, nil, let by?): to = by; flags.formUnion([.fromIsRelative, .toIsRelative])
            case (nil, nil, nil): break
            }
            guard isAdditive else { return }
            // An additive animation starts from the neutral value, not from the value that it is added to; for a scale that is 1.
            let nothing = target.neutral
            if flags.contains(.fromIsRelative) { from += nothing }
            if flags.contains(.toIsRelative) { to += nothing }
            flags.subtract([.fromIsRelative, .toIsRelative])
        }

        static func function(
            _ spec: AnimationSpec.Target, _ function: any TimeFunction, _ curve: CompiledCurve, _ layerClass: LayerClass
        ) throws(Refusal) -> Parts {
            let checked = try CheckedTarget(spec, layerClass)
            var parts = Parts(checked, isCumulative: false, isAdditive: spec.isAdditive)
            parts.effect = .function
            parts.payload = AnimationPayload(curve, function: FunctionTrack(path: checked.path, function: function))
            return parts
        }

        static func keyframe(
            _ spec: AnimationSpec.Target, _ keyframe: AnimationSpec.Keyframe, _ curve: CompiledCurve, _ layerClass: LayerClass,
            isNested: Bool
        ) throws(Refusal) -> Parts {
            let checked = try CheckedTarget(spec, layerClass)
            var parts = Parts(checked, isCumulative: spec.isCumulative, isAdditive: spec.isAdditive)
            if let path = keyframe.path {
                guard checked.takesPlaces else {
                    throw Refusal("the keyframe animation of “\(spec.keyPath)” has a path, but the property takes a \(checked.kindName)")
                }
                let property = checked.target.lane == .value ? checked.path : nil
                guard let track = PathKeyframes(path, keyframe, property: property) else { return parts }
                parts.effect = .path
                parts.payload = AnimationPayload(curve, path: track)
                return parts
            }
            let values = try checked.check(keyframe.values).compactMap { $0 }
            // A single keyframe has no effect, unless its mode is discrete; in a nested group not even then (measured).
            guard values.count > 1 || (values.count == 1 && keyframe.mode == .discrete && !isNested) else { return parts }
            switch checked.target.lane {
            case .nothing: break
            case .matrix:
                let matrices = values.compactMap { if case .transform(let t) = $0 { t } else { nil } }
                parts.effect = .matrix
                parts.payload = AnimationPayload(curve, matrix: MatrixTrack(keys: matrices, keyframe))
            case .value:
                parts.effect = .values
                parts.payload = AnimationPayload(curve, values: ValueTrack(checked.path, keys: values, keyframe))
            default:
                let isArray = checked.target.lane == .function && checked.target.count > 1
                parts.effect = .numberKeyframes
                parts.keys = NumberKeyframes(values.compactMap(\.numbers), keyframe, curve, evenPace: isArray)
            }
            // Key times may have left only one keyframe.
            if let timeline = parts.keys?.timeline ?? parts.payload?.timeline, timeline.count < 2, !timeline.isDiscrete {
                parts.effect = .nothing
            }
            return parts
        }
    }
}

/// The reason for which an animation can't run.
private struct Refusal: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

/// A resolved key path, and the check of values against it.
private struct CheckedTarget {
    let path: PropertyKeyPath
    let target: AnimationTarget
    let keyPath: String
    /// The kind of the values; nil for any.
    let kind: ValueKind?

    /// True if the property can take the points of a path: any value of two numbers, also a component of one.
    var takesPlaces: Bool {
        switch target.lane {
        case .doubles, .part: kind == .point || kind == .size
        case .value: kind == nil || kind == .point || kind == .size
        default: false
        }
    }

    var kindName: String { kind?.name ?? "value of any kind" }

    init(_ spec: AnimationSpec.Target, _ layerClass: LayerClass) throws(Refusal) {
        guard let path = spec.path(of: layerClass) else {
            let what = spec.keyPath.isEmpty ? "the animation has no key path" : "the layer has no property “\(spec.keyPath)”"
            throw Refusal(what)
        }
        self.path = path
        keyPath = spec.keyPath
        target = AnimationTarget(path, function: spec.valueFunction, isAdditive: spec.isAdditive)
        if let function = spec.valueFunction {
            guard target.lane == .function else {
                throw Refusal("the animation of “\(spec.keyPath)” has a value function, which is valid only for a transform")
            }
            kind = function.argumentCount == 1 ? .number : .numbers
        } else {
            kind = path.kind
        }
    }

    typealias Ends = (from: SIMD4<Double>?, to: SIMD4<Double>?, by: SIMD4<Double>?)

    /// Returns the values in the common case: all are of the kind of a numeric property. Nil if they need a full check.
    func plainNumbers(_ basic: AnimationSpec.Basic) -> Ends? {
        switch target.lane {
        case .doubles, .float, .color, .part: break
        case .nothing, .function, .matrix, .value: return nil
        }
        var ends: Ends = (nil, nil, nil)
        guard plain(basic.from, &ends.from), plain(basic.to, &ends.to), plain(basic.by, &ends.by) else { return nil }
        return ends.from == nil && ends.to == nil && ends.by == nil ? nil : ends
    }

    private func plain(_ value: PropertyValue?, _ numbers: inout SIMD4<Double>?) -> Bool {
        guard let value else { return true }
        // Subtracted from itself, only a finite number is zero.
        guard value.kind == kind, let n = value.numbers, n - n == .zero else { return false }
        numbers = n
        return true
    }

    /// Returns the values converted to the property's kind. Nil values stay nil.
    func check(_ values: [PropertyValue?]) throws(Refusal) -> [PropertyValue?] {
        var result: [PropertyValue?] = []
        let wanted = kind ?? values.lazy.compactMap { $0?.kind }.first
        for value in values {
            guard let value, let wanted else {
                result.append(nil)
                continue
            }
            guard let fitting = value.coerced(to: wanted) else {
                throw Refusal("the animation of “\(keyPath)” has a \(value.kind.name), but the property takes a \(wanted.name)")
            }
            if target.lane == .function, case .numbers(let list) = fitting, list.count != Int(target.count) {
                throw Refusal("the value function of “\(keyPath)” takes \(target.count) numbers, not \(list.count)")
            }
            guard fitting.isFinite else {
                throw Refusal("the animation of “\(keyPath)” has a \(wanted.name) that is not finite: \(value)")
            }
            result.append(fitting)
        }
        return result
    }
}

extension PropertyValue {
    /// The value as up to four numbers; nil if it does not consist of numbers.
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
    /// The name of the kind in diagnostics.
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
        case .insets: "edge insets"
        case .string: "String"
        case .object: "object"
        }
    }
}
