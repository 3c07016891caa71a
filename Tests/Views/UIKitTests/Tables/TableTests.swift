import Agate
import XCTest

@testable import UIKit

@MainActor final class TableTests: XCTestCase {
    private final class Cell: UITableViewCell {
        static var made = 0
        var reuses = 0
        override init(style: CellStyle, reuseIdentifier: String?) {
            super.init(style: style, reuseIdentifier: reuseIdentifier)
            Self.made += 1
        }
        required init?(coder: NSCoder) { nil }
        override func prepareForReuse() {
            super.prepareForReuse()
            reuses += 1
        }
    }

    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var sections: [[String]]
        var notes: [String] = []
        var height: CGFloat = 20
        init(_ sections: [[String]]) { self.sections = sections }
        func numberOfSections(in tableView: UITableView) -> Int { sections.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
            cell.textLabel?.text = sections[indexPath.section][indexPath.row]
            return cell
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { height }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            notes.append("chose \(indexPath.section).\(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            notes.append("left \(indexPath.section).\(indexPath.row)")
        }
    }

    private func table(_ scene: Scene, _ rows: Rows) -> UITableView {
        let table = UITableView(frame: scene.window.bounds)
        table.register(Cell.self, forCellReuseIdentifier: "row")
        table.dataSource = rows
        table.delegate = rows
        scene.add(table)
        scene.advance(to: scene.time + 0.01)
        return table
    }

    /// A search that leaves a few rows of a table that was scrolled shows them.
    func testFewerRowsAfterScrolling() async {
        let scene = Scene(), rows = Rows([(0..<1000).map { "\($0)" }]), table = table(scene, rows)
        scene.turn { table.contentOffset.y = 9000 }
        rows.sections = [["a", "b", "c"]]
        scene.turn { table.reloadData() }
        XCTAssertEqual(table.contentOffset.y, 0)
        XCTAssertEqual(texts(table), ["a", "b", "c"])
    }

    /// Cells have the background of the table's style in both appearances, unless the program has set one.
    func testBackgroundsOfCells() async {
        for (style, color) in [
            (UITableView.Style.plain, UIColor.systemBackground), (.grouped, .secondarySystemGroupedBackground),
            (.insetGrouped, .secondarySystemGroupedBackground),
        ] {
            let scene = Scene(), rows = Rows([["a", "b"]]), table = UITableView(frame: scene.window.bounds, style: style)
            table.register(Cell.self, forCellReuseIdentifier: "row")
            table.dataSource = rows
            scene.add(table)
            scene.advance(to: scene.time + 0.01)
            let dark = UITraitCollection(userInterfaceStyle: .dark)
            XCTAssertEqual(
                table.visibleCells.map { $0.backgroundColor?.resolvedColor(with: dark) },
                [color, color].map { $0.resolvedColor(with: dark) })
            table.visibleCells[0].backgroundColor = .red
            scene.turn { table.frame.size.height -= 1 }
            XCTAssertEqual(table.visibleCells[0].backgroundColor, .red)
        }
    }

    private func texts(_ table: UITableView) -> [String] { table.visibleCells.map { $0.textLabel?.text ?? "-" } }

    func testOnlyRowsInViewHaveCellsAndTheyAreUsedAgain() async {
        let scene = Scene(), rows = Rows([(0..<1000).map { "\($0)" }])
        Cell.made = 0
        let table = table(scene, rows)
        XCTAssertEqual(table.contentSize, CGSize(width: 200, height: 20_000))
        XCTAssertEqual(texts(table), ["0", "1", "2", "3", "4"])
        for offset in stride(from: 0, through: 3000, by: 30) { scene.turn { table.contentOffset.y = CGFloat(offset) } }
        XCTAssertEqual(texts(table), ["150", "151", "152", "153", "154"])
        XCTAssertLessThan(Cell.made, 15, "cells that left are used again")
        XCTAssertTrue(table.visibleCells.allSatisfy { ($0 as? Cell)?.reuses ?? 0 > 0 && $0.reuseIdentifier == "row" })
        XCTAssertEqual(table.indexPathForRow(at: CGPoint(x: 5, y: 3015)), IndexPath(row: 150, section: 0))
        XCTAssertEqual(table.rectForRow(at: IndexPath(row: 2, section: 0)), CGRect(x: 0, y: 40, width: 200, height: 20))
        scene.turn { table.scrollToRow(at: IndexPath(row: 999, section: 0), at: .bottom, animated: false) }
        XCTAssertEqual(texts(table).last, "999")
    }

    func testTapsChooseRows() async {
        let scene = Scene(), rows = Rows([["a", "b", "c"]]), table = table(scene, rows)
        for y in [30, 50] as [CGFloat] {
            scene.touch(.began, 50, y)
            scene.advance(to: scene.time + 0.3)
            scene.touch(.ended, 50, y)
        }
        XCTAssertEqual(rows.notes, ["chose 0.1", "left 0.1", "chose 0.2"])
        XCTAssertEqual(table.indexPathForSelectedRow, IndexPath(row: 2, section: 0))
        XCTAssertTrue(table.cellForRow(at: IndexPath(row: 2, section: 0))?.isSelected ?? false)
        scene.turn { table.deselectRow(at: IndexPath(row: 2, section: 0), animated: true) }
        XCTAssertNil(table.indexPathForSelectedRow)
    }

    func testRowsComeGoAndMove() async {
        let scene = Scene(), rows = Rows([["a", "b", "c", "d"]]), table = table(scene, rows)
        var isOver = false
        let b = table.cellForRow(at: IndexPath(row: 1, section: 0))
        scene.turn {
            table.performBatchUpdates {
                rows.sections = [["x", "d", "b", "c"]]
                table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
                table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
                table.moveRow(at: IndexPath(row: 3, section: 0), to: IndexPath(row: 1, section: 0))
            } completion: { _ in
                isOver = true
            }
        }
        XCTAssertTrue(table.cellForRow(at: IndexPath(row: 2, section: 0)) === b, "a row that stays keeps its cell")
        scene.advance(to: scene.time + 0.15)
        let shown = table.cellForRow(at: IndexPath(row: 1, section: 0))?.layer.presentation()?.frame.minY ?? 0
        XCTAssertTrue((21...59).contains(shown), "d is on its way up: \(shown)")
        scene.advance(to: scene.time + 0.5)
        XCTAssertTrue(isOver)
        XCTAssertEqual(texts(table), ["x", "d", "b", "c"])
        XCTAssertEqual(table.visibleCells.map(\.frame.minY), [0, 20, 40, 60])
        XCTAssertEqual(table.subviews.filter { $0 is UITableViewCell }.count, 4)
        // A data source that contradicts the change: all is asked anew.
        scene.turn {
            rows.sections = [["only"]]
            table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
        scene.advance(to: scene.time + 0.5)
        XCTAssertEqual(texts(table), ["only"])
    }

    func testRowsOfAutomaticHeightAreMeasured() async {
        let scene = Scene(CGSize(width: 120, height: 300)),
            rows = Rows([["short", "a text that needs several lines in this narrow table"]])
        rows.height = UITableView.automaticDimension
        final class Tall: UITableViewCell {
            let label = UILabel()
            override init(style: CellStyle, reuseIdentifier: String?) {
                super.init(style: style, reuseIdentifier: reuseIdentifier)
                label.numberOfLines = 0
                label.translatesAutoresizingMaskIntoConstraints = false
                contentView.addSubview(label)
                NSLayoutConstraint.activate([
                    label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
                    label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
                    label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
                    label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
                ])
            }
            required init?(coder: NSCoder) { nil }
            override var textLabel: UILabel? { label }
        }
        let table = UITableView(frame: scene.window.bounds)
        table.register(Tall.self, forCellReuseIdentifier: "row")
        (table.dataSource, table.delegate) = (rows, rows)
        scene.add(table)
        scene.advance(to: 0.1)
        let heights = table.visibleCells.map(\.frame.height)
        XCTAssertEqual(heights.count, 2)
        XCTAssertGreaterThan(heights[1], heights[0] + 40)
        XCTAssertEqual(table.contentSize.height, heights.reduce(0, +), accuracy: 0.01)
        XCTAssertEqual(table.visibleCells[1].frame.minY, heights[0], accuracy: 0.5)
    }

    func testMappingOfChanges() async {
        var changes = ItemUpdates()
        changes.deletedSections = [0]
        changes.inserted = [IndexPath(item: 1, section: 0)]
        changes.moved = [(IndexPath(item: 0, section: 1), IndexPath(item: 2, section: 0))]
        let map = changes.mapping(from: [5, 2], to: [3])
        XCTAssertEqual(
            map,
            [
                IndexPath(item: 1, section: 1): IndexPath(item: 0, section: 0),
                IndexPath(item: 0, section: 1): IndexPath(item: 2, section: 0),
            ])
        XCTAssertNil(changes.mapping(from: [5, 2], to: [4]))
        XCTAssertNil(changes.mapping(from: [5], to: [3, 1]))
    }

    // MARK: Collections

    private final class Item: UICollectionViewCell {
        let label = UILabel()
        override init(frame: CGRect) {
            super.init(frame: frame)
            contentView.addSubview(label)
        }
        required init?(coder: NSCoder) { nil }
    }

    private final class Items: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
        var items: [String]
        var notes: [String] = []
        init(_ items: [String]) { self.items = items }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
            (cell as? Item)?.label.text = items[indexPath.item]
            return cell
        }
        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            notes.append("chose \(indexPath.item)")
        }
    }

    func testFlowLayoutFillsLines() async {
        let scene = Scene(), items = Items((0..<100).map { "\($0)" }), layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 60, height: 30)
        let view = UICollectionView(frame: scene.window.bounds, collectionViewLayout: layout)
        view.register(Item.self, forCellWithReuseIdentifier: "item")
        (view.dataSource, view.delegate) = (items, items)
        scene.add(view)
        scene.advance(to: 0.1)
        // Three in a line, 10 between lines.
        XCTAssertEqual(view.contentSize, CGSize(width: 200, height: 34 * 30 + 33 * 10))
        XCTAssertEqual(
            (0..<4).map { layout.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame.origin },
            [
                CGPoint(x: 0, y: 0), CGPoint(x: 70, y: 0), CGPoint(x: 140, y: 0), CGPoint(x: 0, y: 40),
            ])
        XCTAssertEqual(view.visibleCells.count, 9)
        scene.touch(.began, 100, 50)
        scene.advance(to: scene.time + 0.3)
        scene.touch(.ended, 100, 50)
        XCTAssertEqual(items.notes, ["chose 4"])
        scene.turn { view.contentOffset.y = 400 }
        XCTAssertEqual(view.visibleCells.compactMap { ($0 as? Item)?.label.text }.first, "30")
        scene.turn {
            view.performBatchUpdates {
                items.items.removeFirst()
                view.deleteItems(at: [IndexPath(item: 0, section: 0)])
            }
        }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(view.visibleCells.compactMap { ($0 as? Item)?.label.text }.first, "31")
        XCTAssertEqual(view.numberOfItems(inSection: 0), 99)
    }

    func testItemsMoveToAnotherLayout() async {
        let scene = Scene(), items = Items(["a", "b", "c"]), layout = UICollectionViewFlowLayout(), wide = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 60, height: 20)
        wide.itemSize = CGSize(width: 200, height: 20)
        let view = UICollectionView(frame: scene.window.bounds, collectionViewLayout: layout)
        view.register(Item.self, forCellWithReuseIdentifier: "item")
        (view.dataSource, view.delegate) = (items, items)
        scene.add(view)
        scene.advance(to: 0.1)
        var isOver = false
        scene.turn { view.setCollectionViewLayout(wide, animated: true) { _ in isOver = true } }
        scene.advance(to: scene.time + 0.15)
        for item in 1...2 {
            let y = view.cellForItem(at: IndexPath(item: item, section: 0))?.layer.presentation()?.frame.minY ?? -1
            XCTAssertTrue(y > 1 && y < CGFloat(item) * 30 - 1, "\(item) is on its way down: \(y)")
        }
        scene.advance(to: scene.time + 0.5)
        XCTAssertTrue(isOver)
        XCTAssertEqual((0..<3).map { view.cellForItem(at: IndexPath(item: $0, section: 0))?.frame.minY }, [0, 30, 60])
    }

    func testMarginsOfInsetGroupsAreNoRows() async {
        let scene = Scene(CGSize(width: 200, height: 200)), rows = Rows([["a", "b"]])
        let table = UITableView(frame: scene.window.bounds, style: .insetGrouped)
        table.register(Cell.self, forCellReuseIdentifier: "row")
        (table.dataSource, table.delegate) = (rows, rows)
        scene.add(table)
        scene.advance(to: 0.1)
        let path = IndexPath(row: 1, section: 0), frame = table.rectForRow(at: path)
        XCTAssertEqual(table.indexPathForRow(at: CGPoint(x: frame.midX, y: frame.midY)), path)
        XCTAssertEqual(table.indexPathForRow(at: CGPoint(x: frame.minX, y: frame.midY)), path)
        XCTAssertNil(table.indexPathForRow(at: CGPoint(x: frame.minX - 1, y: frame.midY)))
        XCTAssertNil(table.indexPathForRow(at: CGPoint(x: frame.maxX, y: frame.midY)))
        XCTAssertEqual(table.indexPathsForRows(in: frame.insetBy(dx: 1, dy: 1)), [path])
        XCTAssertEqual(table.indexPathsForRows(in: CGRect(x: 0, y: frame.minY + 1, width: frame.minX - 1, height: 5)), [])
        scene.touch(.began, frame.minX - 10, frame.midY, at: 1)
        scene.touch(.ended, frame.minX - 10, frame.midY, at: 1.1)
        XCTAssertEqual(rows.notes, [])
        scene.touch(.began, frame.minX + 10, frame.midY, at: 2)
        scene.touch(.ended, frame.minX + 10, frame.midY, at: 2.1)
        XCTAssertEqual(rows.notes, ["chose 0.1"])
    }
}
