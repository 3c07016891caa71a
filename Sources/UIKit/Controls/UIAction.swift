import QuartzCore

/// Something that a control or a menu can do, with what is shown for it.
@preconcurrency @MainActor open class UIMenuElement: NSObject {
    /// What it is called.
    open internal(set) var title: String
    /// What is shown beside the title.
    open internal(set) var image: UIImage?

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

    /// What an action can be marked with.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// It is not called.
        public static let disabled = Attributes(rawValue: 1)
        /// It takes something away. Kept.
        public static let destructive = Attributes(rawValue: 2)
        /// It is not shown in menus. Kept.
        public static let hidden = Attributes(rawValue: 4)
    }

    /// The name; one of its own unless one was given.
    public let identifier: Identifier
    /// Marks.
    open var attributes: Attributes
    /// Who does it, while the handler runs.
    open internal(set) weak var sender: AnyObject?
    let handler: UIActionHandler
    private static var count = 0

    /// An action. All but the handler may be left out.
    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, attributes: Attributes = [], handler: @escaping UIActionHandler
    ) {
        Self.count += 1
        self.identifier = identifier ?? Identifier("Agate.action.\(Self.count)")
        self.attributes = attributes
        self.handler = handler
        super.init(title: title, image: image)
    }

    func perform(_ sender: AnyObject?) {
        guard !attributes.contains(.disabled) else { return }
        let before = self.sender
        self.sender = sender
        handler(self)
        self.sender = before
    }
}
