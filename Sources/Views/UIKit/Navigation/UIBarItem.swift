import QuartzCore

/// The style of a bar: light or dark.
public enum UIBarStyle: Int, Sendable {
    case `default`, black
    /// The same as `black`; a name that older sources use.
    public static let blackTranslucent = UIBarStyle(rawValue: 1) ?? .default
}
/// The position of a bar.
public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }
/// The bar metrics that an image or an offset applies to.
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }

/// The content that a bar shows for one item.
@preconcurrency @MainActor open class UIBarItem: NSObject, @preconcurrency NSCoding {
    /// Called when a property of the item changes, so that the bar updates.
    final var onChange: (() -> Void)?
    final var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]

    @preconcurrency @MainActor public override init() { super.init() }
    /// Called after the item was loaded from a nib. Agate doesn't read nibs; programs may call it.
    open func awakeFromNib() {}
    /// Prepares the item for display in an interface editor. Agate never calls it.
    open func prepareForInterfaceBuilder() {}
    /// Decodes an item from an archive: its title and tag.
    public required init?(coder: NSCoder) {
        super.init()
        guard coder is NSKeyedUnarchiver else { return }
        title = coder.decodeObject(of: NSString.self, forKey: "UITitle").map { "\($0)" }
        tag = coder.decodeInteger(forKey: "UITag")
    }
    open func encode(with coder: NSCoder) {
        coder.encode(title.map { $0 as NSString }, forKey: "UITitle")
        coder.encode(tag, forKey: "UITag")
    }

    /// A Boolean value that indicates whether the item is enabled; true by default.
    open var isEnabled = true { didSet { onChange?() } }
    /// The title of the item.
    open var title: String? { didSet { onChange?() } }
    /// The image that the item shows instead of, or above, its title.
    open var image: UIImage? { didSet { onChange?() } }
    /// Stored, without effect.
    open var landscapeImagePhone: UIImage?
    /// The insets around the image.
    open var imageInsets = UIEdgeInsets.zero { didSet { onChange?() } }
    /// A number that the program assigns.
    open var tag = 0
    /// An identifier by which tests find the item.
    open var accessibilityIdentifier: String?
    /// The accessibility label of the item.
    open var accessibilityLabel: String?
    /// The accessibility hint of the item; nil by default. Stored, without effect: the item's view doesn't take it.
    open var accessibilityHint: String?
    /// The accessibility value of the item; nil by default. Stored, without effect: the item's view doesn't take it.
    open var accessibilityValue: String?
    /// A Boolean value that indicates whether the item is an accessibility element; true by default. Stored, without effect: the item's
    /// view decides it.
    open var isAccessibilityElement = true
    /// The accessibility traits of the item; a button by default. Stored, without effect: the item's view decides them.
    open var accessibilityTraits = UIAccessibilityTraits.button

    /// Sets the attributes of the title in a state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        self.attributes[state.rawValue] = attributes
        onChange?()
    }
    /// Returns the title attributes set for a state, either for the item or by `appearance()` for its class; nil if none are set.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        attributes[state.rawValue] ?? commonAttributes(for: state)
    }
}

/// A button of a bar.
@preconcurrency @MainActor open class UIBarButtonItem: UIBarItem {
    /// The text style of a button.
    public enum Style: Int, Sendable {
        case plain
        /// Bold: a button that completes a task.
        case done = 2
        /// The same as `plain`, as on Apple's platforms since iOS 7.
        public static let bordered = Style.plain
    }

    /// The system buttons: a symbol where Apple shows one, otherwise a word.
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search, refresh, stop,
            camera, trash
        case play, pause, rewind, fastForward, undo, redo, pageCurl, close

        var title: String? {
            switch self {
            case .done, .cancel, .edit, .save, .undo, .redo: "\(self)".capitalized
            case .pageCurl: "Page"
            default: nil
            }
        }

        var symbol: String? {
            switch self {
            case .add: "plus"
            case .compose: "square.and.pencil"
            case .reply: "arrowshape.turn.up.left"
            case .action: "square.and.arrow.up"
            case .organize: "folder"
            case .bookmarks: "book"
            case .search: "magnifyingglass"
            case .refresh: "arrow.clockwise"
            case .stop, .close: "xmark"
            case .camera, .trash: "\(self)"
            case .play, .pause: "\(self).fill"
            case .rewind: "backward.fill"
            case .fastForward: "forward.fill"
            default: nil
            }
        }
    }

    /// The text style of the button.
    open var style = Style.plain { didSet { onChange?() } }
    /// The width of a fixed space. For other items it is stored, without effect.
    open var width: CGFloat = 0 { didSet { onChange?() } }
    /// A view that the bar shows in place of the button.
    open var customView: UIView? { didSet { onChange?() } }
    /// The object that receives the action.
    open weak var target: AnyObject?
    /// The method of `target` that the button calls.
    open var action: Selector?
    /// The action that the button performs.
    open var primaryAction: UIAction? {
        didSet {
            if let primaryAction {
                (title, image) = (primaryAction.title.isEmpty ? title : primaryAction.title, primaryAction.image ?? image)
            }
            onChange?()
        }
    }
    /// The menu of the item; see ``UIMenu``.
    open var menu: UIMenu?
    /// The tint color; nil uses the bar's.
    open var tintColor: UIColor? { didSet { onChange?() } }
    /// The titles that the item may get, so that its width can stay the same. Stored, without effect; setting it reports one diagnostic.
    open var possibleTitles: Set<String>? {
        didSet {
            KeptProperty.report("UIBarButtonItem.possibleTitles", !(possibleTitles ?? []).isEmpty, "a button is as wide as its title")
        }
    }
    final var system: SystemItem?
    /// Called instead of the target's action.
    final var handler: (() -> Void)?

    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a button with a title.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Creates a button with an image.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// Creates a button with a second image for compact bars. The second image is stored only: there are no compact bars.
    public convenience init(image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(image: image, style: style, target: target, action: action)
        self.landscapeImagePhone = landscapeImagePhone
    }

    /// Creates one of the system buttons.
    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(
            title: systemItem.title, style: systemItem == .done || systemItem == .save ? .done : .plain, target: target, action: action)
        system = systemItem
        image = systemItem.symbol.flatMap { UIImage(systemName: $0) }
        accessibilityLabel = systemItem.title ?? "\(systemItem)".capitalized
    }

    /// Creates an item that shows a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Creates a button that performs an action.
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.primaryAction = primaryAction
        self.menu = menu
    }

    /// Creates one of the system buttons, which performs an action.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init(barButtonSystemItem: systemItem, target: nil, action: nil)
        self.primaryAction = primaryAction
        title = systemItem.title
        if let symbol = systemItem.symbol { image = UIImage(systemName: symbol) }
        self.menu = menu
    }

    /// Creates a space that takes all available width.
    open class func flexibleSpace() -> Self { make(.flexibleSpace, 0) }
    /// Creates a space of a fixed width.
    open class func fixedSpace(_ width: CGFloat) -> Self { make(.fixedSpace, width) }

    private class func make(_ system: SystemItem, _ width: CGFloat) -> Self {
        guard let made = DynamicObject.make(self) else { preconditionFailure("\(self) has no init()") }
        made.system = system
        made.width = width
        return made
    }

    /// Has no effect: bars draw no background images for buttons. A non-nil image reports one diagnostic.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics) {
        KeptProperty.report("UIBarButtonItem.backgroundImage", backgroundImage != nil, "bar buttons have no background image")
    }
    /// Has no effect and isn't stored: the bar decides the position of titles. A nonzero offset reports one diagnostic.
    open func setBackButtonTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
        KeptProperty.report(
            "UIBarButtonItem.backButtonTitlePositionAdjustment", adjustment != .zero, "the bar positions the titles")
    }
    /// Has no effect and isn't stored: the bar decides the position of titles. A nonzero offset reports one diagnostic.
    open func setTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
        KeptProperty.report("UIBarItem.titlePositionAdjustment", adjustment != .zero, "the bar positions the titles")
    }

    final func perform() {
        if let handler { return handler() }
        if let primaryAction { return primaryAction.perform(self) }
        guard let action else {
            if menu != nil { UIMenu.refuse() }
            return
        }
        UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    }

    /// True for a back button, which shows both an arrow and a title; other buttons show one of the two.
    final var showsImageBesideTitle = false

    /// Creates the view that shows the item in a bar. Returns nil for spaces.
    final func makeView(tint: UIColor?, _ standard: [NSAttributedString.Key: Any]?) -> UIView? {
        if let customView { return customView }
        guard system != .flexibleSpace, system != .fixedSpace else { return nil }
        let button = UIButton(type: .system)
        button.titleLabel?.font = .systemFont(ofSize: BarRow.fontSize, weight: style == .done ? .semibold : .regular)
        if let text = title, !text.isEmpty, image == nil || showsImageBesideTitle {
            if let own = titleTextAttributes(for: .normal) ?? standard {
                button.setAttributedTitle(
                    NSAttributedString(string: text, attributes: [.font: UIFont.systemFont(ofSize: BarRow.fontSize)].merging(own) { $1 }),
                    for: .normal)
            } else {
                button.setTitle(text, for: .normal)
            }
        }
        if let image { button.setImage(image.renderingMode == .automatic ? image.withRenderingMode(.alwaysTemplate) : image, for: .normal) }
        let common =
            Appearances.isEmpty ? nil : Appearances.found(for: self).lazy.compactMap { ($0.proxy as? UIBarButtonItem)?.tintColor }.last
        if let color = tintColor ?? common ?? tint { button.tintColor = color }
        button.isEnabled = isEnabled
        button.accessibilityIdentifier = accessibilityIdentifier
        button.accessibilityLabel = accessibilityLabel ?? title
        button.addAction(UIAction { [weak self] _ in self?.perform() }, for: .primaryActionTriggered)
        return button
    }
}

/// Lays the views of items out in a row.
@MainActor struct BarRow {
    /// The distance from the sides of the bar, in points.
    static let margin: CGFloat = 16
    /// The size of titles and arrows, in points.
    static let fontSize: CGFloat = 17

    /// The views and spaces of the row. A nil width is a flexible space.
    private(set) var parts: [(view: UIView?, width: CGFloat?)] = []
    /// The items of the views. The row retains them because views don't, and the bar may have created an item itself.
    private let items: [UIBarButtonItem]

    init(
        _ items: [UIBarButtonItem], tint: UIColor?, attributes: (UIBarButtonItem) -> [NSAttributedString.Key: Any]? = { _ in nil },
        room: CGSize
    ) {
        self.items = items
        for item in items {
            if let view = item.makeView(tint: tint, attributes(item)) {
                var size = view.sizeThatFits(room)
                if item.customView != nil {
                    let fitting =
                        view.translatesAutoresizingMaskIntoConstraints
                        ? view.bounds.size : view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
                    size = fitting == .zero ? size : fitting
                }
                view.bounds.size = CGSize(
                    width: max(size.width, item.customView == nil ? 24 : 0), height: min(max(size.height, 0), room.height))
                parts.append((view, item.width > 0 ? item.width : view.bounds.width))
            } else {
                parts.append((nil, item.system == .flexibleSpace ? nil : item.width))
            }
        }
    }

    /// Positions the views between two edges.
    func place(from left: CGFloat, to right: CGFloat, middle: CGFloat, gap: CGFloat, fromTheRight: Bool) {
        let fixed = parts.reduce(CGFloat(0)) { $0 + ($1.width ?? 0) } + gap * CGFloat(max(0, parts.filter { $0.view != nil }.count - 1))
        let flexible = parts.filter { $0.width == nil }.count
        let share = flexible > 0 ? max(0, (right - left - fixed) / CGFloat(flexible)) : 0
        var x = fromTheRight ? right : left
        for part in parts {
            let width = part.width ?? share
            if let view = part.view {
                view.center = CGPoint(x: (fromTheRight ? x - width + width / 2 : x + width / 2).rounded(), y: middle.rounded())
            }
            x += (fromTheRight ? -1 : 1) * (width + (part.view == nil ? 0 : gap))
        }
    }
}
