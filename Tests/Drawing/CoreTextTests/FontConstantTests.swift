import CoreText
import TestSupport
import XCTest

/// The strings behind the constants. Programs store them and compare them, so each has the value that Apple's systems give it. Open
/// implementations of the framework that were compared with Apple's, such as Darling's test suite, list the same values.
final class FontConstantTests: XCTestCase {
    private let known: [String: (constant: CFString, value: String)] = [
        // Attributes of descriptors.
        "kCTFontURLAttribute": (kCTFontURLAttribute, "NSCTFontFileURLAttribute"),
        "kCTFontNameAttribute": (kCTFontNameAttribute, "NSFontNameAttribute"),
        "kCTFontDisplayNameAttribute": (kCTFontDisplayNameAttribute, "NSFontVisibleNameAttribute"),
        "kCTFontFamilyNameAttribute": (kCTFontFamilyNameAttribute, "NSFontFamilyAttribute"),
        "kCTFontStyleNameAttribute": (kCTFontStyleNameAttribute, "NSFontFaceAttribute"),
        "kCTFontTraitsAttribute": (kCTFontTraitsAttribute, "NSCTFontTraitsAttribute"),
        "kCTFontVariationAttribute": (kCTFontVariationAttribute, "NSCTFontVariationAttribute"),
        "kCTFontSizeAttribute": (kCTFontSizeAttribute, "NSFontSizeAttribute"),
        "kCTFontMatrixAttribute": (kCTFontMatrixAttribute, "NSCTFontMatrixAttribute"),
        "kCTFontCascadeListAttribute": (kCTFontCascadeListAttribute, "NSCTFontCascadeListAttribute"),
        "kCTFontCharacterSetAttribute": (kCTFontCharacterSetAttribute, "NSCTFontCharacterSetAttribute"),
        "kCTFontFeatureSettingsAttribute": (kCTFontFeatureSettingsAttribute, "NSCTFontFeatureSettingsAttribute"),
        "kCTFontFixedAdvanceAttribute": (kCTFontFixedAdvanceAttribute, "NSCTFontFixedAdvanceAttribute"),
        // Traits.
        "kCTFontSymbolicTrait": (kCTFontSymbolicTrait, "NSCTFontSymbolicTrait"),
        "kCTFontWeightTrait": (kCTFontWeightTrait, "NSCTFontWeightTrait"),
        "kCTFontWidthTrait": (kCTFontWidthTrait, "NSCTFontProportionTrait"),
        "kCTFontSlantTrait": (kCTFontSlantTrait, "NSCTFontSlantTrait"),
        // Axes and features.
        "kCTFontVariationAxisIdentifierKey": (kCTFontVariationAxisIdentifierKey, "NSCTVariationAxisIdentifier"),
        "kCTFontVariationAxisMinimumValueKey": (kCTFontVariationAxisMinimumValueKey, "NSCTVariationAxisMinimumValue"),
        "kCTFontVariationAxisMaximumValueKey": (kCTFontVariationAxisMaximumValueKey, "NSCTVariationAxisMaximumValue"),
        "kCTFontVariationAxisDefaultValueKey": (kCTFontVariationAxisDefaultValueKey, "NSCTVariationAxisDefaultValue"),
        "kCTFontVariationAxisNameKey": (kCTFontVariationAxisNameKey, "NSCTVariationAxisName"),
        "kCTFontOpenTypeFeatureTag": (kCTFontOpenTypeFeatureTag, "CTFeatureOpenTypeTag"),
        "kCTFontOpenTypeFeatureValue": (kCTFontOpenTypeFeatureValue, "CTFeatureOpenTypeValue"),
        "kCTFontFeatureTypeIdentifierKey": (kCTFontFeatureTypeIdentifierKey, "CTFeatureTypeIdentifier"),
        "kCTFontFeatureTypeNameKey": (kCTFontFeatureTypeNameKey, "CTFeatureTypeName"),
        "kCTFontFeatureTypeExclusiveKey": (kCTFontFeatureTypeExclusiveKey, "CTFeatureTypeExclusive"),
        "kCTFontFeatureTypeSelectorsKey": (kCTFontFeatureTypeSelectorsKey, "CTFeatureTypeSelectors"),
        "kCTFontFeatureSelectorIdentifierKey": (kCTFontFeatureSelectorIdentifierKey, "CTFeatureSelectorIdentifier"),
        "kCTFontFeatureSelectorNameKey": (kCTFontFeatureSelectorNameKey, "CTFeatureSelectorName"),
        "kCTFontFeatureSelectorDefaultKey": (kCTFontFeatureSelectorDefaultKey, "CTFeatureSelectorDefault"),
        "kCTFontFeatureSelectorSettingKey": (kCTFontFeatureSelectorSettingKey, "CTFeatureSelectorSetting"),
        // Names. The styles share a string, and the licence has the word twice.
        "kCTFontCopyrightNameKey": (kCTFontCopyrightNameKey, "CTFontCopyrightName"),
        "kCTFontFamilyNameKey": (kCTFontFamilyNameKey, "CTFontFamilyName"),
        "kCTFontSubFamilyNameKey": (kCTFontSubFamilyNameKey, "CTFontSubFamilyName"),
        "kCTFontStyleNameKey": (kCTFontStyleNameKey, "CTFontSubFamilyName"),
        "kCTFontUniqueNameKey": (kCTFontUniqueNameKey, "CTFontUniqueName"),
        "kCTFontFullNameKey": (kCTFontFullNameKey, "CTFontFullName"),
        "kCTFontVersionNameKey": (kCTFontVersionNameKey, "CTFontVersionName"),
        "kCTFontPostScriptNameKey": (kCTFontPostScriptNameKey, "CTFontPostScriptName"),
        "kCTFontTrademarkNameKey": (kCTFontTrademarkNameKey, "CTFontTrademarkName"),
        "kCTFontManufacturerNameKey": (kCTFontManufacturerNameKey, "CTFontManufacturerName"),
        "kCTFontDesignerNameKey": (kCTFontDesignerNameKey, "CTFontDesignerName"),
        "kCTFontDescriptionNameKey": (kCTFontDescriptionNameKey, "CTFontDescriptionName"),
        "kCTFontVendorURLNameKey": (kCTFontVendorURLNameKey, "CTFontVendorURLName"),
        "kCTFontDesignerURLNameKey": (kCTFontDesignerURLNameKey, "CTFontDesignerURLName"),
        "kCTFontLicenseNameKey": (kCTFontLicenseNameKey, "CTFontLicenseNameName"),
        "kCTFontLicenseURLNameKey": (kCTFontLicenseURLNameKey, "CTFontLicenseURLName"),
        "kCTFontSampleTextNameKey": (kCTFontSampleTextNameKey, "CTFontSampleTextName"),
        "kCTFontPostScriptCIDNameKey": (kCTFontPostScriptCIDNameKey, "CTFontPostScriptCIDName"),
        // Registration.
        "kCTFontManagerErrorDomain": (kCTFontManagerErrorDomain, "com.apple.CoreText.CTFontManagerErrorDomain"),
        "kCTFontManagerErrorFontURLsKey": (kCTFontManagerErrorFontURLsKey, "CTFontManagerErrorFontURLs"),
        // Attributes of strings.
        "kCTFontAttributeName": (kCTFontAttributeName, "NSFont"),
        "kCTForegroundColorFromContextAttributeName": (kCTForegroundColorFromContextAttributeName, "CTForegroundColorFromContext"),
        "kCTKernAttributeName": (kCTKernAttributeName, "NSKern"),
        "kCTTrackingAttributeName": (kCTTrackingAttributeName, "CTTracking"),
        "kCTLigatureAttributeName": (kCTLigatureAttributeName, "NSLigature"),
        "kCTForegroundColorAttributeName": (kCTForegroundColorAttributeName, "CTForegroundColor"),
        "kCTBackgroundColorAttributeName": (kCTBackgroundColorAttributeName, "CTBackgroundColor"),
        "kCTParagraphStyleAttributeName": (kCTParagraphStyleAttributeName, "NSParagraphStyle"),
        "kCTStrokeWidthAttributeName": (kCTStrokeWidthAttributeName, "NSStrokeWidth"),
        "kCTStrokeColorAttributeName": (kCTStrokeColorAttributeName, "CTStrokeColor"),
        "kCTUnderlineStyleAttributeName": (kCTUnderlineStyleAttributeName, "NSUnderline"),
        "kCTUnderlineColorAttributeName": (kCTUnderlineColorAttributeName, "CTUnderlineColor"),
        "kCTBaselineOffsetAttributeName": (kCTBaselineOffsetAttributeName, "CTBaselineOffset"),
        "kCTLanguageAttributeName": (kCTLanguageAttributeName, "NSLanguage"),
        "kCTRunDelegateAttributeName": (kCTRunDelegateAttributeName, "CTRunDelegate"),
        "kCTWritingDirectionAttributeName": (kCTWritingDirectionAttributeName, "NSWritingDirection"),
        "kCTVerticalFormsAttributeName": (kCTVerticalFormsAttributeName, "CTVerticalForms"),
        // Attributes of frames.
        "kCTFrameProgressionAttributeName": (kCTFrameProgressionAttributeName, "CTFrameProgression"),
        "kCTFramePathFillRuleAttributeName": (kCTFramePathFillRuleAttributeName, "CTFramePathFillRule"),
        "kCTFramePathWidthAttributeName": (kCTFramePathWidthAttributeName, "CTFramePathWidth"),
        "kCTFrameClippingPathsAttributeName": (kCTFrameClippingPathsAttributeName, "CTFrameClippingPaths"),
    ]

    func testEachConstantHasApplesValue() {
        for (name, entry) in known { XCTAssertEqual("\(entry.constant)", entry.value, name) }
    }

    func testEachConstantIsListed() throws {
        var declared: Set<String> = []
        for file in Repository.files(below: "Sources/Drawing/CoreText", ["swift"]) {
            for match in try String(contentsOf: file, encoding: .utf8).matches(
                of: /public (?:nonisolated\(unsafe\) )?(?:var|let) (kCT\w+): CFString/)
            {
                declared.insert(String(match.1))
            }
        }
        XCTAssertEqual(declared, Set(known.keys))
    }

    func testNamesAreFoundByTheirKeys() throws {
        let font = try TestFont.liberation()
        func name(_ key: CFString) -> String? { CTFontCopyName(font, key).map { "\($0)" } }
        XCTAssertEqual(name(kCTFontStyleNameKey), "Regular")
        XCTAssertEqual(name(kCTFontStyleNameKey), name(kCTFontSubFamilyNameKey))
        XCTAssertEqual(name(kCTFontPostScriptNameKey), "LiberationSans")
        XCTAssertTrue(name(kCTFontLicenseNameKey)?.contains("License") ?? false)
        XCTAssertTrue(name(kCTFontLicenseURLNameKey)?.hasPrefix("http") ?? false)
        XCTAssertTrue(name(kCTFontVendorURLNameKey)?.hasPrefix("http") ?? false)
        XCTAssertNil(name(kCTFontPostScriptCIDNameKey))
    }
}
