import CoreGraphics

/// A paragraph's values in an archive: numbers under the names of the properties, and tab stops as pairs of a location and an alignment.
/// Missing values have their defaults.
extension ParagraphValues {
    private static let lengths: [(String, WritableKeyPath<ParagraphValues, CGFloat> & Sendable)] = [
        ("NSFirstLineHeadIndent", \.firstLineHeadIndent), ("NSHeadIndent", \.headIndent), ("NSTailIndent", \.tailIndent),
        ("NSLineHeightMultiple", \.lineHeightMultiple), ("NSMinLineHeight", \.minimumLineHeight), ("NSMaxLineHeight", \.maximumLineHeight),
        ("NSLineSpacing", \.lineSpacing), ("NSParagraphSpacing", \.paragraphSpacing),
        ("NSParagraphSpacingBefore", \.paragraphSpacingBefore),
        ("NSDefaultTabInterval", \.defaultTabInterval),
    ]

    init(from coder: NSCoder) {
        self.init()
        guard coder is NSKeyedUnarchiver else { return }
        for (name, path) in Self.lengths where coder.containsValue(forKey: name) {
            self[keyPath: path] = CGFloat(coder.decodeDouble(forKey: name))
        }
        if coder.containsValue(forKey: "NSAlignment") {
            alignment = NSTextAlignment(rawValue: coder.decodeInteger(forKey: "NSAlignment")) ?? .natural
        }
        lineBreakMode = NSLineBreakMode(rawValue: coder.decodeInteger(forKey: "NSLineBreakMode")) ?? .byWordWrapping
        if coder.containsValue(forKey: "NSWritingDirection") {
            baseWritingDirection = NSWritingDirection(rawValue: coder.decodeInteger(forKey: "NSWritingDirection")) ?? .natural
        }
        hyphenationFactor = coder.decodeFloat(forKey: "NSHyphenationFactor")
        // Decoding a missing key would fail the whole archive.
        guard coder.containsValue(forKey: "NSTabStops"),
            let stops = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "NSTabStops") as? [NSNumber]
        else { return }
        tabStops = stride(from: 0, to: stops.count - 1, by: 2).map { index in
            TabStop(location: CGFloat(stops[index].doubleValue), alignment: NSTextAlignment(rawValue: stops[index + 1].intValue) ?? .left)
        }
    }

    func encode(with coder: NSCoder) {
        let usual = ParagraphValues()
        for (name, path) in Self.lengths where self[keyPath: path] != usual[keyPath: path] {
            coder.encode(Double(self[keyPath: path]), forKey: name)
        }
        coder.encode(alignment.rawValue, forKey: "NSAlignment")
        coder.encode(lineBreakMode.rawValue, forKey: "NSLineBreakMode")
        coder.encode(baseWritingDirection.rawValue, forKey: "NSWritingDirection")
        coder.encode(hyphenationFactor, forKey: "NSHyphenationFactor")
        guard let tabStops else { return }
        coder.encode(
            tabStops.flatMap { [NSNumber(value: Double($0.location)), NSNumber(value: $0.alignment.rawValue)] } as NSArray,
            forKey: "NSTabStops")
    }
}

extension CTFont: NSCopying, NSSecureCoding {
    /// Returns the font itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public static var supportsSecureCoding: Bool { true }

    /// Creates the font that an archive names, or the substitute for Helvetica if the name is no longer known.
    public convenience init?(coder: NSCoder) {
        guard coder is NSKeyedUnarchiver, let name = coder.decodeObject(of: NSString.self, forKey: "UIFontName") else { return nil }
        self.init(name, size: CGFloat(coder.decodeDouble(forKey: "UIFontPointSize")))
    }

    /// Encodes the name and the size.
    public func encode(with coder: NSCoder) {
        coder.encode(CTFontCopyPostScriptName(self), forKey: "UIFontName")
        coder.encode(Double(CTFontGetSize(self)), forKey: "UIFontPointSize")
    }
}
