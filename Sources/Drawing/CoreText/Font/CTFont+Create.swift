import CoreGraphics

/// A font of a name; Helvetica's stand-in, and one diagnostic, where the name is unknown.
/// - Parameters:
///   - name: the PostScript name; full names and names of families are found as well.
///   - size: in points; 0 means 12.
///   - matrix: applied to the glyphs; nil for the identity.
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?) -> CTFont {
    let name = "\(name)"
    let choice = FontCatalog.shared.choice(named: name) ?? FontCatalog.shared.fallbackChoice(for: name, .regular)
    return CTFont(choice: choice, size: size, matrix: matrix?.pointee ?? .identity)
}

/// A font of a name. `options` has no effect.
public func CTFontCreateWithNameAndOptions(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ options: CTFontOptions
) -> CTFont {
    CTFontCreateWithName(name, size, matrix)
}

/// The font that answers a descriptor best.
/// - Parameters:
///   - size: in points; 0 takes the descriptor's, or else 12.
///   - matrix: nil takes the descriptor's.
public func CTFontCreateWithFontDescriptor(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    CTFont(
        choice: descriptor.choice, size: size > 0 ? size : descriptor.number(kCTFontSizeAttribute) ?? 0,
        matrix: matrix?.pointee ?? descriptor.matrix ?? .identity, settings: descriptor.settings()
    )
}

/// The font that answers a descriptor best. `options` has no effect.
public func CTFontCreateWithFontDescriptorAndOptions(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ options: CTFontOptions
) -> CTFont {
    CTFontCreateWithFontDescriptor(descriptor, size, matrix)
}

/// The font with some things changed.
/// - Parameters:
///   - size: 0 keeps the font's.
///   - matrix: nil keeps the font's.
///   - attributes: goes over the font's own; a name, family or traits lead to another face.
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

/// The face of the same family with other symbolic traits; nil where the family has none.
/// - Parameters:
///   - symTraitValue: the traits wanted.
///   - symTraitMask: which of them count; the others stay.
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
    // What is not asked to change stays as it is, a light as light.
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

/// The face of another family with the font's traits; nil where the family is unknown.
public func CTFontCreateCopyWithFamily(
    _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ family: CFString
) -> CTFont? {
    FontCatalog.shared.choice(family: "\(family)", font.traits).map {
        CTFont(choice: $0, size: size > 0 ? size : font.size, matrix: matrix?.pointee ?? font.matrix, settings: font.settings)
    }
}

/// The font of a user interface.
/// - Parameters:
///   - size: 0 means the size that the use has: 13 points, 11 and 9 for small and mini.
///   - language: has no effect; characters that the font has not are looked for in others.
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

/// The font that has the characters: the font itself, or the first other one that has those which it has not.
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
    let units = Array("\(string)".utf16)
    let start = min(max(0, range.location), units.count)
    let end = min(units.count, start + min(max(0, range.length), units.count))
    return FontFallback.font(for: units[start..<end], in: currentFont)
}

extension CTFont {
    var choice: FontCatalog.Choice { FontCatalog.Choice(record: record, vertical: vertical) }

    /// A face of the same family keeps the measures of the font that it stands in for.
    func sibling(_ choice: FontCatalog.Choice?) -> FontCatalog.Choice? {
        choice.map { FontCatalog.Choice(record: $0.record, vertical: $0.vertical ?? vertical) }
    }
}
