import ObjectiveCRuntime
import QuartzCore

/// An item of a control or a menu, with its title and image.
@preconcurrency @MainActor open class UIMenuElement: NSObject, NSCopying {
    /// The title.
    open internal(set) var title: String
    /// The image beside the title.
    open internal(set) var image: UIImage?

    /// The smaller text below the title.
    open var subtitle: String?
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { MainActor.assumeIsolated { duplicate() } }
    /// Returns a copy.
    func duplicate() -> UIMenuElement {
        let copy = UIMenuElement(title: title, image: image)
        copy.subtitle = subtitle
        return copy
    }

    /// The attributes of an element.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The element can't be chosen.
        public static let disabled = Attributes(rawValue: 1)
        /// The element removes something. Its title is red.
        public static let destructive = Attributes(rawValue: 2)
        /// The element isn't shown in menus.
        public static let hidden = Attributes(rawValue: 4)
        /// The menu remains open when the element is chosen.
        public static let keepsMenuPresented = Attributes(rawValue: 8)
    }

    /// The state of the mark before an element.
    public enum State: Int, Sendable { case off, on, mixed }

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

/// The closure that an action calls.
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void

/// A closure with a title, an image and an identifier, for controls and menus.
@preconcurrency @MainActor open class UIAction: UIMenuElement {
    /// An identifier. A control replaces an action by a new one with the same identifier.
    public struct Identifier: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

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
    /// The identifier. It is unique unless one was given.
    public let identifier: Identifier
    /// The attributes.
    open var attributes: Attributes
    /// The state of the mark before the action.
    open var state: State
    /// A longer title that explains the action.
    open var discoverabilityTitle: String?
    /// The object that performs the action, while the handler runs.
    open internal(set) weak var sender: AnyObject?
    let handler: UIActionHandler
    private static var count = 0

    /// Creates an action. All arguments but the handler are optional.
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

    /// Performs the action.
    open func performWithSender(_ sender: Any?, target: Any?) { perform(sender.map { $0 as AnyObject }) }

    func perform(_ sender: AnyObject?) {
        guard !attributes.contains(.disabled) else { return }
        let before = self.sender
        self.sender = sender
        handler(self)
        self.sender = before
    }
}
