import CoreGraphics
import Foundation
import QuartzCore

/// An animation of a scene, described by the names of Core Animation's properties. `from`, `to` and `by` are short for the values of a
/// basic animation, `begin` for its begin time.
struct SceneAnimation {
    let json: JSON
    /// The scene's timing function, for animations without one.
    let timingFunction: JSON?
    /// The scene's last time, which is the duration of animations without one.
    let end: Double

    /// The layer's name, if the animation names one.
    var layer: String? { json["layer"]?.text }

    func make() throws -> CAAnimation {
        guard let keyPath = json["keyPath"]?.text else { throw Unsupported("an animation without a key path") }
        let animation = try property(keyPath)
        animation.isAdditive = json["additive"]?.flag ?? false
        animation.isCumulative = json["cumulative"]?.flag ?? false
        if let function = json["timingFunction"] ?? timingFunction { animation.timingFunction = try Self.function(function) }
        try time(animation)
        return animation
    }

    private func property(_ keyPath: String) throws -> CAPropertyAnimation {
        let kind = LayerMaking.kind(path: keyPath)
        if let values = json["values"]?.array {
            let keyframes = keyframes(keyPath)
            keyframes.values = try values.compactMap { try LayerMaking.value($0, kind: kind) }
            return keyframes
        }
        if let path = json["path"]?.text {
            let keyframes = keyframes(keyPath)
            keyframes.path = CGPath(svg: path)
            return keyframes
        }
        func value(_ names: String...) throws -> Any? {
            try names.lazy.compactMap { json[$0] }.first.flatMap { try LayerMaking.value($0, kind: kind) }
        }
        let basic = spring(keyPath) ?? CABasicAnimation(keyPath: keyPath)
        basic.fromValue = try value("from", "fromValue")
        basic.toValue = try value("to", "toValue")
        basic.byValue = try value("by", "byValue")
        return basic
    }

    private func keyframes(_ keyPath: String) -> CAKeyframeAnimation {
        let keyframes = CAKeyframeAnimation(keyPath: keyPath)
        keyframes.keyTimes = json["keyTimes"]?.numbers?.map { NSNumber(value: $0) }
        if let mode = json["calculationMode"]?.text { keyframes.calculationMode = CAAnimationCalculationMode(rawValue: mode) }
        if let mode = json["rotationMode"]?.text { keyframes.rotationMode = CAAnimationRotationMode(rawValue: mode) }
        keyframes.timingFunctions = json["timingFunctions"]?.array?.compactMap { try? Self.function($0) }
        return keyframes
    }

    /// A spring animation, if the scene gives one of its constants.
    private func spring(_ keyPath: String) -> CASpringAnimation? {
        let names = ["mass", "stiffness", "damping", "initialVelocity"]
        guard names.contains(where: { json[$0] != nil }) else { return nil }
        let spring = CASpringAnimation(keyPath: keyPath)
        if let mass = json["mass"]?.number { spring.mass = mass }
        if let stiffness = json["stiffness"]?.number { spring.stiffness = stiffness }
        if let damping = json["damping"]?.number { spring.damping = damping }
        if let velocity = json["initialVelocity"]?.number { spring.initialVelocity = velocity }
        return spring
    }

    private func time(_ animation: CAAnimation) throws {
        func count(_ name: String) -> Double? { json[name].flatMap { $0.text == "inf" ? .infinity : $0.number } }
        animation.duration = json["duration"]?.number ?? end
        animation.autoreverses = json["autoreverses"]?.flag ?? false
        if let repeats = count("repeatCount") { animation.repeatCount = Float(repeats) }
        if let repeats = count("repeatDuration") { animation.repeatDuration = repeats }
        if let speed = json["speed"]?.number { animation.speed = Float(speed) }
        if let offset = json["timeOffset"]?.number { animation.timeOffset = offset }
        if let begin = (json["begin"] ?? json["beginTime"])?.number { animation.beginTime = begin }
        animation.fillMode = json["fillMode"]?.text.map { CAMediaTimingFillMode(rawValue: $0) } ?? .both
        animation.isRemovedOnCompletion = false
    }

    /// A timing function of four numbers, or by its name: `easeIn`, or the constant of Objective-C.
    static func function(_ json: JSON) throws -> CAMediaTimingFunction? {
        if json == .null { return nil }
        if let n = json.numbers, n.count == 4 {
            return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
        }
        let long = "kCAMediaTimingFunction"
        let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
        let word = json.text.map { $0.hasPrefix(long) ? String($0.dropFirst(long.count)) : $0 }?.lowercased()
        guard let name = names.first(where: { $0.rawValue.lowercased() == word }) ?? (word == "easeinout" ? .easeInEaseOut : nil) else {
            throw Unsupported("the timing function \(json) can't be read")
        }
        return CAMediaTimingFunction(name: name)
    }
}
