import CoreGraphics
import ImageIO
import TestSupport
import XCTest

final class ImageMutationTests: XCTestCase {
    func testRandomBytesAreNoPicture() {
        var random = SeededGenerator(seed: 1)
        for length in [0, 1, 8, 100, 10_000] {
            let bytes = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            let source = CGImageSourceCreateWithData(bytes as NSData, nil)
            XCTAssertNil(source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
        }
    }
}
