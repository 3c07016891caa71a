import Agate
import XCTest

/// The code of `Guides/ExplicitAnimations.md`.
final class ExplicitAnimationsGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 240, height: 100), scale: 2, background: .white)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 10, y: 35, width: 30, height: 30)
            layer.backgroundColor = CGColor(red: 0.16, green: 0.62, blue: 0.56, alpha: 1)
            host.layer.addSublayer(layer)
        }
        host.perform {
            let move = CABasicAnimation(keyPath: "position.x")
            move.fromValue = layer.position.x
            move.toValue = 215
            move.duration = 1
            move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            CATransaction.setDisableActions(true)
            layer.position.x = 215
            layer.add(move, forKey: "move")
        }
        host.advance(by: 1.1)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 215)
        host.perform {
            let path = CGMutablePath()
            path.move(to: CGPoint(x: 215, y: 50))
            path.addCurve(to: CGPoint(x: 25, y: 50), control1: CGPoint(x: 160, y: -80), control2: CGPoint(x: 80, y: 180))
            let along = CAKeyframeAnimation(keyPath: "position")
            along.path = path
            along.calculationMode = .paced
            along.rotationMode = .rotateAuto
            along.duration = 2
            layer.add(along, forKey: "along")
        }
        var sheet = FrameSheet(columns: 4)
        sheet.add(host, every: 0.5, count: 4)
        if let image = sheet.image() { picture(image, "explicit-animations") } else { XCTFail("no sheet") }
        host.perform {
            let grow = CABasicAnimation(keyPath: "transform.scale")
            grow.toValue = 1.5
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.toValue = 0.2
            let both = CAAnimationGroup()
            both.animations = [grow, fade]
            both.duration = 0.5
            both.autoreverses = true
            layer.add(both, forKey: "pulse")
        }
        XCTAssertEqual(layer.animationKeys()?.contains("pulse"), true)
        host.advance(by: 0.5)
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.2, accuracy: 0.05)
    }
}
