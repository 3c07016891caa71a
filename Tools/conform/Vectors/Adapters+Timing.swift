import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let timing: [Adapter] = [
        Adapter(
            "timing", ["model", "duration", "begin", "t", "from", "to"],
            optional: ["autoreverses", "repeatCount", "repeatDuration", "speed", "timeOffset", "fillMode", "removedOnCompletion"]
        ) { input in
            let animation = CABasicAnimation(keyPath: "zPosition")
            animation.fromValue = NSNumber(value: try input.need("from"))
            animation.toValue = NSNumber(value: try input.need("to"))
            animation.beginTime = try input.need("begin")
            animation.duration = try input.need("duration")
            if let flag = input["autoreverses"]?.flag { animation.autoreverses = flag }
            if let count = input["repeatCount"] {
                animation.repeatCount = Float(count.text == "inf" ? .infinity : try Expression.number(count))
            }
            if let duration = input["repeatDuration"] {
                animation.repeatDuration = duration.text == "inf" ? .infinity : try Expression.number(duration)
            }
            if input["speed"] != nil { animation.speed = Float(try input.need("speed")) }
            if input["timeOffset"] != nil { animation.timeOffset = try input.need("timeOffset") }
            if let mode = input["fillMode"]?.text { animation.fillMode = CAMediaTimingFillMode(rawValue: mode) }
            if let flag = input["removedOnCompletion"]?.flag { animation.isRemovedOnCompletion = flag }
            let model = try input.need("model")
            return try Stage.play(animation, at: try input.need("t"), read: "zPosition") { $0.zPosition = CGFloat(model) }
        },
        Adapter("timing-function", ["query"], optional: ["name", "controlPoints"]) { input in
            guard try input.needText("query").hasPrefix("controlPoints") else { throw Unsupported("another query than controlPoints") }
            let function = try timingFunction(input)
            return .array(
                (0..<4).map { index in
                    var values: [Float] = [0, 0]
                    function.getControlPoint(at: index, values: &values)
                    return .list(values.map { Double($0) })
                })
        },
        Adapter("timing-function", ["x"], optional: ["name", "controlPoints"]) { input in
            let animation = CABasicAnimation(keyPath: "zPosition")
            animation.fromValue = NSNumber(value: 0)
            animation.toValue = NSNumber(value: 1)
            animation.duration = 1
            animation.timingFunction = try timingFunction(input)
            animation.fillMode = .both
            animation.isRemovedOnCompletion = false
            return try Stage.play(animation, at: try input.need("x"), read: "zPosition") { _ in }
        },
        Adapter("time-convert", ["op", "t"], optional: ["root", "child", "first", "second"]) { input in
            var layers: [String: CALayer] = [:]
            for name in ["root", "child", "first", "second"] {
                layers[name] = try input[name].map { try LayerMaking.layer($0) } ?? CALayer()
            }
            for name in ["child", "first", "second"] { layers["root"]?.addSublayer(layers[name]!) }
            let words = try input.needText("op").split(separator: " ").map(String.init)
            guard words.count == 3, let receiver = layers[words[0]] else { throw Unsupported("the operation can't be read") }
            let t = try input.need("t")
            return .number(
                words[1] == "from" ? receiver.convertTime(t, from: layers[words[2]]) : receiver.convertTime(t, to: layers[words[2]]))
        },
    ]

    static func timingFunction(_ input: JSON) throws -> CAMediaTimingFunction {
        if let name = input["name"]?.text { return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name)) }
        guard let n = input["controlPoints"]?.numbers, n.count == 4 else { throw Unsupported("no name and no control points") }
        return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
    }
}
