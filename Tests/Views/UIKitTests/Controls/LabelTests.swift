import Agate
import XCTest

@testable import UIKit

@MainActor final class LabelTests: XCTestCase {
    private let long = "one two three four five six seven eight nine ten"

    func testFittingKeepsTheOrigin() async {
        let label = UILabel(frame: CGRect(x: 10, y: 20, width: 200, height: 50))
        label.text = "Fit"
        label.sizeToFit()
        XCTAssertLessThan(label.bounds.width, 60)
        XCTAssertEqual(label.frame.origin.x, 10, accuracy: 1e-9)
        XCTAssertEqual(label.frame.origin.y, 20, accuracy: 1e-9)
        let turned = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
        turned.text = "Fit"
        turned.transform = CGAffineTransform(rotationAngle: .pi / 2)
        let corner = turned.convert(CGPoint.zero, to: nil)
        turned.sizeToFit()
        XCTAssertEqual(turned.convert(CGPoint.zero, to: nil).x, corner.x, accuracy: 1e-9)
        XCTAssertEqual(turned.convert(CGPoint.zero, to: nil).y, corner.y, accuracy: 1e-9)
    }

    func testSizes() async {
        let label = UILabel()
        XCTAssertEqual(label.intrinsicContentSize, .zero)
        label.text = long
        let scale = label.traitCollection.usableScale
        let line = label.font.lineHeight
        let one = label.intrinsicContentSize
        XCTAssertEqual(one.height, (line * scale).rounded(.up) / scale)
        XCTAssertGreaterThanOrEqual(one.width, long.size(withAttributes: [.font: label.font!]).width)
        XCTAssertLessThan(one.width, long.size(withAttributes: [.font: label.font!]).width + 1 / scale)
        // One line has its width whatever the room.
        XCTAssertEqual(label.sizeThatFits(CGSize(width: 50, height: 10)), one)
        label.numberOfLines = 0
        let wrapped = label.sizeThatFits(CGSize(width: one.width / 2, height: 0))
        XCTAssertLessThanOrEqual(wrapped.width, one.width / 2)
        XCTAssertGreaterThan(wrapped.height, 2 * line - 1)
        label.numberOfLines = 2
        XCTAssertEqual(
            label.sizeThatFits(CGSize(width: 60, height: 0)).height, (2 * line * scale).rounded(.up) / scale, accuracy: 1 / scale)
        label.preferredMaxLayoutWidth = one.width / 2
        XCTAssertLessThanOrEqual(label.intrinsicContentSize.width, one.width / 2)
        XCTAssertEqual(
            label.textRect(forBounds: CGRect(x: 10, y: 10, width: 60, height: 500), limitedToNumberOfLines: 1).origin, CGPoint(x: 10, y: 10)
        )
    }

    func testAttributedTextTakesWhatItDoesNotSayFromTheLabel() async {
        let label = UILabel()
        label.font = .systemFont(ofSize: 30)
        label.textColor = .red
        let text = NSMutableAttributedString(string: "ab")
        text.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 1, length: 1))
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: 2))
        label.attributedText = text
        XCTAssertEqual(label.textAlignment, .right)
        XCTAssertEqual(label.text, "ab")
        let shown = label.attributedText
        XCTAssertEqual(shown?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor, .red)
        XCTAssertEqual(shown?.attribute(.foregroundColor, at: 1, effectiveRange: nil) as? UIColor, .blue)
        XCTAssertEqual((shown?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize, 30)
        label.textColor = .green
        XCTAssertEqual(label.attributedText?.attribute(.foregroundColor, at: 1, effectiveRange: nil) as? UIColor, .green)
        label.text = "plain"
        XCTAssertEqual(label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor, .green)
        label.text = nil
        XCTAssertNil(label.attributedText)
        XCTAssertEqual(label.intrinsicContentSize, .zero)
    }

    /// Text of several lines shrinks to the label's height, too; a single line only to its width.
    func testSeveralLinesShrinkToTheHeight() async {
        func ink(_ lines: Int, _ text: String, _ mode: NSLineBreakMode = .byTruncatingTail, attributed: Bool = false) -> [Int] {
            let scene = Scene(CGSize(width: 200, height: 60)), label = UILabel(frame: CGRect(x: 0, y: 10, width: 200, height: 30))
            scene.window.backgroundColor = .white
            (label.numberOfLines, label.adjustsFontSizeToFitWidth, label.minimumScaleFactor) = (lines, true, 0.1)
            (label.font, label.text) = (.systemFont(ofSize: 60), text)
            if attributed {
                label.attributedText = NSAttributedString(string: text, attributes: [.paragraphStyle: NSMutableParagraphStyle()])
            }
            label.lineBreakMode = mode
            scene.add(label)
            scene.advance(to: 0.1)
            let image = scene.host.image()
            guard let data = image.dataProvider?.data as Data? else { return [] }
            return (0..<60).filter { y in (0..<200).contains { data[y * image.bytesPerRow + $0 * 4] < 128 } }
        }
        for (lines, text) in [(0, "HHH"), (0, "HHHH HHHH HHHH"), (2, "HHHH HHHH HHHH"), (3, "HH\nHH\nHH")] {
            let rows = ink(lines, text)
            XCTAssertTrue((rows.first ?? 0) > 10 && (rows.last ?? 60) < 39, "\(lines) \(text): \(rows)")
        }
        // Text that breaks within a word, in each mode, plain and attributed: all of it is drawn, in the given number of lines.
        let modes: [NSLineBreakMode] = [.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle, .byWordWrapping, .byCharWrapping]
        for mode in modes {
            for isAttributed in [false, true] {
                let rows = ink(3, "HHHHHHHHHHHHH\nHH\nHH", mode, attributed: isAttributed)
                let gaps = zip(rows, rows.dropFirst()).count { $1 > $0 + 1 }
                XCTAssertEqual(gaps, 2, "\(mode) \(isAttributed): \(rows)")
                XCTAssertTrue((rows.first ?? 0) > 10 && (rows.last ?? 60) < 39, "\(mode) \(isAttributed): \(rows)")
            }
        }
        let single = ink(1, "HHH")
        XCTAssertTrue((single.first ?? 60) <= 10 && (single.last ?? 0) >= 39, "\(single)")
    }
}
