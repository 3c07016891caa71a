import CoreGraphics

/// A UTF-16 code unit.
public typealias UniChar = UInt16
/// The four letters of a table or an axis as a number.
public typealias CTFontTableTag = UInt32
/// Foundation's `NSError` under its Core Foundation name.
public typealias CFError = NSError
/// Foundation's `NSCharacterSet` under its Core Foundation name.
public typealias CFCharacterSet = NSCharacterSet

/// Traits of a font's face, as bits.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The letters are slanted.
    public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
    /// The strokes are thick.
    public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
    /// The letters are wide.
    public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
    /// The letters are narrow.
    public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
    /// All letters have the same width.
    public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
    /// The font is intended for vertical text. Never set: text is horizontal.
    public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
    /// The font is intended for user interfaces. Never set.
    public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
    /// Glyphs are pictures or coloured layers.
    public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
    /// The font is composed of several fonts. Never set.
    public static let traitComposite = CTFontSymbolicTraits(rawValue: 1 << 14)
    /// The bits that hold the font's class. Always 0.
    public static let traitClassMask = CTFontSymbolicTraits(rawValue: 15 << 28)
}

/// The direction of consecutive glyphs.
public enum CTFontOrientation: UInt32, Sendable {
    /// The font's own: horizontal.
    case `default` = 0
    /// Horizontal.
    case horizontal = 1
    /// Vertical. Treated as horizontal, with a diagnostic.
    case vertical = 2
}

/// Options for reading tables.
public struct CTFontTableOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Options for creating a font. None has an effect.
public struct CTFontOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Does not activate fonts on demand. Fonts are never activated on demand.
    public static let preventAutoActivation = CTFontOptions(rawValue: 1 << 0)
    /// Prefers the system's fonts. Names are looked up in the same way.
    public static let preferSystemFont = CTFontOptions(rawValue: 1 << 2)
}

/// The uses of text in a user interface.
public enum CTFontUIFontType: UInt32, Sendable {
    case none = 0xFFFF_FFFF
    case user = 0
    case userFixedPitch = 1
    case system = 2
    case emphasizedSystem = 3
    case smallSystem = 4
    case smallEmphasizedSystem = 5
    case miniSystem = 6
    case miniEmphasizedSystem = 7
    case views = 8
    case application = 9
    case label = 10
    case menuTitle = 11
    case menuItem = 12
    case menuItemMark = 13
    case menuItemCmdKey = 14
    case windowTitle = 15
    case pushButton = 16
    case utilityWindowTitle = 17
    case alertHeader = 18
    case systemDetail = 19
    case emphasizedSystemDetail = 20
    case toolbar = 21
    case smallToolbar = 22
    case message = 23
    case palette = 24
    case toolTip = 25
    case controlContent = 26
}

// Keys of a font descriptor's attributes.

/// The PostScript name, a string.
public nonisolated(unsafe) let kCTFontNameAttribute: CFString = "NSFontNameAttribute"
/// The name for display, a string.
public nonisolated(unsafe) let kCTFontDisplayNameAttribute: CFString = "NSFontVisibleNameAttribute"
/// The family's name, a string.
public nonisolated(unsafe) let kCTFontFamilyNameAttribute: CFString = "NSFontFamilyAttribute"
/// The style's name within the family, a string.
public nonisolated(unsafe) let kCTFontStyleNameAttribute: CFString = "NSFontFaceAttribute"
/// A dictionary of traits.
public nonisolated(unsafe) let kCTFontTraitsAttribute: CFString = "NSCTFontTraitsAttribute"
/// Locations on a variable font's axes: a dictionary from tag to value, both numbers.
public nonisolated(unsafe) let kCTFontVariationAttribute: CFString = "NSCTFontVariationAttribute"
/// The size in points, a number.
public nonisolated(unsafe) let kCTFontSizeAttribute: CFString = "NSFontSizeAttribute"
/// The transform of the glyphs, a value that holds a CGAffineTransform.
public nonisolated(unsafe) let kCTFontMatrixAttribute: CFString = "NSCTFontMatrixAttribute"
/// Fonts to search for characters that this one lacks: an array of descriptors.
public nonisolated(unsafe) let kCTFontCascadeListAttribute: CFString = "NSCTFontCascadeListAttribute"
/// The file, a URL.
public nonisolated(unsafe) let kCTFontURLAttribute: CFString = "NSCTFontFileURLAttribute"
/// The characters that the font has. Read-only.
public nonisolated(unsafe) let kCTFontCharacterSetAttribute: CFString = "NSCTFontCharacterSetAttribute"
/// Settings of typographic features: an array of dictionaries.
public nonisolated(unsafe) let kCTFontFeatureSettingsAttribute: CFString = "NSCTFontFeatureSettingsAttribute"
/// The width of all glyphs in points, a number.
public nonisolated(unsafe) let kCTFontFixedAdvanceAttribute: CFString = "NSCTFontFixedAdvanceAttribute"

/// The symbolic traits, a number.
public nonisolated(unsafe) let kCTFontSymbolicTrait: CFString = "NSCTFontSymbolicTrait"
/// The weight from -1 to 1; 0 is regular, 0.4 bold.
public nonisolated(unsafe) let kCTFontWeightTrait: CFString = "NSCTFontWeightTrait"
/// The width from -1 to 1; 0 is normal.
public nonisolated(unsafe) let kCTFontWidthTrait: CFString = "NSCTFontProportionTrait"
/// The slant from -1 to 1; 0 is upright, and 1 means a rotation of 30 degrees clockwise.
public nonisolated(unsafe) let kCTFontSlantTrait: CFString = "NSCTFontSlantTrait"

/// The tag of an axis, a number.
public nonisolated(unsafe) let kCTFontVariationAxisIdentifierKey: CFString = "NSCTVariationAxisIdentifier"
/// The minimum value of an axis, a number.
public nonisolated(unsafe) let kCTFontVariationAxisMinimumValueKey: CFString = "NSCTVariationAxisMinimumValue"
/// The maximum value of an axis, a number.
public nonisolated(unsafe) let kCTFontVariationAxisMaximumValueKey: CFString = "NSCTVariationAxisMaximumValue"
/// The default value of an axis, a number.
public nonisolated(unsafe) let kCTFontVariationAxisDefaultValueKey: CFString = "NSCTVariationAxisDefaultValue"
/// The name of an axis, a string.
public nonisolated(unsafe) let kCTFontVariationAxisNameKey: CFString = "NSCTVariationAxisName"

/// The tag of an OpenType feature, a string of four letters.
public nonisolated(unsafe) let kCTFontOpenTypeFeatureTag: CFString = "CTFeatureOpenTypeTag"
/// The value of an OpenType feature, a number. 0 disables the feature.
public nonisolated(unsafe) let kCTFontOpenTypeFeatureValue: CFString = "CTFeatureOpenTypeValue"

// Keys of a font's names. Their values are Apple's, irregular ones included: programs store them, and compare them as strings.

/// The copyright.
public nonisolated(unsafe) let kCTFontCopyrightNameKey: CFString = "CTFontCopyrightName"
/// The family.
public nonisolated(unsafe) let kCTFontFamilyNameKey: CFString = "CTFontFamilyName"
/// The style within the family.
public nonisolated(unsafe) let kCTFontSubFamilyNameKey: CFString = "CTFontSubFamilyName"
/// The style within the family. The same string as ``kCTFontSubFamilyNameKey``, as in Apple's.
public nonisolated(unsafe) let kCTFontStyleNameKey: CFString = "CTFontSubFamilyName"
/// The unique name.
public nonisolated(unsafe) let kCTFontUniqueNameKey: CFString = "CTFontUniqueName"
/// Family and style.
public nonisolated(unsafe) let kCTFontFullNameKey: CFString = "CTFontFullName"
/// The version.
public nonisolated(unsafe) let kCTFontVersionNameKey: CFString = "CTFontVersionName"
/// The name without spaces by which programs identify the font.
public nonisolated(unsafe) let kCTFontPostScriptNameKey: CFString = "CTFontPostScriptName"
/// The trademark.
public nonisolated(unsafe) let kCTFontTrademarkNameKey: CFString = "CTFontTrademarkName"
/// The manufacturer.
public nonisolated(unsafe) let kCTFontManufacturerNameKey: CFString = "CTFontManufacturerName"
/// The designer.
public nonisolated(unsafe) let kCTFontDesignerNameKey: CFString = "CTFontDesignerName"
/// The description.
public nonisolated(unsafe) let kCTFontDescriptionNameKey: CFString = "CTFontDescriptionName"
/// The URL of the vendor.
public nonisolated(unsafe) let kCTFontVendorURLNameKey: CFString = "CTFontVendorURLName"
/// The URL of the designer.
public nonisolated(unsafe) let kCTFontDesignerURLNameKey: CFString = "CTFontDesignerURLName"
/// The licence. Apple's string has the word "Name" twice.
public nonisolated(unsafe) let kCTFontLicenseNameKey: CFString = "CTFontLicenseNameName"
/// The URL of the licence.
public nonisolated(unsafe) let kCTFontLicenseURLNameKey: CFString = "CTFontLicenseURLName"
/// A text that shows the font.
public nonisolated(unsafe) let kCTFontSampleTextNameKey: CFString = "CTFontSampleTextName"
/// The name for the PostScript operator `findfont`, if it is not that of ``kCTFontPostScriptNameKey``.
public nonisolated(unsafe) let kCTFontPostScriptCIDNameKey: CFString = "CTFontPostScriptCIDName"
