import CoreGraphics

// Names of attributes of text. CoreText's constants and the keys of attributed strings are equal. Where UIKit and CoreText use two names
// for one attribute (colours), both are read.

extension NSAttributedString.Key {
    /// The font: a CTFont.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of the letters: a CGColor. The default is black.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The colour behind the text: a CGColor.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// Points added after each letter, a number. 0 disables the font's own kerning.
    public static let kern = NSAttributedString.Key("NSKern")
    /// Points added after each letter, a number. Tracking disables ligatures and keeps kerning.
    public static let tracking = NSAttributedString.Key("CTTracking")
    /// The ligatures: 0 for those that the script requires, 1 for the usual ones, 2 for all.
    public static let ligature = NSAttributedString.Key("NSLigature")
    /// An NSParagraphStyle or a CTParagraphStyle.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// The width of the stroke in percent of the font's size. Greater than 0 strokes the letters only, less than 0 fills and strokes
    /// them.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// The colour of outlines: a CGColor. The default is the colour of the letters.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// An NSUnderlineStyle as a number.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The underline's colour: a CGColor. The default is the colour of the letters.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// An NSUnderlineStyle as a number, for a line through the letters.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The strikethrough's colour: a CGColor. The default is the colour of the letters.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// The number of points by which the text is raised.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// Overrides of the writing direction. Stored without effect, and reported as `text.unsupported-attribute`.
    public static let writingDirection = NSAttributedString.Key("NSWritingDirection")
    /// A picture in the text. Stored without effect, and reported as `text.unsupported-attribute`.
    public static let attachment = NSAttributedString.Key("NSAttachment")
    /// A link. Stored without effect.
    public static let link = NSAttributedString.Key("NSLink")
    /// A shadow. Stored without effect.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// A slant added to the letters, as a tangent: a number, positive to the right. The default is 0, the maximum 10.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    /// The stretch of the letters and their advances, as a natural logarithm: a number. The default is 0, the maximum 5.
    public static let expansion = NSAttributedString.Key("NSExpansion")
}

/// The font: a CTFont. The default is Helvetica at 12 points.
public nonisolated(unsafe) let kCTFontAttributeName: CFString = "NSFont"
/// Indicates whether the letters use the context's fill colour. The default is false.
public nonisolated(unsafe) let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
/// Points added after each letter. 0 disables the font's own kerning.
public nonisolated(unsafe) let kCTKernAttributeName: CFString = "NSKern"
/// Points added after each letter. Tracking disables ligatures and keeps kerning.
public nonisolated(unsafe) let kCTTrackingAttributeName: CFString = "CTTracking"
/// The ligatures: 0 for those that the script requires, 1 for the usual ones, 2 for all.
public nonisolated(unsafe) let kCTLigatureAttributeName: CFString = "NSLigature"
/// The colour of the letters: a CGColor. The default is black.
public nonisolated(unsafe) let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// The colour behind the text: a CGColor.
public nonisolated(unsafe) let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// A CTParagraphStyle.
public nonisolated(unsafe) let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// The width of the stroke in percent of the font's size. Greater than 0 strokes the letters only, less than 0 fills and strokes them.
public nonisolated(unsafe) let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The colour of outlines: a CGColor. The default is the colour of the letters.
public nonisolated(unsafe) let kCTStrokeColorAttributeName: CFString = "CTStrokeColor"
/// A CTUnderlineStyle, with a CTUnderlineStyleModifiers, as a number.
public nonisolated(unsafe) let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
/// The underline's colour: a CGColor. The default is the colour of the letters.
public nonisolated(unsafe) let kCTUnderlineColorAttributeName: CFString = "CTUnderlineColor"
/// The number of points by which the text is raised.
public nonisolated(unsafe) let kCTBaselineOffsetAttributeName: CFString = "CTBaselineOffset"
/// The language of the text, such as `de`. It selects among a font's letter forms.
public nonisolated(unsafe) let kCTLanguageAttributeName: CFString = "NSLanguage"
/// A CTRunDelegate that provides the size of the text.
public nonisolated(unsafe) let kCTRunDelegateAttributeName: CFString = "CTRunDelegate"
/// Overrides of the writing direction. Stored without effect.
public nonisolated(unsafe) let kCTWritingDirectionAttributeName: CFString = "NSWritingDirection"
/// Indicates whether the glyphs are upright in vertical text. Stored without effect.
public nonisolated(unsafe) let kCTVerticalFormsAttributeName: CFString = "CTVerticalForms"

/// The style of a line under the text.
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

/// The pattern of a line under the text.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Unbroken.
    public static let patternSolid = CTUnderlineStyleModifiers([])
    /// Dots.
    public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x0100)
    /// Dashes.
    public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x0200)
    /// Alternating dashes and dots.
    public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x0300)
    /// A repeated dash and two dots.
    public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x0400)
}

/// The style of a line under or through the text.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One line.
    public static let single = NSUnderlineStyle(rawValue: 1)
    /// One line, twice as thick.
    public static let thick = NSUnderlineStyle(rawValue: 2)
    /// Two lines.
    public static let double = NSUnderlineStyle(rawValue: 9)
    /// Dots.
    public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
    /// Dashes.
    public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
    /// Alternating dashes and dots.
    public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
    /// A repeated dash and two dots.
    public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
    /// Under words only, not under the spaces between them. Currently drawn under the spaces too.
    public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}
