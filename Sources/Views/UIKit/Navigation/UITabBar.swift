import CoreText
import QuartzCore

/// The content that a tab bar shows for one controller.
@preconcurrency @MainActor open class UITabBarItem: UIBarItem {
    /// The system items: a title and a symbol.
    public enum SystemItem: Int, Sendable {
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads, mostRecent, mostViewed

        var title: String {
            switch self {
            case .topRated: "Top Rated"
            case .mostRecent: "Most Recent"
            case .mostViewed: "Most Viewed"
            default: "\(self)".capitalized
            }
        }

        var symbol: String {
            switch self {
            case .more: "ellipsis"
            case .favorites, .featured, .topRated: "star.fill"
            case .recents, .history, .mostRecent: "clock.fill"
            case .contacts: "person.circle.fill"
            case .bookmarks: "book.fill"
            case .search: "magnifyingglass"
            case .downloads: "square.and.arrow.down"
            case .mostViewed: "list.bullet"
            }
        }
    }

    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates an item with a title and an image.
    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        (self.title, self.image, self.tag) = (title, image, tag)
    }

    /// Creates an item with a second image for the selected state.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }

    /// Creates one of the system items.
    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init(title: systemItem.title, image: UIImage(systemName: systemItem.symbol), tag: tag)
    }

    /// The image while the item is selected; nil uses `image`.
    open var selectedImage: UIImage? { didSet { onChange?() } }
    /// The text of the badge at the item's corner.
    open var badgeValue: String? { didSet { onChange?() } }
    /// The color of the badge; nil is red.
    open var badgeColor: UIColor? { didSet { onChange?() } }
    /// The offset of the title, in points.
    open var titlePositionAdjustment = UIOffset.zero { didSet { onChange?() } }
    /// The bar's appearance while this item is selected; nil, the default, uses the bar's own.
    open var standardAppearance: UITabBarAppearance? { didSet { onChange?() } }
    /// The bar's appearance while this item is selected and content is scrolled to its edge; nil by default. Stored, without effect, like
    /// the bar's.
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { onChange?() } }
}

/// The delegate of a tab bar, called when an item is selected. Every method is optional.
@preconcurrency @MainActor public protocol UITabBarDelegate: NSObjectProtocol {
    /// Called when a touch selects an item, including the selected one. Not called when a program sets `selectedItem`.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
    /// Would be called before the user arranges the items. Never called: they can't be arranged.
    func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem])
    /// Would be called when the user begins to arrange the items. Never called: they can't be arranged.
    func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem])
    /// Would be called before the user has arranged the items. Never called: they can't be arranged.
    func tabBar(_ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool)
    /// Would be called when the user has arranged the items. Never called: they can't be arranged.
    func tabBar(_ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool)
}

extension UITabBarDelegate {
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem]) {}
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem]) {}
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool) {}
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool) {}
}

/// A bar of items of which one is selected, 49 points high.
@preconcurrency @MainActor open class UITabBar: UIView {
    /// The positioning of items. All positionings distribute items evenly.
    public enum ItemPositioning: Int, Sendable { case automatic, fill, centered }

    /// The standard height in points.
    static let height: CGFloat = 49

    private let backdrop = BarBackground(UIImageView())
    private var cells: [TabCell] = []
    private var isStale = true
    final var chosen: ((UITabBarItem) -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }
    private func start() {
        backdrop.add(to: self)
        follow(standardAppearance, nil)
    }

    /// The delegate, called when an item is selected; not retained.
    open weak var delegate: (any UITabBarDelegate)?
    /// The items of the bar.
    open var items: [UITabBarItem]? { didSet { refresh() } }
    /// Replaces the items, without animation. `selectedItem` doesn't change.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
    /// Would let the user arrange the items. Reports one diagnostic: they can't be arranged.
    open func beginCustomizingItems(_ items: [UITabBarItem]) {
        KeptProperty.report("UITabBar.beginCustomizingItems", true, "items can't be arranged by the user")
    }
    /// Returns false: the user didn't arrange the items.
    open func endCustomizing(animated: Bool) -> Bool { false }
    /// False: items can't be arranged by the user.
    open var isCustomizing: Bool { false }
    /// The selected item.
    open var selectedItem: UITabBarItem? { didSet { refresh() } }
    /// The color of the bar.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// The color of items that aren't selected.
    open var unselectedItemTintColor: UIColor? { didSet { refresh() } }
    /// The style of the bar. `black` makes it black if no other color is set; `default` uses the system background color.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// A Boolean value that indicates whether content shows through; true by default. Stored, without effect: tab bars are opaque.
    open var isTranslucent = true
    /// An image that fills the bar's background in place of its color; nil by default.
    open var backgroundImage: UIImage? { didSet { refresh() } }
    /// An image for the line at the edge. An image at most one point wide, such as an empty one, removes the line. Any other image, and
    /// nil, leaves the plain line: images don't show there.
    open var shadowImage: UIImage? { didSet { refresh() } }
    /// An image centered behind the selected item; nil by default. It is drawn in its own colors, or in the appearance's
    /// ``UITabBarAppearance/selectionIndicatorTintColor``.
    open var selectionIndicatorImage: UIImage? { didSet { refresh() } }
    /// The positioning of items; `automatic` by default. Stored, without effect: all items have the same width. Setting `centered` reports
    /// one diagnostic.
    open var itemPositioning = ItemPositioning.automatic {
        didSet { KeptProperty.report("UITabBar.itemPositioning", itemPositioning == .centered, "all items have the same width") }
    }
    /// The width of items in points; 0 by default. Stored, without effect: all items have the same width. A value above 0 reports one
    /// diagnostic.
    open var itemWidth: CGFloat = 0 {
        didSet { KeptProperty.report("UITabBar.itemWidth", itemWidth > 0, "all items have the same width") }
    }
    /// The gap between items in points; 0 by default. Stored, without effect: there is no gap. A value above 0 reports one diagnostic.
    open var itemSpacing: CGFloat = 0 {
        didSet { KeptProperty.report("UITabBar.itemSpacing", itemSpacing > 0, "all items have the same width") }
    }
    /// The standard appearance of the bar. Its background and line colors apply once one of its properties is set, the background color
    /// only if `barTintColor` is nil. Its background image applies if `backgroundImage` is nil.
    open var standardAppearance = UITabBarAppearance() { didSet { follow(standardAppearance, oldValue) } }
    /// The appearance for content that is scrolled to the bar's edge; nil by default. Stored, without effect: the bar uses its standard
    /// appearance, and reports one diagnostic where the two differ.
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { refresh() } }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    private func follow(_ appearance: UITabBarAppearance, _ old: UITabBarAppearance?) {
        UIBarAppearance.follow(appearance, insteadOf: old) { [weak self] in self?.refresh() }
    }

    final func refresh() {
        isStale = true
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if isStale {
            isStale = false
            for cell in cells { cell.removeFromSuperview() }
            let appearance = selectedItem?.standardAppearance ?? standardAppearance
            UIBarAppearance.reportScrollEdge(
                selectedItem?.scrollEdgeAppearance ?? scrollEdgeAppearance, shown: appearance, "UITabBar")
            cells = (items ?? []).map { item in
                item.onChange = { [weak self] in self?.refresh() }
                let cell = TabCell(
                    item, isChosen: item === selectedItem, tint: tintColor, other: unselectedItemTintColor ?? .secondaryLabel)
                if item === selectedItem { cell.show(selectionIndicatorImage, appearance.selectionIndicatorTintColor) }
                cell.addAction(UIAction { [weak self] _ in self?.choose(item) }, for: .touchUpInside)
                return cell
            }
            backdrop.add(cells, to: self)
            let image = backgroundImage ?? appearance.backgroundImage
            backdrop.ground.image = image
            backdrop.show(appearance, barStyle, tint: barTintColor, hasImage: image != nil, hidesLine: shadowImage?.hidesBarLine ?? false)
        }
        backdrop.layOutAtBottom(of: self)
        let width = bounds.width / CGFloat(max(1, cells.count))
        for (index, cell) in cells.enumerated() {
            let left = (CGFloat(index) * width).rounded(), right = (CGFloat(index + 1) * width).rounded()
            cell.frame = CGRect(x: left, y: 0, width: right - left, height: min(Self.height, bounds.height))
        }
    }

    private func choose(_ item: UITabBarItem) {
        guard item.isEnabled else { return }
        if let chosen { chosen(item) } else { selectedItem = item }
        delegate?.tabBar(self, didSelect: item)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: Self.height) }
}

/// One item of a tab bar.
@MainActor private final class TabCell: UIControl {
    private let picture = UIImageView(), label = UILabel(), badge = UILabel(), indicator = UIImageView()
    private let item: UITabBarItem

    init(_ item: UITabBarItem, isChosen: Bool, tint: UIColor, other: UIColor) {
        self.item = item
        super.init(frame: .zero)
        let color = isChosen ? tint : other
        let image = isChosen ? item.selectedImage ?? item.image : item.image
        picture.image = image.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
        picture.tintColor = color
        picture.contentMode = .center
        let own = item.titleTextAttributes(for: isChosen ? .selected : .normal) ?? [:]
        label.styledText = StyledText(
            item.title ?? "", [.font: UIFont.systemFont(ofSize: 10, weight: .medium), .foregroundColor: color].merging(own) { $1 }
        )
        label.textAlignment = .center
        badge.text = item.badgeValue
        badge.font = .systemFont(ofSize: 13)
        badge.textColor = .white
        badge.textAlignment = .center
        badge.backgroundColor = item.badgeColor ?? .systemRed
        badge.clipsToBounds = true
        badge.isHidden = item.badgeValue == nil
        isEnabled = item.isEnabled
        for view in [picture, label] { view.alpha = isEnabled ? 1 : 0.4 }
        accessibilityLabel = item.accessibilityLabel ?? item.title
        accessibilityTraits = isChosen ? [.button, .selected] : .button
        indicator.contentMode = .center
        for view in [indicator, picture, label, badge] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    /// Shows an image behind the item.
    func show(_ image: UIImage?, _ tint: UIColor?) {
        indicator.image = tint == nil ? image : image?.withRenderingMode(.alwaysTemplate)
        if let tint { indicator.tintColor = tint }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        indicator.frame = bounds
        let hasImage = picture.image != nil, hasTitle = !(item.title ?? "").isEmpty
        label.frame = CGRect(x: 0, y: hasImage ? bounds.height - 15 : bounds.midY - 7, width: bounds.width, height: 13)
            .offsetBy(dx: item.titlePositionAdjustment.horizontal, dy: item.titlePositionAdjustment.vertical)
        picture.frame = CGRect(x: 0, y: 4, width: bounds.width, height: hasTitle ? bounds.height - 20 : bounds.height - 8)
        let width = max(18, badge.sizeThatFits(bounds.size).width + 8)
        badge.frame = CGRect(x: bounds.midX + 6, y: 2, width: width, height: 18)
        badge.layer.cornerRadius = 9
    }
}
