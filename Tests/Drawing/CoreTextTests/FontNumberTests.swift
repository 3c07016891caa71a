import XCTest

@testable import CoreText

/// Numbers: bits and features that programs store, traits of files, and the positions of tabs and marks.
final class FontNumberTests: XCTestCase {
    func testBits() {
        let traits: [(CTFontSymbolicTraits, UInt32)] = [
            (.traitItalic, 1 << 0), (.traitBold, 1 << 1), (.traitExpanded, 1 << 5), (.traitCondensed, 1 << 6), (.traitMonoSpace, 1 << 10),
            (.traitVertical, 1 << 11), (.traitUIOptimized, 1 << 12), (.traitColorGlyphs, 1 << 13), (.traitComposite, 1 << 14),
            (.traitClassMask, 0xF000_0000),
        ]
        for (trait, bits) in traits { XCTAssertEqual(trait.rawValue, bits) }
        let underlines: [(CTUnderlineStyleModifiers, Int32)] = [
            (.patternSolid, 0), (.patternDot, 0x100), (.patternDash, 0x200), (.patternDashDot, 0x300), (.patternDashDotDot, 0x400),
        ]
        for (style, bits) in underlines { XCTAssertEqual(style.rawValue, bits) }
        let lines: [(NSUnderlineStyle, Int)] = [
            (.single, 1), (.thick, 2), (.double, 9), (.patternDot, 0x100), (.patternDash, 0x200), (.patternDashDot, 0x300),
            (.patternDashDotDot, 0x400), (.byWord, 0x8000),
        ]
        for (style, bits) in lines { XCTAssertEqual(style.rawValue, bits) }
        let bounds: [CTLineBoundsOptions] = [
            .excludeTypographicLeading, .excludeTypographicShifts, .useHangingPunctuation, .useGlyphPathBounds, .useOpticalBounds,
            .includeLanguageExtents,
        ]
        XCTAssertEqual(bounds.map(\.rawValue), [1, 2, 4, 8, 16, 32])
    }

    /// The feature types of Apple's registry, in its order.
    func testFeatureTypes() {
        XCTAssertEqual(
            [
                kAllTypographicFeaturesType, kLigaturesType, kCursiveConnectionType, kLetterCaseType, kVerticalSubstitutionType,
                kLinguisticRearrangementType, kNumberSpacingType,
            ], Array(0...6))
        XCTAssertEqual(
            [
                kSmartSwashType, kDiacriticsType, kVerticalPositionType, kFractionsType, kOverlappingCharactersType, kTypographicExtrasType,
                kMathematicalExtrasType, kOrnamentSetsType, kCharacterAlternativesType, kDesignComplexityType, kStyleOptionsType,
                kCharacterShapeType, kNumberCaseType, kTextSpacingType, kTransliterationType, kAnnotationType, kKanaSpacingType,
                kIdeographicSpacingType, kUnicodeDecompositionType, kRubyKanaType, kCJKSymbolAlternativesType, kIdeographicAlternativesType,
                kCJKVerticalRomanPlacementType, kItalicCJKRomanType, kCaseSensitiveLayoutType, kAlternateKanaType,
                kStylisticAlternativesType, kContextualAlternatesType, kLowerCaseType, kUpperCaseType, kLanguageTagType,
            ], [8, 9, 10, 11] + Array(13...39))
        XCTAssertEqual([kCJKRomanSpacingType, kLastFeatureType], [103, -1])
    }

    /// The features of the file's glyphs and positions, by their OpenType tags.
    func testFeaturesOfFiles() throws {
        let features = try XCTUnwrap(CTFontCopyFeatures(TestFont.dejaVu()) as? [[String: Any]])
        let tags = features.compactMap { $0["\(kCTFontOpenTypeFeatureTag)"] as? String }
        XCTAssertTrue(Set(["kern", "liga", "mark"]).isSubset(of: tags), "\(tags)")
        XCTAssertEqual(tags, Array(Set(tags)).sorted())
    }

    /// Pairs of Apple's numbers select OpenType features; exclusive selectors turn each other off, and of two settings the last applies.
    func testPairsOfNumbers() {
        func tags(_ pairs: [(Int, Int)]) -> [String: UInt32] {
            let entries = pairs.map { pair -> [String: Any] in
                ["\(kCTFontFeatureTypeIdentifierKey)": pair.0, "\(kCTFontFeatureSelectorIdentifierKey)": NSNumber(value: pair.1)]
            }
            let found = FontAttributes.features(entries)
            return Dictionary(uniqueKeysWithValues: found.map { (tagText($0.tag), $0.value) })
        }
        XCTAssertEqual(tags([(kNumberSpacingType, kMonospacedNumbersSelector)]), ["tnum": 1, "pnum": 0])
        XCTAssertEqual(
            tags([(kNumberSpacingType, kMonospacedNumbersSelector), (kNumberSpacingType, kProportionalNumbersSelector)]),
            ["tnum": 0, "pnum": 1])
        XCTAssertEqual(tags([(kNumberCaseType, kLowerCaseNumbersSelector)]), ["onum": 1, "lnum": 0])
        XCTAssertEqual(tags([(kLigaturesType, kCommonLigaturesOffSelector)]), ["liga": 0])
        XCTAssertEqual(tags([(kLigaturesType, kRareLigaturesOnSelector)]), ["dlig": 1])
        XCTAssertEqual(tags([(kFractionsType, kDiagonalFractionsSelector)]), ["frac": 1, "afrc": 0])
        XCTAssertEqual(tags([(kFractionsType, kNoFractionsSelector)]), ["frac": 0, "afrc": 0])
        XCTAssertEqual(tags([(kVerticalPositionType, kInferiorsSelector)]), ["subs": 1, "sups": 0, "ordn": 0, "sinf": 0])
        XCTAssertEqual(
            tags([(kLowerCaseType, kLowerCaseSmallCapsSelector), (kUpperCaseType, kUpperCaseSmallCapsSelector)]),
            ["smcp": 1, "pcap": 0, "c2sc": 1, "c2pc": 0])
        XCTAssertEqual(tags([(kStylisticAlternativesType, 2)]), ["ss01": 1])
        XCTAssertEqual(tags([(kStylisticAlternativesType, 41)]), ["ss20": 0])
        XCTAssertEqual(tags([(kContextualAlternatesType, kContextualAlternatesOffSelector)]), ["calt": 0])
        XCTAssertEqual(tags([(kTypographicExtrasType, kSlashedZeroOnSelector)]), ["zero": 1])
        // No feature of OpenType.
        XCTAssertEqual(tags([(kOrnamentSetsType, kDingbatsSelector), (kLigaturesType, kLogosOnSelector), (-5, 3)]), [:])
    }

    func testWidthsOfFiles() throws {
        func width(_ font: CTFont) throws -> Double {
            try XCTUnwrap((CTFontCopyTraits(font).object(forKey: kCTFontWidthTrait) as? NSNumber)?.doubleValue)
        }
        for name in ["LiberationSans", "LiberationSans-Bold", "LiberationSerif-Italic"] {
            XCTAssertEqual(try width(TestFont.liberation(name)), 0, name)
        }
        XCTAssertEqual(try width(TestFont.dejaVu()), 0)
        // The same, read from the file.
        for (name, isNarrow) in [("LiberationSans", false), ("LiberationSansNarrow", true)] {
            let data = try Data(contentsOf: TestFont.url(name, package: "fonts-liberation"))
            let descriptor = try XCTUnwrap(CTFontManagerCreateFontDescriptorFromData(data as NSData))
            let found = try width(CTFontCreateWithFontDescriptor(descriptor, 12, nil))
            if isNarrow { XCTAssertLessThan(found, 0) } else { XCTAssertEqual(found, 0) }
        }
        XCTAssertLessThan(try width(TestFont.liberation("LiberationSansNarrow")), 0)
    }

    /// A line ends before the letter that a tab moves beyond its width.
    func testTabsTakeTheirRoom() throws {
        let style = NSMutableParagraphStyle()
        style.tabStops = [NSTextTab(textAlignment: .left, location: 100)]
        let font = try TestFont.liberation(), string = "a\tbb c"
        let setter = CTTypesetterCreateWithAttributedString(text(string, font, [.paragraphStyle: style]))
        let a = CTLineGetTypographicBounds(line("a", font), nil, nil, nil), bb = CTLineGetTypographicBounds(line("bb", font), nil, nil, nil)
        XCTAssertLessThan(a, 20)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(setter, 0, 100 + bb + 1), 5)
        XCTAssertEqual(CTTypesetterSuggestLineBreak(setter, 0, 100 + bb - 1), 2)
        XCTAssertEqual(CTTypesetterSuggestClusterBreak(setter, 0, 100 + bb - 1), 3)
        // A line that begins further to the right has less room.
        XCTAssertEqual(CTTypesetterSuggestLineBreakWithOffset(setter, 0, 100 - 30 + bb + 1, 30), 5)
        XCTAssertEqual(CTTypesetterSuggestLineBreakWithOffset(setter, 0, 100 - 30 + bb - 1, 30), 2)
    }

    /// A mark at the beginning of a text has no letter: a dotted circle takes its place. In the text it follows one, also in another run.
    func testMarksWithoutLetters() throws {
        let font = try TestFont.dejaVu()
        XCTAssertEqual(CTLineGetGlyphCount(line("\u{5B0}", font)), 2)
        XCTAssertEqual(CTLineGetGlyphCount(line("\u{5D0}\u{5B0}", font)), 2)
    }
}
