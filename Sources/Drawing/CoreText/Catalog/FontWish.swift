import CoreGraphics

/// A frequently requested font: a family, a size in points, and traits as the constants `kCTFont...Trait`.
package struct FontWish: Hashable, Sendable {
    let family: String
    let size: CGFloat
    let traits: [String: CGFloat]
    /// The name of the text style, if the font is for one.
    let usage: String?

    package init(family: String, size: CGFloat, traits: [String: CGFloat], usage: String? = nil) {
        (self.family, self.size, self.traits, self.usage) = (family, size, traits, usage)
    }

    /// The font, which all equal wishes share. Any thread.
    package var font: CTFont {
        FontCatalog.shared.font(for: self) {
            let traits: [String: Any] = traits
            var attributes: [String: Any] = ["\(kCTFontFamilyNameAttribute)": family, "\(kCTFontTraitsAttribute)": traits]
            if let usage { attributes["NSCTFontUIUsageAttribute"] = usage }
            let descriptor = CTFontDescriptorCreateWithAttributes(attributes as NSDictionary)
            return CTFontCreateWithFontDescriptor(descriptor, size, nil)
        }
    }
}
