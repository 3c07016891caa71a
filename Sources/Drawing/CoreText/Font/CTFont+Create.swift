import CoreGraphics

/// Creates a font by name. If the name is unknown, returns the substitute for Helvetica and reports one diagnostic.
/// - Parameters:
///   - name: the PostScript name. Full names and family names are found as well.
///   - size: the size in points; 0 means 12.
///   - matrix: the transform of the glyphs; nil for the identity.
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?) -> CTFont {
    let name = "\(name)"
    let choice = FontCatalog.shared.choice(named: name) ?? FontCatalog.shared.fallbackChoice(for: name, .regular)
    return CTFont(choice: choice, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates a font by name. `options` has no effect.
public func CTFontCreateWithNameAndOptions(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ options: CTFontOptions
) -> CTFont {
    CTFontCreateWithName(name, size, matrix)
}

/// Creates the font that best matches a descriptor.
/// - Parameters:
///   - size: the size in points; 0 uses the descriptor's, or else 12.
///   - matrix: the transform of the glyphs; nil uses the descriptor's.
public func CTFontCreateWithFontDescriptor(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    CTFont(
        choice: descriptor.choice, size: size > 0 ? size : descriptor.number(kCTFontSizeAttribute) ?? 0,
        matrix: matrix?.pointee ?? descriptor.matrix ?? .identity, settings: descriptor.settings()
    )
}

/// Creates the font that best matches a descriptor. `options` has no effect.
public func CTFontCreateWithFontDescriptorAndOptions(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ options: CTFontOptions
) -> CTFont {
    CTFontCreateWithFontDescriptor(descriptor, size, matrix)
}

/// Creates a copy of the font with some changes.
/// - Parameters:
///   - size: the size in points; 0 keeps the font's.
///   - matrix: the transform of the glyphs; nil keeps the font's.
///   - attributes: attributes that override the font's own. A name, family or traits select another face.
public func CTFontCreateCopyWithAttributes(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
    var choice = font.choice
    if let attributes {
        if attributes.record != nil || attributes.string(kCTFontNameAttribute) != nil
            || attributes.string(kCTFontFamilyNameAttribute) != nil
        {
            choice = attributes.choice
        } else if let traits = attributes.traits, let family = font.record?.families.first {
            choice = font.sibling(FontCatalog.shared.choice(family: family, traits)) ?? choice
        }
    }
    let wanted = size > 0 ? size : attributes?.number(kCTFontSizeAttribute) ?? font.size
    return CTFont(
        choice: choice, size: wanted, matrix: matrix?.pointee ?? attributes?.matrix ?? font.matrix,
        settings: attributes?.settings(over: font.settings) ?? font.settings
    )
}

/// Creates the font of the same family with other symbolic traits. Returns nil if the family has none.
/// - Parameters:
///   - symTraitValue: the requested traits.
///   - symTraitMask: the traits to change; the others are kept.
public func CTFontCreateCopyWithSymbolicTraits(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ symTraitValue: CTFontSymbolicTraits,
    _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
    let old = font.traits
    let styles: CTFontSymbolicTraits = [.traitItalic, .traitBold, .traitExpanded, .traitCondensed, .traitMonoSpace]
    let mask = symTraitMask.intersection(styles)
    let wanted = old.symbolic.intersection(styles).subtracting(mask).union(symTraitValue.intersection(mask))
    guard let family = font.record?.families.first else { return nil }
    var traits = FontTraits.regular
    // Traits that are not changed are kept, such as a light weight.
    if !mask.contains(.traitBold) { traits.weight = old.weight }
    if mask.isDisjoint(with: [.traitExpanded, .traitCondensed]) { traits.width = old.width }
    traits.apply(wanted)
    guard let choice = font.sibling(FontCatalog.shared.choice(family: family, traits)), let record = choice.record,
        record.traits.symbolic.intersection(styles) == wanted
    else { return nil }
    return CTFont(
        choice: choice, size: size > 0 ? size : font.size, matrix: matrix?.pointee ?? font.matrix, settings: font.settings
    )
}

/// Creates the font of another family with the font's traits. Returns nil if the family is unknown.
public func CTFontCreateCopyWithFamily(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ family: CFString
) -> CTFont? {
    FontCatalog.shared.choice(family: "\(family)", font.traits).map {
        CTFont(choice: $0, size: size > 0 ? size : font.size, matrix: matrix?.pointee ?? font.matrix, settings: font.settings)
    }
}

/// Creates the font of a user interface.
/// - Parameters:
///   - size: the size in points; 0 means the default size of the use: 13 points, 11 and 9 for small and mini.
///   - language: has no effect. Missing characters are searched in other fonts.
public func CTFontCreateUIFontForLanguage(_ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?) -> CTFont? {
    var traits = FontTraits.regular
    var name = "system-ui", natural: CGFloat = 13
    switch uiType {
    case .none: return nil
    case .userFixedPitch: (name, natural) = ("Menlo", 11)
    case .user, .application: (name, natural) = ("Helvetica", 12)
    case .emphasizedSystem, .alertHeader: traits.weight = 700
    case .smallSystem, .controlContent, .message, .toolTip, .utilityWindowTitle: natural = 11
    case .smallEmphasizedSystem: (traits.weight, natural) = (700, 11)
    case .miniSystem: natural = 9
    case .miniEmphasizedSystem: (traits.weight, natural) = (700, 9)
    default: break
    }
    return FontCatalog.shared.choice(family: name, traits).map { CTFont(choice: $0, size: size > 0 ? size : natural) }
}

/// Returns the font for a string: the font itself, or the first other one that has its missing characters.
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
    let units = Array("\(string)".utf16)
    let start = min(max(0, range.location), units.count)
    let end = min(units.count, start + min(max(0, range.length), units.count))
    return FontFallback.font(for: units[start..<end], in: currentFont)
}

extension CTFont {
    var choice: FontCatalog.Choice { FontCatalog.Choice(record: record, vertical: vertical) }

    /// Returns a face of the same family, which keeps the measures of the font that it replaces.
    func sibling(_ choice: FontCatalog.Choice?) -> FontCatalog.Choice? {
        choice.map { FontCatalog.Choice(record: $0.record, vertical: $0.vertical ?? vertical) }
    }
}
