import CoreText
import QuartzCore

extension CTFont.TextStyle {
    /// The sizes in points for the text sizes of `UIContentSizeCategory`, from the smallest one on, as Apple's guidelines list them.
    private var sizes: [CGFloat] {
        switch self {
        case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
        case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
        case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
        case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
        case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
        case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
        case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
        case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
        case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
        default: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
        }
    }

    private static let categories: [UIContentSizeCategory] = [
        .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge, .accessibilityMedium,
        .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
    ]

    /// Returns the size of the style in points; for an unknown category that of the default setting.
    func size(_ category: UIContentSizeCategory) -> CGFloat { sizes[Self.categories.firstIndex(of: category) ?? 3] }
}

/// Sizes that follow the text size of traits. Linux has no setting, so sizes for no traits remain unchanged.
///
/// A size grows as that of the text style does; Apple's grow as the heights of its lines, which differ by less than a point at most sizes.
open class UIFontMetrics: NSObject {
    private let style: UIFont.TextStyle

    /// The metrics of body text.
    public static var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    /// Creates metrics for a text style.
    public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle }

    /// Returns the font at the size of the setting, at most `maximumPointSize`.
    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
    }

    /// Returns the font at the size of the setting.
    open func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }
    /// Returns the font at the size of the traits' setting.
    open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        scaledFont(for: font, maximumPointSize: 0, compatibleWith: traitCollection)
    }
    /// Returns the font at the size of the traits' setting, at most `maximumPointSize`.
    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        let scale = scale(traitCollection), wanted = scale == 1 ? font.pointSize : (font.pointSize * scale).rounded()
        let size = maximumPointSize > 0 ? min(wanted, maximumPointSize) : wanted
        return size == font.pointSize ? font : font.withSize(size)
    }
    /// Returns a length scaled for the traits' setting.
    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        value * scale(traitCollection)
    }

    /// Returns a length scaled for the setting.
    open func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

    private func scale(_ traits: UITraitCollection?) -> CGFloat {
        style.size(traits?.preferredContentSizeCategory ?? .large) / style.size(.large)
    }
}
