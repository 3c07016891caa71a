import CoreGraphics
import RenderTree

/// What part of the model a tree tries.
enum Area: Int, CaseIterable { case time, values, keyframes, springs, transforms, paths, mixed }

/// A random layer with animations.
struct RandomAnimations {
    private var random: RandomSource
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
        Property(key: "contentsGravity", kind: .string), Property(key: "contents", kind: .image),
        Property(key: "transform", kind: .transform),
        Property(key: "sublayerTransform", kind: .transform), Property(key: "mine", kind: .number), Property(key: "ours", kind: .point),
        Property(key: "strokeEnd", kind: .number, layerClass: .shape), Property(key: "fillColor", kind: .color, layerClass: .shape),
        Property(key: "path", kind: .path, layerClass: .shape), Property(key: "lineDashPattern", kind: .numbers, layerClass: .shape),
        Property(key: "colors", kind: .colors, layerClass: .gradient), Property(key: "locations", kind: .numbers, layerClass: .gradient),
        Property(key: "startPoint", kind: .point, layerClass: .gradient),
        Property(key: "instanceDelay", kind: .number, layerClass: .replicator),
        Property(key: "instanceTransform", kind: .transform, layerClass: .replicator),
    ]
    private static let images = (1...3).map { CGImage(width: $0, height: 1) { $0.update(repeating: 0xFFFF_FFFF) }! }
    private static let flat = properties.filter { $0.kind != .transform }
    private static let summable = properties.filter { ReferenceValues.isSummable($0.kind) }
    /// What may go along a path, whole or a part of it.
    private static let places = properties.filter {
        ["position", "anchorPoint", "shadowOffset", "bounds", "transform", "startPoint", "ours"].contains($0.key)
    }
    private static let turning = properties.filter { $0.kind == .transform }

    static func make(_ area: Area, seed: UInt64) -> AnimationCase {
        var maker = RandomAnimations(random: RandomSource(seed: seed), area: area, made: AnimationCase(seed: seed))
        maker.build()
        return maker.made
    }

    private init(random: RandomSource, area: Area, made: AnimationCase) { self.random = random; self.area = area; self.made = made }

    private mutating func build() {
        made.isExact = random.chance(50)
        let property: Property
        switch area {
        case .time: property = Self.properties[0]
        case .values, .mixed: property = random.pick(Self.properties)
        case .keyframes: property = random.pick(random.chance(60) ? Self.summable : Self.flat)
        case .springs: property = random.pick(Self.properties)
        case .transforms: property = random.pick(Self.turning)
        case .paths: property = random.pick(Self.places)
        }
        made.layerClass = property.layerClass
        var keys = [property]
        if area == .mixed, random.chance(40) {
            keys.append(random.pick(Self.properties.filter { $0.layerClass == .layer || $0.layerClass == made.layerClass }))
        }
        let usesParts = property.kind == .transform && (area == .paths || random.chance(area == .transforms ? 40 : 20))
        for each in keys where !made.model.contains(where: { $0.key == each.key }) {
            made.model.append((each.key, modelValue(each, plain: usesParts)))
        }
        if area == .paths, property.key != "transform" {
            made.model.append(("transform", .transform(random.chance(50) ? CATransform3DIdentity : random.plainTransform())))
        }
        let count = area == .mixed ? 1 + random.below(4) : random.chance(70) ? 1 : 2
        for _ in 0..<count { made.animations.append(animation(random.pick(keys), usesParts, depth: 0)) }
        made.times = times()
    }

    private mutating func modelValue(_ p: Property, plain: Bool) -> PropertyValue? {
        switch p.kind {
        case .color, .path, .image, .colors, .numbers: if random.chance(10) { return nil }
        default: break
        }
        return plain && p.kind == .transform ? .transform(random.plainTransform()) : value(p)
    }

    private mutating func value(_ p: Property) -> PropertyValue {
        switch p.kind {
        case .number: return .number(p.key == "opacity" ? random.unit() : random.number())
        case .bool: return .bool(random.chance(50))
        case .point: return .point(random.point())
        case .size: return .size(CGSize(width: random.number(), height: random.number()))
        case .rect:
            return .rect(CGRect(x: random.number(), y: random.number(), width: random.between(0, 99), height: random.between(0, 99)))
        case .transform: return .transform(random.transform())
        case .color: return .color(random.color())
        case .path: return .path(random.path(simple: random.chance(50)))
        case .image: return .image(random.pick(Self.images))
        case .colors: return .colors((0..<(2 + random.below(2))).map { _ in random.color() })
        case .numbers: return .numbers((0..<(2 + random.below(2))).map { _ in random.unit() })
        case .insets: return .insets(EdgeInsets(top: random.unit(), left: 0, bottom: random.unit(), right: 0))
        case .string: return .string(random.pick(["resize", "center", "top", "bottomLeft"]))
        case .object: return .string("")
        }
    }

    // MARK: Time

    private mutating func timing(depth: Int) -> MediaTiming {
        var t = MediaTiming()
        let plain = area != .time && random.chance(50)
        if made.isExact {
            t.duration = random.pick([1, 1, 0.5, 2, 0.25, 4])
            if plain { return t }
            t.beginTime = random.pick([0, 0, 0.25, 1, -1, 2, -0.5, 1024])
            t.speed = random.pick([1, 1, 1, 2, 0.5, -1, -2, 0, 0.25, -0.5])
            t.timeOffset = random.pick([0, 0, 0, 0.25, 0.5, 1, 1.5, -0.25, -1, 8])
            t.repeatCount = random.pick([0, 0, 0, 1, 2, 0.5, 2.5, 3, 0.25, .infinity])
            t.repeatDuration = random.pick([0, 0, 0, 0, 0.75, 1, 2, .infinity])
        } else {
            t.duration = random.chance(5) ? random.pick([1e-6, 1e6, .infinity, 1e-300]) : random.between(0.01, 3)
            if plain { return t }
            t.beginTime = random.chance(40) ? 0 : random.chance(10) ? random.pick([1e-100, 1e6, -1e6]) : random.between(-2, 3)
            t.speed = random.chance(50) ? 1 : random.chance(8) ? random.pick([1e-6, 1e4, 0]) : Float(random.between(-3, 3))
            t.timeOffset = random.chance(60) ? 0 : random.between(-3, 3)
            t.repeatCount = random.chance(50) ? 0 : Float(random.between(0, 4))
            t.repeatDuration = random.chance(70) ? 0 : random.between(0, 5)
        }
        if depth > 0, random.chance(25) { t.duration = random.pick([0, 0, -1]) }
        t.autoreverses = random.chance(30)
        t.fillMode = random.pick(FillMode.allCases)
        return t
    }

    private mutating func times() -> [Double] {
        var list: [Double] = []
        var specs = made.animations
        for animation in made.animations { if case .group(let children) = animation.content { specs += children } }
        for _ in 0..<3 {
            let t = random.pick(specs).timing, speed = abs(Double(t.speed))
            let period = max(t.duration, 0.25) * (t.autoreverses ? 2 : 1)
            var active = t.repeatDuration > 0 ? t.repeatDuration : t.repeatCount > 0 ? period * Double(t.repeatCount) : period
            if !active.isFinite { active = 5 * min(period, 10) }
            let scale = speed > 0 ? 1 / speed : 1
            switch random.below(made.isExact ? 6 : 3) {
            case 0, 1: list.append(random.between(t.beginTime - 0.5, t.beginTime + active * scale * 1.2))
            case 2: list.append(t.beginTime + Double(random.below(9)) * period / 4 * scale)
            case 3: list.append(t.beginTime)
            case 4: list.append(t.beginTime + active * scale)
            default:
                let edge = random.chance(50) ? t.beginTime : t.beginTime + active * scale
                list.append(edge == 0 ? 0 : random.chance(50) ? edge.nextUp : edge.nextDown)
            }
        }
        return list.filter(\.isFinite) + [random.pick([0, 0.5, 1, 1e9, -1e9])]
    }

    // MARK: Animations

    private mutating func animation(_ property: Property, _ usesParts: Bool, depth: Int) -> AnimationSpec {
        let groupChance = area == .mixed ? 30 : area == .time ? 30 : 5
        var spec: AnimationSpec
        if depth < 3, random.chance(groupChance >> depth) {
            var children: [AnimationSpec] = []
            for _ in 0..<(1 + random.below(3)) { children.append(animation(property, usesParts, depth: depth + 1)) }
            spec = AnimationSpec(.group(children))
        } else {
            spec = AnimationSpec(content(property, usesParts))
        }
        spec.timing = timing(depth: depth)
        if random.chance(made.isExact ? 5 : 30) { spec.timingCurve = random.curve() }
        return spec
    }

    private mutating func content(_ property: Property, _ usesParts: Bool) -> AnimationSpec.Content {
        var p = property
        var target = AnimationSpec.Target(keyPath: p.key)
        if area == .paths, property.kind == .transform || property.kind == .rect {
            let part = property.kind == .transform ? "translation" : random.pick(["origin", "size"])
            target.keyPath += "." + part
            p = Property(key: part, kind: part == "origin" ? .point : .size)
        } else if property.kind == .transform && usesParts && random.chance(20) {
            let function = random.pick(ValueFunction.allCases)
            target.valueFunction = function
            p = Property(key: "plain function", kind: function.takesThree ? .numbers : .number)
        } else if property.kind == .transform && usesParts {
            let part = random.pick([
                "rotation", "rotation.x", "rotation.z", "scale", "scale.x", "scale.y", "scale.z", "translation", "translation.x",
                "translation.y", "translation.z",
            ])
            target.keyPath += "." + part
            p = Property(key: part, kind: part == "translation" ? .size : .number)
        } else if property.kind == .transform && random.chance(25) {
            let function = random.pick(ValueFunction.allCases)
            target.valueFunction = function
            p = Property(key: "function", kind: function.takesThree ? .numbers : .number)
        } else if random.chance(25) {
            let part: String? =
                switch property.kind {
                case .point where property.key != "ours" && area != .paths: random.pick(["x", "y"])
                case .size: random.pick(["width", "height"])
                case .rect: random.pick(["origin", "origin.x", "origin.y", "size", "size.width", "size.height"])
                default: nil
                }
            if let part, area != .paths {
                target.keyPath += "." + part
                p = Property(key: part, kind: part == "origin" ? .point : part == "size" ? .size : .number)
            }
        }
        target.isAdditive =
            random.chance(20) && (ReferenceValues.isSummable(p.kind) || property.kind == .transform)
            && !(usesParts && (p.key.hasPrefix("scale") || p.key == "plain function"))
        if target.isAdditive && property.kind == .transform && !usesParts && target.valueFunction == nil { p.kind = .transform }
        if ReferenceValues.isSummable(p.kind) || p.kind == .colors || p.kind == .numbers, !usesParts {
            target.isCumulative = random.chance(20)
        }
        switch area {
        case .keyframes: return .keyframe(target, keyframe(p))
        case .paths: return .keyframe(target, random.chance(90) ? alongPath() : keyframe(p))
        case .springs: return .spring(target, ends(p, target), spring())
        case .time: return random.chance(90) ? .basic(target, ends(p, target)) : .keyframe(target, keyframe(p))
        default:
            switch random.below(area == .mixed ? 3 : 6) {
            case 0:
                return .keyframe(target, p.kind == .point && random.chance(20) && target.keyPath == "position" ? alongPath() : keyframe(p))
            case 1: return .spring(target, ends(p, target), spring())
            default: return .basic(target, ends(p, target))
            }
        }
    }

    /// A value that the animation runs through: what a key path or a value function takes, away from where those know no answer.
    private mutating func argument(_ p: Property) -> PropertyValue {
        switch p.key {
        case "function" where p.kind == .numbers: .numbers([random.between(0.1, 3), random.between(-3, 3), random.between(0.1, 3)])
        case "function": .number(random.between(-4, 4))
        case "plain function" where p.kind == .numbers: .numbers((0..<3).map { _ in random.between(0.5, 2) })
        case "plain function": .number(random.between(0.5, 1))
        case "rotation.x", "rotation", "rotation.z": .number(random.between(-1, 1))
        case "scale", "scale.x", "scale.y", "scale.z": .number(random.between(0.5, 2))
        default: value(p)
        }
    }

    private mutating func ends(_ p: Property, _ target: AnimationSpec.Target) -> AnimationSpec.Basic {
        var b = AnimationSpec.Basic()
        if random.chance(2), p.kind != .string, p.kind != .image, p.key != "mine", p.key != "ours" {
            b.from = .string("mismatch"); b.to = b.from; return b
        }
        if target.valueFunction != nil, p.key != "plain function", !target.isAdditive {
            // The parts of any transform are not known.
            b.from = argument(p)
            b.to = argument(p)
            return b
        }
        if target.valueFunction == nil, !ReferenceValues.isSummable(p.kind) {
            if random.chance(80) { b.from = argument(p) }
            if b.from == nil || random.chance(80) { b.to = argument(p) }
            return b
        }
        let given = random.below(8)
        if given & 1 != 0 { b.from = argument(p) }
        if given & 2 != 0 { b.to = argument(p) }
        if given & 4 != 0, given != 7 { b.by = argument(p) }
        return b
    }

    private mutating func spring() -> AnimationSpec.Spring {
        var s = AnimationSpec.Spring()
        s.mass = random.chance(50) ? 1 : random.between(0.1, 5)
        s.stiffness = random.chance(30) ? 100 : random.between(1, 500)
        switch random.below(6) {
        case 0: s.damping = 0
        case 1: s.damping = 2 * (s.stiffness * s.mass).squareRoot()
        case 2: s.damping = 2 * (s.stiffness * s.mass).squareRoot() * (1 + random.pick([1e-3, -1e-3, 1e-6, -1e-6]))
        case 3: s.damping = 2 * (s.stiffness * s.mass).squareRoot() * random.between(1, 30)
        default: s.damping = random.between(0.1, 20)
        }
        s.initialVelocity = random.chance(50) ? 0 : random.between(-20, 20)
        s.allowsOverdamping = random.chance(50)
        return s
    }

    private mutating func keyframe(_ p: Property) -> AnimationSpec.Keyframe {
        var k = AnimationSpec.Keyframe()
        k.mode = random.pick(CalculationMode.allCases)
        // Splines are the rarer where kinds are many.
        if [.transform, .path, .colors, .numbers].contains(p.kind), random.chance(30) { k.mode = .cubic }
        // Where it says most: in groups.
        if area == .mixed, random.chance(10) { k.mode = .discrete }
        let n = random.chance(area == .mixed ? 25 : 8) ? random.below(2) : 2 + random.below(4)
        for _ in 0..<n { k.values.append(argument(p)) }
        if k.mode == .cubicPaced, area != .keyframes || random.chance(70) { k.mode = .cubic }
        k.keyTimes = keyTimes(n, k.mode)
        if random.chance(made.isExact ? 10 : 35) { k.timingCurves = (0..<random.below(n + 1)).map { _ in random.curve() } }
        if k.mode == .cubic || k.mode == .cubicPaced {
            if random.chance(40) { k.tension = (0..<random.below(n + 1)).map { _ in random.between(-1, 1) } }
            if random.chance(40) { k.continuity = (0..<random.below(n + 1)).map { _ in random.between(-1, 1) } }
            if random.chance(40) { k.bias = (0..<random.below(n + 1)).map { _ in random.between(-1, 1) } }
        }
        return k
    }

    private mutating func keyTimes(_ n: Int, _ mode: CalculationMode) -> [Double]? {
        if random.chance(40) { return nil }
        let count = max(1, random.chance(15) ? n + random.pick([-1, 1, 2]) : mode == .discrete && random.chance(70) ? n + 1 : n)
        var times: [Double] = []
        for _ in 0..<count { times.append(made.isExact ? Double(random.below(17)) / 16 : random.unit()) }
        if random.chance(80) { times.sort() }
        if random.chance(70) { times[0] = 0; times[count - 1] = 1 }
        if random.chance(8) { times[random.below(count)] = random.pick([-0.5, 1.5]) }
        return times
    }

    private mutating func alongPath() -> AnimationSpec.Keyframe {
        var k = AnimationSpec.Keyframe()
        k.path = random.path()
        k.mode = random.pick([.linear, .linear, .paced, .cubic, .cubicPaced])
        let pieces = ReferencePath(k.path!).pieces.count
        if random.chance(30), k.mode == .linear { k.keyTimes = keyTimes(pieces + 1, .linear) }
        if random.chance(30) { k.timingCurves = (0..<pieces).map { _ in random.curve() } }
        k.rotationMode = random.pick([.none, .auto, .autoReverse])
        return k
    }
}
