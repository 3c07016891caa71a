import Agate
import ObjectiveCRuntime
import XCTest

@testable import UIKit

/// What Apple's frameworks add to all objects, and what metatypes make.
@MainActor final class ObjectCategoryTests: XCTestCase {
    private final class Plain: NSObject {}
    private class Own: UIView {
        override var accessibilityLabel: String? {
            get { "own" }
            set {}
        }
    }

    func testEveryObjectHasAccessibility() async {
        let object: NSObject = Plain()
        XCTAssertNil(object.accessibilityLabel)
        object.accessibilityLabel = "label"
        object.accessibilityTraits = .button
        object.accessibilityAttributedHint = NSAttributedString(string: "hint")
        XCTAssertEqual([object.accessibilityLabel, object.accessibilityHint], ["label", "hint"])
        XCTAssertEqual(object.accessibilityTraits, .button)
        XCTAssertTrue(object.accessibilityRespondsToUserInteraction)
        // A view has its own, by whatever type it is known.
        let view = UIView()
        (view as NSObject).accessibilityIdentifier = "view"
        XCTAssertEqual(view.accessibilityIdentifier, "view")
        XCTAssertEqual((Own() as NSObject).accessibilityLabel, "own")
        XCTAssertEqual(UIImage().accessibilityLabel, nil)
    }

    func testMetatypesMakeViews() async {
        final class Wide: UIView {
            var made = false
            override init(frame: CGRect) {
                super.init(frame: frame)
                made = true
            }
            required init?(coder: NSCoder) { nil }
        }
        func make<View: UIView>(_ type: View.Type) -> View { View._made(frame: CGRect(x: 1, y: 2, width: 3, height: 4)) }
        let wide = make(Wide.self)
        XCTAssertTrue(wide.made)
        XCTAssertEqual(wide.frame, CGRect(x: 1, y: 2, width: 3, height: 4))
        func layer<Layer: CALayer>(_ type: Layer.Type) -> Layer { Layer._made() }
        XCTAssertTrue(type(of: layer(CAGradientLayer.self)) == CAGradientLayer.self)
        // A metatype's own class is made, not the one that the source declares.
        let view: UIView.Type = Wide.self, animation: CAAnimation.Type = CABasicAnimation.self, any: CALayer.Type = CAShapeLayer.self
        let controller: UIViewController.Type = UITableViewController.self
        XCTAssertTrue((view._made() as? Wide)?.made == true)
        XCTAssertTrue(type(of: view._made(frame: .zero)) == Wide.self)
        XCTAssertTrue(type(of: animation._made()) == CABasicAnimation.self)
        XCTAssertTrue(type(of: any._made()) == CAShapeLayer.self)
        XCTAssertTrue(type(of: controller._made(nibName: nil, bundle: nil)) == UITableViewController.self)
        final class Cell: UITableViewCell {}
        final class Header: UITableViewHeaderFooterView {}
        final class Pages: UINavigationController {}
        let cell: UITableViewCell.Type = Cell.self, header: UITableViewHeaderFooterView.Type = Header.self
        let pages: UINavigationController.Type = Pages.self
        let made = cell._made(style: .value1, reuseIdentifier: "a")
        XCTAssertTrue(made is Cell, "\(made)")
        XCTAssertEqual(made.reuseIdentifier, "a")
        XCTAssertNotNil(made.detailTextLabel)
        XCTAssertTrue(header._made(reuseIdentifier: "b") is Header)
        XCTAssertTrue(pages._made(rootViewController: UIViewController()) is Pages)
    }

    func testRotorsAreSearched() async {
        let rotor = UIAccessibilityCustomRotor(name: "Links") { predicate in
            predicate.searchDirection == .next ? UIAccessibilityCustomRotorItemResult(targetElement: UIView(), target: nil) : nil
        }
        let search = UIAccessibilityCustomRotorSearchPredicate()
        XCTAssertNotNil(rotor.itemSearchBlock(search))
        search.searchDirection = .previous
        XCTAssertNil(rotor.itemSearchBlock(search))
    }
}
