import QuartzCore
import XCTest

/// Display (D1 to D8).
final class LayerDisplayTests: XCTestCase {
    private final class Painter: NSObject, CALayerDelegate {
        var count = 0
        func display(_ layer: CALayer) { count += 1; layer.contents = "paint" }
    }
    private class Counting: CALayer {
        var count = 0
        var onDisplay: () -> Void = {}
        override func display() { count += 1; onDisplay() }
        override class func needsDisplay(forKey key: String) -> Bool {
            key == "cornerRadius" || key == "own" || super.needsDisplay(forKey: key)
        }
    }

    // D1, D2
    func testDelegateDisplays() {
        let layer = CALayer(), painter = Painter()
        layer.delegate = painter
        layer.displayIfNeeded()
        XCTAssertEqual(painter.count, 0)
        layer.setNeedsDisplay()
        XCTAssertTrue(layer.needsDisplay())
        layer.displayIfNeeded()
        XCTAssertFalse(layer.needsDisplay())
        XCTAssertEqual(painter.count, 1)
        XCTAssertEqual(layer.contents as? String, "paint")
        layer.display()
        XCTAssertEqual(painter.count, 2)
    }

    // D3
    func testNothingToDrawGivesNoContents() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        XCTAssertNil(layer.contents)
        XCTAssertFalse(layer.needsDisplay())
    }

    /// A mark for everything is one for the bounds that the layer has when it is displayed.
    func testMarkedBeforeItHasASize() {
        final class Cross: CALayer {
            var drawn: [CGRect] = []
            override func draw(in ctx: CGContext) {
                drawn.append(ctx.boundingBoxOfClipPath)
                ctx.fill(ctx.boundingBoxOfClipPath)
            }
        }
        for first in [CGSize.zero, CGSize(width: 5, height: 2), CGSize(width: 50, height: 90)] {
            let layer = Cross()
            layer.bounds.size = first
            layer.setNeedsDisplay()
            layer.bounds.size = CGSize(width: 20, height: 30)
            layer.displayIfNeeded()
            XCTAssertEqual(layer.drawn, [CGRect(x: 0, y: 0, width: 20, height: 30)], "\(first)")
            // A part alone is still one.
            layer.setNeedsDisplay(CGRect(x: 2, y: 3, width: 4, height: 5))
            layer.displayIfNeeded()
            XCTAssertEqual(layer.drawn.last, CGRect(x: 2, y: 3, width: 4, height: 5))
        }
    }

    // D5: nothing is displayed by itself.
    func testNewLayersAreNotMarked() {
        XCTAssertFalse(CALayer().needsDisplay())
    }

    // D6
    func testBoundsChange() {
        let layer = Counting()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        XCTAssertFalse(layer.needsDisplay())
        layer.needsDisplayOnBoundsChange = true
        layer.bounds.origin.x = 5
        XCTAssertFalse(layer.needsDisplay())
        layer.bounds.size.width = 20
        XCTAssertTrue(layer.needsDisplay())
        layer.displayIfNeeded()
        layer.setValue(30, forKeyPath: "bounds.size.width")
        XCTAssertTrue(layer.needsDisplay())
    }

    // D7
    func testNeedsDisplayForKey() {
        let layer = Counting()
        layer.zPosition = 1
        XCTAssertFalse(layer.needsDisplay())
        layer.cornerRadius = 1
        XCTAssertTrue(layer.needsDisplay())
        layer.displayIfNeeded()
        layer.cornerRadius = 1
        XCTAssertFalse(layer.needsDisplay(), "an equal value changes nothing")
        layer.setValue(3, forKey: "own")
        XCTAssertTrue(layer.needsDisplay())
    }

    // D8
    func testMarkInsideDisplayIsKept() {
        let layer = Counting()
        layer.onDisplay = { [unowned layer] in layer.setNeedsDisplay() }
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        XCTAssertEqual(layer.count, 1)
        XCTAssertTrue(layer.needsDisplay())
    }

    func testDisplayOfATree() {
        let root = CALayer(), child = Counting(), mask = Counting()
        child.setNeedsDisplay()
        root.addSublayer(child)
        root.mask = mask
        mask.setNeedsDisplay()
        root.displayTree()
        XCTAssertEqual(child.count, 1)
        XCTAssertEqual(mask.count, 1)
        root.displayTree()
        XCTAssertEqual(child.count, 1)
    }
}
