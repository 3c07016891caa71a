import Agate
import CoreGraphics
import QuartzCore

extension Adapter {
    static let transitions: [Adapter] = [
        Adapter("transition", ["addKey", "query"]) { input in
            let stage = Stage()
            let key = try input.needText("addKey")
            return stage.turn {
                stage.layer.add(CATransition(), forKey: key)
                return JSON.any(stage.layer.animationKeys())
            }
        },
        // Where the two pictures stand is read off the pixels.
        Adapter("transition", ["type", "subtype", "size", "p", "yUp", "query"]) { input in
            let size = try input["size"]?.numbers ?? { throw Unsupported("no size") }()
            let shown = try TransitionStage(input, size: Int(size[0])).offsets(at: try input.need("p"))
            return .array([shown.old, shown.new].map { .array([.number(Double($0.x)), .number(Double($0.y))]) })
        },
        Adapter("transition", ["type", "query"], optional: ["subtype"]) { input in
            let shown = try TransitionStage(input, size: 40).offsets(at: 0.25)
            guard
                let side = [
                    "fromLeft": CGPoint(x: 10, y: 0), "fromRight": CGPoint(x: -10, y: 0), "fromBottom": CGPoint(x: 0, y: 10),
                    "fromTop": CGPoint(x: 0, y: -10),
                ]
                .first(where: { $0.value == shown.old })
            else { throw Unsupported("the old picture stands at \(shown.old)") }
            return .string(side.key)
        },
        Adapter("transition", ["startProgress", "endProgress", "f"]) { input in
            let stage = try TransitionStage(input, size: 100)
            return .number(Double(try stage.offsets(at: try input.need("f")).old.x) / 100)
        },
    ]
}

/// A square layer whose contents change with a transition of one second. Each pixel of the contents tells where in the picture it is from.
private struct TransitionStage {
    let host: OffscreenHost
    let size: Int

    init(_ input: JSON, size: Int) throws {
        self.size = size
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
        layer.contents = Self.picture(size, isNew: false)
        host = OffscreenHost(size: CGSize(width: size, height: size), geometryFlipped: false)
        host.perform { host.layer.addSublayer(layer) }
        let transition = CATransition()
        transition.type = CATransitionType(rawValue: input["type"]?.text ?? "push")
        transition.subtype = input["subtype"]?.text.map { CATransitionSubtype(rawValue: $0) }
        transition.timingFunction = CAMediaTimingFunction(name: .linear)
        transition.duration = 1
        if let start = input["startProgress"] { transition.startProgress = Float(try Expression.number(start)) }
        if let end = input["endProgress"] { transition.endProgress = Float(try Expression.number(end)) }
        let new = Self.picture(size, isNew: true)
        host.perform {
            CATransaction.setDisableActions(true)
            layer.add(transition, forKey: nil)
            layer.contents = new
        }
    }

    /// How far each picture has moved from its place, y upwards; nothing seen of a picture is an error.
    func offsets(at fraction: Double) throws -> (old: CGPoint, new: CGPoint) {
        let shown = host.image(at: fraction)
        var found: [Bool: CGPoint] = [:]
        shown.withPixels { pixels in
            for y in 0..<size {
                for x in 0..<size {
                    let pixel = pixels[y * shown.width + x]
                    guard pixel >> 24 == 255 else { continue }
                    found[pixel & 255 == 255] = CGPoint(x: x - Int(pixel >> 16 & 255), y: Int(pixel >> 8 & 255) - y)
                }
            }
        }
        guard let old = found[false], let new = found[true] else { throw Unsupported("one of the pictures is not seen") }
        return (old, new)
    }

    private static func picture(_ size: Int, isNew: Bool) -> CGImage? {
        CGImage(width: size, height: size) { pixels in
            for y in 0..<size {
                for x in 0..<size { pixels[y * size + x] = 0xFF00_0000 | UInt32(x) << 16 | UInt32(y) << 8 | (isNew ? 255 : 0) }
            }
        }
    }
}
