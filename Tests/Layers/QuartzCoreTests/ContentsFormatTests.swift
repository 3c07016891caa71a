import CoreGraphics
import QuartzCore
import XCTest

/// What `contentsFormat` does to what a layer draws (Behaviour 4.7 D9).
final class ContentsFormatTests: XCTestCase {
    private final class Drawn: CALayer {
        var body: (CGContext) -> Void = { _ in }
        override func draw(in context: CGContext) { body(context) }
    }

    private func layer(_ format: CALayerContentsFormat, _ body: @escaping (CGContext) -> Void) -> Drawn {
        let layer = Drawn()
        layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
        layer.contentsFormat = format
        layer.body = body
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        return layer
    }

    private func pixels(_ layer: CALayer) -> [UInt32] {
        guard let image = layer.contents as! CGImage? else { return [] }
        return image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    private func paint(_ context: CGContext) {
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 0.5))
        context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    }

    func testGrayKeepsLightAndAlpha() {
        XCTAssertEqual(pixels(layer(.RGBA8Uint, paint)), [0xFFFF_0000, 0x8000_8000])
        XCTAssertEqual(pixels(layer(.automatic, paint)), [0xFFFF_0000, 0x8000_8000])
        // The light of red is 0.2126, of green 0.7152: as sRGB 127 and 220; the latter times 128/255.
        XCTAssertEqual(pixels(layer(.gray8Uint, paint)), [0xFF7F_7F7F, 0x806E_6E6E])
    }

    func testAPartThatIsDrawnAgainIsGrayToo() {
        let layer = layer(.gray8Uint, paint)
        layer.body = { context in
            context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        layer.setNeedsDisplay(CGRect(x: 1, y: 0, width: 1, height: 1))
        layer.displayIfNeeded()
        // The light of blue is 0.0722.
        XCTAssertEqual(pixels(layer), [0xFF7F_7F7F, 0xFF4C_4C4C])
    }

    func testTransparentGrayIsNothing() {
        let layer = layer(.gray8Uint) { $0.clear(CGRect(x: 0, y: 0, width: 2, height: 1)) }
        XCTAssertEqual(pixels(layer), [0, 0])
    }

    func testHalfFloatsAreWhatDrawingFinds() {
        var found: (Int, Int, Bool, Int) = (0, 0, false, 0)
        let layer = layer(.RGBA16Float) { context in
            found = (
                context.bitsPerComponent, context.bitsPerPixel, context.bitmapInfo.contains(.floatComponents), context.bytesPerRow
            )
            self.paint(context)
            // Red, green, blue, alpha; beyond 1 ends at 1 where it is shown.
            let halves = context.data!.assumingMemoryBound(to: UInt16.self)
            for (index, value) in [Float16(0.25), 4, 0, 1].enumerated() { halves[4 + index] = value.bitPattern }
        }
        XCTAssertEqual(found.0, 16)
        XCTAssertEqual(found.1, 64)
        XCTAssertTrue(found.2)
        XCTAssertEqual(found.3, 16)
        XCTAssertEqual(pixels(layer), [0xFFFF_0000, 0xFF40_FF00])
    }

    func testTilesHaveTheFormat() {
        final class Tiled: CATiledLayer {
            override func draw(in context: CGContext) {
                context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                context.fill(bounds)
            }
        }
        let layer = Tiled()
        layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.contentsFormat = .gray8Uint
        let context = CGContext(width: 4, height: 4, ctm: .identity)!
        layer.render(in: context)
        let image = context.makeImage()
        XCTAssertEqual(image?.withPixels { $0[5] }, 0xFF7F_7F7F)
    }
}
