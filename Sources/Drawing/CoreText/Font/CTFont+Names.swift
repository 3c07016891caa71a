import CText
import CoreGraphics

/// Returns the name by which programs identify the font. It is the name of the face in use, not of the requested one. Empty for a font
/// without a face.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { (font.record?.postScriptName ?? "") as NSString }

/// Returns the family's name.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { (font.record?.families.first ?? "") as NSString }

/// Returns the family and style.
public func CTFontCopyFullName(_ font: CTFont) -> CFString {
    (font.record.map { $0.fullNames.first ?? $0.families[0] } ?? "") as NSString
}

/// Returns the name for display, which is the full name.
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString { CTFontCopyFullName(font) }

/// Returns a name by one of the constants `kCTFont...NameKey`, or nil if the file has none.
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
    let identifiers: [String: [UInt32]] = [
        "\(kCTFontCopyrightNameKey)": [0], "\(kCTFontFamilyNameKey)": [16, 1], "\(kCTFontSubFamilyNameKey)": [17, 2],
        "\(kCTFontUniqueNameKey)": [3], "\(kCTFontFullNameKey)": [4], "\(kCTFontVersionNameKey)": [5], "\(kCTFontPostScriptNameKey)": [6],
        "\(kCTFontTrademarkNameKey)": [7], "\(kCTFontManufacturerNameKey)": [8], "\(kCTFontDesignerNameKey)": [9],
        "\(kCTFontDescriptionNameKey)": [10], "\(kCTFontVendorURLNameKey)": [11], "\(kCTFontDesignerURLNameKey)": [12],
        "\(kCTFontLicenseNameKey)": [13], "\(kCTFontLicenseURLNameKey)": [14], "\(kCTFontSampleTextNameKey)": [19],
        "\(kCTFontPostScriptCIDNameKey)": [20],
    ]
    guard let face = font.face, let wanted = identifiers["\(nameKey)"] else { return nil }
    return wanted.lazy.compactMap(face.name).first.map { $0 as NSString }
}

/// Returns a name by one of the constants `kCTFont...NameKey`, in English.
/// - Parameter actualLanguage: the location for the language, which is `en`.
public func CTFontCopyLocalizedName(
    _ font: CTFont, _ nameKey: CFString, _ actualLanguage: UnsafeMutablePointer<Unmanaged<CFString>?>?
) -> CFString? {
    guard let name = CTFontCopyName(font, nameKey) else { return nil }
    actualLanguage?.pointee = Unmanaged.passRetained("en" as NSString)
    return name
}

/// Returns a descriptor from which the font can be recreated.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor { font.descriptor }

/// Returns one of the attributes `kCTFont...Attribute`, or nil if the font has none.
public func CTFontCopyAttribute(_ font: CTFont, _ attribute: CFString) -> CFTypeRef? {
    guard let record = font.record else { return nil }
    switch "\(attribute)" {
    case "\(kCTFontNameAttribute)": return CTFontCopyPostScriptName(font)
    case "\(kCTFontDisplayNameAttribute)": return CTFontCopyDisplayName(font)
    case "\(kCTFontFamilyNameAttribute)": return CTFontCopyFamilyName(font)
    case "\(kCTFontStyleNameAttribute)": return record.styles.first as NSString?
    case "\(kCTFontTraitsAttribute)": return CTFontCopyTraits(font)
    case "\(kCTFontSizeAttribute)": return NSNumber(value: Double(font.size))
    case "\(kCTFontURLAttribute)": return record.url as NSURL?
    case "\(kCTFontCharacterSetAttribute)": return CTFontCopyCharacterSet(font)
    case "\(kCTFontVariationAttribute)": return CTFontCopyVariation(font)
    case "\(kCTFontMatrixAttribute)": return NSValue(cgAffineTransform: font.matrix)
    case let key: return font.descriptor.attributes[key] as AnyObject?
    }
}

/// Returns the characters that the font has.
public func CTFontCopyCharacterSet(_ font: CTFont) -> CFCharacterSet {
    var set = CharacterSet()
    var range: ClosedRange<UInt32>?
    func add() {
        guard let range, let first = Unicode.Scalar(range.lowerBound), let last = Unicode.Scalar(range.upperBound) else { return }
        set.insert(charactersIn: first...last)
    }
    font.record?.forEachCharacter { character in
        guard Unicode.Scalar(character) != nil else { return }
        if let open = range, open.upperBound + 1 == character {
            range = open.lowerBound...character
        } else {
            add()
            range = character...character
        }
    }
    add()
    return set as NSCharacterSet
}

/// Returns the axes of a variable font, each a dictionary by the constants `kCTFontVariationAxis...Key`. Returns nil for a font without
/// axes.
public func CTFontCopyVariationAxes(_ font: CTFont) -> CFArray? {
    guard let face = font.face else { return nil }
    let axes = FontFace.axes(of: face.hbFace).map { axis -> [String: Any] in
        [
            "\(kCTFontVariationAxisIdentifierKey)": NSNumber(value: axis.tag),
            "\(kCTFontVariationAxisMinimumValueKey)": NSNumber(value: axis.min_value),
            "\(kCTFontVariationAxisMaximumValueKey)": NSNumber(value: axis.max_value),
            "\(kCTFontVariationAxisDefaultValueKey)": NSNumber(value: axis.default_value),
            "\(kCTFontVariationAxisNameKey)": face.name(UInt32(axis.name_id)) ?? tagText(axis.tag),
        ]
    }
    return axes.isEmpty ? nil : axes as NSArray
}

/// Returns the font's location on its axes, a dictionary from tag to value, or nil if all axes have their defaults.
public func CTFontCopyVariation(_ font: CTFont) -> CFDictionary? {
    guard let face = font.face, !face.variation.isEmpty else { return nil }
    let pairs = face.variation.map { (NSNumber(value: $0.tag), NSNumber(value: $0.value)) }
    return Dictionary(pairs) { $1 } as NSDictionary
}

/// Returns the tags of the font's tables, as numbers in ascending order. `options` has no effect.
public func CTFontCopyAvailableTables(_ font: CTFont, _ options: CTFontTableOptions) -> CFArray? {
    font.face.map { $0.tableTags.sorted().map { NSNumber(value: $0) } as NSArray }
}

/// Returns the bytes of a table, or nil if there is none. `options` has no effect.
public func CTFontCopyTable(_ font: CTFont, _ table: CTFontTableTag, _ options: CTFontTableOptions) -> CFData? {
    guard let bytes = font.face?.table(table).bytes, !bytes.isEmpty else { return nil }
    return Data(bytes) as NSData
}

extension FontFace {
    func glyph(named name: String) -> CGGlyph {
        var glyph: hb_codepoint_t = 0
        let found = name.withCString { hb_font_get_glyph_from_name(hbFont, $0, -1, &glyph) }
        return found != 0 && glyph <= 0xFFFE ? CGGlyph(glyph) : 0
    }

    func glyphName(_ glyph: CGGlyph) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        guard hb_font_get_glyph_name(hbFont, hb_codepoint_t(glyph), &buffer, UInt32(buffer.count)) != 0 else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
