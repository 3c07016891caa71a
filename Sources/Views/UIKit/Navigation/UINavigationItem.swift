import QuartzCore

/// The content that a navigation bar shows for one controller.
@preconcurrency @MainActor open class UINavigationItem: NSObject, @preconcurrency NSCoding {
    /// The display of large titles. Stored, without effect: bars show small titles.
    public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never, inline }

    final var onChange: (() -> Void)?

    /// Creates an item with a title.
    public init(title: String) {
        self.title = title
        super.init()
    }

    /// Creates an item without a title.
    @preconcurrency @MainActor public override init() { super.init() }

    /// Decodes an item from an archive: its title.
    public required init?(coder: NSCoder) {
        super.init()
        if coder is NSKeyedUnarchiver { title = coder.decodeObject(of: NSString.self, forKey: "UITitle").map { "\($0)" } }
    }
    open func encode(with coder: NSCoder) { coder.encode(title.map { $0 as NSString }, forKey: "UITitle") }

    /// The title in the middle.
    open var title: String? { didSet { if title != oldValue { onChange?() } } }
    /// A view in place of the title.
    open var titleView: UIView? { didSet { onChange?() } }
    /// The search of the content; nil by default. Stored, without effect on the bar: setting it reports one diagnostic.
    open var searchController: UISearchController? {
        didSet {
            KeptProperty.report(
                "UINavigationItem.searchController", searchController != nil, "the bar shows no search; the program places its search bar")
        }
    }
    /// A Boolean value that indicates whether the search bar leaves when the content scrolls; true by default. Stored, without effect.
    open var hidesSearchBarWhenScrolling = true
    /// A line of text above the title. Stored, without effect; setting it reports one diagnostic.
    open var prompt: String? {
        didSet { KeptProperty.report("UINavigationItem.prompt", prompt != nil, "no prompt is shown above the title") }
    }
    /// The back button that leads to this item from the next one.
    open var backBarButtonItem: UIBarButtonItem? { didSet { onChange?() } }
    /// The title of the back button that leads to this item.
    open var backButtonTitle: String? { didSet { onChange?() } }
    /// A Boolean value that indicates whether the back button is hidden.
    open var hidesBackButton = false { didSet { onChange?() } }
    /// Sets `hidesBackButton`, without animation.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
    /// A Boolean value that indicates whether the back button shows beside the left buttons.
    open var leftItemsSupplementBackButton = false { didSet { onChange?() } }
    /// The left buttons, from the edge inwards.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    /// The right buttons, from the edge inwards.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    /// The first of the left buttons; nil if there are none. Setting it replaces all of them.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The first of the right buttons, which is at the edge; nil if there are none. Setting it replaces all of them.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// Replaces all left buttons with one, or with none for nil, without animation.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    /// Replaces all right buttons with one, or with none for nil, without animation.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    /// Replaces the left buttons, without animation.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    /// Replaces the right buttons, without animation.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    /// Stored, without effect; see ``LargeTitleDisplayMode``.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// The bar's appearance while the item is on top; nil uses the bar's own.
    open var standardAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// The bar's appearance for content that is scrolled to its edge; nil by default. Stored, without effect: the bar always uses its
    /// standard appearance, and reports one diagnostic where the two differ.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// The bar's appearance for a compact height while the item is on top; nil, the default, uses the bar's own.
    open var compactAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
}

/// The appearance of a bar.
@preconcurrency @MainActor open class UIBarAppearance: NSObject, NSCopying {
    final var onChange: (() -> Void)?
    @preconcurrency @MainActor public override init() {
        super.init()
        start()
    }
    /// Creates a copy of another appearance.
    public init(barAppearance: UIBarAppearance) {
        super.init()
        take(barAppearance)
        start()
    }

    /// Called once a new appearance has its values.
    func start() {}

    func take(_ other: UIBarAppearance) {
        (backgroundColor, backgroundImage, backgroundEffect, shadowColor, shadowImage, isSet) = (
            other.backgroundColor, other.backgroundImage, other.backgroundEffect, other.shadowColor, other.shadowImage, other.isSet
        )
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { MainActor.assumeIsolated { duplicate() } }
    func duplicate() -> UIBarAppearance { UIBarAppearance(barAppearance: self) }

    /// True once a property has been set. Otherwise the bar has its standard look.
    final var isSet = false
    /// The color of the bar.
    open var backgroundColor: UIColor? = .systemBackground { didSet { changed() } }
    /// The background image.
    open var backgroundImage: UIImage? { didSet { changed() } }
    /// The blur behind the bar. Stored, without effect: bars are opaque or clear.
    open var backgroundEffect: UIBlurEffect? {
        didSet {
            KeptProperty.report("UIBarAppearance.backgroundEffect", backgroundEffect != nil, "bars are opaque or transparent")
            changed()
        }
    }
    /// The color of the line at the edge.
    open var shadowColor: UIColor? = .separator { didSet { changed() } }
    /// An image for the line at the edge.
    open var shadowImage: UIImage? { didSet { changed() } }

    private func changed() {
        isSet = true
        onChange?()
    }

    /// Reports an appearance for content at the bar's edge, which doesn't show, if it differs from the visible one.
    static func reportScrollEdge(_ edge: UIBarAppearance?, shown: UIBarAppearance, _ name: String) {
        guard let edge, edge !== shown else { return }
        let isSame =
            edge.backgroundColor == shown.backgroundColor && edge.shadowColor == shown.shadowColor
            && edge.backgroundImage === shown.backgroundImage && edge.backgroundEffect == shown.backgroundEffect
        KeptProperty.report("\(name).scrollEdgeAppearance", !isSame, "bars have the same appearance at every scroll position")
    }

    /// Sets the standard background.
    open func configureWithDefaultBackground() { (backgroundColor, shadowColor, backgroundImage) = (.systemBackground, .separator, nil) }
    /// Sets an opaque background.
    open func configureWithOpaqueBackground() { (backgroundColor, shadowColor, backgroundImage) = (.systemBackground, .separator, nil) }
    /// Removes the background.
    open func configureWithTransparentBackground() { (backgroundColor, shadowColor, backgroundImage) = (nil, nil, nil) }
}

/// The appearance of a navigation bar.
@preconcurrency @MainActor open class UINavigationBarAppearance: UIBarAppearance {
    /// The attributes of titles.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { onChange?() } }
    /// The attributes of large titles. Stored, without effect.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// The appearance of buttons.
    open var buttonAppearance = UIBarButtonItemAppearance() { didSet { followButtons(insteadOf: oldValue) } }
    /// The appearance of `done` buttons. Without attributes of its own, `buttonAppearance` applies.
    open var doneButtonAppearance = UIBarButtonItemAppearance() { didSet { followButtons(insteadOf: oldValue) } }
    /// The appearance of the back button. Without attributes of its own, `buttonAppearance` applies.
    open var backButtonAppearance = UIBarButtonItemAppearance() { didSet { followButtons(insteadOf: oldValue) } }

    override func start() { followButtons(insteadOf: nil) }

    /// Takes over the changes of the buttons' appearances. An appearance that was replaced no longer reports its own.
    private func followButtons(insteadOf old: UIBarButtonItemAppearance?) {
        old?.normal.onChange = nil
        for buttons in [buttonAppearance, doneButtonAppearance, backButtonAppearance] {
            buttons.normal.onChange = { [weak self] in self?.onChange?() }
        }
        onChange?()
    }
    /// The image of the back button; nil, the default, uses the bar's.
    open private(set) var backIndicatorImage: UIImage?
    /// The mask of the back image in transitions; nil by default. Stored, without effect: titles don't slide below the image.
    open private(set) var backIndicatorTransitionMaskImage: UIImage?
    /// Sets the image of the back button.
    open func setBackIndicatorImage(_ backIndicatorImage: UIImage?, transitionMaskImage backIndicatorTransitionMaskImage: UIImage?) {
        (self.backIndicatorImage, self.backIndicatorTransitionMaskImage) = (backIndicatorImage, backIndicatorTransitionMaskImage)
        onChange?()
    }

    /// Returns the title attributes of a button; nil if the appearance sets none.
    final func titleAttributes(of item: UIBarButtonItem) -> [NSAttributedString.Key: Any]? {
        let own = item.showsImageBesideTitle ? backButtonAppearance : item.style == .done ? doneButtonAppearance : buttonAppearance
        let found = own.normal.titleTextAttributes.isEmpty ? buttonAppearance.normal.titleTextAttributes : own.normal.titleTextAttributes
        return found.isEmpty ? nil : found
    }

    override func duplicate() -> UIBarAppearance {
        let copy = UINavigationBarAppearance(barAppearance: self)
        (copy.titleTextAttributes, copy.largeTitleTextAttributes) = (titleTextAttributes, largeTitleTextAttributes)
        // The copy's buttons change independently.
        (copy.buttonAppearance, copy.doneButtonAppearance, copy.backButtonAppearance) = (
            buttonAppearance.duplicate(), doneButtonAppearance.duplicate(), backButtonAppearance.duplicate()
        )
        (copy.backIndicatorImage, copy.backIndicatorTransitionMaskImage) = (backIndicatorImage, backIndicatorTransitionMaskImage)
        return copy
    }
}

/// The appearance of a toolbar.
@preconcurrency @MainActor open class UIToolbarAppearance: UIBarAppearance {
    override func duplicate() -> UIBarAppearance { UIToolbarAppearance(barAppearance: self) }
}

/// The appearance of a tab bar.
@preconcurrency @MainActor open class UITabBarAppearance: UIBarAppearance {
    /// The color of the image behind the selected item, `UITabBar.selectionIndicatorImage`; nil, the default, keeps the image's own colors.
    open var selectionIndicatorTintColor: UIColor? { didSet { onChange?() } }
    override func duplicate() -> UIBarAppearance {
        let copy = UITabBarAppearance(barAppearance: self)
        copy.selectionIndicatorTintColor = selectionIndicatorTintColor
        return copy
    }
}

/// The appearance of navigation bar buttons. It belongs to one bar's appearance: only the last one that it was set to follows its changes.
@preconcurrency @MainActor open class UIBarButtonItemAppearance: NSObject, NSCopying {
    /// The appearance in one state.
    @preconcurrency @MainActor open class StateAppearance: NSObject {
        final var onChange: (() -> Void)?
        /// The attributes of titles in this state; empty by default. Those of `normal` apply in all states.
        open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] {
            didSet {
                onChange?()
                KeptProperty.report(
                    "UIBarButtonItemAppearance.titleTextAttributes", !isNormal && !titleTextAttributes.isEmpty,
                    "the normal state's attributes are used in all states")
            }
        }
        /// The offset of titles in this state, in points; zero by default. Stored, without effect; a nonzero offset reports one diagnostic.
        open var titlePositionAdjustment = UIOffset.zero {
            didSet {
                KeptProperty.report(
                    "UIBarButtonItemAppearance.titlePositionAdjustment", titlePositionAdjustment != .zero,
                    "the bar positions the titles")
            }
        }
        private let isNormal: Bool
        init(isNormal: Bool) {
            self.isNormal = isNormal
            super.init()
        }
    }
    @preconcurrency @MainActor public override init() { super.init() }
    /// Creates an appearance for buttons of a style, which isn't stored.
    public init(style: UIBarButtonItem.Style) { super.init() }
    /// The appearances of a button at rest, and of one that is touched.
    public let normal = StateAppearance(isNormal: true), highlighted = StateAppearance(isNormal: false)
    /// The appearances of a disabled button, and of a focused one.
    public let disabled = StateAppearance(isNormal: false), focused = StateAppearance(isNormal: false)

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { MainActor.assumeIsolated { duplicate() } }

    final func duplicate() -> UIBarButtonItemAppearance {
        let copy = UIBarButtonItemAppearance()
        for (new, old) in [(copy.normal, normal), (copy.highlighted, highlighted), (copy.disabled, disabled), (copy.focused, focused)] {
            (new.titleTextAttributes, new.titlePositionAdjustment) = (old.titleTextAttributes, old.titlePositionAdjustment)
        }
        return copy
    }
}
