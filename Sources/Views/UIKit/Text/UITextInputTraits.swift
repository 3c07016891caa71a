import ObjectiveCRuntime
import QuartzCore

/// The automatic capitalization of letters. Stored, without effect: a hardware keyboard's text is inserted as it is.
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
/// The automatic correction of words. Stored, without effect.
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
/// The check of spelling. Stored, without effect.
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
/// The replacement of quotes by typographic ones. Stored, without effect.
public enum UITextSmartQuotesType: Int, Sendable { case `default`, no, yes }
/// The replacement of dashes by typographic ones. Stored, without effect.
public enum UITextSmartDashesType: Int, Sendable { case `default`, no, yes }
/// The adjustment of spaces around inserted text. Stored, without effect.
public enum UITextSmartInsertDeleteType: Int, Sendable { case `default`, no, yes }
/// The keys of an on-screen keyboard. Stored, without effect.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad, twitter,
        webSearch, asciiCapableNumberPad
    /// The older name of `asciiCapable`.
    public static let alphabet = UIKeyboardType.asciiCapable
}
/// The appearance of an on-screen keyboard. Stored, without effect.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default`, dark, light
    /// The older name of `dark`.
    public static let alert = UIKeyboardAppearance.dark
}
/// The title of the Return key. Stored, without effect.
public enum UIReturnKeyType: Int, Sendable {
    case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// The meaning of a text. Stored, without effect: text isn't completed automatically on Linux.
public struct UITextContentType: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A person's full name.
    public static let name = UITextContentType(rawValue: "name")
    /// A person's first name.
    public static let givenName = UITextContentType(rawValue: "given-name")
    /// A person's last name.
    public static let familyName = UITextContentType(rawValue: "family-name")
    /// An email address.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A telephone number, with or without a country code.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// The name of an account.
    public static let username = UITextContentType(rawValue: "username")
    /// The password of an existing account. It doesn't hide the text; `isSecureTextEntry` does.
    public static let password = UITextContentType(rawValue: "password")
    /// The password of a new account.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// A code for single use, as sent in a message.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// The number of a payment card.
    public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
    /// The postal code of an address.
    public static let postalCode = UITextContentType(rawValue: "postal-code")
    /// The first line of an address: street and number.
    public static let streetAddressLine1 = UITextContentType(rawValue: "street-address-line1")
    /// The city of an address.
    public static let addressCity = UITextContentType(rawValue: "address-level2")
    /// The country of an address, by its name.
    public static let countryName = UITextContentType(rawValue: "country-name")
    /// A web address.
    public static let URL = UITextContentType(rawValue: "url")
    /// The name of a company or another organization.
    public static let organizationName = UITextContentType(rawValue: "organization-name")
}

/// The text traits of a responder that takes text. Every property is optional.
@preconcurrency @MainActor public protocol UITextInputTraits: NSObjectProtocol {
    /// The automatic capitalization. Stored, without effect: text comes from hardware keyboards.
    var autocapitalizationType: UITextAutocapitalizationType { get set }
    /// The automatic correction. Stored, without effect: text comes from hardware keyboards.
    var autocorrectionType: UITextAutocorrectionType { get set }
    /// The check of spelling. Stored, without effect: text comes from hardware keyboards.
    var spellCheckingType: UITextSpellCheckingType { get set }
    /// The type of the keyboard. Stored, without effect: text comes from hardware keyboards.
    var keyboardType: UIKeyboardType { get set }
    /// The appearance of the keyboard. Stored, without effect: text comes from hardware keyboards.
    var keyboardAppearance: UIKeyboardAppearance { get set }
    /// The title of the Return key. Stored, without effect: text comes from hardware keyboards.
    var returnKeyType: UIReturnKeyType { get set }
    /// A Boolean value that indicates whether the Return key is disabled while there is no text. Stored, without effect: text comes from
    /// hardware keyboards.
    var enablesReturnKeyAutomatically: Bool { get set }
    /// A Boolean value that indicates whether dots replace the characters, as for passwords.
    var isSecureTextEntry: Bool { get set }
    /// The meaning of the text, for automatic completion. Stored, without effect.
    var textContentType: UITextContentType! { get set }
}

extension UITextInputTraits {
    /// Always `sentences`: a new value isn't stored.
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { .sentences }
        set {}
    }
    /// Always `default`: a new value isn't stored.
    public var autocorrectionType: UITextAutocorrectionType {
        get { .default }
        set {}
    }
    /// Always `default`: a new value isn't stored.
    public var spellCheckingType: UITextSpellCheckingType {
        get { .default }
        set {}
    }
    /// Always `default`: a new value isn't stored.
    public var keyboardType: UIKeyboardType {
        get { .default }
        set {}
    }
    /// Always `default`: a new value isn't stored.
    public var keyboardAppearance: UIKeyboardAppearance {
        get { .default }
        set {}
    }
    /// Always `default`: a new value isn't stored.
    public var returnKeyType: UIReturnKeyType {
        get { .default }
        set {}
    }
    /// Always false: a new value isn't stored.
    public var enablesReturnKeyAutomatically: Bool {
        get { false }
        set {}
    }
    /// Always false: a new value isn't stored.
    public var isSecureTextEntry: Bool {
        get { false }
        set {}
    }
    /// Always nil: a new value isn't stored.
    public var textContentType: UITextContentType! {
        get { nil }
        set {}
    }
}

/// A key with modifier keys that performs an action, independent of the control that has the keyboard focus.
///
/// When a key is pressed, the `keyCommands` of the first responder and of its successors in the responder chain are searched. For the first
/// command that matches, the first of these responders that implements the action performs it, with the command as the sender; the press
/// isn't delivered. If no command matches a key with Control, the key is searched for with Command instead: Linux keyboards use Control
/// where Apple's use Command. If the first responder takes text, keys that insert text or move the caret are sent to it before commands
/// without Control, Alt or Command.
@preconcurrency @MainActor open class UIKeyCommand: UIMenuElement {
    /// The character of the key.
    public let input: String?
    /// The modifier keys.
    public let modifierFlags: UIKeyModifierFlags
    /// The method that the command calls.
    public let action: Selector?
    /// The description of the command.
    open var discoverabilityTitle: String?
    /// A value that the program assigns.
    open var propertyList: Any?
    /// A Boolean value that indicates whether the command takes precedence over text input; false by default.
    open var wantsPriorityOverSystemBehavior = false

    /// Creates a command that calls a method.
    public init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        (self.input, self.modifierFlags, self.action) = (input, modifierFlags, action)
        super.init(title: "", image: nil)
    }

    /// Creates a command that calls a method, with a title.
    public init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String, modifierFlags: UIKeyModifierFlags = [],
        propertyList: Any? = nil,
        discoverabilityTitle: String? = nil
    ) {
        (self.input, self.modifierFlags, self.action) = (input, modifierFlags, action)
        self.propertyList = propertyList
        self.discoverabilityTitle = discoverabilityTitle
        super.init(title: title, image: image)
    }

    /// The up arrow, as the `input` of a key command.
    nonisolated public static let inputUpArrow = "UIKeyInputUpArrow"
    /// The down arrow, as the `input` of a key command.
    nonisolated public static let inputDownArrow = "UIKeyInputDownArrow"
    /// The left arrow, as the `input` of a key command.
    nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow"
    /// The right arrow, as the `input` of a key command.
    nonisolated public static let inputRightArrow = "UIKeyInputRightArrow"
    /// The Escape key, as the `input` of a key command.
    nonisolated public static let inputEscape = "UIKeyInputEscape"
}
