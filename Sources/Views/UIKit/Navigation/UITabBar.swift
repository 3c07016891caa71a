import CoreText
import QuartzCore

/// What a tab bar shows of one controller.
@preconcurrency @MainActor open class UITabBarItem: UIBarItem {
    /// Items that every program has: a word and a symbol.
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

    /// An item with a title and an image.
    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        (self.title, self.image, self.tag) = (title, image, tag)
    }

    /// An item with another image while it is chosen.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }

    /// One of the items that every program has.
    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init(title: systemItem.title, image: UIImage(systemName: systemItem.symbol), tag: tag)
    }

    /// What shows while it is chosen; nil is the image.
    open var selectedImage: UIImage? { didSet { onChange?() } }
    /// A mark at its corner.
    open var badgeValue: String? { didSet { onChange?() } }
    /// The colour of the mark; nil is red.
    open var badgeColor: UIColor? { didSet { onChange?() } }
    /// How far the title is moved.
    open var titlePositionAdjustment = UIOffset.zero { didSet { onChange?() } }
    /// How the bar looks while this item is chosen; nil, the default, takes the bar's.
    open var standardAppearance: UITabBarAppearance? { didSet { onChange?() } }
    /// How the bar would look while this item is chosen and content is scrolled to its edge; nil by default. Kept, as the bar's.
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { onChange?() } }
}

/// Hears which item is chosen. Every method may be left out.
@preconcurrency @MainActor public protocol UITabBarDelegate: NSObjectProtocol {
    /// A touch chose an item, also the one that was chosen already. Not called where a program sets `selectedItem`.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar of items of which one is chosen: 49 points high.
@preconcurrency @MainActor open class UITabBar: UIView {
    /// How items share the room; always evenly.
    public enum ItemPositioning: Int, Sendable { case automatic, fill, centered }

    private let line = UIView(), ground = UIImageView()
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
        ground.isUserInteractionEnabled = false
        ground.contentMode = .scaleToFill
        addSubview(ground)
        addSubview(line)
        follow(standardAppearance, nil)
    }

    /// Hears which item is chosen; not kept.
    open weak var delegate: (any UITabBarDelegate)?
    /// The items.
    open var items: [UITabBarItem]? { didSet { refresh() } }
    /// Replaces the items, without animation. `selectedItem` stays as it is.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
    /// The chosen one.
    open var selectedItem: UITabBarItem? { didSet { refresh() } }
    /// The colour of the bar.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// The colour of items that are not chosen.
    open var unselectedItemTintColor: UIColor? { didSet { refresh() } }
    /// `black` is black where no other colour was set; `default` is the background's colour.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// Whether content shows through; true by default. Kept, without effect: tab bars are opaque.
    open var isTranslucent = true
    /// An image behind the bar, stretched to fill it, in place of its colour; nil by default.
    open var backgroundImage: UIImage? { didSet { refresh() } }
    /// An image at most one point wide, as an empty one, takes away the line at the edge. Any other, and nil, leaves the plain line: images
    /// do not show there.
    open var shadowImage: UIImage? { didSet { refresh() } }
    /// An image behind the chosen item, in its middle; nil by default. It has its own colours, or the
    /// ``UITabBarAppearance/selectionIndicatorTintColor`` of the appearance.
    open var selectionIndicatorImage: UIImage? { didSet { refresh() } }
    /// How the items share the bar; `automatic` by default. Kept, without effect: each has the same share.
    /// One diagnostic says so when it is set.
    open var itemPositioning = ItemPositioning.automatic {
        didSet { KeptProperty.report("UITabBar.itemPositioning", itemPositioning == .centered, "all items have the same width") }
    }
    /// The width of items in points; 0 by default. Kept, without effect: each has the same share.
    /// One diagnostic says so when it is set.
    open var itemWidth: CGFloat = 0 {
        didSet { KeptProperty.report("UITabBar.itemWidth", itemWidth > 0, "all items have the same width") }
    }
    /// The gap between items in points; 0 by default. Kept, without effect: there is none.
    /// One diagnostic says so when it is set.
    open var itemSpacing: CGFloat = 0 {
        didSet { KeptProperty.report("UITabBar.itemSpacing", itemSpacing > 0, "all items have the same width") }
    }
    /// How the bar looks. Its colours of background and line count once something of it was set, the background's only where `barTintColor`
    /// is nil; its background's image where `backgroundImage` is nil.
    open var standardAppearance = UITabBarAppearance() { didSet { follow(standardAppearance, oldValue) } }
    /// How the bar would look where content is scrolled to its edge; nil by default. Kept: it has its standard look, and one diagnostic
    /// says so where the two differ.
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { refresh() } }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    private func follow(_ appearance: UITabBarAppearance, _ old: UITabBarAppearance?) {
        if old !== appearance { old?.onChange = nil }
        appearance.onChange = { [weak self] in self?.refresh() }
        refresh()
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
            for cell in cells { addSubview(cell) }
            ground.image = backgroundImage ?? appearance.backgroundImage
            let standard: UIColor? = barStyle == .black ? .black : .systemBackground
            ground.backgroundColor =
                ground.image != nil ? nil : barTintColor ?? (appearance.isSet ? appearance.backgroundColor : standard)
            let hasEmptyLine = shadowImage.map { $0.size.width <= 1 } ?? false
            line.backgroundColor = hasEmptyLine ? nil : appearance.isSet ? appearance.shadowColor : .separator
        }
        ground.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height + safeAreaInsets.bottom)
        line.frame = CGRect(x: 0, y: -1 / traitCollection.usableScale, width: bounds.width, height: 1 / traitCollection.usableScale)
        let width = bounds.width / CGFloat(max(1, cells.count))
        for (index, cell) in cells.enumerated() {
            let left = (CGFloat(index) * width).rounded(), right = (CGFloat(index + 1) * width).rounded()
            cell.frame = CGRect(x: left, y: 0, width: right - left, height: min(49, bounds.height))
        }
    }

    private func choose(_ item: UITabBarItem) {
        guard item.isEnabled else { return }
        if let chosen { chosen(item) } else { selectedItem = item }
        delegate?.tabBar(self, didSelect: item)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 49) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 49) }
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
