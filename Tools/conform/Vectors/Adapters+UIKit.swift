import Agate
import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Adapter {
    /// What views make of changes of their layers.
    static let views: [Adapter] = [
        onMain("uikit", ["backingLayerKey", "query", "in"]) { input in
            // "anchorPoint (iOS 11+)" says since when; "any" stands for every key of the table.
            let name = String(try input.needText("backingLayerKey").prefix { $0 != " " })
            let keys =
                name == "any" ? ["position", "bounds", "transform", "opacity", "backgroundColor", "cornerRadius", "anchorPoint"] : [name]
            var answers: [JSON] = []
            for key in keys {
                let stage = ViewStage(layer: key.hasPrefix("stroke") ? CAShapeLayer.self : CALayer.self)
                let layer = stage.view.layer
                let change = try stage.otherValue(key)
                try stage.perform(in: try input.needText("in")) { layer.setValue(change, forKeyPath: key) }
                let animations = (layer.animationKeys() ?? []).compactMap { layer.animation(forKey: $0) as? CAPropertyAnimation }
                switch try input.needText("query") {
                case "additive":
                    guard let first = animations.first else { return .null }
                    answers.append(
                        animations.allSatisfy { $0.isAdditive == first.isAdditive } ? .bool(first.isAdditive) : .string("not all alike"))
                case "animationKeys": answers.append(JSON.any(layer.animationKeys()))
                case let other: throw Unsupported("the query \(other) can't be read")
                }
            }
            return answers.first { $0 != answers[0] } ?? answers[0]
        },
        onMain("uikit", ["query", "in"]) { input in
            let stage = ViewStage()
            let query = try input.needText("query")
            let key = query.components(separatedBy: "forKey: ").dropFirst().first.map { String($0.prefix { $0 != ")" }) } ?? "position"
            var action: (any CAAction)?
            try stage.perform(in: try input.needText("in")) { action = stage.view.action(for: stage.view.layer, forKey: key) }
            if action is NSNull { return .string("NSNull") }
            // UIKit's own class is private; that it is a basic animation is what iOS 7 showed.
            if action is CABasicAnimation { return .string("CABasicAnimation (iOS 7)") }
            return action == nil ? .null : .string("something else")
        },
        onMain("uikit", ["query"]) { input in
            switch try input.needText("query") {
            case "beginAnimations default duration":
                let stage = ViewStage()
                stage.host.perform {
                    UIView.beginAnimations(nil, context: nil)
                    stage.view.alpha = 0
                    UIView.commitAnimations()
                }
                return JSON.any(stage.view.layer.animation(forKey: "opacity").map { NSNumber(value: $0.duration) })
            case "UIViewAnimatingPosition end,start,current":
                return .list([UIViewAnimatingPosition.end, .start, .current].map { Double($0.rawValue) })
            case let other: throw Unsupported("the query \(other) can't be read")
            }
        },
        onMain("uikit", ["change", "query"]) { input in
            let text = try input.needText("change"), query = try input.needText("query")
            let numbers = Self.numbers(text)
            let stage = ViewStage()
            let view = stage.view, layer = stage.view.layer
            func animations(_ root: String) -> [CABasicAnimation] {
                (layer.animationKeys() ?? []).compactMap { layer.animation(forKey: $0) as? CABasicAnimation }.filter {
                    $0.keyPath?.hasPrefix(root) ?? false
                }
            }
            if text.hasPrefix("bounds"), query == "animations", numbers.count == 5 {
                stage.host.perform { view.bounds = CGRect(x: 0, y: 0, width: numbers[0], height: numbers[1]) }
                stage.animate(numbers[4]) { view.bounds.size = CGSize(width: numbers[2], height: numbers[3]) }
                return .array(animations("bounds").map(describe))
            }
            if text.hasPrefix("position.x"), numbers.count == 4 {
                stage.host.perform { view.layer.position.x = numbers[0] }
                stage.animate(1) { view.layer.position.x = numbers[1] }
                stage.host.advance(by: 0.5)
                stage.animate(1) { view.layer.position.x = numbers[3] }
                let all = animations("position")
                let from = all.last.flatMap { ($0.fromValue as? CGPoint).map { Double($0.x) } ?? ($0.fromValue as? NSNumber)?.doubleValue }
                return .array([.number(Double(all.count)), from.map { .number($0) } ?? .null])
            }
            if text.hasPrefix("alpha") || text == "same with beginFromCurrentState" {
                let fromCurrent = !text.hasPrefix("alpha")
                // "The same" is a change from 1 to 0.5, and to 0.2 while it runs.
                let steps = fromCurrent ? [1, 0.5, 0.2] : numbers
                guard steps.count == 3 else { throw Unsupported("the change \(text) can't be read") }
                stage.host.perform { view.alpha = steps[0] }
                stage.animate(1) { view.alpha = steps[1] }
                stage.host.advance(by: 0.25)
                let shown = layer.presentation()?.opacity
                stage.animate(1, fromCurrent ? .beginFromCurrentState : []) { view.alpha = steps[2] }
                let all = animations("opacity"), from = (all.last?.fromValue as? NSNumber)?.floatValue
                if fromCurrent { return .string(from == shown && from != Float(steps[1]) ? "presentation opacity" : "\(from as Any)") }
                return .array([.number(Double(all.count)), from.map { .number(Double($0)) } ?? .null])
            }
            throw Unsupported("the change \(text) can't be read")
        },
        onMain("uikit", ["call", "query"]) { input in
            let text = try input.needText("call"), numbers = Self.numbers(text)
            guard text.hasPrefix("animateKeyframes"), text.contains("one frame"), text.contains("alpha"), numbers.count == 5 else {
                throw Unsupported("the call \(text) can't be read")
            }
            let stage = ViewStage()
            stage.host.perform { stage.view.alpha = numbers[3] }
            stage.host.perform {
                UIView.animateKeyframes(withDuration: numbers[0], delay: 0, options: []) {
                    UIView.addKeyframe(withRelativeStartTime: numbers[1], relativeDuration: numbers[2]) { stage.view.alpha = numbers[4] }
                }
            }
            guard let animation = stage.view.layer.animation(forKey: "opacity") as? CAKeyframeAnimation else { return .null }
            return .object([
                "keyTimes": .list((animation.keyTimes ?? []).map(\.doubleValue)), "values": JSON.any(animation.values),
                "calculationMode": .string(animation.calculationMode.rawValue), "fillMode": .string(animation.fillMode.rawValue),
                "timing": JSON.any(animation.timingFunction?.description), "duration": .number(animation.duration),
            ])
        },
        onMain("uikit", ["view", "op", "p"]) { input in
            guard let view = input["view"], let frame = view["frame"]?.rect, let p = input["p"]?.point,
                try input.needText("op") == "superview->view point"
            else {
                throw Unsupported("the conversion can't be read")
            }
            let outer = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 40)), inner = UIView()
            // The frame is the one of the turned view: the measured program sets the transform first, whatever the words say.
            inner.transform3D = try Expression.transform(
                .string(view["transform"]?.text.map { String($0.prefix { $0 != " " }) } ?? "identity"))
            inner.frame = frame
            outer.addSubview(inner)
            return .point(outer.convert(p, to: inner))
        },
        onMain("uikit", ["option"]) { input in
            let name = try input.needText("option")
            guard let option = options[name] else { throw Unsupported("there is no option \(name)") }
            return .number(Double(option.rawValue))
        },
        onMain("uikit", ["calculationMode"]) { input in
            let modes: [String: UIView.KeyframeAnimationOptions] = [
                "linear": .calculationModeLinear, "discrete": .calculationModeDiscrete, "paced": .calculationModePaced,
                "cubic": .calculationModeCubic, "cubicPaced": .calculationModeCubicPaced,
            ]
            guard let mode = modes[try input.needText("calculationMode")] else { throw Unsupported("there is no such mode") }
            return .number(Double(mode.rawValue))
        },
        onMain("uikit", ["curve"]) { input in
            let curves: [String: UIView.AnimationCurve] = [
                "easeInOut": .easeInOut, "easeIn": .easeIn, "easeOut": .easeOut, "linear": .linear,
            ]
            guard let curve = curves[try input.needText("curve")] else { throw Unsupported("there is no such curve") }
            return .number(Double(curve.rawValue))
        },
    ]

    @MainActor static func animatorDefault(_ name: String) throws -> JSON {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
        switch name {
        case "isManualHitTestingEnabled": return .bool(animator.isManualHitTestingEnabled)
        case "isUserInteractionEnabled": return .bool(animator.isUserInteractionEnabled)
        case "isInterruptible": return .bool(animator.isInterruptible)
        case "scrubsLinearly": return .bool(animator.scrubsLinearly)
        case "pausesOnCompletion": return .bool(animator.pausesOnCompletion)
        case "delay": return .number(animator.delay)
        case let other: throw Unsupported("there is no \(other)")
        }
    }

    private static let options: [String: UIView.AnimationOptions] = [
        "layoutSubviews": .layoutSubviews, "allowUserInteraction": .allowUserInteraction, "beginFromCurrentState": .beginFromCurrentState,
        "repeat_": .repeat, "autoreverse": .autoreverse, "overrideInheritedDuration": .overrideInheritedDuration,
        "overrideInheritedCurve": .overrideInheritedCurve, "allowAnimatedContent": .allowAnimatedContent,
        "showHideTransitionViews": .showHideTransitionViews, "overrideInheritedOptions": .overrideInheritedOptions,
        "curveEaseInOut": .curveEaseInOut, "curveEaseIn": .curveEaseIn, "curveEaseOut": .curveEaseOut, "curveLinear": .curveLinear,
        "transitionFlipFromLeft": .transitionFlipFromLeft, "transitionFlipFromRight": .transitionFlipFromRight,
        "transitionCurlUp": .transitionCurlUp, "transitionCurlDown": .transitionCurlDown,
        "transitionCrossDissolve": .transitionCrossDissolve,
        "transitionFlipFromTop": .transitionFlipFromTop, "transitionFlipFromBottom": .transitionFlipFromBottom,
        "preferredFramesPerSecond60": .preferredFramesPerSecond60, "preferredFramesPerSecond30": .preferredFramesPerSecond30,
    ]

    /// Views live on the main actor, and the tool runs on the main thread.
    private static func onMain(_ area: String, _ required: Set<String>, _ compute: @escaping @MainActor @Sendable (JSON) throws -> JSON)
        -> Adapter
    {
        Adapter(area, required) { input in try MainActor.assumeIsolated { try compute(input) } }
    }

    /// The numbers in a sentence, such as "0->100" or ".3 s"; an arrow is no minus.
    private static func numbers(_ text: String) -> [Double] {
        text.replacingOccurrences(of: "->", with: " ").split { !"0123456789.-".contains($0) }
            .filter { $0.contains { $0.isNumber } }.compactMap { Double($0.hasPrefix(".") ? "0" + $0 : String($0)) }
    }

    @MainActor private static func describe(_ animation: CABasicAnimation) -> JSON {
        .object([
            "keyPath": JSON.any(animation.keyPath), "fromValue": JSON.any(animation.fromValue), "toValue": JSON.any(animation.toValue),
            "additive": .bool(animation.isAdditive), "fillMode": .string(animation.fillMode.rawValue),
            "duration": .number(animation.duration),
            "timing": JSON.any(animation.timingFunction?.description),
        ])
    }
}

/// A window with one view in it.
@MainActor private final class ViewStage {
    private class ShapeView: UIView { override class var layerClass: AnyClass { CAShapeLayer.self } }

    let host: OffscreenHost
    let window: UIWindow
    let view: UIView

    init(layer: CALayer.Type = CALayer.self) {
        CATransaction.flush()
        let host = OffscreenHost(size: CGSize(width: 400, height: 400))
        self.host = host
        window = host.perform { MainActor.assumeIsolated { UIWindow(host: host) } }
        let frame = CGRect(x: 10, y: 10, width: 40, height: 20)
        view = layer == CALayer.self ? UIView(frame: frame) : ShapeView(frame: frame)
        host.perform {
            window.addSubview(view)
            window.makeKeyAndVisible()
        }
    }

    func perform(in place: String, _ body: () throws -> Void) throws {
        switch place {
        case "no block": try host.perform(body)
        case "UIView.animate":
            var thrown: (any Error)?
            animate(1) { do { try body() } catch { thrown = error } }
            if let thrown { throw thrown }
        case let other: throw Unsupported("there is no \(other)")
        }
    }

    func animate(_ duration: Double, _ options: UIView.AnimationOptions = [], _ body: () -> Void) {
        host.perform {
            withoutActuallyEscaping(body) { body in UIView.animate(withDuration: duration, delay: 0, options: options, animations: body) }
        }
    }

    /// A value that the key does not have yet.
    func otherValue(_ key: String) throws -> Any {
        switch key {
        case "position", "anchorPoint": CGPoint(x: 0.25, y: 0.75)
        case "bounds": CGRect(x: 0, y: 0, width: 7, height: 9)
        case "transform": CATransform3DMakeScale(2, 3, 1)
        case "shadowOffset": CGSize(width: 5, height: 6)
        case "backgroundColor", "borderColor", "shadowColor": CGColor(srgbRed: 0.5, green: 0.25, blue: 1, alpha: 1)
        case "contents": CGImage(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF } as Any
        default: NSNumber(value: 0.375)
        }
    }
}
