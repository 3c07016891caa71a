import CoreGraphics

/// A description of a font as a dictionary: some of name, family, traits, size, variation and more. A descriptor is immutable and
/// thread-safe.
public final class CTFontDescriptor: NSObject, @unchecked Sendable {
    /// The attributes by the constants `kCTFont...Attribute`.
    let attributes: [String: Any]
    /// The face from which the descriptor was created, if any. It takes precedence over names.
    let record: FontRecord?
    /// The measures of the font that the face replaces.
    let vertical: VerticalMetrics?

    init(attributes: [String: Any], record: FontRecord? = nil, vertical: VerticalMetrics? = nil) {
        self.attributes = attributes
        self.record = record
        self.vertical = record == nil ? nil : vertical
    }

    /// Creates a copy of a descriptor, for initializers of other modules.
    package convenience init(copying other: CTFontDescriptor) {
        self.init(attributes: other.attributes, record: other.record, vertical: other.vertical)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFontDescriptor else { return false }
        return record === other.record && vertical == other.vertical
            && (attributes as NSDictionary).isEqual(other.attributes as NSDictionary)
    }

    public override var hash: Int { attributes.count }

    func string(_ key: CFString) -> String? { FontAttributes.string(attributes[String(describing: key)]) }

    func number(_ key: CFString) -> CGFloat? { FontAttributes.number(attributes[String(describing: key)]) }

    /// The requested traits, which override those of the style's name. Nil if there are none.
    var traits: FontTraits? {
        var traits = FontTraits.regular, isAsked = false
        if let style = string(kCTFontStyleNameAttribute), let named = FontName("x" + style, isFamily: { $0 == "x" }) {
            (traits, isAsked) = (named.traits, true)
        }
        guard let asked = attributes[String(describing: kCTFontTraitsAttribute)].flatMap(FontAttributes.dictionary) else {
            return isAsked ? traits : nil
        }
        if let bits = FontAttributes.number(asked[String(describing: kCTFontSymbolicTrait)]), bits >= 0, bits < 4_294_967_296 {
            traits.apply(CTFontSymbolicTraits(rawValue: UInt32(bits)))
        }
        if let weight = FontAttributes.number(asked[String(describing: kCTFontWeightTrait)]) {
            traits.weight = FontTraits.weight(apple: weight)
        }
        if let width = FontAttributes.number(asked[String(describing: kCTFontWidthTrait)]) { traits.width = FontTraits.width(apple: width) }
        if let slant = FontAttributes.number(asked[String(describing: kCTFontSlantTrait)]) { traits.isItalic = slant > 0 }
        return traits
    }

    /// The best matching face.
    var choice: FontCatalog.Choice {
        let catalog = FontCatalog.shared
        if let record { return FontCatalog.Choice(record: record, vertical: vertical) }
        let names = [string(kCTFontNameAttribute), string(kCTFontDisplayNameAttribute)].compactMap { $0 }
        for name in names {
            if let found = catalog.choice(named: name) { return substitutes(found) }
        }
        let traits = traits ?? .regular
        if let family = string(kCTFontFamilyNameAttribute) {
            return catalog.choice(family: family, traits) ?? catalog.choice(named: family) ?? catalog.fallbackChoice(for: family, traits)
        }
        if let name = names.first { return catalog.fallbackChoice(for: name, traits) }
        // Only traits: a monospaced font is another family, not a face of Helvetica.
        return catalog.choice(family: traits.isMonospace ? "Menlo" : "Helvetica", traits)!
    }

    /// Returns a choice with the measures that the attributes of a substitute keep, if it is the same face.
    private func substitutes(_ choice: FontCatalog.Choice) -> FontCatalog.Choice {
        guard choice.vertical == nil, let kept = attributes[SubstituteMetrics.key] as? SubstituteMetrics,
            choice.record?.postScriptName == kept.name
        else { return choice }
        return FontCatalog.Choice(record: choice.record, vertical: kept.vertical)
    }

    /// Returns the requested settings, which override the font's existing ones.
    func settings(over settings: FontSettings = FontSettings()) -> FontSettings {
        var settings = settings
        if let variation = attributes[String(describing: kCTFontVariationAttribute)] {
            settings.variation = FontAttributes.variation(variation)
        }
        if let features = attributes[String(describing: kCTFontFeatureSettingsAttribute)] {
            settings.features = FontAttributes.features(features)
        }
        if let advance = number(kCTFontFixedAdvanceAttribute) { settings.fixedAdvance = advance.isFinite ? max(0, advance) : nil }
        if let cascade = attributes[String(describing: kCTFontCascadeListAttribute)] as? [Any] {
            settings.cascade = cascade.compactMap { ($0 as? CTFontDescriptor)?.choice.record }
        }
        if let usage = string("NSCTFontUIUsageAttribute" as NSString) { settings.usage = usage }
        return settings
    }

    var matrix: CGAffineTransform? { attributes[String(describing: kCTFontMatrixAttribute)].flatMap { $0 as? CGAffineTransform } }
}

/// The measures of the font that a face replaces, among the attributes of its descriptors: a descriptor that is made of another's
/// attributes creates the same font.
struct SubstituteMetrics: Hashable, Sendable {
    static let key = "AgateSubstituteMetrics"
    let name: String
    let vertical: VerticalMetrics
}

extension FontTraits {
    mutating func apply(_ symbolic: CTFontSymbolicTraits) {
        if symbolic.contains(.traitBold) { weight = max(weight, 700) }
        if symbolic.contains(.traitItalic) { isItalic = true }
        if symbolic.contains(.traitCondensed) { width = min(width, 75) }
        if symbolic.contains(.traitExpanded) { width = max(width, 125) }
        if symbolic.contains(.traitMonoSpace) { isMonospace = true }
    }

    var symbolic: CTFontSymbolicTraits {
        var traits: CTFontSymbolicTraits = []
        if isItalic { traits.insert(.traitItalic) }
        if weight >= 600 { traits.insert(.traitBold) }
        if width < 95 { traits.insert(.traitCondensed) }
        if width > 105 { traits.insert(.traitExpanded) }
        if isMonospace { traits.insert(.traitMonoSpace) }
        return traits
    }
}

/// Reads the attribute values of programs: Swift's numbers and strings, or Foundation's.
enum FontAttributes {
    static func string(_ value: Any?) -> String? {
        if let text = value as? String { return text }
        return (value as? NSString).map { String(describing: $0) }
    }

    static func number(_ value: Any?) -> CGFloat? {
        switch value {
        case let number as CGFloat: number
        case let number as Double: CGFloat(number)
        case let number as Int: CGFloat(number)
        case let number as Float: CGFloat(number)
        case let number as UInt32: CGFloat(number)
        case let number as CTFontSymbolicTraits: CGFloat(number.rawValue)
        case let number as NSNumber: CGFloat(number.doubleValue)
        default: nil
        }
    }

    static func dictionary(_ value: Any) -> [String: Any]? {
        if let strings = value as? [String: Any] { return strings }
        guard let any = value as? NSDictionary else { return nil }
        var strings: [String: Any] = [:]
        for (key, value) in any {
            if let key = string(key) { strings[key] = value }
        }
        return strings
    }

    /// Returns a variation from a dictionary of tags and values, sorted by tag. Tags may be numbers or strings of four letters.
    static func variation(_ value: Any) -> [AxisValue] {
        var values: [AxisValue] = []
        func add(_ key: Any, _ value: Any) {
            guard let number = number(value), number.isFinite, let tag = tag(key) else { return }
            values.append(AxisValue(tag: tag, value: Float(number)))
        }
        if let numbers = value as? [AnyHashable: Any] {
            for (key, value) in numbers { add(key.base, value) }
        } else if let dictionary = value as? NSDictionary {
            for (key, value) in dictionary { add(key, value) }
        }
        return values.sorted { ($0.tag, $0.value) < ($1.tag, $1.value) }
    }

    /// Returns settings by OpenType tag. Those by Apple's pairs of feature type and selector are translated, or reported if OpenType has no
    /// such feature. Of several settings of a feature, the last applies.
    static func features(_ value: Any) -> [FontFeature] {
        guard let list = value as? [Any] ?? (value as? NSArray).map(Array.init) else { return [] }
        var found: [FontFeature] = []
        for item in list {
            let entry = dictionary(item) ?? [:]
            var added: [FontFeature]?
            if let tag = entry[String(describing: kCTFontOpenTypeFeatureTag)].flatMap(tag) {
                let value = number(entry[String(describing: kCTFontOpenTypeFeatureValue)]) ?? 1
                added = [FontFeature(tag: tag, value: value >= 0 && value < 65536 ? UInt32(value) : 0)]
            } else if let type = whole(entry[String(describing: kCTFontFeatureTypeIdentifierKey)]),
                let selector = whole(entry[String(describing: kCTFontFeatureSelectorIdentifierKey)])
            {
                added = FeaturePairs.features(type: type, selector: selector)
            }
            guard let added else { reportUnknownFeature(item); continue }
            found.removeAll { old in added.contains { $0.tag == old.tag } }
            found += added
        }
        return found
    }

    private static func whole(_ value: Any?) -> Int? { number(value).flatMap { Int(exactly: $0) } }

    private static func tag(_ key: Any) -> UInt32? {
        if let text = string(key) {
            let bytes = Array(text.utf8)
            return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
        }
        guard let number = number(key), number >= 0, number < 4_294_967_296 else { return nil }
        return UInt32(number)
    }
}
