import CoreText
import ObjectiveCRuntime
import QuartzCore

/// A font at a size. It is the same class as CoreText's font, so that either can be passed as the other.
public typealias UIFont = CTFont

extension CTFont {
    /// The weight of a face, from -1 to 1; 0 is regular.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Creates a weight from a number, -1...1.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        /// OpenType weight 100.
        public static let ultraLight = Weight(-0.8)
        /// OpenType weight 200.
        public static let thin = Weight(-0.6)
        /// OpenType weight 300.
        public static let light = Weight(-0.4)
        /// OpenType weight 400.
        public static let regular = Weight(0)
        /// OpenType weight 500.
        public static let medium = Weight(0.23)
        /// OpenType weight 600.
        public static let semibold = Weight(0.3)
        /// OpenType weight 700.
        public static let bold = Weight(0.4)
        /// OpenType weight 800.
        public static let heavy = Weight(0.56)
        /// OpenType weight 900.
        public static let black = Weight(0.62)
    }

    /// The width of a face; 0 is the standard width.
    public struct Width: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Creates a width from a number; 0 is the standard width.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        /// The narrowest width.
        public static let compressed = Width(-0.3)
        /// Narrow.
        public static let condensed = Width(-0.2)
        /// The standard width.
        public static let standard = Width(0)
        /// Wide.
        public static let expanded = Width(0.2)
    }

    /// The styles of text.
    public struct TextStyle: BridgedName, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// 34 points.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// 28 points.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// 22 points.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// 20 points.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// 17 points, semibold.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// 15 points.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// 17 points.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// 16 points.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// 13 points.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// 12 points.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// 11 points.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    // MARK: Creating fonts

    /// Returns the system font: Inter, or a similar font, with the line heights of Apple's.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { system(fontSize, .regular) }

    /// Returns the system font in a weight.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { system(fontSize, weight) }

    /// Returns the system font in a weight, and in a width if the installed font has it.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight, width: Width) -> UIFont {
        system(fontSize, weight, ["\(kCTFontWidthTrait)": width.rawValue])
    }

    /// Returns the bold system font.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { system(fontSize, .semibold) }

    /// Returns the italic system font.
    public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        system(fontSize, .regular, ["\(kCTFontSlantTrait)": CGFloat(0.07)])
    }

    /// Returns the system font with monospaced digits.
    public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        let digits: [String: Any] = ["\(kCTFontOpenTypeFeatureTag)": "tnum", "\(kCTFontOpenTypeFeatureValue)": 1]
        let descriptor = CTFontDescriptorCreateWithAttributes(["\(kCTFontFeatureSettingsAttribute)": [digits]] as NSDictionary)
        return CTFontCreateCopyWithAttributes(system(fontSize, weight), 0, nil, descriptor)
    }

    /// Returns the monospaced system font.
    public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        system(fontSize, weight, family: "SF Mono")
    }

    /// Returns the system font for a text style, at its size for the default text size setting.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        preferredFont(forTextStyle: style, compatibleWith: nil)
    }

    /// Returns the system font for a text style, at its size for the text size of the traits; for nil at that of the default setting.
    public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        system(
            style.size(traitCollection?.preferredContentSizeCategory ?? .large), style == .headline ? .semibold : .regular,
            usage: style.rawValue)
    }

    /// Creates the font that best matches a descriptor.
    /// - Parameter pointSize: The size; 0 uses the descriptor's, or 12.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        self.init(copying: CTFontCreateWithFontDescriptor(descriptor, pointSize, nil))
    }

    /// Returns the same face at another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { CTFontCreateCopyWithAttributes(self, fontSize, nil, nil) }

    private static func system(
        _ size: CGFloat, _ weight: Weight, _ more: [String: CGFloat] = [:], family: String = "system-ui", usage: String? = nil
    ) -> UIFont {
        FontWish(family: family, size: size, traits: more.merging(["\(kCTFontWeightTrait)": weight.rawValue]) { $1 }, usage: usage).font
    }

    // MARK: Names

    /// The installed families, sorted.
    public static var familyNames: [String] { names(CTFontManagerCopyAvailableFontFamilyNames()) }

    /// Returns the PostScript names of a family's faces.
    public static func fontNames(forFamilyName familyName: String) -> [String] {
        names(CTFontManagerCopyAvailablePostScriptNames()).filter {
            "\(CTFontCopyFamilyName(CTFontCreateWithName($0 as NSString, 12, nil)))" == familyName
        }
    }

    private static func names(_ array: CFArray) -> [String] { array.compactMap { $0 as? String ?? ($0 as? NSString).map { "\($0)" } } }

    /// The name of the family.
    public var familyName: String { "\(CTFontCopyFamilyName(self))" }

    /// The PostScript name.
    public var fontName: String { "\(CTFontCopyPostScriptName(self))" }

    // MARK: Metrics, in points

    /// The size of the font.
    public var pointSize: CGFloat { CTFontGetSize(self) }
    /// The height of letters above the baseline.
    public var ascender: CGFloat { CTFontGetAscent(self) }
    /// The depth of letters below the baseline, a negative number.
    public var descender: CGFloat { -CTFontGetDescent(self) }
    /// The height of capital letters.
    public var capHeight: CGFloat { CTFontGetCapHeight(self) }
    /// The height of lowercase letters.
    public var xHeight: CGFloat { CTFontGetXHeight(self) }
    /// The height of a line, without the gap to the next.
    public var lineHeight: CGFloat { ascender - descender }
    /// The gap to the next line.
    public var leading: CGFloat { CTFontGetLeading(self) }

    /// The descriptor that creates this font.
    public var fontDescriptor: UIFontDescriptor { CTFontCopyFontDescriptor(self) }

    // MARK: System font sizes

    /// The font size of labels: 17 points.
    public static var labelFontSize: CGFloat { 17 }
    /// The font size of buttons: 18 points.
    public static var buttonFontSize: CGFloat { 18 }
    /// The small system font size: 12 points.
    public static var smallSystemFontSize: CGFloat { 12 }
    /// The standard system font size: 14 points.
    public static var systemFontSize: CGFloat { 14 }
}
