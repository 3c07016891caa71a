import Agate
import QuartzCore
import XCTest

/// Facts that the open pull requests of GNUstep's libs-quartzcore state as measured on Apple's QuartzCore, by the numbers of the requests.
/// The facts are theirs, the tests are ours. `Documentation/Behaviour` names them where they settle a question.
final class MeasuredElsewhereTests: XCTestCase {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1), blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    /// The pixels of `render(in:)`, the top row first.
    private func pixels(_ layer: CALayer, _ side: Int = 20) throws -> [UInt32] {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        layer.render(in: context)
        return try XCTUnwrap(context.makeImage()).withPixels { Array(UnsafeBufferPointer(start: $0, count: side * side)) }
    }

    private func painted(_ layer: CALayer) throws -> Int { try pixels(layer).filter { $0 >> 24 != 0 }.count }

    private func square(_ side: CGFloat, at x: CGFloat = 0) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: x, width: side, height: side)
        layer.backgroundColor = red
        return layer
    }

    // MARK: Gradients (105)

    private func gradient(_ colors: [CGColor]?, _ locations: [NSNumber]? = nil) -> CAGradientLayer {
        let layer = CAGradientLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        (layer.colors, layer.locations) = (colors, locations)
        return layer
    }

    func testAGradientNeedsTwoColorsAndTheirLocations() throws {
        for layer in [
            gradient(nil), gradient([]), gradient([red]), gradient([red], [0]), gradient([red, blue, red], [0, 1]),
            gradient([red, blue], [0, 0.5, 1]),
        ] {
            XCTAssertEqual(try painted(layer), 0, "\(layer.colors?.count ?? -1) \(layer.locations?.count ?? -1)")
            XCTAssertTrue(try shown(layer).allSatisfy { $0 == 0 }, "in a window")
        }
        XCTAssertEqual(try painted(gradient([red, blue])), 400)
        XCTAssertTrue(try shown(gradient([red, red])).allSatisfy { $0 == 0xFFFF_0000 })
    }

    private func shown(_ layer: CALayer) throws -> [UInt32] {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
            host.layer.addSublayer(layer)
        }
        return host.image().withPixels { Array(UnsafeBufferPointer(start: $0, count: 400)) }
    }

    func testRadialGradientsEndAtACorner() throws {
        let layer = gradient([red, blue])
        layer.type = .radial
        layer.startPoint = CGPoint(x: 0.5, y: 0.5)
        for end in [CGPoint(x: 1, y: 0.5), CGPoint(x: 0.5, y: 0), layer.startPoint] {
            layer.endPoint = end
            XCTAssertEqual(try painted(layer), 0, "\(end)")
        }
        layer.endPoint = CGPoint(x: 1, y: 1)
        XCTAssertEqual(try painted(layer), 400)
    }

    // MARK: Replicators (102)

    func testContextsRepeatWithoutTints() throws {
        let layer = CAReplicatorLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.instanceCount = 3
        layer.instanceTransform = CATransform3DMakeTranslation(5, 0, 0)
        layer.addSublayer(square(4))
        let plain = try pixels(layer)
        XCTAssertEqual(plain.filter { $0 == 0xFFFF_0000 }.count, 48)
        layer.instanceColor = blue
        (layer.instanceRedOffset, layer.instanceGreenOffset, layer.instanceBlueOffset) = (-0.25, 0.5, 0.5)
        layer.instanceAlphaOffset = -0.25
        XCTAssertEqual(try pixels(layer), plain)
        layer.instanceColor = nil
        XCTAssertEqual(try pixels(layer), plain)
        // A window shows them.
        layer.instanceColor = CGColor(red: 0.5, green: 1, blue: 1, alpha: 1)
        XCTAssertFalse(try shown(layer).contains(0xFFFF_0000))
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.instanceCount = 0
        layer.backgroundColor = blue
        XCTAssertEqual(Set(try pixels(layer)), [0, 0xFF00_00FF], "its own background")
    }

    // MARK: Rendering (100, 104, 115)

    func testWhatARootAppliesItself() throws {
        let root = square(4, at: 9)
        let plain = try pixels(root)
        root.transform = CATransform3DMakeScale(3, 3, 1)
        XCTAssertEqual(try pixels(root), plain, "neither its place nor its transform")
        root.isHidden = true
        XCTAssertEqual(try painted(root), 0)
        root.isHidden = false
        root.opacity = 0
        XCTAssertEqual(try painted(root), 0)
        root.opacity = 0.5
        XCTAssertEqual(try pixels(root).filter { $0 >> 24 == 128 || $0 >> 24 == 127 }.count, 16)
    }

    func testNothingCastsNoShadow() throws {
        let root = CALayer(), layer = square(4, at: 6)
        root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        layer.shadowOpacity = 1
        layer.shadowRadius = 1
        root.addSublayer(layer)
        XCTAssertGreaterThan(try painted(root), 16)
        layer.backgroundColor = nil
        XCTAssertEqual(try painted(root), 0)
        layer.addSublayer(square(3))
        XCTAssertGreaterThan(try painted(root), 9, "a sublayer casts the shadow")
    }

    func testShapesStartBlack() throws {
        let layer = CAShapeLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.path = CGPath(rect: CGRect(x: 2, y: 2, width: 10, height: 10), transform: nil)
        XCTAssertEqual(try pixels(layer).filter { $0 == 0xFF00_0000 }.count, 100, "beyond its bounds")
        layer.masksToBounds = true
        XCTAssertEqual(try painted(layer), 4)
        layer.fillColor = nil
        XCTAssertEqual(try painted(layer), 0)
    }

    // MARK: Layout (44) and display (82)

    func testWhatMakesALayerWantLayout() {
        let layer = CALayer(), inner = CALayer()
        func asks(_ text: String, _ change: () -> Void) {
            layer.layoutIfNeeded()
            XCTAssertFalse(layer.needsLayout(), text)
            change()
            XCTAssertTrue(layer.needsLayout(), text)
        }
        XCTAssertFalse(layer.needsLayout())
        asks("asked") { layer.setNeedsLayout() }
        layer.layoutSublayers()
        XCTAssertTrue(layer.needsLayout(), "laying out doesn't clear it by itself")
        asks("added") { layer.addSublayer(inner) }
        XCTAssertFalse(inner.needsLayout(), "the one that was added")
        asks("at an index") { layer.insertSublayer(CALayer(), at: 0) }
        asks("below") { layer.insertSublayer(CALayer(), below: inner) }
        asks("above") { layer.insertSublayer(CALayer(), above: inner) }
        asks("left") { inner.removeFromSuperlayer() }
        asks("its bounds") { layer.bounds.size.width += 1 }
        for key in ["bounds", "position", "opacity", "contents", "aKeyNobodyDefines", ""] {
            XCTAssertFalse(CALayer.needsDisplay(forKey: key))
        }
    }

    // MARK: Values (41, 47, 54, 77, 90, 91)

    func testValuesAreKeptAsGiven() {
        let transition = CATransition()
        XCTAssertEqual([transition.startProgress, transition.endProgress], [0, 1])
        (transition.startProgress, transition.endProgress) = (1.5, -2)
        XCTAssertEqual([transition.startProgress, transition.endProgress], [1.5, -2])
        let layer = CALayer()
        layer.contentsCenter = CGRect(x: -1, y: 2, width: 5, height: 5)
        XCTAssertEqual(layer.contentsCenter, CGRect(x: -1, y: 2, width: 5, height: 5))
        XCTAssertNil(CAValueFunction(name: CAValueFunctionName(rawValue: "notAValueFunction")))
        XCTAssertNil(CAValueFunction(name: CAValueFunctionName(rawValue: "")))
    }

    func testAMaskHasOneSuperlayer() {
        let first = CALayer(), second = CALayer(), mask = CALayer()
        first.addSublayer(mask)
        second.mask = mask
        XCTAssertTrue(mask.superlayer === second)
        XCTAssertNil(first.sublayers)
        XCTAssertNil(second.sublayers)
        second.mask = nil
        XCTAssertNil(mask.superlayer)
    }

    func testPointsAtTheFarEdgesAreOutside() {
        let layer = square(10)
        XCTAssertTrue(layer.contains(.zero))
        XCTAssertTrue(layer.contains(CGPoint(x: 9.99, y: 9.99)))
        for point in [CGPoint(x: 10, y: 5), CGPoint(x: 5, y: 10), CGPoint(x: -0.01, y: 5)] {
            XCTAssertFalse(layer.contains(point))
            XCTAssertNil(layer.hitTest(point))
        }
    }

    func testCellsDescribeFewDefaults() {
        for key in ["birthRate", "lifetime", "aKeyNobodyDefines"] { XCTAssertNil(CAEmitterCell.defaultValue(forKey: key), key) }
        XCTAssertEqual((CAEmitterCell.defaultValue(forKey: "scale") as? NSNumber)?.doubleValue, 1)
        XCTAssertEqual((CAEmitterLayer.defaultValue(forKey: "birthRate") as? NSNumber)?.doubleValue, 1)
        let cell = CAEmitterCell()
        for key in ["birthRate", "lifetime", "scale", "color", "enabled", "name", "contents"] {
            XCTAssertFalse(cell.shouldArchiveValue(forKey: key), key)
        }
        XCTAssertNil(cell.emitterCells)
    }

    /// A transaction reads the block of the one around it, but does not run it.
    func testNestedCompletionBlocks() {
        CATransaction.begin()
        XCTAssertNil(CATransaction.completionBlock())
        CATransaction.setCompletionBlock {}
        CATransaction.begin()
        XCTAssertNotNil(CATransaction.completionBlock())
        CATransaction.commit()
        XCTAssertNotNil(CATransaction.completionBlock())
        CATransaction.setCompletionBlock(nil)
        XCTAssertNil(CATransaction.completionBlock())
        CATransaction.commit()
        XCTAssertNil(CATransaction.completionBlock())
    }
}
