import CoreText
import Foundation
import ObjectiveCRuntime

extension AttributeScopes {
    /// The attributes of UIKit: `text.font = …`, `container.foregroundColor = …`.
    public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }

    /// The attributes of UIKit, and Foundation's.
    public struct UIKitAttributes: AttributeScope {
        /// The font.
        public let font: FontAttribute
        /// The colour of the letters.
        public let foregroundColor: ForegroundColorAttribute
        /// The colour behind the letters.
        public let backgroundColor: BackgroundColorAttribute
        /// The distance that is added behind each letter.
        public let kern: KernAttribute
        /// The distance that is added behind each letter.
        public let tracking: TrackingAttribute
        /// The distance above the base line.
        public let baselineOffset: BaselineOffsetAttribute
        /// The line below.
        public let underlineStyle: UnderlineStyleAttribute
        /// The line through the letters.
        public let strikethroughStyle: StrikethroughStyleAttribute
        /// The colour of the line below.
        public let underlineColor: UnderlineColorAttribute
        /// The colour of the line through the letters.
        public let strikethroughColor: StrikethroughColorAttribute
        /// The colour of outlines.
        public let strokeColor: StrokeColorAttribute
        /// The width of outlines, in hundredths of the font size.
        public let strokeWidth: StrokeWidthAttribute
        /// The style of the paragraph.
        public let paragraphStyle: ParagraphStyleAttribute
        /// The shadow.
        public let shadow: ShadowAttribute
        /// The slant.
        public let obliqueness: ObliquenessAttribute
        /// The width.
        public let expansion: ExpansionAttribute
        /// The use of ligatures.
        public let ligature: LigatureAttribute
        /// The attributes of Foundation.
        public let foundation: FoundationAttributes
    }
}

extension AttributeDynamicLookup {
    /// Returns an attribute of UIKit by its name.
    public subscript<Key: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Key>) -> Key {
        self[Key.self]
    }
}

/// Registers UIKit's attributes. Found by its name when a string is converted: a key path to an attribute runs no code.
final class AttributedScope: SelectorSource {
    static func registerSelectors() { _ = AttributeScopes.UIKitAttributes.register }
}

extension AttributeScopes.UIKitAttributes {
    /// The font.
    public enum FontAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIFont
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.font.rawValue
    }
    /// The colour of the letters.
    public enum ForegroundColorAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIColor
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.foregroundColor.rawValue
    }
    /// The colour behind the letters.
    public enum BackgroundColorAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIColor
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.backgroundColor.rawValue
    }
    /// The distance that is added behind each letter.
    public enum KernAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.kern.rawValue
    }
    /// The distance that is added behind each letter.
    public enum TrackingAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.tracking.rawValue
    }
    /// The distance above the base line.
    public enum BaselineOffsetAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.baselineOffset.rawValue
    }
    /// The line below.
    public enum UnderlineStyleAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = NSUnderlineStyle
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.underlineStyle.rawValue
    }
    /// The line through the letters.
    public enum StrikethroughStyleAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = NSUnderlineStyle
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.strikethroughStyle.rawValue
    }
    /// The colour of the line below.
    public enum UnderlineColorAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIColor
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.underlineColor.rawValue
    }
    /// The colour of the line through the letters.
    public enum StrikethroughColorAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIColor
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.strikethroughColor.rawValue
    }
    /// The colour of outlines.
    public enum StrokeColorAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = UIColor
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.strokeColor.rawValue
    }
    /// The width of outlines, in hundredths of the font size.
    public enum StrokeWidthAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.strokeWidth.rawValue
    }
    /// The style of the paragraph.
    public enum ParagraphStyleAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = NSParagraphStyle
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.paragraphStyle.rawValue
    }
    /// The shadow.
    public enum ShadowAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = NSShadow
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.shadow.rawValue
    }
    /// The slant.
    public enum ObliquenessAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.obliqueness.rawValue
    }
    /// The width.
    public enum ExpansionAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = CGFloat
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.expansion.rawValue
    }
    /// The use of ligatures.
    public enum LigatureAttribute: AttributedStringKey {
        /// The type of the attribute.
        public typealias Value = Int
        /// The key of the attribute in attributed strings.
        public static let name = NSAttributedString.Key.ligature.rawValue
    }

    /// Registers the conversions to and from `NSAttributedString`, once.
    static let register: Void = AttributedKeys.register(
        read: { container, attributes in
            func move<Key: AttributedStringKey>(_ key: Key.Type, _ convert: (Key.Value) -> Any = { $0 }) where Key.Value: Sendable {
                guard let value = container[key] else { return }
                attributes[NSAttributedString.Key(Key.name)] = convert(value)
                container[key] = nil
            }
            move(FontAttribute.self)
            move(ForegroundColorAttribute.self)
            move(BackgroundColorAttribute.self)
            move(KernAttribute.self)
            move(TrackingAttribute.self)
            move(BaselineOffsetAttribute.self)
            move(UnderlineStyleAttribute.self) { $0.rawValue }
            move(StrikethroughStyleAttribute.self) { $0.rawValue }
            move(UnderlineColorAttribute.self)
            move(StrikethroughColorAttribute.self)
            move(StrokeColorAttribute.self)
            move(StrokeWidthAttribute.self)
            move(ParagraphStyleAttribute.self)
            move(ShadowAttribute.self)
            move(ObliquenessAttribute.self)
            move(ExpansionAttribute.self)
            move(LigatureAttribute.self)
        },
        write: { attributes, container in
            func move<Key: AttributedStringKey>(_ key: Key.Type, _ convert: (Any) -> Key.Value? = { $0 as? Key.Value })
            where Key.Value: Sendable {
                guard let value = attributes.removeValue(forKey: NSAttributedString.Key(Key.name)).flatMap(convert) else { return }
                container[key] = value
            }
            func number(_ value: Any) -> CGFloat? { value as? CGFloat ?? (value as? NSNumber).map { CGFloat($0.doubleValue) } }
            func style(_ value: Any) -> NSUnderlineStyle? {
                value as? NSUnderlineStyle ?? (value as? Int).map { NSUnderlineStyle(rawValue: $0) }
            }
            move(FontAttribute.self)
            move(ForegroundColorAttribute.self)
            move(BackgroundColorAttribute.self)
            move(KernAttribute.self, number)
            move(TrackingAttribute.self, number)
            move(BaselineOffsetAttribute.self, number)
            move(UnderlineStyleAttribute.self, style)
            move(StrikethroughStyleAttribute.self, style)
            move(UnderlineColorAttribute.self)
            move(StrikethroughColorAttribute.self)
            move(StrokeColorAttribute.self)
            move(StrokeWidthAttribute.self, number)
            move(ParagraphStyleAttribute.self)
            move(ShadowAttribute.self)
            move(ObliquenessAttribute.self, number)
            move(ExpansionAttribute.self, number)
            move(LigatureAttribute.self)
        })
}
