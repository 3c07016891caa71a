import CoreGraphics
import XCTest

final class ColorTests: XCTestCase {
    private func space(_ name: CFString) throws -> CGColorSpace { try XCTUnwrap(CGColorSpace(name: name)) }

    private func converted(_ color: CGColor, _ name: CFString) throws -> [CGFloat] {
        try XCTUnwrap(color.converted(to: space(name), intent: .defaultIntent, options: nil)?.components)
    }

    private func assertClose(_ a: [CGFloat], _ b: [CGFloat], _ accuracy: CGFloat, line: UInt = #line) {
        XCTAssertEqual(a.count, b.count, line: line)
        for (x, y) in zip(a, b) { XCTAssertEqual(x, y, accuracy: accuracy, line: line) }
    }

    func testComponentsAndEquality() throws {
        let gray = try XCTUnwrap(CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 0.25]))
        XCTAssertEqual(gray.components, [0.5, 0.25])
        XCTAssertEqual(gray.numberOfComponents, 2)
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        XCTAssertEqual(red, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        XCTAssertEqual(red.hashValue, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1).hashValue)
        XCTAssertNotEqual(
            red, CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1]))
        XCTAssertEqual(red.copy(alpha: 0.5)?.components, [1, 0, 0, 0.5])
        XCTAssertEqual(CGColor.black.components, [0, 1])
        XCTAssertEqual(CGColor.clear.components, [0, 0])
        XCTAssertEqual(red.rgba, SIMD4(1, 0, 0, 1))
        XCTAssertEqual(CGColor(red: .nan, green: 2, blue: 0, alpha: 7).alpha, 1)
        XCTAssertNil(CGColorSpace(name: "nothing" as CFString))
        XCTAssertEqual(try space(CGColorSpace.displayP3).name, CGColorSpace.displayP3)
    }

    func testDisplayP3RedIsOutsideSRGB() throws {
        let red = try XCTUnwrap(CGColor(colorSpace: space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
        assertClose(try converted(red, CGColorSpace.extendedSRGB), [1.0930, -0.2267, -0.1501, 1], 2e-4)
        assertClose(try converted(red, CGColorSpace.sRGB), [1, 0, 0, 1], 1e-12)
        XCTAssertEqual(red.rgba.y, -0.2267, accuracy: 2e-4)
        let back = CGColor(colorSpace: try space(CGColorSpace.extendedSRGB), components: try converted(red, CGColorSpace.extendedSRGB))
        assertClose(try converted(try XCTUnwrap(back), CGColorSpace.displayP3), [1, 0, 0, 1], 1e-9)
        let pure = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        assertClose(try converted(pure, CGColorSpace.displayP3), [0.9175, 0.2003, 0.1386, 1], 2e-4)
        assertClose(
            try converted(CGColor(red: 1, green: 1, blue: 1, alpha: 1), CGColorSpace.displayP3), [1, 1, 1, 1], 1e-9)
    }

    func testLinearAndGray() throws {
        let half = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5)
        assertClose(try converted(half, CGColorSpace.linearSRGB), [0.21404114, 0.21404114, 0.21404114, 0.5], 1e-7)
        assertClose(try converted(half, CGColorSpace.linearGray), [0.21404114, 0.5], 1e-7)
        assertClose(try converted(half, CGColorSpace.extendedGray), [0.5, 0.5], 0)
        // 0.5 to the power 2.2, on sRGB's curve.
        assertClose(
            try converted(CGColor(gray: 0.5, alpha: 1), CGColorSpace.sRGB), [0.50383, 0.50383, 0.50383, 1], 1e-4)
        let negative = try XCTUnwrap(
            CGColor(colorSpace: space(CGColorSpace.extendedLinearSRGB), components: [-0.21404114, 2, 0, 1]))
        let encoded = try converted(negative, CGColorSpace.extendedSRGB)
        XCTAssertEqual(encoded[0], -0.5, accuracy: 1e-7)
        XCTAssertEqual(encoded[1], 1.3532560, accuracy: 1e-6)
        // White stays exactly white through gray.
        XCTAssertEqual(CGColor.white.rgba, SIMD4(1, 1, 1, 1))
    }

    func testGenericRGBClipsAsApplesGradientsDo() throws {
        let generic = try space("kCGColorSpaceGenericRGB" as CFString)
        func through(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) throws -> [Int] {
            let color = CGColor(red: red, green: green, blue: blue, alpha: 1)
            let there = try XCTUnwrap(color.converted(to: generic, intent: .defaultIntent, options: nil))
            return (0..<3).map { Int((there.rgba[$0] * 255).rounded()) }
        }
        // Measured: (255, 38, 0) and (4, 51, 255).
        for (found, measured) in [(try through(1, 0, 0), [255, 38, 0]), (try through(0, 0, 1), [4, 51, 255])] {
            for (x, y) in zip(found, measured) { XCTAssertEqual(x, y, accuracy: 1) }
        }
    }

    func testCMYK() throws {
        let color = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0.5, black: 0.5, alpha: 1)
        XCTAssertEqual(color.numberOfComponents, 5)
        XCTAssertEqual(color.rgba, SIMD4(0, 0.5, 0.25, 1))
        let back = try XCTUnwrap(
            color.converted(to: CGColorSpaceCreateDeviceCMYK(), intent: .defaultIntent, options: nil)?.components)
        assertClose(back, [1, 0, 0.5, 0.5, 1], 1e-12)
    }
}
