#if GPU
import Agate
import OpenGLES
import QuartzCore
import XCTest

/// Fills itself with a red of its time, and counts.
final class CountingLayer: GLESLayer {
    var times: [CFTimeInterval] = []
    var prepared = 0
    var mayDraw = true
    var onDraw: () -> Void = {}
    /// The sizes that it drew at.
    var sizes: [[Int]] = []

    override func prepare(in context: EAGLContext) { prepared += 1 }
    override func canDraw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) -> Bool { mayDraw }
    override func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) {
        times.append(t)
        sizes.append([framebufferSize.width, framebufferSize.height])
        XCTAssertTrue(EAGLContext.current() === context)
        clear(Float(t), 0, 0)
        onDraw()
    }
}

final class GLESLayerTests: XCTestCase {
    override func setUpWithError() throws { try needOpenGLES() }

    private func show(_ layer: CALayer, scale: CGFloat = 1) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8), scale: scale)
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            layer.contentsScale = scale
            host.layer.addSublayer(layer)
        }
        return host
    }

    private func red(_ host: OffscreenHost, at time: CFTimeInterval? = nil) -> UInt32 {
        host.withPixels(at: time) { pixels, _, _, _ in pixels[0] >> 16 & 0xFF }
    }

    func testOnDemand() {
        let layer = CountingLayer(), host = show(layer, scale: 2)
        XCTAssertEqual(layer.times, [0], "a new size is drawn")
        XCTAssertEqual(layer.sizes, [[16, 16]])
        host.advance(to: 0.4)
        XCTAssertEqual(red(host), 0)
        XCTAssertEqual(layer.times, [0])
        host.perform { layer.setNeedsDisplay() }
        XCTAssertEqual(red(host), 102)
        XCTAssertNil(layer.animationKeys(), "it does not fade in")
        host.perform { layer.bounds.size.width = 4 }
        XCTAssertEqual(layer.sizes.last, [8, 16])
        XCTAssertEqual(layer.prepared, 1)
        XCTAssertNil(EAGLContext.current())
    }

    func testEachFrameIsDrawnForItsTime() {
        func run() -> [UInt32] {
            let layer = CountingLayer()
            layer.isAsynchronous = true
            let host = show(layer)
            let found = (0..<6).map { red(host, at: Double($0) * 0.2) }
            XCTAssertEqual(layer.times, (0..<6).map { Double($0) * 0.2 }, "no frame twice")
            XCTAssertEqual(red(host), found.last)
            XCTAssertEqual(layer.times.count, 6, "nothing is drawn again for the same time")
            XCTAssertEqual(red(host, at: 0.4), 102, "back")
            return found
        }
        let first = run()
        XCTAssertEqual(first, [0, 51, 102, 153, 204, 255])
        XCTAssertEqual(run(), first)
    }

    func testTimeOfTheLayerCounts() {
        let layer = CountingLayer()
        layer.isAsynchronous = true
        layer.speed = 0.5
        layer.timeOffset = 0.2
        let host = show(layer)
        XCTAssertEqual(red(host, at: 0.8), UInt32((0.6 * 255).rounded()))
        host.perform { layer.speed = 0 }
        XCTAssertEqual(red(host, at: 2), 51)
    }

    func testOnlyShownLayersAreDrawn() {
        let layer = CountingLayer(), other = OffscreenHost(size: CGSize(width: 8, height: 8))
        layer.isAsynchronous = true
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        let host = show(layer)
        host.perform { layer.removeFromSuperlayer() }
        let before = layer.times.count
        XCTAssertEqual(red(host, at: 1), 0)
        XCTAssertEqual(layer.times.count, before)
        other.perform { other.layer.addSublayer(layer) }
        XCTAssertEqual(red(other, at: 0.6), 153)
        XCTAssertEqual(red(host, at: 2), 0)
        other.perform { layer.isAsynchronous = false }
        let after = layer.times.count
        XCTAssertNotEqual(red(other, at: 0.9), 0)
        XCTAssertEqual(layer.times.count, after, "it stopped, with a last picture by itself")
    }

    func testNothingNewLeavesTheLastPicture() {
        let layer = CountingLayer()
        layer.isAsynchronous = true
        let host = show(layer)
        XCTAssertEqual(red(host, at: 0.2), 51)
        layer.mayDraw = false
        XCTAssertEqual(red(host, at: 0.6), 51)
        layer.mayDraw = true
        XCTAssertEqual(red(host, at: 0.8), 204)
    }

    func testLostContextIsMadeAnew() {
        let layer = CountingLayer()
        layer.isAsynchronous = true
        let host = show(layer)
        XCTAssertEqual(red(host, at: 0.2), 51)
        layer.onDraw = { EAGLContext.current()?.gl.simulateLoss() }
        XCTAssertEqual(red(host, at: 0.4), 51, "the last picture")
        layer.onDraw = {}
        XCTAssertEqual(red(host, at: 0.6), 153)
        XCTAssertEqual(layer.prepared, 2)
    }

    func testDrawingThatChangesTheTree() {
        let layer = CountingLayer(), added = CALayer()
        layer.isAsynchronous = true
        let host = show(layer)
        layer.onDraw = { [unowned layer] in
            added.frame = CGRect(x: 4, y: 0, width: 4, height: 8)
            added.backgroundColor = .white
            // Otherwise it fades in.
            CATransaction.setDisableActions(true)
            if added.superlayer == nil { layer.addSublayer(added) }
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            CATransaction.flush()
        }
        XCTAssertEqual(red(host, at: 0.2), 51)
        XCTAssertEqual(host.withPixels { pixels, _, _, _ in pixels[6] }, 0xFFFF_FFFF)
        layer.onDraw = { [unowned layer] in layer.removeFromSuperlayer() }
        XCTAssertEqual(red(host, at: 0.4), 0)
    }

    func testLayersWithContextsOfTheirOwnDoNotDisturbEachOther() {
        let first = CountingLayer(), second = CountingLayer()
        for layer in [first, second] { layer.isAsynchronous = true }
        second.timeOffset = 0.4
        let host = show(first)
        host.perform {
            second.frame = CGRect(x: 4, y: 0, width: 4, height: 8)
            host.layer.addSublayer(second)
        }
        XCTAssertEqual(red(host, at: 0.2), 51)
        XCTAssertEqual(host.withPixels { pixels, _, _, _ in pixels[6] >> 16 & 0xFF }, 153)
    }

    func testEmptyLayerDrawsNothing() {
        let layer = CountingLayer()
        layer.isAsynchronous = true
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(layer) }
        XCTAssertEqual(red(host, at: 0.5), 0)
        XCTAssertEqual(layer.times, [])
    }

    func testWindowsThreadAsksAndTheLayersDraws() {
        let layer = CountingLayer()
        layer.isAsynchronous = true
        let seen = Locked<Set<UInt32>>([])
        let host = LiveHost(size: CGSize(width: 8, height: 8), framesPerSecond: 120) { frame in
            let pixel = frame.withPixels { pixels, _, _, _ in pixels[0] }
            seen.withLock { _ = $0.insert(pixel) }
        }
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.onDraw = {
            XCTAssertTrue(Thread.isMainThread)
            clear(Float(layer.times.count % 50) / 51, 1, 0)
        }
        host.layer.addSublayer(layer)
        let deadline = Date(timeIntervalSinceNow: 30)
        while seen.withLock({ $0.count }) < 5, Date() < deadline { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
        XCTAssertGreaterThanOrEqual(seen.withLock { $0.count }, 5)
        layer.removeFromSuperlayer()
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
        let before = layer.times.count
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
        XCTAssertEqual(layer.times.count, before, "nobody sees it any more")
    }
}
#endif
