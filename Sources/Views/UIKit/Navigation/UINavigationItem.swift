import QuartzCore

/// What a navigation bar shows of one controller.
@preconcurrency @MainActor open class UINavigationItem: NSObject, @preconcurrency NSCoding {
    /// Whether titles are large. Kept: bars show them small.
    public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never, inline }

    final var onChange: (() -> Void)?

    /// An item with a title.
    public init(title: String) {
        self.title = title
        super.init()
    }

    /// An item of an archive: its title.
    public required init?(coder: NSCoder) {
        super.init()
        if coder is NSKeyedUnarchiver { title = coder.decodeObject(of: NSString.self, forKey: "UITitle").map { "\($0)" } }
    }
    open func encode(with coder: NSCoder) { coder.encode(title.map { $0 as NSString }, forKey: "UITitle") }

    /// The title in the middle.
    open var title: String? { didSet { if title != oldValue { onChange?() } } }
    /// A view instead of the title.
    open var titleView: UIView? { didSet { onChange?() } }
    /// A line above; kept.
    /// One diagnostic says so when it is set.
    open var prompt: String? {
        didSet { KeptProperty.report("UINavigationItem.prompt", prompt != nil, "no prompt is shown above the title") }
    }
    /// What leads back to it, from the next one.
    open var backBarButtonItem: UIBarButtonItem? { didSet { onChange?() } }
    /// The word of the way back to it.
    open var backButtonTitle: String? { didSet { onChange?() } }
    /// Whether there is no way back.
    open var hidesBackButton = false { didSet { onChange?() } }
    /// Sets `hidesBackButton`, without animation.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
    /// Whether the way back stands beside the buttons at the left.
    open var leftItemsSupplementBackButton = false { didSet { onChange?() } }
    /// The buttons at the left, from the edge on.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    /// The buttons at the right, from the edge on.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    /// The first of the buttons at the left; nil where there is none. Setting it replaces all of them.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The first of the buttons at the right, which is at the edge; nil where there is none. Setting it replaces all of them.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// Replaces all buttons at the left by one, or by none for nil, without animation.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    /// Replaces all buttons at the right by one, or by none for nil, without animation.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    /// Replaces the buttons at the left, without animation.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    /// Replaces the buttons at the right, without animation.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    /// Kept; see ``LargeTitleDisplayMode``.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// How the bar looks while this is on top; nil takes the bar's.
    open var standardAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// How the bar would look where content is scrolled to its edge; nil by default. Kept: the bar always has its standard look, and one
    /// diagnostic says so where the two differ.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// How the bar looks where the room down is compact while this is on top; nil, the default, takes the bar's.
    open var compactAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
}

/// How a bar looks.
@preconcurrency @MainActor open class UIBarAppearance: NSObject, NSCopying {
    final var onChange: (() -> Void)?
    @preconcurrency @MainActor public override init() { super.init() }
    /// The same as another one.
    public init(barAppearance: UIBarAppearance) {
        super.init()
        take(barAppearance)
    }

    func take(_ other: UIBarAppearance) {
        (backgroundColor, backgroundImage, backgroundEffect, shadowColor, shadowImage, isSet) = (
            other.backgroundColor, other.backgroundImage, other.backgroundEffect, other.shadowColor, other.shadowImage, other.isSet
        )
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { MainActor.assumeIsolated { duplicate() } }
    func duplicate() -> UIBarAppearance { UIBarAppearance(barAppearance: self) }

    /// Whether something was asked for: what was not is the standard.
    final var isSet = false
    /// The colour of the bar.
    open var backgroundColor: UIColor? = .systemBackground { didSet { changed() } }
    /// An image behind everything.
    open var backgroundImage: UIImage? { didSet { changed() } }
    /// What blurs behind; kept: bars are opaque, or clear.
    open var backgroundEffect: UIBlurEffect? {
        didSet {
            KeptProperty.report("UIBarAppearance.backgroundEffect", backgroundEffect != nil, "bars are opaque or transparent")
            changed()
        }
    }
    /// The colour of the line at the edge.
    open var shadowColor: UIColor? = .separator { didSet { changed() } }
    /// An image of the line at the edge.
    open var shadowImage: UIImage? { didSet { changed() } }

    private func changed() {
        isSet = true
        onChange?()
    }

    /// Reports an appearance for content at its edge, which does not show, where it differs from the one that shows.
    static func reportScrollEdge(_ edge: UIBarAppearance?, shown: UIBarAppearance, _ name: String) {
        guard let edge, edge !== shown else { return }
        let isSame =
            edge.backgroundColor == shown.backgroundColor && edge.shadowColor == shown.shadowColor
            && edge.backgroundImage === shown.backgroundImage && edge.backgroundEffect == shown.backgroundEffect
        KeptProperty.report("\(name).scrollEdgeAppearance", !isSame, "bars have the same appearance at every scroll position")
    }

    /// The standard look.
    open func configureWithDefaultBackground() { (backgroundColor, shadowColor, backgroundImage) = (.systemBackground, .separator, nil) }
    /// Opaque.
    open func configureWithOpaqueBackground() { (backgroundColor, shadowColor, backgroundImage) = (.systemBackground, .separator, nil) }
    /// Nothing behind.
    open func configureWithTransparentBackground() { (backgroundColor, shadowColor, backgroundImage) = (nil, nil, nil) }
}

/// How a navigation bar looks.
@preconcurrency @MainActor open class UINavigationBarAppearance: UIBarAppearance {
    /// How titles are written.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { onChange?() } }
    /// How large titles are written; kept.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// How buttons are written.
    open var buttonAppearance = UIBarButtonItemAppearance() { didSet { onChange?() } }
    /// How buttons that end something are written; where nothing is set, as `buttonAppearance`.
    open var doneButtonAppearance = UIBarButtonItemAppearance() { didSet { onChange?() } }
    /// How the way back is written; where nothing is set, as `buttonAppearance`.
    open var backButtonAppearance = UIBarButtonItemAppearance() { didSet { onChange?() } }
    /// The sign of the way back; nil, the default, takes the bar's.
    open private(set) var backIndicatorImage: UIImage?
    /// The mask of the sign in transitions; nil by default. Kept: titles do not slide under the sign.
    open private(set) var backIndicatorTransitionMaskImage: UIImage?
    /// Sets the sign of the way back.
    open func setBackIndicatorImage(_ backIndicatorImage: UIImage?, transitionMaskImage backIndicatorTransitionMaskImage: UIImage?) {
        (self.backIndicatorImage, self.backIndicatorTransitionMaskImage) = (backIndicatorImage, backIndicatorTransitionMaskImage)
        onChange?()
    }

    /// How a button is written, as far as the appearance says it.
    final func titleAttributes(of item: UIBarButtonItem) -> [NSAttributedString.Key: Any]? {
        let own = item.showsImageBesideTitle ? backButtonAppearance : item.style == .done ? doneButtonAppearance : buttonAppearance
        let found = own.normal.titleTextAttributes.isEmpty ? buttonAppearance.normal.titleTextAttributes : own.normal.titleTextAttributes
        return found.isEmpty ? nil : found
    }

    override func duplicate() -> UIBarAppearance {
        let copy = UINavigationBarAppearance(barAppearance: self)
        (copy.titleTextAttributes, copy.largeTitleTextAttributes) = (titleTextAttributes, largeTitleTextAttributes)
        (copy.buttonAppearance, copy.doneButtonAppearance, copy.backButtonAppearance) = (
            buttonAppearance, doneButtonAppearance, backButtonAppearance
        )
        (copy.backIndicatorImage, copy.backIndicatorTransitionMaskImage) = (backIndicatorImage, backIndicatorTransitionMaskImage)
        return copy
    }
}

/// How a toolbar looks.
@preconcurrency @MainActor open class UIToolbarAppearance: UIBarAppearance {
    override func duplicate() -> UIBarAppearance { UIToolbarAppearance(barAppearance: self) }
}

/// How a tab bar looks.
@preconcurrency @MainActor open class UITabBarAppearance: UIBarAppearance {
    /// The colour of the image behind the chosen item, `UITabBar.selectionIndicatorImage`; nil, the default, leaves the image's own.
    open var selectionIndicatorTintColor: UIColor? { didSet { onChange?() } }
    override func duplicate() -> UIBarAppearance {
        let copy = UITabBarAppearance(barAppearance: self)
        copy.selectionIndicatorTintColor = selectionIndicatorTintColor
        return copy
    }
}

/// How buttons of navigation bars are written. What is set counts from the next time on that the bar shows its items.
@preconcurrency @MainActor open class UIBarButtonItemAppearance: NSObject {
    /// In one state.
    @preconcurrency @MainActor open class StateAppearance: NSObject {
        /// How titles are written in this state; empty by default. Those of `normal` count in all states.
        open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] {
            didSet {
                KeptProperty.report(
                    "UIBarButtonItemAppearance.titleTextAttributes", !isNormal && !titleTextAttributes.isEmpty,
                    "the normal state's attributes are used in all states")
            }
        }
        /// How far titles are moved in this state, in points; zero by default. Kept, without effect: one diagnostic says so.
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
    /// One for buttons of a style, which is not kept.
    public init(style: UIBarButtonItem.Style) { super.init() }
    /// The states of a button that rests, and of one under a finger.
    public let normal = StateAppearance(isNormal: true), highlighted = StateAppearance(isNormal: false)
    /// The states of a button that is off, and of one that has the focus.
    public let disabled = StateAppearance(isNormal: false), focused = StateAppearance(isNormal: false)
}
