import CoreGraphics
import CoreText
import TestSupport
import XCTest

/// Fonts that are damaged or no fonts: an answer each time, never a crash.
final class FontMutationTests: XCTestCase {
    private func bytes(_ name: String) throws -> [UInt8] {
        let font = CTFontCreateWithName(name as NSString, 12, nil)
        guard "\(CTFontCopyPostScriptName(font))" == name, let url = CTFontCopyAttribute(font, kCTFontURLAttribute) as? NSURL,
            let data = try? Data(contentsOf: url as URL)
        else { throw XCTSkip("\(name) is not installed") }
        return [UInt8](data)
    }

    /// Registers the bytes and asks everything that text asks of a font.
    private func use(_ bytes: [UInt8]) {
        let descriptors = CTFontManagerCreateFontDescriptorsFromData(Data(bytes) as NSData)
        for case let descriptor as CTFontDescriptor in descriptors {
            let font = CTFontCreateWithFontDescriptor(descriptor, 20, nil)
            let attributes: [NSAttributedString.Key: Any] = [.font: font]
            let line = CTLineCreateWithAttributedString(
                NSAttributedString(string: "AVffi \u{05D0}\u{0628}\u{0628} 😀❤️", attributes: attributes))
            let width = CTLineGetTypographicBounds(line, nil, nil, nil)
            XCTAssertTrue(width.isFinite)
            _ = CTLineGetImageBounds(line, nil)
            for glyph in stride(from: 0, to: 400, by: 7) {
                if let path = CTFontCreatePathForGlyph(font, CGGlyph(glyph), nil) { XCTAssertFalse(path.boundingBox.width.isNaN) }
            }
            _ = CTFontCreatePathForGlyph(font, 0xFFFE, nil)
            _ = CTFontCopyFullName(font)
            _ = CTFontCopyVariationAxes(font)
            _ = CTFontCopyName(font, kCTFontCopyrightNameKey)
            _ = CTFontGetBoundingBox(font)
            if let context = CGContext(
                data: nil, width: 64, height: 32, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            ) {
                context.textPosition = CGPoint(x: 2, y: 8)
                CTLineDraw(line, context)
            }
        }
    }

    private func mutate(_ original: [UInt8], rounds: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            var bytes = original
            // Most of a font's file is outlines; its header and directory are what a reader trusts.
            let reach = round % 3 == 0 ? 512 : bytes.count
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let at = Int.random(in: 0..<min(reach, bytes.count), using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: for i in at..<min(at + 4, bytes.count) { bytes[i] = Bool.random(using: &random) ? 0xFF : 0 }
                }
            }
            use(bytes)
        }
    }

    func testMutatedOutlines() throws { mutate(try bytes("LiberationSans"), rounds: 150, seed: 1) }

    func testMutatedShapingTables() throws { mutate(try bytes("DejaVuSans"), rounds: 60, seed: 2) }

    func testMutatedPostScriptOutlines() throws { mutate(try bytes("Inter-Regular"), rounds: 60, seed: 3) }

    func testMutatedPictures() throws {
        // Ten megabytes: few rounds, and each may decode few pictures.
        mutate(try bytes("NotoColorEmoji"), rounds: 6, seed: 4)
    }

    func testMutatedTables() throws {
        // The tables that say how many of something there are, changed at their heads.
        let original = try bytes("DejaVuSans")
        var random = SeededGenerator(seed: 5)
        let count = Int(original[4]) << 8 | Int(original[5])
        for table in 0..<count {
            let record = 12 + table * 16
            let start = original[(record + 8)..<(record + 12)].reduce(0) { $0 << 8 | Int($1) }
            for _ in 0..<6 {
                var bytes = original
                for _ in 0..<4 {
                    let at = min(bytes.count - 1, start + Int.random(in: 0..<48, using: &random))
                    bytes[at] = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
                }
                use(bytes)
            }
        }
    }

    func testTruncatedFonts() throws {
        let original = try bytes("LiberationSans")
        for part in 0..<40 { use(Array(original.prefix(original.count * part / 40))) }
        for length in 0..<64 { use(Array(original.prefix(length))) }
    }

    func testWhatIsNoFont() {
        var random = SeededGenerator(seed: 6)
        for length in [0, 1, 4, 12, 1000, 50_000] {
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            use(bytes)
            for magic in ["OTTO", "true", "ttcf", "wOFF", "%!PS-AdobeFont-1.0", "STARTFONT 2.1\n"] {
                bytes.replaceSubrange(0..<min(bytes.count, magic.utf8.count), with: Array(magic.utf8).prefix(bytes.count))
                use(bytes)
            }
        }
    }
}

/// Text that no one writes.
final class TextMutationTests: XCTestCase {
    func testRandomText() {
        var random = SeededGenerator(seed: 7)
        let pieces: [[UInt16]] = [
            [0x61], [0x20], [0x0A], [0x0D], [0x0D, 0x0A], [0], [0x09], [0x05D0], [0x0628], [0x0644, 0x0627], [0x0300], [0x200D], [0xFE0F],
            [0xD83D, 0xDE00], [0xD83C, 0xDDE9], [0xD800], [0xDC00], [0x202E], [0x202B], [0x2066], [0x2067], [0x2069], [0x202C], [0x2028],
            [0x2029], [0xAD], [0x0E01], [0x0E33], [0x0915, 0x094D, 0x0937], [0xAC00], [0x4E00], [0xFFFC], [0xFFFF], [0x28], [0x29],
        ]
        for round in 0..<300 {
            var units: [UInt16] = []
            for _ in 0..<Int.random(in: 0...60, using: &random) { units += pieces.randomElement(using: &random)! }
            let string = String(decoding: units, as: UTF16.self)
            let style = NSMutableParagraphStyle()
            style.alignment = NSTextAlignment(rawValue: round % 5)!
            style.lineBreakMode = NSLineBreakMode(rawValue: round % 6)!
            style.firstLineHeadIndent = round % 7 == 0 ? 1e12 : 3
            let attributed = NSAttributedString(
                string: string,
                attributes: [
                    .paragraphStyle: style, .kern: Double(round % 4) - 1,
                    .font: round % 11 == 0 ? "no font" as Any : CTFontCreateWithName("Helvetica", 15, nil),
                    NSAttributedString.Key("unknown"): Date(),
                ]
            )
            let framesetter = CTFramesetterCreateWithAttributedString(attributed)
            let width = [0, 1, 30, 100, 1e9, .infinity].randomElement(using: &random)!
            var fit = CFRange()
            let size = CTFramesetterSuggestFrameSizeWithConstraints(
                framesetter, CFRange(), nil, CGSize(width: width, height: .infinity), &fit)
            XCTAssertTrue(size.width.isFinite && size.height.isFinite)
            let path = CGPath(rect: CGRect(x: 0, y: 0, width: min(width, 1e6), height: 1000), transform: nil)
            let frame = CTFramesetterCreateFrame(framesetter, CFRange(), path, nil)
            var next = 0
            for line in CTFrameGetLines(frame) as! [CTLine] {
                // The lines show the text without gaps.
                let range = CTLineGetStringRange(line)
                XCTAssertEqual(range.location, next, "round \(round)")
                next = range.location + range.length
                for index in stride(from: range.location, through: next, by: 3) {
                    XCTAssertTrue(CTLineGetOffsetForStringIndex(line, index, nil).isFinite)
                }
                for x in [-1e9, 0, 10, .infinity, .nan] {
                    let index = CTLineGetStringIndexForPosition(line, CGPoint(x: x, y: 0))
                    XCTAssertTrue(index >= range.location && index <= next)
                }
                _ = CTLineCreateTruncatedLine(line, 20, .middle, line)
                _ = CTLineCreateJustifiedLine(line, 1, 200)
            }
        }
    }

    func testDeepNestingOfDirections() {
        let string = String(repeating: "\u{202B}a\u{202A}\u{05D0}", count: 2000)
        let line = CTLineCreateWithAttributedString(NSAttributedString(string: string))
        XCTAssertEqual(CTLineGetStringRange(line).length, 8000)
    }
}
