import CoreText
import QuartzCore

/// What a font should be. One class with CoreText's.
public typealias UIFontDescriptor = CTFontDescriptor

extension CTFontSymbolicTraits {
    /// Lines stand closer. No face has it.
    public static let traitTightLeading = CTFontSymbolicTraits(rawValue: 1 << 15)
    /// Lines stand further apart. No face has it.
    public static let traitLooseLeading = CTFontSymbolicTraits(rawValue: 1 << 16)
}

extension CTFontDescriptor {
    /// What a face is like.
    public typealias SymbolicTraits = CTFontSymbolicTraits

    /// What a descriptor may say.
    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        /// A name of an attribute, as CoreText writes it.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The family's name.
        public static let family = AttributeName("\(kCTFontFamilyNameAttribute)")
        /// The PostScript name.
        public static let name = AttributeName("\(kCTFontNameAttribute)")
        /// The style's name, such as `Bold`.
        public static let face = AttributeName("\(kCTFontStyleNameAttribute)")
        /// The size in points.
        public static let size = AttributeName("\(kCTFontSizeAttribute)")
        /// The name shown to people.
        public static let visibleName = AttributeName("\(kCTFontDisplayNameAttribute)")
        /// A transform of the glyphs.
        public static let matrix = AttributeName("\(kCTFontMatrixAttribute)")
        /// A dictionary by ``TraitKey``.
        public static let traits = AttributeName("\(kCTFontTraitsAttribute)")
        /// Points that every glyph is wide.
        public static let fixedAdvance = AttributeName("\(kCTFontFixedAdvanceAttribute)")
        /// An array of font features.
        public static let featureSettings = AttributeName("\(kCTFontFeatureSettingsAttribute)")
        /// Descriptors of the fonts to look into for characters that this one has not.
        public static let cascadeList = AttributeName("\(kCTFontCascadeListAttribute)")
        /// The use that it is for.
        public static let textStyle = AttributeName("NSCTFontUIUsageAttribute")
    }

    /// What an entry of ``AttributeName/featureSettings`` says.
    public struct FeatureKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The feature, by the number of its type.
        public static let type = FeatureKey(rawValue: "CTFeatureTypeIdentifier")
        /// What is chosen of the feature, by its number.
        public static let selector = FeatureKey(rawValue: "CTFeatureSelectorIdentifier")
        /// The older name of ``type``.
        public static let featureIdentifier = type
        /// The older name of ``selector``.
        public static let typeIdentifier = selector
    }

    /// What ``AttributeName/traits`` may say.
    public struct TraitKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// ``SymbolicTraits`` as a number.
        public static let symbolic = TraitKey(rawValue: "\(kCTFontSymbolicTrait)")
        /// A `UIFont.Weight` or its number.
        public static let weight = TraitKey(rawValue: "\(kCTFontWeightTrait)")
        /// A `UIFont.Width` or its number.
        public static let width = TraitKey(rawValue: "\(kCTFontWidthTrait)")
        /// A number; above 0 is italic.
        public static let slant = TraitKey(rawValue: "\(kCTFontSlantTrait)")
    }

    /// Kinds of letters of the system's font.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The usual letters.
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// Not there on Linux: the usual letters stand in.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        /// Letters with serifs.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        /// Letters of equal width.
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    /// A descriptor of attributes.
    public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
        self.init(copying: CTFontDescriptorCreateWithAttributes(Self.plain(attributes)))
    }

    /// A descriptor of a PostScript name and a size; 0 leaves the size open.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(copying: CTFontDescriptorCreateWithNameAndSize(fontName as NSString, size))
    }

    /// The descriptor of the system's font for a use.
    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    /// The same with more attributes, which go before its own.
    public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
        CTFontDescriptorCreateCopyWithAttributes(self, Self.plain(attributes))
    }

    /// The face of the same family with exactly these traits; nil where the family has none.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        CTFontDescriptorCreateCopyWithSymbolicTraits(self, symbolicTraits, SymbolicTraits(rawValue: .max))
    }

    /// The same at another size.
    public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { addingAttributes([.size: newPointSize]) }

    /// The same style of another family.
    public func withFamily(_ newFamily: String) -> UIFontDescriptor { unnamed([.family: newFamily]) }

    /// Another style of the same family, such as `Bold`.
    public func withFace(_ newFace: String) -> UIFontDescriptor {
        unnamed([.family: "\(CTFontCopyFamilyName(CTFontCreateWithFontDescriptor(self, 0, nil)))", .face: newFace])
    }

    /// A name would go before a family.
    private func unnamed(_ attributes: [AttributeName: Any]) -> UIFontDescriptor {
        var all = fontAttributes.merging(attributes) { $1 }
        all[.name] = nil
        all[.visibleName] = nil
        return UIFontDescriptor(fontAttributes: all)
    }

    /// The system's font with other kinds of letters, of the same weight.
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        let family: String? =
            switch design {
            case .serif: "Georgia"
            case .monospaced: "SF Mono"
            default: nil
            }
        guard let family else { return self }
        let font = CTFontCreateWithFontDescriptor(self, 0, nil)
        return CTFontCreateCopyWithFamily(font, 0, nil, family as NSString).map(CTFontCopyFontDescriptor) ?? self
    }

    /// What the descriptor was made of.
    public var fontAttributes: [AttributeName: Any] {
        var attributes: [AttributeName: Any] = [:]
        for (key, value) in CTFontDescriptorCopyAttributes(self) { attributes[AttributeName("\(key)")] = value }
        return attributes
    }

    /// The size in points; 0 where it is open.
    public var pointSize: CGFloat {
        switch fontAttributes[.size] {
        case let size as CGFloat: size
        case let size as NSNumber: CGFloat(size.doubleValue)
        default: 0
        }
    }

    /// The PostScript name of the font that answers best.
    public var postscriptName: String { "\(CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(self, 0, nil)))" }

    /// What the font that answers best is like.
    public var symbolicTraits: SymbolicTraits { CTFontGetSymbolicTraits(CTFontCreateWithFontDescriptor(self, 0, nil)) }

    /// CoreText's dictionary, with the numbers that weights and widths stand for.
    private static func plain(_ attributes: [AttributeName: Any]) -> NSDictionary {
        func plain(_ value: Any) -> Any {
            switch value {
            case let weight as UIFont.Weight: weight.rawValue
            case let width as UIFont.Width: width.rawValue
            case let traits as SymbolicTraits: NSNumber(value: traits.rawValue)
            case let traits as [TraitKey: Any]: Dictionary(uniqueKeysWithValues: traits.map { ($0.key.rawValue, plain($0.value)) })
            default: value
            }
        }
        return Dictionary(uniqueKeysWithValues: attributes.map { ($0.key.rawValue, plain($0.value)) }) as NSDictionary
    }
}
