import Foundation
import ObjectiveCRuntime
import QuartzCore

/// The accessibility properties that every object has. Views, bar items and accessibility elements declare their own; those of other
/// objects are kept beside the object.
extension ObjectiveCObject {
    /// A Boolean value that indicates whether the object is an accessibility element; false by default.
    @preconcurrency @MainActor public var isAccessibilityElement: Bool {
        get { (self as? UIView)?.isAccessibilityElement ?? kept?.look.isElement ?? false }
        set { if let view = self as? UIView { view.isAccessibilityElement = newValue } else { made.look.isElement = newValue } }
    }
    /// The accessibility label of the object; nil by default.
    @preconcurrency @MainActor public var accessibilityLabel: String? {
        get { (self as? UIView)?.accessibilityLabel ?? (self as? UIBarItem)?.accessibilityLabel ?? kept?.look.label }
        set { if let view = self as? UIView { view.accessibilityLabel = newValue } else { made.look.label = newValue } }
    }
    /// The accessibility hint of the object; nil by default.
    @preconcurrency @MainActor public var accessibilityHint: String? {
        get { (self as? UIView)?.accessibilityHint ?? kept?.look.hint }
        set { if let view = self as? UIView { view.accessibilityHint = newValue } else { made.look.hint = newValue } }
    }
    /// The accessibility value of the object; nil by default.
    @preconcurrency @MainActor public var accessibilityValue: String? {
        get { (self as? UIView)?.accessibilityValue ?? kept?.look.value }
        set { if let view = self as? UIView { view.accessibilityValue = newValue } else { made.look.value = newValue } }
    }
    /// The accessibility traits of the object; none by default.
    @preconcurrency @MainActor public var accessibilityTraits: UIAccessibilityTraits {
        get { (self as? UIView)?.accessibilityTraits ?? kept?.look.traits ?? .none }
        set { if let view = self as? UIView { view.accessibilityTraits = newValue } else { made.look.traits = newValue } }
    }
    /// An identifier by which tests find the object; nil by default.
    @preconcurrency @MainActor public var accessibilityIdentifier: String? {
        get { (self as? UIView)?.accessibilityIdentifier ?? (self as? UIBarItem)?.accessibilityIdentifier ?? kept?.look.identifier }
        set { if let view = self as? UIView { view.accessibilityIdentifier = newValue } else { made.look.identifier = newValue } }
    }
    /// The accessibility elements of the object; nil by default.
    @preconcurrency @MainActor public var accessibilityElements: [Any]? {
        get { (self as? UIView)?.accessibilityElements ?? kept?.look.elements }
        set { if let view = self as? UIView { view.accessibilityElements = newValue } else { made.look.elements = newValue } }
    }
    /// The accessibility frame in the screen's coordinates; zero by default.
    @preconcurrency @MainActor public var accessibilityFrame: CGRect {
        get { (self as? UIView)?.accessibilityFrame ?? kept?.look.frame ?? .zero }
        set { if let view = self as? UIView { view.accessibilityFrame = newValue } else { made.look.frame = newValue } }
    }
    /// The custom accessibility actions of the object; nil by default.
    @preconcurrency @MainActor public var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { (self as? UIView)?.accessibilityCustomActions ?? kept?.look.actions }
        set { if let view = self as? UIView { view.accessibilityCustomActions = newValue } else { made.look.actions = newValue } }
    }
    /// A Boolean value that indicates whether the accessibility elements in the object are hidden; false by default.
    @preconcurrency @MainActor public var accessibilityElementsHidden: Bool {
        get { (self as? UIView)?.accessibilityElementsHidden ?? kept?.look.hidesElements ?? false }
        set { if let view = self as? UIView { view.accessibilityElementsHidden = newValue } else { made.look.hidesElements = newValue } }
    }
    /// The language of the object's accessibility texts; nil by default.
    @preconcurrency @MainActor public var accessibilityLanguage: String? {
        get { (self as? UIView)?.accessibilityLanguage ?? kept?.look.language }
        set { if let view = self as? UIView { view.accessibilityLanguage = newValue } else { made.look.language = newValue } }
    }

    /// The accessibility label with attributes. Without one of its own, it is ``accessibilityLabel`` without attributes.
    @preconcurrency @MainActor public var accessibilityAttributedLabel: NSAttributedString? {
        get { kept?.texts[.label] ?? accessibilityLabel.map { NSAttributedString(string: $0) } }
        set {
            made.texts[.label] = newValue
            accessibilityLabel = newValue?.string
        }
    }
    /// The accessibility hint with attributes. Without one of its own, it is ``accessibilityHint`` without attributes.
    @preconcurrency @MainActor public var accessibilityAttributedHint: NSAttributedString? {
        get { kept?.texts[.hint] ?? accessibilityHint.map { NSAttributedString(string: $0) } }
        set {
            made.texts[.hint] = newValue
            accessibilityHint = newValue?.string
        }
    }
    /// The accessibility value with attributes. Without one of its own, it is ``accessibilityValue`` without attributes.
    @preconcurrency @MainActor public var accessibilityAttributedValue: NSAttributedString? {
        get { kept?.texts[.value] ?? accessibilityValue.map { NSAttributedString(string: $0) } }
        set {
            made.texts[.value] = newValue
            accessibilityValue = newValue?.string
        }
    }
    /// The words that a user may say to address the object. By default, its label alone.
    @preconcurrency @MainActor public var accessibilityUserInputLabels: [String]! {
        get { kept?.inputLabels ?? accessibilityLabel.map { [$0] } ?? [] }
        set { made.inputLabels = newValue }
    }
    /// The words of ``accessibilityUserInputLabels`` with attributes.
    @preconcurrency @MainActor public var accessibilityAttributedUserInputLabels: [NSAttributedString]! {
        get { accessibilityUserInputLabels.map { NSAttributedString(string: $0) } }
        set { made.inputLabels = newValue?.map(\.string) }
    }
    /// The outline of the object in the screen's coordinates; nil, the default, for its frame.
    @preconcurrency @MainActor public var accessibilityPath: UIBezierPath? {
        get { kept?.path }
        set { made.path = newValue }
    }
    /// The kind of container that the object is; none by default.
    @preconcurrency @MainActor public var accessibilityContainerType: UIAccessibilityContainerType {
        get { kept?.containerType ?? .none }
        set { made.containerType = newValue }
    }
    /// The lists of places through which a reader of the screen moves; nil by default.
    @preconcurrency @MainActor public var accessibilityCustomRotors: [UIAccessibilityCustomRotor]? {
        get { kept?.rotors }
        set { made.rotors = newValue }
    }
    /// A Boolean value that indicates whether the element reacts to touches. By default, whether it is an enabled control.
    @preconcurrency @MainActor public var accessibilityRespondsToUserInteraction: Bool {
        get { kept?.responds ?? (self as? UIControl)?.isEnabled ?? !accessibilityTraits.isDisjoint(with: [.button, .link, .adjustable]) }
        set { made.responds = newValue }
    }
    /// A Boolean value that indicates whether a reader of the screen has its cursor on the object: false, since there is none.
    @preconcurrency @MainActor public func accessibilityElementIsFocused() -> Bool { false }
    /// Would be called when a reader of the screen moved its cursor here. Not called on Agate.
    @preconcurrency @MainActor public func accessibilityElementDidBecomeFocused() {}
    /// Would be called when a reader of the screen moved its cursor away. Not called on Agate.
    @preconcurrency @MainActor public func accessibilityElementDidLoseFocus() {}

    @MainActor fileprivate var kept: ObjectAccessibility? { ObjectAccessibility.of(self) }
    @MainActor fileprivate var made: ObjectAccessibility { ObjectAccessibility.of(self) ?? ObjectAccessibility.make(for: self) }
}

/// The accessibility of an object that is no view.
@MainActor private final class ObjectAccessibility {
    enum Text { case label, hint, value }

    var look = UIViewRare.Accessibility()
    var texts: [Text: NSAttributedString] = [:]
    var inputLabels: [String]?
    var path: UIBezierPath?
    var containerType = UIAccessibilityContainerType.none
    var rotors: [UIAccessibilityCustomRotor]?
    var responds: Bool?

    private static let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    static func of(_ object: NSObject) -> ObjectAccessibility? { objc_getAssociatedObject(object, key) as? ObjectAccessibility }

    static func make(for object: NSObject) -> ObjectAccessibility {
        let made = ObjectAccessibility()
        objc_setAssociatedObject(object, key, made, .OBJC_ASSOCIATION_RETAIN)
        return made
    }
}

/// A list of places through which a reader of the screen moves. Kept, and searched by programs and tests: there is no such reader here.
@preconcurrency @MainActor open class UIAccessibilityCustomRotor: NSObject {
    /// The direction of a search.
    public enum Direction: Int, Sendable { case previous, next }
    /// The lists that the system has names for.
    public enum SystemRotorType: Int, Sendable {
        case none, link, visitedLink, heading, headingLevel1, headingLevel2, headingLevel3, headingLevel4, headingLevel5, headingLevel6
        case boldText, italicText, underlineText, misspelledWord, image, textField, table, list, landmark
    }
    /// A search: returns the next place in a direction, or nil at the end.
    public typealias Search = (UIAccessibilityCustomRotorSearchPredicate) -> UIAccessibilityCustomRotorItemResult?

    /// The name of the list.
    open var name: String
    /// The name of the list with attributes.
    open var attributedName: NSAttributedString {
        didSet { name = attributedName.string }
    }
    /// The search.
    open var itemSearchBlock: Search
    /// The system's name of the list; `none` for one with a name of its own.
    public let systemRotorType: SystemRotorType

    /// Creates a list with a name.
    public init(name: String, itemSearch itemSearchBlock: @escaping Search) {
        (self.name, attributedName, self.itemSearchBlock, systemRotorType) = (
            name, NSAttributedString(string: name), itemSearchBlock, .none
        )
        super.init()
    }
    /// Creates a list with a name with attributes.
    public init(attributedName: NSAttributedString, itemSearch itemSearchBlock: @escaping Search) {
        (name, self.attributedName, self.itemSearchBlock, systemRotorType) = (
            attributedName.string, attributedName, itemSearchBlock, .none
        )
        super.init()
    }
    /// Creates a list with one of the system's names.
    public init(systemType type: SystemRotorType, itemSearch itemSearchBlock: @escaping Search) {
        (name, attributedName, self.itemSearchBlock, systemRotorType) = ("", NSAttributedString(string: ""), itemSearchBlock, type)
        super.init()
    }
}

/// A search of a list: where it begins, and its direction.
@preconcurrency @MainActor open class UIAccessibilityCustomRotorSearchPredicate: NSObject {
    /// The place where the search begins.
    open var currentItem: UIAccessibilityCustomRotorItemResult!
    /// The direction; `next` by default.
    open var searchDirection = UIAccessibilityCustomRotor.Direction.next

    /// Creates a search without a place.
    @preconcurrency @MainActor public override init() {
        super.init()
        currentItem = UIAccessibilityCustomRotorItemResult()
    }
}

/// A place of a list.
@preconcurrency @MainActor open class UIAccessibilityCustomRotorItemResult: NSObject {
    /// The element; not retained.
    open weak var targetElement: (any NSObjectProtocol)?
    /// The part of the element's text; nil for the whole element.
    open var targetRange: UITextRange?

    /// Creates a place without an element.
    @preconcurrency @MainActor public override init() { super.init() }
    /// Creates a place.
    public init(targetElement: any NSObjectProtocol, target targetRange: UITextRange?) {
        self.targetRange = targetRange
        super.init()
        self.targetElement = targetElement
    }
}

extension NSAttributedString.Key {
    /// A Boolean number: punctuation is spoken. Kept in texts, without effect.
    public static let accessibilitySpeechPunctuation = NSAttributedString.Key("UIAccessibilitySpeechAttributePunctuation")
    /// The language of speech. Kept in texts, without effect.
    public static let accessibilitySpeechLanguage = NSAttributedString.Key("UIAccessibilitySpeechAttributeLanguage")
    /// The pitch of speech, 0 to 2. Kept in texts, without effect.
    public static let accessibilitySpeechPitch = NSAttributedString.Key("UIAccessibilitySpeechAttributePitch")
    /// A Boolean number: an announcement is queued. Kept in texts, without effect.
    public static let accessibilitySpeechQueueAnnouncement = NSAttributedString.Key("UIAccessibilitySpeechAttributeQueueAnnouncement")
    /// The pronunciation in phonetic letters. Kept in texts, without effect.
    public static let accessibilitySpeechIPANotation = NSAttributedString.Key("UIAccessibilitySpeechAttributeIPANotation")
    /// A Boolean number: text is spelled out. Kept in texts, without effect.
    public static let accessibilitySpeechSpellOut = NSAttributedString.Key("UIAccessibilitySpeechAttributeSpellOut")
    /// The priority of an announcement. Kept in texts, without effect.
    public static let accessibilitySpeechAnnouncementPriority = NSAttributedString.Key("UIAccessibilitySpeechAttributeAnnouncementPriority")
    /// The level of a heading, 0 to 6. Kept in texts, without effect.
    public static let accessibilityTextHeadingLevel = NSAttributedString.Key("UIAccessibilityTextAttributeHeadingLevel")
    /// Descriptions of a text, for example of its look. Kept in texts, without effect.
    public static let accessibilityTextCustom = NSAttributedString.Key("UIAccessibilityTextAttributeCustom")
    /// The kind of a text, for example source code. Kept in texts, without effect.
    public static let UIAccessibilityTextAttributeContext = NSAttributedString.Key("UIAccessibilityTextAttributeContext")
}

/// The names that packages give to all sorts of items by protocols with extensions of their own. A class's own member is preferred to
/// those; that of `ObjectiveCObject` would be ambiguous.
extension UINavigationItem {
    /// The accessibility label of the item; nil by default. Stored, without effect: the bar reads its title.
    @preconcurrency @MainActor public var accessibilityLabel: String? {
        get { kept?.look.label }
        set { made.look.label = newValue }
    }
    /// The accessibility hint of the item; nil by default. Stored, without effect.
    @preconcurrency @MainActor public var accessibilityHint: String? {
        get { kept?.look.hint }
        set { made.look.hint = newValue }
    }
    /// The accessibility value of the item; nil by default. Stored, without effect.
    @preconcurrency @MainActor public var accessibilityValue: String? {
        get { kept?.look.value }
        set { made.look.value = newValue }
    }
    /// An identifier by which tests find the item; nil by default.
    @preconcurrency @MainActor public var accessibilityIdentifier: String? {
        get { kept?.look.identifier }
        set { made.look.identifier = newValue }
    }
}
