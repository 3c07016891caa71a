import CoreGraphics
import Raster
import XCTest

final class ImageTests: XCTestCase {
    private func pixels(_ image: CGImage?) throws -> [UInt32] {
        let image = try XCTUnwrap(image)
        return image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    private func image(
        _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
        _ info: UInt32, bytesPerRow: Int? = nil
    ) -> CGImage? {
        guard let provider = CGDataProvider(data: Data(bytes) as NSData) else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits,
            bytesPerRow: bytesPerRow ?? width * bits / 8, space: space, bitmapInfo: CGBitmapInfo(rawValue: info),
            provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }

    func testLayouts() throws {
        let little = CGBitmapInfo.byteOrder32Little.rawValue
        let p: [UInt8] = [10, 20, 30, 128]
        XCTAssertEqual(
            try pixels(image(p, 1, 1, bits: 32, CGImageAlphaInfo.premultipliedLast.rawValue)), [0x800A_141E])
        XCTAssertEqual(
            try pixels(image(p, 1, 1, bits: 32, CGImageAlphaInfo.premultipliedFirst.rawValue | little)), [0x801E_140A])
        XCTAssertEqual(
            try pixels(image([128, 10, 20, 30], 1, 1, bits: 32, CGImageAlphaInfo.premultipliedFirst.rawValue)),
            [0x800A_141E])
        XCTAssertEqual(try pixels(image(p, 1, 1, bits: 32, CGImageAlphaInfo.last.rawValue)), [0x8005_0A0F])
        XCTAssertEqual(try pixels(image(p, 1, 1, bits: 32, CGImageAlphaInfo.noneSkipLast.rawValue)), [0xFF0A_141E])
        XCTAssertEqual(try pixels(image([1, 2, 3], 1, 1, bits: 24, 0)), [0xFF01_0203])
        XCTAssertEqual(
            try pixels(image([7, 9, 8, 9], 1, 2, bits: 8, space: CGColorSpaceCreateDeviceGray(), 0, bytesPerRow: 2)),
            [0xFF07_0707, 0xFF08_0808])
        // Brighter than its alpha: bounded, so that blending can't overflow.
        XCTAssertEqual(
            try pixels(image([255, 0, 0, 1], 1, 1, bits: 32, CGImageAlphaInfo.premultipliedLast.rawValue)), [0x0101_0000])
        let p3 = try XCTUnwrap(CGColorSpace(name: CGColorSpace.displayP3))
        XCTAssertEqual(
            try pixels(image([234, 51, 35, 255], 1, 1, bits: 32, space: p3, CGImageAlphaInfo.last.rawValue)),
            [0xFFFF_0000])
    }

    func testRefusals() throws {
        let info = CGImageAlphaInfo.premultipliedLast.rawValue
        XCTAssertNil(image([], 0, 1, bits: 32, info))
        XCTAssertNil(image([1, 2, 3], 1, 1, bits: 32, info))
        XCTAssertNil(image([1, 2, 3, 4], 1 << 20, 1 << 20, bits: 32, info))
        XCTAssertNil(image([1, 2, 3, 4], 1, 1, bits: 32, info, bytesPerRow: 1))
        XCTAssertNil(image([1, 2, 3, 4], 1, 1, bits: 17, info))
        XCTAssertNil(CGImage(width: 1, height: 1, premultipliedBGRA: [1, 2, 3]))
    }

    func testFactsOfAnImage() throws {
        let image = try XCTUnwrap(
            CGImage(width: 3, height: 2, premultipliedBGRA: (0..<24).map { $0 % 4 == 3 ? 255 : UInt8($0) }))
        XCTAssertTrue(image.isOpaque)
        XCTAssertEqual(image.alphaInfo, .noneSkipFirst)
        XCTAssertEqual(image.bytesPerRow, 12)
        XCTAssertEqual(image.colorSpace?.name, CGColorSpace.sRGB)
        let part = try XCTUnwrap(image.cropping(to: CGRect(x: 1.2, y: 1, width: 0.5, height: 5)))
        XCTAssertEqual(part.width, 1)
        XCTAssertEqual(try pixels(part), [try pixels(image)[4]])
        XCTAssertNil(image.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)))
        XCTAssertNil(image.cropping(to: .null))
        XCTAssertEqual(image.copy(), image)
        let other = try XCTUnwrap(image.cropping(to: CGRect(x: 0, y: 0, width: 3, height: 1)))
        XCTAssertFalse(image.hasEqualPixels(to: other))
        XCTAssertEqual(image.dataProvider?.data?.length, 24)
        let clear = try XCTUnwrap(CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 254]))
        XCTAssertFalse(clear.isOpaque)
        XCTAssertEqual(clear.alphaInfo, .premultipliedFirst)
    }

    /// Writes its number into each row. Used on one thread.
    private final class NumberedRows: DeferredRowSource, @unchecked Sendable {
        var written: [Range<Int>] = []
        func write(_ rows: Range<Int>, of pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
            written.append(rows)
            for row in rows { (pixels + row * width).initialize(repeating: UInt32(row), count: width) }
        }
    }

    func testRowsAreWrittenOnceWhereTheyAreRead() throws {
        let source = NumberedRows(), image = try XCTUnwrap(CGImage(width: 3, height: 1000, isOpaque: false, deferring: source))
        XCTAssertTrue(image.isWrittenByRows)
        XCTAssertFalse(image.isOpaque)
        for rows in [100..<130, 70..<190, 400..<400, -5 ..< -1, 64..<65] {
            image.withPixels(ofRows: rows) { pixels in
                for row in rows where row >= 0 { XCTAssertEqual(pixels[row * 3 + 2], UInt32(row)) }
            }
            XCTAssertEqual(source.written, [64..<192])
        }
        image.withPixels(ofRows: 990..<2000) { XCTAssertEqual($0[999 * 3], 999) }
        XCTAssertEqual(source.written, [64..<192, 960..<1000])
        XCTAssertEqual(try pixels(image), (0..<3000).map { UInt32($0 / 3) })
        XCTAssertEqual(source.written, [64..<192, 960..<1000, 0..<64, 192..<960])
        image.withPixels(ofRows: 5..<6) { XCTAssertEqual($0[15], 5) }
        XCTAssertEqual(source.written.count, 4)
        XCTAssertFalse(try XCTUnwrap(CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 0])).isWrittenByRows)
    }

    func testOneColorIsPacked() throws {
        var random = SystemRandomNumberGenerator()
        for color: UInt32 in [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_80FE, 0x8000_0000, 0x9924_2439, 0x0301_0203] {
            var numbers = (0..<600).map { _ in UInt32.random(in: 0...255, using: &random) }
            numbers.replaceSubrange(50..<300, with: Array(repeating: 0, count: 250))
            numbers[7] = 255
            let plain = try XCTUnwrap(CGImage(width: 20, height: 30) { for i in $0.indices { $0[i] = PixelMath.scale(color, numbers[i]) } })
            let packed = plain.packedIfPossible()
            XCTAssertTrue(packed.isPacked && !plain.isPacked, "\(color)")
            XCTAssertTrue(packed.hasEqualPixels(to: plain))
            XCTAssertEqual(packed.isOpaque, plain.isOpaque)
            XCTAssertEqual(packed.dataProvider?.data as Data?, plain.dataProvider?.data as Data?)
            let part = CGRect(x: 3, y: 4, width: 9, height: 11)
            XCTAssertEqual(try pixels(packed.cropping(to: part)), try pixels(plain.cropping(to: part)))
            packed.withPixels(ofRows: 3..<7) { some in
                for i in 60..<140 { XCTAssertEqual(some[i], PixelMath.scale(color, numbers[i])) }
            }
            XCTAssertFalse(packed.isShared)
            XCTAssertTrue(packed.packedIfPossible() === packed)
        }
        let two = try XCTUnwrap(CGImage(width: 2, height: 1) { ($0[0], $0[1]) = (0xFF00_0000, 0xFF00_0001) })
        XCTAssertTrue(two.packedIfPossible() === two)
        let none = try XCTUnwrap(CGImage(width: 2, height: 1) { ($0[0], $0[1]) = (0, 0) })
        XCTAssertTrue(none.packedIfPossible() === none)
    }

    func testMultiplyingAndDividingAgain() {
        for alpha in UInt32(0)...255 {
            for value in UInt32(0)...255 {
                let exact = (Double(value * alpha) / 255).rounded()
                XCTAssertEqual(Double(Pixel.multiply(value, alpha)), exact)
                if value <= alpha {
                    let pixel = alpha << 24 | value << 16 | value << 8 | value
                    let s = Pixel.straight(pixel)
                    XCTAssertEqual(
                        Pixel.premultiplied(red: s.red, green: s.green, blue: s.blue, alpha: s.alpha), pixel)
                }
            }
        }
    }
}
