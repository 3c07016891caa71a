import Agate
import XCTest

/// The code of `Guides/Time.md`.
final class TimeGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 240, height: 60), scale: 2, background: .white)
        let tree = CALayer(), layer = CALayer()
        host.perform {
            tree.frame = host.layer.bounds
            layer.frame = CGRect(x: 10, y: 15, width: 30, height: 30)
            layer.backgroundColor = CGColor(red: 0.95, green: 0.73, blue: 0.26, alpha: 1)
            tree.addSublayer(layer)
            host.layer.addSublayer(tree)
        }
        host.perform { layer.animate(\.position, to: CGPoint(x: 215, y: 30), .linear(2)) }
        host.advance(by: 1)
        host.perform {
            let now = tree.convertTime(CACurrentMediaTime(), from: nil)
            tree.speed = 0
            tree.timeOffset = now
        }
        host.advance(by: 10)
        let paused = layer.presentation()?.position.x ?? 0
        XCTAssertEqual(paused, 120, accuracy: 1)
        picture(host.image(), "time")
        host.perform {
            let stopped = tree.timeOffset
            tree.speed = 1
            tree.timeOffset = 0
            tree.beginTime = 0
            tree.beginTime = tree.convertTime(CACurrentMediaTime(), from: nil) - stopped
        }
        host.advance(by: 1.1)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 215)
    }
}
