import AVFoundation
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let defaults: [Adapter] = [
        Adapter("default", ["cls", "property"], optional: ["platform"]) { input in
            let name = try input.needText("property")
            let key = keyName(name)
            let cls = try input.needText("cls")
            if let platform = input["platform"]?.text, platform.hasPrefix("iOS,") || platform == "iOS" {
                throw Unsupported("the iOS flavour is a host's choice; layers follow macOS")
            }
            if let entry = layerClasses[cls] { return try layerDefault(entry.make(), key) }
            if let animation = animationClasses[cls]?() { return JSON.any(animation.value(forKey: key)) }
            if cls == "CAEmitterCell" { return JSON.any(CAEmitterCell().value(forKey: key)) }
            if cls == "UIViewPropertyAnimator" { return try MainActor.assumeIsolated { try animatorDefault(name) } }
            switch (cls, name) {
            case ("CADisplayLink", "isPaused"): return .bool(CADisplayLink { _ in }.isPaused)
            case ("CADisplayLink", "preferredFramesPerSecond"): return .number(Double(CADisplayLink { _ in }.preferredFramesPerSecond))
            case ("CADisplayLink", "frameInterval"): return .number(Double(CADisplayLink { _ in }.frameInterval))
            case ("CADisplayLink", "preferredFrameRateRange"):
                let range = CADisplayLink { _ in }.preferredFrameRateRange
                return .array([.number(Double(range.minimum)), .number(Double(range.maximum)), .number(Double(range.preferred ?? 0))])
            case ("CATransaction", "animationDuration"): return .number(CATransaction.animationDuration())
            case ("CATransaction", "disableActions"): return .bool(CATransaction.disableActions())
            case ("CATransaction", "completionBlock"): return CATransaction.completionBlock() == nil ? .null : .string("a block")
            case ("CATransaction", "animationTimingFunction"):
                return CATransaction.animationTimingFunction() == nil ? .null : .string("a function")
            case ("CADisplayLink", _): throw Unsupported("CADisplayLink has no \(name)")
            case ("CAMetalLayer", _): throw Unsupported("there is no Metal on Linux, and no CAMetalLayer: FrameQueueLayer stands in")
            default: throw Unsupported("Agate has no \(cls)")
            }
        },
        Adapter("default", ["cls", "method"]) { input in
            if try input.needText("cls") == "CATiledLayer", try input.needText("method") == "fadeDuration()" {
                return .number(CATiledLayer.fadeDuration())
            }
            guard try input.needText("cls") == "CALayer" else { throw Unsupported("\(try input.needText("cls")) has no such method") }
            switch try input.needText("method") {
            case "animationKeys() with none": return JSON.any(CALayer().animationKeys())
            case "presentation() before commit": return CALayer().presentation() == nil ? .null : .string("a layer")
            case let other: throw Unsupported("there is no \(other)")
            }
        },
        Adapter("default", ["cls", "method", "key"], optional: ["platform", "state"]) { input in
            let cls = try input.needText("cls")
            let key = try input.needText("key")
            let method = try input.needText("method")
            if method == "defaultValue(forKey:)", let animation = animationClasses[cls]?() {
                return JSON.any(type(of: animation).defaultValue(forKey: key))
            }
            if cls == "CAEmitterCell", method == "defaultValue(forKey:)" { return JSON.any(CAEmitterCell.defaultValue(forKey: key)) }
            guard let entry = layerClasses[cls] else { throw Unsupported("Agate has no \(cls)") }
            switch method {
            case "defaultValue(forKey:)": return JSON.any(entry.type.defaultValue(forKey: key))
            case "needsDisplay(forKey:)": return .bool(entry.type.needsDisplay(forKey: key))
            case "shouldArchiveValue(forKey:)":
                guard input["state"]?.text ?? "fresh" == "fresh" else { throw Unsupported("another state than fresh") }
                return .bool(entry.make().shouldArchiveValue(forKey: key))
            case let other: throw Unsupported("there is no \(other)")
            }
        },
    ]

    /// The key of a Swift property: `isHidden` is `hidden`.
    private static func keyName(_ name: String) -> String {
        guard name.hasPrefix("is"), let third = name.dropFirst(2).first, third.isUppercase else { return name }
        return third.lowercased() + name.dropFirst(3)
    }

    /// Properties that are no keys of the table.
    private static func layerDefault(_ layer: CALayer, _ key: String) throws -> JSON {
        switch key {
        case "superlayer": layer.superlayer == nil ? .null : .string("a layer")
        case "mask": layer.mask == nil ? .null : .string("a layer")
        case "sublayers": layer.sublayers == nil ? .null : .string("layers")
        case "delegate": layer.delegate == nil ? .null : .string("a delegate")
        case "style": layer.style == nil ? .null : .string("a dictionary")
        case "actions": layer.actions == nil ? .null : .string("a dictionary")
        case "videoGravity": .string((layer as? AVPlayerLayer)?.videoGravity.rawValue ?? "none")
        case "presentsWithTransaction" where layer is CAEAGLLayer: .bool((layer as? CAEAGLLayer)?.presentsWithTransaction ?? false)
        case "drawableProperties" where layer is CAEAGLLayer: drawableProperties(layer)
        case "autoresizingMask": .number(Double(layer.autoresizingMask.rawValue))
        default: JSON.any(layer.value(forKey: key))
        }
    }

    private static func drawableProperties(_ layer: CALayer) -> JSON {
        guard let properties = (layer as? CAEAGLLayer)?.drawableProperties else { return .null }
        return .object(Dictionary(properties.map { ("\($0.key)", JSON.any($0.value)) }) { first, _ in first })
    }

    private static let layerClasses: [String: (type: CALayer.Type, make: @Sendable () -> CALayer)] = [
        "CALayer": (CALayer.self, { CALayer() }), "CAShapeLayer": (CAShapeLayer.self, { CAShapeLayer() }),
        "CAGradientLayer": (CAGradientLayer.self, { CAGradientLayer() }),
        "CAReplicatorLayer": (CAReplicatorLayer.self, { CAReplicatorLayer() }),
        "CATransformLayer": (CATransformLayer.self, { CATransformLayer() }), "CAScrollLayer": (CAScrollLayer.self, { CAScrollLayer() }),
        "CAEmitterLayer": (CAEmitterLayer.self, { CAEmitterLayer() }),
        "CATiledLayer": (CATiledLayer.self, { CATiledLayer() }), "CATextLayer": (CATextLayer.self, { CATextLayer() }),
        "AVPlayerLayer": (AVPlayerLayer.self, { AVPlayerLayer() }), "CAEAGLLayer": (CAEAGLLayer.self, { CAEAGLLayer() }),
    ]

    private static let animationClasses: [String: @Sendable () -> CAAnimation] = [
        "CAAnimation": { CAAnimation() }, "CAPropertyAnimation": { CAPropertyAnimation() }, "CABasicAnimation": { CABasicAnimation() },
        "CASpringAnimation": { CASpringAnimation() }, "CAKeyframeAnimation": { CAKeyframeAnimation() },
        "CAAnimationGroup": { CAAnimationGroup() },
        "CATransition": { CATransition() },
    ]
}
