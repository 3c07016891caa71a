import Agate
import QuartzCore
import XCTest

/// A sublayer that draws nothing decides, while it counts as visible, whether its superlayer needs a group. Once it is hidden, the picture
/// is that of a new host, whatever the superlayer's effects are.
final class EmptySublayerTests: XCTestCase {
    private struct Case {
        let name: String
        let make: () -> CALayer
        let effect: (CALayer) -> Void
        let change: (CALayer, Bool) -> Void
    }

    private var cases: [Case] {
        let kinds: [(String, () -> CALayer)] = [
            ("layer", { CALayer() }), ("shape", { CAShapeLayer() }), ("text", { CATextLayer() }), ("transform", { CATransformLayer() }),
            (
                "gradient of one colour",
                {
                    let layer = CAGradientLayer()
                    layer.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1)]
                    return layer
                }
            ),
        ]
        let effects: [(String, (CALayer) -> Void)] = [
            ("shadow", { $0.shadowOpacity = 1 }), ("opacity", { $0.opacity = 0.5 }),
            ("clip", { ($0.masksToBounds, $0.cornerRadius) = (true, 3) }),
            ("blend mode", { $0.compositingFilter = "multiplyBlendMode" }),
            ("shadow and opacity", { ($0.shadowOpacity, $0.opacity) = (0.75, 0.5) }), ("nothing", { _ in }),
        ]
        let changes: [(String, (CALayer, Bool) -> Void)] = [
            ("hidden", { $0.isHidden = $1 }), ("opacity of 0", { $0.opacity = $1 ? 0 : 1 }),
            ("removed", { layer, isOn in if isOn { layer.removeFromSuperlayer() } }),
        ]
        return kinds.flatMap { kind in
            effects.flatMap { effect in
                changes.map { change in
                    Case(name: "\(kind.0), \(effect.0), \(change.0)", make: kind.1, effect: effect.1, change: change.1)
                }
            }
        }
    }

    private func scene(_ one: Case) -> (host: OffscreenHost, empty: CALayer) {
        let host = OffscreenHost(size: CGSize(width: 40, height: 30)), parent = CALayer(), empty = one.make()
        host.perform {
            CATransaction.setDisableActions(true)
            parent.frame = CGRect(x: 8.25, y: 10.5, width: 24.25, height: 6.375)
            parent.backgroundColor = CGColor(red: 0.25, green: 1, blue: 0.5, alpha: 1)
            one.effect(parent)
            empty.frame = CGRect(x: 2, y: 2, width: 5, height: 3)
            parent.addSublayer(empty)
            host.layer.addSublayer(parent)
        }
        return (host, empty)
    }

    private func pixels(_ host: OffscreenHost, _ time: Double) -> [UInt32] {
        let image = host.image(at: time)
        return image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    func testPicturesAreThoseOfANewHost() {
        for one in cases {
            let (host, empty) = scene(one)
            _ = pixels(host, 0)
            for (number, isOn) in [true, false, true].enumerated() {
                host.perform {
                    CATransaction.setDisableActions(true)
                    one.change(empty, isOn)
                }
                let (fresh, other) = scene(one)
                fresh.perform {
                    CATransaction.setDisableActions(true)
                    one.change(other, isOn || empty.superlayer == nil)
                }
                XCTAssertEqual(pixels(host, Double(number + 1)), pixels(fresh, 0), "\(one.name), \(isOn)")
            }
        }
    }
}
