import AgateDiagnostics
import CoreGraphics

/// A colour type that is not a CGColor but contains one, such as UIKit's.
package protocol TextColor {
    var cgColor: CGColor { get }
}

/// The attributes of a range of text, read once. Unknown attributes remain in `attributes` without effect.
final class TextStyle: @unchecked Sendable {
    let attributes: [NSAttributedString.Key: Any]
    let font: CTFont
    /// The space in points after each cluster.
    let spacing: CGFloat
    let switchesKerningOff: Bool
    /// The ligatures: 0 for none, 1 for the usual ones, 2 for all.
    let ligatures: Int
    let language: String?
    let baselineOffset: CGFloat
    let delegate: CTRunDelegate?
    /// The colour of the letters. Nil for black, or for the context's colour if ``takesContextColor``.
    let foreground: CGColor?
    let takesContextColor: Bool
    let background: CGColor?
    /// The width of the stroke in points. Greater than 0 strokes only, less than 0 fills as well.
    let strokeWidth: CGFloat
    let strokeColor: CGColor?
    let underline: Int
    let underlineColor: CGColor?
    let strikethrough: Int
    let strikethroughColor: CGColor?
    /// The paragraph's style, in a form safe for layout.
    let paragraph: ParagraphValues

    /// Reports attributes that are stored but would change the picture on Apple's systems, with one diagnostic each.
    private static func reportUnsupported(_ attributes: [NSAttributedString.Key: Any]) {
        for key in [NSAttributedString.Key.writingDirection, .attachment] {
            guard let value = attributes[key], FontAttributes.number(value) != 0 else { continue }
            // A run delegate's owner, which makes room for an attachment, also draws it.
            if key == .attachment, attributes[delegateKey] != nil { continue }
            Diagnostic.reportOnce(
                "text.unsupported-attribute", key: key.rawValue, "the text attribute \(key.rawValue) is stored but not drawn")
        }
    }

    init(_ attributes: [NSAttributedString.Key: Any]) {
        func number(_ key: NSAttributedString.Key) -> CGFloat? {
            guard let value = FontAttributes.number(attributes[key]), value.isFinite else { return nil }
            return min(max(value, -1e6), 1e6)
        }
        func line(_ key: NSAttributedString.Key) -> Int {
            switch attributes[key] {
            case let style as NSUnderlineStyle: style.rawValue
            case let style as CTUnderlineStyle: Int(style.rawValue)
            default: Int(number(key) ?? 0)
            }
        }
        func color(_ keys: NSAttributedString.Key...) -> CGColor? {
            for key in keys {
                switch attributes[key] {
                case let color as CGColor: return color
                case let color as any TextColor: return color.cgColor
                default: continue
                }
            }
            return nil
        }
        self.attributes = attributes
        Self.reportUnsupported(attributes)
        font = (attributes[.font] as? CTFont ?? .default).slanted(by: number(.obliqueness) ?? 0, stretched: number(.expansion) ?? 0)
        let kern = number(.kern), tracking = number(.tracking)
        let isTracked = tracking.map { $0 != 0 } ?? false
        spacing = isTracked ? tracking! : kern ?? 0
        switchesKerningOff = kern == 0
        ligatures = isTracked ? 0 : Int(number(.ligature) ?? 1)
        language = attributes[TextStyle.languageKey].flatMap(FontAttributes.string)
        baselineOffset = number(.baselineOffset) ?? number(TextStyle.baselineOffsetKey) ?? 0
        delegate = attributes[TextStyle.delegateKey] as? CTRunDelegate
        takesContextColor = (number(TextStyle.contextColorKey) ?? (attributes[TextStyle.contextColorKey] as? Bool == true ? 1 : 0)) != 0
        foreground = color(TextStyle.foregroundKey, .foregroundColor)
        background = color(TextStyle.backgroundKey, .backgroundColor)
        strokeWidth = (number(.strokeWidth) ?? 0) / 100 * font.size
        strokeColor = color(TextStyle.strokeKey, .strokeColor)
        underline = line(.underlineStyle)
        underlineColor = color(TextStyle.underlineColorKey, .underlineColor)
        strikethrough = line(.strikethroughStyle)
        strikethroughColor = color(.strikethroughColor)
        paragraph =
            switch attributes[.paragraphStyle] {
            case let style as NSParagraphStyle: style.values.usable
            case let style as CTParagraphStyle: style.values.usable
            default: ParagraphValues()
            }
    }

    private static let foregroundKey = NSAttributedString.Key("\(kCTForegroundColorAttributeName)")
    private static let backgroundKey = NSAttributedString.Key("\(kCTBackgroundColorAttributeName)")
    private static let strokeKey = NSAttributedString.Key("\(kCTStrokeColorAttributeName)")
    private static let underlineColorKey = NSAttributedString.Key("\(kCTUnderlineColorAttributeName)")
    private static let contextColorKey = NSAttributedString.Key("\(kCTForegroundColorFromContextAttributeName)")
    private static let languageKey = NSAttributedString.Key("\(kCTLanguageAttributeName)")
    private static let baselineOffsetKey = NSAttributedString.Key("\(kCTBaselineOffsetAttributeName)")
    private static let delegateKey = NSAttributedString.Key("\(kCTRunDelegateAttributeName)")
}

extension CTFont {
    /// Returns the font with its letters slanted by a tangent and stretched by a logarithm, as text attributes specify. Advances are
    /// stretched with the letters.
    fileprivate func slanted(by slant: CGFloat, stretched expansion: CGFloat) -> CTFont {
        if slant == 0, expansion == 0 { return self }
        let change = CGAffineTransform(a: exp(min(max(expansion, -5), 5)), b: 0, c: min(max(slant, -10), 10), d: 1, tx: 0, ty: 0)
        return CTFont(choice: choice, size: size, matrix: matrix.concatenating(change), settings: settings)
    }
}
