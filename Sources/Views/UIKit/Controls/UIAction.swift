import QuartzCore

/// Something that a control or a menu can do, with what is shown for it.
@preconcurrency @MainActor open class UIMenuElement: NSObject, NSCopying {
    /// What it is called.
    open internal(set) var title: String
    /// What is shown beside the title.
    open internal(set) var image: UIImage?

    /// A smaller line below the title.
    open var subtitle: String?
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { MainActor.assumeIsolated { duplicate() } }
    /// A new element that says the same.
    func duplicate() -> UIMenuElement {
        let copy = UIMenuElement(title: title, image: image)
        copy.subtitle = subtitle
        return copy
    }

    /// Marks of elements.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// It is not called.
        public static let disabled = Attributes(rawValue: 1)
        /// It takes something away: its title is red.
        public static let destructive = Attributes(rawValue: 2)
        /// It is not shown in menus.
        public static let hidden = Attributes(rawValue: 4)
        /// The menu stays open when it is chosen.
        public static let keepsMenuPresented = Attributes(rawValue: 8)
    }

    /// Whether a mark stands before an element.
    public enum State: Int, Sendable { case off, on, mixed }

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

/// What an action calls.
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void

/// A closure with a title, a picture and an identifier: what controls call.
@preconcurrency @MainActor open class UIAction: UIMenuElement {
    /// A name by which an action replaces another one of a control.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The name; one of its own unless one was given.
    public let identifier: Identifier
    /// Marks.
    open var attributes: Attributes
    /// Whether a mark stands before it.
    open var state: State
    /// A longer title for people who look for it.
    open var discoverabilityTitle: String?
    /// Who does it, while the handler runs.
    open internal(set) weak var sender: AnyObject?
    let handler: UIActionHandler
    private static var count = 0

    /// An action. All but the handler may be left out.
    public convenience init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: Attributes = [], state: State = .off, handler: @escaping UIActionHandler
    ) {
        Self.count += 1
        self.init(identifier ?? Identifier("Agate.action.\(Self.count)"), title, image, attributes, state, handler)
        self.subtitle = subtitle
        self.discoverabilityTitle = discoverabilityTitle
    }

    private init(
        _ identifier: Identifier, _ title: String, _ image: UIImage?, _ attributes: Attributes, _ state: State,
        _ handler: @escaping UIActionHandler
    ) {
        self.identifier = identifier
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, image: image)
    }

    override func duplicate() -> UIMenuElement {
        let copy = UIAction(identifier, title, image, attributes, state, handler)
        (copy.subtitle, copy.discoverabilityTitle) = (subtitle, discoverabilityTitle)
        return copy
    }

    /// Does it.
    open func performWithSender(_ sender: Any?, target: Any?) { perform(sender.map { $0 as AnyObject }) }

    func perform(_ sender: AnyObject?) {
        guard !attributes.contains(.disabled) else { return }
        let before = self.sender
        self.sender = sender
        handler(self)
        self.sender = before
    }
}
