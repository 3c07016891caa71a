import CoreGraphics
import TestSupport
import XCTest

@testable import ImageIO

/// Files that want to do harm: whatever comes, an image or an error, soon and without much memory.
final class HostileInputTests: XCTestCase {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }

    private func reason(_ data: Data) -> String {
        do {
            _ = try ImageCodec.decode(data, name: "bad.png")
            return "decoded"
        } catch {
            return "\(error)"
        }
    }

    private func png(_ width: UInt32, _ height: UInt32, interlace: UInt8 = 0, data: [UInt8] = [1, 2, 3]) -> Data {
        var file = PNGFile.signature
        PNGFile.appendChunk(
            "IHDR", PNGFile.bigEndian(width) + PNGFile.bigEndian(height) + [8, 6, 0, 0, interlace], to: &file)
        PNGFile.appendChunk("IDAT", data, to: &file)
        PNGFile.appendChunk("IEND", [], to: &file)
        return Data(file)
    }

    func testErrorsNameFilePlaceAndReason() throws {
        XCTAssertEqual(reason(Data()), "bad.png: the file is empty")
        XCTAssertEqual(reason(Data("BM nothing".utf8)), "bad.png: byte 0: neither PNG, JPEG, GIF nor WebP")
        XCTAssertEqual(reason(Data("GIF89a".utf8)), "bad.png: byte 6: the file ends inside its header")
        XCTAssertTrue(reason(Data(PNGFile.signature)).hasPrefix("bad.png: byte 8: expected a chunk, found the end of the file"))
        XCTAssertTrue(reason(png(0, 5)).hasPrefix("bad.png: byte 16 (IHDR): 0x5 pixels"))
        XCTAssertThrowsError(try ImageCodec.decode(contentsOf: "/nowhere/at/all.png")) {
            XCTAssertEqual("\($0)", "/nowhere/at/all.png: no such file")
        }
        XCTAssertThrowsError(try ImageCodec.decode(contentsOf: "/dev/zero")) {
            XCTAssertEqual("\($0)", "/dev/zero: not a regular file")
        }
    }

    func testHugeDimensionsAreRefusedQuickly() throws {
        let start = processorSeconds()
        for (width, height) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (16384, 16384), (1_000_000, 1), (16384, 1000)] {
            XCTAssertNotEqual(reason(png(UInt32(width), UInt32(height))), "decoded")
            XCTAssertNotEqual(reason(png(UInt32(width), UInt32(height), interlace: 1)), "decoded")
        }
        var jpeg = [UInt8](try ImageCodec.encodeJPEG(JPEGTests.gradient(), quality: 0.5))
        let frame = try XCTUnwrap((0..<jpeg.count - 8).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        for size in [UInt8](arrayLiteral: 0x40, 0xFF) {
            jpeg.replaceSubrange(frame + 5..<frame + 9, with: [size, 0, size, 0])
            XCTAssertNotEqual(reason(Data(jpeg)), "decoded")
        }
        XCTAssertLessThan(processorSeconds() - start, 10)
    }

    func testEveryTruncationOfAPNGIsAnError() throws {
        let data = ImageCodec.encodePNG(try JPEGTests.gradient())
        for count in 0..<data.count { XCTAssertNotEqual(reason(data.prefix(count)), "decoded", "\(count)") }
        XCTAssertEqual(reason(data + [1, 2, 3]), "decoded")
    }

    func testMutatedFilesDoNotCrash() throws {
        let image = try JPEGTests.gradient()
        var seeds = [ImageCodec.encodePNG(image), try ImageCodec.encodeJPEG(image, quality: 0.7)]
        if let folder = try? Shared.url() {
            // An animated one with a palette of chunks, and one with a profile.
            for name in ["apple/stagehand-affine-translation/expected.png", "apple/pf-heart-cgpath-ios/expected.png"] {
                if let data = try? Data(contentsOf: folder.appendingPathComponent("corpus/" + name)) {
                    seeds.append(data)
                }
            }
        }
        var random = Random(state: 7)
        var decoded = 0
        for seed in seeds {
            let rounds = seed.count > 50_000 ? 30 : 300
            for _ in 0..<rounds {
                var bytes = [UInt8](seed)
                // The headers are where the harm is done.
                let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 300)
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Int.random(in: 0..<8, using: &random) == 0 {
                    bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...)
                }
                if (try? ImageCodec.decodeFrames(Data(bytes))) != nil { decoded += 1 }
                // The same with checksums put right, so that the damage gets further in.
                let repaired = repairChecksums(bytes)
                if (try? ImageCodec.decodeFrames(Data(repaired))) != nil { decoded += 1 }
            }
        }
        XCTAssertGreaterThan(decoded, 0)
    }

    private func repairChecksums(_ bytes: [UInt8]) -> [UInt8] {
        guard let file = try? PNGFile(bytes, name: "mutated") else { return bytes }
        var repaired = PNGFile.signature
        for chunk in file.chunks { PNGFile.appendChunk(chunk.type, bytes[chunk.body], to: &repaired) }
        return repaired
    }
}
