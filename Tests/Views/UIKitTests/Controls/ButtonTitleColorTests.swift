import Agate
import UIKit
import XCTest

/// A button with a configuration shows what `setTitle`, `setTitleColor` and `setImage` set for its state, as one without does.
@MainActor final class ButtonTitleColorTests: XCTestCase {
    private func labelColor(_ button: UIButton) -> UIColor? {
        button.frame = CGRect(x: 0, y: 0, width: 120, height: 44)
        button.layoutIfNeeded()
        return button.titleLabel?.textColor
    }

    func testTheColorOfTheStateIsShown() async {
        for configuration in [nil, .plain(), .gray(), .tinted(), .filled()] as [UIButton.Configuration?] {
            let button = UIButton(type: .system)
            button.configuration = configuration
            button.setTitle("Undo", for: .normal)
            button.setTitleColor(.red, for: .normal)
            button.setTitleColor(.green, for: .highlighted)
            XCTAssertEqual(labelColor(button), .red, "\(String(describing: configuration))")
            button.isHighlighted = true
            XCTAssertEqual(labelColor(button), .green)
            button.isHighlighted = false
            button.isEnabled = false
            XCTAssertEqual(labelColor(button), .red, "a state without a color has the normal one")
        }
    }

    func testTheConfigurationsOwnColorComesFirst() async {
        let button = UIButton(configuration: .plain())
        button.configuration?.title = "Undo"
        button.configuration?.baseForegroundColor = .blue
        XCTAssertEqual(labelColor(button), .blue)
    }

    func testAnActivityIndicatorTakesThePlaceOfTheImage() async throws {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Wait"
        configuration.image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 10)).image {
            $0.fill(CGRect(x: 0, y: 0, width: 40, height: 10))
        }
        configuration.imagePadding = 4
        let button = UIButton(configuration: configuration)
        func indicator() -> UIActivityIndicatorView? { button.subviews.lazy.compactMap { $0 as? UIActivityIndicatorView }.first }
        let width = button.intrinsicContentSize.width
        XCTAssertNil(indicator())
        button.configuration?.showsActivityIndicator = true
        let shown = try XCTUnwrap(indicator())
        XCTAssertTrue(shown.isAnimating)
        XCTAssertEqual(shown.color, .white)
        XCTAssertEqual(button.imageView?.isHidden, true)
        XCTAssertEqual(button.intrinsicContentSize.width, width - 40 + shown.intrinsicContentSize.width)
        button.frame.size = button.intrinsicContentSize
        button.layoutIfNeeded()
        XCTAssertEqual(shown.frame.size, shown.intrinsicContentSize)
        XCTAssertLessThanOrEqual(shown.frame.maxX + 4, (button.titleLabel?.frame.minX ?? 0) + 0.5)
        button.configuration?.showsActivityIndicator = false
        XCTAssertNil(indicator())
        XCTAssertEqual(button.intrinsicContentSize.width, width)
        button.configuration?.showsActivityIndicator = true
        button.configuration = nil
        XCTAssertNil(indicator())
    }
}
