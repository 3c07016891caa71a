import Agate
import XCTest

@testable import UIKit

/// The lines of rows, by the style of the table, the row's place, its image and the insets that were set.
@MainActor final class SeparatorTests: XCTestCase {
    private final class Rows: NSObject, UITableViewDataSource {
        var counts = [1, 2, 3], image: UIImage?, indentation = 0, inset: UIEdgeInsets?
        func numberOfSections(in tableView: UITableView) -> Int { counts.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { counts[section] }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.textLabel?.text = "Row"
            cell.imageView?.image = image
            cell.indentationLevel = indentation
            if let inset { cell.separatorInset = inset }
            return cell
        }
    }

    /// Returns the lines of a row that show, in the table's coordinates, from top to bottom.
    private func lines(_ table: UITableView, _ path: IndexPath) -> [CGRect] {
        guard let cell = table.cellForRow(at: path) else { return [] }
        return cell.subviews.filter { !$0.isHidden && $0.frame.height == 1 && $0.frame.width > 0 }.map { $0.convert($0.bounds, to: table) }
            .sorted { $0.minY < $1.minY }
    }

    private func table(_ style: UITableView.Style, _ rows: Rows, _ change: (UITableView) -> Void = { _ in }) -> (Scene, UITableView) {
        let scene = Scene(CGSize(width: 300, height: 900)), table = UITableView(frame: scene.window.bounds, style: style)
        table.dataSource = rows
        change(table)
        scene.add(table)
        scene.advance(to: 0.1)
        return (scene, table)
    }

    func testLinesByStyleAndPlace() async {
        for style in [UITableView.Style.plain, .grouped, .insetGrouped] {
            let rows = Rows(), (scene, table) = table(style, rows)
            func check(_ note: String) {
                for (section, count) in rows.counts.enumerated() {
                    for row in 0..<count {
                        let path = IndexPath(row: row, section: section), frame = table.rectForRow(at: path), isLast = row == count - 1
                        var expected: [CGRect] = []
                        if style == .grouped, row == 0 { expected.append(CGRect(x: 0, y: frame.minY, width: 300, height: 1)) }
                        let start = style == .grouped && isLast ? 0 : frame.minX + 16
                        if style != .insetGrouped || !isLast {
                            expected.append(CGRect(x: start, y: frame.maxY - 1, width: frame.maxX - start, height: 1))
                        }
                        XCTAssertEqual(lines(table, path), expected, "\(style) \(path) \(note)")
                    }
                }
            }
            check("at first")
            rows.counts[1] = 3
            scene.turn { table.insertRows(at: [IndexPath(row: 2, section: 1)], with: .none) }
            scene.advance(to: 1)
            check("after a row was added at the end")
            rows.counts[2] = 2
            scene.turn { table.deleteRows(at: [IndexPath(row: 0, section: 2)], with: .none) }
            scene.advance(to: 2)
            check("after the first row was removed")
            scene.turn { table.separatorStyle = .none }
            XCTAssertEqual(lines(table, IndexPath(row: 0, section: 1)), [])
        }
    }

    func testLinesBeginBelowTheText() async {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 28, height: 28)).image { _ in }
        let insets = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 7)
        for (image, indentation) in [(nil, 0), (image, 0), (nil, 2), (image, 2)] as [(UIImage?, Int)] {
            let text: CGFloat = 16 + CGFloat(indentation) * 10 + (image == nil ? 0 : 28 + 16)
            for (row, whole, reference, expected) in [
                (nil, nil, .fromCellEdges, UIEdgeInsets(top: 0, left: text, bottom: 0, right: 0)),
                (nil, insets, .fromCellEdges, insets), (insets, nil, .fromCellEdges, insets),
                (nil, insets, .fromAutomaticInsets, UIEdgeInsets(top: 0, left: text + 5, bottom: 0, right: 7)),
            ] as [(UIEdgeInsets?, UIEdgeInsets?, UITableView.SeparatorInsetReference, UIEdgeInsets)] {
                let rows = Rows()
                (rows.image, rows.indentation, rows.inset) = (image, indentation, row)
                let (_, table) = table(.plain, rows) {
                    $0.separatorInsetReference = reference
                    if let whole { $0.separatorInset = whole }
                }
                let path = IndexPath(row: 0, section: 1), cell = table.cellForRow(at: path)
                XCTAssertEqual(cell?.separatorInset, expected)
                XCTAssertEqual(lines(table, path).map(\.minX), [expected.left])
                XCTAssertEqual(lines(table, path).map(\.maxX), [300 - expected.right])
                let label = cell?.textLabel
                XCTAssertEqual(label?.convert(label?.bounds ?? .zero, to: cell).minX, text, "the text itself")
            }
        }
    }
}
