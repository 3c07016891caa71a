import CoreGraphics
import Foundation
import TestSupport
import XCTest

@testable import ImageIO

/// Properties, orientation, thumbnails, and data that arrive piece by piece.
final class SourceTests: XCTestCase {
    private func file(_ type: String, _ image: CGImage, _ properties: [CFString: Any]) throws -> Data {
        let data = NSMutableData()
        let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
        CGImageDestinationAddImage(target, image, properties as CFDictionary)
        XCTAssertTrue(CGImageDestinationFinalize(target))
        return Data(bytes: data.bytes, count: data.length)
    }

    private func properties(_ data: Data) throws -> [String: Any] {
        let source = try XCTUnwrap(CGImageSourceCreateWithData(data as NSData, nil))
        return try XCTUnwrap(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
    }

    func testPropertiesOfWhatWasWritten() throws {
        for type in ["public.png", "public.jpeg"] {
            let data = try file(
                type, JPEGTests.gradient(),
                [kCGImagePropertyOrientation: 6, kCGImagePropertyDPIWidth: 144, kCGImagePropertyDPIHeight: 72.0])
            let all = try properties(data)
            XCTAssertEqual(all["PixelWidth"] as? Int, 67)
            XCTAssertEqual(all["PixelHeight"] as? Int, 45)
            XCTAssertEqual(all["Orientation"] as? Int, 6)
            XCTAssertEqual(all["DPIWidth"] as? Double ?? 0, 144, accuracy: 0.02)
            XCTAssertEqual(all["DPIHeight"] as? Double ?? 0, 72, accuracy: 0.02)
            XCTAssertEqual(all["Depth"] as? Int, 8)
            XCTAssertEqual(all["ColorModel"] as? String, "RGB")
            XCTAssertEqual((all["{TIFF}"] as? [String: Any])?["Orientation"] as? Int, 6)
            XCTAssertNotNil(try? ImageCodec.decode(data, name: type))
        }
        let plain = try properties(try file("public.jpeg", JPEGTests.gradient(), [:]))
        XCTAssertNil(plain["Orientation"])
        XCTAssertNil(plain["HasAlpha"])
        XCTAssertEqual(try properties(try file("public.png", AnimationTests.disc(0, isOpaque: false), [:]))["HasAlpha"] as? Bool, true)
    }

    /// A little TIFF file by hand, least significant byte first.
    private func exif() -> [UInt8] {
        func two(_ v: Int) -> [UInt8] { [UInt8(v & 255), UInt8(v >> 8)] }
        func four(_ v: Int) -> [UInt8] { two(v & 0xFFFF) + two(v >> 16) }
        var bytes = Array("II".utf8) + two(42) + four(8)
        bytes += two(4)
        bytes += two(0x010F) + two(2) + four(6) + four(62)
        bytes += two(0x0112) + two(3) + four(1) + four(8)
        bytes += two(0x011A) + two(5) + four(1) + four(68)
        bytes += two(0x8769) + two(4) + four(1) + four(76)
        bytes += four(0)
        bytes += Array("Agate\0".utf8) + four(300) + four(1)
        bytes += two(3)
        bytes += two(0x829A) + two(5) + four(1) + four(118)
        bytes += two(0x8827) + two(3) + four(1) + four(200)
        bytes += two(0xA434) + two(2) + four(4000) + four(10)
        bytes += four(0)
        bytes += four(1) + four(125)
        return bytes
    }

    func testExif() throws {
        let data = ExifData(tiff: exif())
        XCTAssertEqual(data.orientation, 8)
        XCTAssertEqual(data.tiff["Make"], .text("Agate"))
        XCTAssertEqual(data.tiff["XResolution"], .number(300))
        XCTAssertEqual(data.exif["ExposureTime"], .number(1.0 / 125))
        XCTAssertEqual(data.exif["ISOSpeedRatings"], .number(200))
        // A text that would lie outside is left out.
        XCTAssertNil(data.exif["LensModel"])
        // Whatever stands there, nothing is read beside it.
        for count in 0..<exif().count { _ = ExifData(tiff: Array(exif().prefix(count))) }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var bytes = exif()
            for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            _ = ExifData(tiff: bytes)
        }
        // Directories that lead to themselves come to an end.
        var loop = exif()
        loop.replaceSubrange(54..<58, with: [8, 0, 0, 0])
        XCTAssertEqual(ExifData(tiff: loop).orientation, 8)
    }

    func testAllOrientations() throws {
        // 2x3 pixels, numbered; each orientation's upright picture by hand, after Exif's definition of the first row and column.
        let image = try XCTUnwrap(CGImage(width: 2, height: 3) { for i in 0..<6 { $0[i] = 0xFF00_0000 | UInt32(i) * 40 } })
        let upright: [Int: (Int, [Int])] = [
            1: (2, [0, 1, 2, 3, 4, 5]), 2: (2, [1, 0, 3, 2, 5, 4]), 3: (2, [5, 4, 3, 2, 1, 0]), 4: (2, [4, 5, 2, 3, 0, 1]),
            5: (3, [0, 2, 4, 1, 3, 5]), 6: (3, [4, 2, 0, 5, 3, 1]), 7: (3, [5, 3, 1, 4, 2, 0]), 8: (3, [1, 3, 5, 0, 2, 4]),
        ]
        for (orientation, (width, order)) in upright {
            let data = try file("public.png", image, [kCGImagePropertyOrientation: orientation])
            let source = try XCTUnwrap(CGImageSourceCreateWithData(data as NSData, nil))
            let options =
                [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true] as CFDictionary
            let shown = try XCTUnwrap(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
            XCTAssertEqual(shown.width, width, "\(orientation)")
            XCTAssertEqual(shown.withPixels { p in (0..<6).map { Int(p[$0] & 255) / 40 } }, order, "\(orientation)")
            let stored = try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, 0, nil))
            XCTAssertTrue(stored.hasEqualPixels(to: image))
        }
    }

    func testThumbnails() throws {
        let large = try XCTUnwrap(
            CGImage(width: 800, height: 500) { pixels in
                for index in pixels.indices {
                    pixels[index] = 0xFF00_0000 | UInt32(index % 800 * 255 / 799) << 16 | UInt32(index / 800 * 255 / 499) << 8
                }
            })
        for type in ["public.png", "public.jpeg", "org.webmproject.webp", "com.compuserve.gif"] {
            let source = try XCTUnwrap(CGImageSourceCreateWithData(try file(type, large, [:]) as NSData, nil))
            XCTAssertNil(CGImageSourceCreateThumbnailAtIndex(source, 0, [kCGImageSourceThumbnailMaxPixelSize: 50] as CFDictionary))
            for limit in [50, 200, 333, 5000] {
                let options =
                    [
                        kCGImageSourceThumbnailMaxPixelSize: limit, kCGImageSourceCreateThumbnailFromImageIfAbsent: true,
                    ] as CFDictionary
                let small = try XCTUnwrap(CGImageSourceCreateThumbnailAtIndex(source, 0, options), type)
                XCTAssertEqual(small.width, min(limit, 800), type)
                XCTAssertEqual(small.height, Int((Double(min(limit, 800)) * 500 / 800).rounded()), type)
                // The colours of the middle stay where they are.
                let middle = small.withPixels { $0[small.height / 2 * small.width + small.width / 2] }
                XCTAssertEqual(Int(middle >> 16 & 255), 128, accuracy: 14, type)
                XCTAssertEqual(Int(middle >> 8 & 255), 128, accuracy: 14, type)
            }
            for factor in [1, 2, 4, 8] {
                let image = try XCTUnwrap(
                    CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceSubsampleFactor: factor] as CFDictionary))
                XCTAssertEqual([image.width, image.height], [800 / factor, (500 + factor - 1) / factor], type)
            }
        }
    }

    func testDataThatArrivePieceByPiece() throws {
        let image = try JPEGTests.gradient()
        for type in ["public.png", "public.jpeg", "org.webmproject.webp", "com.compuserve.gif"] {
            let data = try file(type, image, [:])
            let source = CGImageSourceCreateIncremental(nil)
            XCTAssertEqual(CGImageSourceGetStatus(source), .statusReadingHeader)
            XCTAssertEqual(CGImageSourceGetCount(source), 0)
            var previous = CGImageSourceStatus.statusReadingHeader.rawValue
            var partials = 0
            for count in stride(from: 0, to: data.count, by: max(1, data.count / 60)) {
                CGImageSourceUpdateData(source, data.prefix(count) as NSData, false)
                let status = CGImageSourceGetStatus(source)
                XCTAssertGreaterThanOrEqual(status.rawValue, previous, "\(type) at \(count)")
                previous = status.rawValue
                if status == .statusIncomplete, let partial = CGImageSourceCreateImageAtIndex(source, 0, nil) {
                    XCTAssertEqual(partial.width, 67)
                    partials += 1
                }
            }
            XCTAssertGreaterThan(partials, 2, type)
            // The first rows are there before the last ones.
            CGImageSourceUpdateData(source, data.prefix(data.count * 3 / 4) as NSData, false)
            if type == "public.png" {
                let partial = try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, 0, nil))
                image.withPixels { a in
                    partial.withPixels { b in
                        XCTAssertEqual(a[0], b[0])
                        XCTAssertEqual(b[67 * 45 - 1], 0)
                    }
                }
            }
            CGImageSourceUpdateData(source, data as NSData, true)
            XCTAssertEqual(CGImageSourceGetStatus(source), .statusComplete)
            XCTAssertEqual(CGImageSourceGetStatusAtIndex(source, 0), .statusComplete)
            let whole = try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, 0, nil))
            XCTAssertTrue(whole.hasEqualPixels(to: try ImageCodec.decode(data, name: type)))
            CGImageSourceUpdateData(source, data.prefix(data.count / 2) as NSData, true)
            XCTAssertEqual(CGImageSourceGetStatus(source), .statusUnexpectedEOF, type)
        }
        let source = CGImageSourceCreateIncremental(nil)
        CGImageSourceUpdateData(source, Data("this is no picture".utf8) as NSData, true)
        XCTAssertEqual(CGImageSourceGetStatus(source), .statusUnknownType)
    }

    func testBackgroundOfJPEGs() throws {
        let clear = try XCTUnwrap(CGImage(width: 16, height: 16) { _ in })
        func middle(_ properties: [CFString: Any]) throws -> UInt32 {
            try ImageCodec.decode(try file("public.jpeg", clear, properties), name: "x").withPixels { $0[100] }
        }
        XCTAssertEqual(try middle([:]), 0xFFFF_FFFF)
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let got = try middle([kCGImageDestinationBackgroundColor: red])
        XCTAssertGreaterThan(got >> 16 & 255, 250)
        XCTAssertLessThan(got & 255, 5)
    }

    func testProfilesInEveryFormat() throws {
        let profile = [UInt8](try XCTUnwrap(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData()) as Data)
        // Display P3's (234, 51, 35) is sRGB's red.
        let red = try XCTUnwrap(CGImage(width: 16, height: 16) { for i in $0.indices { $0[i] = 0xFFEA_3323 } })
        // JPEG: in three parts, the last one first.
        var jpeg = [UInt8](try ImageCodec.encodeJPEG(red, quality: 1))
        let third = (profile.count + 2) / 3
        for number in [1, 2, 3] {
            let part = Array("ICC_PROFILE\0".utf8) + [UInt8(number), 3] + profile.dropFirst((number - 1) * third).prefix(third)
            let length = part.count + 2
            jpeg.insert(contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + part, at: 20)
        }
        let decoded = try ImageCodec.decode(Data(jpeg), name: "p3.jpg").withPixels { $0[50] }
        XCTAssertGreaterThan(decoded >> 16 & 255, 252)
        XCTAssertLessThan(decoded >> 8 & 255, 12)
        XCTAssertEqual(try properties(Data(jpeg))["ProfileName"] as? String, "Display P3")

        // WebP: a container with a profile.
        let still = [UInt8](try WebPWriter.still(red, quality: 1))
        func little(_ v: Int) -> [UInt8] { (0..<4).map { UInt8(v >> (8 * $0) & 255) } }
        var body = Array("WEBP".utf8) + Array("VP8X".utf8) + little(10) + [0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0]
        body += Array("ICCP".utf8) + little(profile.count) + profile + (profile.count % 2 == 1 ? [0] : [])
        body += still[12...]
        let webP = Data(Array("RIFF".utf8) + little(body.count) + body)
        XCTAssertEqual(try ImageCodec.decode(webP, name: "p3.webp").withPixels { $0[50] }, 0xFFFF_0000)

        // PNG: code points go before all else; unknown ones are passed over.
        let png = try PNGFile([UInt8](ImageCodec.encodePNG(red)), name: "p3.png")
        func withChunk(_ body: [UInt8]) -> Data {
            var file = PNGFile.signature + png.bytes[png.chunks[0].whole]
            PNGFile.appendChunk("cICP", body, to: &file)
            return Data(file + png.bytes[png.chunks[1].start...])
        }
        XCTAssertEqual(try ImageCodec.decode(withChunk([12, 13, 0, 1]), name: "p3.png").withPixels { $0[50] }, 0xFFFF_0000)
        XCTAssertEqual(try ImageCodec.decode(withChunk([9, 16, 0, 1]), name: "pq.png").withPixels { $0[50] }, 0xFFEA_3323)
    }
}
