import Agate
import Foundation
import TestSupport
import XCTest

/// Tiled layers where something is unusual.
final class TiledLayerAwkwardTests: XCTestCase {
    private final class Solid: CATiledLayer {
        override func draw(in ctx: CGContext) {
            ctx.setFillColor(.black)
            ctx.fill(ctx.boundingBoxOfClipPath)
        }
    }

    private func host(_ map: CATiledLayer, _ changes: () -> Void = {}) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 100, height: 100), scale: 1, background: CGColor.white)
        host.perform {
            (map.anchorPoint, map.bounds, map.tileSize) = (
                .zero, CGRect(x: 0, y: 0, width: 300, height: 300), CGSize(width: 64, height: 64)
            )
            changes()
            host.layer.addSublayer(map)
        }
        return host
    }

    func testEmptyBounds() {
        for bounds in [CGRect.zero, CGRect(x: 5, y: 5, width: 0, height: 80)] {
            let map = MapLayer()
            _ = host(map) { map.bounds = bounds }.image()
            XCTAssertEqual(map.count, 0)
        }
    }

    func testTileSizes() {
        func sizes(_ size: CGSize) -> [CGSize] {
            let map = MapLayer()
            _ = host(map) { map.tileSize = size }.image()
            return map.drawn.withLock { $0.map(\.size) }
        }
        XCTAssertEqual(sizes(.zero), [CGSize(width: 256, height: 256)])
        XCTAssertEqual(sizes(CGSize(width: -5, height: 0.4)), [CGSize(width: 256, height: 256)])
        XCTAssertEqual(sizes(CGSize(width: 1e30, height: 1e9)), [CGSize(width: 300, height: 300)])
        XCTAssertEqual(sizes(CGSize(width: 99.6, height: 120)), [CGSize(width: 100, height: 120)])
        let map = MapLayer()
        XCTAssertEqual(diagnostics { map.tileSize = CGSize(width: CGFloat.nan, height: 4) }.map(\.identifier), ["layer.refused-value"])
        XCTAssertEqual(map.tileSize, CGSize(width: 256, height: 256))
    }

    func testTooManyTilesAreReportedOnce() {
        let map = MapLayer(), host = host(map) { map.tileSize = CGSize(width: 1, height: 1) }
        XCTAssertEqual(diagnostics { for _ in 0..<2 { _ = host.image() } }.map(\.identifier), ["tiles.too-many"])
        XCTAssertEqual(map.count, 0)
        host.perform { (map.levelsOfDetail, map.tileSize) = (30, CGSize(width: 2, height: 2)) }
        _ = host.image()
        XCTAssertEqual(map.count, 50 * 50)
        for levels in [-3, 0, Int.max] {
            map.levelsOfDetail = levels
            map.levelsOfDetailBias = levels
            host.perform { map.tileSize = CGSize(width: 64, height: 64) }
            _ = host.image()
        }
    }

    func testTwentyMillionPoints() {
        let map = Solid(),
            host = host(map) {
                map.bounds = CGRect(x: 0, y: 0, width: 2e7, height: 2e7)
                map.levelsOfDetail = 24
                map.position = CGPoint(x: -1.5e7, y: -1.9e7)
            }
        _ = host.image()
        XCTAssertEqual(map.tileStore.drawnCount, 4, "1.5e7 and 1.9e7 are multiples of 64")
        host.perform {
            CATransaction.setDisableActions(true)
            map.position = .zero
            map.transform = CATransform3DMakeScale(1 / 2e5, 1 / 2e5, 1)
        }
        let image = host.image()
        XCTAssertLessThanOrEqual(map.tileStore.drawnCount, 4 + 9)
        XCTAssertEqual(image.withPixels { $0[5050] }, 0xFF00_0000)
    }

    func testDrawingThatChangesTheTree() {
        final class Meddler: CATiledLayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(.black)
                ctx.fill(ctx.boundingBoxOfClipPath)
                let child = CALayer()
                child.frame = CGRect(x: 40, y: 40, width: 20, height: 20)
                child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
                superlayer?.addSublayer(child)
                setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
                removeFromSuperlayer()
            }
        }
        let map = Meddler(), host = host(map)
        XCTAssertEqual(host.image().withPixels { $0[5050] }, 0xFFFF_0000, "what drawing did to the tree is in the picture")
        XCTAssertNil(map.superlayer)
        XCTAssertEqual(host.image().withPixels { $0[50] }, 0xFFFF_FFFF, "the layer is gone")
    }

    func testCopiesOfAReplicatorAreWhole() {
        let map = MapLayer(), host = host(map) { map.bounds.size = CGSize(width: 128, height: 64) }
        host.perform {
            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: -100, y: 0, width: 100, height: 100)
            replicator.instanceCount = 2
            replicator.instanceTransform = CATransform3DMakeTranslation(100, 0, 0)
            host.layer.addSublayer(replicator)
            replicator.addSublayer(map)
        }
        XCTAssertEqual(host.image().withPixels { pixels in (0..<100).filter { pixels[3000 + $0] == 0xFFFF_FFFF }.count }, 0)
        XCTAssertEqual(map.count, 2)
    }

    func testAsAMaskAndUnderAFade() {
        let map = MapLayer(), host = host(map)
        host.perform {
            let box = CALayer()
            box.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            box.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            host.layer.addSublayer(box)
            map.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
            box.mask = map
        }
        let image = host.image()
        XCTAssertEqual(image.withPixels { [$0[1010], $0[6060]] }, [0xFF00_00FF, 0xFFFF_FFFF])
        XCTAssertEqual(map.count, 1)
    }

    func testMemoryHasABound() {
        let map = Solid(),
            host = host(map) {
                (map.bounds.size, map.tileSize) = (CGSize(width: 1e6, height: 100), CGSize(width: 1024, height: 1024))
            }
        for step in 0..<300 {
            host.perform {
                CATransaction.setDisableActions(true)
                map.position.x = CGFloat(-1024 * step)
            }
            _ = host.image()
        }
        XCTAssertEqual(map.tileStore.drawnCount, 300)
        XCTAssertLessThanOrEqual(map.tileStore.byteCount, TileStore.spareBytes + 3 * 1024 * 100 * 4)
        XCTAssertGreaterThan(map.tileStore.tileCount, 100)
        host.perform { map.removeFromSuperlayer() }
        _ = host.image()
        XCTAssertEqual(map.tileStore.byteCount, 0, "not shown, nothing kept")
    }

    func testDefaultsAndKeys() {
        let layer = CATiledLayer()
        XCTAssertEqual(layer.levelsOfDetail, 1)
        XCTAssertEqual(layer.levelsOfDetailBias, 0)
        XCTAssertEqual(layer.tileSize, CGSize(width: 256, height: 256))
        XCTAssertEqual(CATiledLayer.fadeDuration(), 0.25)
        layer.setValue(3, forKey: "levelsOfDetail")
        layer.setValue(100, forKeyPath: "tileSize.width")
        XCTAssertEqual(layer.levelsOfDetail, 3)
        XCTAssertEqual(layer.tileSize, CGSize(width: 100, height: 256))
        XCTAssertNil(CALayer().value(forKey: "levelsOfDetail"))
    }
}
