import CoreGraphics
import RenderTree

extension CommitDecoder {
    mutating func readSpec(_ input: inout ByteReader, depth: Int) -> AnimationSpec {
        var spec = AnimationSpec(.empty)
        guard depth < Self.depthLimit, !input.isDamaged else {
            input.damage()
            return spec
        }
        input.sparse(&spec.timing)
        let parts = input.byte()
        if parts > 3 { input.damage() }
        spec.isRemovedOnCompletion = parts & 2 != 0
        if parts & 1 != 0 { spec.timingCurve = readCurve(&input) }
        switch input.choice(AnimationForm.empty) {
        case .empty: break
        case .basic:
            let target = readTarget(&input)
            spec.content = .basic(target, readBasic(&input))
        case .keyframe:
            let target = readTarget(&input)
            spec.content = .keyframe(target, readKeyframe(&input))
        case .spring:
            let target = readTarget(&input)
            let basic = readBasic(&input)
            var spring = AnimationSpec.Spring()
            spring.mass = input.double()
            spring.stiffness = input.double()
            spring.damping = input.double()
            spring.initialVelocity = input.double()
            spring.allowsOverdamping = input.byte() != 0
            spec.content = .spring(target, basic, spring)
        case .group:
            var children: [AnimationSpec] = []
            for _ in 0..<input.size(eachAtLeast: 10) {
                if input.isDamaged { break }
                children.append(readSpec(&input, depth: depth + 1))
            }
            spec.content = .group(children)
        case .transition:
            var transition = AnimationSpec.Transition()
            transition.type = input.string()
            if input.byte() != 0 { transition.subtype = input.string() }
            transition.startProgress = input.float()
            transition.endProgress = input.float()
            spec.content = .transition(transition)
        case .function:
            let target = readTarget(&input)
            let rate = input.double()
            let count = input.size(eachAtLeast: 2)
            guard rate > 0, rate <= 10_000, count > 0 else {
                input.damage()
                return spec
            }
            var values: [PropertyValue] = []
            for _ in 0..<count {
                if input.isDamaged { return spec }
                values.append(readValue(&input, depth: 0))
            }
            if !values.allSatisfy({ $0.components?.allSatisfy(\.isFinite) ?? true }) { input.damage() }
            spec.content = .function(target, AnimationSpec.Function(SampledFunction(rate: rate, values: values)))
        }
        return spec
    }

    private func readCurve(_ input: inout ByteReader) -> TimingCurve {
        let curve = TimingCurve(input.float(), input.float(), input.float(), input.float())
        if !(0...1).contains(curve.c1x) || !(0...1).contains(curve.c2x) { input.damage() }
        return curve
    }

    private func readTarget(_ input: inout ByteReader) -> AnimationSpec.Target {
        var target = AnimationSpec.Target(keyPath: input.string())
        let flags = input.byte()
        let function = input.byte()
        if flags > 3 { input.damage() }
        target.isAdditive = flags & 1 != 0
        target.isCumulative = flags & 2 != 0
        if function > 0 {
            target.valueFunction = ValueFunction(rawValue: function - 1)
            if target.valueFunction == nil { input.damage() }
        }
        return target
    }

    private mutating func readBasic(_ input: inout ByteReader) -> AnimationSpec.Basic {
        var basic = AnimationSpec.Basic()
        let parts = input.byte()
        if parts > 7 { input.damage() }
        if parts & 1 != 0 { basic.from = readValue(&input, depth: 0) }
        if parts & 2 != 0 { basic.to = readValue(&input, depth: 0) }
        if parts & 4 != 0 { basic.by = readValue(&input, depth: 0) }
        return basic
    }

    private mutating func readKeyframe(_ input: inout ByteReader) -> AnimationSpec.Keyframe {
        var keyframe = AnimationSpec.Keyframe()
        for _ in 0..<input.size(eachAtLeast: 2) {
            if input.isDamaged { break }
            keyframe.values.append(readValue(&input, depth: 0))
        }
        let parts = KeyframeParts(rawValue: input.byte())
        if parts.rawValue > 63 { input.damage() }
        if parts.contains(.path) { keyframe.path = readPath(&input) }
        if parts.contains(.keyTimes) { keyframe.keyTimes = readNumbers(&input) }
        if parts.contains(.curves) {
            var curves: [TimingCurve] = []
            for _ in 0..<input.size(eachAtLeast: 16) { curves.append(readCurve(&input)) }
            keyframe.timingCurves = curves
        }
        if parts.contains(.tension) { keyframe.tension = readNumbers(&input) }
        if parts.contains(.continuity) { keyframe.continuity = readNumbers(&input) }
        if parts.contains(.bias) { keyframe.bias = readNumbers(&input) }
        keyframe.mode = input.choice(.linear)
        keyframe.rotationMode = input.choice(.none)
        return keyframe
    }
}
