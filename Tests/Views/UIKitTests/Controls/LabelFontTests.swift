import Agate
import XCTest

@testable import UIKit

/// The fonts of labels and fields after attributed texts, and the sizes of fonts by the text size of traits.
@MainActor final class LabelFontTests: XCTestCase {
    private let small = UIFont.systemFont(ofSize: 10), large = UIFont.systemFont(ofSize: 20)

    func testALabelTakesTheFontAndColorOfAnAttributedText() async {
        let label = UILabel()
        (label.font, label.textColor) = (large, .green)
        let text = NSMutableAttributedString(string: "Small", attributes: [.font: small, .foregroundColor: UIColor.red])
        text.append(NSAttributedString(string: " rest"))
        label.attributedText = text
        XCTAssertEqual(label.font, small)
        XCTAssertEqual(label.textColor, .red)
        let rest = label.attributedText?.attributes(at: 6, effectiveRange: nil)
        XCTAssertEqual(rest?[.font] as? UIFont, large, "what has no font keeps that of the label")
        XCTAssertEqual(rest?[.foregroundColor] as? UIColor, .green)
        label.text = "Plain"
        XCTAssertEqual(label.font, small, "it remains")
        label.attributedText = NSAttributedString(string: "Plain")
        XCTAssertEqual(label.font, small)
        label.attributedText = NSAttributedString(string: "", attributes: [.font: large])
        XCTAssertEqual(label.font, small)
    }

    func testAButtonsPlainTitleKeepsItsFont() async {
        let button = UIButton(type: .system), font = button.titleLabel?.font
        button.setTitle("Plain", for: .normal)
        button.setAttributedTitle(NSAttributedString(string: "Large", attributes: [.font: large]), for: .selected)
        button.isSelected = true
        button.isSelected = false
        XCTAssertEqual(button.titleLabel?.font, font)
    }

    /// Sets properties of a label in `layoutSubviews`.
    private final class Setter: UIView {
        let label = UILabel(), set: (UILabel) -> Void
        var count = 0
        init(_ set: @escaping (UILabel) -> Void) {
            self.set = set
            super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            label.translatesAutoresizingMaskIntoConstraints = false
            addSubview(label)
            label.centerXAnchor.constraint(equalTo: centerXAnchor).isActive = true
            label.topAnchor.constraint(equalTo: topAnchor).isActive = true
        }
        required init?(coder: NSCoder) { nil }
        override func layoutSubviews() {
            super.layoutSubviews()
            count += 1
            set(label)
        }
    }

    func testTheSameValueAgainNeedsNoLayout() async {
        let font = UIFont.systemFont(ofSize: 13)
        for (name, set) in [
            ("text", { $0.text = "Text" }), ("font", { $0.font = font }), ("textColor", { $0.textColor = .red }),
            ("textAlignment", { $0.textAlignment = .center }), ("lineBreakMode", { $0.lineBreakMode = .byClipping }),
            ("numberOfLines", { $0.numberOfLines = 3 }),
        ] as [(String, (UILabel) -> Void)] {
            let scene = Scene(), view = Setter(set)
            scene.add(view)
            scene.advance(to: 0.1)
            XCTAssertLessThan(view.count, 5, name)
        }
    }

    func testFieldsAlwaysHaveAFont() async {
        let field = UITextField(), standard = field.font
        XCTAssertEqual(standard?.pointSize, 17)
        for font in [large, nil, small] {
            field.font = font
            XCTAssertEqual(field.font, font ?? standard)
        }
        field.textColor = nil
        XCTAssertEqual(field.textColor, .label)
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        field.defaultTextAttributes = [.font: large, .kern: 3, .paragraphStyle: style]
        XCTAssertEqual(field.font, large)
        XCTAssertEqual(field.textColor, .label)
        XCTAssertEqual(field.textAlignment, .center)
        XCTAssertEqual(field.defaultTextAttributes[.kern] as? Int, 3)
        field.defaultTextAttributes = [:]
        XCTAssertEqual(field.font, standard, "attributes that are left out have their default")
        XCTAssertNil(field.defaultTextAttributes[.kern])
    }

    func testSizesByTextSize() async {
        let categories: [UIContentSizeCategory] = [
            .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge, .accessibilityMedium,
            .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
        ]
        let styles: [UIFont.TextStyle] = [
            .largeTitle, .title1, .title2, .title3, .headline, .body, .callout, .subheadline, .footnote, .caption1, .caption2,
        ]
        for style in styles {
            func size(_ category: UIContentSizeCategory) -> CGFloat {
                let traits = UITraitCollection(preferredContentSizeCategory: category)
                XCTAssertEqual(traits.preferredContentSizeCategory, category == .unspecified ? .large : category)
                return UIFont.preferredFont(forTextStyle: style, compatibleWith: traits).pointSize
            }
            let sizes = categories.map(size)
            XCTAssertEqual(sizes, sizes.sorted(), "\(style)")
            XCTAssertEqual(sizes[3], UIFont.preferredFont(forTextStyle: style).pointSize)
            XCTAssertEqual(size(.unspecified), sizes[3])
            XCTAssertGreaterThan(sizes[11], 1.7 * sizes[3])
            let metrics = UIFontMetrics(forTextStyle: style), largest = UITraitCollection(preferredContentSizeCategory: categories[11])
            XCTAssertEqual(metrics.scaledValue(for: sizes[3], compatibleWith: largest), sizes[11], accuracy: 1e-9)
            XCTAssertEqual(metrics.scaledFont(for: large, maximumPointSize: 25, compatibleWith: largest).pointSize, 25)
            XCTAssertEqual(metrics.scaledFont(for: large), large)
        }
        let dark = UITraitCollection(userInterfaceStyle: .dark), big = UITraitCollection(preferredContentSizeCategory: .extraLarge)
        let both = UITraitCollection(traitsFrom: [big, dark])
        XCTAssertEqual(both.preferredContentSizeCategory, .extraLarge)
        XCTAssertTrue(both.containsTraits(in: big))
        XCTAssertFalse(dark.containsTraits(in: big))
    }
}
