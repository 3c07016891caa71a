import Agate
import XCTest

@testable import UIKit

/// Lists that grow in an animation block: their new cells and headers are in their places from the start, with everything in them.
@MainActor final class NewViewsInAnimationTests: XCTestCase {
    /// A label at the end of its container, placed by constraints, and one placed by `layoutSubviews`.
    private final class Content: UIView {
        let plain = UILabel(), constrained = UILabel()
        override init(frame: CGRect) {
            super.init(frame: frame)
            addSubview(plain)
            addSubview(constrained)
            constrained.translatesAutoresizingMaskIntoConstraints = false
            NSLayoutConstraint.activate([
                constrained.trailingAnchor.constraint(equalTo: trailingAnchor), constrained.bottomAnchor.constraint(equalTo: bottomAnchor),
                constrained.widthAnchor.constraint(equalToConstant: 20), constrained.heightAnchor.constraint(equalToConstant: 10),
            ])
            autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }
        required init?(coder: NSCoder) { nil }
        override func layoutSubviews() {
            super.layoutSubviews()
            plain.frame = CGRect(x: bounds.width - 40, y: 0, width: 20, height: 10)
        }
        /// True if something in it has an animation.
        var isMoving: Bool { [self, plain, constrained].contains { !($0.layer.animationKeys() ?? []).isEmpty } }
    }

    private final class Source: NSObject, UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource {
        var contents: [Content] = []
        private func content(in view: UIView) {
            // What the program itself moves in the block is animated.
            UIView.performWithoutAnimation {
                let content = Content(frame: view.bounds)
                contents.append(content)
                view.addSubview(content)
            }
        }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            content(in: cell.contentView)
            return cell
        }
        func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 20 }
        func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            let header = UITableViewHeaderFooterView()
            content(in: header.contentView)
            return header
        }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 4 }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            content(in: cell.contentView)
            return cell
        }
    }

    /// Grows the list from no height, animated.
    private func check(_ list: UIScrollView, _ source: Source, count: Int, line: UInt = #line) {
        let scene = Scene(CGSize(width: 200, height: 300))
        list.frame = CGRect(x: 0, y: 0, width: 200, height: 0)
        scene.add(list)
        scene.advance(to: scene.time + 0.1)
        source.contents = []
        scene.turn {
            UIView.animate(withDuration: 1) {
                list.frame.size.height = 250
                list.layoutIfNeeded()
            }
        }
        XCTAssertEqual(source.contents.count, count, line: line)
        scene.advance(to: scene.time + 0.1)
        XCTAssertTrue(list.layer.animation(forKey: "bounds.size") != nil || !(list.layer.animationKeys() ?? []).isEmpty, line: line)
        for content in source.contents {
            XCTAssertFalse(content.isMoving, line: line)
            let bounds = content.bounds
            XCTAssertGreaterThan(bounds.width, 50, line: line)
            XCTAssertEqual(content.plain.layer.presentation()?.frame.minX, bounds.width - 40, line: line)
            XCTAssertEqual(content.constrained.layer.presentation()?.frame.maxX, bounds.width, line: line)
        }
        XCTAssertTrue(list.newViews.isEmpty, line: line)
    }

    func testTables() async {
        for style in [UITableView.Style.plain, .grouped, .insetGrouped] {
            let source = Source(), table = UITableView(frame: .zero, style: style)
            (table.dataSource, table.delegate, table.rowHeight) = (source, source, 40)
            check(table, source, count: 5)
        }
    }

    func testCollections() async {
        let source = Source(), layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 180, height: 40)
        let collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
        collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        collection.dataSource = source
        // One of the four shows already.
        check(collection, source, count: 3)
    }
}
