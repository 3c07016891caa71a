import Agate
import XCTest

@testable import UIKit

/// Headers that a delegate makes, content configurations of headers, and the buttons of a swipe.
@MainActor final class TablePartTests: XCTestCase {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var made = 0
        var height = UITableView.automaticDimension
        func numberOfSections(in tableView: UITableView) -> Int { 2 }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 20 }
        func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { height }
        func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { height }
        func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { view(33) }
        func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { view(17) }
        func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> UISwipeActionsConfiguration?
        {
            UISwipeActionsConfiguration(actions: [UIContextualAction(style: .normal, title: "A title that takes its room") { _, _, _ in }])
        }
        private func view(_ height: CGFloat) -> UIView {
            made += 1
            let view = UITableViewHeaderFooterView(reuseIdentifier: nil), part = UIView()
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
            NSLayoutConstraint.activate([
                part.heightAnchor.constraint(equalToConstant: height), part.topAnchor.constraint(equalTo: view.topAnchor),
                part.bottomAnchor.constraint(equalTo: view.bottomAnchor), part.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                part.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            ])
            return view
        }
    }

    private func table(_ rows: Rows) -> (Scene, UITableView) {
        let scene = Scene(CGSize(width: 300, height: 300)), table = UITableView(frame: scene.window.bounds)
        (table.dataSource, table.delegate) = (rows, rows)
        scene.add(table)
        scene.advance(to: 0.1)
        return (scene, table)
    }

    func testEachHeaderIsMadeOnce() async {
        let rows = Rows(), (scene, table) = table(rows)
        XCTAssertEqual(rows.made, 4)
        XCTAssertEqual((0..<2).map { table.rectForHeader(inSection: $0) }.map(\.height), [33, 33])
        XCTAssertEqual((0..<2).map { table.rectForFooter(inSection: $0) }.map(\.minY), [53, 123])
        for section in 0..<2 {
            XCTAssertEqual(table.headerView(forSection: section)?.frame, table.rectForHeader(inSection: section))
            XCTAssertEqual(table.footerView(forSection: section)?.frame, table.rectForFooter(inSection: section))
        }
        scene.turn { table.contentOffset.y = 1 }
        XCTAssertEqual(rows.made, 4, "they are kept")
        rows.height = 40
        scene.turn { table.reloadData() }
        XCTAssertEqual(table.rectForFooter(inSection: 1).maxY, 2 * (40 + 20 + 40))
    }

    private struct Content: UIContentConfiguration {
        @MainActor final class Body: UIView, UIContentView {
            var configuration: any UIContentConfiguration
            init(_ configuration: any UIContentConfiguration) {
                self.configuration = configuration
                super.init(frame: .zero)
            }
            required init?(coder: NSCoder) { nil }
        }
        func makeContentView() -> any UIView & UIContentView { Body(self) }
        func updated(for state: any UIConfigurationState) -> Content { self }
    }

    func testHeadersShowTheViewOfTheirContent() async {
        let header = UITableViewHeaderFooterView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        header.layoutIfNeeded()
        header.contentConfiguration = Content()
        let body = header.contentView.subviews.first { $0 is Content.Body }
        XCTAssertEqual(body?.frame, header.contentView.bounds)
        header.frame.size.width = 150
        header.layoutIfNeeded()
        XCTAssertEqual(body?.frame.width, 150)
        header.contentConfiguration = nil
        XCTAssertFalse(header.contentView.subviews.contains { $0 is Content.Body })
        var list = UIListContentConfiguration.header()
        list.text = "Title"
        header.contentConfiguration = list
        XCTAssertEqual(header.textLabel?.text, "Title")
    }

    func testTheButtonOfASwipeIsAsWideAsItsTitle() async throws {
        let rows = Rows(), (scene, table) = table(rows)
        let y = table.rectForRow(at: IndexPath(row: 0, section: 0)).midY
        scene.touch(.began, 290, y)
        for step in 1...10 { scene.touch(.moved, 290 - CGFloat(step) * 15, y, at: scene.time + 0.05) }
        scene.touch(.ended, 140, y, at: scene.time + 0.3)
        scene.advance(to: scene.time + 1)
        func labels(_ view: UIView) -> [UILabel] { (view as? UILabel).map { [$0] } ?? view.subviews.flatMap(labels) }
        let label = try XCTUnwrap(labels(scene.window).first { $0.text == "A title that takes its room" })
        XCTAssertEqual(label.font, .systemFont(ofSize: 15))
        XCTAssertEqual(label.textColor, .white)
        let wanted = (label.sizeThatFits(CGSize(width: 1000, height: 0)).width + 30).rounded(.up)
        XCTAssertEqual(label.superview?.frame.width ?? 0, wanted, accuracy: 0.5)
    }
}
