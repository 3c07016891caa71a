import Agate
import XCTest

@testable import UIKit

/// The lines of the titles of buttons, with and without a configuration.
@MainActor final class ButtonWrapTests: XCTestCase {
    private let text = "A title that is longer than the button is wide"

    func testConfigurationsWrapAsTheirModeSays() async {
        let line = UIFont.systemFont(ofSize: 17).lineHeight
        for (mode, wraps) in [
            (nil, true), (.byWordWrapping, true), (.byCharWrapping, true), (.byTruncatingTail, false), (.byTruncatingMiddle, false),
            (.byTruncatingHead, false), (.byClipping, false),
        ] as [(NSLineBreakMode?, Bool)] {
            for image in [nil, UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in }] {
                var configuration = UIButton.Configuration.filled()
                (configuration.title, configuration.image, configuration.imagePadding) = (text, image, 6)
                if let mode { configuration.titleLineBreakMode = mode }
                let scene = Scene(CGSize(width: 160, height: 300)), button = UIButton(configuration: configuration)
                XCTAssertLessThan(button.intrinsicContentSize.height, 2 * line + 14, "one line until the width is known")
                button.translatesAutoresizingMaskIntoConstraints = false
                scene.add(button)
                scene.turn {
                    NSLayoutConstraint.activate([
                        button.topAnchor.constraint(equalTo: scene.window.topAnchor),
                        button.leadingAnchor.constraint(equalTo: scene.window.leadingAnchor),
                        button.trailingAnchor.constraint(equalTo: scene.window.trailingAnchor),
                    ])
                }
                scene.advance(to: 0.1)
                let note = "\(String(describing: mode)) \(image == nil ? "" : "with an image")"
                XCTAssertEqual(button.bounds.width, 160, note)
                XCTAssertEqual(button.bounds.height > 2 * line + 14, wraps, note)
                let label = button.titleLabel ?? UILabel()
                XCTAssertEqual(label.frame.height > 2 * line, wraps, note)
                XCTAssertLessThanOrEqual(label.frame.maxX, 148, note)
                XCTAssertGreaterThanOrEqual(label.frame.minX, image == nil ? 12 : 12 + 26, note)
                XCTAssertGreaterThanOrEqual(label.frame.minY, 0, note)
            }
        }
    }

    func testATitleWithoutAConfigurationHasTheLinesOfItsLabel() async {
        for (lines, expected) in [(1, 1), (2, 2), (0, 3)] {
            let button = UIButton(type: .system)
            button.setTitle(text, for: .normal)
            button.titleLabel?.numberOfLines = lines
            button.titleLabel?.lineBreakMode = .byWordWrapping
            button.frame = CGRect(x: 0, y: 0, width: 140, height: 120)
            button.layoutIfNeeded()
            let height = button.titleLabel?.frame.height ?? 0, line = UIFont.systemFont(ofSize: 15).lineHeight
            XCTAssertEqual((height / line).rounded(), CGFloat(expected))
            XCTAssertEqual(button.titleLabel?.frame.midY ?? 0, 60, accuracy: 1)
        }
    }

    func testAButtonWithoutItsConfigurationIsAsBefore() async {
        let button = UIButton(type: .system)
        button.configuration = .plain()
        XCTAssertEqual(button.titleLabel?.numberOfLines, 0)
        button.configuration = nil
        XCTAssertEqual(button.titleLabel?.numberOfLines, 1)
        XCTAssertEqual(button.titleLabel?.lineBreakMode, .byTruncatingMiddle)
    }
}
