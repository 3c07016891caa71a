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
        read: { container, attributes in for conversion in conversions { conversion.read(&container, &attributes) } },
        write: { attributes, container in for conversion in conversions { conversion.write(&attributes, &container) } })

    private static let conversions: [Conversion] = [
        .value(FontAttribute.self), .value(ForegroundColorAttribute.self), .value(BackgroundColorAttribute.self),
        .number(KernAttribute.self), .number(TrackingAttribute.self), .number(BaselineOffsetAttribute.self),
        .style(UnderlineStyleAttribute.self), .style(StrikethroughStyleAttribute.self),
        .value(UnderlineColorAttribute.self), .value(StrikethroughColorAttribute.self),
        .value(StrokeColorAttribute.self), .number(StrokeWidthAttribute.self),
        .value(ParagraphStyleAttribute.self), .value(ShadowAttribute.self),
        .number(ObliquenessAttribute.self), .number(ExpansionAttribute.self), .value(LigatureAttribute.self),
    ]

    /// Moves one attribute from a container into a dictionary, and back.
    private struct Conversion: Sendable {
        let read: AttributedKeys.Reading
        let write: AttributedKeys.Writing

        private init<Key: AttributedStringKey>(
            _ key: Key.Type, to object: @escaping @Sendable (Key.Value) -> Any, from value: @escaping @Sendable (Any) -> Key.Value?
        ) where Key.Value: Sendable {
            let name = NSAttributedString.Key(Key.name)
            read = { container, attributes in
                guard let value = container[key] else { return }
                attributes[name] = object(value)
                container[key] = nil
            }
            write = { attributes, container in
                guard let value = attributes.removeValue(forKey: name).flatMap(value) else { return }
                container[key] = value
            }
        }

        /// An attribute whose value is the same in both.
        static func value<Key: AttributedStringKey>(_ key: Key.Type) -> Self where Key.Value: Sendable {
            Self(key, to: { $0 }, from: { $0 as? Key.Value })
        }

        /// A number, which a dictionary may contain as any type of numbers.
        static func number<Key: AttributedStringKey>(_ key: Key.Type) -> Self where Key.Value == CGFloat {
            Self(key, to: { $0 }, from: { $0 as? CGFloat ?? ($0 as? NSNumber).map { CGFloat($0.doubleValue) } })
        }

        /// A style of lines, which a dictionary contains as its number.
        static func style<Key: AttributedStringKey>(_ key: Key.Type) -> Self where Key.Value == NSUnderlineStyle {
            Self(key, to: { $0.rawValue }, from: { $0 as? NSUnderlineStyle ?? ($0 as? Int).map { NSUnderlineStyle(rawValue: $0) } })
        }
    }
}
