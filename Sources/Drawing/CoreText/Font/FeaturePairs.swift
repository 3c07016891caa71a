/// Apple's pairs of feature type and selector as OpenType features, as CoreText and HarfBuzz translate them for fonts with OpenType tables.
enum FeaturePairs {
    /// Returns the OpenType features that a pair turns on and off; nil if OpenType has none for it. The selectors of an exclusive type
    /// turn each other off.
    static func features(type: Int, selector: Int) -> [FontFeature]? {
        if type == kStylisticAlternativesType {
            if selector == kNoStylisticAlternatesSelector { return (1...20).map { FontFeature(tag: stylisticSet($0), value: 0) } }
            guard (2...41).contains(selector) else { return nil }
            return [FontFeature(tag: stylisticSet(selector / 2), value: selector % 2 == 0 ? 1 : 0)]
        }
        if let names = switches[type] {
            // Even selectors turn a feature on, odd ones off.
            return names[selector & ~1].map { [FontFeature(tag: tag($0), value: selector & 1 == 0 ? 1 : 0)] }
        }
        guard let names = choices[type], names[selector] != nil || selector == none[type] else { return nil }
        let chosen = names[selector]
        let others = Set(names.values).subtracting(chosen.map { [$0] } ?? []).sorted()
        return others.map { FontFeature(tag: tag($0), value: 0) } + (chosen.map { [FontFeature(tag: tag($0), value: 1)] } ?? [])
    }

    /// Features by type and the selector that turns them on; the next selector turns them off.
    private static let switches: [Int: [Int: String]] = [
        kLigaturesType: [
            kCommonLigaturesOnSelector: "liga", kRareLigaturesOnSelector: "dlig", kContextualLigaturesOnSelector: "clig",
            kHistoricalLigaturesOnSelector: "hlig",
        ],
        kVerticalSubstitutionType: [kSubstituteVerticalFormsOnSelector: "vert"],
        kTypographicExtrasType: [kSlashedZeroOnSelector: "zero"],
        kMathematicalExtrasType: [kMathematicalGreekOnSelector: "mgrk"],
        kRubyKanaType: [kRubyKanaOnSelector: "ruby"],
        kItalicCJKRomanType: [kCJKItalicRomanOnSelector: "ital"],
        kCaseSensitiveLayoutType: [kCaseSensitiveLayoutOnSelector: "case", kCaseSensitiveSpacingOnSelector: "cpsp"],
        kAlternateKanaType: [kAlternateHorizKanaOnSelector: "hkna", kAlternateVertKanaOnSelector: "vkna"],
        kContextualAlternatesType: [
            kContextualAlternatesOnSelector: "calt", kSwashAlternatesOnSelector: "swsh", kContextualSwashAlternatesOnSelector: "cswh",
        ],
    ]

    /// Features by type and selector, of types of which one selector applies.
    private static let choices: [Int: [Int: String]] = [
        kLetterCaseType: [kSmallCapsSelector: "smcp"],
        kNumberSpacingType: [kMonospacedNumbersSelector: "tnum", kProportionalNumbersSelector: "pnum"],
        kVerticalPositionType: [
            kSuperiorsSelector: "sups", kInferiorsSelector: "subs", kOrdinalsSelector: "ordn", kScientificInferiorsSelector: "sinf",
        ],
        kFractionsType: [kVerticalFractionsSelector: "afrc", kDiagonalFractionsSelector: "frac"],
        kStyleOptionsType: [kTitlingCapsSelector: "titl"],
        kNumberCaseType: [kLowerCaseNumbersSelector: "onum", kUpperCaseNumbersSelector: "lnum"],
        kLowerCaseType: [kLowerCaseSmallCapsSelector: "smcp", kLowerCasePetiteCapsSelector: "pcap"],
        kUpperCaseType: [kUpperCaseSmallCapsSelector: "c2sc", kUpperCasePetiteCapsSelector: "c2pc"],
        kTextSpacingType: [
            kProportionalTextSelector: "pwid", kMonospacedTextSelector: "fwid", kHalfWidthTextSelector: "hwid",
            kThirdWidthTextSelector: "twid", kQuarterWidthTextSelector: "qwid", kAltProportionalTextSelector: "palt",
            kAltHalfWidthTextSelector: "halt",
        ],
        kCharacterShapeType: [
            kTraditionalCharactersSelector: "trad", kSimplifiedCharactersSelector: "smpl", kJIS1978CharactersSelector: "jp78",
            kJIS1983CharactersSelector: "jp83", kJIS1990CharactersSelector: "jp90", kExpertCharactersSelector: "expt",
            kJIS2004CharactersSelector: "jp04", kHojoCharactersSelector: "hojo", kNLCCharactersSelector: "nlck",
            kTraditionalNamesCharactersSelector: "tnam",
        ],
    ]

    /// The selectors of exclusive types that turn all features of the type off.
    private static let none: [Int: Int] = [
        kLetterCaseType: kUpperAndLowerCaseSelector, kVerticalPositionType: kNormalPositionSelector, kFractionsType: kNoFractionsSelector,
        kStyleOptionsType: kNoStyleOptionsSelector, kLowerCaseType: kDefaultLowerCaseSelector, kUpperCaseType: kDefaultUpperCaseSelector,
    ]

    private static func tag(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The feature "ss01" to "ss20".
    private static func stylisticSet(_ number: Int) -> UInt32 { tag("ss" + (number < 10 ? "0" : "") + "\(number)") }
}
