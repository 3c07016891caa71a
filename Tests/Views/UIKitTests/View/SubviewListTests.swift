import Agate
import XCTest

@_spi(Views) @testable import QuartzCore
@testable import UIKit

/// Edits of subviews at both ends, which move no other view or layer.
@MainActor final class SubviewListTests: XCTestCase {
    func testInsertionsAtTheBackWaitInViewAndLayer() async {
        let root = UIView()
        for tag in 0..<500 {
            let view = UIView()
            view.tag = tag
            root.insertSubview(view, at: 0)
        }
        // The first one of all is added on top.
        XCTAssertEqual(root.subviewList.array.count, 1)
        XCTAssertEqual(root.layer.sublayerList.array.count, 1)
        XCTAssertEqual(root.subviews.map(\.tag), (0..<500).reversed())
        XCTAssertEqual(root.layer.sublayers?.compactMap { ($0.delegate as? UIView)?.tag }, (0..<500).reversed())
    }

    func testViewsRemovedInOrderMoveNoOthers() async {
        let root = UIView(), views = (0..<1000).map { _ in UIView() }
        for view in views { root.addSubview(view) }
        var moves = 0, sizes = (1000, 1000)
        for view in views.dropLast() {
            view.removeFromSuperview()
            let now = (root.subviewList.array.count, root.layer.sublayerList.array.count)
            if now.0 != sizes.0 { moves += now.0 }
            if now.1 != sizes.1 { moves += now.1 }
            sizes = now
        }
        XCTAssertLessThan(moves, 4000)
        XCTAssertEqual(root.subviews, [views[999]])
        XCTAssertEqual(root.layer.sublayers, [views[999].layer])
    }

    func testEditsInCallbacksAndReadsBetween() async {
        final class Nosy: UIView {
            var seen: [Int] = []
            override func didAddSubview(_ subview: UIView) { seen.append(subviews.count) }
            override func willRemoveSubview(_ subview: UIView) { seen.append(-subviews.count) }
        }
        let root = Nosy()
        for tag in 1...3 {
            let view = UIView()
            view.tag = tag
            root.insertSubview(view, at: 0)
        }
        while let view = root.subviews.first { view.removeFromSuperview() }
        XCTAssertEqual(root.seen, [1, 2, 3, -3, -2, -1])
        XCTAssertEqual(root.layer.sublayers ?? [], [])
    }

    /// A flow layout makes the attributes of the items that are visible.
    func testAttributesAreMadeOfVisibleItems() async {
        var made: [Int] = []
        for count in [1000, 100_000] {
            let layout = UICollectionViewFlowLayout(), items = CollectionItems([count]), scene = Scene(CGSize(width: 200, height: 200))
            let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), collectionViewLayout: layout)
            items.register(in: view)
            view.dataSource = items
            let before = ViewCounts.attributesMade
            scene.add(view)
            scene.advance(to: 0.1)
            made.append(ViewCounts.attributesMade - before)
            let last = IndexPath(item: count - 1, section: 0)
            XCTAssertEqual(layout.layoutAttributesForItem(at: last)?.frame.maxY, view.contentSize.height)
            XCTAssertTrue(layout.layoutAttributesForItem(at: last) === layout.layoutAttributesForItem(at: last))
            XCTAssertNil(layout.layoutAttributesForItem(at: IndexPath(item: count, section: 0)))
        }
        XCTAssertEqual(made[0], made[1])
        XCTAssertLessThan(made[0], 60)
    }

    /// Sizes that determine no number of items in a line.
    func testItemsWithoutSizeAndWithoutGaps() async {
        for size in [
            CGSize.zero, CGSize(width: 0, height: 30), CGSize(width: CGFloat.nan, height: 10), CGSize(width: 10, height: CGFloat.infinity),
        ] {
            let layout = UICollectionViewFlowLayout()
            (layout.itemSize, layout.minimumInteritemSpacing, layout.minimumLineSpacing) = (size, 0, 0)
            let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), collectionViewLayout: layout)
            let items = CollectionItems([7])
            items.register(in: view)
            view.dataSource = items
            view.layoutIfNeeded()
            XCTAssertNotNil(layout.layoutAttributesForItem(at: IndexPath(item: 6, section: 0)), "\(size)")
        }
    }
}
