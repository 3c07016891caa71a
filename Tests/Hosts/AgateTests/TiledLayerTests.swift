import Agate
import Foundation
import RendererSupport
import TestSupport
import XCTest

/// Tiled layers on a host that makes frames on demand: what is drawn, and how it looks.
final class TiledLayerTests: XCTestCase {
    private func scene(
        _ map: MapLayer, bounds: CGRect = CGRect(x: 0, y: 0, width: 2048, height: 2048), size: CGSize = CGSize(width: 200, height: 160),
        levels: Int = 4, bias: Int = 1, flipped: Bool = true
    ) -> OffscreenHost {
        let host = OffscreenHost(size: size, scale: 1, background: CGColor.white, geometryFlipped: flipped)
        host.perform {
            map.anchorPoint = .zero
            map.bounds = bounds
            map.levelsOfDetail = levels
            map.levelsOfDetailBias = bias
            map.tileSize = CGSize(width: 64, height: 64)
            host.layer.addSublayer(map)
        }
        return host
    }

    private func set(_ host: OffscreenHost, _ changes: () -> Void) {
        host.perform {
            CATransaction.setDisableActions(true)
            changes()
        }
    }

    func testLevelsFollowTheZoom_TL1() {
        var hosts: [OffscreenHost] = []
        for zoom in [0.1, 0.25, 0.6, 1, 2.5] {
            let map = MapLayer(), host = scene(map)
            set(host) { map.transform = CATransform3DMakeScale(zoom, zoom, 1) }
            hosts.append(host)
            _ = host.image()
            // Level 0 has 2 pixels a point; then 1, 1/2, 1/4.
            let scale = [0.1: 0.25, 0.25: 0.25, 0.6: 1, 1: 1, 2.5: 2][zoom]!
            XCTAssertEqual(map.drawn.withLock { $0[0].width }, 64 / scale, accuracy: 1e-9, "zoom \(zoom)")
            let across = (200 / zoom * scale / 64).rounded(.up), down = (160 / zoom * scale / 64).rounded(.up)
            XCTAssertEqual(map.count, Int(min(across, 2048 * scale / 64) * min(down, 2048 * scale / 64)), "only what is seen, zoom \(zoom)")
        }
        assertGolden(sheet(hosts.map { $0.image() }), "tiles-zoom")
        if everyRenderer.contains(.gpu) { assertGolden(sheet(hosts.compactMap { pictureByGPU(of: $0) }), "tiles-zoom", tolerance: 8) }
    }

    func testTurnedAndInDepthWithoutSeams() {
        let turned = MapLayer(), a = scene(turned)
        set(a) {
            turned.position = CGPoint(x: 100, y: -40)
            turned.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
        }
        let tilted = MapLayer(), b = scene(tilted)
        set(b) {
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 300
            b.layer.sublayerTransform = perspective
            tilted.position = CGPoint(x: -300, y: 40)
            tilted.transform = CATransform3DMakeRotation(1.1, 1, 0, 0)
        }
        let upwards = MapLayer(), c = scene(upwards, bounds: CGRect(x: -30, y: -50, width: 150.5, height: 130.25), flipped: false)
        set(c) { upwards.position = CGPoint(x: 20, y: 10) }
        assertGolden(sheet([a, b, c].map { $0.image() }), "tiles-placed")
        if everyRenderer.contains(.gpu) {
            assertGolden(sheet([a, b, c].compactMap { pictureByGPU(of: $0) }), "tiles-placed", tolerance: 8)
        }
    }

    func testASeamlessPictureIsTheSameAsAWholeOne() {
        final class Plain: CATiledLayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 0.5))
                ctx.fill(ctx.boundingBoxOfClipPath)
            }
        }
        func picture(_ layer: CALayer) -> CGImage {
            let host = OffscreenHost(size: CGSize(width: 120, height: 120), scale: 1, background: CGColor.white)
            host.perform {
                layer.bounds = CGRect(x: 0, y: 0, width: 90.3, height: 80.7)
                layer.position = CGPoint(x: 60, y: 60)
                layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
                layer.cornerRadius = 0
                host.layer.addSublayer(layer)
            }
            return host.image()
        }
        let tiled = Plain()
        tiled.tileSize = CGSize(width: 13, height: 17)
        let whole = CALayer()
        whole.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 0.5)
        assertPicturesEqual(picture(tiled), picture(whole), tolerance: 2, "tiles-seams")
    }

    func testScrollingDrawsOnlyWhatIsNew() {
        let map = MapLayer(), host = scene(map, levels: 1, bias: 0)
        _ = host.image()
        XCTAssertEqual(map.count, 4 * 3)
        set(host) { map.position = CGPoint(x: -30, y: 0) }
        _ = host.image()
        XCTAssertEqual(map.count, 4 * 3, "230 points still lie in four tiles")
        set(host) { map.position = CGPoint(x: -60, y: 0) }
        _ = host.image()
        XCTAssertEqual(map.count, 5 * 3)
        set(host) { map.position = .zero }
        _ = host.image()
        XCTAssertEqual(map.count, 5 * 3, "kept")
        XCTAssertEqual(map.presentation()?.contents as? CGImage, nil)
    }

    func testClipsAboveDecideWhatIsDrawn() {
        let map = MapLayer(), host = scene(map, levels: 1, bias: 0)
        set(host) {
            let scroller = CALayer()
            scroller.frame = CGRect(x: 10, y: 10, width: 64, height: 64)
            scroller.masksToBounds = true
            scroller.bounds.origin = CGPoint(x: 640, y: 128)
            host.layer.addSublayer(scroller)
            scroller.addSublayer(map)
        }
        _ = host.image()
        XCTAssertEqual(map.drawn.withLock { $0 }, [CGRect(x: 640, y: 128, width: 64, height: 64)])
    }

    func testHiddenAndFarAwayDrawNothing() {
        let map = MapLayer(), host = scene(map)
        set(host) { map.isHidden = true }
        _ = host.image()
        set(host) { (map.isHidden, map.opacity) = (false, 0) }
        _ = host.image()
        set(host) { (map.opacity, map.position) = (1, CGPoint(x: 5000, y: 0)) }
        _ = host.image()
        XCTAssertEqual(map.count, 0)
    }

    func testInvalidRectangleIsDrawnAnew_TL2() {
        let map = MapLayer(), host = scene(map, levels: 1, bias: 0)
        _ = host.image()
        set(host) { map.setNeedsDisplay(CGRect(x: 70, y: 70, width: 10, height: 60)) }
        _ = host.image()
        XCTAssertEqual(map.drawn.withLock { Set($0[12...].map { "\($0.minX) \($0.minY)" }) }, ["64.0 64.0", "64.0 128.0"])
        set(host) { map.setNeedsDisplay() }
        _ = host.image()
        XCTAssertEqual(map.count, 12 + 2 + 12)
        set(host) { map.contentsScale = 2 }
        _ = host.image()
        XCTAssertEqual(map.drawn.withLock { $0.last?.width }, 32, "other pixels, other tiles")
    }

    func testAnimationsShowTheirTilesWhicheverFrameComesFirst() {
        func moving() -> (OffscreenHost, MapLayer) {
            let map = MapLayer(), host = scene(map)
            host.perform {
                let move = CABasicAnimation(keyPath: "position.x")
                (move.fromValue, move.toValue, move.duration) = (0, -1500, 1)
                let zoom = CABasicAnimation(keyPath: "transform.scale")
                (zoom.fromValue, zoom.toValue, zoom.duration) = (1, 3, 1)
                map.add(move, forKey: nil)
                map.add(zoom, forKey: nil)
            }
            return (host, map)
        }
        let (walked, _) = moving(), (jumped, _) = moving()
        for step in 0..<9 { _ = walked.image(at: Double(step) / 10) }
        let late = jumped.image(at: 0.9)
        assertPicturesEqual(late, walked.image(at: 0.9), tolerance: 0, "tiles-late")
        assertPicturesEqual(jumped.image(at: 0.35), walked.image(at: 0.35), tolerance: 0, "tiles-back")
        XCTAssertFalse(
            late.withPixels { pixels in (0..<late.width * late.height).contains { pixels[$0] == 0xFFFF_FFFF } }, "no tile is missing")
    }

    func testContentsMakeItPlainAndNilBack_TL2() {
        let map = MapLayer(), host = scene(map)
        let tiled = host.image()
        set(host) { map.contents = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 255, 255]) }
        let plain = host.image()
        XCTAssertEqual(plain.withPixels { $0[5000] }, 0xFFFF_0000)
        let before = map.count
        set(host) { map.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1)) }
        XCTAssertEqual(map.count, before + 1, "drawn as any layer, for the commit")
        set(host) { map.contents = nil }
        assertPicturesEqual(host.image(), tiled, tolerance: 0, "tiles-back")
    }

    func testTheDelegateDraws() {
        final class Drawer: NSObject, CALayerDelegate {
            func draw(_ layer: CALayer, in ctx: CGContext) { drawMap(in: ctx, ctx.boundingBoxOfClipPath) }
        }
        final class Silent: NSObject, CALayerDelegate {}
        let drawer = Drawer(), silent = Silent(), map = MapLayer(), host = scene(map)
        let other = OffscreenHost(size: host.size, scale: 1, background: CGColor.white)
        let layer = CATiledLayer()
        other.perform {
            (layer.anchorPoint, layer.bounds, layer.tileSize) = (
                .zero, CGRect(x: 0, y: 0, width: 2048, height: 2048), CGSize(width: 64, height: 64)
            )
            layer.delegate = silent
            other.layer.addSublayer(layer)
        }
        XCTAssertEqual(other.image().withPixels { $0[0] }, 0xFFFF_FFFF)
        other.perform {
            layer.delegate = drawer
            layer.setNeedsDisplay()
        }
        assertPicturesEqual(other.image(), host.image(), tolerance: 0, "tiles-delegate")
    }

    func testRenderInContextDrawsWhatAHostShows() {
        let map = MapLayer(), host = scene(map, bounds: CGRect(x: 0, y: 0, width: 200, height: 160))
        let lone = MapLayer()
        (lone.bounds, lone.levelsOfDetail, lone.levelsOfDetailBias, lone.tileSize) = (map.bounds, 4, 1, map.tileSize)
        let context = CGContext(
            data: nil, width: 200, height: 160, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpace(name: CGColorSpace.sRGB)!,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
        context.translateBy(x: 0, y: 160)
        context.scaleBy(x: 1, y: -1)
        lone.render(in: context)
        assertPicturesEqual(context.makeImage()!, host.image(), tolerance: 0, "tiles-render")
    }
}
