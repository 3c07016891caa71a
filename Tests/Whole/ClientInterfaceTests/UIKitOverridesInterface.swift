import UIKit
import XCTest

/// Overrides as packages write them, of members that Apple's headers let every subclass override: that this compiles is most of the test.
@MainActor final class UIKitOverridesInterface: XCTestCase {
    final class Gradient: UIView {
        override class var layerClass: AnyClass { CAGradientLayer.self }
        override var layer: CAGradientLayer { super.layer as! CAGradientLayer }
        override func display(_ layer: CALayer) { super.display(layer) }
        override func layoutSublayers(of layer: CALayer) { super.layoutSublayers(of: layer) }
    }
    final class Table: UITableView, UITableViewDelegate {
        var notes: [String] = []
        override var delegate: UITableViewDelegate? {
            get { super.delegate }
            set { super.delegate = newValue }
        }
        override func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { notes.append("insert") }
        override func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) { notes.append("select") }
        override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) { notes.append("batch") }
        override func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { notes.append("sections") }
    }
    final class Collection: UICollectionView {
        override var delegate: UICollectionViewDelegate? {
            get { super.delegate }
            set { super.delegate = newValue }
        }
        override func reloadItems(at indexPaths: [IndexPath]) {}
        override func setCollectionViewLayout(
            _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
        ) {}
    }
    final class Text: UITextView, UITextViewDelegate {
        override var delegate: UITextViewDelegate? {
            get { super.delegate }
            set { super.delegate = newValue }
        }
        override var textContainer: NSTextContainer { super.textContainer }
    }
    final class Layout: UICollectionViewFlowLayout {
        override var collectionView: UICollectionView { super.collectionView! }
    }
    final class Cell: UITableViewCell {
        override var reuseIdentifier: String? { "mine" }
        override func updateConfiguration(using state: UICellConfigurationState) {}
    }
    final class Tabs: UITabBarController {
        override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
        override func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem]) {}
    }
    final class Focus: UIButton {
        override var canBecomeFocused: Bool { true }
        override var preferredFocusEnvironments: [UIFocusEnvironment] { [self] }
        override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
            coordinator.addCoordinatedAnimations({ _ = context.nextFocusedView === self }, completion: nil)
        }
    }
    final class Storage: NSTextStorage {
        override func replaceCharacters(in range: NSRange, with str: String) { super.replaceCharacters(in: range, with: str) }
        override func processEditing() { super.processEditing() }
    }

    func testTheyAreCalled() async {
        let table = Table(frame: .zero, style: .plain)
        table.delegate = table
        XCTAssertTrue(table.delegate === table)
        XCTAssertTrue((table as UIScrollView).delegate === table)
        let plain: UITableView = table
        plain.insertRows(at: [], with: .none)
        plain.selectRow(at: nil, animated: false, scrollPosition: .none)
        plain.performBatchUpdates(Optional({}))
        plain.reloadSections(IndexSet(), with: .fade)
        XCTAssertEqual(table.notes, ["insert", "select", "batch", "sections"])
        XCTAssertEqual((Cell(style: .default, reuseIdentifier: "x") as UITableViewCell).reuseIdentifier, "mine")
        let gradient = Gradient(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertEqual(gradient.layer.frame, gradient.frame)
        gradient.layer.colors = []
        let text = Text(frame: .zero)
        text.delegate = text
        XCTAssertTrue(text.delegate === text)
    }

    func testPlainInitialisers() async {
        _ = (UIColor(), UIFont(), UIImage(), UIPointerInteraction(delegate: nil), UISearchController(searchResultsController: nil))
        XCTAssertNotNil(
            CGPath(
                __byStroking: CGPath(rect: .zero, transform: nil), transform: nil, lineWidth: 1, lineCap: .round, lineJoin: .round,
                miterLimit: 0))
        XCTAssertEqual(kNumberSpacingType, 6)
    }
}
