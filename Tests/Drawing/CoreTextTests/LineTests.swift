import TestSupport
import XCTest

@testable import CoreText

final class LineTests: XCTestCase {
    private func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

    func testKerningAndItsAbsence() throws {
        let font = try TestFont.liberation("LiberationSans", 2048)
        let advances = CTFontGetAdvancesForGlyphs(font, .default, glyphs(font, "AV"), nil, 2)
        let kerned = width(line("AV", font))
        XCTAssertLessThan(kerned, advances - 50)
        XCTAssertEqual(width(line("AV", font, [.kern: 0])), advances)
        XCTAssertEqual(width(line("AV", font, [.kern: CGFloat(100)])), kerned + 200)
        XCTAssertEqual(width(line("AV", font, [.tracking: 100])), kerned + 200)
    }

    func testLigatures() throws {
        let font = try TestFont.dejaVu()
        XCTAssertEqual(CTLineGetGlyphCount(line("ffi", font)), 1)
        XCTAssertEqual(CTLineGetGlyphCount(line("ffi", font, [.ligature: 0])), 3)
        XCTAssertEqual(CTLineGetGlyphCount(line("ffi", font, [.tracking: 1.0])), 3)
        // The carets inside a ligature share its width.
        let ligature = line("ffi", font)
        let whole = CGFloat(width(ligature))
        XCTAssertEqual(CTLineGetOffsetForStringIndex(ligature, 1, nil), whole / 3, accuracy: 1e-9)
        XCTAssertEqual(CTLineGetOffsetForStringIndex(ligature, 3, nil), whole, accuracy: 1e-9)
        XCTAssertEqual(CTLineGetStringIndexForPosition(ligature, CGPoint(x: whole * 0.6, y: 0)), 2)
    }

    func testStretchedAndSlantedLetters() throws {
        let font = try TestFont.liberation("LiberationSans", 100)
        let plain = line("HH", font), ink = CTLineGetImageBounds(plain, nil)
        let stretched = line("HH", font, [.expansion: 0.5])
        XCTAssertEqual(width(stretched), width(plain) * exp(0.5), accuracy: 1e-6)
        XCTAssertEqual(CTLineGetImageBounds(stretched, nil).maxX, ink.maxX * exp(0.5), accuracy: 1e-6)
        XCTAssertEqual(CTLineGetImageBounds(stretched, nil).maxY, ink.maxY, accuracy: 1e-6)
        // The top goes to the right by the tangent, the foot stays, and so do the advances.
        let slanted = line("HH", font, [.obliqueness: 0.25])
        XCTAssertEqual(width(slanted), width(plain))
        XCTAssertEqual(CTLineGetImageBounds(slanted, nil).maxX, ink.maxX + ink.maxY * 0.25, accuracy: 1e-6)
        XCTAssertEqual(CTLineGetImageBounds(slanted, nil).minX, ink.minX, accuracy: 1e-6)
        XCTAssertEqual(width(line("HH", font, [.expansion: Double.nan, .obliqueness: Double.nan])), width(plain))
    }

    func testBoundsAndMetrics() throws {
        let font = try TestFont.liberation("LiberationSans", 100)
        let line = line("Hxg  ", font)
        var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
        let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
        XCTAssertEqual([ascent, descent, leading], [CTFontGetAscent(font), CTFontGetDescent(font), CTFontGetLeading(font)])
        XCTAssertEqual(CTLineGetTrailingWhitespaceWidth(line), 2 * 100 * 569 / 2048, accuracy: 1e-9)
        let bounds = CTLineGetBoundsWithOptions(line, .excludeTypographicLeading)
        XCTAssertEqual(bounds, CGRect(x: 0, y: -descent, width: CGFloat(width), height: ascent + descent))
        let ink = CTLineGetImageBounds(line, nil)
        XCTAssertEqual(ink.maxY, 100 * 1409 / 2048, accuracy: 1e-9)
        XCTAssertLessThan(ink.minY, -15)
        XCTAssertTrue(CTLineGetImageBounds(CTLineCreateWithAttributedString(text(" ", font)), nil).isNull)
        XCTAssertEqual(CTLineGetPenOffsetForFlush(line, 1, 1000), 1000 - width + CTLineGetTrailingWhitespaceWidth(line), accuracy: 1e-9)
        XCTAssertEqual(CTLineGetPenOffsetForFlush(line, 0.5, 10), 0)
    }

    func testRunsHaveWhatTheyWereMadeOf() throws {
        let font = try TestFont.liberation()
        let string = NSMutableAttributedString(attributedString: text("red", font, [.foregroundColor: CGColor(gray: 0.5, alpha: 1)]))
        string.append(text("black", font, [NSAttributedString.Key("some.key"): 3]))
        let runs = CTLineGetGlyphRuns(CTLineCreateWithAttributedString(string)) as! [CTRun]
        XCTAssertEqual(runs.map { CTRunGetStringRange($0).location }, [0, 3])
        XCTAssertEqual(CTRunGetGlyphCount(runs[1]), 5)
        let attributes = CTRunGetAttributes(runs[1]) as! [String: Any]
        XCTAssertEqual(attributes["some.key"] as? Int, 3)
        XCTAssertTrue(attributes["\(kCTFontAttributeName)"] as? CTFont === font)
        var positions = [CGPoint](repeating: .zero, count: 5), advances = [CGSize](repeating: .zero, count: 5)
        var indices = [CFIndex](repeating: 0, count: 5)
        CTRunGetPositions(runs[1], CFRange(), &positions)
        CTRunGetAdvances(runs[1], CFRange(), &advances)
        CTRunGetStringIndices(runs[1], CFRange(location: 0, length: 5), &indices)
        XCTAssertEqual(indices, [3, 4, 5, 6, 7])
        XCTAssertEqual(positions[1].x, positions[0].x + advances[0].width, accuracy: 1e-9)
        XCTAssertEqual(CTRunGetGlyphsPtr(runs[1])?.pointee, glyphs(font, "b")[0])
        XCTAssertEqual(CTRunGetStatus(runs[1]), [])
    }

    // MARK: Both directions

    func testHebrewRunsFromRightToLeft() throws {
        let font = try TestFont.dejaVu()
        let whole = "ab שלום cd"
        let mixed = line(whole, font)
        let runs = CTLineGetGlyphRuns(mixed) as! [CTRun]
        XCTAssertEqual(runs.map { CTRunGetStatus($0).contains(.rightToLeft) }, [false, true, false])
        var indices = [CFIndex](repeating: 0, count: 4)
        CTRunGetStringIndices(runs[1], CFRange(), &indices)
        XCTAssertEqual(indices, [6, 5, 4, 3])
        // Before the first Hebrew letter there are two places: after the space, and on the letter's right.
        var secondary: CGFloat = 0
        let primary = CTLineGetOffsetForStringIndex(mixed, 3, &secondary)
        var space: CGFloat = 0
        CTLineEnumerateCaretOffsets(mixed) { offset, index, isLeading, _ in
            if index == 2, !isLeading { space = CGFloat(offset) }
        }
        XCTAssertEqual(primary, space, accuracy: 1e-9)
        XCTAssertEqual(secondary, space + CGFloat(runs[1].width), accuracy: 1e-9)
        // A paragraph that begins in Hebrew runs from right to left: its first letter is the rightmost.
        let hebrew = line("שלום ab", font)
        XCTAssertEqual(CTLineGetOffsetForStringIndex(hebrew, 0, nil), CGFloat(width(hebrew)), accuracy: 1e-9)
        XCTAssertEqual(CTLineGetOffsetForStringIndex(hebrew, 7, nil), 0, accuracy: 1e-9)
        XCTAssertEqual(CTLineGetStringIndexForPosition(hebrew, CGPoint(x: 1e6, y: 0)), 0)
        let style = NSMutableParagraphStyle()
        style.baseWritingDirection = .leftToRight
        let forced = line("שלום ab", font, [.paragraphStyle: style])
        XCTAssertTrue(CTRunGetStatus((CTLineGetGlyphRuns(forced) as! [CTRun])[0]).contains(.rightToLeft))
        XCTAssertEqual(CTLineGetOffsetForStringIndex(forced, 7, nil), CGFloat(width(forced)), accuracy: 1e-9)
    }

    func testArabicLettersJoin() throws {
        let font = try TestFont.dejaVu()
        let joined = CTLineGetGlyphRuns(line("ببب", font)) as! [CTRun]
        XCTAssertEqual(joined.count, 1)
        XCTAssertEqual(Set(joined[0].glyphs).count, 3, "final, medial and initial forms")
    }

    func testCutArabicIsShapedAgain() throws {
        let font = try TestFont.dejaVu()
        let typesetter = CTTypesetterCreateWithAttributedString(text("بببب", font))
        let part = CTTypesetterCreateLine(typesetter, CFRange(location: 0, length: 2))
        let alone = line("بب", font)
        XCTAssertEqual(
            (CTLineGetGlyphRuns(part) as! [CTRun]).map { Array($0.glyphs) },
            (CTLineGetGlyphRuns(alone) as! [CTRun]).map { Array($0.glyphs) })
    }

    func testVisualOrder() {
        XCTAssertEqual(BidiLevels.visualOrder([]), [])
        XCTAssertEqual(BidiLevels.visualOrder([0, 0]), [0, 1])
        XCTAssertEqual(BidiLevels.visualOrder([1, 1, 1]), [2, 1, 0])
        XCTAssertEqual(BidiLevels.visualOrder([0, 1, 2, 1, 0]), [0, 3, 2, 1, 4])
        XCTAssertEqual(BidiLevels.visualOrder([1, 2, 2, 1]), [3, 1, 2, 0])
        XCTAssertEqual(BidiLevels.visualOrder([2, 2]), [0, 1])
    }

    // MARK: Clusters

    func testClustersStayTogether() throws {
        let font = try TestFont.liberation()
        let emoji = try TestFont.emoji()
        let family = "👨‍👩‍👧"
        let runs = CTLineGetGlyphRuns(line("a\(family)b", font)) as! [CTRun]
        XCTAssertEqual(runs.count, 3)
        XCTAssertEqual(runs[1].shaped.font.record, emoji.record)
        XCTAssertEqual(CTRunGetGlyphCount(runs[1]), 1, "one picture for the whole sequence")
        for sequence in ["🇩🇪", "👍🏽", "1️⃣", "🏳️‍🌈"] {
            let runs = CTLineGetGlyphRuns(line(sequence, font)) as! [CTRun]
            XCTAssertEqual(runs.count, 1, sequence)
            XCTAssertEqual(runs[0].glyphs.filter { runs[0].shaped.font.inkBounds(of: $0) != .zero }.count, 1, sequence)
        }
        // A mark over a letter is no letter of its own.
        let marked = line("e\u{0301}x", font)
        XCTAssertEqual(CTLineGetStringIndexForPosition(marked, CGPoint(x: CGFloat(width(marked)) * 0.45, y: 0)), 2)
    }

    // MARK: Fitting

    func testTruncation() throws {
        let font = try TestFont.liberation()
        let long = line("The quick brown fox", font), token = line("…", font)
        let half = width(long) / 2
        for type in [CTLineTruncationType.start, .end, .middle] {
            let cut = try XCTUnwrap(CTLineCreateTruncatedLine(long, half, type, token))
            XCTAssertLessThanOrEqual(width(cut), half + 1e-6)
            XCTAssertGreaterThan(width(cut), half - 30)
            XCTAssertEqual(CTLineGetGlyphCount(cut), (CTLineGetGlyphRuns(cut) as! [CTRun]).reduce(0) { $0 + $1.glyphs.count })
        }
        XCTAssertTrue(CTLineCreateTruncatedLine(long, width(long), .end, token) === long)
        XCTAssertNil(CTLineCreateTruncatedLine(long, 1, .end, token))
        XCTAssertNil(CTLineCreateTruncatedLine(long, .nan, .end, token))
        XCTAssertEqual(CTLineGetGlyphCount(try XCTUnwrap(CTLineCreateTruncatedLine(long, 0, .end, nil))), 0)
        let twice = try XCTUnwrap(
            CTLineCreateTruncatedLine(try XCTUnwrap(CTLineCreateTruncatedLine(long, half, .end, token)), half / 2, .middle, token))
        XCTAssertLessThanOrEqual(width(twice), half / 2 + 1e-6)
    }

    func testJustification() throws {
        let font = try TestFont.liberation()
        let plain = line("one two three ", font)
        let wanted = width(plain) + 40
        let justified = try XCTUnwrap(CTLineCreateJustifiedLine(plain, 1, wanted))
        XCTAssertEqual(width(justified) - CTLineGetTrailingWhitespaceWidth(justified), wanted, accuracy: 1e-6)
        XCTAssertEqual(CTLineGetTrailingWhitespaceWidth(justified), CTLineGetTrailingWhitespaceWidth(plain), accuracy: 1e-9)
        let squeezed = try XCTUnwrap(CTLineCreateJustifiedLine(plain, 1, wanted - 50))
        XCTAssertEqual(width(squeezed) - CTLineGetTrailingWhitespaceWidth(squeezed), wanted - 50, accuracy: 1e-6)
        XCTAssertNil(CTLineCreateJustifiedLine(plain, .nan, 100))
    }

    // MARK: Awkward text

    func testEmptyAndStrangeStrings() throws {
        let font = try TestFont.liberation()
        let empty = CTLineCreateWithAttributedString(NSAttributedString(string: ""))
        XCTAssertEqual(width(empty), 0)
        XCTAssertEqual(CTLineGetStringIndexForPosition(empty, CGPoint(x: 5, y: 5)), 0)
        XCTAssertEqual(CTLineGetOffsetForStringIndex(empty, 3, nil), 0)
        let strange = "a\0b\u{7}\u{200B}\u{FEFF}\u{2028}c\u{202E}d\r\n"
        let odd = line(strange, font)
        XCTAssertEqual(width(odd), width(line("abcd", font)), accuracy: 1)
        XCTAssertEqual(CTLineGetStringRange(odd).length, strange.utf16.count)
        let lone = String(decoding: [0x61, 0xD800, 0x62, 0xDC00] as [UInt16], as: UTF16.self)
        let halves = CTLineCreateWithAttributedString(NSAttributedString(string: lone, attributes: [.font: font]))
        XCTAssertEqual(CTLineGetStringRange(halves).length, lone.utf16.count)
        XCTAssertGreaterThan(width(halves), width(line("ab", font)))
    }

    func testTextWithoutAnyFont() {
        let none = CTFont(choice: .init(record: nil, vertical: nil), size: 12)
        // Fallback finds fonts that are there; a font without a face shapes nothing by itself.
        let blank = Shaper().glyphs(
            of: ShapedRun(
                source: TextSource(text("ab", none)), style: TextStyle([.font: none]), font: none, kind: .text, level: 0, script: 0,
                range: 0..<2,
                glyphs: []
            ), context: 0..<2
        )
        XCTAssertEqual(blank.map(\.glyph), [ShapedRun.noGlyph, ShapedRun.noGlyph])
        XCTAssertEqual(blank.map(\.advance), [0, 0])
    }

    func testARunDelegateMakesRoom() throws {
        let font = try TestFont.liberation()
        var callbacks = CTRunDelegateCallbacks(
            version: kCTRunDelegateCurrentVersion, dealloc: { _ in }, getAscent: { _ in 50 }, getDescent: { _ in 7 }, getWidth: { _ in 33 }
        )
        let delegate = try XCTUnwrap(CTRunDelegateCreate(&callbacks, nil))
        let string = NSMutableAttributedString(attributedString: text("ab", font))
        let room = NSAttributedString(
            string: "\u{FFFC}", attributes: [.font: font, NSAttributedString.Key("\(kCTRunDelegateAttributeName)"): delegate])
        string.insert(room, at: 1)
        var ascent: CGFloat = 0, descent: CGFloat = 0
        let width = CTLineGetTypographicBounds(CTLineCreateWithAttributedString(string), &ascent, &descent, nil)
        XCTAssertEqual(ascent, 50)
        XCTAssertEqual(descent, 7)
        XCTAssertEqual(width, self.width(line("a", font)) + self.width(line("b", font)) + 33, accuracy: 1e-6)
    }
}
