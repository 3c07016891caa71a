import Agate
import AgateDiagnostics
import TestSupport
import UIKit
import XCTest

/// Views that show other texts, pictures and rows again and again keep nothing: see `MemorySlopeTests`, which does so with layers. A dozen
/// texts in turn, so that the caches of glyphs and words are full after the warm-up.
@MainActor final class ViewMemorySlopeTests: XCTestCase {
    private let host = OffscreenHost(size: CGSize(width: 80, height: 80))

    private func assertFlat(_ name: String, count: Int = 100, _ view: UIView, line: UInt = #line, _ body: (Int) -> Void) throws {
        host.perform {
            view.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
            host.layer.addSublayer(view.layer)
        }
        let slope = LiveMemory.slope(count: count) { n in
            host.perform { body(n) }
            host.advance(by: 0.3)
            host.paint(at: host.now)
        }
        host.perform { view.layer.removeFromSuperlayer() }
        guard let slope else { throw XCTSkip("the C library does not count") }
        if ProcessInfo.processInfo.environment["AGATE_SLOPES"] != nil { print("slope of \(name): \(slope) bytes a call") }
        XCTAssertLessThan(slope, 16, "\(name): bytes that each call keeps", line: line)
    }

    private func image(_ n: Int) -> UIImage? {
        CGImage(width: 2, height: 2, premultipliedBGRA: [UInt8](repeating: UInt8(n % 250), count: 16)).map { UIImage(cgImage: $0) }
    }

    func testLabels() async throws {
        let label = UILabel(), fixed = NSAttributedString(string: "fixed", attributes: [.font: UIFont.systemFont(ofSize: 9)])
        try assertFlat("text", label) { label.text = "text \($0 % 12)" }
        try assertFlat("wrapped, fitted", label) {
            (label.numberOfLines, label.adjustsFontSizeToFitWidth, label.minimumScaleFactor) = ($0 % 3, true, 0.5)
            (label.shadowColor, label.isHighlighted, label.highlightedTextColor) = (.red, $0 % 2 == 0, .blue)
            label.text = "several words that have no room \($0 % 12)"
            _ = label.intrinsicContentSize
        }
        try assertFlat("attributed", label) {
            label.attributedText = $0 % 2 == 0 ? fixed : nil
            label.font = .systemFont(ofSize: CGFloat(8 + $0 % 9))
            label.textAlignment = $0 % 3 == 0 ? .center : .right
        }
    }

    func testButtonsAndControls() async throws {
        let button = UIButton(type: .system), segments = UISegmentedControl(items: ["a", "b"]), slider = UISlider(), toggle = UISwitch()
        try assertFlat("button", button) {
            button.setTitle("title \($0 % 12)", for: .normal)
            button.setImage(image($0), for: .normal)
            (button.isHighlighted, button.isSelected) = ($0 % 2 == 0, $0 % 3 == 0)
            button.layoutIfNeeded()
        }
        try assertFlat("segments", segments) {
            segments.setTitle("segment \($0 % 12)", forSegmentAt: 0)
            segments.selectedSegmentIndex = $0 % 2
            segments.layoutIfNeeded()
        }
        try assertFlat("slider", slider) { slider.setValue(Float($0 % 10) / 10, animated: $0 % 2 == 0) }
        try assertFlat("switch", toggle) { toggle.setOn($0 % 2 == 0, animated: $0 % 4 == 0) }
    }

    func testImagesAndDrawnStrings() async throws {
        let view = UIImageView(), drawn = DrawnStrings()
        try assertFlat("image view", view) {
            view.image = image($0)
            view.contentMode = $0 % 2 == 0 ? .scaleAspectFit : .center
        }
        try assertFlat("drawn strings", drawn) {
            drawn.number = $0
            drawn.setNeedsDisplay()
        }
    }

    private final class DrawnStrings: UIView {
        var number = 0
        override func draw(_ rect: CGRect) {
            let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 9), .foregroundColor: UIColor.red]
            "string \(number % 12)".draw(at: .zero, withAttributes: attributes)
            "string \(number % 12) that is broken".draw(in: rect, withAttributes: attributes)
            _ = ("string" as NSString).size(withAttributes: attributes)
            _ = "string".boundingRect(
                with: CGSize(width: 20, height: 90), options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], attributes: attributes,
                context: nil)
        }
    }

    func testWrittenText() async throws {
        let text = UITextView(), field = UITextField()
        try assertFlat("text view", text) {
            text.text = "line \($0 % 12)\nand another one"
            text.insertText("x")
            text.deleteBackward()
            text.layoutIfNeeded()
        }
        try assertFlat("text field", field) {
            field.text = "field \($0 % 12)"
            field.placeholder = "placeholder \($0 % 12)"
            field.insertText("x")
            field.deleteBackward()
            field.layoutIfNeeded()
        }
    }

    private final class Rows: NSObject, UITableViewDataSource {
        var turn = 0
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 + turn % 3 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "cell") ?? UITableViewCell(style: .subtitle, reuseIdentifier: "cell")
            cell.textLabel?.text = "row \(indexPath.row) \(turn % 12)"
            cell.detailTextLabel?.text = "detail \(turn % 12)"
            return cell
        }
    }

    func testTables() async throws {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 80, height: 80)), rows = Rows()
        table.dataSource = rows
        try assertFlat("table", count: 40, table) {
            rows.turn = $0
            table.reloadData()
            table.layoutIfNeeded()
        }
    }

    func testViewsComeAndGo() async throws {
        let top = UIView()
        try assertFlat("views", top) { n in
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9)), label = UILabel()
            label.text = "label \(n % 12)"
            view.addSubview(label)
            label.translatesAutoresizingMaskIntoConstraints = false
            label.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
            view.addGestureRecognizer(UITapGestureRecognizer())
            top.addSubview(view)
            UIView.animate(withDuration: 0.1) {
                view.alpha = 0.5
            } completion: { _ in
                view.removeFromSuperview()
            }
        }
        XCTAssertLessThan(top.subviews.count, 2)
    }
}
