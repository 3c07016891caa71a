import Agate
import XCTest

@testable import UIKit

/// Contents of cells as values: a program's own, and lists'.
@MainActor final class ContentConfigurationTests: XCTestCase {
    private struct Mark: UIContentConfiguration {
        var number = 0
        var isOn = false
        func makeContentView() -> any UIView & UIContentView { MarkView(self) }
        func updated(for state: any UIConfigurationState) -> Mark {
            var made = self
            made.isOn = (state as? UICellConfigurationState)?.isSelected ?? false
            return made
        }
    }
    private final class MarkView: UIView, UIContentView {
        var configuration: any UIContentConfiguration
        init(_ mark: Mark) {
            configuration = mark
            super.init(frame: .zero)
        }
        required init?(coder: NSCoder) { nil }
        var mark: Mark? { configuration as? Mark }
        override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 33) }
    }

    func testACellShowsItsContentsView() async {
        let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        cell.contentConfiguration = Mark(number: 1)
        let view = cell.contentView as? MarkView
        XCTAssertEqual(view?.mark?.number, 1)
        XCTAssertEqual(view?.frame, CGRect(x: 0, y: 0, width: 100, height: 40))
        // The same view shows the next value.
        cell.contentConfiguration = Mark(number: 2)
        XCTAssertTrue(cell.contentView === view)
        XCTAssertEqual(view?.mark?.number, 2)
        cell.isSelected = true
        cell.layoutIfNeeded()
        XCTAssertEqual(view?.mark?.isOn, true)
        cell.contentConfiguration = nil
        XCTAssertFalse(cell.contentView === view)
        XCTAssertNil(view?.superview)
        XCTAssertTrue(cell.contentView.superview === cell)
    }

    func testATableCellShowsItsContentsView() async {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
        cell.contentConfiguration = Mark(number: 3)
        cell.layoutIfNeeded()
        XCTAssertEqual((cell.contentView as? MarkView)?.mark?.number, 3)
        XCTAssertEqual(cell.contentView.frame, CGRect(x: 0, y: 0, width: 200, height: 50))
        let fitting = cell.systemLayoutSizeFitting(
            CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        XCTAssertEqual(fitting.height, 33, accuracy: 1)
        // A list's content is in the labels.
        var list = cell.defaultContentConfiguration()
        list.text = "Title"
        cell.contentConfiguration = list
        XCTAssertEqual(cell.textLabel?.text, "Title")
        XCTAssertFalse(cell.contentView is MarkView)
    }

    func testUpdatesOfTheState() async {
        final class Cell: UICollectionViewCell {
            var states: [Bool] = []
            override func updateConfiguration(using state: UICellConfigurationState) { states.append(state.isSelected) }
        }
        let cell = Cell(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        cell.isSelected = true
        cell.layoutIfNeeded()
        XCTAssertEqual(cell.states, [true])
        var handled = 0
        cell.configurationUpdateHandler = { _, state in if state.isSelected { handled += 1 } }
        cell.layoutIfNeeded()
        XCTAssertEqual(handled, 1)
    }

    func testAListsView() async {
        var content = UIListContentConfiguration.subtitleCell()
        (content.text, content.secondaryText) = ("Title", "Below")
        let view = UIListContentView(configuration: content)
        view.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
        view.layoutIfNeeded()
        let labels = view.subviews.compactMap { $0 as? UILabel }
        XCTAssertEqual(labels.map(\.text), ["Title", "Below"])
        XCTAssertEqual(labels[0].frame.minX, 16)
        XCTAssertLessThanOrEqual(labels[0].frame.maxY, labels[1].frame.minY)
        XCTAssertEqual(
            view.sizeThatFits(CGSize(width: 200, height: 0)).height, 22 + labels[0].frame.height + 3 + labels[1].frame.height, accuracy: 1.5
        )
        // Side by side.
        content = .valueCell()
        (content.text, content.secondaryText) = ("Title", "Value")
        view.configuration = content
        view.layoutIfNeeded()
        XCTAssertEqual(labels[1].frame.maxX, 184, accuracy: 1)
        XCTAssertEqual(labels[0].frame.midY, labels[1].frame.midY, accuracy: 1)
        XCTAssertTrue(view.supports(UIListContentConfiguration.cell()))
        XCTAssertFalse(view.supports(Mark()))
    }
}
