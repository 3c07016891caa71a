import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import XCTest

@testable import QuartzCore

/// Trees of 100,000 layers inside each other: nothing may call itself for each.
///
/// The stack has 1 MB, so that the smallest function of an optimised build overflows it, too, if it does.
final class DeepTreeTests: XCTestCase {
    private static let depth = 100_000

    override func invokeTest() {
        let ended = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let test: () -> Void = super.invokeTest
        let thread = Thread {
            test()
            ended.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
        ended.wait()
    }

    /// A chain; the innermost layer is red. Made from the inside out, as programs do that wrap, or from the outside in.
    private func chain(
        _ depth: Int = DeepTreeTests.depth, fromInside: Bool = true, make: () -> CALayer = { CALayer() },
        change: (CALayer) -> Void = { _ in }
    ) -> (top: CALayer, bottom: CALayer) {
        let bottom = CALayer()
        bottom.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        var all = [bottom]
        for _ in 1..<depth { all.append(make()) }
        for layer in all {
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            if layer !== bottom { change(layer) }
        }
        for i in fromInside ? Array(1..<all.count) : (1..<all.count).reversed() { all[i].addSublayer(all[i - 1]) }
        return (all[depth - 1], bottom)
    }

    private func isRed(_ image: CGImage, file: StaticString = #filePath, line: UInt = #line) {
        let pixel = image.withPixels { $0[4 * image.width + 4] }
        XCTAssertEqual(pixel, 0xFFFF_0000, "a picture of the innermost layer", file: file, line: line)
    }

    func testCommitPictureAndHitTest() {
        for fromInside in [true, false] {
            let (top, bottom) = chain(fromInside: fromInside)
            let host = OffscreenHost(size: CGSize(width: 8, height: 8))
            host.perform { host.layer.addSublayer(top) }
            isRed(host.image())
            XCTAssertTrue(top.hitTest(CGPoint(x: 4, y: 4)) === bottom)
            XCTAssertTrue(top.presentation()?.hitTest(CGPoint(x: 4, y: 4))?.model() === bottom)
            XCTAssertEqual(bottom.convert(CGPoint(x: 1, y: 2), to: nil), CGPoint(x: 1, y: 2))
            // All of them change in one commit.
            host.perform {
                CATransaction.setDisableActions(true)
                var layer: CALayer? = top
                while let each = layer {
                    each.cornerRadius = 1
                    layer = each.sublayers?.first
                }
                bottom.position.x += 1
            }
            isRed(host.image())
            XCTAssertEqual(host.layerCount, Self.depth + 1)
            host.perform { top.removeFromSuperlayer() }
            XCTAssertEqual(host.image().withPixels { $0[36] }, 0)
            XCTAssertEqual(host.layerCount, 1)
        }
    }

    func testEachLinkIsCutInOneCommit() {
        let (top, _) = chain()
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(top) }
        var cut: [CALayer] = []
        let reports = Locked<[String]>([])
        let observation = Diagnostics.observe { diagnostic in reports.withLock { $0.append(diagnostic.identifier) } }
        host.perform {
            var layer: CALayer? = top
            while let each = layer {
                layer = each.sublayers?.first
                each.removeFromSuperlayer()
                cut.append(each)
            }
        }
        _ = host.image()
        XCTAssertEqual(host.layerCount, 1)
        XCTAssertEqual(cut.count { $0.liveContext != nil }, 0, "what was cut from a layer that left has left too")
        XCTAssertEqual(cut.count { $0.animationKeys() != nil }, 0)
        XCTAssertEqual(reports.withLock { $0 }, [], "the implicit transitions of what leaves are no mistake of the program")
        withExtendedLifetime(observation) {}
    }

    func testLayoutAndDisplay() {
        var laidOut = 0, displayed = 0
        final class Counting: CALayer {
            var count: (() -> Void)?, show: (() -> Void)?
            override func layoutSublayers() { count?() }
            override func display() { show?() }
        }
        let (top, _) = chain(make: {
            let layer = Counting()
            layer.count = { laidOut += 1 }
            layer.show = { displayed += 1 }
            return layer
        })
        var layer: CALayer? = top
        while let each = layer {
            each.setNeedsLayout()
            each.setNeedsDisplay()
            layer = each.sublayers?.first
        }
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(top) }
        XCTAssertEqual(laidOut, Self.depth - 1)
        XCTAssertEqual(displayed, Self.depth - 1)
    }

    func testAutoresizing() {
        let (top, bottom) = chain(change: { $0.autoresizingMask = [.layerWidthSizable, .layerHeightSizable] })
        bottom.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
        top.bounds.size = CGSize(width: 20, height: 10)
        XCTAssertEqual(bottom.bounds.size, CGSize(width: 20, height: 10))
    }

    func testRenderInContextAndRenderer() throws {
        let (top, _) = chain()
        for exactly in [false, true] {
            let context = try XCTUnwrap(
                CGContext(
                    data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
                ))
            if exactly { top.renderExactly(in: context) } else { top.render(in: context) }
            isRed(try XCTUnwrap(context.makeImage()))
        }
        let renderer = CARenderer(width: 8, height: 8)
        renderer.layer = top
        CATransaction.flush()
        renderer.beginFrame(atTime: 0)
        renderer.render()
        renderer.endFrame()
        isRed(try XCTUnwrap(renderer.image))
    }

    func testArchive() throws {
        let depth = Self.depth
        let (top, _) = chain(depth)
        top.mask = CALayer()
        let data = try NSKeyedArchiver.archivedData(withRootObject: top, requiringSecureCoding: true)
        let copy = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        var count = 0
        var layer: CALayer? = copy
        while let each = layer {
            count += 1
            layer = each.sublayers?.first
        }
        XCTAssertEqual(count, depth)
        XCTAssertNotNil(copy.mask)
    }

    /// Ways through the tree that only a program takes: an explanation of the innermost layer, conversions over the whole depth,
    /// descriptions, scrolling from the inside out.
    func testExplanationsAndConversions() {
        let (top, bottom) = chain()
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(top) }
        XCTAssertFalse("\(bottom.explainAction(forKey: "opacity"))".isEmpty)
        XCTAssertEqual(top.convert(CGPoint(x: 1, y: 2), to: bottom), CGPoint(x: 1, y: 2))
        XCTAssertEqual(bottom.convert(CGRect(x: 1, y: 2, width: 3, height: 4), to: top), CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertEqual(bottom.convertTime(3, from: top), 3)
        XCTAssertFalse(top.description.isEmpty || top.debugDescription.isEmpty)
        XCTAssertEqual(top.presentation()?.sublayers?.count, 1)
        bottom.scrollRectToVisible(CGRect(x: 0, y: 0, width: 1, height: 1))
        top.layoutIfNeeded()
    }

    /// What needs a picture or a clip of its own is bounded, and says so once a tree.
    func testBoundedKindsOfPictures() {
        checkBounded([
            (
                "group opacity", { CALayer() },
                {
                    $0.opacity = 0.99; $0.borderWidth = 1
                }
            ),
            (
                "clips", { CALayer() },
                {
                    $0.masksToBounds = true; $0.cornerRadius = 2
                }
            ),
            ("filters", { CALayer() }, { $0.filters = [CAFilter(type: "gaussianBlur")] }),
            ("blend modes", { CALayer() }, { $0.compositingFilter = "multiplyBlendMode" }),
            ("bitmaps", { CALayer() }, { $0.shouldRasterize = true }),
            ("shadows", { CALayer() }, { $0.shadowOpacity = 1 }),
        ])
    }

    func testBoundedKindsOfSpaces() {
        checkBounded([
            ("replicators", { CAReplicatorLayer() }, { _ in }),
            ("depth", { CATransformLayer() }, { _ in }),
            (
                "tilted", { CALayer() },
                {
                    $0.addSublayer(CALayer()); $0.sublayers?[0].transform = CATransform3DMakeRotation(1, 1, 0, 0)
                }
            ),
        ])
    }

    /// A thread of a pool has half a megabyte of stack.
    func testBoundedKindsOnASmallStack() {
        let isDone = DispatchSemaphore(value: 0)
        // This thread waits meanwhile.
        nonisolated(unsafe) let test = self
        let thread = Thread {
            test.checkBounded([
                (
                    "clips", { CALayer() },
                    {
                        $0.masksToBounds = true; $0.cornerRadius = 2
                    }
                ), ("replicators", { CAReplicatorLayer() }, { _ in }),
            ])
            isDone.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        isDone.wait()
    }

    fileprivate func checkBounded(_ kinds: [(String, () -> CALayer, (CALayer) -> Void)]) {
        for (name, make, change) in kinds {
            let heard = Locked<[String]>([])
            let observation = Diagnostics.observe { diagnostic in heard.withLock { $0.append(diagnostic.identifier) } }
            let (top, _) = chain(make: make, change: change)
            let host = OffscreenHost(size: CGSize(width: 8, height: 8))
            host.perform { host.layer.addSublayer(top) }
            let image = host.image()
            if name == "depth" {
                isRed(image)
            } else {
                XCTAssertEqual(heard.withLock { $0.filter { $0 == "rendertree.too-deep" } }.count, 1, name)
            }
            host.perform { top.opacity = 0.5 }
            _ = host.image(at: 0.1)
            // A transform layer answers nil when it is asked itself.
            XCTAssertTrue((host.layer.hitTest(CGPoint(x: 4, y: 4)) ?? host.layer) !== host.layer, name)
            withExtendedLifetime(observation) {}
        }
    }

    func testMasksOfMasks() {
        var top = CALayer()
        for _ in 0..<Self.depth {
            let layer = CALayer()
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            layer.mask = top
            top = layer
        }
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(top) }
        _ = host.image()
        XCTAssertNotNil(top.hitTest(CGPoint(x: 4, y: 4)))
        host.perform { top.removeFromSuperlayer() }
        XCTAssertEqual(host.layerCount, 1)
    }

    func testAnimationGroupsInGroups() throws {
        let heard = Locked<[String]>([])
        let observation = Diagnostics.observe { diagnostic in heard.withLock { $0.append(diagnostic.identifier) } }
        var animation: CAAnimation = CABasicAnimation(keyPath: "opacity")
        for _ in 0..<Self.depth {
            let group = CAAnimationGroup()
            group.animations = [animation]
            group.duration = 1
            animation = group
        }
        let copy = try XCTUnwrap(animation.copy() as? CAAnimationGroup)
        XCTAssertFalse(copy.animations?.first === (animation as? CAAnimationGroup)?.animations?.first)
        let layer = CALayer()
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform {
            host.layer.addSublayer(layer)
            layer.add(animation, forKey: "deep")
        }
        _ = host.image(at: 0.5)
        XCTAssertEqual(heard.withLock { $0.filter { $0 == "animation.too-deep" } }.count, 1)
        _ = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: true)
        XCTAssertTrue(heard.withLock { $0.contains("archive.too-deep") })
        withExtendedLifetime(observation) {}
    }

    func testCellsInCells() {
        var cell = CAEmitterCell()
        for _ in 0..<Self.depth {
            let outer = CAEmitterCell()
            outer.emitterCells = [cell]
            cell = outer
        }
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        XCTAssertEqual(layer.emitterCells?.count, 1)
    }

    /// Layers let go of while a context still shows them, and contexts that go away.
    func testLifetimes() {
        let released = Locked(0)
        final class Released: CALayer {
            var tell: (() -> Void)?
            deinit { tell?() }
        }
        do {
            let (top, _) = chain(make: {
                let layer = Released()
                layer.tell = { released.withLock { $0 += 1 } }
                return layer
            })
            let host = OffscreenHost(size: CGSize(width: 8, height: 8))
            host.perform { host.layer.addSublayer(top) }
            host.keepsAnimations = false
            _ = host.image()
        }
        XCTAssertEqual(released.withLock { $0 }, Self.depth - 1)
    }
}
