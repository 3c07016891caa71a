import XCTest

@testable import UIKit

final class ColorTests: XCTestCase {
    private func rgba(_ color: UIColor) -> [CGFloat] {
        var r: CGFloat = -1, g: CGFloat = -1, b: CGFloat = -1, a: CGFloat = -1
        XCTAssertTrue(color.getRed(&r, green: &g, blue: &b, alpha: &a))
        return [r, g, b, a]
    }

    private func assertNear(_ a: [CGFloat], _ b: [CGFloat], _ tolerance: CGFloat = 1e-9, line: UInt = #line) {
        XCTAssertEqual(a.count, b.count, line: line)
        for (x, y) in zip(a, b) { XCTAssertEqual(x, y, accuracy: tolerance, line: line) }
    }

    func testComponents() {
        XCTAssertEqual(UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4).cgColor.components, [0.1, 0.2, 0.3, 0.4])
        XCTAssertEqual(UIColor.white.cgColor.numberOfComponents, 2)
        assertNear(rgba(.orange), [1, 0.5, 0, 1])
        assertNear(rgba(UIColor(white: 0.25, alpha: 0.5)), [0.25, 0.25, 0.25, 0.5], 1e-6)
        // Beyond sRGB is kept.
        XCTAssertEqual(rgba(UIColor(red: 1.5, green: -0.2, blue: 0, alpha: 3)), [1.5, -0.2, 0, 1])
        // Pixels of Apple's: 2/3 is 170, 1/2 is 128.
        XCTAssertEqual(pixel(.lightGray), [170, 170, 170, 255])
        XCTAssertEqual(pixel(.gray), [128, 128, 128, 255])
        XCTAssertEqual(pixel(.orange), [255, 128, 0, 255])
        XCTAssertNil(UIColor.red.getRed(nil, green: nil, blue: nil, alpha: nil) ? nil : "refused")
    }

    func testHues() {
        let samples: [(CGFloat, CGFloat, CGFloat)] = [
            (0, 1, 1), (0.3, 0.5, 0.8), (0.5, 1, 0.5), (0.66, 0.25, 1), (0.95, 0.7, 0.3), (0, 0, 0.5), (0, 0, 0),
        ]
        for (h, s, b) in samples {
            var hue: CGFloat = -1, saturation: CGFloat = -1, brightness: CGFloat = -1, alpha: CGFloat = -1
            XCTAssertTrue(
                UIColor(hue: h, saturation: s, brightness: b, alpha: 0.5).getHue(
                    &hue, saturation: &saturation, brightness: &brightness, alpha: &alpha)
            )
            assertNear([hue, saturation, brightness, alpha], [h, s, b, 0.5])
        }
        // A whole turn is none.
        assertNear(rgba(UIColor(hue: 1, saturation: 1, brightness: 1, alpha: 1)), [1, 0, 0, 1])
        assertNear(rgba(UIColor(hue: .nan, saturation: .nan, brightness: 1, alpha: 1)), [1, 1, 1, 1])
    }

    func testWhiteAndWide() {
        var white: CGFloat = -1, alpha: CGFloat = -1
        XCTAssertTrue(UIColor(white: 0.3, alpha: 0.7).getWhite(&white, alpha: &alpha))
        assertNear([white, alpha], [0.3, 0.7])
        let wide = rgba(UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1))
        XCTAssertGreaterThan(wide[0], 1)
        XCTAssertLessThan(wide[1], 0)
        assertNear(rgba(UIColor(displayP3Red: 1, green: 1, blue: 1, alpha: 1)), [1, 1, 1, 1], 1e-6)
    }

    func testDynamicColors() {
        let dark = UITraitCollection(userInterfaceStyle: .dark), light = UITraitCollection(userInterfaceStyle: .light)
        let own = UIColor { $0.userInterfaceStyle == .dark ? .red : .blue }
        XCTAssertEqual(own.resolvedColor(with: dark), .red)
        XCTAssertEqual(own.resolvedColor(with: light), .blue)
        XCTAssertEqual(own.withAlphaComponent(0.5).resolvedColor(with: dark), UIColor.red.withAlphaComponent(0.5))
        dark.performAsCurrent {
            XCTAssertEqual(own.cgColor, UIColor.red.cgColor)
            assertNear(rgba(.label), [1, 1, 1, 1])
            assertNear(rgba(.systemBlue), [10 / 255, 132 / 255, 1, 1])
        }
        light.performAsCurrent { assertNear(rgba(.systemBlue), [0, 122 / 255, 1, 1]) }
        assertNear(rgba(UIColor.secondaryLabel.resolvedColor(with: light)), [60 / 255, 60 / 255, 67 / 255, 0.6])
        // The provider sees its own traits as the current ones, and may hand on to another dynamic colour.
        let nested = UIColor { _ in UIColor { _ in UITraitCollection.current.userInterfaceStyle == .dark ? .green : .black } }
        XCTAssertEqual(nested.resolvedColor(with: dark), .green)
        XCTAssertEqual(UIColor.systemRed, .systemRed)
        XCTAssertNotEqual(UIColor.systemRed, .systemGreen)
        XCTAssertEqual(UIColor.systemRed.withAlphaComponent(0.5), UIColor.systemRed.withAlphaComponent(0.5))
    }

    func testProvidersInACircleEnd() {
        final class Box: @unchecked Sendable { var color: UIColor! }
        let box = Box()
        box.color = UIColor { _ in box.color }
        XCTAssertEqual(box.color.cgColor, .black)
        box.color = nil
    }

    func testArchive() throws {
        let color = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
        let back = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data))
        XCTAssertEqual(back, color)
    }

    func testPatternRepeatsFromTheTopLeft() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let tile = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2), format: format).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
        }
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 5), format: format).image { context in
            UIColor(patternImage: tile).setFill()
            context.cgContext.fill(CGRect(x: 0, y: 0, width: 4, height: 5))
        }
        let pixels = try XCTUnwrap(image.cgImage)
        XCTAssertEqual((0..<5).map { pixels.rgba(1, $0)[0] }, [255, 0, 255, 0, 255])
        XCTAssertFalse(UIColor(patternImage: tile).getRed(nil, green: nil, blue: nil, alpha: nil))
    }

    func testNamedColorOfACatalogue() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appendingPathComponent("Media.xcassets/Brand/accent.colorset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        try """
        {"colors": [
          {"idiom": "universal", "color": {"color-space": "srgb", "components": {"red": "0xFF", "green": "0.500", "blue": "51", "alpha": "1.000"}}},
          {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
           "color": {"color-space": "srgb", "components": {"red": "0.000", "green": "0.000", "blue": "1.000", "alpha": "0.500"}}}
        ]}
        """.write(to: set.appendingPathComponent("Contents.json"), atomically: true, encoding: .utf8)
        let bundle = try XCTUnwrap(Bundle(path: folder.path))
        let color = try XCTUnwrap(UIColor(named: "accent", in: bundle, compatibleWith: nil))
        assertNear(rgba(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light))), [1, 0.5, 0.2, 1])
        assertNear(rgba(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark))), [0, 0, 1, 0.5])
        XCTAssertNil(UIColor(named: "nothing", in: bundle, compatibleWith: nil))
    }

    private func pixel(_ color: UIColor) -> [Int] {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        return image.cgImage?.rgba(0, 0) ?? []
    }
}

extension CGImage {
    /// A pixel's premultiplied red, green, blue and alpha, 0...255; rows from the top.
    func rgba(_ x: Int, _ y: Int) -> [Int] {
        withPixels { pixels in
            let pixel = pixels[y * width + x]
            return [16, 8, 0, 24].map { Int(pixel >> UInt32($0) & 255) }
        }
    }
}
