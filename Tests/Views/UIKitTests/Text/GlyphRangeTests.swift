import Agate
import XCTest

@testable import UIKit

/// The ranges of glyphs that a layout manager omits and draws.
@MainActor final class GlyphRangeTests: XCTestCase {
    private func manager(_ text: String, lines: Int = 0, mode: NSLineBreakMode = .byWordWrapping) -> (NSTextStorage, NSLayoutManager) {
        let storage = NSTextStorage(string: text, attributes: [.font: UIFont.systemFont(ofSize: 20)])
        let manager = NSLayoutManager(), container = NSTextContainer(size: CGSize(width: 100, height: 0))
        container.maximumNumberOfLines = lines
        container.lineBreakMode = mode
        storage.addLayoutManager(manager)
        manager.addTextContainer(container)
        return (storage, manager)
    }

    func testOmittedGlyphs() async {
        let text = "Several words that need many lines", whole = (text as NSString).length
        let (kept, all) = manager(text)
        for index in [0, 5, whole - 1] { XCTAssertEqual(all.truncatedGlyphRange(inLineFragmentForGlyphAt: index).location, NSNotFound) }
        withExtendedLifetime(kept) {}
        let (storage, cut) = manager(text, lines: 2, mode: .byTruncatingTail)
        var rows: [NSRange] = []
        cut.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: whole)) { _, _, _, range, _ in rows.append(range) }
        XCTAssertEqual(rows.count, 2)
        XCTAssertEqual(cut.truncatedGlyphRange(inLineFragmentForGlyphAt: 0).location, NSNotFound, "the first line is whole")
        let omitted = cut.truncatedGlyphRange(inLineFragmentForGlyphAt: rows[1].location)
        XCTAssertGreaterThan(omitted.location, rows[1].location)
        XCTAssertEqual(NSMaxRange(omitted), whole)
        XCTAssertGreaterThan(omitted.length, 0)
        withExtendedLifetime(storage) {}
        let (start, first) = manager(text, lines: 1, mode: .byTruncatingHead),
            (middle, inside) = manager(text, lines: 1, mode: .byTruncatingMiddle)
        XCTAssertEqual(first.truncatedGlyphRange(inLineFragmentForGlyphAt: 0).location, 0)
        let part = inside.truncatedGlyphRange(inLineFragmentForGlyphAt: 0)
        XCTAssertGreaterThan(part.location, 0)
        XCTAssertLessThan(NSMaxRange(part), whole)
        let (wrapped, clipped) = manager(text, lines: 2)
        XCTAssertEqual(clipped.truncatedGlyphRange(inLineFragmentForGlyphAt: 30).location, NSNotFound, "no ellipsis")
        let (paragraphs, short) = manager("a\nb\nc", lines: 2, mode: .byTruncatingTail)
        XCTAssertEqual(short.truncatedGlyphRange(inLineFragmentForGlyphAt: 2), NSRange(location: 3, length: 2))
        withExtendedLifetime([start, middle, wrapped, paragraphs]) {}
    }

    /// Each line is drawn if and only if the range has a glyph of it.
    func testDrawnLines() async {
        let text = "Aa\nBb\nCc", (storage, manager) = manager(text), line = UIFont.systemFont(ofSize: 20).lineHeight
        func inked(_ range: NSRange) -> [Bool] {
            let image = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 90)).image { _ in
                manager.drawGlyphs(forGlyphRange: range, at: .zero)
            }
            let pixels = image.cgImage?.rgbas ?? [], width = image.cgImage?.width ?? 1, scale = CGFloat(width) / 100
            return (0..<3).map { row in
                (Int((CGFloat(row) * line + 4) * scale)..<Int((CGFloat(row + 1) * line - 4) * scale)).contains { y in
                    pixels[y * width..<(y + 1) * width].contains { $0 >> 24 > 128 }
                }
            }
        }
        let rows: [(NSRange, [Bool])] = [
            (NSRange(location: 0, length: 8), [true, true, true]), (NSRange(location: 0, length: 3), [true, false, false]),
            (NSRange(location: 3, length: 3), [false, true, false]), (NSRange(location: 3, length: 4), [false, true, true]),
            (NSRange(location: 6, length: 2), [false, false, true]), (NSRange(location: 2, length: 2), [true, true, false]),
        ]
        for (range, wanted) in rows { XCTAssertEqual(inked(range), wanted, "\(range)") }
        withExtendedLifetime(storage) {}
    }
}
