import Agate
import Foundation

/// Scripts by seed: a tree of all kinds of layers, and some steps of changes with pictures between them.
struct RandomTree {
    private var dice: TreeDice
    private var script = TreeScript()
    private var kinds: [Int: TreeKind] = [0: .layer]
    private var next = 1

    static func script(seed: UInt64) -> TreeScript {
        var tree = RandomTree(dice: TreeDice(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 99))
        tree.build()
        return tree.script
    }

    private init(dice: TreeDice) { self.dice = dice }

    private mutating func build() {
        script.scale = dice.pick([1, 1, 1, 2, 1.5])
        script.flipped = dice.chance(0.8)
        for _ in 0..<dice.int(1...7) { grow() }
        put(.show(dice.pick([0, 0, 0.125]), frames: 0))
        for _ in 0..<dice.int(1...4) {
            if dice.chance(0.5) { put(.begin(duration: dice.pick([0.1, 0.25, 1]), disableActions: dice.chance(0.5))) }
            for _ in 0..<dice.int(1...4) { change() }
            put(dice.chance(0.8) ? .commit : .turn)
            put(.show(dice.pick([0, 0.05, 0.125, 0.3, dice.number(0...1.5)]), frames: dice.pick([0, 0, 1, 2])))
        }
    }

    private mutating func put(_ step: TreeStep) { script.steps.append(step) }
    private mutating func any() -> Int { dice.int(0...(next - 1)) }
    private mutating func notRoot() -> Int { dice.int(min(1, next - 1)...(next - 1)) }

    private mutating func grow() {
        let kind = dice.chance(0.35) ? TreeKind.layer : dice.pick(TreeKind.allCases), id = next
        let parent = dice.chance(0.4) ? 0 : any()
        next += 1
        kinds[id] = kind
        put(.make(id, kind))
        put(.set(id, "position", dice.point(0...50)))
        put(.set(id, "bounds", dice.rect(dice.chance(0.2) ? -10...10 : 0...0, 0...50)))
        if kind != .transform, dice.chance(0.6) { put(.set(id, "backgroundColor", dice.color())) }
        needs(id, kind)
        for _ in 0..<dice.int(0...4) { set(id) }
        if dice.chance(0.15), parent != 0 { put(.mask(id, of: parent)) } else { put(.add(id, to: parent, at: dice.int(0...9))) }
    }

    /// What a kind shows nothing without.
    private mutating func needs(_ id: Int, _ kind: TreeKind) {
        switch kind {
        case .shape:
            put(.set(id, "path", dice.path()))
            put(.set(id, "fillColor", dice.colorOrNil()))
        case .gradient: put(.set(id, "colors", dice.colors()))
        case .text:
            put(.set(id, "string", dice.name(["Ag", "two words", "x\ny", "αβγ"])))
            put(.set(id, "fontSize", dice.value(5...20)))
        case .replicator:
            put(.set(id, "instanceCount", dice.plain(Double(dice.int(0...4)))))
            put(.set(id, "instanceTransform", dice.transform()))
        case .emitter:
            put(.set(id, "emitterCells", dice.cells()))
            put(.set(id, "emitterPosition", dice.point(0...40)))
        case .tiled:
            put(.set(id, "tileSize", dice.size(8...40)))
        case .layer, .transform, .scroll: break
        }
    }

    // MARK: Changes

    private mutating func change() {
        switch dice.int(0...19) {
        case 0, 1: grow()
        case 2: put(.remove(notRoot()))
        case 3: put(.add(notRoot(), to: any(), at: dice.int(0...9)))
        case 4: put(.replace(notRoot(), with: notRoot()))
        case 5:
            let id = notRoot()
            put(.mask(dice.chance(0.4) ? nil : notRoot(), of: id))
        case 6, 7, 8: animate()
        case 9: put(.stop(notRoot(), dice.pick(["a", "b", "position", "opacity"])))
        case 10, 11: put(.set(notRoot(), "hidden", dice.bool()))
        case 12, 13: put(.set(notRoot(), "opacity", dice.plain(dice.pick([0, 0, 1, 0.5]))))
        case 14: put(.turn)
        default: set(notRoot())
        }
    }

    private mutating func set(_ id: Int) {
        let (key, value) = property(kinds[id] ?? .layer)
        put(.set(id, key, value))
    }

    private mutating func property(_ kind: TreeKind) -> (String, TreeValue) {
        if dice.chance(0.4), let own = own(kind) { return own }
        if kind == .transform { return common(0...10) }
        return common(0...36)
    }

    private mutating func common(_ range: ClosedRange<Int>) -> (String, TreeValue) {
        switch dice.int(range) {
        case 0: ("position", dice.point(-10...70))
        case 1: ("bounds", dice.rect(-10...10, 0...60))
        case 2: ("zPosition", dice.value(-20...20))
        case 3: ("anchorPoint", dice.point(-0.5...1.5))
        case 4: ("anchorPointZ", dice.value(-10...10))
        case 5, 6: ("transform", dice.transform())
        case 7: ("sublayerTransform", dice.transform())
        case 8: ("opacity", dice.value(0...1))
        case 9: ("hidden", dice.bool())
        case 10: dice.chance(0.3) ? ("speed", dice.plain(dice.pick([0, 0.5, 2, -1]))) : dice.chance(0.5) ? ("timeOffset", dice.value(-1...1)) : ("geometryFlipped", dice.bool())
        case 11: ("doubleSided", dice.bool())
        case 12: ("masksToBounds", dice.bool())
        case 13: ("contents", dice.chance(0.2) ? TreeValue("nil", nil) : dice.image())
        case 14: ("contentsGravity", dice.name(["resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight"]))
        case 15: ("contentsRect", dice.rect(0...0.5, 0.1...1))
        case 16: ("contentsScale", dice.plain(dice.pick([1, 2, 0.5])))
        case 17: ("contentsCenter", dice.rect(0...0.4, 0...0.6))
        case 18: (dice.pick(["minificationFilter", "magnificationFilter"]), dice.name(["linear", "nearest", "trilinear"]))
        case 19: ("backgroundColor", dice.colorOrNil())
        case 20, 21: ("cornerRadius", dice.value(0...25))
        case 22: ("maskedCorners", dice.plain(Double(dice.int(0...15))))
        case 23: ("cornerCurve", dice.name(["circular", "continuous"]))
        case 24: ("borderWidth", dice.value(0...6))
        case 25: ("borderColor", dice.colorOrNil())
        case 26: ("shadowOpacity", dice.value(0...1))
        case 27: ("shadowRadius", dice.value(0...8))
        case 28: ("shadowOffset", dice.size(-8...8))
        case 29: ("shadowPath", dice.chance(0.3) ? TreeValue("nil", nil) : dice.path())
        case 30: ("shadowColor", dice.colorOrNil())
        case 31: ("filters", dice.filters())
        case 32: ("backgroundFilters", dice.filters())
        case 33: ("compositingFilter", dice.chance(0.2) ? TreeValue("nil", nil) : dice.name(["multiplyBlendMode", "screenBlendMode", "differenceBlendMode", "hueBlendMode", "xor", "plusL", "destOut", "sourceIn", "copy"]))
        case 34: dice.chance(0.5) ? ("shouldRasterize", dice.bool()) : ("rasterizationScale", dice.plain(dice.pick([0.5, 1, 2])))
        case 35: dice.chance(0.5) ? ("allowsGroupOpacity", dice.bool()) : ("contentsMultiplyColor", dice.colorOrNil())
        default: dice.chance(0.5) ? ("edgeAntialiasingMask", dice.plain(Double(dice.int(0...15)))) : ("allowsEdgeAntialiasing", dice.bool())
        }
    }

    private mutating func own(_ kind: TreeKind) -> (String, TreeValue)? {
        switch kind {
        case .layer, .transform, .tiled: return nil
        case .shape:
            switch dice.int(0...9) {
            case 0: return ("path", dice.chance(0.1) ? TreeValue("nil", nil) : dice.path())
            case 1: return ("fillColor", dice.colorOrNil())
            case 2, 3: return ("strokeColor", dice.colorOrNil())
            case 4: return ("lineWidth", dice.value(0...8))
            case 5: return (dice.pick(["strokeStart", "strokeEnd"]), dice.value(0...1))
            case 6: return ("lineDashPattern", dice.chance(0.3) ? TreeValue("nil", nil) : dice.numbers(1...9, count: 1...3))
            case 7: return ("lineCap", dice.name(["butt", "round", "square"]))
            case 8: return ("lineJoin", dice.name(["miter", "round", "bevel"]))
            default: return ("fillRule", dice.name(["non-zero", "even-odd"]))
            }
        case .gradient:
            switch dice.int(0...4) {
            case 0: return ("colors", dice.colors())
            case 1: return ("locations", dice.chance(0.3) ? TreeValue("nil", nil) : dice.numbers(0...1, count: 1...4, sorted: true))
            case 2: return ("startPoint", dice.point(-0.5...1.5))
            case 3: return ("endPoint", dice.point(-0.5...1.5))
            default: return ("type", dice.name(["axial", "radial", "conic"]))
            }
        case .text:
            switch dice.int(0...3) {
            case 0: return ("string", dice.name(["Ag", "longer than that", "Ω"]))
            case 1: return ("foregroundColor", dice.color())
            case 2: return ("wrapped", dice.bool())
            default: return ("alignmentMode", dice.name(["left", "right", "center", "justified"]))
            }
        case .replicator:
            switch dice.int(0...5) {
            case 0: return ("instanceCount", dice.plain(Double(dice.int(0...4))))
            case 1: return ("instanceDelay", dice.value(-0.5...0.5))
            case 2: return ("instanceTransform", dice.transform())
            case 3: return ("instanceColor", dice.colorOrNil())
            case 4: return (dice.pick(["instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset"]), dice.value(-1...1))
            default: return ("preservesDepth", dice.bool())
            }
        case .scroll: return ("bounds.origin", dice.point(-10...30))
        case .emitter:
            switch dice.int(0...7) {
            case 0: return ("emitterPosition", dice.point(0...50))
            case 1: return ("emitterSize", dice.size(0...40))
            case 2: return ("emitterShape", dice.name(["point", "line", "rectangle", "circle", "sphere", "cuboid"]))
            case 3: return ("renderMode", dice.name(["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]))
            case 4: return ("birthRate", dice.value(0...3))
            case 5: return ("seed", dice.plain(Double(dice.int(0...9))))
            case 6: return ("beginTime", dice.value(0...1))
            default: return (dice.pick(["velocity", "scale", "spin"]), dice.value(0...2))
            }
        }
    }

    // MARK: Animations

    private mutating func animate() {
        let id = notRoot(), kind = kinds[id] ?? .layer, key = dice.pick(["a", "b"])
        let duration = dice.pick([0.1, 0.3, 1]), delay = dice.chance(0.3) ? dice.number(0...0.5) : 0
        let fill = dice.pick(["removed", "removed", "both", "forwards", "backwards"]), stays = dice.chance(0.3), reverses = dice.chance(0.2)
        let text = "\(duration) s\(delay == 0 ? "" : " after \(delay)") fill \(fill)\(stays ? " stays" : "")\(reverses ? " and back" : "")"
        func timed(_ animation: CAAnimation) -> CAAnimation {
            animation.duration = duration
            if delay > 0 { animation.beginTime = CACurrentMediaTime() + delay }
            animation.fillMode = CAMediaTimingFillMode(rawValue: fill)
            animation.isRemovedOnCompletion = !stays
            animation.autoreverses = reverses
            return animation
        }
        if dice.chance(0.15) {
            let type = dice.pick(["fade", "push", "moveIn", "reveal"]), from = dice.pick(["fromLeft", "fromRight", "fromTop", "fromBottom"])
            put(.animate(id, "transition", TreeAnimation(description: "\(type) \(from) \(text)") {
                let transition = CATransition()
                transition.type = CATransitionType(rawValue: type)
                transition.subtype = CATransitionSubtype(rawValue: from)
                return timed(transition)
            }))
            return
        }
        let (path, first) = animated(kind), (_, second) = again(path, kind), (_, third) = again(path, kind)
        switch dice.int(0...3) {
        case 0, 1:
            let spring = dice.chance(0.2)
            put(.animate(id, key, TreeAnimation(description: "\(spring ? "spring" : "basic") \(path) from \(first) to \(second) \(text)") {
                let animation = spring ? CASpringAnimation(keyPath: path) : CABasicAnimation(keyPath: path)
                animation.fromValue = first.make()
                animation.toValue = second.make()
                return timed(animation)
            }))
        default:
            let mode = dice.pick(["linear", "discrete", "cubic"])
            put(.animate(id, key, TreeAnimation(description: "keyframes \(path) \(mode) \([first, second, third]) \(text)") {
                let animation = CAKeyframeAnimation(keyPath: path)
                animation.values = [first, second, third].map { $0.make() ?? NSNull() }
                animation.calculationMode = CAAnimationCalculationMode(rawValue: mode)
                return timed(animation)
            }))
        }
    }

    private mutating func animated(_ kind: TreeKind) -> (String, TreeValue) {
        if dice.chance(0.4) {
            switch kind {
            case .shape: return again(dice.pick(["strokeEnd", "lineWidth", "fillColor", "lineDashPhase"]), kind)
            case .gradient: return again(dice.pick(["startPoint", "endPoint", "locations"]), kind)
            case .replicator: return again(dice.pick(["instanceCount", "instanceDelay", "instanceTransform", "instanceColor", "instanceAlphaOffset"]), kind)
            case .emitter: return again(dice.pick(["emitterPosition", "birthRate", "emitterSize"]), kind)
            case .scroll: return again("bounds.origin", kind)
            default: break
            }
        }
        return again(dice.pick([
            "position", "opacity", "opacity", "hidden", "transform", "transform.rotation.z", "transform.scale", "bounds", "bounds.size", "backgroundColor",
            "cornerRadius", "borderWidth", "shadowOpacity", "shadowRadius", "shadowOffset", "zPosition", "sublayerTransform", "contentsRect",
            "contents", "anchorPoint", "borderColor", "shadowColor",
        ]), kind)
    }

    private mutating func again(_ path: String, _ kind: TreeKind) -> (String, TreeValue) {
        let value: TreeValue = switch path {
        case "position", "emitterPosition", "bounds.origin": dice.point(-10...60)
        case "anchorPoint", "startPoint", "endPoint": dice.point(0...1)
        case "opacity", "shadowOpacity", "strokeEnd", "instanceAlphaOffset": dice.value(0...1)
        case "hidden": dice.bool()
        case "transform", "sublayerTransform", "instanceTransform": dice.transform()
        case "transform.rotation.z": dice.value(-4...4)
        case "transform.scale", "birthRate": dice.value(0...2)
        case "bounds": dice.rect(-10...10, 0...60)
        case "bounds.size", "shadowOffset", "emitterSize": dice.size(0...40)
        case "backgroundColor", "borderColor", "shadowColor", "fillColor", "instanceColor": dice.color()
        case "contentsRect": dice.rect(0...0.5, 0.1...1)
        case "contents": dice.image()
        case "locations": dice.numbers(0...1, count: 2...2, sorted: true)
        case "instanceCount": dice.plain(Double(dice.int(0...4)))
        case "instanceDelay": dice.value(0...0.4)
        default: dice.value(0...12)
        }
        return (path, value)
    }
}
