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
}
