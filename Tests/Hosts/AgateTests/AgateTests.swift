import XCTest

@testable import Agate

/// Colour of a pixel of an image, 0xAARRGGBB.
func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> UInt32 { image.withPixels { $0[y * image.width + x] } }

func box(_ frame: CGRect, _ color: CGColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
}

final class StopListener: NSObject, CAAnimationDelegate {
    var events: [(String, Double)] = []
    func animationDidStart(_ anim: CAAnimation) { events.append(("start", CACurrentMediaTime())) }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { events.append(("stop \(flag)", CACurrentMediaTime())) }
}

final class OffscreenHostTests: XCTestCase {
    private func moving() -> (OffscreenHost, CALayer) {
        let host = OffscreenHost(size: CGSize(width: 64, height: 32), background: .white)
        let layer = box(CGRect(x: 0, y: 0, width: 8, height: 8))
        layer.cornerRadius = 3
        host.perform { host.layer.addSublayer(layer) }
        host.advance(to: 1)
        host.perform { layer.position = CGPoint(x: 60.3, y: 20.7) }
        return (host, layer)
    }

    func testPictureOfTheTree() {
        let host = OffscreenHost(size: CGSize(width: 20, height: 10), scale: 2, background: .white)
        let layer = box(CGRect(x: 2, y: 1, width: 5, height: 4))
        host.perform { host.layer.addSublayer(layer) }
        let image = host.image(at: 5)
        XCTAssertEqual(image.width, 40)
        XCTAssertEqual(image.height, 20)
        XCTAssertEqual(pixel(image, 4, 2), 0xFFFF_0000)
        XCTAssertEqual(pixel(image, 13, 9), 0xFFFF_0000)
        XCTAssertEqual(pixel(image, 14, 9), 0xFFFF_FFFF)
        XCTAssertEqual(pixel(image, 3, 1), 0xFFFF_FFFF)
    }

    func testHostCountsForFlippedContents() {
        let down = OffscreenHost(size: CGSize(width: 4, height: 4))
        let up = OffscreenHost(size: CGSize(width: 4, height: 4), geometryFlipped: false)
        XCTAssertTrue(down.layer.contentsAreFlipped())
        XCTAssertFalse(up.layer.contentsAreFlipped())
        XCTAssertEqual(down.layer.presentation()?.contentsAreFlipped(), true)
        down.layer.isGeometryFlipped = true
        XCTAssertFalse(down.layer.contentsAreFlipped())
    }

    func testRootChangesAtOnce() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let layer = box(CGRect(x: 0, y: 0, width: 10, height: 5))
        host.perform { host.layer.addSublayer(layer) }
        XCTAssertEqual(pixel(host.image(), 5, 2), 0xFFFF_0000)
        XCTAssertNil(host.layer.animationKeys())
        host.perform { host.layer.backgroundColor = .white }
        XCTAssertEqual(pixel(host.image(), 5, 7), 0xFFFF_FFFF)
        XCTAssertEqual(host.layer.presentation()?.sublayers?.count, 1)
        // A layer in it does animate.
        host.perform { layer.opacity = 0 }
        XCTAssertEqual(pixel(host.image(), 5, 2), 0xFFFF_0000)
        host.advance(by: 1)
        XCTAssertEqual(pixel(host.image(), 5, 2), 0xFFFF_FFFF)
    }

    func testGeometryUpwards() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10), geometryFlipped: false)
        host.perform { host.layer.addSublayer(box(CGRect(x: 0, y: 0, width: 10, height: 2))) }
        let image = host.image(at: 5)
        XCTAssertEqual(pixel(image, 5, 9), 0xFFFF_0000)
        XCTAssertEqual(pixel(image, 5, 0), 0)
    }

    func testImplicitAnimationMoves() {
        let (host, layer) = moving()
        XCTAssertEqual(layer.animationKeys(), ["position"])
        XCTAssertEqual(layer.presentation()?.position, CGPoint(x: 4, y: 4))
        host.advance(by: 0.125)
        let half = layer.presentation()!.position.x
        XCTAssertEqual(half, 4 + 56.3 * 0.8024034, accuracy: 0.01)
        host.advance(by: 0.2)
        XCTAssertNil(layer.animationKeys())
        XCTAssertEqual(layer.presentation()?.position.x, 60.3)
    }

    func testSameBytesFromAnyStartingFrame() {
        let all = Array(moving().0.frames(from: 1, to: 1.4, fps: 30))
        XCTAssertEqual(all.count, 12)
        for frame in all {
            let direct = moving().0.image(at: frame.time)
            XCTAssertTrue(frame.image.hasEqualPixels(to: direct), "frame \(frame.index)")
        }
        let (host, _) = moving()
        var late = host.frames(from: 1.2, to: 1.4, fps: 30)
        XCTAssertTrue(late.next()!.image.hasEqualPixels(to: all[6].image))
        XCTAssertFalse(all[1].image.hasEqualPixels(to: all[3].image))
    }

    func testCallbacksComeAtTheirTimes() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let layer = box(CGRect(x: 0, y: 0, width: 4, height: 4))
        host.perform { host.layer.addSublayer(layer) }
        host.advance(to: 2)
        let listener = StopListener()
        var blocks: [Double] = []
        host.perform {
            CATransaction.begin()
            CATransaction.setCompletionBlock {
                blocks.append(CACurrentMediaTime())
                // Outside that transaction: the default duration.
                layer.zPosition = 4
            }
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.fromValue = 0
            fade.toValue = 1
            fade.duration = 0.5
            fade.beginTime = CACurrentMediaTime() + 0.25
            fade.delegate = listener
            layer.add(fade, forKey: "fade")
            CATransaction.commit()
        }
        host.advance(to: 2.75)
        XCTAssertEqual(listener.events.map(\.0), ["start"])
        host.advance(to: 10)
        XCTAssertEqual(listener.events.map(\.0), ["start", "stop true"])
        XCTAssertEqual(listener.events.map(\.1), [2.25, 2.75])
        XCTAssertEqual(blocks, [2.75])
        XCTAssertEqual(host.clock.now, 10)
        XCTAssertNil(layer.animationKeys())
    }

    func testChainedAnimationsBeginWhereTheLastEnded() {
        func run(_ step: Double) -> [Double] {
            let host = OffscreenHost(size: CGSize(width: 10, height: 10))
            let layer = box(CGRect(x: 0, y: 0, width: 4, height: 4))
            var begins: [Double] = []
            func next() {
                begins.append(CACurrentMediaTime())
                guard begins.count < 6 else { return }
                CATransaction.begin()
                CATransaction.setAnimationDuration(0.3)
                CATransaction.setCompletionBlock { next() }
                layer.zPosition += 1
                CATransaction.commit()
            }
            host.perform { host.layer.addSublayer(layer) }
            host.perform { next() }
            while host.clock.now < 3 { host.advance(by: step) }
            return begins
        }
        XCTAssertEqual(run(0.01).count, 6)
        XCTAssertEqual(run(0.01), run(1))
        XCTAssertEqual(run(1)[5], 1.5, accuracy: 1e-6)
    }

    func testTransactionsAreTheHostsOwn() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        host.perform { XCTAssertEqual(CACurrentMediaTime(), 0) }
        host.advance(to: 7)
        host.perform { XCTAssertEqual(CACurrentMediaTime(), 7) }
        XCTAssertGreaterThan(HostClock.now, 7)
    }

    func testChangesOutsidePerformAreCommittedByTheNextPicture() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let layer = box(CGRect(x: 0, y: 0, width: 10, height: 10))
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        host.layer.addSublayer(layer)
        CATransaction.commit()
        XCTAssertEqual(pixel(host.image(), 5, 5), 0xFFFF_0000)
    }

    func testOwnPropertyIsDisplayedInEachFrame_P9() {
        final class Notes { var shown: [Double] = [] }
        final class Dial: CALayer {
            var notes = Notes()
            override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
            override init() { super.init() }
            override init(layer: Any) {
                super.init(layer: layer)
                if let dial = layer as? Dial { notes = dial.notes }
            }
            required init?(coder: NSCoder) { nil }
            override func display() {
                notes.shown.append(value(forKey: "angle") as? Double ?? -1)
                contents = "\(notes.shown.count)"
            }
        }
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let dial = Dial()
        dial.setValue(0.0, forKey: "angle")
        host.perform { host.layer.addSublayer(dial) }
        dial.notes.shown = []
        host.perform {
            let turn = CABasicAnimation(keyPath: "angle")
            turn.fromValue = 0.0
            turn.toValue = 10.0
            turn.duration = 1
            dial.add(turn, forKey: "turn")
        }
        for _ in 0..<4 { host.advance(by: 0.25) }
        XCTAssertEqual(dial.notes.shown, [2.5, 5, 7.5, 10])
        // What a copy was given is the layer's.
        XCTAssertEqual(dial.contents as? String, "4")
        host.advance(by: 1)
        XCTAssertEqual(dial.notes.shown.last, 0)
    }

    /// Rings of packages draw `self.angle`.
    func testDrawingFindsTheValueOfTheTimeInItself() {
        final class Ring: CALayer {
            @CAAnimatable("part") var part: CGFloat = 0
            override class func needsDisplay(forKey key: String) -> Bool { key == "part" || super.needsDisplay(forKey: key) }
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * part, height: bounds.height))
            }
        }
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let ring = Ring()
        host.perform {
            ring.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            ring.setNeedsDisplay()
            host.layer.addSublayer(ring)
        }
        host.perform {
            let grow = CABasicAnimation(keyPath: "part")
            grow.fromValue = 0
            grow.toValue = 1
            grow.duration = 1
            ring.add(grow, forKey: "grow")
            CATransaction.setDisableActions(true)
            ring.part = 1
        }
        func width(at time: Double) -> Int {
            let picture = host.image(at: time)
            return (0..<10).filter { pixel(picture, $0, 5) == 0xFFFF_0000 }.count
        }
        XCTAssertEqual(width(at: 0.3), 3)
        XCTAssertEqual(width(at: 0.7), 7)
        XCTAssertEqual(width(at: 1.5), 10)
        XCTAssertEqual(ring.part, 1)
        // Added and animated before its first commit, it begins at the beginning.
        let second = Ring()
        host.perform {
            ring.removeFromSuperlayer()
            second.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            let grow = CABasicAnimation(keyPath: "part")
            grow.fromValue = 0.2
            grow.toValue = 1
            grow.duration = 1
            second.part = 1
            second.add(grow, forKey: "grow")
            second.setNeedsDisplay()
            host.layer.addSublayer(second)
        }
        XCTAssertEqual(width(at: 1.5), 2)
        XCTAssertEqual(width(at: 2), 6)
        XCTAssertEqual(width(at: 3), 10)
    }

    func testFreedHostLeavesLayersAlone() {
        let layer = box(CGRect(x: 0, y: 0, width: 4, height: 4))
        var host: OffscreenHost? = OffscreenHost(size: CGSize(width: 10, height: 10))
        host?.perform { host?.layer.addSublayer(layer) }
        XCTAssertNotNil(layer.presentation())
        host = nil
        XCTAssertNil(layer.presentation())
        layer.opacity = 0.5
        CATransaction.flush()
    }
}
