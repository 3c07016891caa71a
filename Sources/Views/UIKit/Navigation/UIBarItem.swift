import QuartzCore

/// Which bar style: light, or dark.
public enum UIBarStyle: Int, Sendable {
    case `default`, black
    /// The same as `black`, as old sources write it.
    public static let blackTranslucent = UIBarStyle(rawValue: 1) ?? .default
}
/// Where a bar stands.
public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }
/// For which bars an image or an offset counts.
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }

/// What a bar shows of one thing.
@preconcurrency @MainActor open class UIBarItem: NSObject, @preconcurrency NSCoding {
    /// Called when something of it changes: the bar shows it anew.
    final var onChange: (() -> Void)?
    final var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]

    @preconcurrency @MainActor public override init() { super.init() }
    /// An item of an archive: its title and tag.
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

    /// Whether it can be used; true at first.
    open var isEnabled = true { didSet { onChange?() } }
    /// What it is called.
    open var title: String? { didSet { onChange?() } }
    /// What is shown instead of, or over, the title.
    open var image: UIImage? { didSet { onChange?() } }
    /// Kept.
    open var landscapeImagePhone: UIImage?
    /// Room around the image.
    open var imageInsets = UIEdgeInsets.zero { didSet { onChange?() } }
    /// A number of the program's own.
    open var tag = 0
    /// A name for tests to find it by.
    open var accessibilityIdentifier: String?
    /// What it is called to people who don't see it.
    open var accessibilityLabel: String?
    /// What happens when it is used, for people who don't see it; nil by default. Kept: the view of the item does not have it.
    open var accessibilityHint: String?
    /// Its value, for people who don't see it; nil by default. Kept: the view of the item does not have it.
    open var accessibilityValue: String?
    /// Whether it is read to people who don't see it; true by default. Kept: the view of the item says so itself.
    open var isAccessibilityElement = true
    /// What kind of control it is to people who don't see it; a button by default. Kept: the view of the item says so itself.
    open var accessibilityTraits = UIAccessibilityTraits.button

    /// How the title is written in a state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        self.attributes[state.rawValue] = attributes
        onChange?()
    }
    /// What was set for titles in a state, for the item or by `appearance()` for its class; nil where nothing was.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        attributes[state.rawValue] ?? commonAttributes(for: state)
    }
}

/// A button of a bar.
@preconcurrency @MainActor open class UIBarButtonItem: UIBarItem {
    /// How a button is written.
    public enum Style: Int, Sendable {
        case plain
        /// Bold: what ends something.
        case done = 2
        /// The same as `plain`, as Apple's looks since iOS 7.
        public static let bordered = Style.plain
    }

    /// Buttons that every program has: a symbol where Apple's shows one, else the word.
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

    /// How it is written.
    open var style = Style.plain { didSet { onChange?() } }
    /// The width of a fixed space; of others kept.
    open var width: CGFloat = 0 { didSet { onChange?() } }
    /// A view that stands for it.
    open var customView: UIView? { didSet { onChange?() } }
    /// Who is notified.
    open weak var target: AnyObject?
    /// By which method.
    open var action: Selector?
    /// What is done.
    open var primaryAction: UIAction? {
        didSet {
            if let primaryAction {
                (title, image) = (primaryAction.title.isEmpty ? title : primaryAction.title, primaryAction.image ?? image)
            }
            onChange?()
        }
    }
    /// A menu that it shows; see ``UIMenu``.
    open var menu: UIMenu?
    /// The colour; nil takes the bar's.
    open var tintColor: UIColor? { didSet { onChange?() } }
    /// Which titles it could have, so that its width stays; kept.
    /// One diagnostic says so when it is set.
    open var possibleTitles: Set<String>? {
        didSet {
            KeptProperty.report("UIBarButtonItem.possibleTitles", !(possibleTitles ?? []).isEmpty, "a button is as wide as its title")
        }
    }
    final var system: SystemItem?
    /// Called instead of target and action.
    final var handler: (() -> Void)?

    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A button with a title.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// A button with an image.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// A button with an image for low bars, which there are none of.
    public convenience init(image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(image: image, style: style, target: target, action: action)
        self.landscapeImagePhone = landscapeImagePhone
    }

    /// One of the buttons that every program has.
    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(
            title: systemItem.title, style: systemItem == .done || systemItem == .save ? .done : .plain, target: target, action: action)
        system = systemItem
        image = systemItem.symbol.flatMap { UIImage(systemName: $0) }
        accessibilityLabel = systemItem.title ?? "\(systemItem)".capitalized
    }

    /// A view in a bar.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// A button of an action.
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.primaryAction = primaryAction
        self.menu = menu
    }

    /// One of the buttons that every program has, of an action.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init(barButtonSystemItem: systemItem, target: nil, action: nil)
        self.primaryAction = primaryAction
        title = systemItem.title
        if let symbol = systemItem.symbol { image = UIImage(systemName: symbol) }
        self.menu = menu
    }

    /// Room that becomes as large as it can.
    open class func flexibleSpace() -> Self { make(.flexibleSpace, 0) }
    /// Room of a width.
    open class func fixedSpace(_ width: CGFloat) -> Self { make(.fixedSpace, width) }

    private class func make(_ system: SystemItem, _ width: CGFloat) -> Self {
        guard let made = DynamicObject.make(self) else { preconditionFailure("\(self) has no init()") }
        made.system = system
        made.width = width
        return made
    }

    /// Kept: bars have no images of their own behind buttons.
    /// One diagnostic says so.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics) {
        KeptProperty.report("UIBarButtonItem.backgroundImage", backgroundImage != nil, "bar buttons have no background image")
    }
    /// Without effect, and not kept: titles stand where the bar puts them.
    /// One diagnostic says so.
    open func setBackButtonTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
        KeptProperty.report(
            "UIBarButtonItem.backButtonTitlePositionAdjustment", adjustment != .zero, "the bar positions the titles")
    }
    /// Without effect, and not kept: titles stand where the bar puts them.
    /// One diagnostic says so.
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

    /// A way back shows both an arrow and a word; other buttons one of the two.
    final var showsImageBesideTitle = false

    /// The view that shows it in a bar; nil for room.
    final func makeView(tint: UIColor?, _ standard: [NSAttributedString.Key: Any]?) -> UIView? {
        if let customView { return customView }
        guard system != .flexibleSpace, system != .fixedSpace else { return nil }
        let button = UIButton(type: .system)
        button.titleLabel?.font = .systemFont(ofSize: 17, weight: style == .done ? .semibold : .regular)
        if let text = title, !text.isEmpty, image == nil || showsImageBesideTitle {
            if let own = titleTextAttributes(for: .normal) ?? standard {
                button.setAttributedTitle(
                    NSAttributedString(string: text, attributes: [.font: UIFont.systemFont(ofSize: 17)].merging(own) { $1 }), for: .normal)
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
    /// A view, or room: flexible where the width is nil.
    private(set) var parts: [(view: UIView?, width: CGFloat?)] = []
    /// The items of the views, which do not keep them: a bar may have made one itself.
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

    /// Places the views between two edges.
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
