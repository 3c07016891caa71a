import TestSupport
import XCTest

@testable import UIKit

final class TextDrawingTests: XCTestCase {
    private let font = UIFont.systemFont(ofSize: 20)
    private var plain: [NSAttributedString.Key: Any] { [.font: font] }

    func testSizes() {
        let one = "Hello".size(withAttributes: plain)
        XCTAssertEqual(one.height, font.lineHeight, accuracy: 1e-6)
        let two = "Hello\nHello there".size(withAttributes: plain)
        XCTAssertEqual(two.height, 2 * font.lineHeight, accuracy: 1e-6)
        XCTAssertGreaterThan(two.width, one.width)
        XCTAssertEqual("".size(withAttributes: plain), .zero)
        XCTAssertEqual(("Hello" as NSString).size(withAttributes: plain), one)
        XCTAssertEqual(NSAttributedString(string: "Hello", attributes: plain).size(), one)
    }

    func testBoundingRect() {
        let text = "one two three four five six seven"
        let whole = text.size(withAttributes: plain)
        let box = text.boundingRect(
            with: CGSize(width: whole.width / 2, height: .greatestFiniteMagnitude), options: .usesLineFragmentOrigin, attributes: plain,
            context: nil)
        XCTAssertLessThanOrEqual(box.width, whole.width / 2)
        XCTAssertGreaterThanOrEqual(box.height, 2 * font.lineHeight - 1e-6)
        XCTAssertEqual(box.origin, .zero)
        // Without the option: one line, whose baseline is the origin.
        let line = text.boundingRect(with: CGSize(width: 10, height: 10), attributes: plain, context: nil)
        XCTAssertEqual(line.width, whole.width, accuracy: 1e-6)
        XCTAssertEqual(line.minY, -font.ascender, accuracy: 1e-6)
        // 0 sets no limit.
        XCTAssertEqual(
            text.boundingRect(with: .zero, options: .usesLineFragmentOrigin, attributes: plain, context: nil).width, whole.width,
            accuracy: 1e-6)
        let ink = text.boundingRect(with: .zero, options: [.usesLineFragmentOrigin, .usesDeviceMetrics], attributes: plain, context: nil)
        XCTAssertLessThan(ink.height, whole.height)
    }

    func testShrinking() {
        let text = NSAttributedString(string: "A long line of text", attributes: plain)
        let context = NSStringDrawingContext()
        context.minimumScaleFactor = 0.5
        let width = text.size().width * 0.8
        let box = text.boundingRect(with: CGSize(width: width, height: font.lineHeight), options: .usesLineFragmentOrigin, context: context)
        XCTAssertEqual(context.actualScaleFactor, 0.8, accuracy: 0.011)
        XCTAssertLessThanOrEqual(box.width, width)
        XCTAssertEqual(context.totalBounds, box)
    }

    func testLinesThatHaveNoRoom() {
        let text = NSAttributedString(string: "one two three four five six seven eight nine ten", attributes: plain)
        let width = text.size().width / 3
        let all = TextBlock(StyledText(text), width: width)
        XCTAssertGreaterThan(all.rows.count, 2)
        XCTAssertFalse(all.isCut)
        let two = TextBlock(StyledText(text), width: width, lineLimit: 2, truncation: .end)
        XCTAssertEqual(two.rows.count, 2)
        XCTAssertTrue(two.isCut)
        XCTAssertLessThanOrEqual(two.size.width, width + 0.01)
        XCTAssertEqual(two.size.height, 2 * font.lineHeight, accuracy: 1e-6)
        XCTAssertEqual(TextBlock(StyledText(text), width: width, height: font.lineHeight * 2.9).rows.count, 2)
        // The first line is there even where it has no room.
        XCTAssertEqual(TextBlock(StyledText(text), width: width, height: 1).rows.count, 1)
        // The mark shows also where the text goes on in another paragraph.
        let paragraphs = NSAttributedString(string: "a\nb", attributes: plain)
        let cut = TextBlock(StyledText(paragraphs), width: 100, lineLimit: 1, truncation: .end)
        XCTAssertGreaterThan(cut.size.width, NSAttributedString(string: "a", attributes: plain).size().width)
        // Nothing fits into nothing; a mark is there all the same.
        XCTAssertEqual(TextBlock(StyledText(text), width: 0, lineLimit: 1, truncation: .end).rows.count, 1)
    }

    func testColorsOfBothKinds() throws {
        for color in [UIColor.red as Any, UIColor.red.cgColor as Any] {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 30), format: format).image { _ in
                "\u{2588}".draw(
                    at: .zero, withAttributes: [.font: UIFont(name: "DejaVuSansMono", size: 40) ?? font, .foregroundColor: color])
            }
            XCTAssertEqual(try XCTUnwrap(image.cgImage).rgba(8, 15), [255, 0, 0, 255])
        }
    }

    func testPicture() throws {
        try XCTSkipIf(!UIFont.familyNames.contains("Inter"), "Inter is not installed: package fonts-inter")
        let image = UIGraphicsImageRenderer(size: CGSize(width: 260, height: 200)).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 260, height: 200))
            "Top left".draw(
                at: CGPoint(x: 10, y: 8), withAttributes: [.font: UIFont.boldSystemFont(ofSize: 18), .foregroundColor: UIColor.systemBlue])
            let centred = NSMutableParagraphStyle()
            centred.alignment = .center
            let box = CGRect(x: 10, y: 36, width: 240, height: 60)
            UIColor.systemGray5.setFill()
            context.fill(box)
            "Words that are wrapped in a box and stand in its middle, as many lines as have room in it, and no line more than that"
                .draw(in: box, withAttributes: [.font: UIFont.systemFont(ofSize: 14), .paragraphStyle: centred])
            let shadow = NSShadow()
            shadow.shadowOffset = CGSize(width: 2, height: 3)
            shadow.shadowBlurRadius = 2
            shadow.shadowColor = UIColor.systemRed
            "Shadow".draw(
                at: CGPoint(x: 10, y: 104), withAttributes: [.font: UIFont.systemFont(ofSize: 30, weight: .heavy), .shadow: shadow])
            NSAttributedString(
                string: "Cut at its end, with a mark of what is left out",
                attributes: [.font: UIFont.italicSystemFont(ofSize: 15), .underlineStyle: NSUnderlineStyle.single.rawValue]
            ).draw(
                with: CGRect(x: 10, y: 150, width: 240, height: 20), options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine],
                context: nil)
            "baseline".draw(
                with: CGRect(x: 10, y: 190, width: 0, height: 0),
                attributes: [.font: UIFont.monospacedSystemFont(ofSize: 14, weight: .regular)], context: nil)
            UIColor.systemRed.setFill()
            context.fill(CGRect(x: 0, y: 190, width: 8, height: 1))
        }
        assertGolden(try XCTUnwrap(image.cgImage), "strings")
    }

    /// A picture between letters has its room, and stands on the baseline where its bounds say.
    @MainActor func testPicturesInText() async throws {
        let green = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { context in
            UIColor.green.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        let attachment = NSTextAttachment(image: green), font = UIFont.systemFont(ofSize: 20)
        attachment.bounds = CGRect(x: 0, y: 0, width: 40, height: 12)
        let text = NSMutableAttributedString(string: "ab", attributes: [.font: font]), plain = text.size().width
        text.insert(NSAttributedString(attachment: attachment), at: 0)
        XCTAssertEqual(text.size().width, plain + 40, accuracy: 0.01)
        let scene = Scene(), label = scene.add(UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
        scene.turn {
            label.backgroundColor = .white
            label.attributedText = text
        }
        scene.advance(to: 0.1)
        let image = scene.host.image(), data = try XCTUnwrap(image.dataProvider?.data as Data?)
        func isGreen(_ x: Int, _ y: Int) -> Bool {
            let i = y * image.bytesPerRow + x * 4
            return data[i] == 0 && data[i + 1] == 255 && data[i + 2] == 0
        }
        XCTAssertTrue((11...12).contains((0..<40).filter { isGreen(20, $0) }.count), "the baseline may stand between two rows")
        XCTAssertEqual((0..<200).filter { x in (0..<40).contains { isGreen(x, $0) } }.max(), 39)
        let empty = NSAttributedString(attachment: NSTextAttachment())
        XCTAssertEqual(empty.size().width, 0)
        attachment.bounds = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 4)
        XCTAssertEqual(NSAttributedString(attachment: attachment).size().width, 0)
    }

    /// Trailing spaces count, but not those at which a line is broken.
    func testTrailingSpacesHaveTheirWidth() async {
        let font: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20)]
        func width(_ text: String) -> CGFloat { text.size(withAttributes: font).width }
        let space = width(" ")
        XCTAssertGreaterThan(space, 3)
        XCTAssertEqual(width("  "), 2 * space, accuracy: 0.01)
        XCTAssertEqual(width("ab "), width("ab") + space, accuracy: 0.01)
        XCTAssertEqual(width("ab\n"), width("ab"), accuracy: 0.01)
        XCTAssertEqual(width("ab \nc"), width("ab") + space, accuracy: 0.01)
        func fitted(_ text: String, _ limit: CGFloat) -> CGFloat {
            (text as NSString).boundingRect(
                with: CGSize(width: limit, height: 1000), options: .usesLineFragmentOrigin, attributes: font, context: nil
            ).width
        }
        let word = width("word")
        XCTAssertEqual(fitted("word word", word + space / 2), word, accuracy: 0.01, "broken at the space")
        XCTAssertEqual(fitted("word ", word + space / 2), word + space / 2, accuracy: 0.01, "no wider than asked")
        XCTAssertEqual(fitted("word ", 500), word + space, accuracy: 0.01)
    }
}
