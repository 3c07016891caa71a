import Agate
import UIKit
import XCTest

@MainActor final class ListTests: XCTestCase {
    /// Rows with the list's own content, and headers.
    private final class Rows: NSObject, UICollectionViewDataSource {
        let counts: [Int]
        var change: (UICollectionViewListCell, IndexPath) -> Void = { _, _ in }
        init(_ counts: [Int]) { self.counts = counts }
        func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { counts[section] }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "row", for: indexPath) as! UICollectionViewListCell
            var content = cell.defaultContentConfiguration()
            content.text = "Row \(indexPath.item)"
            cell.contentConfiguration = content
            change(cell, indexPath)
            return cell
        }
        func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
        ) -> UICollectionReusableView {
            let cell =
                collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "side", for: indexPath)
                as! UICollectionViewListCell
            var content = cell.defaultContentConfiguration()
            content.text = kind
            cell.contentConfiguration = content
            return cell
        }
    }

    // Collections don't retain their data sources.
    private var kept: [Rows] = []

    private func list(
        _ rows: Rows, _ appearance: UICollectionLayoutListConfiguration.Appearance,
        _ change: (inout UICollectionLayoutListConfiguration) -> Void = { _ in }
    ) -> (Scene, UICollectionView) {
        var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
        change(&configuration)
        let scene = Scene(CGSize(width: 300, height: 400))
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 400),
            collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
        view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "row")
        for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
            view.register(UICollectionViewListCell.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "side")
        }
        view.dataSource = rows
        kept.append(rows)
        scene.add(view)
        scene.advance(to: 0.1)
        return (scene, view)
    }

    private func cell(_ view: UICollectionView, _ item: Int, _ section: Int = 0) -> UICollectionViewListCell {
        view.cellForItem(at: IndexPath(item: item, section: section)) as! UICollectionViewListCell
    }
    /// The visible lines of a cell, in its coordinates, from top to bottom.
    private func lines(_ cell: UICollectionViewListCell) -> [CGRect] {
        cell.subviews.filter { !$0.isHidden && $0.frame.height > 0 && $0.frame.height <= 1 }.map(\.frame).sorted { $0.minY < $1.minY }
    }
    private func ground(_ cell: UICollectionViewListCell) -> UIView { cell.subviews.first { $0 !== cell.contentView }! }

    func testRowsOfAPlainList() async {
        let (_, view) = list(Rows([3]), .plain)
        XCTAssertEqual(cell(view, 0).frame, CGRect(x: 0, y: 0, width: 300, height: 44))
        XCTAssertEqual(cell(view, 2).frame, CGRect(x: 0, y: 88, width: 300, height: 44))
        XCTAssertEqual(view.contentSize.height, 132)
        // Each row has a line below, which begins at its text.
        for item in 0..<3 {
            XCTAssertEqual(lines(cell(view, item)).map(\.minX), [16])
            XCTAssertEqual(lines(cell(view, item)).map(\.maxX), [300])
        }
    }

    func testCardsAndGroups() async {
        let (_, view) = list(Rows([3, 1]), .insetGrouped)
        XCTAssertEqual(cell(view, 0).frame, CGRect(x: 20, y: 18, width: 260, height: 44))
        XCTAssertEqual(cell(view, 0, 1).frame.minY, 18 + 132 + 18 + 18)
        XCTAssertEqual(ground(cell(view, 0)).layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
        XCTAssertEqual(ground(cell(view, 1)).layer.cornerRadius, 0)
        XCTAssertEqual(ground(cell(view, 2)).layer.maskedCorners, [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
        XCTAssertEqual(ground(cell(view, 0, 1)).layer.cornerRadius, 10)
        XCTAssertEqual(ground(cell(view, 1)).backgroundColor, .secondarySystemGroupedBackground)
        // The card ends with its corners.
        XCTAssertEqual([0, 1, 2].map { lines(cell(view, $0)).count }, [1, 1, 0])
        let (_, groups) = list(Rows([2]), .grouped)
        XCTAssertEqual(lines(cell(groups, 0)).map(\.minX), [0, 16])
        XCTAssertEqual(lines(cell(groups, 1)).map(\.minX), [0])
        let (_, sidebar) = list(Rows([2]), .sidebar)
        XCTAssertEqual(lines(cell(sidebar, 0)), [])
    }

    func testHeadersAndFooters() async {
        let (_, view) = list(Rows([2, 2]), .insetGrouped) {
            $0.headerMode = .supplementary
            $0.footerMode = .supplementary
        }
        let headers = view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader)
        XCTAssertEqual(headers.count, 2)
        let first = headers.min { $0.frame.minY < $1.frame.minY } as! UICollectionViewListCell
        XCTAssertEqual(first.frame.maxY, cell(view, 0).frame.minY)
        XCTAssertEqual((first.contentConfiguration as? UIListContentConfiguration)?.textProperties.font.pointSize, 13)
        XCTAssertEqual(view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionFooter).count, 2)
        // The first item is the header: the card begins with the second one.
        let (_, own) = list(Rows([3]), .insetGrouped) { $0.headerMode = .firstItemInSection }
        XCTAssertEqual(ground(cell(own, 0)).layer.cornerRadius, 0)
        XCTAssertNil(ground(cell(own, 0)).backgroundColor)
        XCTAssertEqual(ground(cell(own, 1)).layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    }

    func testSeparatorsOfTheProgram() async {
        let rows = Rows([3])
        rows.change = { cell, path in
            if path.item == 2 {
                cell.separatorLayoutGuide.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 60).isActive = true
                cell.separatorLayoutGuide.trailingAnchor.constraint(equalTo: cell.trailingAnchor).isActive = true
            }
        }
        let (_, view) = list(rows, .plain) {
            $0.separatorConfiguration.bottomSeparatorInsets.leading = 40
            $0.itemSeparatorHandler = { path, all in
                var one = all
                if path.item == 0 { one.bottomSeparatorVisibility = .hidden }
                if path.item == 2 { one.bottomSeparatorInsets = UIListSeparatorConfiguration.automaticInsets }
                if path.item == 1 { one.topSeparatorVisibility = .visible }
                return one
            }
        }
        XCTAssertEqual(lines(cell(view, 0)), [])
        XCTAssertEqual(lines(cell(view, 1)).map(\.minX), [16, 40])
        XCTAssertEqual(lines(cell(view, 2)).map(\.minX), [60])
        let (_, none) = list(Rows([2]), .plain) { $0.showsSeparators = false }
        XCTAssertEqual(lines(cell(none, 0)), [])
    }

    func testAccessories() async {
        let rows = Rows([2]), custom = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
        rows.change = { cell, path in
            guard path.item == 0 else { return }
            cell.accessories = [
                .label(text: "7"), .disclosureIndicator(displayed: .whenNotEditing), .delete(),
                .customView(configuration: .init(customView: custom, placement: .leading())),
            ]
        }
        let (scene, view) = list(rows, .plain)
        let row = cell(view, 0)
        XCTAssertEqual(custom.frame, CGRect(x: 16, y: 12, width: 30, height: 20))
        XCTAssertEqual(row.contentView.frame.minX, 46)
        let images = { row.subviews.compactMap { $0 as? UIImageView } }, labels = row.subviews.compactMap { $0 as? UILabel }
        XCTAssertEqual(images().count, 1)
        XCTAssertEqual(images()[0].frame.maxX, 284, accuracy: 1)
        XCTAssertLessThan(labels[0].frame.maxX, images()[0].frame.minX)
        XCTAssertEqual(row.contentView.frame.maxX, labels[0].frame.minX, accuracy: 1)
        // The sign of removal comes with editing, and the arrow goes.
        view.isEditing = true
        scene.advance(to: 0.2)
        XCTAssertEqual(images().count, 1)
        XCTAssertLessThan(images()[0].frame.maxX, custom.frame.minX + 60)
        XCTAssertTrue(custom.superview === row)
        XCTAssertEqual(cell(view, 1).contentView.frame.width, 300)
        row.accessories = []
        row.layoutIfNeeded()
        XCTAssertEqual(row.contentView.frame, CGRect(x: 0, y: 0, width: 300, height: 44))
        row.indentationLevel = 2
        row.layoutIfNeeded()
        XCTAssertEqual(row.contentView.frame.minX, 20)
    }

    func testHeightsOfLongTextAndOfConstraints() async {
        let rows = Rows([3])
        rows.change = { cell, path in
            if path.item == 0 {
                var content = cell.defaultContentConfiguration()
                content.text = String(repeating: "word ", count: 30)
                cell.contentConfiguration = content
            }
            guard path.item == 1 else { return }
            cell.contentConfiguration = nil
            let box = UIView()
            box.translatesAutoresizingMaskIntoConstraints = false
            cell.contentView.addSubview(box)
            NSLayoutConstraint.activate([
                box.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
                box.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
                box.heightAnchor.constraint(equalToConstant: 30),
            ])
        }
        let (_, view) = list(rows, .plain)
        XCTAssertGreaterThan(cell(view, 0).frame.height, 80)
        XCTAssertEqual(cell(view, 1).frame.height, 30)
        XCTAssertEqual(cell(view, 2).frame.height, 44)
    }

    func testSelectionAndTheProgramsBackground() async {
        let rows = Rows([2])
        rows.change = { cell, path in
            if path.item == 1 { cell.backgroundConfiguration = .listPlainCell() }
        }
        let (scene, view) = list(rows, .insetGrouped)
        XCTAssertNil(cell(view, 0).backgroundColor, "the list doesn't write what is the program's")
        XCTAssertEqual(ground(cell(view, 1)).backgroundColor, .systemBackground)
        view.selectItem(at: IndexPath(item: 0, section: 0), animated: false, scrollPosition: [])
        scene.advance(to: 0.2)
        XCTAssertEqual(ground(cell(view, 0)).backgroundColor, .systemGray4)
        view.deselectItem(at: IndexPath(item: 0, section: 0), animated: false)
        XCTAssertEqual(ground(cell(view, 0)).backgroundColor, .secondarySystemGroupedBackground)
        // The color behind the rows reaches beyond the content.
        let grounds = view.subviews.filter { $0.backgroundColor == .systemGroupedBackground }
        XCTAssertEqual(grounds.count, 1)
        XCTAssertTrue(grounds[0].frame.contains(view.bounds))
    }

    func testEmptyListsAndReuse() async {
        let (_, empty) = list(Rows([0]), .insetGrouped)
        XCTAssertEqual(empty.visibleCells.count, 0)
        let (_, none) = list(Rows([]), .plain)
        XCTAssertEqual(none.contentSize.height, 0)
        let (scene, view) = list(Rows([200]), .insetGrouped)
        view.contentOffset.y = 4000
        scene.advance(to: 0.2)
        for cell in view.visibleCells { XCTAssertEqual(ground(cell as! UICollectionViewListCell).layer.cornerRadius, 0) }
        view.contentOffset.y = view.contentSize.height - 400
        scene.advance(to: 0.3)
        XCTAssertEqual(ground(cell(view, 199)).layer.maskedCorners, [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    }
}
