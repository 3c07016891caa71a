import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// Uses of ImageIO and of colour spaces as programs for Apple's systems write them: that this compiles is most of the test.
final class ImageIOInterface: XCTestCase {
    private func picture() -> CGImage? {
        let bytes = [UInt8](repeating: 200, count: 12 * 8 * 4)
        guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
        return CGImage(
            width: 12, height: 8, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 48, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    func testAnAnimatedGIF() throws {
        let image = try XCTUnwrap(picture())
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("agate-\(UUID().uuidString).gif")
        defer { try? FileManager.default.removeItem(at: url) }
        let fileProperties = [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFLoopCount as String: 0]]
        let frameProperties = [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFDelayTime as String: 0.2]]
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "com.compuserve.gif" as CFString, 2, nil) else {
            return XCTFail("no destination")
        }
        CGImageDestinationSetProperties(destination, fileProperties as CFDictionary)
        CGImageDestinationAddImage(destination, image, frameProperties as CFDictionary)
        CGImageDestinationAddImage(destination, image, frameProperties as CFDictionary)
        XCTAssertTrue(CGImageDestinationFinalize(destination))

        guard let source = CGImageSourceCreateWithURL(url as CFURL, [kCGImageSourceShouldCache: false] as CFDictionary) else {
            return XCTFail("no source")
        }
        var duration = 0.0
        for index in 0..<CGImageSourceGetCount(source) {
            if let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any],
                let gif = properties[kCGImagePropertyGIFDictionary as String] as? [String: Any],
                let delay = gif[kCGImagePropertyGIFUnclampedDelayTime as String] as? Double
            {
                duration += delay
            }
        }
        XCTAssertEqual(duration, 0.4, accuracy: 1e-9)
        XCTAssertEqual(CGImageSourceGetType(source) as String?, "com.compuserve.gif")
    }

    func testAThumbnail() throws {
        let image = try XCTUnwrap(picture())
        let data = NSMutableData()
        let destination = try XCTUnwrap(CGImageDestinationCreateWithData(data as CFMutableData, "public.jpeg" as CFString, 1, nil))
        let options: [CFString: Any] = [
            kCGImageDestinationLossyCompressionQuality: 0.8, kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue,
            kCGImageDestinationBackgroundColor: CGColor.white,
        ]
        CGImageDestinationAddImage(destination, image, options as CFDictionary)
        XCTAssertTrue(CGImageDestinationFinalize(destination))

        let source = try XCTUnwrap(CGImageSourceCreateWithData(data as CFData, nil))
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
        XCTAssertEqual(properties?[kCGImagePropertyPixelWidth] as? Int, 12)
        XCTAssertEqual(properties?[kCGImagePropertyPixelHeight] as? CGFloat ?? 8, 8)
        XCTAssertEqual((properties?[kCGImagePropertyOrientation] as? UInt32).flatMap(CGImagePropertyOrientation.init(rawValue:)), .right)
        let size: CGFloat = 6
        let thumbnail = CGImageSourceCreateThumbnailAtIndex(
            source, 0,
            [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceShouldCacheImmediately: true, kCGImageSourceThumbnailMaxPixelSize: size,
            ] as CFDictionary)
        XCTAssertEqual(thumbnail?.height, 6)
        XCTAssertEqual(thumbnail?.width, 4)
    }

    func testAnIncrementalSource() {
        let source = CGImageSourceCreateIncremental(nil)
        CGImageSourceUpdateData(source, Data([0x89, 0x50]) as CFData, false)
        switch CGImageSourceGetStatus(source) {
        case .statusComplete, .statusIncomplete, .statusInvalidData, .statusUnexpectedEOF, .statusUnknownType: XCTFail()
        case .statusReadingHeader: break
        }
        XCTAssertEqual(CGImageSourceGetStatusAtIndex(source, 0), .statusReadingHeader)
        XCTAssertEqual(CGImageSourceGetPrimaryImageIndex(source), 0)
        XCTAssertNil(CGImageSourceCopyProperties(source, nil))
        XCTAssertTrue((CGImageSourceCopyTypeIdentifiers() as? [String])?.contains("public.png") ?? false)
        XCTAssertTrue((CGImageDestinationCopyTypeIdentifiers() as? [String])?.contains("public.png") ?? false)
    }

    func testColourSpaces() throws {
        let p3 = try XCTUnwrap(CGColorSpace(name: CGColorSpace.displayP3))
        let red = try XCTUnwrap(CGColor(colorSpace: p3, components: [1, 0, 0, 1]))
        let converted = red.converted(
            to: try XCTUnwrap(CGColorSpace(name: CGColorSpace.extendedSRGB)), intent: .relativeColorimetric, options: nil)
        XCTAssertGreaterThan(try XCTUnwrap(converted?.components?.first), 1)
        XCTAssertTrue(p3.isWideGamutRGB)
        let data = try XCTUnwrap(p3.copyICCData())
        XCTAssertEqual(CGColorSpace(iccData: data)?.name as String?, CGColorSpace.displayP3 as String)
        var names: Set<CGColorSpace> = []
        for name in [
            CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB, CGColorSpace.genericGrayGamma2_2,
            CGColorSpace.linearGray, CGColorSpace.extendedGray, CGColorSpace.genericRGBLinear, CGColorSpace.adobeRGB1998,
            CGColorSpace.genericCMYK, CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.dcip3, CGColorSpace.genericXYZ,
            CGColorSpace.genericLab, CGColorSpace.rommrgb, CGColorSpace.acescgLinear,
        ] {
            names.insert(try XCTUnwrap(CGColorSpace(name: name)))
        }
        XCTAssertEqual(names.count, 16)
        let cyan = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
        XCTAssertEqual(cyan.colorSpace?.model, .cmyk)
        let table: [UInt8] = [0, 0, 0, 255, 255, 255]
        XCTAssertEqual(CGColorSpace(indexedBaseSpace: p3, last: 1, colorTable: table)?.baseColorSpace, p3)
        XCTAssertEqual(CGColorSpace(patternBaseSpace: nil)?.model, .pattern)
    }
}
