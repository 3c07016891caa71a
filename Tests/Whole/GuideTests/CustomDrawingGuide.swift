import Agate
import XCTest

/// The code of `Guides/CustomDrawing.md`.
final class CustomDrawingGuide: XCTestCase {
    func testGuide() throws {
        final class RingLayer: CALayer {
            @CAAnimatable("fraction") var fraction: CGFloat = 0

            override class func needsDisplay(forKey key: String) -> Bool { key == "fraction" || super.needsDisplay(forKey: key) }

            override func action(forKey event: String) -> (any CAAction)? {
                guard event == "fraction" else { return super.action(forKey: event) }
                let animation = CABasicAnimation(keyPath: event)
                animation.fromValue = presentation()?.fraction ?? fraction
                return animation
            }

            override func draw(in ctx: CGContext) {
                ctx.setLineWidth(10)
                ctx.setStrokeColor(CGColor(red: 0.14, green: 0.49, blue: 0.87, alpha: 1))
                ctx.addArc(
                    center: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 6,
                    startAngle: -.pi / 2, endAngle: -.pi / 2 + 2 * .pi * fraction, clockwise: false)
                ctx.strokePath()
            }
        }

        let host = OffscreenHost(size: CGSize(width: 260, height: 120), scale: 2, background: .white)
        let ring = RingLayer()
        ring.frame = CGRect(x: 15, y: 15, width: 90, height: 90)
        ring.contentsScale = 2
        host.perform { host.layer.addSublayer(ring) }

        host.perform { ring.fraction = 0.8 }
        host.advance(by: 0.125)
        let turning = ring.presentation()?.fraction ?? 0

        XCTAssertGreaterThan(turning, 0.05)
        XCTAssertLessThan(turning, 0.75)

        final class Chart: NSObject, CALayerDelegate {
            func draw(_ layer: CALayer, in ctx: CGContext) {
                for column in 0..<2000 {
                    let height = 300 + 250 * sin(Double(column) / 90)
                    ctx.setFillColor(CGColor(red: 0.2, green: 0.2 + height / 800, blue: 0.5, alpha: 1))
                    ctx.fill(CGRect(x: Double(column) * 10, y: 600 - height, width: 8, height: height))
                }
            }
        }
        let chart = Chart()
        let tiles = CATiledLayer()
        tiles.bounds = CGRect(x: 0, y: 0, width: 20_000, height: 600)
        tiles.anchorPoint = .zero
        tiles.transform = CATransform3DMakeScale(0.15, 0.15, 1)
        tiles.tileSize = CGSize(width: 512, height: 512)
        tiles.levelsOfDetail = 4
        tiles.delegate = chart
        let window = CAScrollLayer()
        window.frame = CGRect(x: 120, y: 15, width: 130, height: 90)
        host.perform {
            window.addSublayer(tiles)
            host.layer.addSublayer(window)
        }
        host.advance(by: 0.5)
        XCTAssertEqual(ring.presentation()?.fraction ?? 0, 0.8, accuracy: 1e-9)
        picture(host.image(), "custom-drawing")
        withExtendedLifetime(chart) {}
    }
}
