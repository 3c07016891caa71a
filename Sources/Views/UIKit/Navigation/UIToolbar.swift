import QuartzCore

/// A bar of buttons, 44 points high.
@preconcurrency @MainActor open class UIToolbar: UIView {
    /// The standard height in points.
    static let height: CGFloat = 44

    private let backdrop = BarBackground(UIView())
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
        backdrop.add(to: self)
        follow(standardAppearance, nil)
    }

    /// The buttons and the spaces between them.
    open var items: [UIBarButtonItem]? { didSet { refresh() } }
    /// Replaces the items, without animation.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
    /// The color of the bar.
    open var barTintColor: UIColor? { didSet { refresh() } }
    /// The style of the bar. `black` makes it black if no other color is set; `default` uses the system background color.
    open var barStyle = UIBarStyle.default { didSet { refresh() } }
    /// A Boolean value that indicates whether content shows through; true by default. Stored, without effect: toolbars are opaque.
    open var isTranslucent = true
    /// The standard appearance of the bar. Its background and line colors apply once one of its properties is set, the background color
    /// only if `barTintColor` is nil. Its images don't show.
    open var standardAppearance = UIToolbarAppearance() { didSet { follow(standardAppearance, oldValue) } }
    /// The appearance for content that is scrolled to the bar's edge; nil by default. Stored, without effect: the bar uses its standard
    /// appearance, and reports one diagnostic where the two differ.
    open var scrollEdgeAppearance: UIToolbarAppearance? { didSet { refresh() } }
    /// The appearance for a compact height; nil, the default, uses `standardAppearance`. The bar's height remains 44 points.
    open var compactAppearance: UIToolbarAppearance? { didSet { follow(compactAppearance, oldValue) } }

    private func follow(_ appearance: UIBarAppearance?, _ old: UIBarAppearance?) {
        UIBarAppearance.follow(appearance, insteadOf: old) { [weak self] in self?.refresh() }
    }
    private var background: UIImage?
    /// Sets an image that fills the bar's background in place of its color; nil removes it. One image serves all positions and metrics.
    open func setBackgroundImage(_ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics) {
        background = backgroundImage
        refresh()
    }
    /// Removes the line at the edge for an image at most one point wide, such as an empty one. Any other image, and nil, leaves the plain
    /// line: images don't show there.
    open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {
        backdrop.line.isHidden = shadowImage?.hidesBarLine ?? false
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
            backdrop.add(new.parts.compactMap(\.view), to: self)
            row = new
            let isCompact = traitCollection.verticalSizeClass == .compact
            let appearance = (isCompact ? compactAppearance : nil) ?? standardAppearance
            UIBarAppearance.reportScrollEdge(scrollEdgeAppearance, shown: appearance, "UIToolbar")
            backdrop.ground.layer.contents = background?.cgImage
            backdrop.show(appearance, barStyle, tint: barTintColor, hasImage: background != nil)
        }
        backdrop.layOutAtBottom(of: self)
        row?.place(from: BarRow.margin, to: bounds.width - BarRow.margin, middle: bounds.midY, gap: 8, fromTheRight: false)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: Self.height) }
}
