// Numbers of font features and their settings, as Apple's typography headers have them: for `featureSettings` of a font descriptor.

/// The number of the feature "all typographic features".
public let kAllTypographicFeaturesType = 0
/// The number of the feature "ligatures".
public let kLigaturesType = 1
/// The number of the feature "cursive connection".
public let kCursiveConnectionType = 2
/// The number of the feature "letter case".
public let kLetterCaseType = 3
/// The number of the feature "vertical substitution".
public let kVerticalSubstitutionType = 4
/// The number of the feature "linguistic rearrangement".
public let kLinguisticRearrangementType = 5
/// The number of the feature "number spacing".
public let kNumberSpacingType = 6
/// The number of the feature "smart swash".
public let kSmartSwashType = 8
/// The number of the feature "diacritics".
public let kDiacriticsType = 9
/// The number of the feature "vertical position".
public let kVerticalPositionType = 10
/// The number of the feature "fractions".
public let kFractionsType = 11
/// The number of the feature "overlapping characters".
public let kOverlappingCharactersType = 13
/// The number of the feature "typographic extras".
public let kTypographicExtrasType = 14
/// The number of the feature "mathematical extras".
public let kMathematicalExtrasType = 15
/// The number of the feature "ornament sets".
public let kOrnamentSetsType = 16
/// The number of the feature "character alternatives".
public let kCharacterAlternativesType = 17
/// The number of the feature "design complexity".
public let kDesignComplexityType = 18
/// The number of the feature "style options".
public let kStyleOptionsType = 19
/// The number of the feature "character shape".
public let kCharacterShapeType = 20
/// The number of the feature "number case".
public let kNumberCaseType = 21
/// The number of the feature "text spacing".
public let kTextSpacingType = 22
/// The number of the feature "transliteration".
public let kTransliterationType = 23
/// The number of the feature "annotation".
public let kAnnotationType = 24
/// The number of the feature "kana spacing".
public let kKanaSpacingType = 25
/// The number of the feature "ideographic spacing".
public let kIdeographicSpacingType = 26
/// The number of the feature "unicode decomposition".
public let kUnicodeDecompositionType = 27
/// The number of the feature "ruby kana".
public let kRubyKanaType = 28
/// The number of the feature "cjksymbol alternatives".
public let kCJKSymbolAlternativesType = 29
/// The number of the feature "ideographic alternatives".
public let kIdeographicAlternativesType = 30
/// The number of the feature "cjkvertical roman placement".
public let kCJKVerticalRomanPlacementType = 31
/// The number of the feature "italic cjkroman".
public let kItalicCJKRomanType = 32
/// The number of the feature "case sensitive layout".
public let kCaseSensitiveLayoutType = 33
/// The number of the feature "alternate kana".
public let kAlternateKanaType = 34
/// The number of the feature "stylistic alternatives".
public let kStylisticAlternativesType = 35
/// The number of the feature "contextual alternates".
public let kContextualAlternatesType = 36
/// The number of the feature "lower case".
public let kLowerCaseType = 37
/// The number of the feature "upper case".
public let kUpperCaseType = 38
/// The number of the feature "language tag".
public let kLanguageTagType = 39
/// The number of the feature "cjkroman spacing".
public let kCJKRomanSpacingType = 103
/// The number of the feature "last feature".
public let kLastFeatureType = -1
/// The number of the setting "morttag".
public let kMORTTag = 0x6D6F7274
/// The number of the setting "mortcurrent version".
public let kMORTCurrentVersion = 0x00010000
/// The number of the setting "mortcover vertical".
public let kMORTCoverVertical = 0x8000
/// The number of the setting "mortcover descending".
public let kMORTCoverDescending = 0x4000
/// The number of the setting "mortcover ignore vertical".
public let kMORTCoverIgnoreVertical = 0x2000
/// The number of the setting "mortcover type mask".
public let kMORTCoverTypeMask = 0x000F
/// The number of the feature "mortrearrangement".
public let kMORTRearrangementType = 0
/// The number of the feature "mortcontextual".
public let kMORTContextualType = 1
/// The number of the feature "mortligature".
public let kMORTLigatureType = 2
/// The number of the feature "mortswash".
public let kMORTSwashType = 4
/// The number of the feature "mortinsertion".
public let kMORTInsertionType = 5
/// The number of the setting "mortlig last action".
public let kMORTLigLastAction = -2147483648
/// The number of the setting "mortlig store ligature".
public let kMORTLigStoreLigature = 0x40000000
/// The number of the setting "mortlig form offset mask".
public let kMORTLigFormOffsetMask = 0x3FFFFFFF
/// The number of the setting "mortlig form offset shift".
public let kMORTLigFormOffsetShift = 2
/// The number of the setting "mortra no action".
public let kMORTraNoAction = 0
/// The number of the setting "mortrax a".
public let kMORTraxA = 1
/// The number of the setting "mortra dx".
public let kMORTraDx = 2
/// The number of the setting "mortra dx a".
public let kMORTraDxA = 3
/// The number of the setting "mortrax ab".
public let kMORTraxAB = 4
/// The number of the setting "mortrax ba".
public let kMORTraxBA = 5
/// The number of the setting "mortra cdx".
public let kMORTraCDx = 6
/// The number of the setting "mortra dcx".
public let kMORTraDCx = 7
/// The number of the setting "mortra cdx a".
public let kMORTraCDxA = 8
/// The number of the setting "mortra dcx a".
public let kMORTraDCxA = 9
/// The number of the setting "mortra dx ab".
public let kMORTraDxAB = 10
/// The number of the setting "mortra dx ba".
public let kMORTraDxBA = 11
/// The number of the setting "mortra cdx ab".
public let kMORTraCDxAB = 12
/// The number of the setting "mortra cdx ba".
public let kMORTraCDxBA = 13
/// The number of the setting "mortra dcx ab".
public let kMORTraDCxAB = 14
/// The number of the setting "mortra dcx ba".
public let kMORTraDCxBA = 15
/// The number of the setting "mortdo insertions before".
public let kMORTDoInsertionsBefore = 0x80
/// The number of the setting "mortis split vowel piece".
public let kMORTIsSplitVowelPiece = 0x40
/// The number of the setting "mortinsertions count mask".
public let kMORTInsertionsCountMask = 0x3F
/// The number of the setting "mortcurr insert kashida like".
public let kMORTCurrInsertKashidaLike = 0x2000
/// The number of the setting "mortmark insert kashida like".
public let kMORTMarkInsertKashidaLike = 0x1000
/// The number of the setting "mortcurr insert before".
public let kMORTCurrInsertBefore = 0x0800
/// The number of the setting "mortmark insert before".
public let kMORTMarkInsertBefore = 0x0400
/// The number of the setting "mortmark just table count mask".
public let kMORTMarkJustTableCountMask = 0x3F80
/// The number of the setting "mortmark just table count shift".
public let kMORTMarkJustTableCountShift = 7
/// The number of the setting "mortcurr just table count mask".
public let kMORTCurrJustTableCountMask = 0x007F
/// The number of the setting "mortcurr just table count shift".
public let kMORTCurrJustTableCountShift = 0
/// The number of the setting "mortcurr insert count mask".
public let kMORTCurrInsertCountMask = 0x03E0
/// The number of the setting "mortcurr insert count shift".
public let kMORTCurrInsertCountShift = 5
/// The number of the setting "mortmark insert count mask".
public let kMORTMarkInsertCountMask = 0x001F
/// The number of the setting "mortmark insert count shift".
public let kMORTMarkInsertCountShift = 0
/// The number of the setting "morxtag".
public let kMORXTag = 0x6D6F7278
/// The number of the setting "morxcurrent version".
public let kMORXCurrentVersion = 0x00020000
/// The number of the setting "morxcover vertical".
public let kMORXCoverVertical = -2147483648
/// The number of the setting "morxcover descending".
public let kMORXCoverDescending = 0x40000000
/// The number of the setting "morxcover ignore vertical".
public let kMORXCoverIgnoreVertical = 0x20000000
/// The number of the setting "morxcover logical order".
public let kMORXCoverLogicalOrder = 0x10000000
/// The number of the setting "morxcover type mask".
public let kMORXCoverTypeMask = 0x000000FF
/// The number of the setting "kerxtag".
public let kKERXTag = 0x6B657278
/// The number of the setting "kerxcurrent version".
public let kKERXCurrentVersion = 0x00020000
/// The number of the setting "kerxvertical".
public let kKERXVertical = -2147483648
/// The number of the setting "kerxreset cross stream".
public let kKERXResetCrossStream = 0x8000
/// The number of the setting "kerxcross stream".
public let kKERXCrossStream = 0x40000000
/// The number of the setting "kerxvariation".
public let kKERXVariation = 0x20000000
/// The number of the setting "kerxdescending".
public let kKERXDescending = 0x10000000
/// The number of the setting "kerxunused bits".
public let kKERXUnusedBits = 0x0FFFFF00
/// The number of the setting "kerxformat mask".
public let kKERXFormatMask = 0x000000FF
