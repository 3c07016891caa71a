import Agate
import UIKit
import XCTest

@MainActor final class TableSwipeTests: XCTestCase {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var notes: [String] = []
        var rows = ["a", "b", "c"]
        var finishes = true
        var levels: [Int]?
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = rows[indexPath.row]
            cell.accessoryType = [.detailButton, .detailDisclosureButton, .disclosureIndicator][indexPath.row]
            return cell
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 50 }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { notes.append("chose \(indexPath.row)") }
        func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
            notes.append("details \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { levels?[indexPath.row] ?? 0 }
        func tableView(
            _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? {
            guard indexPath.row < 2 else { return nil }
            let actions = ["Delete", "Flag"].map { title in
                UIContextualAction(style: title == "Delete" ? .destructive : .normal, title: title) { [weak self] action, view, done in
                    guard let self else { return }
                    notes.append("\(title) \(indexPath.row) \(view.window != nil)")
                    if finishes { done(true) }
                }
            }
            return UISwipeActionsConfiguration(actions: actions)
        }
    }

    private func table(_ rows: Rows) -> (Scene, UITableView) {
        let scene = Scene(CGSize(width: 400, height: 200)), table = UITableView(frame: scene.window.bounds)
        (table.dataSource, table.delegate) = (rows, rows)
        scene.add(table)
        scene.advance(to: 0.1)
        return (scene, table)
    }

    private func drag(_ scene: Scene, from start: CGPoint, to x: CGFloat) {
        scene.touch(.began, start.x, start.y)
        let steps = 10
        for step in 1...steps {
            scene.touch(.moved, start.x + (x - start.x) * CGFloat(step) / CGFloat(steps), start.y, at: scene.time + 0.05)
        }
        scene.touch(.ended, x, start.y, at: scene.time + 0.3)
        scene.advance(to: scene.time + 1)
    }

    private func tap(_ scene: Scene, _ x: CGFloat, _ y: CGFloat) {
        scene.touch(.began, x, y)
        scene.touch(.ended, x, y, at: scene.time + 0.3)
        scene.advance(to: scene.time + 1)
    }

    private func minX(_ table: UITableView, _ row: Int) -> CGFloat {
        table.cellForRow(at: IndexPath(row: row, section: 0))?.frame.minX ?? -1
    }

    func testASwipeShowsActions() async {
        let rows = Rows(), (scene, table) = table(rows)
        drag(scene, from: CGPoint(x: 300, y: 75), to: 180)
        let open = minX(table, 1)
        XCTAssertLessThan(open, -140, "two buttons of 74 points at least")
        XCTAssertEqual(minX(table, 0), 0)
        table.setNeedsLayout()
        scene.advance(to: scene.time + 0.1)
        XCTAssertEqual(minX(table, 1), open, "layout leaves it")
        // The first action is at the edge, and red.
        let pixel = scene.pixel(396, 55)
        XCTAssertGreaterThan(pixel >> 24, 200)
        XCTAssertLessThan((pixel >> 16) & 255, 120)
        tap(scene, 380, 75)
        XCTAssertEqual(rows.notes, ["Delete 1 true"])
        XCTAssertEqual(minX(table, 1), 0, "it is done: the row goes back")
        XCTAssertTrue(table.indexPathsForSelectedRows == nil)
        // The second one; the handler is not done.
        rows.finishes = false
        drag(scene, from: CGPoint(x: 300, y: 25), to: 180)
        tap(scene, 400 - 100, 25)
        XCTAssertEqual(rows.notes.last, "Flag 0 true")
        XCTAssertEqual(minX(table, 0), open)
        // A touch elsewhere puts it back, and selects nothing.
        tap(scene, 50, 125)
        XCTAssertEqual(minX(table, 0), 0)
        XCTAssertEqual(rows.notes.count, 2)
        tap(scene, 50, 125)
        XCTAssertEqual(rows.notes.last, "chose 2")
    }

    func testShortLongAndForeignSwipes() async {
        let rows = Rows(), (scene, table) = table(rows)
        drag(scene, from: CGPoint(x: 300, y: 25), to: 270)
        XCTAssertEqual(minX(table, 0), 0, "not far enough")
        drag(scene, from: CGPoint(x: 100, y: 25), to: 300)
        XCTAssertEqual(minX(table, 0), 0, "no actions at that side")
        drag(scene, from: CGPoint(x: 300, y: 125), to: 150)
        XCTAssertEqual(minX(table, 2), 0, "no actions of that row")
        XCTAssertFalse(rows.notes.contains { !$0.hasPrefix("chose") })
        rows.notes = []
        drag(scene, from: CGPoint(x: 390, y: 25), to: 40)
        XCTAssertEqual(rows.notes, ["Delete 0 true"], "a long swipe runs the first action")
        XCTAssertEqual(minX(table, 0), 0)
        drag(scene, from: CGPoint(x: 300, y: 25), to: 180)
        XCTAssertLessThan(minX(table, 0), 0)
        scene.turn { table.reloadData() }
        scene.advance(to: scene.time + 0.1)
        XCTAssertEqual(minX(table, 0), 0)
        XCTAssertEqual(table.subviews.filter { $0.clipsToBounds && $0.frame.width > 100 && $0.frame.width < 400 }.count, 0)
    }

    func testDetailButtonsAndIndentation() async {
        let rows = Rows()
        rows.levels = [0, 3, 0]
        let (scene, table) = table(rows)
        tap(scene, 380, 25)
        tap(scene, 350, 75)
        tap(scene, 380, 125)
        XCTAssertEqual(rows.notes, ["details 0", "details 1", "chose 2"], "an arrow is part of its row")
        tap(scene, 100, 25)
        XCTAssertEqual(rows.notes.last, "chose 0")
        XCTAssertEqual(
            (0..<3).map { table.cellForRow(at: IndexPath(row: $0, section: 0))?.contentView.frame.minX }, [0, 30, 0])
    }

    func testSeveralRowsWhileEditing() async {
        let rows = Rows(), (scene, table) = table(rows)
        table.allowsSelectionDuringEditing = true
        table.allowsMultipleSelectionDuringEditing = true
        table.setEditing(true, animated: false)
        tap(scene, 100, 25)
        tap(scene, 100, 75)
        XCTAssertEqual(table.indexPathsForSelectedRows?.count, 2)
        table.setEditing(false, animated: false)
        tap(scene, 100, 125)
        XCTAssertEqual(table.indexPathsForSelectedRows, [IndexPath(row: 2, section: 0)])
    }

    func testACollectionsSelectionGoesWhenItShowsAgain() async {
        final class Controller: UICollectionViewController {
            override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
            override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
                UICollectionViewCell(frame: .zero)
            }
        }
        for clears in [true, false] {
            let controller = Controller(collectionViewLayout: UICollectionViewFlowLayout())
            controller.clearsSelectionOnViewWillAppear = clears
            let scene = Scene()
            scene.turn { scene.window.rootViewController = controller }
            scene.advance(to: 0.1)
            controller.collectionView.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
            scene.turn { controller.viewWillAppear(false) }
            XCTAssertEqual(controller.collectionView.indexPathsForSelectedItems?.count, clears ? 0 : 1)
        }
    }
}
