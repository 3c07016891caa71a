import AgateDiagnostics
import QuartzCore

/// Several elements under a title. Kept: Agate shows no menus; a control that would show one says so once.
@preconcurrency @MainActor open class UIMenu: UIMenuElement {
    /// A name by which menus are found.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// How a menu stands among others.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The elements stand in the menu around, with no menu of their own. Kept: Agate shows no menus.
        public static let displayInline = Options(rawValue: 1)
        /// What the menu does can't be taken back. Kept: Agate shows no menus.
        public static let destructive = Options(rawValue: 2)
        /// One of the elements is chosen at a time. Kept: the program sets their states.
        public static let singleSelection = Options(rawValue: 32)
    }

    /// What menus are found by; made of the title where none was given, so that it need not be unique.
    public let identifier: Identifier
    /// How the menu stands among others. Kept: Agate shows no menus.
    public let options: Options
    /// What is in it.
    public let children: [UIMenuElement]

    /// A menu of elements.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil, options: Options = [],
        children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier("Agate.menu.\(title)")
        (self.options, self.children) = (options, children)
        super.init(title: title, image: image)
        self.subtitle = subtitle
    }

    /// The same with other elements.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(title: title, subtitle: subtitle, image: image, identifier: identifier, options: options, children: newChildren)
    }

    /// The chosen ones, in it and below.
    open var selectedElements: [UIMenuElement] {
        children.flatMap { element in (element as? UIMenu)?.selectedElements ?? ((element as? UIAction)?.state == .on ? [element] : []) }
    }

    override func duplicate() -> UIMenuElement { replacingChildren(children) }

    static func refuse() { Diagnostic.reportOnce("menu.unsupported", key: "", "a control with a menu was tapped; menus are not supported") }
}
