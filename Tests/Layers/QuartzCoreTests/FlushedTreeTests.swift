import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

/// A program that makes and renders many trees in one turn of the run loop, with a flush between them, keeps none of them.
final class FlushedTreeTests: XCTestCase {
    private static let live = Locked(0)

    final class CountedAnimation: CAKeyframeAnimation {
        override init() {
            super.init()
            FlushedTreeTests.live.withLock { $0 += 1 }
        }
        required init?(coder: NSCoder) { fatalError("not archived") }
        deinit { FlushedTreeTests.live.withLock { $0 -= 1 } }
    }

    final class CountedLayer: CALayer {
        override init() {
            super.init()
            FlushedTreeTests.live.withLock { $0 += 1 }
        }
        override init(layer: Any) {
            super.init(layer: layer)
            FlushedTreeTests.live.withLock { $0 += 1 }
        }
        required init?(coder: NSCoder) { fatalError("not archived") }
        deinit { FlushedTreeTests.live.withLock { $0 -= 1 } }
    }

    private func tree() -> CALayer {
        let root = CountedLayer()
        root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        for i in 0..<10 {
            let layer = CountedLayer()
            layer.mask = CountedLayer()
            let animation = CountedAnimation()
            animation.keyPath = "opacity"
            animation.values = [0, 1]
            animation.duration = i % 2 == 0 ? 0.001 : 10
            layer.add(animation, forKey: nil)
            root.addSublayer(layer)
        }
        return root
    }

    override func setUp() { Self.live.withLock { $0 = 0 } }

    private func assertNothingIsLeft(line: UInt = #line) {
        XCTAssertEqual(Self.live.withLock { $0 }, 0, "layers and animations", line: line)
    }

    func testTreesThatNothingShows() throws {
        for _ in 0..<20 {
            let root = tree()
            CATransaction.flush()
            let context = try XCTUnwrap(
                CGContext(
                    data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
                ))
            (root.presentation() ?? root).render(in: context)
            CATransaction.flush()
        }
        CATransaction.flush()
        assertNothingIsLeft()
    }

    func testTreesInRenderersAndHosts() {
        for i in 0..<20 {
            if i % 2 == 0 {
                let renderer = CARenderer(width: 8, height: 8)
                renderer.layer = tree()
                CATransaction.flush()
                for k in 0..<3 {
                    renderer.beginFrame(atTime: CACurrentMediaTime() + Double(k))
                    renderer.render()
                    renderer.endFrame()
                }
            } else {
                let host = OffscreenHost(size: CGSize(width: 8, height: 8))
                host.perform { host.layer.addSublayer(tree()) }
                _ = host.image(at: 1)
            }
            CATransaction.flush()
        }
        assertNothingIsLeft()
    }

    func testATreeThatIsReplaced() {
        let renderer = CARenderer(width: 8, height: 8)
        for _ in 0..<20 {
            renderer.layer = tree()
            CATransaction.flush()
            renderer.beginFrame(atTime: CACurrentMediaTime())
            renderer.render()
            renderer.endFrame()
        }
        renderer.layer = nil
        CATransaction.flush()
        assertNothingIsLeft()
    }
}
