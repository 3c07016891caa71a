import XCTest

@testable import UIKit

final class FontTests: XCTestCase {
    func testSystemFontHasApplesLineHeights() throws {
        try XCTSkipIf(!UIFont.familyNames.contains("Inter"), "Inter is not installed: package fonts-inter")
        let font = UIFont.systemFont(ofSize: 17)
        XCTAssertEqual(font.pointSize, 17)
        XCTAssertEqual(font.lineHeight, 20.28, accuracy: 0.03)
        XCTAssertEqual(font.ascender, 17 * 0.952, accuracy: 1e-6)
        XCTAssertEqual(font.descender, -17 * 0.241, accuracy: 1e-6)
        XCTAssertEqual(font.familyName, "Inter")
        XCTAssertEqual(UIFont.systemFont(ofSize: 17, weight: .heavy).fontName, "Inter-ExtraBold")
        XCTAssertEqual(UIFont.systemFont(ofSize: 17, weight: .light).fontName, "Inter-Light")
        XCTAssertTrue(UIFont.italicSystemFont(ofSize: 12).fontDescriptor.symbolicTraits.contains(.traitItalic))
        XCTAssertTrue(UIFont.boldSystemFont(ofSize: 12).fontDescriptor.symbolicTraits.contains(.traitBold))
        // The way through a descriptor keeps the measures that Apple's font has.
        let bold = UIFont(descriptor: try XCTUnwrap(font.fontDescriptor.withSymbolicTraits(.traitBold)), size: 0)
        XCTAssertEqual(bold.lineHeight, font.lineHeight)
        XCTAssertEqual(bold.pointSize, 17)
        XCTAssertEqual(UIFont(descriptor: font.fontDescriptor, size: 30), font.withSize(30))
    }

    func testOneClassWithCoreText() {
        let font: CTFont = UIFont.systemFont(ofSize: 12)
        XCTAssertTrue(font as Any is UIFont)
        XCTAssertEqual(CTFontGetSize(UIFont.boldSystemFont(ofSize: 9)), 9)
        XCTAssertNil(UIFont(name: "NoSuchFontAnywhere", size: 12))
    }

    func testPreferredFonts() {
        XCTAssertEqual(UIFont.preferredFont(forTextStyle: .body).pointSize, 17)
        XCTAssertEqual(UIFont.preferredFont(forTextStyle: .largeTitle).pointSize, 34)
        XCTAssertEqual(UIFont.preferredFont(forTextStyle: .caption2).pointSize, 11)
        XCTAssertEqual(UIFont.preferredFont(forTextStyle: .headline), .systemFont(ofSize: 17, weight: .semibold))
        XCTAssertEqual(UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 40), maximumPointSize: 20).pointSize, 20)
    }

    func testDescriptors() throws {
        let descriptor = UIFontDescriptor(fontAttributes: [
            .family: "Helvetica", .traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.bold],
        ])
        XCTAssertTrue(UIFont(descriptor: descriptor, size: 20).fontDescriptor.symbolicTraits.contains(.traitBold))
        XCTAssertEqual(descriptor.pointSize, 0)
        XCTAssertEqual(descriptor.withSize(8).pointSize, 8)
        XCTAssertEqual(UIFontDescriptor(name: "Helvetica-Bold", size: 14).pointSize, 14)
        XCTAssertTrue(
            UIFont(descriptor: UIFontDescriptor(name: "Helvetica", size: 10).withFace("Bold"), size: 0).fontDescriptor.symbolicTraits
                .contains(.traitBold))
    }

    func testDigitsOfEqualWidth() throws {
        try XCTSkipIf(!UIFont.familyNames.contains("Inter"), "Inter is not installed: package fonts-inter")
        func width(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }
        let font = UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .regular)
        XCTAssertEqual(width("111", font), width("888", font), accuracy: 1e-6)
        XCTAssertLessThan(width("111", .systemFont(ofSize: 20)), width("888", .systemFont(ofSize: 20)))
        let code = UIFont.monospacedSystemFont(ofSize: 20, weight: .regular)
        XCTAssertEqual(width("iii", code), width("MMM", code), accuracy: 1e-6)
    }

    func testWidthsAreOrdered() {
        let widths = [UIFont.Width.compressed, .condensed, .standard, .expanded].map(\.rawValue)
        XCTAssertEqual(widths, [-0.3, -0.2, 0, 0.2])
    }

    func testAttributesOfDescriptors() async {
        let descriptor = UIFont.systemFont(ofSize: 13).fontDescriptor
        XCTAssertEqual(descriptor.object(forKey: .size) as? CGFloat, 13)
        XCTAssertEqual(descriptor.object(forKey: .family) as? String, UIFont.systemFont(ofSize: 13).familyName)
        XCTAssertNil(descriptor.object(forKey: .textStyle))
        let styled = UIFontDescriptor(fontAttributes: [.textStyle: UIFont.TextStyle.headline])
        XCTAssertEqual(styled.object(forKey: .textStyle) as? UIFont.TextStyle, .headline)
        XCTAssertEqual(styled.object(forKey: .textStyle) as? String, UIFont.TextStyle.headline.rawValue)
    }
}
