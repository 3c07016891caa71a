import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// A group of elements with a title. Agate stores menus but doesn't show them. The first control that would show one reports a diagnostic.
@preconcurrency @MainActor open class UIMenu: UIMenuElement {
    /// An identifier by which menus are found.
    public struct Identifier: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The placement of a menu among others.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The elements appear in the enclosing menu and not in a submenu. Stored without effect: Agate shows no menus.
        public static let displayInline = Options(rawValue: 1)
        /// The actions of the menu can't be undone. Stored without effect: Agate shows no menus.
        public static let destructive = Options(rawValue: 2)
        /// Only one element is selected at a time. Stored without effect: the application sets the states.
        public static let singleSelection = Options(rawValue: 32)
    }

    /// The identifier. If none was given, it is derived from the title and may not be unique.
    public let identifier: Identifier
    /// The placement of the menu among others. Stored without effect: Agate shows no menus.
    public let options: Options
    /// The elements of the menu.
    public let children: [UIMenuElement]

    /// Creates a menu of elements.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil, options: Options = [],
        children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier("Agate.menu.\(title)")
        (self.options, self.children) = (options, children)
        super.init(title: title, image: image)
        self.subtitle = subtitle
    }

    /// Returns a copy with other elements.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(title: title, subtitle: subtitle, image: image, identifier: identifier, options: options, children: newChildren)
    }

    /// The selected elements of the menu and its submenus.
    open var selectedElements: [UIMenuElement] {
        children.flatMap { element in (element as? UIMenu)?.selectedElements ?? ((element as? UIAction)?.state == .on ? [element] : []) }
    }

    override func duplicate() -> UIMenuElement { replacingChildren(children) }

    static func refuse() { Diagnostic.reportOnce("menu.unsupported", key: "", "a control with a menu was tapped; menus are not supported") }
}
