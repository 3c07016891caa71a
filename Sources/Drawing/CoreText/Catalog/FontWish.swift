import CoreGraphics

/// A frequently requested font: a family, a size in points, and traits as the constants `kCTFont...Trait`.
package struct FontWish: Hashable, Sendable {
    let family: String
    let size: CGFloat
    let traits: [String: CGFloat]

    package init(family: String, size: CGFloat, traits: [String: CGFloat]) {
        (self.family, self.size, self.traits) = (family, size, traits)
    }

    /// The font, which all equal wishes share. Any thread.
    package var font: CTFont {
        FontCatalog.shared.font(for: self) {
            let traits: [String: Any] = traits
            let descriptor = CTFontDescriptorCreateWithAttributes(
                ["\(kCTFontFamilyNameAttribute)": family, "\(kCTFontTraitsAttribute)": traits] as NSDictionary)
            return CTFontCreateWithFontDescriptor(descriptor, size, nil)
        }
    }
}
