import Agate
import QuartzCore
import XCTest

/// The bitmaps that layers draw into: how many pixels, and where what is drawn ends.
final class FractionalStoreTests: XCTestCase {
    private final class Filled: CALayer {
        var clips: [CGRect] = []
        var isSecond = false
        override func draw(in ctx: CGContext) {
            clips.append(ctx.boundingBoxOfClipPath)
            ctx.setFillColor(isSecond ? CGColor(red: 0, green: 0, blue: 1, alpha: 1) : CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            ctx.fill(ctx.boundingBoxOfClipPath.insetBy(dx: -50, dy: -50))
        }
    }

    private func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    /// Whatever is left over of a pixel makes a whole one; what a product's rounding leaves over makes none.
    func testSizesAndOpaqueEdges() throws {
        for (width, height, scale, w, h) in [
            (56.0625, 20.0, 1.0, 57, 20), (56.5, 20.5, 1, 57, 21), (56.9, 0.01, 1, 57, 1), (56.0625, 3, 2, 113, 6), (56.3, 7.2, 2, 113, 15),
            (33.0 + 1.0 / 3, 10.1, 3, 100, 31), (10.1, 8, 10, 101, 80), (0.7 + 0.1, 0.1 * 3, 10, 8, 3),
        ] {
            for flipped in [true, false] {
                let layer = Filled()
                layer.isGeometryFlipped = flipped
                layer.contentsScale = scale
                layer.bounds = CGRect(x: 3, y: -2, width: width, height: height)
                layer.setNeedsDisplay()
                layer.displayIfNeeded()
                let image = try XCTUnwrap(layer.contents as? CGImage)
                XCTAssertEqual([image.width, image.height], [w, h], "\(width) x \(height) at \(scale)")
                XCTAssertTrue(pixels(image).allSatisfy { $0 == 0xFFFF_0000 }, "\(width) x \(height) at \(scale)")
                let clip = try XCTUnwrap(layer.clips.first)
                XCTAssertEqual(clip.width, Double(w) / scale, accuracy: 1e-9)
                XCTAssertEqual(clip.height, Double(h) / scale, accuracy: 1e-9)
                XCTAssertEqual(clip.minX, 3, accuracy: 1e-9)
            }
        }
    }

    /// A part is drawn in whole pixels, so that nothing of the old picture is left at its edges.
    func testPartsOfPixels() throws {
        let layer = Filled()
        layer.bounds = CGRect(x: 0, y: 0, width: 20.25, height: 10)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        layer.isSecond = true
        layer.setNeedsDisplay(CGRect(x: 4.25, y: 2.5, width: 3.5, height: 3))
        layer.displayIfNeeded()
        let image = try XCTUnwrap(layer.contents as? CGImage)
        XCTAssertEqual(image.width, 21)
        for (i, p) in pixels(image).enumerated() {
            let x = i % 21, y = i / 21
            XCTAssertEqual(p, (4..<8).contains(x) && (2..<6).contains(y) ? 0xFF00_00FF : 0xFFFF_0000, "\(x) \(y)")
        }
    }

    /// Shown at twice its pixels, the layer's right edge is its own, not the bitmap's.
    func testTheEdgeThatIsShown() throws {
        let root = CALayer(), layer = Filled()
        root.bounds = CGRect(x: 0, y: 0, width: 60, height: 20)
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: 56.25, height: 20)
        root.addSublayer(layer)
        layer.setNeedsDisplay()
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 120, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        context.scaleBy(x: 2, y: 2)
        root.render(in: context)
        let shown = pixels(try XCTUnwrap(context.makeImage()))
        XCTAssertEqual((108..<116).map { shown[20 * 120 + $0] >> 24 }, [255, 255, 255, 255, 128, 0, 0, 0])
    }

    /// A layer of text begins at the top left of its bounds, whatever is left over of its last row and column.
    func testTextBeginsAtTheSamePlace() throws {
        func first(_ size: CGSize) throws -> [Int] {
            let layer = CATextLayer()
            layer.string = "H"
            layer.fontSize = 20
            layer.foregroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
            layer.bounds = CGRect(origin: .zero, size: size)
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            let image = try XCTUnwrap(layer.contents as? CGImage), all = pixels(image)
            let inked = all.indices.filter { all[$0] >> 24 > 128 }
            return [inked.map { $0 % image.width }.min() ?? -1, inked.map { $0 / image.width }.min() ?? -1]
        }
        let whole = try first(CGSize(width: 40, height: 30))
        XCTAssertGreaterThanOrEqual(whole[0], 0)
        for size in [CGSize(width: 39.5, height: 29.25), CGSize(width: 39.0625, height: 29.9), CGSize(width: 40.1, height: 30.4)] {
            XCTAssertEqual(try first(size), whole, "\(size)")
        }
    }
}
