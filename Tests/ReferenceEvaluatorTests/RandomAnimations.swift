import CoreGraphics
import RenderTree

/// What part of the model a tree tries.
enum Area: Int, CaseIterable { case time, values, keyframes, springs, transforms, paths, mixed }

/// A random layer with animations.
struct RandomAnimations {
    private var dice: Dice
    private let area: Area
    private var made: AnimationCase

    struct Property {
        var key: String
        var kind: ValueKind
        var layerClass = LayerClass.layer
    }

    static let properties: [Property] = [
        Property(key: "zPosition", kind: .number), Property(key: "opacity", kind: .number), Property(key: "cornerRadius", kind: .number),
        Property(key: "position", kind: .point), Property(key: "anchorPoint", kind: .point), Property(key: "shadowOffset", kind: .size),
        Property(key: "bounds", kind: .rect), Property(key: "contentsRect", kind: .rect), Property(key: "backgroundColor", kind: .color),
        Property(key: "shadowColor", kind: .color), Property(key: "hidden", kind: .bool), Property(key: "masksToBounds", kind: .bool),
        Property(key: "contentsGravity", kind: .string), Property(key: "contents", kind: .image), Property(key: "transform", kind: .transform),
        Property(key: "sublayerTransform", kind: .transform), Property(key: "mine", kind: .number), Property(key: "ours", kind: .point),
        Property(key: "strokeEnd", kind: .number, layerClass: .shape), Property(key: "fillColor", kind: .color, layerClass: .shape),
        Property(key: "path", kind: .path, layerClass: .shape), Property(key: "lineDashPattern", kind: .numbers, layerClass: .shape),
        Property(key: "colors", kind: .colors, layerClass: .gradient), Property(key: "locations", kind: .numbers, layerClass: .gradient),
        Property(key: "startPoint", kind: .point, layerClass: .gradient), Property(key: "instanceDelay", kind: .number, layerClass: .replicator),
        Property(key: "instanceTransform", kind: .transform, layerClass: .replicator),
    ]
    private static let images = (1...3).map { CGImage(width: $0, height: 1) { $0.update(repeating: 0xFFFF_FFFF) }! }
    private static let flat = properties.filter { $0.kind != .transform }
    private static let summable = properties.filter { ReferenceValues.isSummable($0.kind) }
    /// What may go along a path, whole or a part of it.
    private static let places = properties.filter { ["position", "anchorPoint", "shadowOffset", "bounds", "transform", "startPoint", "ours"].contains($0.key) }
    private static let turning = properties.filter { $0.kind == .transform }

    static func make(_ area: Area, seed: UInt64) -> AnimationCase {
        var maker = RandomAnimations(dice: Dice(seed: seed), area: area, made: AnimationCase(seed: seed))
        maker.build()
        return maker.made
    }

    private init(dice: Dice, area: Area, made: AnimationCase) { self.dice = dice; self.area = area; self.made = made }

    private mutating func build() {
        made.isExact = dice.chance(50)
        let property: Property
        switch area {
        case .time: property = Self.properties[0]
        case .values, .mixed: property = dice.pick(Self.properties)
        case .keyframes: property = dice.pick(dice.chance(60) ? Self.summable : Self.flat)
        case .springs: property = dice.pick(Self.properties)
        case .transforms: property = dice.pick(Self.turning)
        case .paths: property = dice.pick(Self.places)
        }
        made.layerClass = property.layerClass
        var keys = [property]
        if area == .mixed, dice.chance(40) {
            keys.append(dice.pick(Self.properties.filter { $0.layerClass == .layer || $0.layerClass == made.layerClass }))
        }
        let usesParts = property.kind == .transform && (area == .paths || dice.chance(area == .transforms ? 40 : 20))
        for each in keys where !made.model.contains(where: { $0.key == each.key }) {
            made.model.append((each.key, modelValue(each, plain: usesParts)))
        }
        if area == .paths, property.key != "transform" { made.model.append(("transform", .transform(dice.chance(50) ? CATransform3DIdentity : dice.plainTransform()))) }
        let count = area == .mixed ? 1 + dice.below(4) : dice.chance(70) ? 1 : 2
        for _ in 0..<count { made.animations.append(animation(dice.pick(keys), usesParts, depth: 0)) }
        made.times = times()
    }

    private mutating func modelValue(_ p: Property, plain: Bool) -> PropertyValue? {
        switch p.kind {
        case .color, .path, .image, .colors, .numbers: if dice.chance(10) { return nil }
        default: break
        }
        return plain && p.kind == .transform ? .transform(dice.plainTransform()) : value(p)
    }

    private mutating func value(_ p: Property) -> PropertyValue {
        switch p.kind {
        case .number: return .number(p.key == "opacity" ? dice.unit() : dice.number())
        case .bool: return .bool(dice.chance(50))
        case .point: return .point(dice.point())
        case .size: return .size(CGSize(width: dice.number(), height: dice.number()))
        case .rect: return .rect(CGRect(x: dice.number(), y: dice.number(), width: dice.between(0, 99), height: dice.between(0, 99)))
        case .transform: return .transform(dice.transform())
        case .color: return .color(dice.color())
        case .path: return .path(dice.path(simple: dice.chance(50)))
        case .image: return .image(dice.pick(Self.images))
        case .colors: return .colors((0..<(2 + dice.below(2))).map { _ in dice.color() })
        case .numbers: return .numbers((0..<(2 + dice.below(2))).map { _ in dice.unit() })
        case .insets: return .insets(EdgeInsets(top: dice.unit(), left: 0, bottom: dice.unit(), right: 0))
        case .string: return .string(dice.pick(["resize", "center", "top", "bottomLeft"]))
        case .object: return .string("")
        }
    }

    // MARK: Time

    private mutating func timing(depth: Int) -> MediaTiming {
        var t = MediaTiming()
        let plain = area != .time && dice.chance(50)
        if made.isExact {
            t.duration = dice.pick([1, 1, 0.5, 2, 0.25, 4])
            if plain { return t }
            t.beginTime = dice.pick([0, 0, 0.25, 1, -1, 2, -0.5, 1024])
            t.speed = dice.pick([1, 1, 1, 2, 0.5, -1, -2, 0, 0.25, -0.5])
            t.timeOffset = dice.pick([0, 0, 0, 0.25, 0.5, 1, 1.5, -0.25, -1, 8])
            t.repeatCount = dice.pick([0, 0, 0, 1, 2, 0.5, 2.5, 3, 0.25, .infinity])
            t.repeatDuration = dice.pick([0, 0, 0, 0, 0.75, 1, 2, .infinity])
        } else {
            t.duration = dice.chance(5) ? dice.pick([1e-6, 1e6, .infinity, 1e-300]) : dice.between(0.01, 3)
            if plain { return t }
            t.beginTime = dice.chance(40) ? 0 : dice.chance(10) ? dice.pick([1e-100, 1e6, -1e6]) : dice.between(-2, 3)
            t.speed = dice.chance(50) ? 1 : dice.chance(8) ? dice.pick([1e-6, 1e4, 0]) : Float(dice.between(-3, 3))
            t.timeOffset = dice.chance(60) ? 0 : dice.between(-3, 3)
            t.repeatCount = dice.chance(50) ? 0 : Float(dice.between(0, 4))
            t.repeatDuration = dice.chance(70) ? 0 : dice.between(0, 5)
        }
        if depth > 0, dice.chance(25) { t.duration = dice.pick([0, 0, -1]) }
        t.autoreverses = dice.chance(30)
        t.fillMode = dice.pick(FillMode.allCases)
        return t
    }

    private mutating func times() -> [Double] {
        var list: [Double] = []
        var specs = made.animations
        for animation in made.animations { if case .group(let children) = animation.content { specs += children } }
        for _ in 0..<3 {
            let t = dice.pick(specs).timing, speed = abs(Double(t.speed))
            let period = max(t.duration, 0.25) * (t.autoreverses ? 2 : 1)
            var active = t.repeatDuration > 0 ? t.repeatDuration : t.repeatCount > 0 ? period * Double(t.repeatCount) : period
            if !active.isFinite { active = 5 * min(period, 10) }
            let scale = speed > 0 ? 1 / speed : 1
            switch dice.below(made.isExact ? 6 : 3) {
            case 0, 1: list.append(dice.between(t.beginTime - 0.5, t.beginTime + active * scale * 1.2))
            case 2: list.append(t.beginTime + Double(dice.below(9)) * period / 4 * scale)
            case 3: list.append(t.beginTime)
            case 4: list.append(t.beginTime + active * scale)
            default:
                let edge = dice.chance(50) ? t.beginTime : t.beginTime + active * scale
                list.append(edge == 0 ? 0 : dice.chance(50) ? edge.nextUp : edge.nextDown)
            }
        }
        return list.filter(\.isFinite) + [dice.pick([0, 0.5, 1, 1e9, -1e9])]
    }

    // MARK: Animations

    private mutating func animation(_ property: Property, _ usesParts: Bool, depth: Int) -> AnimationSpec {
        let groupChance = area == .mixed ? 30 : area == .time ? 30 : 5
        var spec: AnimationSpec
        if depth < 3, dice.chance(groupChance >> depth) {
            var children: [AnimationSpec] = []
            for _ in 0..<(1 + dice.below(3)) { children.append(animation(property, usesParts, depth: depth + 1)) }
            spec = AnimationSpec(.group(children))
        } else {
            spec = AnimationSpec(content(property, usesParts))
        }
        spec.timing = timing(depth: depth)
        if dice.chance(made.isExact ? 5 : 30) { spec.timingCurve = dice.curve() }
        return spec
    }

    private mutating func content(_ property: Property, _ usesParts: Bool) -> AnimationSpec.Content {
        var p = property
        var target = AnimationSpec.Target(keyPath: p.key)
        if area == .paths, property.kind == .transform || property.kind == .rect {
            let part = property.kind == .transform ? "translation" : dice.pick(["origin", "size"])
            target.keyPath += "." + part
            p = Property(key: part, kind: part == "origin" ? .point : .size)
        } else if property.kind == .transform && usesParts && dice.chance(20) {
            let function = dice.pick(ValueFunction.allCases)
            target.valueFunction = function
            p = Property(key: "plain function", kind: function.takesThree ? .numbers : .number)
        } else if property.kind == .transform && usesParts {
            let part = dice.pick(["rotation", "rotation.x", "rotation.z", "scale", "scale.x", "scale.y", "scale.z", "translation", "translation.x",
                                  "translation.y", "translation.z"])
            target.keyPath += "." + part
            p = Property(key: part, kind: part == "translation" ? .size : .number)
        } else if property.kind == .transform && dice.chance(25) {
            let function = dice.pick(ValueFunction.allCases)
            target.valueFunction = function
            p = Property(key: "function", kind: function.takesThree ? .numbers : .number)
        } else if dice.chance(25) {
            let part: String? = switch property.kind {
            case .point where property.key != "ours" && area != .paths: dice.pick(["x", "y"])
            case .size: dice.pick(["width", "height"])
            case .rect: dice.pick(["origin", "origin.x", "origin.y", "size", "size.width", "size.height"])
            default: nil
            }
            if let part, area != .paths {
                target.keyPath += "." + part
                p = Property(key: part, kind: part == "origin" ? .point : part == "size" ? .size : .number)
            }
        }
        target.isAdditive = dice.chance(20) && (ReferenceValues.isSummable(p.kind) || property.kind == .transform) && !(usesParts && (p.key.hasPrefix("scale") || p.key == "plain function"))
        if target.isAdditive && property.kind == .transform && !usesParts && target.valueFunction == nil { p.kind = .transform }
        if ReferenceValues.isSummable(p.kind) || p.kind == .colors || p.kind == .numbers, !usesParts { target.isCumulative = dice.chance(20) }
        switch area {
        case .keyframes: return .keyframe(target, keyframe(p))
        case .paths: return .keyframe(target, dice.chance(90) ? alongPath() : keyframe(p))
        case .springs: return .spring(target, ends(p, target), spring())
        case .time: return dice.chance(90) ? .basic(target, ends(p, target)) : .keyframe(target, keyframe(p))
        default:
            switch dice.below(area == .mixed ? 3 : 6) {
            case 0: return .keyframe(target, p.kind == .point && dice.chance(20) && target.keyPath == "position" ? alongPath() : keyframe(p))
            case 1: return .spring(target, ends(p, target), spring())
            default: return .basic(target, ends(p, target))
            }
        }
    }

    /// A value that the animation runs through: what a key path or a value function takes, away from where those know no answer.
    private mutating func argument(_ p: Property) -> PropertyValue {
        switch p.key {
        case "function" where p.kind == .numbers: .numbers([dice.between(0.1, 3), dice.between(-3, 3), dice.between(0.1, 3)])
        case "function": .number(dice.between(-4, 4))
        case "plain function" where p.kind == .numbers: .numbers((0..<3).map { _ in dice.between(0.5, 2) })
        case "plain function": .number(dice.between(0.5, 1))
        case "rotation.x", "rotation", "rotation.z": .number(dice.between(-1, 1))
        case "scale", "scale.x", "scale.y", "scale.z": .number(dice.between(0.5, 2))
        default: value(p)
        }
    }

    private mutating func ends(_ p: Property, _ target: AnimationSpec.Target) -> AnimationSpec.Basic {
        var b = AnimationSpec.Basic()
        if dice.chance(2), p.kind != .string, p.kind != .image, p.key != "mine", p.key != "ours" { b.from = .string("mismatch"); b.to = b.from; return b }
        if target.valueFunction != nil, p.key != "plain function", !target.isAdditive {
            // The parts of any transform are not known.
            b.from = argument(p)
            b.to = argument(p)
            return b
        }
        if target.valueFunction == nil, !ReferenceValues.isSummable(p.kind) {
            if dice.chance(80) { b.from = argument(p) }
            if b.from == nil || dice.chance(80) { b.to = argument(p) }
            return b
        }
        let given = dice.below(8)
        if given & 1 != 0 { b.from = argument(p) }
        if given & 2 != 0 { b.to = argument(p) }
        if given & 4 != 0, given != 7 { b.by = argument(p) }
        return b
    }

    private mutating func spring() -> AnimationSpec.Spring {
        var s = AnimationSpec.Spring()
        s.mass = dice.chance(50) ? 1 : dice.between(0.1, 5)
        s.stiffness = dice.chance(30) ? 100 : dice.between(1, 500)
        switch dice.below(6) {
        case 0: s.damping = 0
        case 1: s.damping = 2 * (s.stiffness * s.mass).squareRoot()
        case 2: s.damping = 2 * (s.stiffness * s.mass).squareRoot() * (1 + dice.pick([1e-3, -1e-3, 1e-6, -1e-6]))
        case 3: s.damping = 2 * (s.stiffness * s.mass).squareRoot() * dice.between(1, 30)
        default: s.damping = dice.between(0.1, 20)
        }
        s.initialVelocity = dice.chance(50) ? 0 : dice.between(-20, 20)
        s.allowsOverdamping = dice.chance(50)
        return s
    }

    private mutating func keyframe(_ p: Property) -> AnimationSpec.Keyframe {
        var k = AnimationSpec.Keyframe()
        k.mode = dice.pick(CalculationMode.allCases)
        // Splines are the rarer where kinds are many.
        if [.transform, .path, .colors, .numbers].contains(p.kind), dice.chance(30) { k.mode = .cubic }
        // Where it says most: in groups.
        if area == .mixed, dice.chance(10) { k.mode = .discrete }
        let n = dice.chance(area == .mixed ? 25 : 8) ? dice.below(2) : 2 + dice.below(4)
        for _ in 0..<n { k.values.append(argument(p)) }
        if k.mode == .cubicPaced, area != .keyframes || dice.chance(70) { k.mode = .cubic }
        k.keyTimes = keyTimes(n, k.mode)
        if dice.chance(made.isExact ? 10 : 35) { k.timingCurves = (0..<dice.below(n + 1)).map { _ in dice.curve() } }
        if k.mode == .cubic || k.mode == .cubicPaced {
            if dice.chance(40) { k.tension = (0..<dice.below(n + 1)).map { _ in dice.between(-1, 1) } }
            if dice.chance(40) { k.continuity = (0..<dice.below(n + 1)).map { _ in dice.between(-1, 1) } }
            if dice.chance(40) { k.bias = (0..<dice.below(n + 1)).map { _ in dice.between(-1, 1) } }
        }
        return k
    }

    private mutating func keyTimes(_ n: Int, _ mode: CalculationMode) -> [Double]? {
        if dice.chance(40) { return nil }
        let count = max(1, dice.chance(15) ? n + dice.pick([-1, 1, 2]) : mode == .discrete && dice.chance(70) ? n + 1 : n)
        var times: [Double] = []
        for _ in 0..<count { times.append(made.isExact ? Double(dice.below(17)) / 16 : dice.unit()) }
        if dice.chance(80) { times.sort() }
        if dice.chance(70) { times[0] = 0; times[count - 1] = 1 }
        if dice.chance(8) { times[dice.below(count)] = dice.pick([-0.5, 1.5]) }
        return times
    }

    private mutating func alongPath() -> AnimationSpec.Keyframe {
        var k = AnimationSpec.Keyframe()
        k.path = dice.path()
        k.mode = dice.pick([.linear, .linear, .paced, .cubic, .cubicPaced])
        let pieces = ReferencePath(k.path!).pieces.count
        if dice.chance(30), k.mode == .linear { k.keyTimes = keyTimes(pieces + 1, .linear) }
        if dice.chance(30) { k.timingCurves = (0..<pieces).map { _ in dice.curve() } }
        k.rotationMode = dice.pick([.none, .auto, .autoReverse])
        return k
    }
}
