import Agate
import TestSupport
import XCTest

@testable import UIKit

/// Constraints and stacks align the text of views where it is drawn.
@MainActor final class BaselineTests: XCTestCase {
    private static let scale: CGFloat = 2
    private static let kinds: [(String, () -> UIView)] = [
        ("label", { label(13) }),
        ("large label", { label(31) }),
        (
            "attributed label",
            { label(13) { $0.attributedText = NSAttributedString(string: "HH", attributes: [.font: UIFont.systemFont(ofSize: 24)]) } }
        ),
        ("tall label", { label(13) { $0.heightAnchor.constraint(equalToConstant: 90).isActive = true } }),
        ("label of lines", { label(17) { $0.numberOfLines = 0 } }),
        (
            "field",
            {
                let field = UITextField()
                field.text = "HH"
                field.font = .systemFont(ofSize: 21)
                return field
            }
        ),
        (
            "button",
            {
                let button = UIButton(type: .custom)
                button.setTitle("HH", for: .normal)
                button.setTitleColor(.black, for: .normal)
                button.titleLabel?.font = .systemFont(ofSize: 19)
                return button
            }
        ),
        (
            "text view",
            {
                let view = UITextView()
                view.isScrollEnabled = false
                view.font = .systemFont(ofSize: 16)
                view.text = "HH"
                return view
            }
        ),
    ]

    private static func label(_ size: CGFloat, _ change: (UILabel) -> Void = { _ in }) -> UILabel {
        let label = UILabel()
        label.text = "HH"
        label.font = .systemFont(ofSize: size)
        change(label)
        return label
    }

    /// The last rows, in pixels, in which two views have ink. Their letters have no descenders.
    private func baselines(_ a: UIView, _ b: UIView, in root: UIView) -> [Int] {
        let host = OffscreenHost(size: CGSize(width: 300, height: 200), scale: Self.scale)
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        root.frame = window.bounds
        window.addSubview(root)
        window.isHidden = false
        host.perform { window.layoutIfNeeded() }
        let image = host.image()
        let columns = [a, b].map { $0.convert($0.bounds, to: window) }
        return image.withPixels { pixels in
            columns.map { place in
                (0..<image.height).last { y in
                    (Int(place.minX * Self.scale)..<Int(place.maxX * Self.scale)).contains { pixels[y * image.width + $0] & 255 < 100 }
                } ?? -1
            }
        }
    }

    private func assertAligned(_ rows: [Int], _ name: String, line: UInt = #line) {
        XCTAssertGreaterThan(rows.min() ?? -1, 0, name, line: line)
        XCTAssertLessThanOrEqual(abs(rows[0] - rows[1]), 1, "\(name): \(rows)", line: line)
    }

    func testConstraintsBetweenAllKinds() async {
        for (name, make) in Self.kinds {
            for isFirst in [true, false] {
                let root = UIView(), reference = Self.label(40), view = make()
                for (index, each) in [reference, view].enumerated() {
                    each.translatesAutoresizingMaskIntoConstraints = false
                    root.addSubview(each)
                    each.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: CGFloat(index) * 150).isActive = true
                }
                reference.topAnchor.constraint(equalTo: root.topAnchor, constant: 60).isActive = true
                if isFirst {
                    view.firstBaselineAnchor.constraint(equalTo: reference.firstBaselineAnchor).isActive = true
                } else {
                    view.lastBaselineAnchor.constraint(equalTo: reference.lastBaselineAnchor).isActive = true
                }
                assertAligned(baselines(reference, view, in: root), "\(name), first: \(isFirst)")
            }
        }
    }

    func testStacks() async {
        for (name, make) in Self.kinds {
            for alignment in [UIStackView.Alignment.firstBaseline, .lastBaseline] {
                let root = UIView(), reference = Self.label(40), view = make()
                let stack = UIStackView(arrangedSubviews: [reference, view])
                stack.alignment = alignment
                stack.spacing = 20
                stack.translatesAutoresizingMaskIntoConstraints = false
                root.addSubview(stack)
                stack.topAnchor.constraint(equalTo: root.topAnchor, constant: 20).isActive = true
                stack.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
                assertAligned(baselines(reference, view, in: root), "\(name), \(alignment)")
                XCTAssertEqual(stack.frame.minY, 20)
                XCTAssertEqual(stack.bounds.height, max(reference.frame.maxY, view.frame.maxY), accuracy: 0.6, name)
                XCTAssertEqual(min(reference.frame.minY, view.frame.minY), 0, accuracy: 0.6, name)
            }
        }
    }

    func testSpacingBetweenBaselines() async {
        let stack = UIStackView(arrangedSubviews: [Self.label(30), Self.label(12), Self.label(20)])
        stack.axis = .vertical
        stack.spacing = 40
        stack.isBaselineRelativeArrangement = true
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        stack.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(stack)
        stack.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
        root.layoutIfNeeded()
        let places = stack.arrangedSubviews.compactMap { $0 as? UILabel }.map { $0.frame.midY + ($0.font.ascender + $0.font.descender) / 2 }
        XCTAssertEqual(places[1] - places[0], 40, accuracy: 1)
        XCTAssertEqual(places[2] - places[1], 40, accuracy: 1)
    }

    /// Another font moves what depends on the baseline, also where the size of the view stays.
    func testAnotherFont() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)), label = Self.label(10), mark = UIView()
        for view in [label, mark] {
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
        }
        NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: root.topAnchor), label.heightAnchor.constraint(equalToConstant: 80),
            label.widthAnchor.constraint(equalToConstant: 100), mark.topAnchor.constraint(equalTo: label.firstBaselineAnchor, constant: 4),
        ])
        for size in [10, 40, 22] as [CGFloat] {
            label.font = .systemFont(ofSize: size)
            root.layoutIfNeeded()
            XCTAssertEqual(mark.frame.minY, 44 + (label.font.ascender + label.font.descender) / 2, accuracy: 1, "\(size)")
        }
    }

    func testViewsWithoutTextAndOverrides() async {
        final class Card: UIView {
            let caption = BaselineTests.label(20)
            override var forFirstBaselineLayout: UIView { caption }
        }
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)), plain = UIView(), card = Card(), mark = UIView()
        root.addSubview(card)
        card.addSubview(card.caption)
        for view in [plain, card, card.caption, mark] { view.translatesAutoresizingMaskIntoConstraints = false }
        root.addSubview(plain)
        root.addSubview(mark)
        NSLayoutConstraint.activate([
            plain.firstBaselineAnchor.constraint(equalTo: root.topAnchor, constant: 10),
            plain.lastBaselineAnchor.constraint(equalTo: root.topAnchor, constant: 30),
            card.topAnchor.constraint(equalTo: root.topAnchor, constant: 50),
            card.caption.topAnchor.constraint(equalTo: card.topAnchor, constant: 8),
            mark.topAnchor.constraint(equalTo: card.firstBaselineAnchor),
        ])
        root.layoutIfNeeded()
        XCTAssertEqual(plain.frame.minY, 10)
        XCTAssertEqual(plain.frame.maxY, 30)
        XCTAssertEqual(mark.frame.minY, 58 + card.caption.font.ascender, accuracy: 1)
    }
}
