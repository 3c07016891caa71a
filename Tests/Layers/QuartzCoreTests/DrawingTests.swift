import Agate
import AgateDiagnostics
import QuartzCore
import XCTest

/// How layers get contents of their own (Behaviour 4.7), and `render(in:)`.
final class DrawingTests: XCTestCase {
    private class Drawn: CALayer {
        var calls: [CGRect] = []
        var color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        override func draw(in ctx: CGContext) {
            calls.append(ctx.boundingBoxOfClipPath)
            ctx.setFillColor(color)
            ctx.fill(CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height / 2))
        }
    }

    private final class Artist: NSObject, CALayerDelegate {
        var log: [String] = []
        func draw(_ layer: CALayer, in ctx: CGContext) {
            log.append("draw")
            ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
            ctx.fill(layer.bounds)
        }
        func layerWillDraw(_ layer: CALayer) { log.append("will") }
    }

    private final class Decorator: NSObject, CALayerDelegate {
        func display(_ layer: CALayer) { layer.contents = CGImage(width: 1, height: 1, premultipliedBGRA: [9, 9, 9, 255]) }
        func draw(_ layer: CALayer, in ctx: CGContext) { XCTFail("the delegate displays") }
    }

    private func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> UInt32? {
        image.map { image in image.withPixels { $0[y * image.width + x] } }
    }
    private let red: UInt32 = 0xFFFF_0000, green: UInt32 = 0xFF00_FF00, blue: UInt32 = 0xFF00_00FF

    func testOverriddenDrawMakesContents_D2() {
        let layer = Drawn()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 8)
        layer.contentsScale = 2
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        let image = layer.contents as? CGImage
        XCTAssertEqual(image?.width, 20)
        XCTAssertEqual(image?.height, 16)
        XCTAssertEqual(pixel(image, 3, 3), red, "y grows downwards: the upper half")
        XCTAssertEqual(pixel(image, 3, 12), 0)
        XCTAssertEqual(layer.calls, [CGRect(x: 0, y: 0, width: 10, height: 8)])
        layer.displayIfNeeded()
        XCTAssertEqual(layer.calls.count, 1)
    }

    func testBoundsOriginAndUpwardHosts() {
        let layer = Drawn()
        layer.bounds = CGRect(x: 100, y: -50, width: 4, height: 4)
        layer.position = CGPoint(x: 2, y: 2)
        for flipped in [true, false] {
            let host = OffscreenHost(size: CGSize(width: 4, height: 4), geometryFlipped: flipped)
            host.perform {
                host.layer.addSublayer(layer); layer.setNeedsDisplay()
            }
            let shown = host.image()
            XCTAssertEqual(pixel(shown, 1, flipped ? 0 : 3), red, "the half at minY")
            XCTAssertEqual(pixel(shown, 1, flipped ? 3 : 0), 0)
            host.perform { layer.removeFromSuperlayer() }
        }
    }

    func testDelegateDraws_D2() {
        let layer = CALayer(), artist = Artist()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.delegate = artist
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        XCTAssertEqual(artist.log, ["will", "draw"])
        XCTAssertEqual(pixel(layer.contents as? CGImage, 2, 2), green)
    }

    func testDelegateDisplays_D2() {
        let layer = Drawn(), decorator = Decorator()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.delegate = decorator
        layer.display()
        XCTAssertEqual((layer.contents as? CGImage)?.width, 1)
        XCTAssertEqual(layer.calls, [])
    }

    func testNobodyDraws_D3() {
        final class Plain: CALayer {}
        final class Mute: NSObject, CALayerDelegate {}
        let mute = Mute()
        for layer in [CALayer(), Plain()] {
            layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
            layer.delegate = mute
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            XCTAssertNil(layer.contents)
        }
    }

    func testOnlyTheMarkedPartIsDrawnAgain_D1() {
        let layer = Drawn()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        layer.color = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        layer.setNeedsDisplay(CGRect(x: 2, y: 0, width: 2, height: 2))
        layer.setNeedsDisplay(CGRect(x: 4, y: 2, width: 2, height: 2))
        layer.displayIfNeeded()
        XCTAssertEqual(layer.calls.last, CGRect(x: 2, y: 0, width: 4, height: 4))
        let image = layer.contents as? CGImage
        XCTAssertEqual(pixel(image, 3, 1), blue)
        XCTAssertEqual(pixel(image, 1, 1), red)
        XCTAssertEqual(pixel(image, 7, 4), red)
    }

    func testOpaqueStartsBlack_D9() {
        let layer = Drawn()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.isOpaque = true
        layer.display()
        XCTAssertEqual(pixel(layer.contents as? CGImage, 1, 3), 0xFF00_0000)
        XCTAssertEqual(pixel(layer.contents as? CGImage, 1, 0), red)
    }

    func testMarkedWhileDrawingIsForTheNextTime_D8() {
        final class Restless: Drawn {
            override func draw(in ctx: CGContext) {
                super.draw(in: ctx)
                if calls.count == 1 { setNeedsDisplay() }
            }
        }
        let layer = Restless()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        XCTAssertEqual(layer.calls.count, 1)
        XCTAssertTrue(layer.needsDisplay())
        layer.displayIfNeeded()
        XCTAssertEqual(layer.calls.count, 2)
    }

    func testEmptyAndHugeLayersDrawNothing() {
        let layer = Drawn()
        layer.display()
        XCTAssertNil(layer.contents)
        layer.bounds = CGRect(x: 0, y: 0, width: 1e6, height: 1e6)
        layer.display()
        XCTAssertNil(layer.contents)
        XCTAssertEqual(layer.calls, [])
    }

    // MARK: render(in:)

    private func picture(_ size: Int = 20, _ body: (CGContext) -> Void) -> CGImage {
        let context = CGContext(
            data: nil, width: size, height: size, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)!
        // As a context of UIKit: y down.
        context.translateBy(x: 0, y: CGFloat(size))
        context.scaleBy(x: 1, y: -1)
        body(context)
        return context.makeImage()!
    }

    private func tree() -> (root: CALayer, child: CALayer) {
        let root = CALayer(), child = CALayer()
        root.frame = CGRect(x: 100, y: 100, width: 20, height: 20)
        root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        child.frame = CGRect(x: 5, y: 0, width: 5, height: 10)
        child.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(child)
        return (root, child)
    }

    func testRenderIgnoresTheRootsPlace_rule13() {
        let (root, _) = tree()
        root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
        root.bounds.origin = CGPoint(x: -2, y: 0)
        let image = picture { root.render(in: $0) }
        XCTAssertEqual(pixel(image, 19, 19), blue)
        XCTAssertEqual(pixel(image, 7, 5), red, "the child stands at 5 - (-2)")
        XCTAssertEqual(pixel(image, 6, 5), blue)
        XCTAssertEqual(pixel(image, 7, 12), blue)
    }

    func testRenderGoesThroughTheContextsTransformAndClip() {
        let (root, _) = tree()
        let image = picture(40) { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 30, height: 40))
            context.translateBy(x: 4, y: 2)
            context.scaleBy(x: 2, y: 1)
            root.render(in: context)
        }
        XCTAssertEqual(pixel(image, 3, 5), 0)
        XCTAssertEqual(pixel(image, 4, 5), blue)
        XCTAssertEqual(pixel(image, 14, 5), red)
        XCTAssertEqual(pixel(image, 23, 5), red)
        XCTAssertEqual(pixel(image, 24, 5), blue)
        XCTAssertEqual(pixel(image, 31, 5), 0, "clipped")
        XCTAssertEqual(pixel(image, 10, 1), 0)
        XCTAssertEqual(pixel(image, 10, 2), blue)
    }

    func testRenderIsAGroupUnderAlphaAndBlendMode() {
        let (root, _) = tree()
        let image = picture { context in
            context.setAlpha(0.5)
            root.render(in: context)
        }
        XCTAssertEqual(pixel(image, 7, 5), 0x8080_0000, "the child covers its superlayer before both fade")
    }

    func testRenderDropsDepth_rule27_exactlyKeepsIt() {
        let (root, child) = tree()
        child.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        XCTAssertEqual(pixel(picture { root.render(in: $0) }, 5, 5), red, "as if it were not turned")
        let exact = picture { root.renderExactly(in: $0) }
        XCTAssertEqual(pixel(exact, 5, 5), blue)
        XCTAssertEqual(pixel(exact, 7, 5), red)
    }

    func testRenderDrawsTheModelAndPresentationDrawsWhatShows_R1() {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let (root, child) = tree()
        host.perform { host.layer.addSublayer(root) }
        host.perform { child.position.x += 10 }
        host.advance(to: 0.1)
        let model = picture { root.render(in: $0) }
        XCTAssertEqual(pixel(model, 16, 5), red)
        XCTAssertEqual(pixel(model, 6, 5), blue)
        let shown = picture { root.presentation()?.render(in: $0) }
        XCTAssertEqual(pixel(shown, 18, 5), blue, "on its way")
    }

    func testRenderLaysOutAndDisplaysFirst() {
        let (root, _) = tree()
        let drawn = Drawn()
        drawn.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
        root.addSublayer(drawn)
        drawn.setNeedsDisplay()
        let image = picture { root.render(in: $0) }
        XCTAssertEqual(pixel(image, 12, 12), red)
        XCTAssertEqual(pixel(image, 12, 18), blue)
    }

    func testExactlyDrawsBlendModesThatRenderDoesNot_rule28() {
        let (root, child) = tree()
        child.compositingFilter = "luminosityBlendMode"
        XCTAssertEqual(pixel(picture { root.render(in: $0) }, 7, 5), red)
        XCTAssertNotEqual(pixel(picture { root.renderExactly(in: $0) }, 7, 5), red)
    }

    func testSingularTransformDrawsNothing() {
        let (root, _) = tree()
        let image = picture { context in
            context.scaleBy(x: 0, y: 1)
            root.render(in: context)
        }
        XCTAssertEqual(pixel(image, 0, 0), 0)
    }
}
