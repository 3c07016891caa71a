import QuartzCore
import XCTest

/// Uses of the interface as large programs make them, each symbol with its signature: that this compiles is most of the test.
final class CoreGraphicsInterface: XCTestCase {
    func testNames() {
        var range: CFRange = CFRangeMake(1, 2)
        range = CFRange(location: range.location as CFIndex, length: 3)
        XCTAssertEqual(range.length, 3)
        let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1)] as CFArray
        XCTAssertEqual(CFArrayGetCount(colors), 1)
        let name = "Helvetica" as CFString
        let text = NSMutableAttributedString(string: "a") as CFAttributedString
        let none: CFDictionary? = nil
        let url = URL(fileURLWithPath: "/") as CFURL
        let time: CFTimeInterval = 1.5
        XCTAssertEqual("\(name)", "Helvetica")
        XCTAssertEqual(text.length, 1)
        XCTAssertNil(none)
        XCTAssertEqual(url.path, "/")
        XCTAssertEqual(time, 1.5 as Double)
    }

    func testGeometry() {
        let transform = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 2, ty: 3)
        XCTAssertFalse(transform == CGAffineTransform.identity)
        XCTAssertTrue(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)))
        // Numbers cross over to Foundation's by themselves.
        let numbers: [NSNumber] = [CGFloat(1), CGFloat(2.5)] as [NSNumber]
        XCTAssertEqual(numbers[1] as? CGFloat, 2.5)
        XCTAssertEqual(Any?.some(CGFloat(3)) as? NSNumber, 3)
    }

    func testColors() throws {
        struct Configuration: Hashable { var space: CGColorSpace }
        let spaces: Set<Configuration> = [
            Configuration(space: CGColorSpaceCreateDeviceRGB()), Configuration(space: CGColorSpaceCreateDeviceGray()),
        ]
        XCTAssertEqual(spaces.count, 2)
        let gray: CGColor? = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 1])
        let color = try XCTUnwrap(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0.5, 0, 0.25]))
        let components: [CGFloat]? = color.components
        XCTAssertEqual(components, [1, 0.5, 0, 0.25])
        XCTAssertEqual(color.numberOfComponents as Int, 4)
        XCTAssertEqual(gray?.numberOfComponents, 2)
        XCTAssertEqual(color.alpha as CGFloat, 0.25)
        XCTAssertTrue([color] == [color])
        let intents: [CGColorRenderingIntent] = [.defaultIntent, .absoluteColorimetric, .relativeColorimetric, .perceptual, .saturation]
        XCTAssertEqual(intents.map { $0.rawValue as Int32 }, [0, 1, 2, 3, 4])
        let converted: CGColor? = gray?.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
        XCTAssertEqual(converted?.numberOfComponents, 4)
    }

    func testEnumerations() {
        XCTAssertEqual([CGLineCap.butt, .round, .square].map { $0.rawValue as Int32 }, [0, 1, 2])
        XCTAssertEqual([CGLineJoin.miter, .round, .bevel].map { $0.rawValue as Int32 }, [0, 1, 2])
        XCTAssertEqual(CGPathFillRule.winding.rawValue as Int, 0)
        XCTAssertEqual(CGPathFillRule.evenOdd.rawValue as Int, 1)
        XCTAssertEqual(CGBlendMode.destinationOut.rawValue as Int32, 23)
        let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        XCTAssertEqual(both.rawValue as UInt32, 3)
    }

    /// A mask bitmap of a main-thread engine: gray, filled with a gradient, and its clip.
    func testContextOfAMask() throws {
        let (width, height) = (16, 8)
        let made: CGContext? = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width, space: CGColorSpaceCreateDeviceGray(),
            bitmapInfo: 0)
        let mask = try XCTUnwrap(made)
        XCTAssertEqual(mask.width as Int, 16)
        XCTAssertEqual(mask.height as Int, 8)
        let bounds: CGRect = mask.boundingBoxOfClipPath
        let grays = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)] as CFArray
        var locations: [CGFloat] = [0, 1]
        let gradient: CGGradient = try XCTUnwrap(
            CGGradient(colorsSpace: CGColorSpaceCreateDeviceGray(), colors: grays, locations: &locations))
        let options: CGGradientDrawingOptions = [.drawsAfterEndLocation, .drawsBeforeStartLocation]
        mask.drawLinearGradient(gradient, start: CGPoint(x: 0, y: 0), end: CGPoint(x: 16, y: 0), options: options)
        let image: CGImage = try XCTUnwrap(mask.makeImage())

        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.clip(to: bounds, mask: image)
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.fill(bounds)
        context.drawRadialGradient(
            gradient, startCenter: .zero, startRadius: 0, endCenter: CGPoint(x: 1, y: 1), endRadius: 1, options: [])
        let data = try XCTUnwrap(context.data).assumingMemoryBound(to: UInt8.self)
        XCTAssertLessThan(data[3], 20)
        XCTAssertGreaterThan(data[15 * 4 + 3], 235)
    }

    func testContextOfADrawing() throws {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 80, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        context.saveGState()
        let ctm: CGAffineTransform = context.ctm
        XCTAssertTrue(ctm == .identity)
        context.textMatrix = CGAffineTransform.identity
        _ = context.textMatrix as CGAffineTransform
        context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 1, ty: 1))
        context.translateBy(x: 1, y: 1)
        context.scaleBy(x: 2, y: 2)
        context.setStrokeColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
        context.setAlpha(0.5 as CGFloat)
        context.setBlendMode(.destinationOut)
        context.setBlendMode(.normal)
        context.setLineWidth(2 as CGFloat)
        context.setLineCap(.round)
        context.setLineJoin(.bevel)
        context.setMiterLimit(4 as CGFloat)
        context.setLineDash(phase: 0, lengths: [2, 1])
        context.setLineDash(phase: 0, lengths: [])
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 6, y: 6))
        context.addPath(path)
        let current: CGPath? = context.path
        XCTAssertEqual(current, path)
        context.strokePath()
        context.addPath(path)
        context.replacePathWithStrokedPath()
        XCTAssertTrue(try XCTUnwrap(context.path).contains(CGPoint(x: 3, y: 3)))
        context.clip()
        context.addPath(CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil))
        context.clip(using: .evenOdd)
        context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
        context.restoreGState()
        context.setAllowsAntialiasing(true)
        context.setShouldAntialias(true)
        context.setAllowsFontSubpixelPositioning(true)
        context.setAllowsFontSubpixelQuantization(true)
        context.setShouldSubpixelPositionFonts(true)
        context.setShouldSubpixelQuantizeFonts(true)
        let image: CGImage? = context.makeImage()
        XCTAssertEqual(image?.width as Int?, 20)
        XCTAssertEqual(image?.height as Int?, 20)
        let kept: [ObjectIdentifier: CGImage] = image.map { [ObjectIdentifier($0): $0] } ?? [:]
        XCTAssertEqual(kept.count, 1)
        let data = try XCTUnwrap(context.data).assumingMemoryBound(to: UInt32.self)
        XCTAssertGreaterThan(data[(20 - 8) * 20 + 8] >> 24, 0)
    }
}
