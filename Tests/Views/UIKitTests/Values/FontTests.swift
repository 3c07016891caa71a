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

    /// A font for a text style remembers the style, at any size and weight; it is equal to the system font that looks the same.
    func testDescriptorsNameTheTextStyle() throws {
        let font = UIFont.preferredFont(forTextStyle: .caption1)
        XCTAssertEqual(font.fontDescriptor.fontAttributes[.textStyle] as? String, "UICTFontTextStyleCaption1")
        XCTAssertEqual(font.fontDescriptor.object(forKey: .textStyle) as? UIFont.TextStyle, .caption1)
        XCTAssertEqual(font.withSize(30).fontDescriptor.object(forKey: .textStyle) as? UIFont.TextStyle, .caption1)
        let bold = UIFont(descriptor: try XCTUnwrap(font.fontDescriptor.withSymbolicTraits(.traitBold)), size: 0)
        XCTAssertEqual(bold.fontDescriptor.object(forKey: .textStyle) as? String, "UICTFontTextStyleCaption1")
        XCTAssertEqual(font, .systemFont(ofSize: 12))
        XCTAssertNil(UIFont.systemFont(ofSize: 12).fontDescriptor.object(forKey: .textStyle))
    }

    /// Features by the keys of UIKit, and added to those that a font has.
    func testFeaturesOfDescriptors() throws {
        try XCTSkipIf(!UIFont.familyNames.contains("Inter"), "Inter is not installed: package fonts-inter")
        func added(_ type: Int, _ selector: Int, to font: UIFont) -> UIFont {
            var attributes = font.fontDescriptor.fontAttributes
            var features = attributes[.featureSettings] as? [[UIFontDescriptor.FeatureKey: Any]] ?? []
            features.append([.featureIdentifier: type, .typeIdentifier: selector])
            attributes[.featureSettings] = features
            return UIFont(descriptor: UIFontDescriptor(fontAttributes: attributes), size: font.pointSize)
        }
        func width(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }
        let plain = UIFont.systemFont(ofSize: 20)
        let tabular = added(kNumberSpacingType, kMonospacedNumbersSelector, to: plain)
        XCTAssertNotEqual(tabular, plain)
        XCTAssertEqual(width("111", tabular), width("888", tabular), accuracy: 1e-6)
        XCTAssertEqual(tabular.lineHeight, plain.lineHeight)
        let both = added(kTypographicExtrasType, kSlashedZeroOnSelector, to: tabular)
        XCTAssertEqual(both.fontDescriptor.fontAttributes[.featureSettings].map { ($0 as? [Any])?.count }, 3)
        XCTAssertEqual(width("111", both), width("888", both), accuracy: 1e-6)
        let back = added(kNumberSpacingType, kProportionalNumbersSelector, to: both)
        XCTAssertEqual(width("111", back), width("111", plain), accuracy: 1e-6)
        let direct = plain.fontDescriptor.addingAttributes([
            .featureSettings: [[UIFontDescriptor.FeatureKey.type: kNumberSpacingType, .selector: kMonospacedNumbersSelector]]
        ])
        XCTAssertEqual(UIFont(descriptor: direct, size: 0), tabular)
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
