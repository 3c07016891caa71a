import CoreText
import XCTest

/// What programs written for Apple's systems say to CoreText, in their words: that it compiles is the test, and that the answers are there.
final class CoreTextInterface: XCTestCase {
    private struct Style: Equatable, Sendable {
        let font: CTFont
        let color: CGColor
    }

    func testTextLayerOfALottiePlayer() throws {
        let family = "Helvetica"
        let ctFont = CTFontCreateWithName(family as CFString, 40, nil)
        let style = Style(font: ctFont, color: CGColor(gray: 0, alpha: 1))
        var attributes: [NSAttributedString.Key: Any] = [.ligature: 0]
        attributes[.font] = style.font
        attributes[.kern] = CGFloat(2)
        let paragraphStyle = NSMutableParagraphStyle()
        paragraphStyle.lineSpacing = CGFloat(0)
        paragraphStyle.lineHeightMultiple = CGFloat(1)
        paragraphStyle.maximumLineHeight = CTFontGetAscent(ctFont) + CTFontGetDescent(ctFont)
        paragraphStyle.alignment = .center
        paragraphStyle.lineBreakMode = NSLineBreakMode.byWordWrapping
        attributes[.paragraphStyle] = paragraphStyle
        let attrString = NSMutableAttributedString(string: "Text")
        attrString.addAttributes(attributes, range: NSRange(location: 0, length: attrString.length))
        attrString.addAttribute(.foregroundColor, value: style.color, range: NSRange(location: 0, length: 2))
        attrString.addAttributes([.strokeWidth: CGFloat(-1), .strokeColor: style.color], range: NSRange(location: 2, length: 2))

        let framesetter = CTFramesetterCreateWithAttributedString(attrString as CFAttributedString)
        let size = CTFramesetterSuggestFrameSizeWithConstraints(
            framesetter, CFRange(location: 0, length: 0), nil,
            CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude),
            nil)
        let path = CGPath(rect: CGRect(origin: .zero, size: CGSize(width: size.width + 1, height: size.height + 1)), transform: nil)
        let frame: CTFrame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
        let lines = CTFrameGetLines(frame)
        let count = CFArrayGetCount(lines)
        var origins = [CGPoint](repeating: .zero, count: count)
        CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
        XCTAssertEqual(CTFontGetSize(ctFont), 40)
        _ = (CTFontGetLeading(ctFont), CTFontGetCapHeight(ctFont))
        guard CTFontGetGlyphCount(ctFont) > 0 else { throw XCTSkip("this machine has no fonts") }
        XCTAssertEqual(count, 1)
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 200, height: 100, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.textMatrix = CGAffineTransform.identity
        CTFrameDraw(frame, context)
    }

    func testRegisteringAFontOfABundle() {
        let url = URL(fileURLWithPath: "/no/such/file.ttf")
        XCTAssertFalse(CTFontManagerRegisterFontsForURL(url as CFURL, .process, nil))
        var error: Unmanaged<CFError>?
        XCTAssertFalse(CTFontManagerRegisterFontsForURL(url as CFURL, CTFontManagerScope.process, &error))
        XCTAssertNotNil(error?.takeRetainedValue())
    }

    func testWalkingLinesAndRuns() throws {
        let font = CTFontCreateUIFontForLanguage(.system, 24, nil)!
        let attributes = [kCTFontAttributeName: font]
        let string = NSAttributedString(
            string: "Hello",
            attributes: Dictionary(uniqueKeysWithValues: attributes.map { (NSAttributedString.Key(rawValue: $0.key as String), $0.value) }))
        let line = CTLineCreateWithAttributedString(string)
        let path = CGMutablePath()
        for run in CTLineGetGlyphRuns(line) as! [CTRun] {
            let attributes = CTRunGetAttributes(run) as! [String: Any]
            let runFont = attributes[kCTFontAttributeName as String] as! CTFont
            for index in 0..<CTRunGetGlyphCount(run) {
                var glyph = CGGlyph(), position = CGPoint.zero
                CTRunGetGlyphs(run, CFRange(location: index, length: 1), &glyph)
                CTRunGetPositions(run, CFRange(location: index, length: 1), &position)
                if let letter = CTFontCreatePathForGlyph(runFont, glyph, nil) {
                    path.addPath(letter, transform: CGAffineTransform(translationX: position.x, y: position.y))
                }
            }
        }
        guard CTFontGetGlyphCount(font) > 0 else { throw XCTSkip("this machine has no fonts") }
        XCTAssertFalse(path.isEmpty)
    }

    func testDescriptorsAndStyles() {
        let descriptor = CTFontDescriptorCreateWithAttributes(
            [
                kCTFontFamilyNameAttribute: "Helvetica Neue",
                kCTFontTraitsAttribute: [kCTFontWeightTrait: 0.4, kCTFontSymbolicTrait: CTFontSymbolicTraits.traitItalic.rawValue]
                    as NSDictionary,
            ] as CFDictionary)
        let font = CTFontCreateWithFontDescriptor(descriptor, 17, nil)
        XCTAssertEqual(CTFontGetSize(font), 17)
        var alignment = CTTextAlignment.center
        let style = withUnsafeMutablePointer(to: &alignment) { pointer in
            CTParagraphStyleCreate(
                [CTParagraphStyleSetting(spec: .alignment, valueSize: MemoryLayout<CTTextAlignment>.size, value: pointer)], 1)
        }
        let string = NSAttributedString(string: "x", attributes: [NSAttributedString.Key(kCTParagraphStyleAttributeName as String): style])
        let typesetter = CTTypesetterCreateWithAttributedString(string)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(typesetter, 0, 100), 1)
        var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
        let line = CTTypesetterCreateLine(typesetter, CFRange(location: 0, length: 1))
        XCTAssertGreaterThanOrEqual(CTLineGetTypographicBounds(line, &ascent, &descent, &leading), 0)
    }
}
