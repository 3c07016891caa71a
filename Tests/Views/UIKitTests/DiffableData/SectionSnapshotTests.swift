import Agate
import UIKit
import XCTest

@MainActor final class SectionSnapshotTests: XCTestCase {
    private func outline() -> NSDiffableDataSourceSectionSnapshot<String> {
        var made = NSDiffableDataSourceSectionSnapshot<String>()
        made.append(["a", "b"])
        made.append(["a1", "a2"], to: "a")
        made.append(["a1x"], to: "a1")
        return made
    }

    func testItemsAndTheirRelations() async {
        var made = outline()
        XCTAssertEqual(made.items, ["a", "a1", "a1x", "a2", "b"])
        XCTAssertEqual(made.rootItems, ["a", "b"])
        XCTAssertEqual(made.visibleItems, ["a", "b"])
        made.expand(["a1", "none"])
        XCTAssertEqual(made.visibleItems, ["a", "b"], "a parent is closed")
        XCTAssertFalse(made.isVisible("a1x"))
        made.expand(["a"])
        XCTAssertEqual(made.visibleItems, ["a", "a1", "a1x", "a2", "b"])
        XCTAssertTrue(made.isVisible("a1x"))
        made.collapse(["a"])
        XCTAssertEqual(made.visibleItems, ["a", "b"])
        XCTAssertEqual(["a", "a1", "a1x"].map { made.level(of: $0) }, [0, 1, 2])
        XCTAssertEqual(made.parent(of: "a2"), "a")
        XCTAssertNil(made.parent(of: "b"))
        XCTAssertEqual(made.index(of: "b"), 4)
        XCTAssertNil(made.index(of: "none"))
        XCTAssertEqual(made.snapshot(of: "a").items, ["a1", "a1x", "a2"])
        XCTAssertEqual(made.snapshot(of: "a", includingParent: true).items, ["a", "a1", "a1x", "a2"])
        XCTAssertEqual(made.snapshot(of: "none").items, [])
    }

    func testChanges() async {
        var made = outline()
        made.insert(["a0"], before: "a1")
        made.insert(["c", "a2"], after: "b")
        XCTAssertEqual(made.items, ["a", "a0", "a1", "a1x", "a2", "b", "c"], "an item occurs once")
        made.insert(["z"], before: "none")
        made.append(["z"], to: "none")
        XCTAssertFalse(made.contains("z"))
        var other = NSDiffableDataSourceSectionSnapshot<String>()
        other.append(["n"])
        other.append(["n1"], to: "n")
        other.expand(["n"])
        XCTAssertEqual(made.insert(other, after: "a"), "n")
        XCTAssertEqual(made.visibleItems, ["a", "n", "n1", "b", "c"])
        made.delete(["a1", "n", "none"])
        XCTAssertEqual(made.items, ["a", "a0", "a2", "b", "c"])
        made.replace(childrenOf: "a", using: other)
        XCTAssertEqual(made.items, ["a", "n", "n1", "b", "c"])
        made.deleteAll()
        XCTAssertEqual(made.items, [])
    }

    func testADeepOutline() async {
        var made = NSDiffableDataSourceSectionSnapshot<Int>()
        made.append([0])
        for level in 1..<20_000 { made.append([level], to: level - 1) }
        made.expand(Array(0..<20_000))
        XCTAssertEqual(made.visibleItems.count, 20_000)
        made.delete([1])
        XCTAssertEqual(made.items, [0])
    }

    func testARowOpensAndCloses() async throws {
        let scene = Scene(CGSize(width: 300, height: 400))
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 400),
            collectionViewLayout: UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain)))
        let registration = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, item in
            var content = cell.defaultContentConfiguration()
            content.text = item
            cell.contentConfiguration = content
            cell.accessories = item == "a" ? [.outlineDisclosure()] : []
        }
        let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
        }
        source.apply(outline(), to: 7, animatingDifferences: false)
        scene.add(view)
        scene.advance(to: 0.1)
        XCTAssertEqual(source.snapshot().itemIdentifiers, ["a", "b"])
        var opened: [String] = []
        source.sectionSnapshotHandlers.willExpandItem = { opened.append($0) }
        source.sectionSnapshotHandlers.shouldCollapseItem = { _ in !opened.isEmpty }
        let cell = try XCTUnwrap(view.cellForItem(at: IndexPath(item: 0, section: 0)) as? UICollectionViewListCell)
        let button = try XCTUnwrap(cell.subviews.compactMap { $0 as? UIButton }.first)
        button.sendActions(for: .touchUpInside)
        scene.advance(to: 1)
        XCTAssertEqual(opened, ["a"])
        XCTAssertEqual(source.snapshot().itemIdentifiers(inSection: 7), ["a", "a1", "a2", "b"])
        XCTAssertTrue(source.snapshot(for: 7).isExpanded("a"))
        XCTAssertEqual(button.transform.b, 1, accuracy: 1e-6)
        button.sendActions(for: .touchUpInside)
        scene.advance(to: 2)
        XCTAssertEqual(source.snapshot().itemIdentifiers, ["a", "b"])
        XCTAssertEqual(button.transform, .identity)
        // A change of the whole replaces the outline.
        var whole = source.snapshot()
        whole.appendItems(["c"], toSection: 7)
        source.apply(whole, animatingDifferences: false, completion: nil)
        XCTAssertEqual(source.snapshot(for: 7).items, ["a", "b", "c"])
        XCTAssertEqual(source.snapshot(for: 8).items, [])
    }
}
