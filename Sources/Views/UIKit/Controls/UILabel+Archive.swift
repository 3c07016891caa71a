import CoreText
import Foundation

/// The text of a label in a keyed archive.
extension UILabel {
    final func encodeText(_ coder: NSCoder) {
        if let text { coder.encode(text as NSString, forKey: "UIText") }
        coder.encode(font.fontName as NSString, forKey: "UIFontName")
        coder.encode(Double(font.pointSize), forKey: "UIFontSize")
        coder.encode(textColor, forKey: "UITextColor")
        if let highlightedTextColor { coder.encode(highlightedTextColor, forKey: "UIHighlightedColor") }
        if let shadowColor { coder.encode(shadowColor, forKey: "UIShadowColor") }
        coder.encode(shadowOffset, forKey: "UIShadowOffset")
        coder.encode(textAlignment.rawValue, forKey: "UITextAlignment")
        coder.encode(lineBreakMode.rawValue, forKey: "UILineBreakMode")
        coder.encode(numberOfLines, forKey: "UINumberOfLines")
        coder.encode(isEnabled, forKey: "UIEnabled")
        coder.encode(isHighlighted, forKey: "UIHighlighted")
        coder.encode(adjustsFontSizeToFitWidth, forKey: "UIAdjustsFontSizeToFit")
        coder.encode(Double(minimumScaleFactor), forKey: "UIMinimumScaleFactor")
        coder.encode(baselineAdjustment.rawValue, forKey: "UIBaselineAdjustment")
        coder.encode(Double(preferredMaxLayoutWidth), forKey: "UIPreferredMaxLayoutWidth")
    }

    /// Does nothing unless the coder is a keyed archive with a label's values: abstract coders trap on each call.
    final func decodeText(_ coder: NSCoder) {
        guard coder is NSKeyedUnarchiver, coder.containsValue(forKey: "UIFontName") else { return }
        func object(_ key: String) -> Any? { coder.containsValue(forKey: key) ? coder.decodeObject(forKey: key) : nil }
        let size = CGFloat(coder.decodeDouble(forKey: "UIFontSize"))
        if let name = object("UIFontName") as? String, size > 0 { font = Self.font(name, size) }
        if let color = object("UITextColor") as? UIColor { textColor = color }
        highlightedTextColor = object("UIHighlightedColor") as? UIColor
        shadowColor = object("UIShadowColor") as? UIColor
        shadowOffset = coder.decodeCGSize(forKey: "UIShadowOffset")
        textAlignment = NSTextAlignment(rawValue: coder.decodeInteger(forKey: "UITextAlignment")) ?? .natural
        lineBreakMode = NSLineBreakMode(rawValue: .init(coder.decodeInteger(forKey: "UILineBreakMode"))) ?? .byTruncatingTail
        numberOfLines = coder.decodeInteger(forKey: "UINumberOfLines")
        isEnabled = coder.decodeBool(forKey: "UIEnabled")
        isHighlighted = coder.decodeBool(forKey: "UIHighlighted")
        adjustsFontSizeToFitWidth = coder.decodeBool(forKey: "UIAdjustsFontSizeToFit")
        minimumScaleFactor = CGFloat(coder.decodeDouble(forKey: "UIMinimumScaleFactor"))
        baselineAdjustment = UIBaselineAdjustment(rawValue: coder.decodeInteger(forKey: "UIBaselineAdjustment")) ?? .alignBaselines
        preferredMaxLayoutWidth = CGFloat(coder.decodeDouble(forKey: "UIPreferredMaxLayoutWidth"))
        text = object("UIText") as? String
        isUserInteractionEnabled = coder.decodeBool(forKey: "UIUserInteractionEnabled")
        isOpaque = coder.decodeBool(forKey: "UIOpaque")
    }

    /// The font of a name. The system's fonts have the line height of the system's font, which fonts found by their names don't have.
    private static func font(_ name: String, _ size: CGFloat) -> UIFont {
        let weights: [UIFont.Weight] = [.regular, .semibold, .bold, .medium, .light, .thin, .ultraLight, .heavy, .black]
        let system = weights.lazy.map { UIFont.systemFont(ofSize: size, weight: $0) }.first { $0.fontName == name }
        return system ?? UIFont(name: name, size: size) ?? .systemFont(ofSize: size)
    }
}
