import Synchronization
import TestSupport
import XCTest

@testable import CoreText

/// Plain text is composed of known pairs of characters, with the same glyphs as HarfBuzz's.
final class PlainPairsTests: XCTestCase {
    /// Characters and sequences, many of which fonts have rules for.
    private static let pieces =
        (0x20...0x7E).map { String(Unicode.Scalar(UInt8($0))) }
        + [
            " ", " ", " ", "e", "t", "a", "o", "fi", "ffi", "fl", "ff", "->", "=>", "<-", "-->", "<->", "2x3", "10 x 4", "1/2", "3:45",
            "(A)",
            "[I]", "{X}", "A-B", "+1", "ij", "!=", "===", "...", "www", "AV", "To", "Wa", "11", "\u{E9}", "\u{2019}", "\u{2026}",
            "e\u{301}", "i\u{307}", "\u{AD}", "\u{A0}", "\u{2044}", "1\u{2044}2", "\u{1F600}", "\u{200D}", "\u{DF}", "A\u{30A}", "r\u{301}",
        ]

    private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
    }

    private func glyphs(_ text: String, _ font: CTFont, usesPairs: Bool, _ attributes: StyledText.Attributes = [:]) -> [ShapedGlyph] {
        let source = TextSource(StyledText(text, attributes.merging([.font: font]) { $1 }))
        let range = 0..<source.units.count
        let run = ShapedRun(
            source: source, style: source.spans[0].style, font: font, kind: .text, level: 0, script: FontTable.tag("Latn"), range: range,
            glyphs: [])
        let shaper = Shaper()
        shaper.usesPairs = usesPairs
        return shaper.glyphs(of: run, context: range)
    }

    func testGlyphsAreHarfBuzzs() {
        var random = SeededGenerator(seed: 33), plain = 0
        let records = FontCatalog.shared.index.records
        for record in records {
            let font = CTFont(choice: .init(record: record, vertical: nil), size: 13)
            guard let face = font.face else { continue }
            if face.plainPairs.withLock({ $0.pairs(of: face) }) == nil { continue }
            plain += 1
            // The long ones twice, so that the second time most pairs are known.
            let texts = (0..<40).map { _ in Self.text(Int.random(in: 1...12, using: &random), &random) }
            let long = (0..<3).map { _ in Self.text(500, &random) }
            let words = String(repeating: "The quick brown fox jumps over the lazy dog, offices flow. ", count: 6)
            for text in texts + long + long + [words, words] {
                let made = glyphs(text, font, usesPairs: true), expected = glyphs(text, font, usesPairs: false)
                guard made != expected else { continue }
                let place = zip(made, expected).enumerated().first { $1.0 != $1.1 }
                return XCTFail("\(record.postScriptName): \(text.debugDescription) at \(String(describing: place))")
            }
        }
        if !records.isEmpty { XCTAssertGreaterThan(plain, 0) }
    }

    func testSpacingAndMatrices() throws {
        let font = try TestFont.liberation()
        let text = "AVAST To the 11 men, offices flow."
        let slanted = CTFontCreateCopyWithAttributes(font, 20, [CGAffineTransform(a: 1.5, b: 0.1, c: 0.3, d: 1, tx: 0, ty: 0)], nil)
        for font in [font, slanted] {
            for attributes: StyledText.Attributes in [[:], [.kern: 2.5], [.tracking: 1], [.kern: 0], [.ligature: 0], [.ligature: 2]] {
                for _ in 0..<2 {
                    XCTAssertEqual(
                        glyphs(text, font, usesPairs: true, attributes), glyphs(text, font, usesPairs: false, attributes), "\(attributes)")
                }
            }
        }
    }

    /// Rewritten text is not shaped again: an edit in a long paragraph shapes what is unknown.
    func testKnownTextIsNotShaped() throws {
        let font = try TestFont.liberation()
        var text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 200)
        _ = glyphs(text, font, usesPairs: true)
        XCTAssertEqual(shaped { _ = glyphs(text, font, usesPairs: true) }, 0)
        text.insert("~", at: text.index(text.startIndex, offsetBy: 4000))
        XCTAssertLessThan(shaped { _ = glyphs(text, font, usesPairs: true) }, 100)
        XCTAssertEqual(shaped { _ = glyphs(text, font, usesPairs: true) }, 0)
        // Another character is shaped with what surrounds it.
        text.insert("\u{E9}", at: text.index(text.startIndex, offsetBy: 2000))
        XCTAssertLessThan(shaped { _ = glyphs(text, font, usesPairs: true) }, 100)
    }

    /// The places at which lines may end are the same whether a text is looked at in parts or as a whole.
    func testEndsOfLinesInParts() {
        var random = SeededGenerator(seed: 7)
        defer { Breaks.step = 4096 }
        for _ in 0..<200 {
            let words = (0..<60).map { _ in
                Bool.random(using: &random) ? "lazy words" : Self.text(3, &random) + "\r\n(\u{5D0}-b) 1,5% \u{201C}"
            }
            let units = Array(words.joined(separator: Bool.random(using: &random) ? " " : "\u{A0}-").utf16)
            func ends(_ step: Int) -> [[Bool]] {
                Breaks.step = step
                let breaks = Breaks(units[...])
                return units.indices.map { [breaks.ends.mayEnd(after: $0), breaks.ends.mustEnd(after: $0)] }
            }
            XCTAssertEqual(ends(8), ends(.max / 2), String(decoding: units, as: UTF16.self))
        }
    }

    private func shaped(_ body: () -> Void) -> Int {
        let before = Shaper.shapedUnits.load(ordering: .relaxed)
        body()
        return Shaper.shapedUnits.load(ordering: .relaxed) - before
    }
}
