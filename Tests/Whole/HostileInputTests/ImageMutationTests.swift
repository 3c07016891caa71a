import AgateDiagnostics
import CoreGraphics
import ImageIO
import TestSupport
import XCTest

/// Damaged pictures of every format: whatever comes, pictures or an error, soon and without much memory. Made for AddressSanitizer.
final class ImageMutationTests: XCTestCase {
    private var token: ObserverToken?

    // Thousands of errors would be thousands of lines.
    override func setUp() { token = Diagnostic.addObserver { _ in } }

    override func tearDown() {
        if let token { Diagnostic.removeObserver(token) }
    }

    func testRandomBytesAreNoPicture() {
        var random = SeededGenerator(seed: 1)
        for length in [0, 1, 8, 100, 10_000] {
            let bytes = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            let source = CGImageSourceCreateWithData(bytes as NSData, nil)
            XCTAssertNil(source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
        }
    }

    func testMutatedStills() throws {
        for (type, seed) in [("public.png", 1), ("public.jpeg", 2), ("com.compuserve.gif", 3), ("org.webmproject.webp", 4)]
            as [(String, UInt64)]
        {
            try mutate(file(type, count: 1, quality: 0.8), file(type, count: 1, quality: 1), seed: seed, rounds: 500, type)
        }
    }

    func testMutatedAnimations() throws {
        for (type, seed) in [("public.png", 5), ("com.compuserve.gif", 6), ("org.webmproject.webp", 7)] as [(String, UInt64)] {
            try mutate(file(type, count: 4, quality: 0.8), file(type, count: 3, quality: 1), seed: seed, rounds: 400, type)
        }
    }

    func testMutatedProfiles() throws {
        var random = SeededGenerator(seed: 8)
        let whole = [UInt8](try XCTUnwrap(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData()) as Data)
        for _ in 0..<500 {
            let bytes = mutated(whole, whole, &random)
            guard let space = CGColorSpace(iccData: Data(bytes) as NSData) else { continue }
            let components = [CGFloat](repeating: 0.5, count: space.numberOfComponents + 1)
            XCTAssertNotNil(CGColor(colorSpace: space, components: components))
        }
    }

    private func mutate(_ first: Data, _ second: Data, seed: UInt64, rounds: Int, _ type: String) throws {
        var random = SeededGenerator(seed: seed)
        let (a, b) = ([UInt8](first), [UInt8](second))
        var shown = 0
        for round in 0..<rounds {
            var bytes = mutated(a, b, &random)
            if type == "public.png", round % 2 == 0 { bytes = withRightChecksums(bytes) }
            let data = Data(bytes) as NSData
            if let source = CGImageSourceCreateWithData(data, nil) {
                for index in 0..<min(CGImageSourceGetCount(source), 6) {
                    if CGImageSourceCreateImageAtIndex(source, index, nil) != nil { shown += 1 }
                    _ = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
                }
            }
            // The same as if more were to come.
            let source = CGImageSourceCreateIncremental(nil)
            CGImageSourceUpdateData(source, data, false)
            for index in 0..<min(CGImageSourceGetCount(source), 3) { _ = CGImageSourceCreateImageAtIndex(source, index, nil) }
            let options =
                [
                    kCGImageSourceThumbnailMaxPixelSize: 9, kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                ] as CFDictionary
            _ = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
        }
        XCTAssertGreaterThan(shown, 0, "\(type): not one survived, so nothing was tested")
    }

    /// Bits turned, bytes set, ends cut off, pieces of another file put in, pieces moved.
    private func mutated(_ a: [UInt8], _ b: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = a
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            // The headers are where the harm is done.
            let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 120)
            let at = Int.random(in: 0..<reach, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 3...4: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 5: bytes.removeSubrange(at...)
            case 6:
                let start = Int.random(in: 0..<b.count, using: &random)
                let piece = b[start..<min(b.count, start + Int.random(in: 1...40, using: &random))]
                bytes.replaceSubrange(at..<min(bytes.count, at + piece.count), with: piece)
            default:
                let end = min(bytes.count, at + Int.random(in: 1...60, using: &random))
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return bytes
    }

    /// A PNG with the checksum of every chunk put right, so that the damage gets further in.
    private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            var sum: UInt32 = 0xFFFF_FFFF
            for byte in bytes[at + 4..<at + 8 + length] {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            for n in 0..<4 { bytes[at + 8 + length + n] = UInt8(~sum >> (24 - 8 * UInt32(n)) & 255) }
            at += 12 + length
        }
        return bytes
    }

    private func file(_ type: String, count: Int, quality: Double) throws -> Data {
        let data = NSMutableData()
        let target = try XCTUnwrap(CGImageDestinationCreateWithData(data, type as CFString, count, nil))
        for step in 0..<count {
            let image = try XCTUnwrap(
                CGImage(width: 24, height: 17) { pixels in
                    for index in pixels.indices {
                        let (x, y) = (UInt32(index % 24), UInt32(index / 24))
                        let isIn = (Int(x) - 6 - 4 * step) * (Int(x) - 6 - 4 * step) + (Int(y) - 8) * (Int(y) - 8) < 30
                        pixels[index] = isIn ? 0xFF00_0000 | x * 10 << 16 | y * 15 << 8 | 99 : (x + y) % 3 == 0 ? 0 : 0x8010_2030
                    }
                })
            let properties: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality, kCGImagePropertyOrientation: 6]
            CGImageDestinationAddImage(target, image, properties as CFDictionary)
        }
        XCTAssertTrue(CGImageDestinationFinalize(target))
        return Data(bytes: data.bytes, count: data.length)
    }
}
