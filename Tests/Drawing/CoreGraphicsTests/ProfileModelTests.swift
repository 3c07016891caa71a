import XCTest

@testable import CoreGraphics

/// Profiles of gray, and their pixels.
final class ProfileModelTests: XCTestCase {
    func testGrayProfiles() throws {
        for gamma in [1.0, 1.5, 2.5] {
            let definition = ColorSpaceDefinition(name: "kCGColorSpaceOdd", model: .monochrome, primaries: .sRGB, transfer: .gamma(gamma))
            let data = try XCTUnwrap(ICCWriter.profile(definition))
            let space = try XCTUnwrap(CGColorSpace(iccData: data as NSData))
            XCTAssertEqual(space.model, .monochrome)
            let library = try XCTUnwrap(PixelConversion(space.definition))
            var pixels = (0...255).map { UInt32($0) * 0x01_0101 | UInt32(255 - $0) << 24 }
            let before = pixels
            pixels.withUnsafeMutableBufferPointer { library.convert($0) }
            for (old, new) in zip(before, pixels) {
                let wanted = Int(ColorSpaceDefinition.Transfer.sRGB.encode(pow(Double(old & 255) / 255, gamma)) * 255 + 0.5)
                XCTAssertEqual(new, library.convert(old), "one pixel and many")
                XCTAssertEqual(new >> 24, old >> 24)
                for shift in [UInt32(0), 8, 16] {
                    XCTAssertEqual(Int(new >> shift & 255), wanted, accuracy: 2, "gamma \(gamma), \(old & 255)")
                }
            }
        }
    }
}
