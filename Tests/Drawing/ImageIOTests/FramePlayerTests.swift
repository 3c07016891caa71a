import CoreGraphics
import Synchronization
import TestSupport
import XCTest

@testable import ImageIO

/// Frames of an animation that build on each other, read in any order.
final class FramePlayerTests: XCTestCase {
    /// A file that counts the parts that are decoded of it. Every third frame is cleared or restored.
    private final class CountedFile: ImageFile {
        let about: ImageDescription
        let decoded = Mutex(0)

        init(_ count: Int, side: Int) {
            let parts = (0..<count).map { i in
                FramePart(
                    x: i * 7 % side, y: i * 3 % side, width: 3, height: 2, disposal: i % 3 == 0 ? (i % 2 == 0 ? .clear : .restore) : .keep)
            }
            about = ImageDescription(width: side, height: side, parts: parts)
        }

        func still(_ request: DecodeRequest) throws(ImageError) -> CGImage { try part(0, acceptsPartial: false) }

        func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage {
            decoded.withLock { $0 += 1 }
            let image = CGImage(width: 3, height: 2) { pixels in
                for i in pixels.indices { pixels[i] = 0xFF00_0000 | UInt32(index * 8 + i) }
            }
            guard let image else { throw ImageError(file: "test", code: ENOMEM) }
            return image
        }
    }

    private func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    func testBackwards() throws {
        for count in [250, 500, 1000] {
            let file = CountedFile(count, side: 16)
            var forwards = FramePlayer(file, name: "test", acceptsPartial: false)
            let all = try (0..<count).map { pixels(try forwards.frame($0)) }
            file.decoded.withLock { $0 = 0 }
            var player = FramePlayer(file, name: "test", acceptsPartial: false)
            for i in (0..<count).reversed() { XCTAssertEqual(pixels(try player.frame(i)), all[i], "frame \(i)") }
            XCTAssertLessThanOrEqual(file.decoded.withLock { $0 }, 3 * count, "\(count) frames: once there, once to keep, once to show")
        }
    }

    func testAnyOrder() throws {
        let file = CountedFile(100, side: 16)
        var forwards = FramePlayer(file, name: "test", acceptsPartial: false)
        let all = try (0..<100).map { pixels(try forwards.frame($0)) }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let i = Int.random(in: 0..<100, using: &random)
            XCTAssertEqual(pixels(try forwards.frame(i)), all[i], "frame \(i)")
        }
    }

    /// Canvases of 4 MB, of which few are kept.
    func testLargeCanvases() throws {
        let count = 64, file = CountedFile(count, side: 1024)
        var player = FramePlayer(file, name: "test", acceptsPartial: false)
        for i in (0..<count).reversed() { _ = try player.frame(i) }
        XCTAssertLessThanOrEqual(file.decoded.withLock { $0 }, count * 8, "once for each halving of the way")
        XCTAssertLessThanOrEqual(player.keptBytes, 32 << 20)
    }

    /// A canvas larger than all that may be kept.
    func testHugeCanvas() throws {
        let file = CountedFile(4, side: 3000)
        var player = FramePlayer(file, name: "test", acceptsPartial: false)
        for i in (0..<4).reversed() { _ = try player.frame(i) }
        XCTAssertEqual(player.keptBytes, 0)
    }
}
