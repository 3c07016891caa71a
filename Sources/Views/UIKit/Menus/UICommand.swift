import QuartzCore

/// A command of a menu with a selector.
@preconcurrency @MainActor open class UICommand: UIMenuElement {
    /// The title.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    /// The image beside the title.
    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }
    /// The selector that the command performs on the first responder that has it.
    public let action: Selector
    /// A value for the receiver.
    public let propertyList: Any?
    /// A longer title, as a hint.
    open var discoverabilityTitle: String?
    /// The attributes of the command.
    open var attributes: UIMenuElement.Attributes
    /// The state of the command.
    open var state: UIMenuElement.State

    /// Creates a command.
    public init(
        title: String = "", image: UIImage? = nil, action: Selector, propertyList: Any? = nil, discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
    ) {
        (self.action, self.propertyList, self.discoverabilityTitle) = (action, propertyList, discoverabilityTitle)
        (self.attributes, self.state) = (attributes, state)
        super.init(title: title, image: image)
    }
}

/// The menu of a program while it is built. Agate has none: no program gets a builder.
@preconcurrency @MainActor public protocol UIMenuBuilder: AnyObject {
    /// Returns a menu by its identifier.
    func menu(for identifier: UIMenu.Identifier) -> UIMenu?
    /// Replaces a menu.
    func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
    /// Replaces the content of a menu.
    func replaceChildren(ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement])
    /// Inserts a menu before another one.
    func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
    /// Inserts a menu after another one.
    func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
    /// Inserts a menu at the beginning of another one.
    func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
    /// Inserts a menu at the end of another one.
    func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
    /// Removes a menu.
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// A keyboard. The desktop chooses it, and Agate doesn't know which: there are no objects of this class.
@preconcurrency @MainActor open class UITextInputMode: NSObject {
    /// The language of the keyboard; nil: it isn't known.
    open var primaryLanguage: String? { nil }
    /// The keyboards: none are known.
    open class var activeInputModes: [UITextInputMode] { [] }
    /// Would be posted when the keyboard changes. Never posted on Agate.
    nonisolated public static let currentInputModeDidChangeNotification = NSNotification.Name(
        "UITextInputCurrentInputModeDidChangeNotification")
}
