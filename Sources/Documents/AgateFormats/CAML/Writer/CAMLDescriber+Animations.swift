import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension CAMLDescriber {
    /// Returns the animations of a layer. If a part of an animation can't be written, the whole animation is left out, since the rest would
    /// move differently.
    func animations(of layer: CALayer) -> [CAMLObject] {
        var result: [CAMLObject] = []
        var keys: Set<String> = []
        let given = animations.filter { entry in entry.layer === layer && layer.animation(forKey: entry.key) == nil }
        let added =
            layer.currentAnimations.map { ($0.key, $0.animation, $0.beganWhenShown) }
            + given.map { ($0.key, $0.animation, false) }
        for (key, animation, beganWhenShown) in added {
            let name = key ?? (animation as? CAPropertyAnimation)?.keyPath ?? "animation"
            do {
                var object = try self.animation(animation, on: layer)
                // It began when it was first shown, and will do so again.
                if beganWhenShown { object.properties.removeAll { $0.keyPath == "beginTime" } }
                var unique = try writable(name)
                var number = 2
                while !keys.insert(unique).inserted {
                    unique = "\(name)#\(number)"
                    number += 1
                }
                if unique != object.string("keyPath") { object.properties.insert(Self.property("key", .string(unique)), at: 0) }
                result.append(object)
            } catch {
                leftOut(layer, "animations.\(name)", (error as? CAMLNumbers.Refusal)?.reason ?? "\(error)")
            }
        }
        return result
    }

    private func animation(_ animation: CAAnimation, on layer: CALayer, depth: Int = 0) throws -> CAMLObject {
        guard depth < 100 else { throw CAMLNumbers.Refusal(reason: "animation groups are nested more than 100 deep") }
        let animation = (animation as? FunctionAnimation)?.sampled ?? animation
        let standard: CAAnimation
        switch animation {
        case is CATransition: standard = CATransition()
        case is CAAnimationGroup: standard = CAAnimationGroup()
        case is CAKeyframeAnimation: standard = CAKeyframeAnimation()
        case is CASpringAnimation: standard = CASpringAnimation()
        case is CABasicAnimation: standard = CABasicAnimation()
        default: throw CAMLNumbers.Refusal(reason: "documents can't store a \(type(of: animation))")
        }
        var object = CAMLObject(
            className: "\(type(of: standard))", elementName: "animation", id: nil, properties: [], line: 1, column: 1
        )
        for key in type(of: standard).archivedKeys + (standard is CASpringAnimation ? ["initialVelocity"] : []) {
            guard let value = animation.value(forKey: key) else { continue }
            if let value = value as? AnyHashable, value == standard.value(forKey: key) as? AnyHashable { continue }
            do {
                object.properties.append(
                    Self.property(key == "initialVelocity" ? "velocity" : key, try self.value(value, ofAnimationKey: key, layer, depth)))
            } catch let refusal as CAMLNumbers.Refusal {
                throw CAMLNumbers.Refusal(reason: "\(key): \(refusal.reason)")
            }
        }
        if let keyPath = object.string("keyPath"), !CAMLReader.isReachable(keyPath) {
            throw CAMLNumbers.Refusal(reason: "documents can't store the key path \"\(keyPath)\"")
        }
        // Without this the reader would calculate a duration.
        if standard is CASpringAnimation, object.number("duration") == nil {
            object.properties.append(Self.property("mica_autorecalculatesDuration", .bool(false)))
        }
        if animation.preferredFrameRateRange != standard.preferredFrameRateRange {
            leftOut(layer, "preferredFrameRateRange", "documents can't store it")
        }
        if let transition = animation as? CATransition, transition.filter != nil {
            leftOut(layer, "filter", "a document with filters can't be read back")
        }
        for (key, own) in animation.ownKeys.sorted(by: { $0.key < $1.key }) {
            do {
                guard CAMLText.isWritable(key), !key.isEmpty else { throw CAMLNumbers.Refusal(reason: "its name can't be written in XML") }
                guard !["key", "name", "velocity", "mica_autorecalculatesDuration"].contains(key) else {
                    throw CAMLNumbers.Refusal(reason: "the key has a different meaning in documents")
                }
                object.properties.append(Self.property(key, try any(own)))
            } catch let refusal as CAMLNumbers.Refusal {
                leftOut(layer, key, refusal.reason)
            }
        }
        return object
    }

    private func value(_ value: Any, ofAnimationKey key: String, _ layer: CALayer, _ depth: Int) throws -> CAMLValue {
        switch (CAMLReader.kind(ofAnimationKey: key), value) {
        case (_, let function as CAMediaTimingFunction): return .string(Self.text(function))
        case (_, let functions as [CAMediaTimingFunction]): return .array(functions.map { .string(Self.text($0)) })
        case (_, let function as CAValueFunction): return .string(function.name.rawValue)
        case (_, let members as [CAAnimation]): return .array(try members.map { .object(try animation($0, on: layer, depth: depth + 1)) })
        case (.bool, _): return .bool(Boxing.number(value) != 0)
        case (.number, _):
            let number = Boxing.number(value) ?? 0
            let isFloat = ["speed", "repeatCount", "startProgress", "endProgress"].contains(key)
            return .number(try finite(isFloat ? Self.double(Float(number)) : number, mayBeEndless: CAMLReader.mayBeEndless(key)))
        default: return try any(value)
        }
    }

    /// Returns the name of the curve if it has one, else four numbers.
    private static func text(_ function: CAMediaTimingFunction) -> String {
        for name in ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]
        where CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name)) == function {
            return name
        }
        let curve = function.curve
        return CAMLText.list([curve.c1x, curve.c1y, curve.c2x, curve.c2y].map { double(Float($0)) })
    }
}
