import AgateDiagnostics
import CoreText
import QuartzCore

/// Where a bar stands and how it goes into the room above. Every method may be left out.
@preconcurrency @MainActor public protocol UIBarPositioningDelegate: NSObjectProtocol {}

/// Hears of a bar's items. Every method may be left out.
@preconcurrency @MainActor public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
    /// Whether `pushItem(_:animated:)` puts the item on top. Not asked for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
    /// `pushItem(_:animated:)` put the item on top. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
    /// Whether the way back, or `popItem(animated:)`, takes the item away. Not asked for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
    /// The way back, or `popItem(animated:)`, took the item away. Not called for the items of a navigation controller.
    func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
    /// True.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
    /// True.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// A bar with a title, buttons, and a way back: 44 points high. Titles are small; `prefersLargeTitles` says once that it has no effect.
@preconcurrency @MainActor open class UINavigationBar: UIView {
    private let line = UIView(), ground = UIImageView(), titleLabel = UILabel()
    private var shown: [UIView] = []
    private var left: BarRow?, right: BarRow?
    private var titleShown: UIView?
    private var isStale = true
    private var isReported = false
    /// What the way back does in a navigation controller.
    final var goBack: (() -> Void)?

    /// A bar with a place in its superview.
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
        titleLabel.textAlignment = .center
        follow(standardAppearance)
    }

    /// Hears of its items; not kept.
    open weak var delegate: (any UINavigationBarDelegate)?
    /// The items, the one that shows last.
    open var items: [UINavigationItem]? {
        get { stack }
        set {
            stack = newValue ?? []
            refresh()
        }
    }
    private var stack: [UINavigationItem] = []
    /// The item that shows.
    open var topItem: UINavigationItem? { stack.last }
    /// The item that the way back leads to.
    open var backItem: UINavigationItem? { stack.dropLast().last }

    /// Puts an item on top.
    open func pushItem(_ item: UINavigationItem, animated: Bool) {
        guard delegate?.navigationBar(self, shouldPush: item) ?? true else { return }
        stack.append(item)
        refresh()
        delegate?.navigationBar(self, didPush: item)
    }
    /// Takes the item on top away.
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

    // MARK: Look

    /// The colour of the bar; nil takes the standard one.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// Light or dark.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// Whether content shows through, or stands below it; true at first.
    open var isTranslucent = true { didSet { if isTranslucent != oldValue { refresh() } } }
    /// How titles are written.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { refresh() } }
    /// How large titles are written; kept.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    /// Whether titles are large. They are not: one diagnostic says so.
    open var prefersLargeTitles = false {
        didSet {
            if prefersLargeTitles {
                Diagnostic.reportOnce(
                    "navigation.large-titles", key: "", "large titles are not supported; navigation bars show standard titles")
            }
        }
    }
    /// An image of the line at the edge; an empty one takes the line away.
    open var shadowImage: UIImage? { didSet { refresh() } }
    /// The sign of the way back, drawn in the tint; nil, the default, is an arrow. The appearance's comes first.
    open var backIndicatorImage: UIImage? { didSet { refresh() } }
    /// The mask of the sign in transitions; nil by default. Kept: titles do not slide under the sign.
    open var backIndicatorTransitionMaskImage: UIImage?
    private var background: UIImage?
    /// An image behind the bar, stretched to fill it, in place of its colour; nil takes it away. There is one for all metrics.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        background = backgroundImage
        refresh()
    }
    /// The same as `setBackgroundImage(_:for:)`: the position does not count.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics) {
        setBackgroundImage(backgroundImage, for: barMetrics)
    }
    /// The image behind the bar; nil by default. There is one for all metrics.
    open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { background }
    /// Moves the title down, by points; 0 at first. There is one number for all metrics.
    open func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
        titleShift = adjustment.isFinite ? adjustment : 0
        setNeedsLayout()
    }
    /// How far the title is moved down, in points. There is one number for all metrics.
    open func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat { titleShift }
    private var titleShift: CGFloat = 0
    /// How it looks.
    open var standardAppearance = UINavigationBarAppearance() { didSet { follow(standardAppearance) } }
    /// How the bar would look where content is scrolled to its edge. Kept: it looks as `standardAppearance` says, and one diagnostic says
    /// so where the two differ.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { refresh() } }
    /// How the bar looks where the room down is compact; nil, the default, takes `standardAppearance`. The bar is 44 points high there,
    /// too.
    open var compactAppearance: UINavigationBarAppearance? { didSet { refresh() } }
    /// How the bar would look where the room down is compact and content is scrolled to its edge. Kept, as `scrollEdgeAppearance`.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance? { didSet { refresh() } }

    private func follow(_ appearance: UINavigationBarAppearance) {
        appearance.onChange = { [weak self] in self?.refresh() }
        refresh()
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        refresh()
    }

    // MARK: What shows

    /// Shows its items anew, at the next layout.
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
        let hasEmptyLine = shadowImage.map { $0.size.width <= 1 } ?? false
        ground.image = background ?? appearance.backgroundImage
        let standard: UIColor = barStyle == .black ? .black : .systemBackground
        ground.backgroundColor = ground.image != nil ? nil : barTintColor ?? (appearance.isSet ? appearance.backgroundColor : standard)
        line.backgroundColor = hasEmptyLine ? nil : appearance.isSet ? appearance.shadowColor : .separator
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
        let room = CGSize(width: max(1, bounds.width / 2 - 16), height: max(1, bounds.height))
        left = BarRow(lefts, tint: tintColor, attributes: appearance.titleAttributes, room: room)
        right = BarRow(item.rightBarButtonItems ?? [], tint: tintColor, attributes: appearance.titleAttributes, room: room)
        if let view = item.titleView {
            titleShown = view
        } else {
            var attributes: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: 17, weight: .semibold),
                .foregroundColor: barStyle == .black ? UIColor.white : UIColor.label,
            ]
            attributes.merge(appearance.titleTextAttributes.isEmpty ? titleTextAttributes ?? [:] : appearance.titleTextAttributes) { $1 }
            titleLabel.styledText = StyledText(item.title ?? "", attributes)
            titleLabel.textAlignment = .center
            titleLabel.lineBreakMode = .byTruncatingTail
            titleShown = titleLabel
        }
        shown = [left, right].compactMap { $0?.parts.compactMap(\.view) }.flatMap { $0 }
        for view in shown { addSubview(view) }
        if let titleShown { addSubview(titleShown) }
    }

    private func backButton(_ back: UINavigationItem, _ appearance: UINavigationBarAppearance) -> UIBarButtonItem {
        let word = back.backBarButtonItem?.title ?? back.backButtonTitle ?? back.title ?? "Back"
        let item = UIBarButtonItem(title: word, style: .plain, target: nil, action: nil)
        let arrow = UIImage(
            systemName: "chevron.backward", withConfiguration: UIImage.SymbolConfiguration(pointSize: 17, weight: .semibold))
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
        // The bar's own colour reaches up to the edge of the screen.
        let above = safeAreaInsets.top
        ground.frame = CGRect(x: 0, y: -above, width: bounds.width, height: bounds.height + above)
        line.frame = CGRect(x: 0, y: bounds.height, width: bounds.width, height: 1 / scale)
        sendSubviewToBack(ground)
        let middle = bounds.midY
        left?.place(from: 16, to: bounds.width, middle: middle, gap: 12, fromTheRight: false)
        right?.place(from: 0, to: bounds.width - 16, middle: middle, gap: 12, fromTheRight: true)
        guard let title = titleShown else { return }
        let leftEdge = left?.parts.compactMap { $0.view?.frame.maxX }.max().map { $0 + 8 } ?? 16
        let rightEdge = right?.parts.compactMap { $0.view?.frame.minX }.min().map { $0 - 8 } ?? bounds.width - 16
        let room = max(0, rightEdge - leftEdge)
        var size = title.sizeThatFits(CGSize(width: room, height: bounds.height))
        if title !== titleLabel, size == .zero || !title.translatesAutoresizingMaskIntoConstraints {
            size = title.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
        size = CGSize(width: min(size.width, room), height: min(size.height, bounds.height))
        // In the middle of the bar where it can be, else between the buttons.
        let x = min(max(bounds.midX - size.width / 2, leftEdge), max(leftEdge, rightEdge - size.width))
        title.frame = CGRect(
            x: (x * scale).rounded() / scale, y: ((middle + titleShift - size.height / 2) * scale).rounded() / scale,
            width: size.width, height: size.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 44) }
}

/// A bar of buttons, 44 points high.
@preconcurrency @MainActor open class UIToolbar: UIView {
    private let line = UIView(), ground = UIView()
    private var row: BarRow?
    private var isStale = true

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
        addSubview(ground)
        addSubview(line)
        follow(standardAppearance, nil)
    }

    /// The buttons and the room between them.
    open var items: [UIBarButtonItem]? { didSet { refresh() } }
    /// Replaces the items, without animation.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
    /// The colour of the bar.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// `black` is black where no other colour was set; `default` is the background's colour.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// Whether content shows through; true by default. Kept, without effect: toolbars are opaque.
    open var isTranslucent = true
    /// How the bar looks. Its colours of background and line count once something of it was set, the background's only where `barTintColor`
    /// is nil. Its images don't show.
    open var standardAppearance = UIToolbarAppearance() { didSet { follow(standardAppearance, oldValue) } }
    /// How the bar would look where content is scrolled to its edge; nil by default. Kept: it has its standard look, and one diagnostic
    /// says so where the two differ.
    open var scrollEdgeAppearance: UIToolbarAppearance? { didSet { refresh() } }
    /// How the bar looks where the room down is compact; nil, the default, takes `standardAppearance`. The bar is 44 points high there,
    /// too.
    open var compactAppearance: UIToolbarAppearance? { didSet { follow(compactAppearance, oldValue) } }

    private func follow(_ appearance: UIBarAppearance?, _ old: UIBarAppearance?) {
        if old !== appearance { old?.onChange = nil }
        appearance?.onChange = { [weak self] in self?.refresh() }
        refresh()
    }
    private var background: UIImage?
    /// An image behind the bar, stretched to fill it, in place of its colour; nil takes it away. There is one for all positions and
    /// metrics.
    open func setBackgroundImage(_ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics) {
        background = backgroundImage
        refresh()
    }
    /// An image at most one point wide, as an empty one, takes away the line at the edge. Any other, and nil, leaves the plain line: images
    /// do not show there.
    open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {
        line.isHidden = shadowImage.map { $0.size.width <= 1 } ?? false
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        refresh()
    }

    private func refresh() {
        isStale = true
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if isStale {
            isStale = false
            for view in row?.parts.compactMap(\.view) ?? [] { view.removeFromSuperview() }
            for item in items ?? [] { item.onChange = { [weak self] in self?.refresh() } }
            let new = BarRow(items ?? [], tint: tintColor, room: CGSize(width: bounds.width, height: bounds.height))
            for view in new.parts.compactMap(\.view) { addSubview(view) }
            row = new
            let standard: UIColor? = barStyle == .black ? .black : .systemBackground
            let isCompact = traitCollection.verticalSizeClass == .compact
            let appearance = (isCompact ? compactAppearance : nil) ?? standardAppearance
            UIBarAppearance.reportScrollEdge(scrollEdgeAppearance, shown: appearance, "UIToolbar")
            ground.backgroundColor =
                background != nil ? nil : barTintColor ?? (appearance.isSet ? appearance.backgroundColor : standard)
            ground.layer.contents = background?.cgImage
            line.backgroundColor = appearance.isSet ? appearance.shadowColor : .separator
        }
        ground.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height + safeAreaInsets.bottom)
        line.frame = CGRect(x: 0, y: -1 / traitCollection.usableScale, width: bounds.width, height: 1 / traitCollection.usableScale)
        row?.place(from: 16, to: bounds.width - 16, middle: bounds.midY, gap: 8, fromTheRight: false)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 44) }
}
