import XCTest
@testable import UIKit

/// Names that are deprecated on Apple's systems, or reached in another way than usual, and alive.
@MainActor final class OlderNamesTests: XCTestCase {
    func testStylesOfIndicatorsHaveASizeAndAColor() async throws {
        let indicator = UIActivityIndicatorView(style: .whiteLarge)
        XCTAssertEqual(indicator.intrinsicContentSize, CGSize(width: 37, height: 37))
        XCTAssertEqual(indicator.color, .white)
        indicator.style = .gray
        XCTAssertEqual(indicator.intrinsicContentSize, CGSize(width: 20, height: 20))
        XCTAssertEqual(indicator.color, .systemGray)
        indicator.color = .red
        indicator.style = .white
        XCTAssertEqual(indicator.color, .red, "the program's own")
        indicator.color = nil
        XCTAssertEqual(indicator.color, .white)
    }

    func testTheSharedApplicationIsReadByItsKey() async throws {
        XCTAssertTrue(UIApplication.value(forKeyPath: "sharedApplication") as? UIApplication === UIApplication.shared)
        XCTAssertNil(UIApplication.value(forKey: "other"))
    }

    func testIndexPathsOfFoundationHaveRows() async throws {
        let path = NSIndexPath(forRow: 2, inSection: 1)
        XCTAssertEqual([path.section, path.row, path.item], [1, 2, 2])
        XCTAssertEqual(NSIndexPath(forItem: 3, inSection: 0).item, 3)
    }

    /// The closure of a batch of updates does not escape.
    func testBatchesTakeClosuresThatDoNotEscape() async throws {
        func batch(_ updates: () -> Void) {
            UITableView().performBatchUpdates(updates)
            UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()).performBatchUpdates(updates, completion: nil)
        }
        var count = 0
        batch { count += 1 }
        XCTAssertEqual(count, 2)
        UITableView().performBatchUpdates(nil)
    }

    final class Layout: UICollectionViewFlowLayout {
        var asked: [String] = []
        override func initialLayoutAttributesForAppearingSupplementaryElement(
            ofKind elementKind: String, at elementIndexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            asked.append("first \(elementKind)")
            return nil
        }
        override func finalLayoutAttributesForDisappearingDecorationElement(
            ofKind elementKind: String, at decorationIndexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            asked.append("last \(elementKind)")
            return nil
        }
    }

    func testLayoutsAreAskedByKind() async throws {
        let layout = Layout(), path = IndexPath(item: 0, section: 0)
        XCTAssertNil(layout.initialAttributes(.supplementary("header"), path))
        XCTAssertNil(layout.initialAttributes(.decoration("line"), path))
        XCTAssertNil(layout.finalAttributes(.decoration("line"), path))
        XCTAssertNil(layout.finalAttributes(.cell, path))
        XCTAssertEqual(layout.asked, ["first header", "last line"])
    }
}
