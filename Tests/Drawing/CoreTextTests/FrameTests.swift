import TestSupport
import XCTest

@testable import CoreText

final class FrameTests: XCTestCase {
    private let words = "The quick brown fox jumps over the lazy dog. "

    func testLinesEndBetweenWords() throws {
        let font = try TestFont.liberation()
        let frame = frame(text(words, font), CGSize(width: 150, height: 400))
        let found = strings(frame, words)
        XCTAssertEqual(found.joined(), words)
        XCTAssertGreaterThan(found.count, 2)
        for line in found { XCTAssertTrue(line.hasSuffix(" "), line) }
        for line in lines(frame) {
            XCTAssertLessThanOrEqual(CTLineGetTypographicBounds(line, nil, nil, nil) - CTLineGetTrailingWhitespaceWidth(line), 150.001)
        }
        // The first baseline lies one ascent below the top, the others one line apart.
        let origins = origins(frame)
        let height = CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font)
        XCTAssertEqual(origins[0].y, 400 - CTFontGetAscent(font), accuracy: 1e-9)
        XCTAssertEqual(origins[1].y, origins[0].y - height, accuracy: 1e-9)
    }

    func testSuggestedSizeHoldsTheText() throws {
        let font = try TestFont.liberation()
        for width in stride(from: 30, to: 500, by: 17) as StrideTo<CGFloat> {
            let framesetter = CTFramesetterCreateWithAttributedString(text(words + words, font))
            var fit = CFRange()
            let size = CTFramesetterSuggestFrameSizeWithConstraints(
                framesetter, CFRange(), nil, CGSize(width: width, height: .greatestFiniteMagnitude), &fit)
            XCTAssertEqual(fit.length, (words + words).utf16.count)
            XCTAssertLessThanOrEqual(size.width, width)
            let frame = CTFramesetterCreateFrame(
                framesetter, CFRange(), CGPath(rect: CGRect(origin: .zero, size: size), transform: nil), nil)
            XCTAssertEqual(CTFrameGetVisibleStringRange(frame).length, fit.length, "at \(width)")
        }
    }

    func testLimitsThatAreNone() throws {
        let font = try TestFont.liberation()
        let framesetter = CTFramesetterCreateWithAttributedString(text(words, font))
        func size(_ width: CGFloat, _ height: CGFloat) -> (CGSize, CFRange) {
            var fit = CFRange()
            return (
                CTFramesetterSuggestFrameSizeWithConstraints(framesetter, CFRange(), nil, CGSize(width: width, height: height), &fit), fit
            )
        }
        let whole = size(.infinity, .greatestFiniteMagnitude)
        XCTAssertEqual(whole.1.length, words.utf16.count)
        XCTAssertEqual(size(.nan, .nan).0, whole.0)
        XCTAssertEqual(size(0, 100).0, .zero)
        XCTAssertEqual(size(100, -1).1.length, 0)
        let two = size(150, 50)
        XCTAssertGreaterThan(two.1.length, 0)
        XCTAssertLessThan(two.1.length, words.utf16.count)
        XCTAssertLessThanOrEqual(two.0.height, 50)
        let empty = CTFramesetterCreateWithAttributedString(NSAttributedString(string: ""))
        XCTAssertEqual(CTFramesetterSuggestFrameSizeWithConstraints(empty, CFRange(), nil, CGSize(width: 10, height: 10), nil), .zero)
        XCTAssertEqual(lines(frame(text(words, font), .zero)).count, 0)
        XCTAssertEqual(lines(frame(text("", font), CGSize(width: 10, height: 10))).count, 0)
    }

    func testTypesetterBreaks() throws {
        let font = try TestFont.liberation()
        let string = "aaa bbb ccc\nddd"
        let typesetter = CTTypesetterCreateWithAttributedString(text(string, font))
        let three = CTLineGetTypographicBounds(line("aaa bbb", font), nil, nil, nil)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, three), 8, "the space hangs")
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, three - 1), 4)
        XCTAssertEqual(CTTypesetterSuggestClusterBreak(typesetter, 0, three - 1), 6)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, 1e6), 12, "up to the line feed")
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 12, 1e6), 3)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, 0), 1, "one letter at least")
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 99, 10), 0)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, .nan), 12)
    }

    func testNoLineEndsInsideALetter() throws {
        let font = try TestFont.liberation()
        _ = try TestFont.emoji()
        let string = "👨‍👩‍👧👨‍👩‍👧e\u{0301}e\u{0301}🇩🇪🇫🇷"
        let typesetter = CTTypesetterCreateWithAttributedString(text(string, font))
        var ends: Set<Int> = [], at = 0
        for character in string {
            at += character.utf16.count
            ends.insert(at)
        }
        for width in 0..<120 {
            let count = CTTypesetterSuggestLineBreak(typesetter, 0, Double(width))
            XCTAssertTrue(ends.contains(count), "\(count) at \(width)")
        }
    }

    // MARK: Paragraph styles

    private func style(_ change: (NSMutableParagraphStyle) -> Void) -> [NSAttributedString.Key: Any] {
        let style = NSMutableParagraphStyle()
        change(style)
        return [.paragraphStyle: style]
    }

    func testLineHeights() throws {
        let font = try TestFont.liberation()
        let natural = CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font)
        func distance(_ change: (NSMutableParagraphStyle) -> Void) -> CGFloat {
            let origins = origins(frame(text("a\nb", font, style(change)), CGSize(width: 200, height: 400)))
            return origins[0].y - origins[1].y
        }
        XCTAssertEqual(distance { _ in }, natural, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.lineSpacing = 5 }, natural + 5, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.lineHeightMultiple = 2 }, natural * 2, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.minimumLineHeight = 50 }, 50, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.maximumLineHeight = 10 }, 10, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.paragraphSpacing = 7 }, natural + 7, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.paragraphSpacingBefore = 9 }, natural + 9, accuracy: 1e-9)
        XCTAssertEqual(distance { $0.lineSpacing = .nan }, natural, accuracy: 1e-9)
    }

    func testIndentsTabsAndAlignment() throws {
        let font = try TestFont.liberation()
        func first(_ string: String, _ change: (NSMutableParagraphStyle) -> Void) -> (CTLine, [CGPoint]) {
            let frame = frame(text(string, font, style(change)), CGSize(width: 200, height: 400))
            return (lines(frame)[0], origins(frame))
        }
        let indented = first(words) { ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (30, 10, -20) }
        XCTAssertEqual(indented.1[0].x, 30)
        XCTAssertEqual(indented.1[1].x, 10)
        XCTAssertLessThanOrEqual(indented.0.contentWidth, 150.001)
        let right = first("abc ") { $0.alignment = .right }
        XCTAssertEqual(right.1[0].x + right.0.contentWidth, 200, accuracy: 1e-9)
        let center = first("abc ") { $0.alignment = .center }
        XCTAssertEqual(center.1[0].x, (200 - center.0.contentWidth) / 2, accuracy: 1e-9)
        let justified = first(words) { $0.alignment = .justified }
        XCTAssertEqual(justified.0.contentWidth, 200, accuracy: 1e-6)
        let tabbed = first("a\tb") { $0.tabStops = [NSTextTab(textAlignment: .left, location: 77)] }
        XCTAssertEqual(CTLineGetOffsetForStringIndex(tabbed.0, 2, nil), 77, accuracy: 1e-9)
        let usual = first("a\tb") { _ in }
        XCTAssertEqual(CTLineGetOffsetForStringIndex(usual.0, 2, nil), 28, accuracy: 1e-9)
        let hebrew = try TestFont.dejaVu()
        let natural = frame(text("שלום", hebrew), CGSize(width: 200, height: 100))
        XCTAssertEqual(origins(natural)[0].x + lines(natural)[0].contentWidth, 200, accuracy: 1e-9)
    }

    func testCoreTextStylesSayTheSame() throws {
        let font = try TestFont.liberation()
        var alignment = CTTextAlignment.right, spacing: CGFloat = 11
        let style = withUnsafePointer(to: &alignment) { alignment in
            withUnsafePointer(to: &spacing) { spacing in
                CTParagraphStyleCreate(
                    [
                        CTParagraphStyleSetting(spec: .alignment, valueSize: 1, value: alignment),
                        CTParagraphStyleSetting(spec: .lineSpacing, valueSize: MemoryLayout<CGFloat>.size, value: spacing),
                        CTParagraphStyleSetting(spec: .headIndent, valueSize: 1, value: spacing),
                    ], 3
                )
            }
        }
        let key = NSAttributedString.Key("\(kCTParagraphStyleAttributeName)")
        let frame = frame(text("a\nb", font, [key: style]), CGSize(width: 200, height: 400))
        XCTAssertEqual(origins(frame)[0].x + lines(frame)[0].contentWidth, 200, accuracy: 1e-9)
        var got: CGFloat = 0, kind = CTTextAlignment.natural
        XCTAssertTrue(CTParagraphStyleGetValueForSpecifier(style, .lineSpacing, 8, &got))
        XCTAssertEqual(got, 11)
        XCTAssertTrue(CTParagraphStyleGetValueForSpecifier(style, .alignment, 1, &kind))
        XCTAssertEqual(kind, .right)
        XCTAssertFalse(CTParagraphStyleGetValueForSpecifier(style, .lineSpacing, 4, &got))
    }

    func testTruncatingModesKeepOneLine() throws {
        let font = try TestFont.liberation()
        for mode in [NSLineBreakMode.byTruncatingHead, .byTruncatingTail, .byTruncatingMiddle] {
            let frame = frame(text(words, font, style { $0.lineBreakMode = mode }), CGSize(width: 150, height: 400))
            XCTAssertEqual(lines(frame).count, 1)
            XCTAssertLessThanOrEqual(lines(frame)[0].contentWidth, 150.001)
            XCTAssertEqual(CTFrameGetVisibleStringRange(frame).length, words.utf16.count)
        }
        let clipped = frame(text(words, font, style { $0.lineBreakMode = .byClipping }), CGSize(width: 150, height: 400))
        XCTAssertGreaterThan(lines(clipped)[0].contentWidth, 150)
    }

    func testStylesAreCopied() {
        let style = NSMutableParagraphStyle()
        style.lineSpacing = 4
        let copy = style.copy() as! NSParagraphStyle
        style.lineSpacing = 9
        XCTAssertEqual(copy.lineSpacing, 4)
        XCTAssertEqual((copy.mutableCopy() as! NSMutableParagraphStyle).lineSpacing, 4)
        XCTAssertNotEqual(copy, style)
        XCTAssertEqual(NSParagraphStyle.default.tabStops.count, 12)
        XCTAssertEqual(NSParagraphStyle(), NSParagraphStyle.default)
    }

    // MARK: Shapes

    func testTextInACircle() throws {
        let font = try TestFont.liberation("LiberationSans", 10)
        let circle = CGMutablePath()
        circle.addEllipse(in: CGRect(x: 10, y: 20, width: 200, height: 200))
        let framesetter = CTFramesetterCreateWithAttributedString(text(String(repeating: words, count: 20), font))
        let frame = CTFramesetterCreateFrame(framesetter, CFRange(), circle, nil)
        XCTAssertGreaterThan(lines(frame).count, 10)
        for (line, origin) in zip(lines(frame), origins(frame)) {
            for x in [origin.x, origin.x + line.contentWidth] {
                for y in [origin.y - line.descent, origin.y + line.ascent] {
                    let distance = ((x - 100) * (x - 100) + (y - 100) * (y - 100)).squareRoot()
                    XCTAssertLessThan(distance, 101)
                }
            }
        }
    }

    func testLongTextTakesTimeInProportion() throws {
        let font = try TestFont.liberation()
        func count(_ characters: Int) -> Int {
            let string = String(repeating: words, count: characters / words.count)
            return lines(frame(text(string, font), CGSize(width: 400, height: 1e9))).count
        }
        let short = count(10_000), long = count(100_000)
        XCTAssertEqual(Double(long), Double(short) * 10, accuracy: Double(short))
        let unbroken = frame(text(String(repeating: "x", count: 100_000), font), CGSize(width: 400, height: 1e9))
        XCTAssertGreaterThan(lines(unbroken).count, 2000)
        let manyParagraphs = frame(text(String(repeating: "x\n", count: 50_000), font), CGSize(width: 400, height: 1e9))
        XCTAssertEqual(lines(manyParagraphs).count, 50_000)
        let first = frame(text(String(repeating: "ab שלום \n", count: 10_000), font), CGSize(width: 400, height: 100))
        XCTAssertLessThan(lines(first).count, 10)
    }
}
