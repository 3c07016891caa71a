import AgateDiagnostics
import CoreText
import QuartzCore

/// The base of bar delegates, for the position of a bar and its extent towards the screen edge. It has no methods.
@preconcurrency @MainActor public protocol UIBarPositioning: NSObjectProtocol {
    /// The position of the bar.
    var barPosition: UIBarPosition { get }
}

extension UINavigationBar: UIBarPositioning {
    /// The position of the bar: at the top.
    public var barPosition: UIBarPosition { .top }
}
extension UIToolbar: UIBarPositioning {
    /// The position of the bar: at the bottom.
    public var barPosition: UIBarPosition { .bottom }
}
extension UISearchBar: UIBarPositioning {
    /// The position of the bar: none in particular.
    public var barPosition: UIBarPosition { .any }
}

/// The delegate of a bar, which places it.
@preconcurrency @MainActor public protocol UIBarPositioningDelegate: NSObjectProtocol {
    /// Returns the position of a bar. Not called on Agate: a bar extends to the edge of its superview.
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

/// The delegate of a navigation bar, called when its items change. Every method is optional.
@preconcurrency @MainActor public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
    /// Returns whether `pushItem(_:animated:)` may push the item. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
    /// Called after `pushItem(_:animated:)` pushed the item. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
    /// Returns whether the back button, or `popItem(animated:)`, may pop the item. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
    /// Called after the back button, or `popItem(animated:)`, popped the item. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
    /// Returns true.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
    /// Returns true.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// A bar with a title, buttons and a back button, 44 points high. Titles are small; setting `prefersLargeTitles` reports once that it has
/// no effect.
@preconcurrency @MainActor open class UINavigationBar: UIView {
    /// The standard height in points.
    static let height: CGFloat = 44

    private let backdrop = BarBackground(UIImageView()), titleLabel = UILabel()
    private var shown: [UIView] = []
    private var left: BarRow?, right: BarRow?
    private var titleShown: UIView?
    private var isStale = true
    private var isReported = false
    /// The action of the back button in a navigation controller.
    final var goBack: (() -> Void)?

    /// Creates a bar with a frame.
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
        titleLabel.textAlignment = .center
        follow(standardAppearance)
    }

    /// The delegate, called when items change; not retained.
    open weak var delegate: (any UINavigationBarDelegate)?
    /// The stack of items. The last one is visible.
    open var items: [UINavigationItem]? {
        get { stack }
        set {
            stack = newValue ?? []
            refresh()
        }
    }
    private var stack: [UINavigationItem] = []
    /// The visible item.
    open var topItem: UINavigationItem? { stack.last }
    /// The item that the back button leads to.
    open var backItem: UINavigationItem? { stack.dropLast().last }

    /// Pushes an item.
    open func pushItem(_ item: UINavigationItem, animated: Bool) {
        guard delegate?.navigationBar(self, shouldPush: item) ?? true else { return }
        stack.append(item)
        refresh()
        delegate?.navigationBar(self, didPush: item)
    }
    /// Pops the top item.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? {
        guard let item = stack.last, delegate?.navigationBar(self, shouldPop: item) ?? true else { return nil }
        stack.removeLast()
        refresh()
        delegate?.navigationBar(self, didPop: item)
        return item
    }
    /// Replaces the items, without animation. The delegate is not called.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }

    // MARK: Appearance

    /// The color of the bar; nil uses the standard color.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// The style of the bar: light or dark.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// A Boolean value that indicates whether content extends below the bar; true by default. If false, content begins at the bar's lower
    /// edge.
    open var isTranslucent = true { didSet { if isTranslucent != oldValue { refresh() } } }
    /// The attributes of titles.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { refresh() } }
    /// The attributes of large titles. Stored, without effect.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    /// A Boolean value that requests large titles. They aren't supported: setting it to true reports one diagnostic.
    open var prefersLargeTitles = false {
        didSet {
            if prefersLargeTitles {
                Diagnostic.reportOnce(
                    "navigation.large-titles", key: "", "large titles are not supported; navigation bars show standard titles")
            }
        }
    }
    /// An image for the line at the edge. An empty one removes the line.
    open var shadowImage: UIImage? { didSet { refresh() } }
    /// The image of the back button, drawn in the tint color; nil, the default, is an arrow. The appearance's image takes precedence.
    open var backIndicatorImage: UIImage? { didSet { refresh() } }
    /// The mask of the back image in transitions; nil by default. Stored, without effect: titles don't slide below the image.
    open var backIndicatorTransitionMaskImage: UIImage?
    private var background: UIImage?
    /// Sets an image that fills the bar's background in place of its color; nil removes it. One image serves all metrics.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        background = backgroundImage
        refresh()
    }
    /// The same as `setBackgroundImage(_:for:)`; the position is ignored.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics) {
        setBackgroundImage(backgroundImage, for: barMetrics)
    }
    /// Returns the background image; nil by default. One image serves all metrics.
    open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { background }
    /// Moves the title down by a distance in points; 0 by default. One value serves all metrics. A value that isn't finite counts as 0.
    open func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
        titleShift = adjustment.isFinite ? adjustment : 0
        setNeedsLayout()
    }
    /// Returns the distance in points by which the title is moved down. One value serves all metrics.
    open func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat { titleShift }
    private var titleShift: CGFloat = 0
    /// The standard appearance of the bar.
    open var standardAppearance = UINavigationBarAppearance() { didSet { follow(standardAppearance) } }
    /// The appearance for content that is scrolled to the bar's edge. Stored, without effect: the bar uses `standardAppearance`, and
    /// reports one diagnostic where the two differ.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { refresh() } }
    /// The appearance for a compact height; nil, the default, uses `standardAppearance`. The bar's height remains 44 points.
    open var compactAppearance: UINavigationBarAppearance? { didSet { refresh() } }
    /// The appearance for a compact height and content that is scrolled to the bar's edge. Stored, without effect, like
    /// `scrollEdgeAppearance`.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance? { didSet { refresh() } }

    private func follow(_ appearance: UINavigationBarAppearance) {
        UIBarAppearance.follow(appearance, insteadOf: nil) { [weak self] in self?.refresh() }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        refresh()
    }

    // MARK: Content

    /// Marks the bar for an update of its items in the next layout pass.
    final func refresh() {
        isStale = true
        setNeedsLayout()
    }

    private func rebuild() {
        isStale = false
        for view in shown { view.removeFromSuperview() }
        titleShown?.removeFromSuperview()
        shown = []
        for item in stack { item.onChange = nil }
        let isCompact = traitCollection.verticalSizeClass == .compact
        let appearance =
            (isCompact ? topItem?.compactAppearance ?? compactAppearance : nil) ?? topItem?.standardAppearance ?? standardAppearance
        let edge = (isCompact ? compactScrollEdgeAppearance : nil) ?? topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance
        UIBarAppearance.reportScrollEdge(edge, shown: appearance, "UINavigationBar")
        let image = background ?? appearance.backgroundImage
        backdrop.ground.image = image
        backdrop.show(appearance, barStyle, tint: barTintColor, hasImage: image != nil, hidesLine: shadowImage?.hidesBarLine ?? false)
        guard let item = topItem else {
            (left, right) = (nil, nil)
            return
        }
        item.onChange = { [weak self] in self?.refresh() }
        for button in (item.leftBarButtonItems ?? []) + (item.rightBarButtonItems ?? []) {
            button.onChange = { [weak self] in self?.refresh() }
        }
        var lefts = item.leftBarButtonItems ?? []
        if let back = backItem, !item.hidesBackButton, lefts.isEmpty || item.leftItemsSupplementBackButton {
            lefts.insert(backButton(back, appearance), at: 0)
        }
        let room = CGSize(width: max(1, bounds.width / 2 - BarRow.margin), height: max(1, bounds.height))
        left = BarRow(lefts, tint: tintColor, attributes: appearance.titleAttributes, room: room)
        right = BarRow(item.rightBarButtonItems ?? [], tint: tintColor, attributes: appearance.titleAttributes, room: room)
        if let view = item.titleView {
            titleShown = view
        } else {
            var attributes: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: BarRow.fontSize, weight: .semibold),
                .foregroundColor: barStyle == .black ? UIColor.white : UIColor.label,
            ]
            attributes.merge(appearance.titleTextAttributes.isEmpty ? titleTextAttributes ?? [:] : appearance.titleTextAttributes) { $1 }
            titleLabel.styledText = StyledText(item.title ?? "", attributes)
            titleLabel.textAlignment = .center
            titleLabel.lineBreakMode = .byTruncatingTail
            titleShown = titleLabel
        }
        shown = [left, right].compactMap { $0?.parts.compactMap(\.view) }.flatMap { $0 }
        backdrop.add(shown + [titleShown].compactMap { $0 }, to: self)
    }

    private func backButton(_ back: UINavigationItem, _ appearance: UINavigationBarAppearance) -> UIBarButtonItem {
        let word = back.backBarButtonItem?.title ?? back.backButtonTitle ?? back.title ?? "Back"
        let item = UIBarButtonItem(title: word, style: .plain, target: nil, action: nil)
        let arrow = UIImage(
            systemName: "chevron.backward", withConfiguration: UIImage.SymbolConfiguration(pointSize: BarRow.fontSize, weight: .semibold))
        item.image = appearance.backIndicatorImage ?? backIndicatorImage ?? arrow
        item.showsImageBesideTitle = true
        item.accessibilityLabel = word.isEmpty ? "Back" : word
        item.tintColor = back.backBarButtonItem?.tintColor
        item.handler = { [weak self] in
            guard let self else { return }
            if let own = back.backBarButtonItem, own.action != nil || own.primaryAction != nil { return own.perform() }
            if let goBack { goBack() } else { popItem(animated: true) }
        }
        return item
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if isStale { rebuild() }
        let scale = traitCollection.usableScale
        backdrop.layOutAtTop(of: self)
        sendSubviewToBack(backdrop.ground)
        let middle = bounds.midY
        left?.place(from: BarRow.margin, to: bounds.width, middle: middle, gap: 12, fromTheRight: false)
        right?.place(from: 0, to: bounds.width - BarRow.margin, middle: middle, gap: 12, fromTheRight: true)
        guard let title = titleShown else { return }
        let leftEdge = left?.parts.compactMap { $0.view?.frame.maxX }.max().map { $0 + 8 } ?? BarRow.margin
        let rightEdge = right?.parts.compactMap { $0.view?.frame.minX }.min().map { $0 - 8 } ?? bounds.width - BarRow.margin
        let room = max(0, rightEdge - leftEdge)
        var size = title.sizeThatFits(CGSize(width: room, height: bounds.height))
        if title !== titleLabel, size == .zero || !title.translatesAutoresizingMaskIntoConstraints {
            size = title.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
        size = CGSize(width: min(size.width, room), height: min(size.height, bounds.height))
        // Center the title in the bar where it fits, otherwise between the buttons.
        let x = min(max(bounds.midX - size.width / 2, leftEdge), max(leftEdge, rightEdge - size.width))
        title.frame = CGRect(
            x: (x * scale).rounded() / scale, y: ((middle + titleShift - size.height / 2) * scale).rounded() / scale,
            width: size.width, height: size.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: Self.height) }
}

extension UIBarPositioningDelegate {
    /// Returns no certain position.
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}
