import Agate
import Foundation

/// Scripts by seed: a tree of all kinds of layers, and some steps of changes with pictures between them.
struct RandomTree {
    private var random: TreeRandom
    private var script = TreeScript()
    private var kinds: [Int: TreeKind] = [0: .layer]
    private var next = 1

    static func script(seed: UInt64) -> TreeScript {
        var tree = RandomTree(random: TreeRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 99))
        tree.build()
        return tree.script
    }

    private init(random: TreeRandom) { self.random = random }

    private mutating func build() {
        script.scale = random.pick([1, 1, 1, 2, 1.5])
        script.flipped = random.chance(0.8)
        for _ in 0..<random.int(1...7) { grow() }
        put(.show(random.pick([0, 0, 0.125]), frames: 0))
        for _ in 0..<random.int(1...4) {
            if random.chance(0.5) { put(.begin(duration: random.pick([0.1, 0.25, 1]), disableActions: random.chance(0.5))) }
            for _ in 0..<random.int(1...4) { change() }
            put(random.chance(0.8) ? .commit : .turn)
            put(.show(random.pick([0, 0.05, 0.125, 0.3, random.number(0...1.5)]), frames: random.pick([0, 0, 1, 2])))
        }
    }

    private mutating func put(_ step: TreeStep) { script.steps.append(step) }
    private mutating func any() -> Int { random.int(0...(next - 1)) }
    private mutating func notRoot() -> Int { random.int(min(1, next - 1)...(next - 1)) }

    private mutating func grow() {
        let kind = random.chance(0.35) ? TreeKind.layer : random.pick(TreeKind.allCases), id = next
        let parent = random.chance(0.4) ? 0 : any()
        next += 1
        kinds[id] = kind
        put(.make(id, kind))
        put(.set(id, "position", random.point(0...50)))
        put(.set(id, "bounds", random.rect(random.chance(0.2) ? -10...10 : 0...0, 0...50)))
        if kind != .transform, random.chance(0.6) { put(.set(id, "backgroundColor", random.color())) }
        needs(id, kind)
        for _ in 0..<random.int(0...4) { set(id) }
        if random.chance(0.15), parent != 0 { put(.mask(id, of: parent)) } else { put(.add(id, to: parent, at: random.int(0...9))) }
    }

    /// What a kind shows nothing without.
    private mutating func needs(_ id: Int, _ kind: TreeKind) {
        switch kind {
        case .shape:
            put(.set(id, "path", random.path()))
            put(.set(id, "fillColor", random.colorOrNil()))
        case .gradient: put(.set(id, "colors", random.colors()))
        case .text:
            put(.set(id, "string", random.name(["Ag", "two words", "x\ny", "αβγ"])))
            put(.set(id, "fontSize", random.value(5...20)))
        case .replicator:
            put(.set(id, "instanceCount", random.plain(Double(random.int(0...4)))))
            put(.set(id, "instanceTransform", random.transform()))
        case .emitter:
            put(.set(id, "emitterCells", random.cells()))
            put(.set(id, "emitterPosition", random.point(0...40)))
        case .tiled:
            put(.set(id, "tileSize", random.size(8...40)))
        case .layer, .transform, .scroll: break
        }
    }

    // MARK: Changes

    private mutating func change() {
        switch random.int(0...19) {
        case 0, 1: grow()
        case 2: put(.remove(notRoot()))
        case 3: put(.add(notRoot(), to: any(), at: random.int(0...9)))
        case 4: put(.replace(notRoot(), with: notRoot()))
        case 5:
            let id = notRoot()
            put(.mask(random.chance(0.4) ? nil : notRoot(), of: id))
        case 6, 7, 8: animate()
        case 9: put(.stop(notRoot(), random.pick(["a", "b", "position", "opacity"])))
        case 10, 11: put(.set(notRoot(), "hidden", random.bool()))
        case 12, 13: put(.set(notRoot(), "opacity", random.plain(random.pick([0, 0, 1, 0.5]))))
        case 14: put(.turn)
        default: set(notRoot())
        }
    }

    private mutating func set(_ id: Int) {
        let (key, value) = property(kinds[id] ?? .layer)
        put(.set(id, key, value))
    }

    private mutating func property(_ kind: TreeKind) -> (String, TreeValue) {
        if random.chance(0.4), let own = own(kind) { return own }
        if kind == .transform { return common(0...10) }
        return common(0...36)
    }

    private mutating func common(_ range: ClosedRange<Int>) -> (String, TreeValue) {
        switch random.int(range) {
        case 0: ("position", random.point(-10...70))
        case 1: ("bounds", random.rect(-10...10, 0...60))
        case 2: ("zPosition", random.value(-20...20))
        case 3: ("anchorPoint", random.point(-0.5...1.5))
        case 4: ("anchorPointZ", random.value(-10...10))
        case 5, 6: ("transform", random.transform())
        case 7: ("sublayerTransform", random.transform())
        case 8: ("opacity", random.value(0...1))
        case 9: ("hidden", random.bool())
        case 10:
            random.chance(0.3)
                ? ("speed", random.plain(random.pick([0, 0.5, 2, -1])))
                : random.chance(0.5) ? ("timeOffset", random.value(-1...1)) : ("geometryFlipped", random.bool())
        case 11: ("doubleSided", random.bool())
        case 12: ("masksToBounds", random.bool())
        case 13: ("contents", random.chance(0.2) ? TreeValue("nil", nil) : random.image())
        case 14:
            (
                "contentsGravity",
                random.name([
                    "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", "topRight",
                    "bottomLeft", "bottomRight",
                ])
            )
        case 15: ("contentsRect", random.rect(0...0.5, 0.1...1))
        case 16: ("contentsScale", random.plain(random.pick([1, 2, 0.5])))
        case 17: ("contentsCenter", random.rect(0...0.4, 0...0.6))
        case 18: (random.pick(["minificationFilter", "magnificationFilter"]), random.name(["linear", "nearest", "trilinear"]))
        case 19: ("backgroundColor", random.colorOrNil())
        case 20, 21: ("cornerRadius", random.value(0...25))
        case 22: ("maskedCorners", random.plain(Double(random.int(0...15))))
        case 23: ("cornerCurve", random.name(["circular", "continuous"]))
        case 24: ("borderWidth", random.value(0...6))
        case 25: ("borderColor", random.colorOrNil())
        case 26: ("shadowOpacity", random.value(0...1))
        case 27: ("shadowRadius", random.value(0...8))
        case 28: ("shadowOffset", random.size(-8...8))
        case 29: ("shadowPath", random.chance(0.3) ? TreeValue("nil", nil) : random.path())
        case 30: ("shadowColor", random.colorOrNil())
        case 31: ("filters", random.filters())
        case 32: ("backgroundFilters", random.filters())
        case 33:
            (
                "compositingFilter",
                random.chance(0.2)
                    ? TreeValue("nil", nil)
                    : random.name([
                        "multiplyBlendMode", "screenBlendMode", "differenceBlendMode", "hueBlendMode", "xor", "plusL", "destOut",
                        "sourceIn", "copy",
                    ])
            )
        case 34: random.chance(0.5) ? ("shouldRasterize", random.bool()) : ("rasterizationScale", random.plain(random.pick([0.5, 1, 2])))
        case 35: random.chance(0.5) ? ("allowsGroupOpacity", random.bool()) : ("contentsMultiplyColor", random.colorOrNil())
        default:
            random.chance(0.5)
                ? ("edgeAntialiasingMask", random.plain(Double(random.int(0...15)))) : ("allowsEdgeAntialiasing", random.bool())
        }
    }

    private mutating func own(_ kind: TreeKind) -> (String, TreeValue)? {
        switch kind {
        case .layer, .transform, .tiled: return nil
        case .shape:
            switch random.int(0...9) {
            case 0: return ("path", random.chance(0.1) ? TreeValue("nil", nil) : random.path())
            case 1: return ("fillColor", random.colorOrNil())
            case 2, 3: return ("strokeColor", random.colorOrNil())
            case 4: return ("lineWidth", random.value(0...8))
            case 5: return (random.pick(["strokeStart", "strokeEnd"]), random.value(0...1))
            case 6: return ("lineDashPattern", random.chance(0.3) ? TreeValue("nil", nil) : random.numbers(1...9, count: 1...3))
            case 7: return ("lineCap", random.name(["butt", "round", "square"]))
            case 8: return ("lineJoin", random.name(["miter", "round", "bevel"]))
            default: return ("fillRule", random.name(["non-zero", "even-odd"]))
            }
        case .gradient:
            switch random.int(0...4) {
            case 0: return ("colors", random.colors())
            case 1: return ("locations", random.chance(0.3) ? TreeValue("nil", nil) : random.numbers(0...1, count: 1...4, sorted: true))
            case 2: return ("startPoint", random.point(-0.5...1.5))
            case 3: return ("endPoint", random.point(-0.5...1.5))
            default: return ("type", random.name(["axial", "radial", "conic"]))
            }
        case .text:
            switch random.int(0...3) {
            case 0: return ("string", random.name(["Ag", "longer than that", "Ω"]))
            case 1: return ("foregroundColor", random.color())
            case 2: return ("wrapped", random.bool())
            default: return ("alignmentMode", random.name(["left", "right", "center", "justified"]))
            }
        case .replicator:
            switch random.int(0...5) {
            case 0: return ("instanceCount", random.plain(Double(random.int(0...4))))
            case 1: return ("instanceDelay", random.value(-0.5...0.5))
            case 2: return ("instanceTransform", random.transform())
            case 3: return ("instanceColor", random.colorOrNil())
            case 4:
                return (
                    random.pick(["instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset"]),
                    random.value(-1...1)
                )
            default: return ("preservesDepth", random.bool())
            }
        case .scroll: return ("bounds.origin", random.point(-10...30))
        case .emitter:
            switch random.int(0...7) {
            case 0: return ("emitterPosition", random.point(0...50))
            case 1: return ("emitterSize", random.size(0...40))
            case 2: return ("emitterShape", random.name(["point", "line", "rectangle", "circle", "sphere", "cuboid"]))
            case 3: return ("renderMode", random.name(["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]))
            case 4: return ("birthRate", random.value(0...3))
            case 5: return ("seed", random.plain(Double(random.int(0...9))))
            case 6: return ("beginTime", random.value(0...1))
            default: return (random.pick(["velocity", "scale", "spin"]), random.value(0...2))
            }
        }
    }

    // MARK: Animations

    private mutating func animate() {
        let id = notRoot(), kind = kinds[id] ?? .layer, key = random.pick(["a", "b"])
        let duration = random.pick([0.1, 0.3, 1]), delay = random.chance(0.3) ? random.number(0...0.5) : 0
        let fill = random.pick(["removed", "removed", "both", "forwards", "backwards"]), stays = random.chance(0.3),
            reverses = random.chance(0.2)
        let text = "\(duration) s\(delay == 0 ? "" : " after \(delay)") fill \(fill)\(stays ? " stays" : "")\(reverses ? " and back" : "")"
        func timed(_ animation: CAAnimation) -> CAAnimation {
            animation.duration = duration
            if delay > 0 { animation.beginTime = CACurrentMediaTime() + delay }
            animation.fillMode = CAMediaTimingFillMode(rawValue: fill)
            animation.isRemovedOnCompletion = !stays
            animation.autoreverses = reverses
            return animation
        }
        if random.chance(0.15) {
            let type = random.pick(["fade", "push", "moveIn", "reveal"]),
                from = random.pick(["fromLeft", "fromRight", "fromTop", "fromBottom"])
            put(
                .animate(
                    id, "transition",
                    TreeAnimation(description: "\(type) \(from) \(text)") {
                        let transition = CATransition()
                        transition.type = CATransitionType(rawValue: type)
                        transition.subtype = CATransitionSubtype(rawValue: from)
                        return timed(transition)
                    }))
            return
        }
        let (path, first) = animated(kind), (_, second) = again(path, kind), (_, third) = again(path, kind)
        switch random.int(0...3) {
        case 0, 1:
            let spring = random.chance(0.2)
            put(
                .animate(
                    id, key,
                    TreeAnimation(description: "\(spring ? "spring" : "basic") \(path) from \(first) to \(second) \(text)") {
                        let animation = spring ? CASpringAnimation(keyPath: path) : CABasicAnimation(keyPath: path)
                        animation.fromValue = first.make()
                        animation.toValue = second.make()
                        return timed(animation)
                    }))
        default:
            let mode = random.pick(["linear", "discrete", "cubic"])
            put(
                .animate(
                    id, key,
                    TreeAnimation(description: "keyframes \(path) \(mode) \([first, second, third]) \(text)") {
                        let animation = CAKeyframeAnimation(keyPath: path)
                        animation.values = [first, second, third].map { ($0.make() ?? NSNull()) as Any }
                        animation.calculationMode = CAAnimationCalculationMode(rawValue: mode)
                        return timed(animation)
                    }))
        }
    }

    private mutating func animated(_ kind: TreeKind) -> (String, TreeValue) {
        if random.chance(0.4) {
            switch kind {
            case .shape: return again(random.pick(["strokeEnd", "lineWidth", "fillColor", "lineDashPhase"]), kind)
            case .gradient: return again(random.pick(["startPoint", "endPoint", "locations"]), kind)
            case .replicator:
                return again(
                    random.pick(["instanceCount", "instanceDelay", "instanceTransform", "instanceColor", "instanceAlphaOffset"]), kind)
            case .emitter: return again(random.pick(["emitterPosition", "birthRate", "emitterSize"]), kind)
            case .scroll: return again("bounds.origin", kind)
            default: break
            }
        }
        return again(
            random.pick([
                "position", "opacity", "opacity", "hidden", "transform", "transform.rotation.z", "transform.scale", "bounds", "bounds.size",
                "backgroundColor",
                "cornerRadius", "borderWidth", "shadowOpacity", "shadowRadius", "shadowOffset", "zPosition", "sublayerTransform",
                "contentsRect",
                "contents", "anchorPoint", "borderColor", "shadowColor",
            ]), kind)
    }

    private mutating func again(_ path: String, _ kind: TreeKind) -> (String, TreeValue) {
        let value: TreeValue =
            switch path {
            case "position", "emitterPosition", "bounds.origin": random.point(-10...60)
            case "anchorPoint", "startPoint", "endPoint": random.point(0...1)
            case "opacity", "shadowOpacity", "strokeEnd", "instanceAlphaOffset": random.value(0...1)
            case "hidden": random.bool()
            case "transform", "sublayerTransform", "instanceTransform": random.transform()
            case "transform.rotation.z": random.value(-4...4)
            case "transform.scale", "birthRate": random.value(0...2)
            case "bounds": random.rect(-10...10, 0...60)
            case "bounds.size", "shadowOffset", "emitterSize": random.size(0...40)
            case "backgroundColor", "borderColor", "shadowColor", "fillColor", "instanceColor": random.color()
            case "contentsRect": random.rect(0...0.5, 0.1...1)
            case "contents": random.image()
            case "locations": random.numbers(0...1, count: 2...2, sorted: true)
            case "instanceCount": random.plain(Double(random.int(0...4)))
            case "instanceDelay": random.value(0...0.4)
            default: random.value(0...12)
            }
        return (path, value)
    }
}
