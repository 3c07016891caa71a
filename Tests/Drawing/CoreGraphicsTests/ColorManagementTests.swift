import AgateDiagnostics
import Synchronization
import XCTest

@testable import CoreGraphics

/// Named spaces, profiles, tables, and the exact arithmetic behind pixels.
final class ColorManagementTests: XCTestCase {
    private func space(_ name: CFString) throws -> CGColorSpace { try XCTUnwrap(CGColorSpace(name: name)) }

    func testEveryNamedSpaceComesBackToTheColourItStartedWith() throws {
        for definition in ColorSpaceDefinition.all where definition.model != .monochrome {
            let space = try XCTUnwrap(CGColorSpace(name: definition.name as CFString))
            for color in [SIMD3(0.25, 0.5, 0.75), SIMD3(0.9, 0.8, 0.7), SIMD3(0, 0, 0), SIMD3(1, 1, 1)] {
                let own = definition.components(fromExtendedSRGB: color)
                XCTAssertEqual(own.count, space.numberOfComponents, definition.name)
                let back = definition.extendedSRGB(from: own)
                for index in 0..<3 { XCTAssertEqual(back[index], color[index], accuracy: 2e-6, definition.name) }
            }
        }
    }

    func testKnownValues() throws {
        func convert(_ name: CFString, _ components: [CGFloat]) throws -> [Double] {
            let c = try XCTUnwrap(CGColor(colorSpace: space(name), components: components))
            return (0..<3).map { Double(c.rgba[$0]) }
        }
        // Adobe RGB green is far outside sRGB; BT.2020's is further. Values from the standards' matrices.
        let adobe = try convert(CGColorSpace.adobeRGB1998, [0, 1, 0, 1])
        XCTAssertLessThan(adobe[0], -0.5)
        XCTAssertEqual(adobe[1], 1, accuracy: 2e-3)
        // Mid gray of BT.709's camera curve: ((0.5 + 0.0993) / 1.0993)^(1/0.45) = 0.2598 of light.
        XCTAssertEqual(try convert(CGColorSpace.itur_709, [0.5, 0.5, 0.5, 1])[0], 0.5468, accuracy: 1e-3)
        // White stays white in every space, also where white is another (DCI, ROMM, ACES) or a point in XYZ or Lab.
        for name in [CGColorSpace.dcip3, CGColorSpace.rommrgb, CGColorSpace.acescgLinear, CGColorSpace.itur_2020] {
            for part in try convert(name, [1, 1, 1, 1]) { XCTAssertEqual(part, 1, accuracy: 1e-4, "\(name)") }
        }
        for part in try convert(CGColorSpace.genericLab, [100, 0, 0, 1]) { XCTAssertEqual(part, 1, accuracy: 2e-4) }
        // sRGB red in Lab under D50: 54.29, 80.81, 69.89.
        let red = try XCTUnwrap(
            CGColor(red: 1, green: 0, blue: 0, alpha: 1).converted(
                to: space(CGColorSpace.genericLab), intent: .defaultIntent, options: nil)?.components)
        for (x, y) in zip(red, [54.29, 80.81, 69.89]) { XCTAssertEqual(x, y, accuracy: 0.05) }
    }

    func testProperties() throws {
        XCTAssertTrue(try space(CGColorSpace.displayP3).isWideGamutRGB)
        XCTAssertTrue(try space(CGColorSpace.itur_2020).isWideGamutRGB)
        XCTAssertFalse(try space(CGColorSpace.sRGB).isWideGamutRGB)
        XCTAssertFalse(try space(CGColorSpace.extendedGray).isWideGamutRGB)
        XCTAssertEqual(try space(CGColorSpace.genericLab).model, .lab)
        XCTAssertEqual(try space(CGColorSpace.genericXYZ).model, .XYZ)
        XCTAssertFalse(try space(CGColorSpace.genericCMYK).supportsOutput)
        XCTAssertEqual(Set([try space(CGColorSpace.sRGB), try space(CGColorSpace.sRGB)]).count, 1)
    }

    /// Rule 22: what Apple's gradients of `render(in:)` show.
    func testGenericRGBOfGradients() {
        func bytes(_ c: SIMD3<Double>) -> [Int] { (0..<3).map { Int((min(max(c[$0], 0), 1) * 255).rounded()) } }
        let red = GenericRGB.fromSRGB(SIMD3(1, 0, 0)), blue = GenericRGB.fromSRGB(SIMD3(0, 0, 1))
        let found = [red, blue, (red + blue) / 2].map { bytes(GenericRGB.toSRGB($0)) }
        for (x, y) in zip(found, [[255, 38, 0], [4, 51, 255], [146, 33, 149]]) {
            for (a, b) in zip(x, y) { XCTAssertEqual(a, b, accuracy: 2, "\(found)") }
        }
        // UIColor.purple goes through unharmed.
        let purple = bytes(GenericRGB.toSRGB(GenericRGB.fromSRGB(SIMD3(0.5, 0, 0.5))))
        for (a, b) in zip(purple, [128, 27, 128]) { XCTAssertEqual(a, b, accuracy: 2, "\(purple)") }
    }

    func testProfilesOfNamedSpacesGiveThemBack() throws {
        for name in [
            CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2020, CGColorSpace.linearSRGB,
            CGColorSpace.genericGrayGamma2_2, CGColorSpace.dcip3, CGColorSpace.rommrgb,
        ] {
            let space = try space(name)
            let data = try XCTUnwrap(space.copyICCData(), "\(name)")
            XCTAssertEqual(data, space.copyICCData(), "the same bytes each time")
            let again = try XCTUnwrap(CGColorSpace(iccData: data), "\(name)")
            XCTAssertEqual(again, space, "\(name)")
        }
        XCTAssertNil(CGColorSpaceCreateDeviceRGB().copyICCData())
    }

    func testAProfileOfNoNamedSpace() throws {
        let definition = ColorSpaceDefinition(name: "kCGColorSpaceOdd", model: .rgb, primaries: .adobeRGB, transfer: .gamma(1.5))
        let data = try XCTUnwrap(ICCWriter.profile(definition))
        let space = try XCTUnwrap(CGColorSpace(iccData: data as NSData))
        XCTAssertNil(space.name)
        XCTAssertEqual(space.model, .rgb)
        XCTAssertEqual(space.numberOfComponents, 3)
        XCTAssertEqual(space.iccData, data as NSData)
        XCTAssertEqual(space, CGColorSpace(iccData: data as NSData))
        XCTAssertNotEqual(space, try self.space(CGColorSpace.sRGB))
        XCTAssertTrue(space.isWideGamutRGB)
        // The library's arithmetic agrees with the formulas, beyond the gamut too.
        for color in [SIMD3(0.2, 0.6, 0.9), SIMD3(0.0, 1.0, 0.0), SIMD3(1.0, 1.0, 1.0)] {
            let own = definition.extendedSRGB(fromRGB: color)
            let got = space.definition.extendedSRGB(fromRGB: color)
            for index in 0..<3 { XCTAssertEqual(got[index], own[index], accuracy: 1e-3) }
            let back = space.definition.rgb(fromExtendedSRGB: got)
            for index in 0..<3 { XCTAssertEqual(back[index], color[index], accuracy: 2e-3) }
        }
        // And its pixels agree with the exact ones within a step.
        let exact = try XCTUnwrap(PixelConversion(definition)), library = try XCTUnwrap(PixelConversion(space.definition))
        for pixel: UInt32 in [0xFF80_4020, 0x8010_F0C0, 0xFFFF_FFFF, 0xFF00_0000] {
            let (a, b) = (exact.convert(pixel), library.convert(pixel))
            XCTAssertEqual(a >> 24, b >> 24)
            for shift in [UInt32(0), 8, 16] { XCTAssertEqual(Int(a >> shift & 255), Int(b >> shift & 255), accuracy: 2) }
        }
    }

    func testDamagedProfiles() throws {
        let data = try XCTUnwrap(ICCWriter.profile(.displayP3))
        let seen = Mutex<[String]>([])
        let token = Diagnostic.addObserver { d in seen.withLock { $0.append(d.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        XCTAssertNil(CGColorSpace(iccData: data.prefix(131) as NSData))
        XCTAssertNil(CGColorSpace(profile: data.prefix(131), origin: "damaged-\(UUID())"))
        XCTAssertNil(CGColorSpace(iccData: Data(repeating: 7, count: 5000) as NSData))
        XCTAssertNil(CGColorSpace(iccData: Data() as NSData))
        XCTAssertTrue(seen.withLock { $0.contains("color.damaged-profile") })
        // Whatever bytes: a space or nil.
        var bytes = [UInt8](data)
        var made = 0
        for index in stride(from: 0, to: bytes.count, by: 3) {
            bytes[index] ^= 0xFF
            if CGColorSpace(iccData: Data(bytes) as NSData) != nil { made += 1 }
            bytes[index] ^= 0xFF
        }
        XCTAssertGreaterThan(made, 0)
    }

    func testIndexedAndPatternSpaces() throws {
        let table: [UInt8] = [255, 0, 0, 0, 128, 255]
        let space = try XCTUnwrap(CGColorSpace(indexedBaseSpace: self.space(CGColorSpace.sRGB), last: 1, colorTable: table))
        XCTAssertEqual(space.numberOfComponents, 1)
        XCTAssertEqual(space.colorTable, table)
        XCTAssertEqual(space.model, .indexed)
        XCTAssertEqual(space.baseColorSpace?.name, CGColorSpace.sRGB)
        let second = try XCTUnwrap(CGColor(colorSpace: space, components: [1, 0.5]))
        XCTAssertEqual(second.rgba, SIMD4(0, 128.0 / 255, 1, 0.5))
        for odd in [-3, 9, .nan, .infinity] as [CGFloat] { XCTAssertNotNil(CGColor(colorSpace: space, components: [odd, 1])) }
        XCTAssertNil(CGColorSpace(indexedBaseSpace: space, last: 1, colorTable: table))
        XCTAssertNil(CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 256, colorTable: table))
        XCTAssertNil(CGColor.black.converted(to: space, intent: .defaultIntent, options: nil))

        let pattern = try XCTUnwrap(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
        XCTAssertEqual(pattern.numberOfComponents, 3)
        XCTAssertEqual(pattern.model, .pattern)
        XCTAssertEqual(CGColorSpace(patternBaseSpace: nil)?.numberOfComponents, 0)
        XCTAssertNil(CGColorSpace(patternBaseSpace: pattern))
        XCTAssertNil(CGColor(colorSpace: pattern, components: [1, 0, 0, 1]))
        final class Drawing {}
        let color = try XCTUnwrap(CGColor(patternSpace: pattern, patternObject: Drawing(), components: [1, 0, 0, 0.5]))
        XCTAssertEqual(color.rgba, SIMD4(1, 0, 0, 0.5))
        XCTAssertNotNil(color.copy(alpha: 1)?.patternObject)
        XCTAssertNil(color.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil))
    }

    func testEveryByteOfLightIsRoundedToTheNearest() {
        for step in 0...100_000 {
            let light = Double(step) / 100_000
            let wanted = UInt32(ColorSpaceDefinition.Transfer.sRGB.encode(light) * 255 + 0.5)
            let got = SRGBByte.of(light)
            if got != wanted { XCTFail("\(light): \(got), not \(wanted)") }
        }
        XCTAssertEqual(SRGBByte.of(.nan), 0)
        XCTAssertEqual(SRGBByte.of(-1), 0)
        XCTAssertEqual(SRGBByte.of(.infinity), 255)
    }
}
