import CoreGraphics
import XCTest

/// What images let through as masks.
final class MaskImageTests: XCTestCase {
    private func clipped(by mask: CGImage) -> UInt32 {
        let c = makeContext(4, 4)
        c.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: mask)
        c.setFillColor(.white)
        c.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        return c.pixel(1, 1) >> 24
    }

    private func image(_ pixel: UInt32) throws -> CGImage {
        // One corner is clear, so that the image has an alpha.
        try XCTUnwrap(
            CGImage(width: 4, height: 4) { pixels in
                for i in pixels.indices { pixels[i] = i == 15 ? 0 : pixel }
            })
    }

    /// Measured: an image with an alpha clips by that, whatever its colours; an opaque gray one by its gray, as documented.
    func testAnImageWithAlphaClipsByIt() throws {
        XCTAssertEqual(clipped(by: try image(0xFF00_0000)), 255, "black, but there")
        XCTAssertEqual(clipped(by: try image(0x8000_0080)), 128)
        let gray = try XCTUnwrap(CGImage(width: 4, height: 4) { for i in $0.indices { $0[i] = 0xFF40_4040 } })
        XCTAssertEqual(clipped(by: gray), 64)
        let black = try XCTUnwrap(CGImage(width: 4, height: 4) { for i in $0.indices { $0[i] = 0xFF00_0000 } })
        XCTAssertEqual(clipped(by: black), 0)
        let samples = CGDataProvider(data: Data([UInt8](repeating: 0x40, count: 16)) as CFData)
        let stencil = try XCTUnwrap(
            CGImage(
                maskWidth: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, provider: try XCTUnwrap(samples),
                decode: nil,
                shouldInterpolate: false))
        XCTAssertEqual(clipped(by: stencil), 255 - 64)
    }
}
