import CoreGraphics

/// A UTF-16 code unit.
public typealias UniChar = UInt16
/// A table's or axis's four letters as a number.
public typealias CTFontTableTag = UInt32
/// Foundation's `NSError` under its Core Foundation name.
public typealias CFError = NSError
/// Foundation's `NSCharacterSet` under its Core Foundation name.
public typealias CFCharacterSet = NSCharacterSet

/// What a font's face is like, as bits.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The letters lean.
    public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
    /// The strokes are thick.
    public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
    /// The letters are wide.
    public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
    /// The letters are narrow.
    public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
    /// All letters are equally wide.
    public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
    /// The font is meant for vertical text. Never set: text is horizontal.
    public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
    /// The font is made for user interfaces. Never set.
    public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
    /// Glyphs are pictures or coloured layers.
    public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
    /// The font is put together from several. Never set.
    public static let traitComposite = CTFontSymbolicTraits(rawValue: 1 << 14)
    /// The bits that hold the font's class. Always 0.
    public static let traitClassMask = CTFontSymbolicTraits(rawValue: 15 << 28)
}

/// The direction in which glyphs follow each other.
public enum CTFontOrientation: UInt32, Sendable {
    /// The font's own: horizontal.
    case `default` = 0
    /// From side to side.
    case horizontal = 1
    /// From top to bottom. Treated as horizontal, with a diagnostic.
    case vertical = 2
}

/// Options for reading tables.
public struct CTFontTableOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Options for making a font. None has an effect.
public struct CTFontOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Don't activate fonts on demand: nothing ever does.
    public static let preventAutoActivation = CTFontOptions(rawValue: 1 << 0)
    /// Prefer the system's fonts: names are looked up the same way.
    public static let preferSystemFont = CTFontOptions(rawValue: 1 << 2)
}

/// The uses a user interface has for text.
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
public var kCTFontNameAttribute: CFString { "NSFontNameAttribute" }
/// The name shown to people, a string.
public var kCTFontDisplayNameAttribute: CFString { "NSFontVisibleNameAttribute" }
/// The family's name, a string.
public var kCTFontFamilyNameAttribute: CFString { "NSFontFamilyAttribute" }
/// The style's name within the family, a string.
public var kCTFontStyleNameAttribute: CFString { "NSFontFaceAttribute" }
/// A dictionary of traits.
public var kCTFontTraitsAttribute: CFString { "NSCTFontTraitsAttribute" }
/// Places on a variable font's axes: a dictionary from tag to value, both numbers.
public var kCTFontVariationAttribute: CFString { "NSCTFontVariationAttribute" }
/// The size in points, a number.
public var kCTFontSizeAttribute: CFString { "NSFontSizeAttribute" }
/// The matrix, a value that holds a CGAffineTransform.
public var kCTFontMatrixAttribute: CFString { "NSCTFontMatrixAttribute" }
/// Fonts to look into for characters that this one has not: an array of descriptors.
public var kCTFontCascadeListAttribute: CFString { "NSCTFontCascadeListAttribute" }
/// The file, a URL.
public var kCTFontURLAttribute: CFString { "NSCTFontFileURLAttribute" }
/// The characters that the font has. Read only.
public var kCTFontCharacterSetAttribute: CFString { "NSCTFontCharacterSetAttribute" }
/// Typographic features to switch: an array of dictionaries.
public var kCTFontFeatureSettingsAttribute: CFString { "NSCTFontFeatureSettingsAttribute" }
/// How wide all glyphs are to be, in points, a number.
public var kCTFontFixedAdvanceAttribute: CFString { "NSCTFontFixedAdvanceAttribute" }

/// The symbolic traits, a number.
public var kCTFontSymbolicTrait: CFString { "NSCTFontSymbolicTrait" }
/// The weight from -1 to 1; 0 is regular, 0.4 bold.
public var kCTFontWeightTrait: CFString { "NSCTFontWeightTrait" }
/// The width from -1 to 1; 0 is normal.
public var kCTFontWidthTrait: CFString { "NSCTFontProportionTrait" }
/// The slant from -1 to 1; 0 is upright, and 1 means a rotation of 30 degrees clockwise.
public var kCTFontSlantTrait: CFString { "NSCTFontSlantTrait" }

/// The tag of an axis, a number.
public var kCTFontVariationAxisIdentifierKey: CFString { "NSCTVariationAxisIdentifier" }
/// The least value of an axis, a number.
public var kCTFontVariationAxisMinimumValueKey: CFString { "NSCTVariationAxisMinimumValue" }
/// The greatest value of an axis, a number.
public var kCTFontVariationAxisMaximumValueKey: CFString { "NSCTVariationAxisMaximumValue" }
/// The value that an axis has by itself, a number.
public var kCTFontVariationAxisDefaultValueKey: CFString { "NSCTVariationAxisDefaultValue" }
/// The name of an axis, a string.
public var kCTFontVariationAxisNameKey: CFString { "NSCTVariationAxisName" }

/// The tag of an OpenType feature, a string of four letters.
public var kCTFontOpenTypeFeatureTag: CFString { "CTFeatureOpenTypeTag" }
/// The value of an OpenType feature, a number; 0 switches it off.
public var kCTFontOpenTypeFeatureValue: CFString { "CTFeatureOpenTypeValue" }

// Keys of the names in a font.

/// The copyright.
public var kCTFontCopyrightNameKey: CFString { "CTFontCopyrightName" }
/// The family.
public var kCTFontFamilyNameKey: CFString { "CTFontFamilyName" }
/// The style within the family.
public var kCTFontSubFamilyNameKey: CFString { "CTFontSubFamilyName" }
/// The style within the family; the same as ``kCTFontSubFamilyNameKey``.
public var kCTFontStyleNameKey: CFString { "CTFontSubFamilyName" }
/// What tells the font from all others.
public var kCTFontUniqueNameKey: CFString { "CTFontUniqueName" }
/// Family and style.
public var kCTFontFullNameKey: CFString { "CTFontFullName" }
/// The version.
public var kCTFontVersionNameKey: CFString { "CTFontVersionName" }
/// The name without spaces that programs know the font by.
public var kCTFontPostScriptNameKey: CFString { "CTFontPostScriptName" }
/// The trademark.
public var kCTFontTrademarkNameKey: CFString { "CTFontTrademarkName" }
/// Who makes it.
public var kCTFontManufacturerNameKey: CFString { "CTFontManufacturerName" }
/// Who drew it.
public var kCTFontDesignerNameKey: CFString { "CTFontDesignerName" }
/// What it is.
public var kCTFontDescriptionNameKey: CFString { "CTFontDescriptionName" }
/// The licence.
public var kCTFontLicenseNameKey: CFString { "CTFontLicenseNameName" }
