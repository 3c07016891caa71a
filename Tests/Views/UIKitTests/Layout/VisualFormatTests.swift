import XCTest

@testable import UIKit

/// Layout by text, in both directions.
@MainActor final class VisualFormatTests: XCTestCase {
    private let whole = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    private lazy var views: [String: UIView] = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, part()) })

    private func part() -> UIView {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        whole.addSubview(view)
        return view
    }

    private func made(_ format: String, _ options: NSLayoutConstraint.FormatOptions = []) -> [NSLayoutConstraint] {
        NSLayoutConstraint.constraints(withVisualFormat: format, options: options, metrics: ["x": 10, "w": 25], views: views)
    }

    /// The horizontal extent of views that a format places.
    private func extents(_ format: String, _ names: [String], _ options: NSLayoutConstraint.FormatOptions = []) -> [[CGFloat]] {
        let constraints = made(format, options)
        NSLayoutConstraint.activate(constraints)
        whole.setNeedsLayout()
        whole.layoutIfNeeded()
        let found = names.compactMap { views[$0]?.frame }.map { [$0.minX, $0.width] }
        NSLayoutConstraint.deactivate(constraints)
        return found
    }

    private let rows: [(format: String, wanted: [[CGFloat]])] = [
        ("|-10-[a(30)]-5-[b(40)]", [[10, 30], [45, 40]]), ("|[a(30)][b(40)]", [[0, 30], [30, 40]]),
        ("|-[a(30)]-[b]-|", [[8, 30], [46, 146]]), ("|-(x)-[a(w)]-[b]-(x)-|", [[10, 25], [43, 147]]),
        ("[a(30)]-5-[b(40)]-10-|", [[115, 30], [150, 40]]), ("|-(>=4,==9@900)-[a(30)]-(>=7)-[b(40)]-12-|", [[9, 30], [148, 40]]),
        ("|-20-[a]-6-[b(a)]-20-|", [[20, 77], [103, 77]]), ("|-(<=9)-[a(30)]-(==3)-[b(40)]-127-|", [[0, 30], [33, 40]]),
    ]

    func testBothDirections() async {
        for (format, wanted) in rows {
            XCTAssertEqual(extents(format, ["a", "b"], .directionLeftToRight), wanted, format)
            XCTAssertEqual(extents(format, ["a", "b"]), wanted, "\(format), leading")
            let mirrored = wanted.map { [200 - $0[0] - $0[1], $0[1]] }
            XCTAssertEqual(extents(format, ["a", "b"], .directionRightToLeft), mirrored, "\(format), from the right")
            for view in [whole] + views.values { view.semanticContentAttribute = .forceRightToLeft }
            XCTAssertEqual(extents(format, ["a", "b"]), mirrored, "\(format), leading, in a view from the right")
            XCTAssertEqual(extents(format, ["a", "b"], .directionLeftToRight), wanted, "\(format), from the left")
            for view in [whole] + views.values { view.semanticContentAttribute = .unspecified }
        }
    }

    func testEachMarginIsItsOwn() async {
        whole.layoutMargins = UIEdgeInsets(top: 1, left: 20, bottom: 3, right: 40)
        XCTAssertEqual(extents("|-[a]-|", ["a"], .directionLeftToRight), [[20, 140]])
        XCTAssertEqual(extents("|-[a]-|", ["a"], .directionRightToLeft), [[20, 140]])
        NSLayoutConstraint.activate(made("V:|-[a]-|"))
        whole.layoutIfNeeded()
        XCTAssertEqual(views["a"]?.frame.minY, 1)
        XCTAssertEqual(views["a"]?.frame.height, 96)
    }

    func testEachFormatMakesItsConstraints() async {
        let counts: [(String, Int)] = [
            ("[a]", 0), ("[a(30)]", 1), ("[a(30)][b]", 2), ("[a]-[b]", 1), ("|[a]|", 2), ("|-[a]-[b]-[c]-|", 4), ("[a(>=1,<=9)]", 2),
            ("[a]-(>=1,<=9)-[b]", 2), ("|[a]", 1), ("[a]|", 1), ("V:[a(30)]|", 2), ("H:[a]", 0),
        ]
        for (format, count) in counts { XCTAssertEqual(made(format).count, count, format) }
        XCTAssertEqual(made("[a][b][c]", [.alignAllTop, .alignAllBottom]).count, 2 + 2 * 2)
    }

    func testFormatsThatAreNone() async {
        for format in [
            "", "[a", "[]", "[unknown]", "[a]]", "-[a]", "[a]-", "|-[a]-", "[a]-(b)-[c]", "[a(]", "[a(x]", "[a(unknown)]", "|", "[a]||",
        ] {
            XCTAssertEqual(made(format), [], format)
        }
        let alone = UIView()
        for format in ["|[v]", "[v]|", "|-8-[v]"] {
            XCTAssertEqual(NSLayoutConstraint.constraints(withVisualFormat: format, metrics: nil, views: ["v": alone]), [], "no superview")
        }
    }

    func testGuidesReachTheEdgesOfTheirView() async {
        let guide = UILayoutGuide()
        whole.addLayoutGuide(guide)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(withVisualFormat: "|-5-[g]-7-|", metrics: nil, views: ["g": guide])
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|-[g(20)]", metrics: nil, views: ["g": guide]))
        whole.layoutIfNeeded()
        XCTAssertEqual(guide.layoutFrame, CGRect(x: 5, y: 8, width: 188, height: 20))
    }
}
