import Agate
import AgateTesting
import UIKit
import XCTest

/// The code of `Guides/Testing.md`.
@MainActor final class TestingGuide: XCTestCase {
    func testGuide() async throws {
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 20, y: 20, width: 120, height: 44)
        button.setTitle("Press", for: .normal)
        var presses = 0
        button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)

        let stage = Stage(size: CGSize(width: 160, height: 84))
        stage.add(button)
        stage.tap(button)
        stage.settle()
        XCTAssertEqual(presses, 1)
        picture(stage.image(), "testing")
    }
}
