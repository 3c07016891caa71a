import Agate
import XCTest

/// The code of `Guides/FirstLayer.md`.
final class FirstLayerGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 160, height: 160), scale: 2)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
            layer.backgroundColor = CGColor(red: 0.2, green: 0.3, blue: 0.9, alpha: 1)
            host.layer.addSublayer(layer)
        }
        host.perform { layer.cornerRadius = 50 }
        host.advance(by: 0.125)
        let halfWay = host.image()
        XCTAssertEqual(layer.cornerRadius, 50)
        XCTAssertEqual(layer.presentation()?.cornerRadius ?? 0, 40.1, accuracy: 0.1)
        picture(halfWay, "first-layer")
    }
}
