import CoreGraphics
import XCTest

@testable import ImageIO

final class JPEGTests: XCTestCase {
    static func gradient() throws -> CGImage {
        try XCTUnwrap(
            CGImage(width: 67, height: 45) { pixels in
                for index in pixels.indices {
                    let (x, y) = (UInt32(index % 67), UInt32(index / 67))
                    pixels[index] = 0xFF00_0000 | x * 3 << 16 | y * 5 << 8 | (x + y)
                }
            })
    }

    func testRoundTripIsClose() throws {
        let image = try Self.gradient()
        let data = try ImageCodec.encodeJPEG(image, quality: 1)
        let again = try ImageCodec.decode(data, name: "gradient.jpg")
        XCTAssertEqual([again.width, again.height], [67, 45])
        XCTAssertTrue(again.isOpaque)
        image.withPixels { a in
            again.withPixels { b in
                for index in 0..<67 * 45 {
                    for shift in [UInt32(0), 8, 16] {
                        let distance = Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255)
                        XCTAssertLessThanOrEqual(abs(distance), 4)
                    }
                }
            }
        }
        XCTAssertEqual(data, try ImageCodec.encodeJPEG(image, quality: 1))
        XCTAssertLessThan(try ImageCodec.encodeJPEG(image, quality: 0.1).count, data.count)
    }

    func testTruncatedFilesGiveErrors() throws {
        let data = try ImageCodec.encodeJPEG(Self.gradient(), quality: 0.9)
        for count in stride(from: 1, to: data.count - 2, by: 37) {
            XCTAssertThrowsError(try ImageCodec.decode(data.prefix(count), name: "cut.jpg"), "\(count)")
        }
    }

    func testImageSourceAndDestination() throws {
        let image = try Self.gradient()
        for type in ["public.png", "public.jpeg"] {
            let data = NSMutableData()
            let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
            XCTAssertFalse(CGImageDestinationFinalize(target))
            CGImageDestinationAddImage(target, image, nil)
            XCTAssertTrue(CGImageDestinationFinalize(target))
            let source = try XCTUnwrap(CGImageSourceCreateWithData(data, nil))
            XCTAssertEqual(CGImageSourceGetCount(source), 1)
            XCTAssertEqual(CGImageSourceGetType(source), type as CFString)
            XCTAssertEqual(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width, 67)
            XCTAssertNil(CGImageSourceCreateImageAtIndex(source, 1, nil))
        }
        XCTAssertNil(CGImageDestinationCreateWithData(NSMutableData(), "public.tiff" as CFString, 1, nil))
        XCTAssertNil(CGImageSourceCreateWithData(Data("no image".utf8) as NSData, nil))

        let url = URL(fileURLWithPath: NSTemporaryDirectory() + "agate-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try XCTUnwrap(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(file, image, nil)
        XCTAssertTrue(CGImageDestinationFinalize(file))
        let source = try XCTUnwrap(CGImageSourceCreateWithURL(url as CFURL, nil))
        XCTAssertTrue(try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, 0, nil)).hasEqualPixels(to: image))
    }
}
