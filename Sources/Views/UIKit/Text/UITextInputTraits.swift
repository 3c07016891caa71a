import QuartzCore

/// Whether letters become capital by themselves. Kept: the keyboard on Linux writes what its keys say.
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
/// Whether words are corrected. Kept.
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
/// Whether words are checked. Kept.
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
/// Whether quotes become typographic. Kept.
public enum UITextSmartQuotesType: Int, Sendable { case `default`, no, yes }
/// Whether dashes become typographic. Kept.
public enum UITextSmartDashesType: Int, Sendable { case `default`, no, yes }
/// Whether spaces around what is put in are set right. Kept.
public enum UITextSmartInsertDeleteType: Int, Sendable { case `default`, no, yes }
/// Which keys a keyboard on the screen would have. Kept.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad, twitter,
        webSearch, asciiCapableNumberPad
    /// The older name of `asciiCapable`.
    public static let alphabet = UIKeyboardType.asciiCapable
}
/// What a keyboard on the screen would look like. Kept.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default`, dark, light
    /// The older name of `dark`.
    public static let alert = UIKeyboardAppearance.dark
}
/// What the return key would say. Kept.
public enum UIReturnKeyType: Int, Sendable {
    case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// What kind of text is asked for. Kept: nothing fills it in on Linux.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A person's whole name.
    public static let name = UITextContentType(rawValue: "name")
    /// A person's first name.
    public static let givenName = UITextContentType(rawValue: "given-name")
    /// A person's last name.
    public static let familyName = UITextContentType(rawValue: "family-name")
    /// An address of electronic mail.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A telephone number, with or without its country's.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// The name of an account.
    public static let username = UITextContentType(rawValue: "username")
    /// The password of an account that is there. It does not make text dots: `isSecureTextEntry` does.
    public static let password = UITextContentType(rawValue: "password")
    /// The password of an account that is being made.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// A code that is good once, as a message brings it.
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
    /// The name of a company or another organisation.
    public static let organizationName = UITextContentType(rawValue: "organization-name")
}

/// What a responder that takes text wishes of a keyboard. Every one may be left out.
@preconcurrency @MainActor public protocol UITextInputTraits: NSObjectProtocol {
    /// Which letters the keyboard capitalises by itself. Kept for programs that set it: keyboards here are real ones.
    var autocapitalizationType: UITextAutocapitalizationType { get set }
    /// Whether the keyboard corrects words. Kept for programs that set it: keyboards here are real ones.
    var autocorrectionType: UITextAutocorrectionType { get set }
    /// Whether misspelt words are marked. Kept for programs that set it: keyboards here are real ones.
    var spellCheckingType: UITextSpellCheckingType { get set }
    /// Which keys the keyboard shows. Kept for programs that set it: keyboards here are real ones.
    var keyboardType: UIKeyboardType { get set }
    /// Whether the keyboard is light or dark. Kept for programs that set it: keyboards here are real ones.
    var keyboardAppearance: UIKeyboardAppearance { get set }
    /// What the Return key says. Kept for programs that set it: keyboards here are real ones.
    var returnKeyType: UIReturnKeyType { get set }
    /// Whether the Return key is off while there is no text. Kept for programs that set it: keyboards here are real ones.
    var enablesReturnKeyAutomatically: Bool { get set }
    /// Whether dots stand for the letters, as for passwords.
    var isSecureTextEntry: Bool { get set }
    /// What the text means, for filling in. Kept, without effect.
    var textContentType: UITextContentType! { get set }
}

extension UITextInputTraits {
    /// `sentences`. What is set is not kept.
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { .sentences }
        set {}
    }
    /// `default`. What is set is not kept.
    public var autocorrectionType: UITextAutocorrectionType {
        get { .default }
        set {}
    }
    /// `default`. What is set is not kept.
    public var spellCheckingType: UITextSpellCheckingType {
        get { .default }
        set {}
    }
    /// `default`. What is set is not kept.
    public var keyboardType: UIKeyboardType {
        get { .default }
        set {}
    }
    /// `default`. What is set is not kept.
    public var keyboardAppearance: UIKeyboardAppearance {
        get { .default }
        set {}
    }
    /// `default`. What is set is not kept.
    public var returnKeyType: UIReturnKeyType {
        get { .default }
        set {}
    }
    /// False. What is set is not kept.
    public var enablesReturnKeyAutomatically: Bool {
        get { false }
        set {}
    }
    /// False. What is set is not kept.
    public var isSecureTextEntry: Bool {
        get { false }
        set {}
    }
    /// Nil. What is set is not kept.
    public var textContentType: UITextContentType! {
        get { nil }
        set {}
    }
}

/// A key, with those that are held, that does something wherever the keyboard goes on.
///
/// When a key goes down, the `keyCommands` of the first responder and of those after it are looked through. The action of the first that
/// fits is performed by the first of them that has it, with the command; no press is delivered then. Where no command fits a key with
/// Control, it is taken for one with Command: Linux keyboards say Control where Apple's say Command. Keys that write, or move in, text go
/// to a first responder that takes text, before commands that have no Control, Alt or Command.
@preconcurrency @MainActor open class UIKeyCommand: UIMenuElement {
    /// What the key writes.
    public let input: String?
    /// Which keys are held.
    public let modifierFlags: UIKeyModifierFlags
    /// The method that is called.
    public let action: Selector?
    /// What it does, for people who look for it.
    open var discoverabilityTitle: String?
    /// A value of the program's own.
    open var propertyList: Any?
    /// Whether it goes before what writing does with the key; false at first.
    open var wantsPriorityOverSystemBehavior = false

    /// A key that calls a method.
    public init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        (self.input, self.modifierFlags, self.action) = (input, modifierFlags, action)
        super.init(title: "", image: nil)
    }

    /// A key that calls a method, with a title.
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
