import CoreGraphics
import XCTest

@testable import AgateFormats

final class PictureDifferenceTests: XCTestCase {
    private func image(_ pixels: [UInt32]) throws -> CGImage {
        try XCTUnwrap(CGImage(width: pixels.count, height: 1) { for i in 0..<$0.count { $0[i] = pixels[i] } })
    }

    func testShares() throws {
        let a = try image([0xFFFF_FFFF, 0xFF00_0000, 0, 0]), b = try image([0xFFFF_FFFF, 0xFF20_2020, 0, 0])
        let difference = try PictureDifference(a, b)
        XCTAssertEqual(difference.count, 1)
        XCTAssertEqual(difference.share, 0.25)
        XCTAssertEqual(difference.paintedShare, 0.5)
        XCTAssertEqual(difference.largest, 32)
        XCTAssertEqual(difference.differs, [false, true, false, false])
        XCTAssertEqual(try PictureDifference(a, b, ignoring: [CGRect(x: 1, y: 0, width: 1, height: 1)]).count, 0)
        XCTAssertThrowsError(try PictureDifference(a, image([0])))
    }

    func testTransparencyCounts() throws {
        // Opaque white and nothing look the same on white, not on black.
        XCTAssertEqual(try PictureDifference(image([0xFFFF_FFFF]), image([0])).count, 1)
        XCTAssertEqual(try PictureDifference(image([0xFF00_0000]), image([0])).count, 1)
        XCTAssertEqual(try PictureDifference(image([0xFF80_8080]), image([0xFF81_8181])).count, 0, "one step of gray is not seen")
    }

    func testColorDifference() {
        // Lab of sRGB primaries, and CIE94 of red against a little darker red, worked out by hand.
        let red = PictureDifference.lab(0xFFFF_0000, ground: 0)
        XCTAssertEqual(red.x, 53.24, accuracy: 0.02)
        XCTAssertEqual(red.y, 80.09, accuracy: 0.03)
        XCTAssertEqual(red.z, 67.20, accuracy: 0.03)
        XCTAssertEqual(PictureDifference.lab(0xFFFF_FFFF, ground: 0).x, 100, accuracy: 0.001)
        let d = PictureDifference.cie94(SIMD3(50, 30, 40), SIMD3(52, 33, 44))
        // dL 2, C1 50, C2 55, dC 5, dH2 = 9+16-25 = 0, SC 3.25
        XCTAssertEqual(d, (4 + (5 / 3.25) * (5 / 3.25)).squareRoot(), accuracy: 1e-12)
    }
}
