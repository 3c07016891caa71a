import Foundation
import ObjectiveCRuntime

extension NSAttributedString {
    /// The name of an effect of text.
    public struct TextEffectStyle: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Text as if pressed into paper. Not drawn on Agate, whose letters are plain.
        public static let letterpressStyle = TextEffectStyle(rawValue: "_UIKitNewLetterpressStyle")
    }
}

extension NSAttributedString.Key {
    /// An effect of text, an ``Foundation/NSAttributedString/TextEffectStyle``. Stored, without effect.
    public static let textEffect = NSAttributedString.Key(rawValue: "NSTextEffect")
}
