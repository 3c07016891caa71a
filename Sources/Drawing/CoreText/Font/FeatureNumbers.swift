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
/// The number of the setting "all type features on".
public let kAllTypeFeaturesOnSelector = 0
/// The number of the setting "all type features off".
public let kAllTypeFeaturesOffSelector = 1
/// The number of the setting "required ligatures on".
public let kRequiredLigaturesOnSelector = 0
/// The number of the setting "required ligatures off".
public let kRequiredLigaturesOffSelector = 1
/// The number of the setting "common ligatures on".
public let kCommonLigaturesOnSelector = 2
/// The number of the setting "common ligatures off".
public let kCommonLigaturesOffSelector = 3
/// The number of the setting "rare ligatures on".
public let kRareLigaturesOnSelector = 4
/// The number of the setting "rare ligatures off".
public let kRareLigaturesOffSelector = 5
/// The number of the setting "logos on".
public let kLogosOnSelector = 6
/// The number of the setting "logos off".
public let kLogosOffSelector = 7
/// The number of the setting "rebus pictures on".
public let kRebusPicturesOnSelector = 8
/// The number of the setting "rebus pictures off".
public let kRebusPicturesOffSelector = 9
/// The number of the setting "diphthong ligatures on".
public let kDiphthongLigaturesOnSelector = 10
/// The number of the setting "diphthong ligatures off".
public let kDiphthongLigaturesOffSelector = 11
/// The number of the setting "squared ligatures on".
public let kSquaredLigaturesOnSelector = 12
/// The number of the setting "squared ligatures off".
public let kSquaredLigaturesOffSelector = 13
/// The number of the setting "abbrev squared ligatures on".
public let kAbbrevSquaredLigaturesOnSelector = 14
/// The number of the setting "abbrev squared ligatures off".
public let kAbbrevSquaredLigaturesOffSelector = 15
/// The number of the setting "symbol ligatures on".
public let kSymbolLigaturesOnSelector = 16
/// The number of the setting "symbol ligatures off".
public let kSymbolLigaturesOffSelector = 17
/// The number of the setting "contextual ligatures on".
public let kContextualLigaturesOnSelector = 18
/// The number of the setting "contextual ligatures off".
public let kContextualLigaturesOffSelector = 19
/// The number of the setting "historical ligatures on".
public let kHistoricalLigaturesOnSelector = 20
/// The number of the setting "historical ligatures off".
public let kHistoricalLigaturesOffSelector = 21
/// The number of the setting "unconnected".
public let kUnconnectedSelector = 0
/// The number of the setting "partially connected".
public let kPartiallyConnectedSelector = 1
/// The number of the setting "cursive".
public let kCursiveSelector = 2
/// The number of the setting "upper and lower case".
public let kUpperAndLowerCaseSelector = 0
/// The number of the setting "all caps".
public let kAllCapsSelector = 1
/// The number of the setting "all lower case".
public let kAllLowerCaseSelector = 2
/// The number of the setting "small caps".
public let kSmallCapsSelector = 3
/// The number of the setting "initial caps".
public let kInitialCapsSelector = 4
/// The number of the setting "initial caps and small caps".
public let kInitialCapsAndSmallCapsSelector = 5
/// The number of the setting "substitute vertical forms on".
public let kSubstituteVerticalFormsOnSelector = 0
/// The number of the setting "substitute vertical forms off".
public let kSubstituteVerticalFormsOffSelector = 1
/// The number of the setting "linguistic rearrangement on".
public let kLinguisticRearrangementOnSelector = 0
/// The number of the setting "linguistic rearrangement off".
public let kLinguisticRearrangementOffSelector = 1
/// The number of the setting "monospaced numbers".
public let kMonospacedNumbersSelector = 0
/// The number of the setting "proportional numbers".
public let kProportionalNumbersSelector = 1
/// The number of the setting "third width numbers".
public let kThirdWidthNumbersSelector = 2
/// The number of the setting "quarter width numbers".
public let kQuarterWidthNumbersSelector = 3
/// The number of the setting "word initial swashes on".
public let kWordInitialSwashesOnSelector = 0
/// The number of the setting "word initial swashes off".
public let kWordInitialSwashesOffSelector = 1
/// The number of the setting "word final swashes on".
public let kWordFinalSwashesOnSelector = 2
/// The number of the setting "word final swashes off".
public let kWordFinalSwashesOffSelector = 3
/// The number of the setting "line initial swashes on".
public let kLineInitialSwashesOnSelector = 4
/// The number of the setting "line initial swashes off".
public let kLineInitialSwashesOffSelector = 5
/// The number of the setting "line final swashes on".
public let kLineFinalSwashesOnSelector = 6
/// The number of the setting "line final swashes off".
public let kLineFinalSwashesOffSelector = 7
/// The number of the setting "non final swashes on".
public let kNonFinalSwashesOnSelector = 8
/// The number of the setting "non final swashes off".
public let kNonFinalSwashesOffSelector = 9
/// The number of the setting "show diacritics".
public let kShowDiacriticsSelector = 0
/// The number of the setting "hide diacritics".
public let kHideDiacriticsSelector = 1
/// The number of the setting "decompose diacritics".
public let kDecomposeDiacriticsSelector = 2
/// The number of the setting "normal position".
public let kNormalPositionSelector = 0
/// The number of the setting "superiors".
public let kSuperiorsSelector = 1
/// The number of the setting "inferiors".
public let kInferiorsSelector = 2
/// The number of the setting "ordinals".
public let kOrdinalsSelector = 3
/// The number of the setting "scientific inferiors".
public let kScientificInferiorsSelector = 4
/// The number of the setting "no fractions".
public let kNoFractionsSelector = 0
/// The number of the setting "vertical fractions".
public let kVerticalFractionsSelector = 1
/// The number of the setting "diagonal fractions".
public let kDiagonalFractionsSelector = 2
/// The number of the setting "prevent overlap on".
public let kPreventOverlapOnSelector = 0
/// The number of the setting "prevent overlap off".
public let kPreventOverlapOffSelector = 1
/// The number of the setting "hyphens to em dash on".
public let kHyphensToEmDashOnSelector = 0
/// The number of the setting "hyphens to em dash off".
public let kHyphensToEmDashOffSelector = 1
/// The number of the setting "hyphen to en dash on".
public let kHyphenToEnDashOnSelector = 2
/// The number of the setting "hyphen to en dash off".
public let kHyphenToEnDashOffSelector = 3
/// The number of the setting "slashed zero on".
public let kSlashedZeroOnSelector = 4
/// The number of the setting "slashed zero off".
public let kSlashedZeroOffSelector = 5
/// The number of the setting "form interrobang on".
public let kFormInterrobangOnSelector = 6
/// The number of the setting "form interrobang off".
public let kFormInterrobangOffSelector = 7
/// The number of the setting "smart quotes on".
public let kSmartQuotesOnSelector = 8
/// The number of the setting "smart quotes off".
public let kSmartQuotesOffSelector = 9
/// The number of the setting "periods to ellipsis on".
public let kPeriodsToEllipsisOnSelector = 10
/// The number of the setting "periods to ellipsis off".
public let kPeriodsToEllipsisOffSelector = 11
/// The number of the setting "hyphen to minus on".
public let kHyphenToMinusOnSelector = 0
/// The number of the setting "hyphen to minus off".
public let kHyphenToMinusOffSelector = 1
/// The number of the setting "asterisk to multiply on".
public let kAsteriskToMultiplyOnSelector = 2
/// The number of the setting "asterisk to multiply off".
public let kAsteriskToMultiplyOffSelector = 3
/// The number of the setting "slash to divide on".
public let kSlashToDivideOnSelector = 4
/// The number of the setting "slash to divide off".
public let kSlashToDivideOffSelector = 5
/// The number of the setting "inequality ligatures on".
public let kInequalityLigaturesOnSelector = 6
/// The number of the setting "inequality ligatures off".
public let kInequalityLigaturesOffSelector = 7
/// The number of the setting "exponents on".
public let kExponentsOnSelector = 8
/// The number of the setting "exponents off".
public let kExponentsOffSelector = 9
/// The number of the setting "mathematical greek on".
public let kMathematicalGreekOnSelector = 10
/// The number of the setting "mathematical greek off".
public let kMathematicalGreekOffSelector = 11
/// The number of the setting "no ornaments".
public let kNoOrnamentsSelector = 0
/// The number of the setting "dingbats".
public let kDingbatsSelector = 1
/// The number of the setting "pi characters".
public let kPiCharactersSelector = 2
/// The number of the setting "fleurons".
public let kFleuronsSelector = 3
/// The number of the setting "decorative borders".
public let kDecorativeBordersSelector = 4
/// The number of the setting "international symbols".
public let kInternationalSymbolsSelector = 5
/// The number of the setting "math symbols".
public let kMathSymbolsSelector = 6
/// The number of the setting "no alternates".
public let kNoAlternatesSelector = 0
/// The number of the setting "design level1".
public let kDesignLevel1Selector = 0
/// The number of the setting "design level2".
public let kDesignLevel2Selector = 1
/// The number of the setting "design level3".
public let kDesignLevel3Selector = 2
/// The number of the setting "design level4".
public let kDesignLevel4Selector = 3
/// The number of the setting "design level5".
public let kDesignLevel5Selector = 4
/// The number of the setting "no style options".
public let kNoStyleOptionsSelector = 0
/// The number of the setting "display text".
public let kDisplayTextSelector = 1
/// The number of the setting "engraved text".
public let kEngravedTextSelector = 2
/// The number of the setting "illuminated caps".
public let kIlluminatedCapsSelector = 3
/// The number of the setting "titling caps".
public let kTitlingCapsSelector = 4
/// The number of the setting "tall caps".
public let kTallCapsSelector = 5
/// The number of the setting "traditional characters".
public let kTraditionalCharactersSelector = 0
/// The number of the setting "simplified characters".
public let kSimplifiedCharactersSelector = 1
/// The number of the setting "jis1978characters".
public let kJIS1978CharactersSelector = 2
/// The number of the setting "jis1983characters".
public let kJIS1983CharactersSelector = 3
/// The number of the setting "jis1990characters".
public let kJIS1990CharactersSelector = 4
/// The number of the setting "traditional alt one".
public let kTraditionalAltOneSelector = 5
/// The number of the setting "traditional alt two".
public let kTraditionalAltTwoSelector = 6
/// The number of the setting "traditional alt three".
public let kTraditionalAltThreeSelector = 7
/// The number of the setting "traditional alt four".
public let kTraditionalAltFourSelector = 8
/// The number of the setting "traditional alt five".
public let kTraditionalAltFiveSelector = 9
/// The number of the setting "expert characters".
public let kExpertCharactersSelector = 10
/// The number of the setting "jis2004characters".
public let kJIS2004CharactersSelector = 11
/// The number of the setting "hojo characters".
public let kHojoCharactersSelector = 12
/// The number of the setting "nlccharacters".
public let kNLCCharactersSelector = 13
/// The number of the setting "traditional names characters".
public let kTraditionalNamesCharactersSelector = 14
/// The number of the setting "lower case numbers".
public let kLowerCaseNumbersSelector = 0
/// The number of the setting "upper case numbers".
public let kUpperCaseNumbersSelector = 1
/// The number of the setting "proportional text".
public let kProportionalTextSelector = 0
/// The number of the setting "monospaced text".
public let kMonospacedTextSelector = 1
/// The number of the setting "half width text".
public let kHalfWidthTextSelector = 2
/// The number of the setting "third width text".
public let kThirdWidthTextSelector = 3
/// The number of the setting "quarter width text".
public let kQuarterWidthTextSelector = 4
/// The number of the setting "alt proportional text".
public let kAltProportionalTextSelector = 5
/// The number of the setting "alt half width text".
public let kAltHalfWidthTextSelector = 6
/// The number of the setting "no transliteration".
public let kNoTransliterationSelector = 0
/// The number of the setting "hanja to hangul".
public let kHanjaToHangulSelector = 1
/// The number of the setting "hiragana to katakana".
public let kHiraganaToKatakanaSelector = 2
/// The number of the setting "katakana to hiragana".
public let kKatakanaToHiraganaSelector = 3
/// The number of the setting "kana to romanization".
public let kKanaToRomanizationSelector = 4
/// The number of the setting "romanization to hiragana".
public let kRomanizationToHiraganaSelector = 5
/// The number of the setting "romanization to katakana".
public let kRomanizationToKatakanaSelector = 6
/// The number of the setting "hanja to hangul alt one".
public let kHanjaToHangulAltOneSelector = 7
/// The number of the setting "hanja to hangul alt two".
public let kHanjaToHangulAltTwoSelector = 8
/// The number of the setting "hanja to hangul alt three".
public let kHanjaToHangulAltThreeSelector = 9
/// The number of the setting "no annotation".
public let kNoAnnotationSelector = 0
/// The number of the setting "box annotation".
public let kBoxAnnotationSelector = 1
/// The number of the setting "rounded box annotation".
public let kRoundedBoxAnnotationSelector = 2
/// The number of the setting "circle annotation".
public let kCircleAnnotationSelector = 3
/// The number of the setting "inverted circle annotation".
public let kInvertedCircleAnnotationSelector = 4
/// The number of the setting "parenthesis annotation".
public let kParenthesisAnnotationSelector = 5
/// The number of the setting "period annotation".
public let kPeriodAnnotationSelector = 6
/// The number of the setting "roman numeral annotation".
public let kRomanNumeralAnnotationSelector = 7
/// The number of the setting "diamond annotation".
public let kDiamondAnnotationSelector = 8
/// The number of the setting "inverted box annotation".
public let kInvertedBoxAnnotationSelector = 9
/// The number of the setting "inverted rounded box annotation".
public let kInvertedRoundedBoxAnnotationSelector = 10
/// The number of the setting "full width kana".
public let kFullWidthKanaSelector = 0
/// The number of the setting "proportional kana".
public let kProportionalKanaSelector = 1
/// The number of the setting "full width ideographs".
public let kFullWidthIdeographsSelector = 0
/// The number of the setting "proportional ideographs".
public let kProportionalIdeographsSelector = 1
/// The number of the setting "half width ideographs".
public let kHalfWidthIdeographsSelector = 2
/// The number of the setting "canonical composition on".
public let kCanonicalCompositionOnSelector = 0
/// The number of the setting "canonical composition off".
public let kCanonicalCompositionOffSelector = 1
/// The number of the setting "compatibility composition on".
public let kCompatibilityCompositionOnSelector = 2
/// The number of the setting "compatibility composition off".
public let kCompatibilityCompositionOffSelector = 3
/// The number of the setting "transcoding composition on".
public let kTranscodingCompositionOnSelector = 4
/// The number of the setting "transcoding composition off".
public let kTranscodingCompositionOffSelector = 5
/// The number of the setting "no ruby kana".
public let kNoRubyKanaSelector = 0
/// The number of the setting "ruby kana".
public let kRubyKanaSelector = 1
/// The number of the setting "ruby kana on".
public let kRubyKanaOnSelector = 2
/// The number of the setting "ruby kana off".
public let kRubyKanaOffSelector = 3
/// The number of the setting "no cjksymbol alternatives".
public let kNoCJKSymbolAlternativesSelector = 0
/// The number of the setting "cjksymbol alt one".
public let kCJKSymbolAltOneSelector = 1
/// The number of the setting "cjksymbol alt two".
public let kCJKSymbolAltTwoSelector = 2
/// The number of the setting "cjksymbol alt three".
public let kCJKSymbolAltThreeSelector = 3
/// The number of the setting "cjksymbol alt four".
public let kCJKSymbolAltFourSelector = 4
/// The number of the setting "cjksymbol alt five".
public let kCJKSymbolAltFiveSelector = 5
/// The number of the setting "no ideographic alternatives".
public let kNoIdeographicAlternativesSelector = 0
/// The number of the setting "ideographic alt one".
public let kIdeographicAltOneSelector = 1
/// The number of the setting "ideographic alt two".
public let kIdeographicAltTwoSelector = 2
/// The number of the setting "ideographic alt three".
public let kIdeographicAltThreeSelector = 3
/// The number of the setting "ideographic alt four".
public let kIdeographicAltFourSelector = 4
/// The number of the setting "ideographic alt five".
public let kIdeographicAltFiveSelector = 5
/// The number of the setting "cjkvertical roman centered".
public let kCJKVerticalRomanCenteredSelector = 0
/// The number of the setting "cjkvertical roman hbaseline".
public let kCJKVerticalRomanHBaselineSelector = 1
/// The number of the setting "no cjkitalic roman".
public let kNoCJKItalicRomanSelector = 0
/// The number of the setting "cjkitalic roman".
public let kCJKItalicRomanSelector = 1
/// The number of the setting "cjkitalic roman on".
public let kCJKItalicRomanOnSelector = 2
/// The number of the setting "cjkitalic roman off".
public let kCJKItalicRomanOffSelector = 3
/// The number of the setting "case sensitive layout on".
public let kCaseSensitiveLayoutOnSelector = 0
/// The number of the setting "case sensitive layout off".
public let kCaseSensitiveLayoutOffSelector = 1
/// The number of the setting "case sensitive spacing on".
public let kCaseSensitiveSpacingOnSelector = 2
/// The number of the setting "case sensitive spacing off".
public let kCaseSensitiveSpacingOffSelector = 3
/// The number of the setting "alternate horiz kana on".
public let kAlternateHorizKanaOnSelector = 0
/// The number of the setting "alternate horiz kana off".
public let kAlternateHorizKanaOffSelector = 1
/// The number of the setting "alternate vert kana on".
public let kAlternateVertKanaOnSelector = 2
/// The number of the setting "alternate vert kana off".
public let kAlternateVertKanaOffSelector = 3
/// The number of the setting "no stylistic alternates".
public let kNoStylisticAlternatesSelector = 0
/// The number of the setting "stylistic alt one on".
public let kStylisticAltOneOnSelector = 2
/// The number of the setting "stylistic alt one off".
public let kStylisticAltOneOffSelector = 3
/// The number of the setting "stylistic alt two on".
public let kStylisticAltTwoOnSelector = 4
/// The number of the setting "stylistic alt two off".
public let kStylisticAltTwoOffSelector = 5
/// The number of the setting "stylistic alt three on".
public let kStylisticAltThreeOnSelector = 6
/// The number of the setting "stylistic alt three off".
public let kStylisticAltThreeOffSelector = 7
/// The number of the setting "stylistic alt four on".
public let kStylisticAltFourOnSelector = 8
/// The number of the setting "stylistic alt four off".
public let kStylisticAltFourOffSelector = 9
/// The number of the setting "stylistic alt five on".
public let kStylisticAltFiveOnSelector = 10
/// The number of the setting "stylistic alt five off".
public let kStylisticAltFiveOffSelector = 11
/// The number of the setting "stylistic alt six on".
public let kStylisticAltSixOnSelector = 12
/// The number of the setting "stylistic alt six off".
public let kStylisticAltSixOffSelector = 13
/// The number of the setting "stylistic alt seven on".
public let kStylisticAltSevenOnSelector = 14
/// The number of the setting "stylistic alt seven off".
public let kStylisticAltSevenOffSelector = 15
/// The number of the setting "stylistic alt eight on".
public let kStylisticAltEightOnSelector = 16
/// The number of the setting "stylistic alt eight off".
public let kStylisticAltEightOffSelector = 17
/// The number of the setting "stylistic alt nine on".
public let kStylisticAltNineOnSelector = 18
/// The number of the setting "stylistic alt nine off".
public let kStylisticAltNineOffSelector = 19
/// The number of the setting "stylistic alt ten on".
public let kStylisticAltTenOnSelector = 20
/// The number of the setting "stylistic alt ten off".
public let kStylisticAltTenOffSelector = 21
/// The number of the setting "stylistic alt eleven on".
public let kStylisticAltElevenOnSelector = 22
/// The number of the setting "stylistic alt eleven off".
public let kStylisticAltElevenOffSelector = 23
/// The number of the setting "stylistic alt twelve on".
public let kStylisticAltTwelveOnSelector = 24
/// The number of the setting "stylistic alt twelve off".
public let kStylisticAltTwelveOffSelector = 25
/// The number of the setting "stylistic alt thirteen on".
public let kStylisticAltThirteenOnSelector = 26
/// The number of the setting "stylistic alt thirteen off".
public let kStylisticAltThirteenOffSelector = 27
/// The number of the setting "stylistic alt fourteen on".
public let kStylisticAltFourteenOnSelector = 28
/// The number of the setting "stylistic alt fourteen off".
public let kStylisticAltFourteenOffSelector = 29
/// The number of the setting "stylistic alt fifteen on".
public let kStylisticAltFifteenOnSelector = 30
/// The number of the setting "stylistic alt fifteen off".
public let kStylisticAltFifteenOffSelector = 31
/// The number of the setting "stylistic alt sixteen on".
public let kStylisticAltSixteenOnSelector = 32
/// The number of the setting "stylistic alt sixteen off".
public let kStylisticAltSixteenOffSelector = 33
/// The number of the setting "stylistic alt seventeen on".
public let kStylisticAltSeventeenOnSelector = 34
/// The number of the setting "stylistic alt seventeen off".
public let kStylisticAltSeventeenOffSelector = 35
/// The number of the setting "stylistic alt eighteen on".
public let kStylisticAltEighteenOnSelector = 36
/// The number of the setting "stylistic alt eighteen off".
public let kStylisticAltEighteenOffSelector = 37
/// The number of the setting "stylistic alt nineteen on".
public let kStylisticAltNineteenOnSelector = 38
/// The number of the setting "stylistic alt nineteen off".
public let kStylisticAltNineteenOffSelector = 39
/// The number of the setting "stylistic alt twenty on".
public let kStylisticAltTwentyOnSelector = 40
/// The number of the setting "stylistic alt twenty off".
public let kStylisticAltTwentyOffSelector = 41
/// The number of the setting "contextual alternates on".
public let kContextualAlternatesOnSelector = 0
/// The number of the setting "contextual alternates off".
public let kContextualAlternatesOffSelector = 1
/// The number of the setting "swash alternates on".
public let kSwashAlternatesOnSelector = 2
/// The number of the setting "swash alternates off".
public let kSwashAlternatesOffSelector = 3
/// The number of the setting "contextual swash alternates on".
public let kContextualSwashAlternatesOnSelector = 4
/// The number of the setting "contextual swash alternates off".
public let kContextualSwashAlternatesOffSelector = 5
/// The number of the setting "default lower case".
public let kDefaultLowerCaseSelector = 0
/// The number of the setting "lower case small caps".
public let kLowerCaseSmallCapsSelector = 1
/// The number of the setting "lower case petite caps".
public let kLowerCasePetiteCapsSelector = 2
/// The number of the setting "default upper case".
public let kDefaultUpperCaseSelector = 0
/// The number of the setting "upper case small caps".
public let kUpperCaseSmallCapsSelector = 1
/// The number of the setting "upper case petite caps".
public let kUpperCasePetiteCapsSelector = 2
/// The number of the setting "half width cjkroman".
public let kHalfWidthCJKRomanSelector = 0
/// The number of the setting "proportional cjkroman".
public let kProportionalCJKRomanSelector = 1
/// The number of the setting "default cjkroman".
public let kDefaultCJKRomanSelector = 2
/// The number of the setting "full width cjkroman".
public let kFullWidthCJKRomanSelector = 3
/// The number of the setting "sfntlookup simple array".
public let kSFNTLookupSimpleArray = 0
/// The number of the setting "sfntlookup segment single".
public let kSFNTLookupSegmentSingle = 2
/// The number of the setting "sfntlookup segment array".
public let kSFNTLookupSegmentArray = 4
/// The number of the setting "sfntlookup single table".
public let kSFNTLookupSingleTable = 6
/// The number of the setting "sfntlookup trimmed array".
public let kSFNTLookupTrimmedArray = 8
/// The number of the setting "sfntlookup vector".
public let kSFNTLookupVector = 10
/// The number of the setting "stclass end of text".
public let kSTClassEndOfText = 0
/// The number of the setting "stclass out of bounds".
public let kSTClassOutOfBounds = 1
/// The number of the setting "stclass deleted glyph".
public let kSTClassDeletedGlyph = 2
/// The number of the setting "stclass end of line".
public let kSTClassEndOfLine = 3
/// The number of the setting "stset mark".
public let kSTSetMark = 0x8000
/// The number of the setting "stno advance".
public let kSTNoAdvance = 0x4000
/// The number of the setting "stmark end".
public let kSTMarkEnd = 0x2000
/// The number of the setting "stlig action mask".
public let kSTLigActionMask = 0x3FFF
/// The number of the setting "strearr verb mask".
public let kSTRearrVerbMask = 0x000F
/// The number of the setting "stxhas lig action".
public let kSTXHasLigAction = 0x2000
/// The number of the setting "stkcross stream reset".
public let kSTKCrossStreamReset = 0x2000
/// The number of the setting "lcartag".
public let kLCARTag = 0x6C636172
/// The number of the setting "lcarcurrent version".
public let kLCARCurrentVersion = 0x00010000
/// The number of the setting "lcarlinear format".
public let kLCARLinearFormat = 0
/// The number of the setting "lcarctl point format".
public let kLCARCtlPointFormat = 1
/// The number of the setting "justtag".
public let kJUSTTag = 0x6A757374
/// The number of the setting "justcurrent version".
public let kJUSTCurrentVersion = 0x00010000
/// The number of the setting "juststandard format".
public let kJUSTStandardFormat = 0
/// The number of the setting "justno glyphcode".
public let kJUSTnoGlyphcode = 0xFFFF
/// The number of the setting "justpc decomposition action".
public let kJUSTpcDecompositionAction = 0
/// The number of the setting "justpc unconditional add action".
public let kJUSTpcUnconditionalAddAction = 1
/// The number of the setting "justpc conditional add action".
public let kJUSTpcConditionalAddAction = 2
/// The number of the setting "justpc glyph stretch action".
public let kJUSTpcGlyphStretchAction = 3
/// The number of the setting "justpc ductility action".
public let kJUSTpcDuctilityAction = 4
/// The number of the setting "justpc glyph repeat add action".
public let kJUSTpcGlyphRepeatAddAction = 5
/// The number of the setting "justkashida priority".
public let kJUSTKashidaPriority = 0
/// The number of the setting "justspace priority".
public let kJUSTSpacePriority = 1
/// The number of the setting "justletter priority".
public let kJUSTLetterPriority = 2
/// The number of the setting "justnull priority".
public let kJUSTNullPriority = 3
/// The number of the setting "justpriority count".
public let kJUSTPriorityCount = 4
/// The number of the setting "justoverride priority".
public let kJUSTOverridePriority = 0x8000
/// The number of the setting "justoverride limits".
public let kJUSTOverrideLimits = 0x4000
/// The number of the setting "justoverride unlimited".
public let kJUSTOverrideUnlimited = 0x2000
/// The number of the setting "justunlimited".
public let kJUSTUnlimited = 0x1000
/// The number of the setting "justpriority mask".
public let kJUSTPriorityMask = 0x0003
/// The number of the setting "opbdtag".
public let kOPBDTag = 0x6F706264
/// The number of the setting "opbdcurrent version".
public let kOPBDCurrentVersion = 0x00010000
/// The number of the setting "opbddistance format".
public let kOPBDDistanceFormat = 0
/// The number of the setting "opbdcontrol point format".
public let kOPBDControlPointFormat = 1
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
/// The number of the setting "proptag".
public let kPROPTag = 0x70726F70
/// The number of the setting "propcurrent version".
public let kPROPCurrentVersion = 0x00030000
/// The number of the setting "proppair offset shift".
public let kPROPPairOffsetShift = 8
/// The number of the setting "proppair offset sign".
public let kPROPPairOffsetSign = 7
/// The number of the setting "propis floater mask".
public let kPROPIsFloaterMask = 0x8000
/// The number of the setting "propcan hang ltmask".
public let kPROPCanHangLTMask = 0x4000
/// The number of the setting "propcan hang rbmask".
public let kPROPCanHangRBMask = 0x2000
/// The number of the setting "propuse rlpair mask".
public let kPROPUseRLPairMask = 0x1000
/// The number of the setting "proppair offset mask".
public let kPROPPairOffsetMask = 0x0F00
/// The number of the setting "propright connect mask".
public let kPROPRightConnectMask = 0x0080
/// The number of the setting "propzero reserved".
public let kPROPZeroReserved = 0x0060
/// The number of the setting "propdirection mask".
public let kPROPDirectionMask = 0x001F
/// The number of the setting "propldirection class".
public let kPROPLDirectionClass = 0
/// The number of the setting "proprdirection class".
public let kPROPRDirectionClass = 1
/// The number of the setting "propaldirection class".
public let kPROPALDirectionClass = 2
/// The number of the setting "propendirection class".
public let kPROPENDirectionClass = 3
/// The number of the setting "propesdirection class".
public let kPROPESDirectionClass = 4
/// The number of the setting "propetdirection class".
public let kPROPETDirectionClass = 5
/// The number of the setting "propandirection class".
public let kPROPANDirectionClass = 6
/// The number of the setting "propcsdirection class".
public let kPROPCSDirectionClass = 7
/// The number of the setting "proppsdirection class".
public let kPROPPSDirectionClass = 8
/// The number of the setting "propsdirection class".
public let kPROPSDirectionClass = 9
/// The number of the setting "propwsdirection class".
public let kPROPWSDirectionClass = 10
/// The number of the setting "propondirection class".
public let kPROPONDirectionClass = 11
/// The number of the setting "propsendirection class".
public let kPROPSENDirectionClass = 12
/// The number of the setting "proplredirection class".
public let kPROPLREDirectionClass = 13
/// The number of the setting "proplrodirection class".
public let kPROPLRODirectionClass = 14
/// The number of the setting "proprledirection class".
public let kPROPRLEDirectionClass = 15
/// The number of the setting "proprlodirection class".
public let kPROPRLODirectionClass = 16
/// The number of the setting "proppdfdirection class".
public let kPROPPDFDirectionClass = 17
/// The number of the setting "propnsmdirection class".
public let kPROPNSMDirectionClass = 18
/// The number of the setting "propbndirection class".
public let kPROPBNDirectionClass = 19
/// The number of the setting "propnum direction classes".
public let kPROPNumDirectionClasses = 20
/// The number of the setting "traktag".
public let kTRAKTag = 0x7472616B
/// The number of the setting "trakcurrent version".
public let kTRAKCurrentVersion = 0x00010000
/// The number of the setting "trakuniform format".
public let kTRAKUniformFormat = 0
/// The number of the setting "kerntag".
public let kKERNTag = 0x6B65726E
/// The number of the setting "kerncurrent version".
public let kKERNCurrentVersion = 0x00010000
/// The number of the setting "kernvertical".
public let kKERNVertical = 0x8000
/// The number of the setting "kernreset cross stream".
public let kKERNResetCrossStream = 0x8000
/// The number of the setting "kerncross stream".
public let kKERNCrossStream = 0x4000
/// The number of the setting "kernvariation".
public let kKERNVariation = 0x2000
/// The number of the setting "kernunused bits".
public let kKERNUnusedBits = 0x1F00
/// The number of the setting "kernformat mask".
public let kKERNFormatMask = 0x00FF
/// The number of the setting "kernordered list".
public let kKERNOrderedList = 0
/// The number of the setting "kernstate table".
public let kKERNStateTable = 1
/// The number of the setting "kernsimple array".
public let kKERNSimpleArray = 2
/// The number of the setting "kernindex array".
public let kKERNIndexArray = 3
/// The number of the setting "kernline start".
public let kKERNLineStart = 0x00000001
/// The number of the setting "kernline end kerning".
public let kKERNLineEndKerning = 0x00000002
/// The number of the setting "kernno cross kerning".
public let kKERNNoCrossKerning = 0x00000004
/// The number of the setting "kernnotes requested".
public let kKERNNotesRequested = 0x00000008
/// The number of the setting "kernno stake note".
public let kKERNNoStakeNote = 1
/// The number of the setting "kerncross stream reset note".
public let kKERNCrossStreamResetNote = 2
/// The number of the setting "kernnot applied".
public let kKERNNotApplied = 0x00000001
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
/// The number of the setting "kerxordered list".
public let kKERXOrderedList = 0
/// The number of the setting "kerxstate table".
public let kKERXStateTable = 1
/// The number of the setting "kerxsimple array".
public let kKERXSimpleArray = 2
/// The number of the setting "kerxcontrol point".
public let kKERXControlPoint = 4
/// The number of the setting "kerxindex array".
public let kKERXIndexArray = 6
/// The number of the setting "kerxline start".
public let kKERXLineStart = 0x00000001
/// The number of the setting "kerxline end kerning".
public let kKERXLineEndKerning = 0x00000002
/// The number of the setting "kerxno cross kerning".
public let kKERXNoCrossKerning = 0x00000004
/// The number of the setting "kerxnotes requested".
public let kKERXNotesRequested = 0x00000008
/// The number of the setting "kerxno stake note".
public let kKERXNoStakeNote = 1
/// The number of the setting "kerxcross stream reset note".
public let kKERXCrossStreamResetNote = 2
/// The number of the setting "kerxnot applied".
public let kKERXNotApplied = 0x00000001
/// The number of the setting "kerxunused flags".
public let kKERXUnusedFlags = 0x3F000000
/// The number of the setting "kerxaction offset mask".
public let kKERXActionOffsetMask = 0x00FFFFFF
/// The number of the setting "kerxvalues are long".
public let kKERXValuesAreLong = 0x00000001
/// The number of the setting "bslntag".
public let kBSLNTag = 0x62736C6E
/// The number of the setting "bslncurrent version".
public let kBSLNCurrentVersion = 0x00010000
/// The number of the setting "bslndistance format no map".
public let kBSLNDistanceFormatNoMap = 0
/// The number of the setting "bslndistance format with map".
public let kBSLNDistanceFormatWithMap = 1
/// The number of the setting "bslncontrol point format no map".
public let kBSLNControlPointFormatNoMap = 2
/// The number of the setting "bslncontrol point format with map".
public let kBSLNControlPointFormatWithMap = 3
/// The number of the setting "bslnroman baseline".
public let kBSLNRomanBaseline = 0
/// The number of the setting "bslnideographic center baseline".
public let kBSLNIdeographicCenterBaseline = 1
/// The number of the setting "bslnideographic low baseline".
public let kBSLNIdeographicLowBaseline = 2
/// The number of the setting "bslnhanging baseline".
public let kBSLNHangingBaseline = 3
/// The number of the setting "bslnmath baseline".
public let kBSLNMathBaseline = 4
/// The number of the setting "bslnideographic high baseline".
public let kBSLNIdeographicHighBaseline = 5
/// The number of the setting "bslnlast baseline".
public let kBSLNLastBaseline = 31
/// The number of the setting "bslnno baseline".
public let kBSLNNoBaseline = 255
/// The number of the setting "bslnno baseline override".
public let kBSLNNoBaselineOverride = 255
/// The number of the setting "ankrcurrent version".
public let kANKRCurrentVersion = 0
/// The number of the setting "ltagcurrent version".
public let kLTAGCurrentVersion = 1
