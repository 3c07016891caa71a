import CoreGraphics

// Names of attributes of text. CoreText's constants and the keys of attributed strings say the same; where UIKit and CoreText use two names
// for one thing (colours), both are read.

extension NSAttributedString.Key {
    /// The font: a CTFont.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of the letters: a CGColor. Black where it is missing.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The colour behind the text: a CGColor.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// Points added after each letter, a number; 0 switches the font's own kerning off.
    public static let kern = NSAttributedString.Key("NSKern")
    /// Points added after each letter, a number; switches ligatures off and leaves kerning on.
    public static let tracking = NSAttributedString.Key("CTTracking")
    /// 0 for the ligatures that the script can't do without, 1 for the usual ones, 2 for all.
    public static let ligature = NSAttributedString.Key("NSLigature")
    /// An NSParagraphStyle or a CTParagraphStyle.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// Percent of the font's size; above 0 the letters are outlines only, below 0 filled and outlined.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// The colour of outlines: a CGColor. That of the letters where it is missing.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// An NSUnderlineStyle as a number.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The underline's colour: a CGColor. That of the letters where it is missing.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// An NSUnderlineStyle as a number, for a line through the letters.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The strikethrough's colour: a CGColor. That of the letters where it is missing.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// Points that the text is raised.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// Overrides of the writing direction. Kept, without effect; reported as `text.unsupported-attribute`.
    public static let writingDirection = NSAttributedString.Key("NSWritingDirection")
    /// A picture in the text. Kept, without effect; reported as `text.unsupported-attribute`.
    public static let attachment = NSAttributedString.Key("NSAttachment")
    /// A link. Kept, without effect.
    public static let link = NSAttributedString.Key("NSLink")
    /// A shadow. Kept, without effect.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// A slant added to the letters, as a tangent: a number, 0 where it is missing, above 0 to the right. At most 10.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    /// How far the letters and their advances are stretched, as a natural logarithm: a number, 0 where it is missing. At most 5.
    public static let expansion = NSAttributedString.Key("NSExpansion")
}

/// The font: a CTFont. Helvetica at 12 points where it is missing.
public var kCTFontAttributeName: CFString { "NSFont" }
/// Whether the letters take the context's fill colour. False where it is missing.
public var kCTForegroundColorFromContextAttributeName: CFString { "CTForegroundColorFromContext" }
/// Points added after each letter; 0 switches the font's own kerning off.
public var kCTKernAttributeName: CFString { "NSKern" }
/// Points added after each letter; switches ligatures off and leaves kerning on.
public var kCTTrackingAttributeName: CFString { "CTTracking" }
/// 0 for the ligatures that the script can't do without, 1 for the usual ones, 2 for all.
public var kCTLigatureAttributeName: CFString { "NSLigature" }
/// The colour of the letters: a CGColor. Black where it is missing.
public var kCTForegroundColorAttributeName: CFString { "CTForegroundColor" }
/// The colour behind the text: a CGColor.
public var kCTBackgroundColorAttributeName: CFString { "CTBackgroundColor" }
/// A CTParagraphStyle.
public var kCTParagraphStyleAttributeName: CFString { "NSParagraphStyle" }
/// Percent of the font's size; above 0 the letters are outlines only, below 0 filled and outlined.
public var kCTStrokeWidthAttributeName: CFString { "NSStrokeWidth" }
/// The colour of outlines: a CGColor. That of the letters where it is missing.
public var kCTStrokeColorAttributeName: CFString { "CTStrokeColor" }
/// A CTUnderlineStyle, with a CTUnderlineStyleModifiers, as a number.
public var kCTUnderlineStyleAttributeName: CFString { "NSUnderline" }
/// The underline's colour: a CGColor. That of the letters where it is missing.
public var kCTUnderlineColorAttributeName: CFString { "CTUnderlineColor" }
/// Points that the text is raised.
public var kCTBaselineOffsetAttributeName: CFString { "CTBaselineOffset" }
/// The language of the text, as in `de`: it chooses among a font's letter forms.
public var kCTLanguageAttributeName: CFString { "NSLanguage" }
/// A CTRunDelegate that says how large the text is.
public var kCTRunDelegateAttributeName: CFString { "CTRunDelegate" }
/// Overrides of the writing direction. Kept, without effect.
public var kCTWritingDirectionAttributeName: CFString { "NSWritingDirection" }
/// Whether the glyphs stand upright in vertical text. Kept, without effect.
public var kCTVerticalFormsAttributeName: CFString { "CTVerticalForms" }

/// How a line under the text looks.
public struct CTUnderlineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// One line.
    public static let single = CTUnderlineStyle(rawValue: 1)
    /// One line, twice as thick.
    public static let thick = CTUnderlineStyle(rawValue: 2)
    /// Two lines.
    public static let double = CTUnderlineStyle(rawValue: 9)
}

/// How a line under the text is broken up.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Unbroken.
    public static let patternSolid = CTUnderlineStyleModifiers([])
    /// Of dots.
    public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x0100)
    /// Of dashes.
    public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x0200)
    /// Of dashes and dots in turn.
    public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x0300)
    /// Of a dash and two dots in turn.
    public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x0400)
}

/// How a line under or through the text looks.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One line.
    public static let single = NSUnderlineStyle(rawValue: 1)
    /// One line, twice as thick.
    public static let thick = NSUnderlineStyle(rawValue: 2)
    /// Two lines.
    public static let double = NSUnderlineStyle(rawValue: 9)
    /// Of dots.
    public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
    /// Of dashes.
    public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
    /// Of dashes and dots in turn.
    public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
    /// Of a dash and two dots in turn.
    public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
    /// Under words only, not under the spaces between them. Drawn under the spaces too.
    public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}
