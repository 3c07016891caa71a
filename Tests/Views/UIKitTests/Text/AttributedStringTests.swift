import UIKit
import XCTest

/// UIKit's attributes in Foundation's `AttributedString`, and in buttons.
@MainActor
final class AttributedStringTests: XCTestCase {
    func testAttributesByName() async {
        var text = AttributedString("one two")
        text.font = UIFont.systemFont(ofSize: 20)
        var container = AttributeContainer()
        container.foregroundColor = .red
        container.underlineStyle = .single
        container.kern = 2
        text.mergeAttributes(container)
        XCTAssertEqual(text.font?.pointSize, 20)
        XCTAssertEqual(text.runs.count, 1)
        XCTAssertEqual(text.runs.first?.foregroundColor, .red)
        XCTAssertEqual(AttributeContainer().font, nil)
        XCTAssertEqual(text[keyPath: \.underlineStyle], .single)
    }

    func testTitlesOfConfigurations() async {
        let button = UIButton(type: .custom)
        var configuration = UIButton.Configuration.plain()
        configuration.title = "plain"
        configuration.baseForegroundColor = .red
        configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
            var outgoing = incoming
            outgoing.font = .boldSystemFont(ofSize: 30)
            return outgoing
        }
        configuration.titleLineBreakMode = .byTruncatingTail
        button.configuration = configuration
        let label = button.titleLabel
        XCTAssertEqual(label?.text, "plain")
        XCTAssertEqual(label?.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont, .boldSystemFont(ofSize: 30))
        XCTAssertEqual(label?.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor, .red)
        XCTAssertEqual(label?.lineBreakMode, .byTruncatingTail)
        XCTAssertEqual(configuration, button.configuration)

        var title = AttributedString("styled")
        title.foregroundColor = .blue
        configuration.attributedTitle = title
        configuration.titleTextAttributesTransformer = nil
        configuration.attributedSubtitle = AttributedString("below")
        button.configuration = configuration
        XCTAssertEqual(label?.text, "styled")
        XCTAssertEqual(label?.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor, .blue)
        // What the title lacks is the configuration's.
        XCTAssertEqual(
            (label?.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize, 17)
        XCTAssertEqual(button.subtitleLabel?.text, "below")
        XCTAssertEqual(button.subtitleLabel?.isHidden, false)
    }

    func testNamesBridge() async {
        XCTAssertEqual(NSAttributedString.TextEffectStyle.letterpressStyle as NSString, "_UIKitNewLetterpressStyle")
        XCTAssertEqual(UIFont.TextStyle.body as NSString, UIFont.TextStyle.body.rawValue as NSString)
        XCTAssertEqual((CAMediaTimingFunctionName.easeIn as NSString) as CAMediaTimingFunctionName, .easeIn)
        let any: Any = NSString(string: "easeOut")
        XCTAssertEqual(any as? CAMediaTimingFunctionName, .easeOut)
    }

    func testBlursWithoutAStyle() async { XCTAssertNotNil(UIVisualEffectView(effect: UIBlurEffect()).effect) }
}
