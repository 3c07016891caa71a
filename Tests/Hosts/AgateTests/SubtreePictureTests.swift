import Agate
import QuartzCore
import XCTest

/// Pictures of subtrees that are drawn by way of something else: bitmaps, instances, turned images.
final class SubtreePictureTests: XCTestCase {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1), blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color
        return layer
    }

    private func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    /// A group that clips, below the top of the layer, and what comes after it and lies beside it.
    private func content() -> CALayer {
        let top = layer(CGRect(x: 4, y: 6, width: 50, height: 40))
        let clip = layer(CGRect(x: 2, y: 12, width: 10, height: 10))
        clip.masksToBounds = true
        clip.cornerRadius = 4
        clip.addSublayer(layer(CGRect(x: -5, y: 0, width: 30, height: 30), red))
        top.addSublayer(clip)
        top.addSublayer(layer(CGRect(x: 30, y: 22, width: 12, height: 10), blue))
        return top
    }

    func testABitmapOfTwoPixelsAPointHoldsWhatThePictureWithoutDoes() {
        func picture(_ scale: CGFloat?) -> [UInt32] {
            let host = OffscreenHost(size: CGSize(width: 64, height: 56), scale: 2)
            host.perform {
                let top = content()
                if let scale {
                    top.shouldRasterize = true
                    top.rasterizationScale = scale
                }
                host.layer.addSublayer(top)
            }
            return pixels(host.image())
        }
        let plain = picture(nil), bitmap = picture(2)
        XCTAssertTrue(plain.contains(0xFF00_00FF) && plain.contains(0xFFFF_0000))
        func differ(_ a: UInt32, _ b: UInt32) -> Bool {
            for shift in [0, 8, 16, 24] as [UInt32] {
                let x = Int(a >> shift & 255), y = Int(b >> shift & 255)
                if abs(x - y) > 2 { return true }
            }
            return false
        }
        XCTAssertEqual(plain.indices.filter { differ(plain[$0], bitmap[$0]) }.count, 0)
    }

    func testABitmapThatMovesLeavesNothingBehind() {
        let host = OffscreenHost(size: CGSize(width: 96, height: 64)), still = OffscreenHost(size: CGSize(width: 96, height: 64))
        let top = content()
        top.shouldRasterize = true
        host.perform { host.layer.addSublayer(top) }
        _ = host.image()
        for x in [10, 30, 45, 3] as [CGFloat] {
            host.perform {
                CATransaction.setDisableActions(true)
                top.frame.origin.x = x
            }
            let fresh = content()
            fresh.shouldRasterize = true
            fresh.frame.origin.x = x
            still.perform { still.layer.sublayers = [fresh] }
            XCTAssertEqual(pixels(host.image()), pixels(still.image()), "\(x)")
        }
    }

    /// Each value of a shape alone, changed while it shows: the picture is that of a shape that always had it.
    func testEveryValueOfAShapeCountsWhereItAloneChanges() {
        let changes: [(String, (CAShapeLayer) -> Void)] = [
            ("lineCap", { $0.lineCap = .square }), ("lineJoin", { $0.lineJoin = .bevel }), ("miterLimit", { $0.miterLimit = 1 }),
            ("lineWidth", { $0.lineWidth = 9 }), ("lineDashPhase", { $0.lineDashPhase = 3 }),
            ("lineDashPattern", { $0.lineDashPattern = [2, 9] }),
            ("strokeStart", { $0.strokeStart = 0.3 }), ("strokeEnd", { $0.strokeEnd = 0.7 }), ("fillRule", { $0.fillRule = .evenOdd }),
        ]
        func make() -> CAShapeLayer {
            let path = CGMutablePath()
            let corners: [(CGFloat, CGFloat)] = [(10, 50), (20, 10), (30, 50), (6, 22), (44, 22), (10, 50), (30, 44)]
            path.addLines(between: corners.map { CGPoint(x: $0.0, y: $0.1) })
            let shape = CAShapeLayer()
            shape.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
            (shape.path, shape.lineWidth, shape.strokeColor, shape.fillColor) = (path, 5, blue, red)
            shape.lineDashPattern = [13, 4]
            return shape
        }
        for (name, change) in changes {
            let host = OffscreenHost(size: CGSize(width: 60, height: 60)), still = OffscreenHost(size: CGSize(width: 60, height: 60))
            let shape = make(), fresh = make()
            host.perform { host.layer.addSublayer(shape) }
            let before = pixels(host.image())
            host.perform {
                CATransaction.setDisableActions(true)
                change(shape)
            }
            change(fresh)
            still.perform { still.layer.addSublayer(fresh) }
            XCTAssertEqual(pixels(host.image()), pixels(still.image()), name)
            XCTAssertNotEqual(pixels(host.image()), before, name)
        }
    }

    func testMasksBelowAReplicatorHaveTheTimeOfTheirInstance() {
        let host = OffscreenHost(size: CGSize(width: 80, height: 20))
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 80, height: 20)
        replicator.instanceCount = 2
        replicator.instanceDelay = 0.25
        replicator.instanceTransform = CATransform3DMakeTranslation(40, 0, 0)
        let child = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red), mask = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
        child.mask = mask
        replicator.addSublayer(child)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (-20.0, 20.0, 1)
        move.timingFunction = CAMediaTimingFunction(name: .linear)
        host.perform {
            host.layer.addSublayer(replicator)
            mask.add(move, forKey: nil)
        }
        let row = host.image(at: 0.5).withPixels { p in (0..<80).map { p[10 * 80 + $0] } }
        // Half of the way, and a quarter of a second behind it.
        XCTAssertEqual(row[0..<40].filter { $0 != 0 }.count, 20)
        XCTAssertEqual(row[40..<80].filter { $0 != 0 }.count, 10)
    }

    func testATurnedImageThatGrowsGoesByTheFilterOfGrowing() throws {
        let image = try XCTUnwrap(CGImage(width: 2, height: 2) { p in (p[0], p[1], p[2], p[3]) = (~0, 0xFF00_0000, 0xFF00_0000, ~0) })
        let host = OffscreenHost(size: CGSize(width: 60, height: 60))
        let turned = layer(CGRect(x: 10, y: 10, width: 40, height: 40))
        turned.contents = image
        turned.magnificationFilter = .nearest
        turned.minificationFilter = .linear
        turned.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        host.perform { host.layer.addSublayer(turned) }
        let pixels = pixels(host.image())
        // Black and white alone in the middle, where no edge of the layer is.
        var middle: Set<UInt32> = []
        for y in 20..<40 { middle.formUnion(pixels[(y * 60 + 20)..<(y * 60 + 40)]) }
        XCTAssertEqual(middle, [0xFF00_0000, 0xFFFF_FFFF])
    }
}
