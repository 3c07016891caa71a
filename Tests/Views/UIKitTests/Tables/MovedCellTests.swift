import Agate
import XCTest

@testable import UIKit

/// Cells that a program moves stay where it moved them, until their rows move or are reloaded.
@MainActor final class MovedCellTests: XCTestCase {
    private final class Source: NSObject, UITableViewDataSource, UICollectionViewDataSource {
        var count = 6
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
    }

    func testTables() async {
        let scene = Scene(CGSize(width: 200, height: 200)), source = Source(), table = UITableView(frame: scene.window.bounds)
        table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
        (table.dataSource, table.rowHeight) = (source, 40)
        scene.add(table)
        scene.advance(to: 0.1)
        guard let cell = table.cellForRow(at: IndexPath(row: 1, section: 0)) else { return XCTFail("no cell") }
        let moved = CGRect(x: 10, y: 5, width: 150, height: 90)
        scene.turn {
            cell.frame = moved
            table.bringSubviewToFront(cell)
            table.setNeedsLayout()
        }
        scene.turn { table.contentOffset.y = 10 }
        XCTAssertEqual(cell.frame, moved)
        // Its row moves: another row comes before it, the rows get another width, the table is loaded again.
        source.count = 7
        scene.turn { table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none) }
        scene.advance(to: 2)
        XCTAssertEqual(cell.frame, CGRect(x: 0, y: 80, width: 200, height: 40))
        scene.turn { cell.frame = moved }
        scene.turn { table.frame.size.width = 180 }
        XCTAssertEqual(table.cellForRow(at: IndexPath(row: 2, section: 0))?.frame, CGRect(x: 0, y: 80, width: 180, height: 40))
        scene.turn { cell.frame = moved }
        scene.turn { table.reloadData() }
        scene.advance(to: 3)
        XCTAssertEqual(table.visibleCells.map(\.frame.minY).sorted(), [0, 40, 80, 120, 160, 200])
        XCTAssertTrue(table.visibleCells.allSatisfy { $0.frame.size == CGSize(width: 180, height: 40) })
    }

    func testCollections() async {
        let scene = Scene(CGSize(width: 200, height: 200)), source = Source(), layout = UICollectionViewFlowLayout()
        (layout.itemSize, layout.minimumLineSpacing) = (CGSize(width: 200, height: 40), 0)
        let collection = UICollectionView(frame: scene.window.bounds, collectionViewLayout: layout)
        collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        collection.dataSource = source
        scene.add(collection)
        scene.advance(to: 0.1)
        guard let cell = collection.cellForItem(at: IndexPath(item: 1, section: 0)) else { return XCTFail("no cell") }
        let moved = CGRect(x: 10, y: 5, width: 150, height: 90)
        scene.turn {
            cell.frame = moved
            collection.bringSubviewToFront(cell)
            collection.setNeedsLayout()
        }
        scene.turn { collection.contentOffset.y = 10 }
        XCTAssertEqual(cell.frame, moved)
        source.count = 7
        scene.turn { collection.insertItems(at: [IndexPath(item: 0, section: 0)]) }
        scene.advance(to: 2)
        XCTAssertEqual(cell.frame, CGRect(x: 0, y: 80, width: 200, height: 40))
        scene.turn { cell.frame = moved }
        scene.turn { collection.reloadData() }
        scene.advance(to: 3)
        XCTAssertEqual(collection.visibleCells.map(\.frame.minY).sorted(), [0, 40, 80, 120, 160, 200])
        XCTAssertTrue(collection.visibleCells.allSatisfy { $0.frame.size == CGSize(width: 200, height: 40) })
    }
}
