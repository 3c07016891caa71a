import Agate
import QuartzCore
import XCTest

/// Key paths into transforms on layers: by key-value access, by animations, and on what is shown.
final class MirroredKeyPathTests: XCTestCase {
    private func held(_ keyPath: String, _ value: CGFloat) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = value
        animation.toValue = value
        animation.duration = 1
        animation.repeatCount = .infinity
        return animation
    }

    private func product(_ x: CGFloat, _ y: CGFloat, _ angle: CGFloat) -> [CGFloat] {
        [x * cos(angle), x * sin(angle), -y * sin(angle), y * cos(angle)]
    }

    private func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    private func plane(_ t: CATransform3D) -> [CGFloat] { [t.m11, t.m12, t.m21, t.m22] }

    func testScalesAndTurnsOnLayers() throws {
        let scales: [(CGFloat, CGFloat)] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, -0.5), (-2, 0.5), (2, 3)]
        let angles: [CGFloat] = [0, 0.5, 2, .pi, -.pi]
        for (x, y, angle) in scales.flatMap({ scale in angles.map { (scale.0, scale.1, $0) } }) {
            let steps: [(String, CGFloat)] = [("transform.scale.x", x), ("transform.scale.y", y), ("transform.rotation.z", angle)]
            for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
                let host = OffscreenHost(size: CGSize(width: 10, height: 10))
                let model = CALayer(), animated = CALayer()
                host.perform {
                    host.layer.addSublayer(animated)
                    for i in order {
                        model.setValue(steps[i].1, forKeyPath: steps[i].0)
                        animated.add(held(steps[i].0, steps[i].1), forKey: steps[i].0)
                    }
                }
                let wanted = product(x, y, angle)
                let shown = try XCTUnwrap(animated.presentation())
                for (a, b) in zip(plane(model.transform), wanted) { XCTAssertEqual(a, b, accuracy: 1e-9, "\(x) \(y) \(angle) \(order)") }
                for (a, b) in zip(plane(shown.transform), wanted) { XCTAssertEqual(a, b, accuracy: 1e-9, "\(x) \(y) \(angle) \(order)") }
                for layer in [model, shown] {
                    XCTAssertEqual(try XCTUnwrap(layer.value(forKeyPath: "transform.scale.x") as? CGFloat), x, accuracy: 1e-9)
                    XCTAssertEqual(try XCTUnwrap(layer.value(forKeyPath: "transform.scale.y") as? CGFloat), y, accuracy: 1e-9)
                }
                // Set as a whole: nothing of that is left.
                model.transform = CATransform3DMakeScale(9, 9, 1)
                model.transform = CATransform3DMakeScale(-1, 1, 1)
                XCTAssertEqual(model.value(forKeyPath: "transform.scale.y") as? CGFloat, -1)
                XCTAssertEqual(model.value(forKeyPath: "transform.scale.x") as? CGFloat, 1)
            }
        }
    }

    /// The tree's own frames, whichever way they are made, show what `presentation()` answers.
    func testFramesShowTheSame() throws {
        for (x, y) in [(1.0, -1.0), (-1, 1), (-1, -1)] {
            let host = OffscreenHost(size: CGSize(width: 40, height: 40))
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
            layer.position = CGPoint(x: 20, y: 20)
            let mark = CALayer()
            mark.frame = CGRect(x: 0, y: 0, width: 6, height: 4)
            mark.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            layer.addSublayer(mark)
            host.perform {
                host.layer.addSublayer(layer)
                layer.add(held("transform.scale.x", x), forKey: "x")
                layer.add(held("transform.scale.y", y), forKey: "y")
                let turn = CABasicAnimation(keyPath: "transform.rotation.z")
                turn.fromValue = 0
                turn.toValue = 3
                turn.duration = 1
                layer.add(turn, forKey: "turn")
            }
            for _ in 0..<6 {
                host.advance(by: 0.125)
                let still = OffscreenHost(size: CGSize(width: 40, height: 40))
                let copy = try XCTUnwrap(layer.presentation())
                still.perform {
                    let plain = CALayer(), spot = CALayer()
                    (plain.bounds, plain.position, plain.transform) = (copy.bounds, copy.position, copy.transform)
                    (spot.frame, spot.backgroundColor) = (mark.frame, mark.backgroundColor)
                    plain.addSublayer(spot)
                    still.layer.addSublayer(plain)
                }
                let a = host.image(), b = still.image()
                XCTAssertEqual(pixels(a), pixels(b), "\(x) \(y)")
            }
        }
    }
}
