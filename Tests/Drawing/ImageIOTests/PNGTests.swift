import CPNG
import CoreGraphics
import TestSupport
import XCTest

@testable import ImageIO

final class PNGTests: XCTestCase {
    private func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    /// A PNG of the parts given; rows come with their filter bytes.
    private func png(
        _ width: Int, _ height: Int, depth: UInt8, type: UInt8, extra: [(String, [UInt8])] = [], rows: [UInt8]
    ) -> Data {
        var file = PNGFile.signature
        PNGFile.appendChunk(
            "IHDR",
            PNGFile.bigEndian(UInt32(width)) + PNGFile.bigEndian(UInt32(height)) + [depth, type, 0, 0, 0], to: &file)
        for (name, body) in extra { PNGFile.appendChunk(name, body, to: &file) }
        PNGFile.appendChunk("IDAT", deflate(rows), to: &file)
        PNGFile.appendChunk("IEND", [], to: &file)
        return Data(file)
    }

    private func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        XCTAssertEqual(compress(&packed, &size, bytes, UInt(bytes.count)), Z_OK)
        return Array(packed.prefix(Int(size)))
    }

    private func decode(_ data: Data) throws -> [UInt32] { pixels(try ImageCodec.decode(data, name: "test.png")) }

    func testRoundTripToTheBit() throws {
        var random = SystemRandomNumberGenerator()
        let all = try XCTUnwrap(
            CGImage(width: 256, height: 300) { pixels in
                for index in pixels.indices {
                    let alpha = UInt32(index % 256)
                    func part() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
                    pixels[index] = alpha << 24 | part() << 16 | part() << 8 | part()
                }
            })
        for isFast in [false, true] {
            let data = ImageCodec.encodePNG(all, isFast: isFast)
            XCTAssertEqual(data, ImageCodec.encodePNG(all, isFast: isFast))
            XCTAssertTrue(try ImageCodec.decode(data, name: "again").hasEqualPixels(to: all))
        }
        let path = NSTemporaryDirectory() + "agate-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ImageCodec.writePNG(all, to: path)
        XCTAssertTrue(try ImageCodec.decode(contentsOf: path).hasEqualPixels(to: all))
        XCTAssertThrowsError(try ImageCodec.writePNG(all, to: "/nowhere/at/all.png"))
    }

    func testKinds() throws {
        // Gray of 1, 8 and 16 bits, gray with alpha, palette with transparency, RGB with a transparent colour.
        XCTAssertEqual(
            try decode(png(3, 1, depth: 1, type: 0, rows: [0, 0b0100_0000])), [0xFF00_0000, 0xFFFF_FFFF, 0xFF00_0000])
        XCTAssertEqual(try decode(png(1, 1, depth: 8, type: 0, rows: [0, 170])), [0xFFAA_AAAA])
        // 16 bits are rounded: 0x7FFF is 127.498, 0x8000 is 127.502.
        XCTAssertEqual(
            try decode(png(4, 1, depth: 16, type: 0, rows: [0, 0x7F, 0xFF, 0x80, 0, 0, 0x80, 0, 0x81])),
            [0xFF7F_7F7F, 0xFF80_8080, 0xFF00_0000, 0xFF01_0101])
        XCTAssertEqual(
            try decode(png(1, 1, depth: 16, type: 6, rows: [0, 0xFF, 0xFF, 0x80, 0, 0, 0, 0x80, 0])), [0x8080_4000])
        XCTAssertEqual(try decode(png(1, 1, depth: 8, type: 4, rows: [0, 100, 128])), [0x8032_3232])
        XCTAssertEqual(
            try decode(
                png(2, 1, depth: 8, type: 3, extra: [("PLTE", [1, 2, 3, 200, 100, 0]), ("tRNS", [255, 51])], rows: [0, 0, 1])),
            [0xFF01_0203, 0x3328_1400])
        XCTAssertEqual(
            try decode(
                png(2, 1, depth: 8, type: 2, extra: [("tRNS", [0, 1, 0, 2, 0, 3])], rows: [0, 1, 2, 3, 1, 2, 4])),
            [0x0000_0000, 0xFF01_0204])
    }

    func testColours() throws {
        // A gamma of 1 is light: 0.5 becomes 188; one near sRGB's is left alone, and so is any beside an sRGB chunk.
        let linear: (String, [UInt8]) = ("gAMA", PNGFile.bigEndian(100_000))
        XCTAssertEqual(try decode(png(1, 1, depth: 8, type: 0, extra: [linear], rows: [0, 128])), [0xFFBC_BCBC])
        XCTAssertEqual(
            try decode(png(1, 1, depth: 8, type: 0, extra: [("gAMA", PNGFile.bigEndian(45455))], rows: [0, 128])),
            [0xFF80_8080])
        XCTAssertEqual(
            try decode(png(1, 1, depth: 8, type: 0, extra: [("sRGB", [0]), linear], rows: [0, 128])), [0xFF80_8080])
        // Display P3's profile, as Apple's systems write it.
        let profile = profile(
            red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189), blue: (0.15710, 0.06657, 0.78407))
        let chunk = ("iCCP", Array("P3".utf8) + [0, 0] + deflate(profile))
        XCTAssertEqual(
            try decode(png(2, 1, depth: 8, type: 2, extra: [chunk], rows: [0, 234, 51, 35, 255, 255, 255])),
            [0xFFFF_0000, 0xFFFF_FFFF])
        // A broken profile is left aside.
        let broken = ("iCCP", Array("P3".utf8) + [0, 0] + Array(deflate(profile).prefix(20)))
        XCTAssertEqual(
            try decode(png(1, 1, depth: 8, type: 2, extra: [broken], rows: [0, 234, 51, 35])), [0xFFEA_3323])
    }

    private func profile(
        red: (Double, Double, Double), green: (Double, Double, Double), blue: (Double, Double, Double)
    ) -> [UInt8] {
        func fixed(_ value: Double) -> [UInt8] { PNGFile.bigEndian(UInt32(bitPattern: Int32(value * 65536))) }
        func color(_ c: (Double, Double, Double)) -> [UInt8] {
            Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(c.0) + fixed(c.1) + fixed(c.2)
        }
        let curve =
            Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0] + fixed(2.4) + fixed(1 / 1.055)
            + fixed(0.055 / 1.055) + fixed(1 / 12.92) + fixed(0.04045)
        let tags = [
            ("rXYZ", color(red)), ("gXYZ", color(green)), ("bXYZ", color(blue)), ("rTRC", curve), ("gTRC", curve),
            ("bTRC", curve),
        ]
        var table = PNGFile.bigEndian(UInt32(tags.count))
        var bodies: [UInt8] = []
        for (name, body) in tags {
            table +=
                Array(name.utf8) + PNGFile.bigEndian(UInt32(128 + 4 + 12 * tags.count + bodies.count))
                + PNGFile.bigEndian(UInt32(body.count))
            bodies += body
        }
        var head = [UInt8](repeating: 0, count: 128)
        func put(_ bytes: [UInt8], at: Int) { head.replaceSubrange(at..<at + bytes.count, with: bytes) }
        put(PNGFile.bigEndian(UInt32(128 + table.count + bodies.count)), at: 0)
        put([4, 0x30], at: 8)
        put(Array("mntrRGB XYZ ".utf8), at: 12)
        put(Array("acsp".utf8), at: 36)
        put(fixed(0.9642) + fixed(1) + fixed(0.8249), at: 68)
        return head + table + bodies
    }

    func testAnimationByHand() throws {
        // A 2x1 canvas. Frame 0: both red. Frame 1: right half-green over, then cleared. Frame 2: left blue, source,
        // undone. Frame 3: nothing over.
        func control(_ number: UInt32, _ w: UInt32, _ x: UInt32, _ disposal: UInt8, _ blend: UInt8) -> (String, [UInt8]) {
            let numbers = [number, w, 1, x, 0].flatMap { PNGFile.bigEndian($0) }
            return ("fcTL", numbers + [0, 1, 0, 10, disposal, blend])
        }
        var file = PNGFile.signature
        func add(_ chunk: (String, [UInt8])) { PNGFile.appendChunk(chunk.0, chunk.1, to: &file) }
        func frame(_ number: UInt32, _ pixel: [UInt8]) {
            add(("fdAT", PNGFile.bigEndian(number) + deflate([0] + pixel)))
        }
        add(("IHDR", PNGFile.bigEndian(2) + PNGFile.bigEndian(1) + [8, 6, 0, 0, 0]))
        add(("acTL", PNGFile.bigEndian(4) + PNGFile.bigEndian(0)))
        add(control(0, 2, 0, 0, 0))
        add(("IDAT", deflate([0, 255, 0, 0, 255, 255, 0, 0, 255])))
        add(control(1, 1, 1, 1, 1))
        frame(2, [0, 255, 0, 128])
        add(control(3, 1, 0, 2, 0))
        frame(4, [0, 0, 255, 255])
        add(control(5, 1, 0, 0, 1))
        frame(6, [0, 0, 0, 0])
        add(("IEND", []))
        let frames = try ImageCodec.decodeFrames(Data(file)).map(pixels)
        XCTAssertEqual(
            frames,
            [
                [0xFFFF_0000, 0xFFFF_0000], [0xFFFF_0000, 0xFF7F_8000], [0xFF00_00FF, 0], [0xFFFF_0000, 0],
            ])
        XCTAssertEqual(try ImageCodec.frameCount(Data(file)), 4)
        XCTAssertEqual(try decode(Data(file)), [0xFFFF_0000, 0xFFFF_0000])
    }

    func testAnimatedPicturesOfTheCorpus() throws {
        let folder = try Shared.url("corpus/apple")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("stagehand-affine-") }
        try XCTSkipIf(names.isEmpty, "no animated pictures there")
        for name in names {
            let data = try Data(contentsOf: folder.appendingPathComponent("\(name)/expected.png"))
            let scene = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appendingPathComponent("\(name)/scene.json")))
            let frames = try XCTUnwrap((scene as? [String: Any])?["frames"] as? [Any])
            let pictures = try ImageCodec.decodeFrames(data, name: name)
            XCTAssertEqual(pictures.count, frames.count, name)
            let first = try XCTUnwrap(pictures.first)
            XCTAssertTrue(try ImageCodec.decode(data, name: name).hasEqualPixels(to: first))
            XCTAssertEqual(first.width, 450)
            // Something moves, and what does not is still there.
            XCTAssertFalse(try XCTUnwrap(pictures.last).hasEqualPixels(to: pictures[pictures.count / 2]), name)
            XCTAssertTrue(pictures.allSatisfy(\.isOpaque), name)
        }
    }

    func testEveryPictureOfTheCorpusDecodes() throws {
        let corpus = try Shared.url("corpus")
        let found = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
        var count = 0
        while let url = found?.nextObject() as? URL {
            guard ["png", "jpg", "jpeg"].contains(url.pathExtension.lowercased()) else { continue }
            XCTAssertNoThrow(try ImageCodec.decode(contentsOf: url.path), url.path)
            count += 1
        }
        XCTAssertGreaterThan(count, 50)
    }
}
