import Agate
import AgateDiagnostics
import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import XCTest

/// Mistakes that would be seen by nothing happening: each is reported once.
final class SilentCaseTests: XCTestCase {
    private func diagnostics(_ body: () -> Void) -> [Diagnostic] {
        let heard = Locked<[Diagnostic]>([])
        let token = Diagnostic.addObserver { diagnostic in heard.withLock { $0.append(diagnostic) } }
        body()
        Diagnostic.removeObserver(token)
        return heard.withLock { $0 }
    }

    private func shown() -> (OffscreenHost, CALayer) {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8)), layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        return (host, layer)
    }

    func testMisspelledKeyPath() {
        let (host, layer) = shown()
        let reported = diagnostics {
            for _ in 0..<2 {
                host.perform {
                    let animation = CABasicAnimation(keyPath: "positon.y")
                    animation.toValue = 3
                    layer.add(animation, forKey: nil)
                }
            }
        }.filter { $0.identifier == "animation.unknown-key-path" }
        XCTAssertEqual(reported.count, 1)
        XCTAssertTrue(reported.first?.message.contains("did you mean \"position.y\"?") ?? false, "\(reported)")
        let value = diagnostics { _ = layer.value(forKeyPath: "bonds.size.width.height") }.filter {
            $0.identifier == "layer.unknown-key-path"
        }
        XCTAssertTrue(value.first?.message.contains("bounds") ?? true, "\(value)")
    }

    func testOwnPropertiesAreNoMistake() {
        final class Dial: CALayer {
            @CAAnimatable("angle") var angle: CGFloat = 0
            override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
        }
        let (host, layer) = shown()
        let dial = Dial()
        let reported = diagnostics {
            host.perform {
                host.layer.addSublayer(dial)
                layer.setValue(1, forKey: "own")
            }
            host.perform {
                for (target, key) in [(dial as CALayer, "angle"), (layer, "own")] {
                    let animation = CABasicAnimation(keyPath: key)
                    animation.toValue = 3
                    target.add(animation, forKey: nil)
                }
            }
        }
        XCTAssertFalse(reported.contains { $0.identifier == "animation.unknown-key-path" }, "\(reported)")
    }

    func testNoKeyPath() {
        let (host, layer) = shown()
        let reported = diagnostics { host.perform { layer.add(CABasicAnimation(), forKey: nil) } }
        XCTAssertEqual(reported.filter { $0.identifier == "animation.no-effect" }.count, 1, "\(reported)")
    }

    func testTimesThatNoMotionHas() {
        let (host, layer) = shown()
        let reported = diagnostics {
            host.perform {
                let animation = CABasicAnimation(keyPath: "opacity")
                animation.duration = -1
                animation.toValue = 0
                layer.add(animation, forKey: nil)
                let keyframes = CAKeyframeAnimation(keyPath: "position")
                keyframes.values = [CGPoint.zero, CGPoint(x: 1, y: 1), CGPoint.zero]
                keyframes.keyTimes = [0, 0.8, 0.2]
                layer.add(keyframes, forKey: nil)
            }
        }.filter { $0.identifier == "animation.refused-timing" }
        XCTAssertEqual(reported.count, 2, "\(reported)")
        XCTAssertTrue(reported.contains { $0.message.contains("-1") })
        XCTAssertTrue(reported.contains { $0.message.contains("not in order") })
    }

    func testAnimatingALayerThatNothingShows() {
        let layer = CALayer()
        let reported = diagnostics {
            for _ in 0..<2 {
                let animation = CABasicAnimation(keyPath: "opacity")
                animation.toValue = 0
                layer.add(animation, forKey: nil)
                CATransaction.flush()
            }
        }.filter { $0.identifier == "animation.not-shown" }
        XCTAssertEqual(reported.count, 1, "\(reported)")
    }

    func testContentsThatDrawNothing() {
        struct Picture {}
        let layer = CALayer()
        let reported = diagnostics {
            layer.contents = Picture()
            layer.contents = Picture()
        }.filter { $0.identifier == "layer.unsupported-contents" }
        XCTAssertEqual(reported.count, 1, "\(reported)")
        XCTAssertTrue(reported.first?.message.contains("Picture") ?? false)
    }

    func testAHostOfABillionPoints() {
        var host: OffscreenHost?
        let reported = diagnostics { host = OffscreenHost(size: CGSize(width: 1e9, height: 1e9)) }
        XCTAssertEqual(reported.filter { $0.identifier == "host.refused-size" }.count, 1, "\(reported)")
        XCTAssertEqual(host?.image().width, 1)
        let small = OffscreenHost(size: CGSize(width: 8, height: 8))
        XCTAssertEqual(
            diagnostics { small.send(InputEvent(time: 1, .resized(CGSize(width: 1e9, height: 8), scale: 1))) }.map(\.identifier),
            ["host.refused-size"])
        XCTAssertEqual(small.image().width, 8)
    }

    func testAReplicatorOfABillion() {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        let replicator = CAReplicatorLayer()
        replicator.instanceCount = 1_000_000_000
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        replicator.addSublayer(layer)
        let reported = diagnostics {
            host.perform { host.layer.addSublayer(replicator) }
            _ = host.image()
        }
        XCTAssertEqual(reported.filter { $0.identifier == "rendertree.too-large" }.count, 1, "\(reported)")
    }

    func testACharacterThatNoFontHas() {
        let reported = diagnostics {
            for _ in 0..<2 {
                let line = CTLineCreateWithAttributedString(NSAttributedString(string: "a\u{10FFFD}b"))
                _ = CTLineGetTypographicBounds(line, nil, nil, nil)
            }
        }.filter { $0.identifier == "text.missing-character" }
        XCTAssertEqual(reported.count, 1, "\(reported)")
        XCTAssertTrue(reported.first?.message.contains("U+10FFFD") ?? false)
    }

    func testPixelsWithoutACopy() {
        let (host, layer) = shown()
        host.perform {
            CATransaction.setDisableActions(true)
            layer.frame = CGRect(x: 2, y: 2, width: 4, height: 4)
            layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        }
        let (inside, outside) = host.withPixels { pixels, width, height, stride in
            XCTAssertEqual(width, 8)
            XCTAssertEqual(height, 8)
            return (pixels[3 * stride + 3], pixels[0])
        }
        XCTAssertEqual(inside, 0xFF00_00FF)
        XCTAssertEqual(outside, 0)
    }
}
