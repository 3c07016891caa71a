import Agate
import XCTest

/// The code of `Guides/WhyDoesItAnimate.md`.
final class WhyDoesItAnimateGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 100, height: 100))
        let layer = CALayer()
        host.perform {
            layer.bounds.size = CGSize(width: 50, height: 50)
            host.layer.addSublayer(layer)
        }
        host.perform {
            let explanation = layer.explainAction(forKey: "opacity")
            print(explanation)
            precondition(explanation.verdict == .animates(by: .implicit))
        }
        let alone = CALayer()
        host.perform { precondition(alone.explainAction(forKey: "opacity").verdict == .layerNotShown) }

        layer.actions = ["opacity": NSNull()]
        host.perform { precondition(layer.explainAction(forKey: "opacity").verdict == .forbidden(by: .actions)) }

        host.perform {
            CATransaction.setDisableActions(true)
            precondition(layer.explainAction(forKey: "position").verdict == .actionsDisabled)
        }
        TransactionLog.shared.isEnabled = true
        host.perform { layer.position = CGPoint(x: 80, y: 20) }
        let text = TransactionLog.shared.text(layer: layer)
        TransactionLog.shared.isEnabled = false
        XCTAssertTrue(text.contains("position"), text)
    }
}
