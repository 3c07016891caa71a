import AgateDiagnostics
import Synchronization
import TestSupport
import XCTest

@testable import CoreText

final class FontTests: XCTestCase {
    func testMetricsAreThoseOfTheFile() throws {
        let font = try TestFont.liberation("LiberationSans", 2048)
        XCTAssertEqual(CTFontGetUnitsPerEm(font), 2048)
        // Liberation Sans has Arial's measures: hhea 1854, -434, 67.
        XCTAssertEqual(CTFontGetAscent(font), 1854)
        XCTAssertEqual(CTFontGetDescent(font), 434)
        XCTAssertEqual(CTFontGetLeading(font), 67)
        XCTAssertEqual(CTFontGetSize(font), 2048)
        XCTAssertEqual(CTFontGetXHeight(font), 1082)
        XCTAssertEqual(CTFontGetCapHeight(font), 1409)
        XCTAssertLessThan(CTFontGetUnderlinePosition(font), 0)
        XCTAssertGreaterThan(CTFontGetUnderlineThickness(font), 0)
        XCTAssertGreaterThan(CTFontGetGlyphCount(font), 600)
        XCTAssertGreaterThan(CTFontGetBoundingBox(font).height, 2048)
        XCTAssertEqual(CTFontGetSlantAngle(font), 0)
        XCTAssertLessThan(CTFontGetSlantAngle(try TestFont.liberation("LiberationSans-Italic")), 0)
    }

    func testAdvancesAreUnhintedFontUnits() throws {
        let font = try TestFont.liberation("LiberationSans", 10)
        let glyphs = glyphs(font, "Aé 1")
        XCTAssertFalse(glyphs.contains(0))
        var advances = [CGSize](repeating: .zero, count: 4)
        let sum = CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 4)
        // Arial's widths: A 1366, é 1139, space 569, one 1139 of 2048.
        XCTAssertEqual(advances.map(\.width), [1366, 1139, 569, 1139].map { CGFloat($0) * (10.0 / 2048) })
        XCTAssertEqual(sum, Double(advances.reduce(0) { $0 + $1.width }), accuracy: 1e-12)
    }

    func testGlyphsAndOutlines() throws {
        let font = try TestFont.liberation("LiberationSans", 2048)
        let glyphs = glyphs(font, "H ")
        let path = try XCTUnwrap(CTFontCreatePathForGlyph(font, glyphs[0], nil))
        XCTAssertNil(CTFontCreatePathForGlyph(font, glyphs[1], nil))
        XCTAssertEqual(path.boundingBoxOfPath.minY, 0)
        XCTAssertEqual(path.boundingBoxOfPath.maxY, 1409)
        var boxes = [CGRect](repeating: .null, count: 2)
        let union = CTFontGetBoundingRectsForGlyphs(font, .default, glyphs, &boxes, 2)
        XCTAssertEqual(union, path.boundingBoxOfPath)
        XCTAssertEqual(boxes, [path.boundingBoxOfPath, .zero])
        var shift = CGAffineTransform(translationX: 5, y: 7)
        XCTAssertEqual(CTFontCreatePathForGlyph(font, glyphs[0], &shift)?.boundingBoxOfPath.minY, 7)
        XCTAssertEqual(CTFontGetGlyphWithName(font, "H"), glyphs[0])
        XCTAssertEqual(CTFontGetGlyphWithName(font, "no such glyph"), 0)
    }

    func testSurrogatesAndMissingCharacters() throws {
        let font = try TestFont.liberation()
        var glyphs = [CGGlyph](repeating: 7, count: 4)
        XCTAssertFalse(CTFontGetGlyphsForCharacters(font, [0xD83D, 0xDE00, 0xD83D, 0x41], &glyphs, 4))
        XCTAssertEqual(Array(glyphs.prefix(2)), [0, 0])
        XCTAssertNotEqual(glyphs[3], 0)
        let emoji = try TestFont.emoji()
        XCTAssertTrue(emoji.covers(0x1F600))
    }

    func testCompactOutlinesAreInFontUnitsToo() throws {
        // OpenType with PostScript outlines takes another way through FreeType.
        guard FontCatalog.shared.index.face(named: "Inter-Regular") != nil else {
            throw XCTSkip("Inter is not installed: package fonts-inter")
        }
        let font = CTFontCreateWithName("Inter-Regular", 2816, nil)
        let glyph = glyphs(font, "H")[0]
        let box = try XCTUnwrap(CTFontCreatePathForGlyph(font, glyph, nil)).boundingBoxOfPath
        XCTAssertEqual(box.height, CTFontGetCapHeight(font), accuracy: 2816 / 100)
    }

    /// As Core Text's: what closes a contour is the close alone.
    func testStraightContoursHaveNoLineBackToTheirBeginning() throws {
        _ = try TestFont.liberation()
        let font = CTFontCreateWithName("Helvetica", 10, nil)
        var elements: [CGPathElementType] = []
        try XCTUnwrap(CTFontCreatePathForGlyph(font, glyphs(font, "_")[0], nil)).applyWithBlock { elements.append($0.pointee.type) }
        XCTAssertEqual(elements, [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint, .closeSubpath])
        let round = try XCTUnwrap(CTFontCreatePathForGlyph(font, glyphs(font, "o")[0], nil))
        XCTAssertTrue(round.contains(CGPoint(x: 0.7, y: 2.6)))
        XCTAssertFalse(round.contains(CGPoint(x: 2.8, y: 2.6)), "the hole")
    }

    // MARK: Names

    func testNamesOfAppleFontsFindTheirStandIns() throws {
        _ = try TestFont.liberation()
        func name(_ name: String) -> String { "\(CTFontCopyPostScriptName(CTFontCreateWithName(name as NSString, 12, nil)))" }
        XCTAssertEqual(name("Helvetica"), "LiberationSans")
        XCTAssertEqual(name("Helvetica-Bold"), "LiberationSans-Bold")
        XCTAssertEqual(name("Helvetica-BoldOblique"), "LiberationSans-BoldItalic")
        XCTAssertEqual(name("HelveticaNeue-Light"), "LiberationSans")
        XCTAssertEqual(name("Helvetica Neue"), "LiberationSans")
        XCTAssertEqual(name("ArialMT"), "LiberationSans")
        XCTAssertEqual(name("Arial-BoldItalicMT"), "LiberationSans-BoldItalic")
        XCTAssertEqual(name("TimesNewRomanPS-BoldMT"), "LiberationSerif-Bold")
        XCTAssertEqual(name("TimesNewRomanPSMT"), "LiberationSerif")
        XCTAssertEqual(name("Times-Roman"), "LiberationSerif")
        XCTAssertEqual(name("CourierNewPSMT"), "LiberationMono")
        XCTAssertEqual(name("Courier-Oblique"), "LiberationMono-Italic")
        XCTAssertEqual(name("Liberation Serif Bold Italic"), "LiberationSerif-BoldItalic")
        XCTAssertEqual(name("liberation sans"), "LiberationSans")
    }

    func testSystemFontNames() throws {
        let wanted = FontCatalog.shared.index.face(named: "Inter-SemiBold") ?? FontCatalog.shared.index.face(named: "LiberationSans-Bold")
        guard let wanted else { throw XCTSkip("neither Inter nor Liberation is installed") }
        for name in [".SFUI-Semibold", "SFProText-Semibold", "SF Pro Display Semibold", ".AppleSystemUIFont-Semibold"] {
            XCTAssertEqual("\(CTFontCopyPostScriptName(CTFontCreateWithName(name as NSString, 12, nil)))", wanted.postScriptName, name)
        }
        // The measures are those of the system's font, whatever stands in.
        let font = try XCTUnwrap(CTFontCreateUIFontForLanguage(.system, 100, nil))
        XCTAssertEqual(CTFontGetAscent(font), 95.2, accuracy: 1e-9)
        XCTAssertNil(CTFontCreateUIFontForLanguage(.none, 0, nil))
    }

    func testAnUnknownNameIsHelveticaWithOneDiagnostic() throws {
        _ = try TestFont.liberation()
        let seen = Mutex<[Diagnostic]>([])
        let token = Diagnostic.addObserver { diagnostic in seen.withLock { $0.append(diagnostic) } }
        defer { Diagnostic.removeObserver(token) }
        for _ in 0..<2 {
            let font = CTFontCreateWithName("No Such Font 27", 12, nil)
            XCTAssertEqual("\(CTFontCopyPostScriptName(font))", "LiberationSans")
            XCTAssertEqual(CTFontGetAscent(font), 0.77 * 12, accuracy: 1e-9)
        }
        XCTAssertEqual(seen.withLock { $0.filter { $0.identifier == "text.missing-font" }.count }, 1)
        XCTAssertNil(CTFont(name: "No Such Font 27", size: 12))
        XCTAssertNotNil(CTFont(name: "Helvetica", size: 12))
    }

    func testNoFontsAtAll() {
        let catalog = FontCatalog(installed: [])
        XCTAssertNil(catalog.choice(named: "Anything"))
        XCTAssertNil(catalog.choice(named: "Helvetica")?.record)
        let font = CTFont(choice: .init(record: nil, vertical: nil), size: 12)
        XCTAssertEqual([CTFontGetAscent(font), CTFontGetDescent(font), CTFontGetCapHeight(font)], [0, 0, 0])
        XCTAssertEqual(CTFontGetGlyphCount(font), 0)
        XCTAssertNil(CTFontCreatePathForGlyph(font, 3, nil))
        XCTAssertEqual("\(CTFontCopyPostScriptName(font))", "")
    }

    // MARK: Descriptors

    func testDescriptorsAskForTraits() throws {
        _ = try TestFont.liberation()
        let traits = [kCTFontSymbolicTrait: CTFontSymbolicTraits([.traitBold, .traitItalic]).rawValue] as NSDictionary
        let attributes = [kCTFontFamilyNameAttribute: "Arial", kCTFontTraitsAttribute: traits, kCTFontSizeAttribute: 17] as NSDictionary
        let font = CTFontCreateWithFontDescriptor(CTFontDescriptorCreateWithAttributes(attributes), 0, nil)
        XCTAssertEqual("\(CTFontCopyPostScriptName(font))", "LiberationSans-BoldItalic")
        XCTAssertEqual(CTFontGetSize(font), 17)
        XCTAssertEqual(CTFontGetSymbolicTraits(font), [.traitBold, .traitItalic])
        let weight = (CTFontCopyTraits(font) as? [String: Any])?["\(kCTFontWeightTrait)"] as? NSNumber
        XCTAssertEqual(weight?.doubleValue ?? 0, 0.4, accuracy: 1e-9)
        let again = CTFontCreateWithFontDescriptor(CTFontCopyFontDescriptor(font), 0, nil)
        XCTAssertEqual(again, font)
        XCTAssertEqual(again.hash, font.hash)
        let upright = try XCTUnwrap(CTFontCreateCopyWithSymbolicTraits(font, 0, nil, [], .traitItalic))
        XCTAssertEqual("\(CTFontCopyPostScriptName(upright))", "LiberationSans-Bold")
        XCTAssertNil(CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitExpanded, .traitExpanded))
        let larger = CTFontCreateCopyWithAttributes(font, 40, nil, nil)
        XCTAssertEqual(CTFontGetSize(larger), 40)
        XCTAssertNotEqual(larger, font)
        XCTAssertEqual("\(CTFontCopyAttribute(font, kCTFontStyleNameAttribute)!)", "Bold Italic")
    }

    func testSizesThatNoFontCanHave() throws {
        for size in [0, -3, .nan, .infinity] as [CGFloat] {
            XCTAssertEqual(CTFontGetSize(CTFontCreateWithName("Helvetica", size, nil)), 12)
        }
    }

    func testTablesAndNames() throws {
        let font = try TestFont.liberation()
        let tags = CTFontCopyAvailableTables(font, []) as! [NSNumber]
        XCTAssertTrue(tags.contains(NSNumber(value: FontTable.tag("glyf"))))
        let head = try XCTUnwrap(CTFontCopyTable(font, FontTable.tag("head"), []))
        XCTAssertEqual(head.length, 54)
        XCTAssertNil(CTFontCopyTable(font, 1, []))
        XCTAssertEqual(CTFontCopyName(font, kCTFontFamilyNameKey), "Liberation Sans")
        XCTAssertTrue("\(CTFontCopyName(font, kCTFontVersionNameKey)!)".contains("ersion"))
        XCTAssertNil(CTFontCopyName(font, "no such key"))
        XCTAssertNil(CTFontCopyVariationAxes(font))
        XCTAssertTrue(CTFontCopyCharacterSet(font).characterIsMember(0x41))
        XCTAssertFalse(CTFontCopyCharacterSet(font).characterIsMember(0x4E00))
    }

    // MARK: Fallback

    func testFallbackIsPerCluster() throws {
        let font = try TestFont.liberation()
        _ = try TestFont.emoji()
        let emoji = CTFontCreateForString(font, "😀" as NSString, CFRange(location: 0, length: 2))
        XCTAssertEqual("\(CTFontCopyFamilyName(emoji))", "Noto Color Emoji")
        XCTAssertTrue(CTFontGetSymbolicTraits(emoji).contains(.traitColorGlyphs))
        XCTAssertEqual(CTFontGetSize(emoji), 20)
        XCTAssertTrue(CTFontCreateForString(font, "abc" as NSString, CFRange(location: 0, length: 3)) === font)
        // A heart is text by itself and a picture where the text asks for one.
        let heart = CTFontCreateForString(font, "❤\u{FE0F}" as NSString, CFRange(location: 0, length: 2))
        XCTAssertEqual("\(CTFontCopyFamilyName(heart))", "Noto Color Emoji")
        let plain = CTFontCreateForString(font, "❤\u{FE0E}" as NSString, CFRange(location: 0, length: 2))
        XCTAssertNotEqual("\(CTFontCopyFamilyName(plain))", "Noto Color Emoji")
        // Digits are in the emoji font as well, and stay text.
        XCTAssertTrue(CTFontCreateForString(font, "7" as NSString, CFRange(location: 0, length: 1)) === font)
    }

    // MARK: Registering

    func testRegisteringAFile() throws {
        let source = try TestFont.url("DejaVuSansMono", package: "fonts-dejavu-core")
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-font-\(ProcessInfo.processInfo.processIdentifier).ttf")
        try Data(contentsOf: source).write(to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        var error: Unmanaged<CFError>?
        XCTAssertTrue(CTFontManagerRegisterFontsForURL(copy as NSURL, .process, &error))
        XCTAssertNil(error)
        let font = CTFontCreateWithName("DejaVuSansMono", 12, nil)
        XCTAssertEqual(font.record?.url, copy.standardizedFileURL, "what is registered goes before what is installed")
        XCTAssertFalse(CTFontManagerRegisterFontsForURL(copy as NSURL, .process, &error))
        XCTAssertEqual(error?.takeRetainedValue().code, CTFontManagerError.alreadyRegistered.rawValue)
        XCTAssertTrue(CTFontManagerUnregisterFontsForURL(copy as NSURL, .process, nil))
        XCTAssertFalse(CTFontManagerUnregisterFontsForURL(copy as NSURL, .process, nil))
        XCTAssertEqual(CTFontCreateWithName("DejaVuSansMono", 12, nil).record?.url, source)
        XCTAssertNotNil(CTFontCreatePathForGlyph(font, glyphs(font, "A")[0], nil), "a font made before goes on working")
    }

    func testWhatCannotBeRegistered() throws {
        func code(_ path: String) -> Int? {
            var error: Unmanaged<CFError>?
            let url = URL(fileURLWithPath: path)
            XCTAssertFalse(CTFontManagerRegisterFontsForURL(url as NSURL, .process, &error))
            return error?.takeRetainedValue().code
        }
        XCTAssertEqual(code("/no/such/font.ttf"), CTFontManagerError.fileNotFound.rawValue)
        XCTAssertEqual(code("/"), CTFontManagerError.invalidFilePath.rawValue)
        XCTAssertEqual(code("\(#filePath)"), CTFontManagerError.unrecognizedFormat.rawValue)
    }

    func testFontsFromData() throws {
        let data = try Data(contentsOf: TestFont.url("LiberationSerif", package: "fonts-liberation"))
        let descriptor = try XCTUnwrap(CTFontManagerCreateFontDescriptorFromData(data as NSData))
        let font = CTFontCreateWithFontDescriptor(descriptor, 12, nil)
        XCTAssertEqual("\(CTFontCopyPostScriptName(font))", "LiberationSerif")
        XCTAssertNil(CTFontCopyAttribute(font, kCTFontURLAttribute))
        let graphics = try XCTUnwrap(CGFont(CGDataProvider(data: data as NSData)!))
        XCTAssertEqual(graphics.unitsPerEm, 2048)
        XCTAssertTrue(CTFontManagerRegisterGraphicsFont(graphics, nil))
        XCTAssertTrue(CTFontManagerUnregisterGraphicsFont(graphics, nil))
        XCTAssertEqual(CTFontManagerCreateFontDescriptorsFromData(Data([1, 2, 3]) as NSData).count, 0)
    }

    func testManyThreadsAskOneFont() throws {
        let font = try TestFont.liberation("LiberationSans", 30)
        let wanted = CTFontCreatePathForGlyph(font, glyphs(font, "g")[0], nil)
        let width = CTLineGetTypographicBounds(line("Wave AVATAR", font), nil, nil, nil)
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            for round in 0..<20 {
                _ = CTFontCreatePathForGlyph(font, CGGlyph((number * 20 + round) % 300), nil)
                XCTAssertEqual(CTLineGetTypographicBounds(line("Wave AVATAR", font), nil, nil, nil), width)
                _ = CTFontCreateWithName(round % 2 == 0 ? "Times" : "Courier", CGFloat(round + 1), nil)
            }
            XCTAssertEqual(CTFontCreatePathForGlyph(font, glyphs(font, "g")[0], nil), wanted)
        }
    }
}

func glyphs(_ font: CTFont, _ text: String) -> [CGGlyph] {
    let units = Array(text.utf16)
    var glyphs = [CGGlyph](repeating: 0, count: units.count)
    _ = CTFontGetGlyphsForCharacters(font, units, &glyphs, units.count)
    return glyphs
}
