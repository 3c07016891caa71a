import Agate
import AgateTesting
import UIKit
import XCTest

/// Trees of 100,000 views inside each other.
@MainActor final class DeepViewTests: XCTestCase {
    private static let depth = 100_000

    private func chain() -> (top: UIView, bottom: UIView) {
        let bottom = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
        bottom.backgroundColor = .red
        bottom.tag = 7
        var top = bottom
        for _ in 1..<Self.depth {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(top)
            top = view
        }
        return (top, bottom)
    }

    func testADeepTreeOfViews() async {
        let stage = Stage(size: CGSize(width: 8, height: 8))
        let (top, bottom) = chain()
        bottom.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        stage.add(top)
        XCTAssertNotNil(bottom.window)
        XCTAssertTrue(top.hitTest(CGPoint(x: 4, y: 4), with: nil) === bottom)
        XCTAssertTrue(top.viewWithTag(7) === bottom)
        XCTAssertEqual(bottom.safeAreaInsets, .zero)
        stage.perform {
            top.overrideUserInterfaceStyle = .dark
            top.tintColor = .green
            top.setNeedsUpdateConstraints()
            bottom.setNeedsUpdateConstraints()
            top.updateConstraintsIfNeeded()
            top.setNeedsLayout()
            top.layoutIfNeeded()
        }
        XCTAssertEqual(bottom.traitCollection.userInterfaceStyle, .dark)
        XCTAssertFalse(bottom.needsUpdateConstraints())
        stage.perform { top.frame.size = CGSize(width: 20, height: 10) }
        XCTAssertEqual(bottom.bounds.size, CGSize(width: 20, height: 10))
        stage.perform { top.removeFromSuperview() }
        XCTAssertNil(bottom.window)
    }
}
