import Agate
import XCTest

/// The code of `Guides/SpringsAndInterruption.md`.
final class SpringsAndInterruptionGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 300, height: 80), scale: 2, background: .white)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 10, y: 25, width: 30, height: 30)
            layer.cornerRadius = 15
            layer.backgroundColor = CGColor(red: 0.29, green: 0.36, blue: 0.83, alpha: 1)
            host.layer.addSublayer(layer)
        }
        let first = host.perform { layer.animate(\.position, to: CGPoint(x: 270, y: 40), .spring(duration: 0.6, bounce: 0.3)) }
        host.advance(by: 0.2)
        let before = layer.presentation()?.position.x ?? 0
        let second = host.perform { layer.animate(\.position, to: CGPoint(x: 25, y: 40), .spring(duration: 0.6, bounce: 0.3)) }
        host.advance(by: 0.02)
        let after = layer.presentation()?.position.x ?? 0
        XCTAssertEqual(first.outcome, .interrupted)
        XCTAssertGreaterThan(after, before, "the velocity carries it on before it turns back")
        var sheet = FrameSheet(columns: 1)
        sheet.add(host, every: 0.06, count: 6)
        host.advance(by: 3)
        XCTAssertEqual(second.outcome, .finished)
        if let image = sheet.image() { picture(image, "springs") } else { XCTFail("no sheet") }
    }
}
