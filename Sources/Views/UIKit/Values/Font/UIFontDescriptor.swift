import CoreText
import ObjectiveCRuntime
import QuartzCore

/// A description of a font. It is the same class as CoreText's descriptor.
public typealias UIFontDescriptor = CTFontDescriptor

extension CTFontSymbolicTraits {
    /// Closer lines. No face has this trait.
    public static let traitTightLeading = CTFontSymbolicTraits(rawValue: 1 << 15)
    /// Lines further apart. No face has this trait.
    public static let traitLooseLeading = CTFontSymbolicTraits(rawValue: 1 << 16)
}

extension CTFontDescriptor {
    /// The symbolic traits of a face.
    public typealias SymbolicTraits = CTFontSymbolicTraits

    /// The attributes of a descriptor.
    public struct AttributeName: BridgedName, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a key from the name of a CoreText attribute.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The family's name.
        public static let family = AttributeName("\(kCTFontFamilyNameAttribute)")
        /// The PostScript name.
        public static let name = AttributeName("\(kCTFontNameAttribute)")
        /// The style's name, such as `Bold`.
        public static let face = AttributeName("\(kCTFontStyleNameAttribute)")
        /// The size in points.
        public static let size = AttributeName("\(kCTFontSizeAttribute)")
        /// The name to show to the user.
        public static let visibleName = AttributeName("\(kCTFontDisplayNameAttribute)")
        /// A transform of the glyphs.
        public static let matrix = AttributeName("\(kCTFontMatrixAttribute)")
        /// A dictionary by ``TraitKey``.
        public static let traits = AttributeName("\(kCTFontTraitsAttribute)")
        /// The width of every glyph, in points.
        public static let fixedAdvance = AttributeName("\(kCTFontFixedAdvanceAttribute)")
        /// An array of font features.
        public static let featureSettings = AttributeName("\(kCTFontFeatureSettingsAttribute)")
        /// The descriptors of the fallback fonts for characters that this font doesn't have.
        public static let cascadeList = AttributeName("\(kCTFontCascadeListAttribute)")
        /// The text style.
        public static let textStyle = AttributeName("NSCTFontUIUsageAttribute")
    }

    /// The keys of an entry of ``AttributeName/featureSettings``.
    public struct FeatureKey: BridgedName, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The feature, by the number of its type.
        public static let type = FeatureKey(rawValue: "CTFeatureTypeIdentifier")
        /// The selected setting of the feature, by its number.
        public static let selector = FeatureKey(rawValue: "CTFeatureSelectorIdentifier")
        /// The older name of ``type``.
        public static let featureIdentifier = type
        /// The older name of ``selector``.
        public static let typeIdentifier = selector
    }

    /// The keys of ``AttributeName/traits``.
    public struct TraitKey: BridgedName, Hashable, Sendable {
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

    /// The designs of the system font.
    public struct SystemDesign: BridgedName, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The standard design.
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// Not available on Linux: the standard design is used.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        /// A design with serifs.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        /// A monospaced design.
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    /// Creates a descriptor from attributes.
    public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
        self.init(copying: CTFontDescriptorCreateWithAttributes(Self.plain(attributes)))
    }

    /// Creates a descriptor from a PostScript name and a size; 0 leaves the size unspecified.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(copying: CTFontDescriptorCreateWithNameAndSize(fontName as NSString, size))
    }

    /// Returns the descriptor of the system font for a text style.
    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    /// Returns the descriptor with added attributes, which take precedence over its own.
    public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
        CTFontDescriptorCreateCopyWithAttributes(self, Self.plain(attributes))
    }

    /// Returns the face of the same family with exactly these traits; nil if the family has none.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        CTFontDescriptorCreateCopyWithSymbolicTraits(self, symbolicTraits, SymbolicTraits(rawValue: .max))
    }

    /// Returns the descriptor with another size.
    public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { addingAttributes([.size: newPointSize]) }

    /// Returns the same style of another family.
    public func withFamily(_ newFamily: String) -> UIFontDescriptor { unnamed([.family: newFamily]) }

    /// Returns another style of the same family, such as `Bold`.
    public func withFace(_ newFace: String) -> UIFontDescriptor {
        unnamed([.family: "\(CTFontCopyFamilyName(CTFontCreateWithFontDescriptor(self, 0, nil)))", .face: newFace])
    }

    /// Returns a descriptor without a name, because a name would take precedence over a family.
    private func unnamed(_ attributes: [AttributeName: Any]) -> UIFontDescriptor {
        var all = fontAttributes.merging(attributes) { $1 }
        all[.name] = nil
        all[.visibleName] = nil
        return UIFontDescriptor(fontAttributes: all)
    }

    /// Returns the system font in another design, with the same weight.
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

    /// Returns the value of an attribute of the descriptor, or else that of the best matching font; nil if it has none.
    public func object(forKey attribute: AttributeName) -> Any? {
        guard let value = CTFontDescriptorCopyAttribute(self, attribute.rawValue as NSString) else { return nil }
        return Self.castable(value)
    }

    /// Returns a value that `as?` converts to Swift's types with names: a text style as well as a string, dictionaries by ``FeatureKey``.
    private static func castable(_ value: Any) -> Any {
        switch value {
        case let text as String: return NSString(string: text)
        case let list as [[String: Any]]:
            return list.map { Dictionary(uniqueKeysWithValues: $0.map { (FeatureKey(rawValue: $0.key), $0.value) }) }
        default: return value
        }
    }

    /// The attributes of the descriptor.
    public var fontAttributes: [AttributeName: Any] {
        var attributes: [AttributeName: Any] = [:]
        for (key, value) in CTFontDescriptorCopyAttributes(self) { attributes[AttributeName("\(key)")] = Self.castable(value) }
        return attributes
    }

    /// The size in points; 0 if unspecified.
    public var pointSize: CGFloat {
        switch fontAttributes[.size] {
        case let size as CGFloat: size
        case let size as NSNumber: CGFloat(size.doubleValue)
        default: 0
        }
    }

    /// The PostScript name of the best matching font.
    public var postscriptName: String { "\(CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(self, 0, nil)))" }

    /// The traits of the best matching font.
    public var symbolicTraits: SymbolicTraits { CTFontGetSymbolicTraits(CTFontCreateWithFontDescriptor(self, 0, nil)) }

    /// Returns CoreText's dictionary, in which weights and widths are numbers.
    private static func plain(_ attributes: [AttributeName: Any]) -> NSDictionary {
        func plain(_ value: Any) -> Any {
            switch value {
            case let weight as UIFont.Weight: weight.rawValue
            case let width as UIFont.Width: width.rawValue
            case let traits as SymbolicTraits: NSNumber(value: traits.rawValue)
            case let features as [[FeatureKey: Any]]:
                features.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key.rawValue, $0.value) }) }
            case let traits as [TraitKey: Any]: Dictionary(uniqueKeysWithValues: traits.map { ($0.key.rawValue, plain($0.value)) })
            default: value
            }
        }
        return Dictionary(uniqueKeysWithValues: attributes.map { ($0.key.rawValue, plain($0.value)) }) as NSDictionary
    }
}
