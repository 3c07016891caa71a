import Agate
import XCTest

/// The code of `Guides/CustomDrawing.md`.
final class CustomDrawingGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 120, height: 120), scale: 2, background: .white)
        let gauge = Gauge()
        host.perform {
            gauge.frame = host.layer.bounds
            gauge.contentsScale = 2
            gauge.value = 0.1
            host.layer.addSublayer(gauge)
        }
        host.perform {
            let fill = CABasicAnimation(keyPath: "value")
            fill.fromValue = 0.1
            fill.toValue = 0.9
            fill.duration = 1
            gauge.value = 0.9
            gauge.add(fill, forKey: "fill")
        }
        host.advance(by: 1.1)
        XCTAssertEqual(gauge.value, 0.9)
        picture(host.image(), "custom-drawing")
        let map = Map()
        host.perform {
            gauge.removeFromSuperlayer()
            map.tileSize = CGSize(width: 128, height: 128)
            map.frame = CGRect(x: 0, y: 0, width: 100_000, height: 100_000)
            host.layer.addSublayer(map)
        }
        let tiles = host.image()
        picture(tiles, "tiled-layer")
    }
}

final class Gauge: CALayer {
    @CAAnimatable("value") var value: CGFloat = 0

    override func draw(in context: CGContext) {
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        context.setLineWidth(12)
        context.setLineCap(.round)
        context.setStrokeColor(CGColor(red: 0.29, green: 0.36, blue: 0.83, alpha: 1))
        context.addArc(center: middle, radius: 40, startAngle: .pi * 0.75, endAngle: .pi * (0.75 + 1.5 * value), clockwise: false)
        context.strokePath()
    }
}

final class Map: CATiledLayer {
    override func draw(in context: CGContext) {
        let tile = context.boundingBoxOfClipPath
        context.setFillColor(CGColor(gray: (Int(tile.minX / 64) + Int(tile.minY / 64)) % 2 == 0 ? 0.85 : 0.95, alpha: 1))
        context.fill(tile)
    }
}
