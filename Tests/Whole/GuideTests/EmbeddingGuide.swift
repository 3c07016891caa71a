import Agate
import XCTest

/// The code of `Guides/Embedding.md`.
final class EmbeddingGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 64, height: 64), scale: 1)
        host.perform { host.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
        let corner = host.withPixels { pixels, width, height, stride in
            pixels[(height - 1) * stride + width - 1]
        }
        XCTAssertEqual(corner, 0xFFFF_0000)
        let live = LiveHost(size: CGSize(width: 64, height: 64)) { frame in
            frame.withPixels { pixels, width, height, stride in
                for rect in frame.changes { _ = rect }
            }
        }
        XCTAssertEqual(live.size, CGSize(width: 64, height: 64))
        let frames = FrameQueueLayer()
        host.perform {
            frames.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
            frames.drawableSize = CGSize(width: 48, height: 48)
            host.layer.addSublayer(frames)
        }
        if let drawable = frames.nextDrawable() {
            drawable.withPixels { pixels, width, height, stride in
                for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = 0xFF00_8000 | UInt32(x * 5) } }
            }
            drawable.present()
        }
        host.advance(by: 0.1)
        picture(host.image(), "embedding")
    }
}
