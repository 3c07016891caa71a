import QuartzCore
import XCTest

/// Hit testing (H1 to H8); each name carries the vector's id where there is one.
final class LayerHitTestTests: XCTestCase {
    private func layer(_ frame: CGRect, _ name: String = "") -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.name = name
        return layer
    }

    private func root() -> CALayer { layer(CGRect(x: 0, y: 0, width: 100, height: 100), "root") }

    // hittest-self
    func testSelf() {
        let root = root()
        XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 50)) === root)
    }

    // hittest-superlayer-space, hittest-superlayer-space-miss
    func testSuperlayerSpace() {
        let layer = layer(CGRect(x: 100, y: 100, width: 100, height: 100))
        XCTAssertTrue(layer.hitTest(CGPoint(x: 150, y: 150)) === layer)
        XCTAssertNil(layer.hitTest(CGPoint(x: 50, y: 50)))
    }

    // hittest-outside-parent, hittest-outside-parent-masked
    func testOutsideParent() {
        let parent = root(), child = layer(CGRect(x: 150, y: 0, width: 50, height: 50))
        parent.addSublayer(child)
        XCTAssertTrue(parent.hitTest(CGPoint(x: 160, y: 10)) === child)
        parent.masksToBounds = true
        XCTAssertNil(parent.hitTest(CGPoint(x: 160, y: 10)))
    }

    /// A layer without width, or seen from its edge, has no point that could be hit; nor have its sublayers.
    func testSingularTransform() {
        let root = root(), child = layer(CGRect(x: 0, y: 0, width: 100, height: 100)),
            inner = layer(CGRect(x: -50, y: -50, width: 200, height: 200))
        root.addSublayer(child)
        child.addSublayer(inner)
        XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 50)) === inner)
        for transform in [CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(0, 0, 0)] {
            child.transform = transform
            XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 50)) === root)
            XCTAssertTrue(root.hitTest(CGPoint(x: 0, y: 0)) === root)
        }
        child.transform = CATransform3DIdentity
        let mask = layer(CGRect(x: 0, y: 0, width: 100, height: 100))
        mask.transform = CATransform3DMakeScale(1, 0, 1)
        child.mask = mask
        XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 50)) === root)
    }

    // hittest-hidden
    func testHidden() {
        let root = root(), child = layer(CGRect(x: 0, y: 0, width: 100, height: 100)),
            below = layer(CGRect(x: 0, y: 0, width: 100, height: 100))
        root.addSublayer(child)
        child.addSublayer(below)
        child.isHidden = true
        XCTAssertTrue(root.hitTest(CGPoint(x: 5, y: 5)) === root)
    }

    // hittest-equal-z, hittest-z-order
    func testOrder() {
        let root = root(), first = layer(CGRect(x: 0, y: 0, width: 50, height: 50)),
            second = layer(CGRect(x: 0, y: 0, width: 50, height: 50))
        root.sublayers = [first, second]
        XCTAssertTrue(root.hitTest(CGPoint(x: 5, y: 5)) === second)
        first.zPosition = 10
        second.zPosition = -10
        XCTAssertTrue(root.hitTest(CGPoint(x: 5, y: 5)) === first)
    }

    // hittest-transform-layer-direct, H7
    func testTransformLayer() {
        let root = root(), middle = CATransformLayer(), child = layer(CGRect(x: 10, y: 10, width: 20, height: 20))
        root.addSublayer(middle)
        middle.addSublayer(child)
        middle.position = CGPoint(x: 30, y: 0)
        XCTAssertNil(middle.hitTest(CGPoint(x: 15, y: 15)))
        XCTAssertTrue(root.hitTest(CGPoint(x: 45, y: 15)) === child)
        XCTAssertTrue(root.hitTest(CGPoint(x: 15, y: 15)) === root)
        middle.isHidden = true
        XCTAssertTrue(root.hitTest(CGPoint(x: 45, y: 15)) === root)
    }

    // H4
    func testMaskBounds() {
        let root = root()
        root.mask = layer(CGRect(x: 0, y: 0, width: 50, height: 50))
        XCTAssertTrue(root.hitTest(CGPoint(x: 10, y: 10)) === root)
        XCTAssertNil(root.hitTest(CGPoint(x: 60, y: 10)))
    }

    // H3, H6
    func testTransparentAndBackFacingLayersAreHit() {
        let root = root(), child = layer(CGRect(x: 0, y: 0, width: 50, height: 50))
        root.addSublayer(child)
        child.opacity = 0
        child.isDoubleSided = false
        child.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        XCTAssertTrue(root.hitTest(CGPoint(x: 5, y: 5)) === child)
    }

    func testTransformsBoundsOriginAndFlip() {
        let root = root(), child = layer(CGRect(x: 0, y: 0, width: 20, height: 10))
        root.bounds.origin = CGPoint(x: 0, y: 50)
        root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.addSublayer(child)
        child.position = CGPoint(x: 50, y: 100)
        child.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 42)) === child)
        XCTAssertTrue(root.hitTest(CGPoint(x: 42, y: 50)) === root)
        root.isGeometryFlipped = true
        child.position = CGPoint(x: 50, y: 60)
        XCTAssertTrue(root.hitTest(CGPoint(x: 50, y: 90)) === child)
    }

    func testSubclassMayRefuse() {
        final class Refusing: CALayer { override func hitTest(_ p: CGPoint) -> CALayer? { nil } }
        let root = root(), child = Refusing()
        child.frame = root.bounds
        root.addSublayer(child)
        XCTAssertTrue(root.hitTest(CGPoint(x: 5, y: 5)) === root)
    }
}
