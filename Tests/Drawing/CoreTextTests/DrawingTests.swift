import TestSupport
import XCTest

@testable import CoreText

/// Pictures of text. Each was looked at before it became what later ones are compared with.
final class DrawingTests: XCTestCase {
    private func draw(_ string: NSAttributedString, in rect: CGRect, _ context: CGContext) {
        let framesetter = CTFramesetterCreateWithAttributedString(string)
        CTFrameDraw(CTFramesetterCreateFrame(framesetter, CFRange(), CGPath(rect: rect, transform: nil), nil), context)
    }

    func testSizesAndKerning() throws {
        let fonts = try ["LiberationSans", "LiberationSerif-Italic", "LiberationMono-Bold"].map { try TestFont.liberation($0) }
        assertGolden(
            try picture(300, 210) { context in
                var y: CGFloat = 195
                for size in [8, 11, 14, 20, 28] as [CGFloat] {
                    y -= size
                    context.textPosition = CGPoint(x: 10, y: y)
                    CTLineDraw(line("AVATAR Wave To. fi 1", CTFontCreateCopyWithAttributes(fonts[0], size, nil, nil)), context)
                    y -= size * 0.4
                }
                for font in fonts {
                    y -= 18
                    context.textPosition = CGPoint(x: 10, y: y)
                    CTLineDraw(line("Sphinx of quartz, ", CTFontCreateCopyWithAttributes(font, 15, nil, nil)), context)
                    // The position stands at the line's end.
                    CTLineDraw(line("judge", font, [.foregroundColor: CGColor(red: 0.8, green: 0, blue: 0.1, alpha: 1)]), context)
                }
            }, "sizes"
        )
    }

    func testAlignments() throws {
        let font = try TestFont.liberation("LiberationSerif", 12)
        assertGolden(
            try picture(330, 220) { context in
                for (number, alignment) in [NSTextAlignment.left, .center, .right, .justified].enumerated() {
                    let style = NSMutableParagraphStyle()
                    style.alignment = alignment
                    style.firstLineHeadIndent = alignment == .justified ? 15 : 0
                    let rect = CGRect(x: CGFloat(number % 2) * 165 + 5, y: CGFloat(1 - number / 2) * 110 + 5, width: 150, height: 100)
                    context.setFillColor(CGColor(gray: 0.93, alpha: 1))
                    context.fill(rect)
                    let words =
                        "All human beings are born free and equal in dignity and rights. They are endowed with reason.\nA second paragraph."
                    draw(text(words, font, [.paragraphStyle: style]), in: rect, context)
                }
            }, "alignments"
        )
    }

    func testMixedDirections() throws {
        let font = try TestFont.dejaVu("DejaVuSans", 15)
        assertGolden(
            try picture(320, 150) { context in
                draw(
                    text(
                        "English with עברית inside, 123 and (brackets).\nעברית עם English בפנים, 123 ו(סוגריים).\nالعربية مع English و ١٢٣ هنا لا",
                        font),
                    in: CGRect(x: 10, y: 5, width: 300, height: 140), context
                )
            }, "directions"
        )
    }

    func testTruncationModes() throws {
        let font = try TestFont.liberation("LiberationSans", 14)
        assertGolden(
            try picture(220, 110) { context in
                for (number, mode) in [
                    NSLineBreakMode.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail, .byClipping, .byCharWrapping,
                ].enumerated() {
                    let style = NSMutableParagraphStyle()
                    style.lineBreakMode = mode
                    let rect = CGRect(x: 10, y: 88 - CGFloat(number) * 20 - (mode == .byCharWrapping ? 4 : 0), width: 150, height: 20)
                    draw(text("The quick brown fox jumps over", font, [.paragraphStyle: style]), in: rect, context)
                }
            }, "truncation"
        )
    }

    func testEmojiAmongLetters() throws {
        let font = try TestFont.liberation("LiberationSans", 24)
        _ = try TestFont.emoji()
        // Pictures are scaled down from the font's one size, so the last bits depend on the resampler.
        assertGolden(
            try picture(300, 80) { context in
                context.textPosition = CGPoint(x: 10, y: 45)
                CTLineDraw(line("Hi 😀 👍🏽 🇩🇪 ❤️ 1️⃣ 👨‍👩‍👧!", font), context)
                context.textPosition = CGPoint(x: 10, y: 15)
                CTLineDraw(line("small 😀 👍🏽 and e\u{0301} ñ", CTFontCreateCopyWithAttributes(font, 11, nil, nil)), context)
            }, "emoji", tolerance: 4
        )
    }

    func testDecorations() throws {
        let font = try TestFont.liberation("LiberationSans-Bold", 26)
        let red = CGColor(red: 0.9, green: 0.1, blue: 0.1, alpha: 1), blue = CGColor(red: 0.1, green: 0.2, blue: 0.9, alpha: 1)
        assertGolden(
            try picture(320, 170) { context in
                let rows: [(String, [NSAttributedString.Key: Any])] = [
                    ("Under ", [.underlineStyle: NSUnderlineStyle.single.rawValue]),
                    ("double", [.underlineStyle: 9, .underlineColor: red]),
                    ("dots ", [.underlineStyle: NSUnderlineStyle([.single, .patternDot])]),
                    ("through", [.strikethroughStyle: 1, .strikethroughColor: blue]),
                    ("Outline ", [.strokeWidth: 3.0, .strokeColor: blue]),
                    ("both", [.strokeWidth: -3, .strokeColor: blue, .foregroundColor: red]),
                    ("back", [.backgroundColor: CGColor(red: 1, green: 0.9, blue: 0.3, alpha: 1)]), (" up", [.baselineOffset: 8]),
                ]
                for row in stride(from: 0, to: rows.count, by: 2) {
                    let string = NSMutableAttributedString(attributedString: text(rows[row].0, font, rows[row].1))
                    string.append(text(rows[row + 1].0, font, rows[row + 1].1))
                    context.textPosition = CGPoint(x: 10, y: 135 - CGFloat(row) * 20)
                    CTLineDraw(CTLineCreateWithAttributedString(string), context)
                }
            }, "decorations"
        )
    }

    func testMatricesAndModes() throws {
        let font = try TestFont.liberation("LiberationSans-Bold", 30)
        assertGolden(
            try picture(300, 130) { context in
                var slanted = CGAffineTransform(a: 1, b: 0, c: 0.4, d: 1, tx: 0, ty: 0)
                context.textPosition = CGPoint(x: 10, y: 95)
                CTLineDraw(line("Slanted", CTFontCreateCopyWithAttributes(font, 0, &slanted, nil)), context)
                context.textMatrix = CGAffineTransform(rotationAngle: 0.2)
                context.textPosition = CGPoint(x: 150, y: 70)
                CTLineDraw(line("Turned", font), context)
                context.textMatrix = .identity
                // Letters as a clip.
                context.saveGState()
                context.setTextDrawingMode(.clip)
                context.textPosition = CGPoint(x: 10, y: 20)
                CTLineDraw(line("Stripes", font), context)
                context.setFillColor(CGColor(red: 0, green: 0.5, blue: 0.3, alpha: 1))
                for x in stride(from: 0, to: 300, by: 6) { context.fill(CGRect(x: x, y: 0, width: 3, height: 60)) }
                context.restoreGState()
                let fromContext = NSAttributedString.Key("\(kCTForegroundColorFromContextAttributeName)")
                context.setFillColor(CGColor(red: 0.7, green: 0, blue: 0.7, alpha: 1))
                context.textPosition = CGPoint(x: 150, y: 20)
                CTLineDraw(line("Context", font, [fromContext: true]), context)
            }, "matrices"
        )
    }

    func testTextInAShape() throws {
        let font = try TestFont.liberation("LiberationSerif", 9)
        let circle = CGMutablePath()
        circle.addEllipse(in: CGRect(x: 10, y: 10, width: 180, height: 180))
        assertGolden(
            try picture(200, 200) { context in
                context.setFillColor(CGColor(red: 0.85, green: 0.92, blue: 1, alpha: 1))
                context.addPath(circle)
                context.fillPath()
                let style = NSMutableParagraphStyle()
                style.alignment = .justified
                let words = String(repeating: "Text that fills a circle from its top to its bottom, line by line. ", count: 12)
                let framesetter = CTFramesetterCreateWithAttributedString(text(words, font, [.paragraphStyle: style]))
                CTFrameDraw(CTFramesetterCreateFrame(framesetter, CFRange(), circle, nil), context)
            }, "circle"
        )
    }

    func testGlyphsByHand() throws {
        let font = try TestFont.liberation("LiberationSans", 40)
        let glyphs = glyphs(font, "ab")
        let drawn = try picture(60, 40) { context in
            context.setFillColor(.black)
            CTFontDrawGlyphs(font, glyphs, [CGPoint(x: 5, y: 8), CGPoint(x: 30, y: 8)], 2, context)
        }
        let filled = try picture(60, 40) { context in
            context.setFillColor(.black)
            for (glyph, x) in zip(glyphs, [5, 30] as [CGFloat]) {
                var place = CGAffineTransform(translationX: x, y: 8)
                context.addPath(CTFontCreatePathForGlyph(font, glyph, &place)!)
                context.fillPath()
            }
        }
        assertPicturesEqual(drawn, filled, tolerance: 1, "glyphs")
    }
}
