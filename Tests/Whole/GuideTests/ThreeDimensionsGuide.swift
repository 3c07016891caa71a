import Agate
import XCTest

/// The code of `Guides/ThreeDimensions.md`.
final class ThreeDimensionsGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 260, height: 160), scale: 2, background: .white)
        let stage = CALayer()
        stage.frame = host.layer.bounds
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 500
        stage.sublayerTransform = perspective
        for (index, angle) in [0.3, 1.35, 2.4].enumerated() {
            let plane = CALayer()
            plane.frame = CGRect(x: 70, y: 35, width: 120, height: 90)
            let colors = [
                CGColor(red: 0.95, green: 0.41, blue: 0.36, alpha: 1), CGColor(red: 0.16, green: 0.62, blue: 0.56, alpha: 1),
                CGColor(red: 0.29, green: 0.36, blue: 0.83, alpha: 1),
            ]
            plane.backgroundColor = colors[index]
            plane.borderWidth = 3
            plane.borderColor = .white
            plane.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.35, 1, 0, 0), angle, 0, 1, 0)
            stage.addSublayer(plane)
        }
        host.perform { host.layer.addSublayer(stage) }
        picture(host.image(), "three-dimensions")
    }
}
