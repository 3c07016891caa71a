import Agate
import XCTest
@testable import UIKit

@MainActor final class DiffableDataTests: XCTestCase {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var result = Snapshot()
        for (section, items) in sections {
            result.appendSections([section])
            result.appendItems(items)
        }
        return result
    }

    func testSnapshots() async {
        var one = snapshot([("a", [1, 2, 3]), ("b", [4, 5])])
        XCTAssertEqual(one.itemIdentifiers, [1, 2, 3, 4, 5])
        XCTAssertEqual(one.indexOfItem(4), 3)
        XCTAssertEqual(one.sectionIdentifier(containingItem: 5), "b")
        one.moveItem(1, afterItem: 4)
        XCTAssertEqual(one.itemIdentifiers(inSection: "b"), [4, 1, 5])
        XCTAssertEqual(one.sectionIdentifier(containingItem: 1), "b")
        one.insertItems([6, 7], beforeItem: 3)
        one.deleteItems([2, 4])
        one.insertSections(["c"], beforeSection: "b")
        one.moveSection("b", beforeSection: "a")
        XCTAssertEqual(one.sectionIdentifiers, ["b", "a", "c"])
        XCTAssertEqual(one.itemIdentifiers, [1, 5, 6, 7, 3])
        one.reloadItems([6])
        one.deleteSections(["a"])
        XCTAssertEqual(one.reloadedItemIdentifiers, [])
        // What Apple's raises for changes nothing.
        one.appendItems([1, 9], toSection: "c")
        one.appendSections(["c"])
        one.appendItems([10], toSection: "nowhere")
        one.moveItem(77, beforeItem: 1)
        XCTAssertEqual(one.itemIdentifiers, [1, 5, 9])
        XCTAssertEqual(one.numberOfSections, 2)
        var none = Snapshot()
        none.appendItems([1])
        XCTAssertEqual(none.numberOfItems, 0)
    }

    func testLongestRise() async {
        XCTAssertEqual(ItemUpdates.longestRise([]), [])
        XCTAssertEqual(ItemUpdates.longestRise([2, 0, 1, 3]), [1, 2, 3])
        XCTAssertEqual(ItemUpdates.longestRise([3, 2, 1]).count, 1)
    }

    /// From each arrangement to each other one: the changes lead there, item by item.
    func testDifferencesLeadFromOneSnapshotToTheOther() async {
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        func any() -> Snapshot {
            var items = Array(0..<12), sections: [(String, [Int])] = []
            for name in ["a", "b", "c", "d"] where random(4) > 0 {
                var own: [Int] = []
                for _ in 0..<random(5) where !items.isEmpty { own.append(items.remove(at: random(items.count))) }
                sections.insert((name, own), at: random(sections.count + 1))
            }
            return snapshot(sections)
        }
        for _ in 0..<300 {
            let old = any(), new = any(), changes = ItemUpdates(from: old, to: new)
            let map = changes.mapping(
                from: old.sectionIdentifiers.map(old.numberOfItems), to: new.sectionIdentifiers.map(new.numberOfItems))
            for item in old.itemIdentifiers {
                XCTAssertEqual(map.map { $0[old.indexPath(of: item)!] } ?? nil, new.indexPath(of: item), "\(item)")
            }
        }
    }

    func testRegistrationsSetUpHeaders() async {
        final class Header: UICollectionReusableView {
            var title = ""
            var reuses = 0
            override func prepareForReuse() {
                super.prepareForReuse()
                reuses += 1
            }
        }
        final class Cell: UICollectionViewCell { var number = 0 }
        let scene = Scene(CGSize(width: 100, height: 100)), layout = UICollectionViewFlowLayout()
        (layout.itemSize, layout.headerReferenceSize) = (CGSize(width: 100, height: 80), CGSize(width: 100, height: 20))
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 98), collectionViewLayout: layout)
        let kind = UICollectionView.elementKindSectionHeader
        let header = UICollectionView.SupplementaryRegistration<Header>(elementKind: kind) { view, kind, path in
            view.title = "\(kind == UICollectionView.elementKindSectionHeader) \(path.section)"
        }
        let cell = UICollectionView.CellRegistration<Cell, Int> { cell, _, item in cell.number = item }
        let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) { view, path, item in
            view.dequeueConfiguredReusableCell(using: cell, for: path, item: item)
        }
        source.supplementaryViewProvider = { view, _, path in view.dequeueConfiguredReusableSupplementary(using: header, for: path) }
        scene.add(view)
        scene.turn { source.apply(snapshot([("a", [7]), ("b", [8]), ("c", [9])]), animatingDifferences: false) }
        scene.advance(to: 0.1)
        func titles() -> [String] { view.visibleSupplementaryViews(ofKind: kind).compactMap { ($0 as? Header)?.title } }
        XCTAssertEqual(titles(), ["true 0"])
        XCTAssertEqual(view.visibleCells.map { ($0 as? Cell)?.number }, [7])
        scene.turn { view.contentOffset.y = 101 }
        scene.advance(to: 0.2)
        XCTAssertEqual(titles(), ["true 1"])
        scene.turn { view.contentOffset.y = 201 }
        scene.advance(to: 0.3)
        XCTAssertEqual(titles(), ["true 2"])
        XCTAssertGreaterThan(view.visibleSupplementaryViews(ofKind: kind).compactMap { ($0 as? Header)?.reuses }[0], 0, "used again")
        XCTAssertEqual(view.visibleCells.map { ($0 as? Cell)?.number }, [9])
    }

    func testCollectionShowsSnapshots() async {
        let scene = Scene(CGSize(width: 100, height: 200)), layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 20)
        layout.minimumLineSpacing = 0
        let collection = scene.add(UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout))
        let registration = UICollectionView.CellRegistration<UICollectionViewCell, Int> { cell, _, item in cell.tag = item }
        let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) { collection, path, item in
            collection.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
        }
        func tags() -> [Int] { collection.visibleCells.filter { $0.alpha == 1 }.map(\.tag) }
        scene.turn { source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false) }
        scene.advance(to: 0.1)
        XCTAssertEqual(tags(), [1, 2, 3])
        var done = 0
        let two = collection.cellForItem(at: IndexPath(item: 1, section: 0))
        scene.turn { source.apply(snapshot([("b", [9]), ("a", [3, 4, 2])])) { done += 1 } }
        scene.advance(to: 2)
        XCTAssertEqual(tags(), [9, 3, 4, 2])
        XCTAssertEqual(done, 1)
        // The cell went along with its item.
        XCTAssertTrue(collection.cellForItem(at: IndexPath(item: 2, section: 1)) === two)
        XCTAssertEqual(source.itemIdentifier(for: IndexPath(item: 0, section: 1)), 3)
        XCTAssertEqual(source.indexPath(for: 4), IndexPath(item: 1, section: 1))
        XCTAssertNil(source.itemIdentifier(for: IndexPath(item: 5, section: 7)))
    }

    func testTableShowsSnapshots() async {
        let scene = Scene(CGSize(width: 100, height: 200))
        let table = scene.add(UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200)))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "c")
        let source = UITableViewDiffableDataSource<Int, String>(tableView: table) { table, path, item in
            let cell = table.dequeueReusableCell(withIdentifier: "c", for: path)
            cell.textLabel?.text = item
            return cell
        }
        var one = NSDiffableDataSourceSnapshot<Int, String>()
        one.appendSections([0])
        one.appendItems(["x", "y"])
        scene.turn { source.apply(one, animatingDifferences: false) }
        scene.advance(to: 0.1)
        one.insertItems(["z"], beforeItem: "y")
        one.deleteItems(["x"])
        scene.turn { source.apply(one) }
        scene.advance(to: 2)
        XCTAssertEqual(table.visibleCells.map { $0.textLabel?.text }, ["z", "y"])
        XCTAssertEqual(source.snapshot().itemIdentifiers, ["z", "y"])
    }
}
