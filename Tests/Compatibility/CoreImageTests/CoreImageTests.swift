import Accelerate
import CoreImage
import Foundation
import ImageIO
import XCTest

final class CoreImageTests: XCTestCase {
    private func image(_ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8)) throws -> CIImage {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
                space: CGColorSpace(name: CGColorSpace.sRGB)!,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            ))
        let bytes = try XCTUnwrap(context.data).assumingMemoryBound(to: UInt8.self)
        for y in 0..<height {
            for x in 0..<width {
                (bytes[(y * width + x) * 4], bytes[(y * width + x) * 4 + 1], bytes[(y * width + x) * 4 + 2]) = color(x, y)
            }
            for x in 0..<width { bytes[(y * width + x) * 4 + 3] = 255 }
        }
        return CIImage(cgImage: try XCTUnwrap(context.makeImage()))
    }

    private func value(_ image: CIImage, x: Int = 0, y: Int = 0) -> Float {
        var pixel: [Float] = [.nan]
        CIContext().render(
            image, toBitmap: &pixel, rowBytes: 4, bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .Rf, colorSpace: nil
        )
        return pixel[0]
    }

    func testDifferencesInLab() throws {
        let black = try image(3, 2) { _, _ in (0, 0, 0) }, white = try image(3, 2) { _, _ in (255, 255, 255) }
        XCTAssertEqual(value(black.applyingFilter("CILabDeltaE", parameters: ["inputImage2": black])), 0)
        XCTAssertEqual(value(black.applyingFilter("CILabDeltaE", parameters: ["inputImage2": white])), 100, accuracy: 0.01)
        // L* of the two grays: 53.585 and 53.979.
        let gray = try image(1, 1) { _, _ in (128, 128, 128) }, next = try image(1, 1) { _, _ in (129, 129, 129) }
        XCTAssertEqual(value(gray.applyingFilter("CILabDeltaE", parameters: ["inputImage2": next])), 0.394, accuracy: 0.01)
        // CIE94 of red (53.24, 80.09, 67.20) and blue (32.30, 79.19, -107.86): dL 20.94, dC -29.25, dH 172.6, sC 5.705, sH 2.568.
        let red = try image(1, 1) { _, _ in (255, 0, 0) }, blue = try image(1, 1) { _, _ in (0, 0, 255) }
        XCTAssertEqual(value(red.applyingFilter("CILabDeltaE", parameters: ["inputImage2": blue])), 70.58, accuracy: 0.3)
    }

    func testAreasHaveTheirOriginBelow() throws {
        let rows = try image(2, 2) { x, y in y == 0 ? (255, 0, 0) : (UInt8(51 * x), 0, 0) }
        func area(_ name: String, _ rect: CGRect) -> Float { value(rows.applyingFilter(name, parameters: [kCIInputExtentKey: rect])) }
        XCTAssertEqual(area("CIAreaAverage", rows.extent), (1 + 1 + 0 + 0.2) / 4, accuracy: 1e-5)
        XCTAssertEqual(area("CIAreaAverage", CGRect(x: 0, y: 0, width: 2, height: 1)), 0.1, accuracy: 1e-5)
        XCTAssertEqual(area("CIAreaMaximum", CGRect(x: 1, y: 0, width: 1, height: 1)), 0.2, accuracy: 1e-5)
        XCTAssertTrue(rows.applyingFilter("CIAreaAverage", parameters: [kCIInputExtentKey: CGRect.zero]).extent.isNull)
        XCTAssertTrue(rows.applyingFilter("CINoSuchFilter").extent.isNull)
    }

    func testHalvesComeBack() throws {
        let ramp = try image(256, 1) { x, _ in (UInt8(x), 0, 0) }
        var halves = try vImage_Buffer(width: 256, height: 1, bitsPerPixel: 16),
            floats = try vImage_Buffer(width: 256, height: 1, bitsPerPixel: 32)
        defer {
            halves.free()
            floats.free()
        }
        CIContext(options: [.workingColorSpace: NSNull()]).render(
            ramp, toBitmap: halves.data, rowBytes: halves.rowBytes, bounds: ramp.extent, format: .Rh, colorSpace: nil
        )
        XCTAssertEqual(vImageConvert_Planar16FtoPlanarF(&halves, &floats, 0), kvImageNoError)
        for x in 0..<256 { XCTAssertEqual(floats.data.load(fromByteOffset: 4 * x, as: Float.self), Float(x) / 255, accuracy: 0.0003) }
        var tooLarge = try vImage_Buffer(width: 257, height: 1, bitsPerPixel: 32)
        defer { tooLarge.free() }
        XCTAssertEqual(vImageConvert_Planar16FtoPlanarF(&halves, &tooLarge, 0), kvImageRoiLargerThanInputBuffer)
        XCTAssertThrowsError(try vImage_Buffer(width: -1, height: 1, bitsPerPixel: 8))
        XCTAssertThrowsError(try vImage_Buffer(width: .max, height: 2, bitsPerPixel: 32))
    }

    func testThereIsNoDevice() {
        XCTAssertNil(MTLCreateSystemDefaultDevice())
        XCTAssertThrowsError(try CIImageProcessorKernel.apply(withExtent: .zero, inputs: nil, arguments: nil))
    }

    func testAPictureComesBack() throws {
        let picture = try image(3, 2) { x, y in (UInt8(40 * x), UInt8(90 * y), 7) }
        let back = CIImage(cgImage: try XCTUnwrap(CIContext().createCGImage(picture, from: picture.extent)))
        XCTAssertEqual(value(back, x: 2, y: 0), 80 / 255, accuracy: 1e-5)
        XCTAssertEqual(value(back.applyingFilter("CILabDeltaE", parameters: ["inputImage2": picture])), 0)
        XCTAssertNil(CIContext().createCGImage(picture, from: .zero))
    }

    /// Each orientation shows the stored corner where its name says.
    func testOrientations() throws {
        let picture = try image(3, 2) { x, y in (x == 0 && y == 0 ? 255 : 0, 0, 0) }
        // The corner of the first pixel: left or right, top or bottom, in a picture whose rows begin at the bottom.
        let corners: [(CGImagePropertyOrientation, Int, Int)] = [
            (.up, 0, 1), (.upMirrored, 2, 1), (.down, 2, 0), (.downMirrored, 0, 0), (.leftMirrored, 0, 2), (.right, 1, 2),
            (.rightMirrored, 1, 0), (.left, 0, 0),
        ]
        for (orientation, x, y) in corners {
            let turned = picture.oriented(orientation)
            let isTurned = orientation.rawValue > 4
            XCTAssertEqual(turned.extent, CGRect(x: 0, y: 0, width: isTurned ? 2 : 3, height: isTurned ? 3 : 2))
            XCTAssertEqual(value(turned, x: x, y: y), 1, "\(orientation)")
        }
        XCTAssertEqual(value(picture.oriented(forExifOrientation: 3), x: 2, y: 0), 1)
        XCTAssertEqual(picture.oriented(forExifOrientation: 99).extent, picture.extent)
    }
}
