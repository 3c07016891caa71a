import CoreGraphics
import Foundation
import TestSupport
import XCTest

final class ContextFormatTests: XCTestCase {
    private typealias Alpha = CGImageAlphaInfo
    private let rgbSpace = CGColorSpaceCreateDeviceRGB()
    private let gray = CGColorSpaceCreateDeviceGray()

    /// Half a red over nothing, at (0, 0) of a 2 x 1 bitmap, read as bytes.
    private func drawn(_ bits: Int, _ space: CGColorSpace, _ info: UInt32) -> [UInt8] {
        let c = makeContext(2, 1, bits: bits, space: space, info: info)
        c.setFillColor(rgb(1, 0, 0, 0.5))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        return Array(UnsafeRawBufferPointer(start: c.data, count: c.bytesPerRow))
    }

    func testBytesOfEachFormat() {
        let little = CGBitmapInfo.byteOrder32Little.rawValue, big = CGBitmapInfo.byteOrder32Big.rawValue
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.premultipliedFirst.rawValue | little), [0, 0, 128, 128, 0, 0, 0, 0])
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.premultipliedLast.rawValue), [128, 0, 0, 128, 0, 0, 0, 0])
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.premultipliedLast.rawValue | big), [128, 0, 0, 128, 0, 0, 0, 0])
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.premultipliedLast.rawValue | little), [128, 0, 0, 128, 0, 0, 0, 0].reversed4)
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.premultipliedFirst.rawValue), [128, 128, 0, 0, 0, 0, 0, 0])
        // The byte that is skipped is left alone; what is under is black.
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.noneSkipLast.rawValue), [128, 0, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(drawn(8, rgbSpace, Alpha.noneSkipFirst.rawValue | little), [0, 0, 128, 0, 0, 0, 0, 0])
        // The luminance of half a red over black: 0.2126 of its light.
        let linear = 0.2126 * pow((128.0 / 255 + 0.055) / 1.055, 2.4)
        let wanted = UInt8((1.055 * pow(linear, 1 / 2.4) - 0.055) * 255 + 0.5)
        XCTAssertEqual(drawn(8, gray, 0), [wanted, 0])
        XCTAssertEqual(drawn(8, gray, Alpha.alphaOnly.rawValue), [128, 0])
    }

    func testWideFormats() {
        let float = CGBitmapInfo.floatComponents.rawValue
        func floats(_ bits: Int, _ info: UInt32, _ space: CGColorSpace? = nil) -> [Float] {
            let bytes = drawn(bits, space ?? rgbSpace, info | float)
            return bytes.withUnsafeBytes { raw in
                bits == 32
                    ? (0..<raw.count / 4).map { raw.load(fromByteOffset: $0 * 4, as: Float.self) }
                    : (0..<raw.count / 2).map { Float(raw.load(fromByteOffset: $0 * 2, as: Float16.self)) }
            }
        }
        let half = Float(128) / 255
        XCTAssertEqual(floats(32, Alpha.premultipliedLast.rawValue), [half, 0, 0, half, 0, 0, 0, 0])
        XCTAssertEqual(floats(32, Alpha.premultipliedFirst.rawValue), [half, half, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(floats(16, Alpha.premultipliedLast.rawValue)[0], half, accuracy: 0.001)
        XCTAssertEqual(floats(32, 0, gray).count, 2)
        let big = drawn(16, rgbSpace, Alpha.premultipliedLast.rawValue)
        XCTAssertEqual(Array(big[0..<8]), [128, 128, 0, 0, 0, 0, 128, 128])
        let swapped = drawn(32, rgbSpace, Alpha.premultipliedLast.rawValue | float | CGBitmapInfo.byteOrder32Big.rawValue)
        XCTAssertEqual(
            Float(bitPattern: UInt32(swapped[0]) << 24 | UInt32(swapped[1]) << 16 | UInt32(swapped[2]) << 8 | UInt32(swapped[3])), half)
    }

    func testUntouchedPixelsKeepTheirPrecision() {
        var values: [Float] = [0.12345, 0.2, 0.3, 1, 0.54321, 0.1, 0.1, 1]
        values.withUnsafeMutableBytes { raw in
            let c = CGContext(
                data: raw.baseAddress, width: 2, height: 1, bitsPerComponent: 32, bytesPerRow: 32, space: rgbSpace,
                bitmapInfo: Alpha.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue)
            c?.setFillColor(.white)
            c?.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            // Reaches the second pixel, but changes nothing there.
            c?.fillEllipse(in: CGRect(x: 0, y: 0, width: 1, height: 1))
            c?.setAlpha(0)
            c?.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        XCTAssertEqual(values, [1, 1, 1, 1, 0.54321, 0.1, 0.1, 1])
    }

    func testWhatTheProgramWritesIsDrawnOn() {
        let c = makeContext(1, 1, space: gray, info: 0)
        c.data?.storeBytes(of: 100, as: UInt8.self)
        c.setFillColor(gray: 1, alpha: 0.5)
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        XCTAssertEqual(Int(c.data!.load(as: UInt8.self)), 178)
        c.data?.storeBytes(of: 7, as: UInt8.self)
        XCTAssertEqual(c.pixel(0, 0), 0xFF07_0707)
    }

    func testOtherSpacesAreConverted() throws {
        let p3 = try XCTUnwrap(CGColorSpace(name: CGColorSpace.displayP3))
        let c = makeContext(1, 1, space: p3)
        c.setFillColor(rgb(1, 0, 0))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        // sRGB's red in Display P3.
        let bytes = Array(UnsafeRawBufferPointer(start: c.data, count: 4))
        XCTAssertEqual(bytes, [35, 51, 234, 255])
        let p = c.pixel(0, 0)
        XCTAssertEqual(Double(p >> 16 & 255), 255, accuracy: 1)
        XCTAssertEqual(Double(p & 255), 0, accuracy: 2)
    }

    func testRefused() {
        func make(_ w: Int, _ h: Int, _ bits: Int, _ row: Int, _ space: CGColorSpace, _ info: UInt32) -> CGContext? {
            CGContext(data: nil, width: w, height: h, bitsPerComponent: bits, bytesPerRow: row, space: space, bitmapInfo: info)
        }
        let reports = diagnostics {
            XCTAssertNil(make(0, 1, 8, 0, rgbSpace, 2))
            XCTAssertNil(make(1, -1, 8, 0, rgbSpace, 2))
            XCTAssertNil(make(1_000_000_000, 1_000_000_000, 8, 0, rgbSpace, 2))
            XCTAssertNil(make(16384, 16385, 8, 0, rgbSpace, 2))
            XCTAssertNil(make(1, 1, 8, 0, rgbSpace, Alpha.first.rawValue))
            XCTAssertNil(make(1, 1, 8, 0, rgbSpace, 0))
            XCTAssertNil(make(1, 1, 5, 0, rgbSpace, 6))
            XCTAssertNil(make(4, 1, 8, 15, rgbSpace, 2))
            XCTAssertNil(make(4, 1, 8, 0, CGColorSpaceCreateDeviceCMYK(), 0))
            XCTAssertNil(make(4, 1, 8, 0, gray, 1))
            XCTAssertNil(make(4, 1, 8, 0, rgbSpace, 31))
        }
        XCTAssertEqual(reports, Array(repeating: "context.unsupported", count: 11))
    }

    func testMemoryOfOthersIsGivenBack() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        final class Flag { var value = 0 }
        let flag = Flag()
        var c = CGContext(
            data: memory, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 32, space: rgbSpace,
            bitmapInfo: Alpha.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
            releaseCallback: { info, data in
                if let info { Unmanaged<Flag>.fromOpaque(info).takeUnretainedValue().value += 1 }
                data?.deallocate()
            }, releaseInfo: Unmanaged.passUnretained(flag).toOpaque())
        c?.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        XCTAssertEqual(memory.load(fromByteOffset: 32 + 7, as: UInt8.self), 255)
        let image = c?.takeImage()
        XCTAssertEqual(flag.value, 0)
        c = nil
        XCTAssertEqual(flag.value, 1)
        XCTAssertEqual(image?.pixel(1, 1), 0xFF00_0000)
    }

    func testOddAddressesAndRows() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        let c = CGContext(
            data: memory + 1, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 11, space: rgbSpace,
            bitmapInfo: Alpha.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        c?.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        XCTAssertEqual(memory.load(fromByteOffset: 1 + 11 + 7, as: UInt8.self), 255)
    }

    /// The same drawing in every format, on one sheet.
    func testSheet() throws {
        let float = CGBitmapInfo.floatComponents.rawValue
        let formats: [(Int, CGColorSpace, UInt32)] = [
            (8, rgbSpace, 8194), (8, rgbSpace, 1), (8, rgbSpace, 5), (8, gray, 0), (8, gray, 7), (16, rgbSpace, 1),
            (16, rgbSpace, 1 | float),
            (32, rgbSpace, 1 | float), (32, gray, float), (8, CGColorSpace(name: CGColorSpace.linearSRGB)!, 1),
        ]
        let sheet = makeSheet(250, 100)
        for (i, f) in formats.enumerated() {
            let c = makeContext(48, 48, bits: f.0, space: f.1, info: f.2)
            c.setFillColor(rgb(0.9, 0.5, 0.1, 0.8))
            c.fillEllipse(in: CGRect(x: 2, y: 2, width: 36, height: 36))
            c.setShadow(offset: CGSize(width: 2, height: -2), blur: 4, color: rgb(0, 0, 0, 0.7))
            c.setFillColor(rgb(0.1, 0.3, 0.8))
            c.fill(CGRect(x: 20, y: 20, width: 20, height: 20))
            c.clear(CGRect(x: 24, y: 10, width: 6, height: 30))
            sheet.draw(try XCTUnwrap(c.makeImage()), in: CGRect(x: i % 5 * 50 + 1, y: 51 - i / 5 * 50, width: 48, height: 48))
        }
        assertGolden(try XCTUnwrap(sheet.makeImage()), "context-formats")
    }
}

extension [UInt8] {
    fileprivate var reversed4: [UInt8] { stride(from: 0, to: count, by: 4).flatMap { self[$0..<$0 + 4].reversed() } }
}
