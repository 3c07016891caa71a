import Agate
import UIKit
import XCTest

/// The controllers of tables and collections have all methods of their protocols as members, so that subclasses override them.
@MainActor final class OverriddenProtocolTests: XCTestCase {
    final class Rows: UITableViewController {
        var asked: Set<String> = []
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        override func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
            asked.insert("estimated")
            return 20
        }
        override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { UITableView.automaticDimension }
        override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
            asked.insert("titles")
            return nil
        }
        override func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 2 }
        override func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
        override func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
        override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "A" }
        override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
            asked.insert("header")
        }
    }
    final class Items: UICollectionViewController {
        override func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
        override func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    }

    func testOverridesAreCalled() async {
        let host = OffscreenHost(size: CGSize(width: 200, height: 300)), window = UIWindow(host: host), rows = Rows(style: .plain)
        window.rootViewController = rows
        window.isHidden = false
        _ = host.image()
        XCTAssertEqual(rows.asked, ["estimated", "titles", "header"])
        XCTAssertEqual(rows.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.indentationLevel, 2)
        let items = Items(collectionViewLayout: UICollectionViewFlowLayout())
        XCTAssertTrue((items as any UICollectionViewDataSource).collectionView(items.collectionView, canMoveItemAt: [0, 0]))
    }

    /// Objects that Apple's `NSObject.init()` makes, as the first values of variables.
    func testPlainInitialisers() async {
        let constraint = NSLayoutConstraint()
        constraint.isActive = true
        XCTAssertFalse(constraint.isActive)
        XCTAssertNil(UINavigationItem().title)
        XCTAssertEqual(UIPageViewController().transitionStyle, .scroll)
        XCTAssertNil(UISearchController().searchResultsController)
        XCTAssertNil(UIAlertAction().title)
        XCTAssertEqual(UIViewPropertyAnimator().state, .inactive)
        CADisplayLink().invalidate()
        XCTAssertEqual(UIMenuItem().title, "")
    }
}
