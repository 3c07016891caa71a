import CText
import Foundation

/// The number of a feature among Apple's, in a dictionary of `CTFontCopyFeatures`.
public nonisolated(unsafe) let kCTFontFeatureTypeIdentifierKey: CFString = "CTFeatureTypeIdentifier"
/// The name of a feature, in a dictionary of `CTFontCopyFeatures`.
public nonisolated(unsafe) let kCTFontFeatureTypeNameKey: CFString = "CTFeatureTypeName"
/// True for a feature of which one setting is selected at a time.
public nonisolated(unsafe) let kCTFontFeatureTypeExclusiveKey: CFString = "CTFeatureTypeExclusive"
/// The settings of a feature: an array of dictionaries.
public nonisolated(unsafe) let kCTFontFeatureTypeSelectorsKey: CFString = "CTFeatureTypeSelectors"
/// The number of a setting.
public nonisolated(unsafe) let kCTFontFeatureSelectorIdentifierKey: CFString = "CTFeatureSelectorIdentifier"
/// The name of a setting.
public nonisolated(unsafe) let kCTFontFeatureSelectorNameKey: CFString = "CTFeatureSelectorName"
/// True for the setting without a selection.
public nonisolated(unsafe) let kCTFontFeatureSelectorDefaultKey: CFString = "CTFeatureSelectorDefault"
/// True for the selected setting.
public nonisolated(unsafe) let kCTFontFeatureSelectorSettingKey: CFString = "CTFeatureSelectorSetting"

/// Returns the features that the glyphs of a font have, each a dictionary with its OpenType tag (`kCTFontOpenTypeFeatureTag`), in ascending
/// order; nil for a font without features. Apple's numbers (`kCTFontFeatureTypeIdentifierKey`) are not among the keys: they are of fonts
/// with Apple's own tables, which Agate doesn't read.
public func CTFontCopyFeatures(_ font: CTFont) -> CFArray? {
    guard let face = font.face else { return nil }
    let tags = face.featureTags.map { tag -> [String: Any] in ["\(kCTFontOpenTypeFeatureTag)": tagText(tag)] }
    return tags.isEmpty ? nil : tags as NSArray
}

extension FontFace {
    /// The tags of the features of glyphs and positions, each once, in ascending order.
    var featureTags: [UInt32] {
        var found: Set<UInt32> = []
        for table: UInt32 in [0x4753_5542, 0x4750_4F53] {
            var start: UInt32 = 0
            while true {
                var tags = [UInt32](repeating: 0, count: 128), count = UInt32(tags.count)
                let total = hb_ot_layout_table_get_feature_tags(hbFace, table, start, &count, &tags)
                found.formUnion(tags.prefix(Int(count)))
                start += count
                if count == 0 || start >= total { break }
            }
        }
        return found.sorted()
    }
}
