import AgateDiagnostics
import CoreGraphics

extension FontAttributes {
    static func reportUnknownFeature(_ entry: Any) {
        Diagnostic.reportOnce(
            "text.unsupported-feature", key: "\(entry)", "the font feature \(entry) has no OpenType tag; it has no effect"
        )
    }
}

/// Creates a descriptor of a name and a size. A size of 0 leaves the size unspecified.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
    var attributes: [String: Any] = ["\(kCTFontNameAttribute)": "\(name)"]
    if size.isFinite, size > 0 { attributes["\(kCTFontSizeAttribute)"] = size }
    return CTFontDescriptor(attributes: attributes)
}

/// Creates a descriptor of the given attributes. Unknown attributes are stored without effect.
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
    CTFontDescriptor(attributes: FontAttributes.dictionary(attributes) ?? [:])
}

/// Creates a descriptor whose attributes override those of another one.
public func CTFontDescriptorCreateCopyWithAttributes(_ original: CTFontDescriptor, _ attributes: CFDictionary) -> CTFontDescriptor {
    let added = FontAttributes.dictionary(attributes) ?? [:]
    let named = [kCTFontNameAttribute, kCTFontFamilyNameAttribute, kCTFontStyleNameAttribute, kCTFontTraitsAttribute]
    // A new name or style selects another face than the original's.
    let record = named.contains { added["\($0)"] != nil } ? nil : original.record
    var all = original.attributes
    if record == nil, original.record != nil { all["\(kCTFontNameAttribute)"] = nil }
    return CTFontDescriptor(attributes: all.merging(added) { $1 }, record: record, vertical: original.vertical)
}

/// Creates a descriptor of the same family with other symbolic traits. Returns nil if the family has no such face.
/// - Parameters:
///   - symTraitValue: the requested traits.
///   - symTraitMask: the traits to change; the others are kept.
public func CTFontDescriptorCreateCopyWithSymbolicTraits(
    _ original: CTFontDescriptor, _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFontDescriptor? {
    let font = CTFontCreateWithFontDescriptor(original, 0, nil)
    return CTFontCreateCopyWithSymbolicTraits(font, 0, nil, symTraitValue, symTraitMask).map {
        CTFontDescriptorCreateCopyWithAttributes(original, $0.descriptor.attributes as NSDictionary).with(
            record: $0.record, vertical: $0.vertical)
    }
}

/// Returns the attributes from which the descriptor was created.
public func CTFontDescriptorCopyAttributes(_ descriptor: CTFontDescriptor) -> CFDictionary {
    descriptor.attributes as NSDictionary
}

/// Returns one attribute: the descriptor's own, or else that of its matching font. Returns nil if there is none.
public func CTFontDescriptorCopyAttribute(_ descriptor: CTFontDescriptor, _ attribute: CFString) -> CFTypeRef? {
    if let own = descriptor.attributes["\(attribute)"] { return own as AnyObject }
    return CTFontCopyAttribute(CTFontCreateWithFontDescriptor(descriptor, 0, nil), attribute)
}

/// Returns the descriptor of the best matching font, or nil if no font matches.
/// - Parameter mandatoryAttributes: keys whose values must match exactly, or nil.
public func CTFontDescriptorCreateMatchingFontDescriptor(
    _ descriptor: CTFontDescriptor, _ mandatoryAttributes: NSSet?
) -> CTFontDescriptor? {
    let found = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    guard let record = found.record else { return nil }
    for key in mandatoryAttributes?.allObjects ?? [] {
        guard let key = FontAttributes.string(key), let wanted = descriptor.attributes[key] else { continue }
        guard let got = CTFontCopyAttribute(found, key as NSString), ["": wanted] as NSDictionary == ["": got] as NSDictionary else {
            return nil
        }
    }
    return found.descriptor.with(record: record, vertical: found.vertical)
}

extension CTFontDescriptor {
    func with(record: FontRecord?, vertical: VerticalMetrics?) -> CTFontDescriptor {
        CTFontDescriptor(attributes: attributes, record: record, vertical: vertical)
    }
}

extension CTFont {
    /// A descriptor from which this font can be recreated.
    var descriptor: CTFontDescriptor {
        var attributes: [String: Any] = ["\(kCTFontSizeAttribute)": size]
        if let record {
            attributes["\(kCTFontNameAttribute)"] = record.postScriptName
        }
        if !settings.variation.isEmpty {
            let pairs = settings.variation.map { (NSNumber(value: $0.tag), NSNumber(value: Double($0.value))) }
            attributes["\(kCTFontVariationAttribute)"] = Dictionary(pairs) { $1 }
        }
        if !matrix.isIdentity { attributes["\(kCTFontMatrixAttribute)"] = matrix }
        if !settings.features.isEmpty {
            attributes["\(kCTFontFeatureSettingsAttribute)"] = settings.features.map { feature -> [String: Any] in
                ["\(kCTFontOpenTypeFeatureTag)": tagText(feature.tag), "\(kCTFontOpenTypeFeatureValue)": Int(feature.value)]
            }
        }
        if let record, let vertical {
            attributes[SubstituteMetrics.key] = SubstituteMetrics(name: record.postScriptName, vertical: vertical)
        }
        if let usage = settings.usage { attributes["NSCTFontUIUsageAttribute"] = usage }
        if let advance = settings.fixedAdvance { attributes["\(kCTFontFixedAdvanceAttribute)"] = advance }
        return CTFontDescriptor(attributes: attributes, record: record, vertical: vertical)
    }
}

/// Returns the four letters of a tag.
func tagText(_ tag: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
}
