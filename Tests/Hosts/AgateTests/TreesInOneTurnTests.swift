import Foundation
import TestSupport
import XCTest

@testable import Agate
@testable import QuartzCore

/// A program that makes, draws and drops tree after tree in one turn of the run loop, with `CATransaction.flush()` between them, keeps a
/// tree or two, whatever waits to hear of the animations in them.
final class TreesInOneTurnTests: XCTestCase {
    private static let pictureBytes = 64 * 64 * 4
    private static let layers = 4
    /// The pictures alone of the smallest tree here.
    private static let treeBytes = layers * pictureBytes

    private final class Hears: NSObject, CAAnimationDelegate {
        var owner: CALayer?
        var count = 0
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { count += 1 }
    }

    private static func picture() -> CGImage? {
        CGImage(width: 64, height: 64, premultipliedBGRA: [UInt8](repeating: 90, count: pictureBytes))
    }

    private static func animation() -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: "contents")
        animation.values = [picture(), picture()].compactMap { $0 }
        animation.duration = 1
        return animation
    }

    /// What is done with each layer of a tree. Blocks and delegates hold the layer, as those of programs do.
    private static var kinds: [(String, (CALayer) -> Void)] {
        [
            ("plain", { _ in }),
            ("animated", { $0.add(animation(), forKey: "a") }),
            (
                "removed",
                {
                    $0.add(animation(), forKey: "a")
                    $0.removeAllAnimations()
                }
            ),
            (
                "delegate",
                {
                    let animation = animation()
                    animation.delegate = Hears()
                    $0.add(animation, forKey: "a")
                }
            ),
            (
                "block",
                { layer in
                    CATransaction.begin()
                    CATransaction.setCompletionBlock { _ = layer }
                    layer.add(animation(), forKey: "a")
                    CATransaction.commit()
                }
            ),
            (
                "block of nothing",
                { layer in
                    CATransaction.begin()
                    CATransaction.setCompletionBlock { _ = layer }
                    CATransaction.commit()
                }
            ),
            (
                "group",
                {
                    let group = CAAnimationGroup()
                    group.animations = [animation()]
                    $0.add(group, forKey: "a")
                }
            ),
            ("transition", { $0.add(CATransition(), forKey: nil) }),
            ("implicit", { $0.opacity = 0.3 }),
            (
                "mask",
                {
                    $0.mask = CALayer()
                    $0.mask?.contents = picture()
                }
            ),
            ("rasterised", { $0.shouldRasterize = true }),
            ("typed", { layer in layer.animate(\.opacity, to: 0.3, .linear(1)) }),
        ]
    }

    private static func tree(_ change: (CALayer) -> Void) -> CALayer {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        for _ in 0..<layers {
            let layer = CALayer()
            layer.frame = root.bounds
            layer.contents = picture()
            root.addSublayer(layer)
            change(layer)
        }
        return root
    }

    private static var draws: [(String, (CALayer) -> Void)] {
        [
            ("nothing", { _ in CATransaction.flush() }),
            (
                "render(in:)",
                { tree in
                    CATransaction.flush()
                    let context = CGContext(
                        data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
                    if let context { (tree.presentation() ?? tree).render(in: context) }
                    CATransaction.flush()
                }
            ),
            (
                "a renderer",
                { tree in
                    let renderer = CARenderer(width: 8, height: 8)
                    renderer.layer = tree
                    CATransaction.flush()
                    for step in 0..<3 {
                        renderer.beginFrame(atTime: CACurrentMediaTime() + Double(step) * 0.7)
                        renderer.render()
                        renderer.endFrame()
                        _ = tree.presentation()
                    }
                    renderer.layer = nil
                    CATransaction.flush()
                }
            ),
            (
                "a host",
                { tree in
                    let host = OffscreenHost(size: CGSize(width: 8, height: 8))
                    host.perform { host.layer.addSublayer(tree) }
                    _ = host.image(at: 0.5)
                    host.perform { tree.removeFromSuperlayer() }
                    CATransaction.flush()
                }
            ),
        ]
    }

    func testNoneIsKept() throws {
        let observation = Diagnostics.observe { _ in }
        defer { withExtendedLifetime(observation) {} }
        for (how, draw) in Self.draws {
            for (kind, change) in Self.kinds {
                let count = 25 * LiveMemory.factor
                guard let kept = LiveMemory.kept(warmUp: 6, stretches: 3, of: count, { _ in draw(Self.tree(change)) }) else {
                    throw XCTSkip("the C library does not count")
                }
                XCTAssertLessThan(kept, 2 * Self.treeBytes, "\(kind) in \(how): bytes of \(count) trees of \(Self.treeBytes) or more")
            }
        }
    }

    /// What is called back by `flush` is called once, after the call that caused it, in order, and not inside a transaction.
    func testWhatFlushCallsBack() {
        final class Log { var lines: [String] = [] }
        let log = Log()
        func end(_ name: String) {
            CATransaction.begin()
            CATransaction.setCompletionBlock { log.lines.append(name) }
            CATransaction.commit()
        }
        CATransaction.flush()
        log.lines = []
        end("a")
        end("b")
        CATransaction.flush()
        XCTAssertEqual(log.lines, [], "not by the flush of the same change")
        CATransaction.begin()
        CATransaction.flush()
        XCTAssertEqual(log.lines, [], "not inside a transaction")
        CATransaction.commit()
        CATransaction.flush()
        XCTAssertEqual(log.lines, ["a", "b"])
        end("c")
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            log.lines.append("flushes")
            CATransaction.flush()
            CATransaction.flush()
        }
        CATransaction.commit()
        end("d")
        CATransaction.flush()
        CATransaction.flush()
        XCTAssertEqual(log.lines, ["a", "b", "c", "flushes", "d"])
        RunLoop.main.run(until: Date())
        XCTAssertEqual(log.lines, ["a", "b", "c", "flushes", "d"], "once")
        end("e")
        RunLoop.main.run(until: Date())
        XCTAssertEqual(log.lines.last, "e")
    }
}
