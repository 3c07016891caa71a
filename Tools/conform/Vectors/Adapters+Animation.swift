import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let animation: [Adapter] = basics + springs + keyframes + interpolations + transitions

    // MARK: basic, additive

    /// The property that takes values of the shape: numbers go to zPosition, pairs to position.
    private static func property(_ json: JSON?) -> String {
        switch json?.numbers?.count {
        case 2?: "position";
        case 4?: "bounds";
        default: json?.text == nil ? "zPosition" : "transform"
        }
    }

    private static func boxed(_ json: JSON?, _ key: String) throws -> Any? {
        guard let json else { return nil }
        return try LayerMaking.value(json, kind: LayerMaking.kind(key))
    }

    private static let basics: [Adapter] = [
        Adapter("basic", ["model", "t"], optional: ["duration", "fromValue", "toValue", "byValue"], basic),
        Adapter(
            "additive", ["model", "t"],
            optional: [
                "duration", "fromValue", "toValue", "byValue", "additive", "cumulative", "repeatCount", "autoreverses", "speed",
                "timeOffset",
            ], basic),
        Adapter("basic", ["duration", "transactionDuration", "query"]) { input in
            let stage = Stage()
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.duration = try input.need("duration")
            return stage.turn {
                CATransaction.begin()
                if let duration = input["transactionDuration"]?.number { CATransaction.setAnimationDuration(duration) }
                stage.layer.add(animation, forKey: "a")
                let stored = stage.layer.animation(forKey: "a")?.duration
                CATransaction.commit()
                return JSON.any(stored.map { NSNumber(value: $0) })
            }
        },
        Adapter("additive", ["model", "value", "additive", "query"]) { input in
            let animation = CABasicAnimation(keyPath: "transform")
            let value = try Expression.transform(input["value"] ?? .null)
            animation.fromValue = value
            animation.toValue = value
            animation.isAdditive = input["additive"]?.flag ?? false
            animation.duration = 1
            let model = try Expression.transform(input["model"] ?? .null)
            let stage = Stage { $0.transform = model }
            stage.turn { stage.layer.add(animation, forKey: "tried") }
            stage.advance(to: 0.5)
            return try elements(stage.layer.presentation()?.transform, try input.needText("query"))
        },
    ]

    @Sendable private static func basic(_ input: JSON) throws -> JSON {
        let key = property(input["model"])
        let animation = CABasicAnimation(keyPath: key)
        animation.fromValue = try boxed(input["fromValue"], key)
        animation.toValue = try boxed(input["toValue"], key)
        animation.byValue = try boxed(input["byValue"], key)
        animation.duration = try input["duration"].map { try Expression.number($0) } ?? 1
        if let flag = input["additive"]?.flag { animation.isAdditive = flag }
        if let flag = input["cumulative"]?.flag { animation.isCumulative = flag }
        if let flag = input["autoreverses"]?.flag { animation.autoreverses = flag }
        if input["repeatCount"] != nil { animation.repeatCount = Float(try input.need("repeatCount")) }
        if input["speed"] != nil { animation.speed = Float(try input.need("speed")) }
        if input["timeOffset"] != nil { animation.timeOffset = try input.need("timeOffset") }
        let model = try boxed(input["model"], key)
        return try Stage.play(animation, at: try input.need("t"), read: key) { $0.setValue(model, forKey: key) }
    }

    /// The elements of a matrix that a query names: `m11,m12` or `presentation m12,m21`.
    private static func elements(_ transform: CATransform3D?, _ query: String) throws -> JSON {
        guard let transform else { throw Unsupported("nothing shows") }
        let names = query.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init).filter { $0.hasPrefix("m") }
        let values = try names.map { name -> JSON in
            guard let path = Expression.element(name) else { throw Unsupported("the query \(query) can't be read") }
            return .number(Double(transform[keyPath: path]))
        }
        return values.count == 1 ? values[0] : .array(values)
    }

    // MARK: spring

    private static func spring(_ input: JSON) throws -> CASpringAnimation {
        if let duration = input["perceptualDuration"] {
            return CASpringAnimation(perceptualDuration: try Expression.number(duration), bounce: CGFloat(try input.need("bounce")))
        }
        let spring = CASpringAnimation(keyPath: "zPosition")
        spring.mass = CGFloat(try input.need("mass"))
        spring.stiffness = CGFloat(try input.need("stiffness"))
        spring.damping = CGFloat(try input.need("damping"))
        spring.initialVelocity = CGFloat(try input.need("initialVelocity"))
        if let flag = input["allowsOverdamping"]?.flag { spring.allowsOverdamping = flag }
        return spring
    }

    private static let springs: [Adapter] = [
        Adapter("spring", ["perceptualDuration", "bounce", "query"]) { input in
            let spring = try spring(input)
            switch try input.needText("query") {
            case "[mass,stiffness,damping]": return .list([Double(spring.mass), Double(spring.stiffness), Double(spring.damping)])
            case "allowsOverdamping": return .bool(spring.allowsOverdamping)
            case "duration": return .number(spring.duration)
            case "settlingDuration": return .number(spring.settlingDuration)
            case let other: return JSON.any(spring.value(forKey: other))
            }
        },
        Adapter(
            "spring", ["fromValue", "toValue", "t"],
            optional: ["mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping", "perceptualDuration", "bounce"]
        ) { input in
            let spring = try spring(input)
            spring.keyPath = "zPosition"
            spring.fromValue = NSNumber(value: try input.need("fromValue"))
            spring.toValue = NSNumber(value: try input.need("toValue"))
            let t = try input.need("t")
            spring.duration = max(spring.settlingDuration.isFinite ? spring.settlingDuration : 0, t + 1)
            return try Stage.play(spring, at: t, read: "zPosition") { _ in }
        },
        Adapter(
            "spring-settling", [],
            optional: ["mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping", "perceptualDuration", "bounce"]
        ) { input in
            .number(try spring(input).settlingDuration)
        },
    ]

    // MARK: keyframe

    private static func keyframe(_ input: JSON, _ key: String) throws -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: key)
        func numbers(_ key: String) -> [NSNumber]? { input[key]?.numbers?.map { NSNumber(value: $0) } }
        animation.values = try input["values"]?.array?.compactMap { try LayerMaking.value($0, kind: LayerMaking.kind(key)) }
        animation.keyTimes = numbers("keyTimes")
        animation.tensionValues = numbers("tensionValues")
        animation.continuityValues = numbers("continuityValues")
        animation.biasValues = numbers("biasValues")
        if let mode = (input["calculationMode"] ?? input["mode"])?.text {
            animation.calculationMode = CAAnimationCalculationMode(rawValue: mode)
        }
        if let mode = input["rotationMode"]?.text { animation.rotationMode = CAAnimationRotationMode(rawValue: mode) }
        animation.timingFunctions = input["timingFunctions"]?.array?.compactMap {
            $0.text.map { CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: $0)) }
        }
        if let text = input["path"]?.text { animation.path = CGPath(svg: text) }
        animation.duration = 1
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        return animation
    }

    private static let keyframes: [Adapter] = [
        Adapter(
            "keyframe", ["values", "calculationMode", "t"],
            optional: ["keyTimes", "tensionValues", "continuityValues", "biasValues", "timingFunctions"]
        ) { input in
            let key = property(input["values"]?.array?.first)
            return try Stage.play(try keyframe(input, key), at: try input.need("t"), read: key) { _ in }
        },
        Adapter("path-keyframe", ["path", "keyPath", "t"], optional: ["mode", "keyTimes", "timingFunctions"]) { input in
            let key = try input.needText("keyPath")
            return try Stage.play(try keyframe(input, key), at: try input.need("t"), read: key) { _ in }
        },
        Adapter("path-keyframe", ["path", "rotationMode", "query"], optional: ["modelTransform", "mode", "t"]) { input in
            let model = try input["modelTransform"].map { try Expression.transform($0) } ?? CATransform3DIdentity
            let stage = Stage { $0.transform = model }
            let animation = try keyframe(input, "position")
            stage.turn { stage.layer.add(animation, forKey: "tried") }
            stage.advance(to: try input["t"].map { try Expression.number($0) } ?? 0.5)
            let query = try input.needText("query")
            guard let shown = stage.layer.presentation()?.transform else { throw Unsupported("nothing shows") }
            let angle = Double(atan2(shown.m12, shown.m11))
            switch query {
            case "angle": return .number(angle)
            case "abs(angle)": return .number(abs(angle))
            default: return try elements(shown, query)
            }
        },
    ]

    // MARK: interpolation

    private static let interpolations: [Adapter] = [
        Adapter("interpolation", ["fromRows", "toRows", "f", "order"]) { input in
            let animation = CABasicAnimation(keyPath: "transform")
            animation.fromValue = try Expression.transform(input["fromRows"]?.numbers ?? [])
            animation.toValue = try Expression.transform(input["toRows"]?.numbers ?? [])
            let stage = try half(animation, input)
            return try elements(stage.layer.presentation()?.transform, try input.needText("order"))
        },
        Adapter("interpolation", ["kind", "from", "to", "f"], optional: ["order"]) { input in
            let key: String
            switch try input.needText("kind") {
            case "number": key = "zPosition"
            case "point": key = "position"
            case "size": key = "shadowOffset"
            case "rect": key = "bounds"
            case "color": key = "backgroundColor"
            case "Bool": key = "hidden"
            case "CATransform3D": key = "transform"
            case "String": key = "contentsGravity"
            case let other: throw Unsupported("interpolation of \(other)")
            }
            // Strings that the property does not take stand for two that it does.
            let words = ["a": "left", "b": "right"]
            func value(_ json: JSON?) throws -> Any? {
                if key == "contentsGravity" { return words[json?.text ?? ""] }
                return try boxed(json, key)
            }
            let animation = CABasicAnimation(keyPath: key)
            animation.fromValue = try value(input["from"])
            animation.toValue = try value(input["to"])
            let stage = try half(animation, input)
            if let order = input["order"]?.text { return try elements(stage.layer.presentation()?.transform, order) }
            let shown = JSON.any(stage.shown(key))
            return words.first { $0.value == shown.text }.map { .string($0.key) } ?? shown
        },
    ]

    private static func half(_ animation: CABasicAnimation, _ input: JSON) throws -> Stage {
        animation.duration = 1
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        let stage = Stage()
        stage.turn { stage.layer.add(animation, forKey: "tried") }
        stage.advance(to: try input.need("f"))
        return stage
    }
}
