import Agate
import XCTest

/// The code of `Guides/Transactions.md`.
final class TransactionsGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 240, height: 80), scale: 2, background: .white)
        let layers = (0..<3).map { index in
            let layer = CALayer()
            layer.frame = CGRect(x: 10, y: 10 + index * 22, width: 16, height: 16)
            layer.backgroundColor = CGColor(red: 0.95, green: 0.4, blue: 0.35, alpha: 1)
            return layer
        }
        host.perform { for layer in layers { host.layer.addSublayer(layer) } }

        var ended = 0
        host.perform {
            CATransaction.begin()
            CATransaction.setAnimationDuration(1)
            CATransaction.setCompletionBlock { ended += 1 }
            layers[0].position.x = 220
            CATransaction.begin()
            CATransaction.setAnimationDuration(2)
            layers[1].position.x = 220
            CATransaction.commit()
            CATransaction.commit()
        }
        host.advance(by: 1)
        let halfWay = host.image()
        host.advance(by: 1.1)
        XCTAssertEqual(ended, 1)
        XCTAssertEqual(layers[0].position.x, 220)
        picture(halfWay, "transactions")
        host.perform {
            CATransaction.setDisableActions(true)
            layers[2].position.x = 220
        }
        XCTAssertEqual(layers[2].presentation()?.position.x ?? 0, 220)
        XCTAssertTrue(layers[2].animationKeys()?.isEmpty ?? true)
    }
}
