import CoreGraphics
import TestSupport
import XCTest

@testable import ImageIO

/// Animations written and read again, frame by frame.
final class AnimationTests: XCTestCase {
    /// A disc that moves, on nothing or on a still gradient.
    static func disc(_ step: Int, isOpaque: Bool, isSmooth: Bool = false) throws -> CGImage {
        try XCTUnwrap(
            CGImage(width: 64, height: 48) { pixels in
                for index in pixels.indices {
                    let (x, y) = (index % 64, index / 64)
                    let (dx, dy) = (x - 10 - step * 8, y - 24)
                    let distance = dx * dx + dy * dy
                    if distance <= 100 {
                        pixels[index] = isSmooth ? 0xFF00_0000 | UInt32(distance * 2) << 8 | UInt32(255 - distance) : 0xFFE0_3020
                    } else if isOpaque {
                        pixels[index] = 0xFF00_0000 | UInt32(x / 8 * 30) << 16 | UInt32(y / 8 * 40) << 8 | 90
                    } else if !isSmooth, distance <= 121 {
                        pixels[index] = 0xFF00_0000
                    }
                }
            })
    }

    private func write(
        _ type: String, _ frames: [CGImage], delays: [Double], loops: Int, format: CFString, quality: Double = 1
    ) throws -> Data {
        let data = NSMutableData()
        let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, type as CFString, frames.count, nil))
        CGImageDestinationSetProperties(target, [format: [kCGImagePropertyGIFLoopCount: loops]] as CFDictionary)
        for (frame, delay) in zip(frames, delays) {
            let properties: [CFString: Any] = [
                format: [kCGImagePropertyGIFDelayTime: delay], kCGImageDestinationLossyCompressionQuality: quality,
            ]
            CGImageDestinationAddImage(target, frame, properties as CFDictionary)
        }
        XCTAssertTrue(CGImageDestinationFinalize(target))
        return Data(bytes: data.bytes, count: data.length)
    }

    func testFramesComeBackInEveryFormat() throws {
        for (type, key) in [
            ("public.png", kCGImagePropertyPNGDictionary), ("com.compuserve.gif", kCGImagePropertyGIFDictionary),
            ("org.webmproject.webp", kCGImagePropertyWebPDictionary),
        ] {
            for isOpaque in [true, false] {
                let frames = try (0..<6).map { try Self.disc($0, isOpaque: isOpaque) }
                let delays = [0.1, 0.25, 0.04, 0.5, 0.1, 1]
                let data = try write(type, frames, delays: delays, loops: 3, format: key)
                if let folder = ProcessInfo.processInfo.environment["AGATE_KEEP_PICTURES"] {
                    try data.write(to: URL(fileURLWithPath: "\(folder)/disc-\(isOpaque).\(type.split(separator: ".").last ?? "")"))
                }
                let source = try XCTUnwrap(CGImageSourceCreateWithData(data as NSData, nil))
                XCTAssertEqual(CGImageSourceGetCount(source), 6, type)
                XCTAssertEqual(CGImageSourceGetType(source), type as CFString)
                XCTAssertEqual(CGImageSourceGetStatus(source), .statusComplete)
                let all = try XCTUnwrap(CGImageSourceCopyProperties(source, nil) as? [CFString: Any])
                let own = try XCTUnwrap(all[key] as? [CFString: Any])
                XCTAssertEqual(own[kCGImagePropertyGIFLoopCount] as? Int, 3, type)
                XCTAssertEqual(own[kCGImagePropertyGIFCanvasPixelWidth] as? Int, 64)
                XCTAssertEqual((own[kCGImagePropertyGIFFrameInfoArray] as? [[CFString: Any]])?.count, 6)
                for (index, frame) in frames.enumerated() {
                    let image = try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, index, nil))
                    assertPicturesEqual(image, frame, tolerance: 0, "\(type)-\(isOpaque)-\(index)")
                    let properties = try XCTUnwrap(CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any])
                    let times = try XCTUnwrap(properties[key] as? [CFString: Any])
                    XCTAssertEqual(times[kCGImagePropertyGIFUnclampedDelayTime] as? Double ?? -1, delays[index], accuracy: 1e-9, type)
                }
                // Backwards too.
                assertPicturesEqual(try XCTUnwrap(CGImageSourceCreateImageAtIndex(source, 2, nil)), frames[2], tolerance: 0, type)
            }
        }
    }

    func testManyColoursInGIFAreNear() throws {
        let frames = try (0..<4).map { step in
            try XCTUnwrap(
                CGImage(width: 160, height: 120) { pixels in
                    for index in pixels.indices {
                        let (x, y) = (index % 160, index / 160)
                        pixels[index] =
                            0xFF00_0000 | UInt32(x * 255 / 159) << 16 | UInt32(y * 255 / 119) << 8
                            | UInt32((x + y + step * 30) % 256)
                    }
                })
        }
        let data = try write("com.compuserve.gif", frames, delays: [0.1, 0.1, 0.1, 0.1], loops: 0, format: kCGImagePropertyGIFDictionary)
        if let folder = ProcessInfo.processInfo.environment["AGATE_KEEP_PICTURES"] {
            try data.write(to: URL(fileURLWithPath: "\(folder)/gradient.gif"))
        }
        XCTAssertEqual(
            data, try write("com.compuserve.gif", frames, delays: [0.1, 0.1, 0.1, 0.1], loops: 0, format: kCGImagePropertyGIFDictionary))
        let again = try ImageCodec.decodeFrames(data)
        XCTAssertEqual(again.count, 4)
        for (a, b) in zip(again, frames) {
            // Seen from a distance of 4 pixels, dithering gives the colours back.
            let small = try XCTUnwrap(a.reduced(to: 40, 30)), wanted = try XCTUnwrap(b.reduced(to: 40, 30))
            XCTAssertLessThanOrEqual(difference(small, wanted).max, 40)
            var sum = 0
            small.withPixels { p in
                wanted.withPixels { q in
                    for i in 0..<1200 { for s in [0, 8, 16] as [UInt32] { sum += abs(Int(p[i] >> s & 255) - Int(q[i] >> s & 255)) } }
                }
            }
            XCTAssertLessThan(Double(sum) / 3600, 4)
        }
    }

    func testStillPicturesOfEachFormat() throws {
        let image = try Self.disc(2, isOpaque: false)
        for type in ["public.png", "com.compuserve.gif", "org.webmproject.webp"] {
            let data = NSMutableData()
            let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
            CGImageDestinationAddImage(target, image, [kCGImageDestinationLossyCompressionQuality: 1] as CFDictionary)
            XCTAssertTrue(CGImageDestinationFinalize(target))
            XCTAssertFalse(CGImageDestinationFinalize(target), "a second time")
            let again = try ImageCodec.decode(Data(bytes: data.bytes, count: data.length), name: type)
            assertPicturesEqual(again, image, tolerance: 0, type)
        }
        // Lossy WebP is near.
        let lossy = try WebPWriter.still(JPEGTests.gradient(), quality: 0.95)
        assertPicturesEqual(try ImageCodec.decode(lossy, name: "lossy"), try JPEGTests.gradient(), tolerance: 24, "lossy")
    }

    func testFramesOfOtherSizesAndMissingOnesAreRefused() throws {
        for format in [ImageCodec.Format.png, .gif, .webP] {
            var writer = try XCTUnwrap(ImageCodec.animationWriter(format))
            XCTAssertThrowsError(try writer.finish(loopCount: 0))
            writer = try XCTUnwrap(ImageCodec.animationWriter(format))
            try writer.add(Self.disc(0, isOpaque: true), delay: 0.1)
            XCTAssertThrowsError(try writer.add(JPEGTests.gradient(), delay: 0.1))
            XCTAssertThrowsError(try writer.add(Self.disc(0, isOpaque: true), delay: .nan))
        }
        XCTAssertNil(ImageCodec.animationWriter(.jpeg))
        let data = NSMutableData()
        let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, "public.png" as CFString, 2, nil))
        CGImageDestinationAddImage(target, try Self.disc(0, isOpaque: true), nil)
        XCTAssertFalse(CGImageDestinationFinalize(target))
        XCTAssertEqual(data.length, 0)
    }

    func testDelaysOfSixtyFramesASecondAddUp() throws {
        for format in [ImageCodec.Format.png, .gif, .webP] {
            var writer = try XCTUnwrap(ImageCodec.animationWriter(format))
            for step in 0..<30 { try writer.add(Self.disc(step % 6, isOpaque: true), delay: 1.0 / 30) }
            let delays = try ImageCodec.frameDelays(writer.finish(loopCount: 0))
            XCTAssertEqual(delays.reduce(0, +), 1, accuracy: 0.011, "\(format)")
        }
        XCTAssertEqual(APNGWriter.fraction(1.0 / 60).1, 60)
    }

    // MARK: By hand

    /// A GIF of a 4x2 canvas: two colours and one that is transparent.
    static func gif(_ frames: [(control: [UInt8], descriptor: [UInt8], data: [UInt8])]) -> Data {
        var file = Array("GIF89a".utf8) + [4, 0, 2, 0, 0x81, 0, 0]
        file += [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]
        for frame in frames { file += [0x21, 0xF9, 4] + frame.control + [0, 0x2C] + frame.descriptor + frame.data }
        return Data(file + [0x3B])
    }

    /// LZW without compression: a clear code before each pair of pixels (codes of 3 bits: 4 clears, 5 ends).
    static func lzw(_ numbers: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ code: UInt8) { for bit in 0..<3 { bits.append(code >> bit & 1 == 1) } }
        for (index, number) in numbers.enumerated() {
            if index % 2 == 0 { add(4) }
            add(number)
        }
        add(5)
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << (index % 8) }
        return [2, UInt8(bytes.count)] + bytes + [0]
    }

    func testGIFDisposalByHand() throws {
        func at(_ x: UInt8, _ w: UInt8, _ h: UInt8) -> [UInt8] { [x, 0, 0, 0, w, 0, h, 0, 0] }
        let data = Self.gif([
            ([0 << 2, 10, 0, 0], at(0, 4, 2), Self.lzw([0, 0, 0, 0, 0, 0, 0, 0])),
            ([2 << 2, 0, 0, 0], at(1, 1, 2), Self.lzw([1, 1])),
            ([3 << 2 | 1, 1, 0, 2], at(0, 2, 1), Self.lzw([1, 2])),
            // A frame of no size draws nothing; one that hangs over the edge is cut.
            ([0, 5, 0, 0], at(0, 0, 0), Self.lzw([])),
            ([0, 5, 0, 0], at(3, 2, 1), Self.lzw([2, 2])),
        ])
        let frames = try ImageCodec.decodeFrames(data).map { image in
            image.withPixels { Array(UnsafeBufferPointer(start: $0, count: 8)) }
        }
        let (r, g, b) = (UInt32(0xFFFF_0000), UInt32(0xFF00_FF00), UInt32(0xFF00_00FF))
        XCTAssertEqual(
            frames,
            [
                [r, r, r, r, r, r, r, r], [r, g, r, r, r, g, r, r], [g, 0, r, r, r, 0, r, r], [r, 0, r, r, r, 0, r, r],
                [r, 0, r, b, r, 0, r, r],
            ])
        let source = try XCTUnwrap(CGImageSourceCreateWithData(data as NSData, nil))
        let properties = try XCTUnwrap(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) as? [String: Any])
        let times = try XCTUnwrap(properties["{GIF}"] as? [String: Any])
        // What can't be seen is shown for a tenth of a second.
        XCTAssertEqual(times["DelayTime"] as? Double, 0.1)
        XCTAssertEqual(times["UnclampedDelayTime"] as? Double, 0)
        XCTAssertEqual(times["LoopCount"] as? Int, 1)
    }

    func testDamagedGIFs() throws {
        let whole: [UInt8] = [0, 0, 0, 0, 4, 0, 2, 0, 0]
        // Codes that mean nothing, too few of them, and a code size that can't be.
        for data: [UInt8] in [[2, 3, 0xFF, 0xFF, 0xFF, 0], [2, 1, 0x04, 0], [12, 2, 1, 1, 0], [2, 0]] {
            let file = Self.gif([([0, 0, 0, 0], Array(whole.dropFirst(0)), data)])
            XCTAssertThrowsError(try ImageCodec.decode(file, name: "bad.gif")) {
                XCTAssertTrue("\($0)".hasPrefix("bad.gif: frame 0"), "\($0)")
            }
        }
        var huge = [UInt8](Self.gif([([0, 0, 0, 0], whole, Self.lzw([0, 0]))]))
        huge.replaceSubrange(6..<10, with: [0, 0x40, 0, 0x40])
        XCTAssertThrowsError(try ImageCodec.decode(Data(huge), name: "huge.gif"))
        // Without its end mark a file is whole; inside a frame, the frames before count.
        let good = Self.gif([
            ([0, 9, 0, 0], whole, Self.lzw([0, 0, 0, 0, 1, 1, 1, 1])), ([0, 9, 0, 0], whole, Self.lzw([1, 1, 1, 1, 1, 1, 1, 1])),
        ])
        XCTAssertEqual(try ImageCodec.decodeFrames(good.dropLast()).count, 2)
        XCTAssertEqual(try ImageCodec.decodeFrames(good.dropLast(5)).count, 1)
    }

    func testAPNGWithWrongSequenceNumbers() throws {
        let data = try write(
            "public.png", (0..<3).map { try Self.disc($0, isOpaque: true) }, delays: [0.1, 0.1, 0.1], loops: 0,
            format: kCGImagePropertyPNGDictionary)
        let file = try PNGFile([UInt8](data), name: "a.png")
        var swapped = PNGFile.signature
        for chunk in file.chunks {
            var body = Array(file.bytes[chunk.body])
            if chunk.type == "fdAT", body[3] == 2 { body[3] = 7 }
            PNGFile.appendChunk(chunk.type, body, to: &swapped)
        }
        XCTAssertThrowsError(try ImageCodec.decodeFrames(Data(swapped), name: "a.png")) {
            XCTAssertTrue("\($0)".hasSuffix("the sequence number is 7, expected 2"), "\($0)")
        }
    }

    func testWebPWithAWrongCanvas() throws {
        var bytes = [UInt8](
            try write(
                "org.webmproject.webp", (0..<3).map { try Self.disc($0, isOpaque: false) }, delays: [0.1, 0.1, 0.1], loops: 0,
                format: kCGImagePropertyWebPDictionary))
        XCTAssertEqual(Array(bytes[12..<16]), Array("VP8X".utf8))
        for (width, height) in [(3, 3), (16_000_000, 16_000_000), (16_384, 16_384)] as [(UInt32, UInt32)] {
            bytes.replaceSubrange(24..<27, with: [UInt8(width & 255), UInt8(width >> 8 & 255), UInt8(width >> 16)])
            bytes.replaceSubrange(27..<30, with: [UInt8(height & 255), UInt8(height >> 8 & 255), UInt8(height >> 16)])
            XCTAssertThrowsError(try ImageCodec.decodeFrames(Data(bytes), name: "canvas.webp"))
        }
    }
}
