import QuartzCore

/// A control that performs an action when it is tapped. Its title and image can be set separately for each state.
///
/// If a ``Configuration`` is set, titles and images by state apply only to what the configuration leaves nil.
@preconcurrency @MainActor open class UIButton: UIControl {
    /// The type of a button.
    public enum ButtonType: Int, Sendable {
        /// A button without a predefined appearance.
        case custom = 0
        /// A button whose title has the tint color and fades while highlighted.
        case system = 1
        /// A button that shows a symbol in the tint color and has the symbol's size: an i in a circle, or a plus sign for `contactAdd`.
        case detailDisclosure, infoLight, infoDark, contactAdd
        /// A button that shows a cross in a gray circle and has the symbol's size.
        case close = 7

        fileprivate var symbol: String? {
            switch self {
            case .custom, .system: nil
            case .detailDisclosure, .infoLight, .infoDark: "info.circle"
            case .contactAdd: "plus.circle"
            case .close: "xmark.circle.fill"
            }
        }

        /// An alias of `system`.
        public static let roundedRect = ButtonType.system
    }

    /// The appearance that is set for one state.
    struct Look {
        var title: String?
        var attributedTitle: NSAttributedString?
        var color: UIColor?
        var shadowColor: UIColor?
        var image: UIImage?
        var background: UIImage?
    }

    private(set) final var looks: [UInt: Look] = [:]
    private let label = UILabel()
    private let picture = UIImageView()
    /// The activity indicator in place of the picture, while a configuration asks for it.
    private var indicator: UIActivityIndicatorView?
    private let ground = UIImageView()
    private let subtitle = UILabel()
    private var type = ButtonType.custom
    // The values that the button has given to properties of views that the program can reach; see `setStandard`.
    private var titleAlpha: CGFloat = 1, imageAlpha: CGFloat = 1
    private var hidesTitle = true, hidesImage = true, hidesSubtitle = true

    /// Creates a button without content.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates a button without content. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// Creates a button of a type.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        type = buttonType
        if type == .system { label.font = .systemFont(ofSize: 15) }
        if let symbol = type.symbol {
            if type == .close { tintColor = .systemGray }
            setImage(UIImage(systemName: symbol), for: .normal)
        }
        refresh()
        if type.symbol != nil { sizeToFit() }
    }

    /// Creates a button of a type, with the title, image and handler of an action.
    public convenience init(type buttonType: ButtonType, primaryAction: UIAction?) {
        self.init(type: buttonType)
        take(primaryAction)
    }

    /// Creates a button with a configuration and an action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        self.configuration = configuration
        take(primaryAction)
        // Property observers don't run in initializers.
        refresh()
        sizeToFit()
    }

    private func take(_ action: UIAction?) {
        guard let action else { return }
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
        addAction(action, for: .primaryActionTriggered)
    }

    private func start() {
        isOpaque = false
        for view in [ground, picture, label, subtitle] {
            view.isUserInteractionEnabled = false
            view.isHidden = true
            addSubview(view)
        }
        label.font = .systemFont(ofSize: 18)
        label.lineBreakMode = .byTruncatingMiddle
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    // MARK: Content by state

    /// The type of the button.
    open var buttonType: ButtonType { type }

    private func set(_ state: State, _ change: (inout Look) -> Void) {
        change(&looks[state.rawValue, default: Look()])
        refresh()
    }

    /// Sets the title for a state. If nil, the title of the normal state is used.
    open func setTitle(_ title: String?, for state: State) { set(state) { $0.title = title } }
    /// Sets the color of the title for a state.
    open func setTitleColor(_ color: UIColor?, for state: State) { set(state) { $0.color = color } }
    /// Sets the color of the title's shadow for a state.
    open func setTitleShadowColor(_ color: UIColor?, for state: State) { set(state) { $0.shadowColor = color } }
    /// Sets the image for a state.
    open func setImage(_ image: UIImage?, for state: State) { set(state) { $0.image = image } }
    /// Sets the background image for a state.
    open func setBackgroundImage(_ image: UIImage?, for state: State) { set(state) { $0.background = image } }
    /// Sets the attributed title for a state. It takes precedence over the plain title.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { set(state) { $0.attributedTitle = title } }

    private func look<Value>(_ path: KeyPath<Look, Value?>, _ state: State) -> Value? {
        looks[state.rawValue].flatMap { $0[keyPath: path] } ?? looks[0].flatMap { $0[keyPath: path] }
    }

    /// Returns the title for a state.
    open func title(for state: State) -> String? { look(\.title, state) }
    /// Returns the color of the title for a state. If none is set, the color is white, or the tint color for a system button.
    open func titleColor(for state: State) -> UIColor? { look(\.color, state) ?? standardColor }
    /// Returns the color of the title's shadow for a state.
    open func titleShadowColor(for state: State) -> UIColor? { look(\.shadowColor, state) }
    /// Returns the image for a state.
    open func image(for state: State) -> UIImage? { look(\.image, state) }
    /// Returns the background image for a state.
    open func backgroundImage(for state: State) -> UIImage? { look(\.background, state) }
    /// Returns the attributed title for a state.
    open func attributedTitle(for state: State) -> NSAttributedString? { look(\.attributedTitle, state) }

    /// The title for the current state.
    open var currentTitle: String? { title(for: state) }
    /// The color of the title for the current state.
    open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
    /// The color of the title's shadow for the current state.
    open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
    /// The image for the current state.
    open var currentImage: UIImage? { image(for: state) }
    /// The background image for the current state.
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
    /// The attributed title for the current state.
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }

    private var standardColor: UIColor {
        if type == .custom { return .white }
        return isEnabled ? tintColor : .tertiaryLabel
    }

    /// The view that shows the title. Clients may set its font and line properties, but the button sets its text.
    open var titleLabel: UILabel? { label }
    /// The view that shows the image.
    open var imageView: UIImageView? { picture }
    /// The view that shows the subtitle of a configuration.
    open var subtitleLabel: UILabel? { subtitle }

    // MARK: Insets

    /// The insets around title and image together.
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// The insets that move the edges of the title.
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// The insets that move the edges of the image.
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// A Boolean value that indicates whether a custom button's image becomes darker while highlighted. The default is true.
    open var adjustsImageWhenHighlighted = true { didSet { refresh() } }
    /// A Boolean value that indicates whether a custom button's image becomes lighter while disabled. The default is true.
    open var adjustsImageWhenDisabled = true { didSet { refresh() } }
    /// A Boolean value that indicates whether the title's shadow is reversed while highlighted. Stored without effect. Setting it reports
    /// one diagnostic.
    open var reversesTitleShadowWhenHighlighted = false {
        didSet {
            KeptProperty.report(
                "UIButton.reversesTitleShadowWhenHighlighted", reversesTitleShadowWhenHighlighted, "title shadows do not change")
        }
    }
    /// Stored without effect. Setting it reports one diagnostic.
    open var showsTouchWhenHighlighted = false {
        didSet {
            KeptProperty.report("UIButton.showsTouchWhenHighlighted", showsTouchWhenHighlighted, "buttons do not glow under a finger")
        }
    }
    /// A Boolean value that indicates whether a tap shows the menu. Menus aren't shown: the first tap on such a button reports a
    /// diagnostic.
    open var showsMenuAsPrimaryAction = false
    /// The menu. See ``showsMenuAsPrimaryAction``.
    open var menu: UIMenu?
    /// Stored without effect: the chosen element of a menu isn't shown. Setting it reports one diagnostic.
    open var changesSelectionAsPrimaryAction = false {
        didSet {
            KeptProperty.report(
                "UIButton.changesSelectionAsPrimaryAction", changesSelectionAsPrimaryAction,
                "a tap does not change the selection or the title")
        }
    }

    private func roomChanged() {
        setNeedsLayout()
        if !isMeasured { invalidateIntrinsicContentSize() }
    }

    // MARK: Configuration

    /// The button's appearance as a single value. The default is nil.
    open var configuration: Configuration? {
        didSet {
            // Without a configuration, the image has the button's tint color.
            if configuration == nil, oldValue != nil {
                picture.tintColor = nil
                (label.numberOfLines, label.lineBreakMode) = (1, .byTruncatingMiddle)
            }
            refresh()
        }
    }
    /// The closure that updates the configuration after a change of the state. Called after `updateConfiguration()`.
    open var configurationUpdateHandler: (@MainActor (UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    /// A Boolean value that indicates whether the configuration's colors follow the state automatically. The default is true. Otherwise
    /// they are those of the normal state, until the configuration changes.
    open var automaticallyUpdatesConfiguration = true {
        didSet { if automaticallyUpdatesConfiguration != oldValue { refresh() } }
    }
    private var needsUpdate = false, isUpdating = false
    /// True while the intrinsic content size is computed, so that the changes of an update are part of the result.
    private var isMeasured = false

    /// Requests an update of the configuration. Several requests result in one update, at the next layout or measurement of the button.
    /// Also called after each change of the state.
    open func setNeedsUpdateConfiguration() {
        guard !isUpdating else { return }
        needsUpdate = true
        roomChanged()
    }

    /// Updates the configuration for the current state. Does nothing unless overridden. Called at the next layout after
    /// `setNeedsUpdateConfiguration()`; programs call that method.
    open func updateConfiguration() {}

    private func updateIfNeeded() {
        guard needsUpdate, !isUpdating else { return }
        (needsUpdate, isUpdating) = (false, true)
        updateConfiguration()
        configurationUpdateHandler?(self)
        isUpdating = false
    }

    // MARK: Display

    override func stateChanged() {
        refresh()
        setNeedsUpdateConfiguration()
    }

    private func refresh() {
        defer { roomChanged() }
        showIndicator(configuration?.showsActivityIndicator ?? false)
        if let configuration { return show(configuration) }
        hidesSubtitle = subtitle.setStandard(true, \.isHidden, last: hidesSubtitle)
        let attributed = currentAttributedTitle
        if let attributed {
            label.styledText = StyledText(attributed)
        } else {
            label.text = currentTitle
            label.textColor = currentTitleColor
            label.shadowColor = currentTitleShadowColor
        }
        let isFaded = type == .system && isHighlighted && looks[State.highlighted.rawValue]?.color == nil
        showTitle((attributed?.string ?? currentTitle ?? "").isEmpty, isFaded ? 0.2 : 1)
        let ownImage = looks[state.rawValue]?.image != nil
        let isDimmed =
            isHighlighted && adjustsImageWhenHighlighted && !ownImage && type != .system
            || !isEnabled && adjustsImageWhenDisabled && !ownImage
        show(currentImage, isDimmed ? 0.5 : isFaded ? 0.2 : 1)
        ground.image = currentBackgroundImage
        ground.isHidden = ground.image == nil
        ground.backgroundColor = nil
        ground.layer.cornerRadius = 0
        ground.layer.borderWidth = 0
    }

    /// Shows an image. A system button shows automatic images as templates in its tint color.
    private func show(_ image: UIImage?, _ alpha: CGFloat) {
        let isShape = type == .system && image?.renderingMode == .automatic
        picture.image = isShape ? image?.withRenderingMode(.alwaysTemplate) : image
        hidesImage = picture.setStandard(image == nil, \.isHidden, last: hidesImage)
        imageAlpha = picture.setStandard(alpha, \.alpha, last: imageAlpha)
    }

    private func showIndicator(_ isShown: Bool) {
        guard isShown != (indicator != nil) else { return }
        indicator?.removeFromSuperview()
        indicator = isShown ? UIActivityIndicatorView(style: .medium) : nil
        guard let indicator else { return }
        addSubview(indicator)
        indicator.startAnimating()
    }

    private func showTitle(_ isHidden: Bool, _ alpha: CGFloat) {
        hidesTitle = label.setStandard(isHidden, \.isHidden, last: hidesTitle)
        titleAlpha = label.setStandard(alpha, \.alpha, last: titleAlpha)
    }

    private func show(_ configuration: Configuration) {
        let colors = configuration.colors(tint: tintColor, state: automaticallyUpdatesConfiguration ? state : .normal)
        // A colour of the state that was set applies unless the configuration has one.
        let color = (configuration.baseForegroundColor == nil ? look(\.color, state) : nil) ?? colors.foreground
        if let attributed = currentAttributedTitle, configuration.title == nil, configuration.attributedTitle == nil {
            label.styledText = StyledText(attributed)
        } else if let styled = configuration.styledTitle(currentTitle, color) {
            label.styledText = StyledText(styled)
        } else {
            label.text = configuration.title ?? currentTitle
            label.font = configuration.titleFont
            label.textColor = color
        }
        showTitle((label.text ?? "").isEmpty, 1)
        label.textAlignment = configuration.titleAlignment.text
        label.breakLines(configuration.titleLineBreakMode)
        if let styled = configuration.styledSubtitle(colors.foreground) {
            subtitle.styledText = StyledText(styled)
        } else {
            subtitle.text = configuration.subtitle
            subtitle.font = configuration.subtitleFont
            subtitle.textColor = colors.foreground
        }
        subtitle.breakLines(configuration.subtitleLineBreakMode)
        subtitle.textAlignment = configuration.titleAlignment.text
        hidesSubtitle = subtitle.setStandard((subtitle.text ?? "").isEmpty, \.isHidden, last: hidesSubtitle)
        picture.tintColor = colors.foreground
        indicator?.color = colors.foreground
        show(indicator == nil ? configuration.image ?? currentImage : nil, 1)
        let background = configuration.background
        ground.image = background.image ?? currentBackgroundImage
        ground.backgroundColor = colors.background
        ground.layer.borderWidth = background.strokeWidth
        ground.layer.borderColor = background.strokeColor?.cgColor
        ground.isHidden = false
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        refresh()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        refresh()
        setNeedsUpdateConfiguration()
    }

    // MARK: Layout

    /// Returns the rectangle of the background image.
    open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }
    /// Returns the rectangle of title and image together.
    open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: insets) }
    /// Returns the rectangle of the title in the content's rectangle.
    open func titleRect(forContentRect contentRect: CGRect) -> CGRect { layout(contentRect.width).places(in: contentRect).title }
    /// Returns the rectangle of the image in the content's rectangle.
    open func imageRect(forContentRect contentRect: CGRect) -> CGRect { layout(contentRect.width).places(in: contentRect).image }

    private var insets: UIEdgeInsets {
        guard let configuration else { return contentEdgeInsets }
        let own = configuration.contentInsets
        return UIEdgeInsets(top: own.top, left: own.leading, bottom: own.bottom, right: own.trailing)
    }

    /// Returns the layout of the content in a width, at which the texts wrap if they may have several lines; nil for any width.
    private func layout(_ width: CGFloat?) -> ButtonLayout {
        var layout = ButtonLayout()
        layout.image = indicator?.intrinsicContentSize ?? (picture.isHidden ? .zero : picture.image?.size ?? .zero)
        (layout.titleInsets, layout.imageInsets) = (titleEdgeInsets, imageEdgeInsets)
        (layout.across, layout.down) = (contentHorizontalAlignment, contentVerticalAlignment)
        layout.scale = traitCollection.usableScale
        if let configuration {
            (layout.placement, layout.imagePadding, layout.titlePadding) = (
                configuration.imagePlacement, configuration.imagePadding, configuration.titlePadding
            )
            layout.alignment = configuration.titleAlignment
        }
        let room = CGSize(width: width.map { max(1, layout.textWidth($0)) } ?? 0, height: 0)
        layout.title = label.isHidden ? .zero : label.sizeThatFits(room)
        layout.subtitle = subtitle.isHidden ? .zero : subtitle.sizeThatFits(room)
        return layout
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        updateIfNeeded()
        ground.frame = backgroundRect(forBounds: bounds)
        if let configuration { ground.layer.cornerRadius = configuration.cornerRadius(for: bounds.size) }
        ground.clipsToBounds = configuration != nil && ground.image != nil
        let content = contentRect(forBounds: bounds)
        label.frame = titleRect(forContentRect: content)
        picture.frame = imageRect(forContentRect: content)
        indicator?.frame = picture.frame
        subtitle.frame = layout(content.width).places(in: content).subtitle
    }

    open override var intrinsicContentSize: CGSize {
        // The constraint solver reads the size; an update must not invalidate it meanwhile.
        isMeasured = true
        updateIfNeeded()
        isMeasured = false
        let size = layout(nil).size, insets = insets
        var all = CGSize(width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
        if configuration == nil {
            let background = currentBackgroundImage?.size ?? .zero
            // A title has some margin above and below.
            if contentEdgeInsets == .zero, !label.isHidden { all.height += 12 }
            all = CGSize(width: max(all.width, background.width), height: max(all.height, background.height))
            if type == .system { all.width = max(all.width, 30) }
        }
        return all
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let own = intrinsicContentSize
        guard size.width > 0, size.width < own.width, let height = wrappedHeight(forWidth: size.width) else { return own }
        return CGSize(width: size.width, height: height)
    }

    /// The title of a configuration wraps in a button that is narrower than it.
    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? {
        guard configuration != nil else { return nil }
        return layout(width - insets.left - insets.right).size.height + insets.top + insets.bottom
    }

    override var firstBaseline: Baseline { .centered(label.font) }
    override var lastBaseline: Baseline { .centered(label.font) }

    // MARK: Touches

    override func tapped(_ event: UIEvent?) {
        if showsMenuAsPrimaryAction, menu != nil { UIMenu.refuse() }
        sendActions(for: .primaryActionTriggered)
    }

    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self || !gestureRecognizer.isPlainTap
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? label.text }
        set { super.accessibilityLabel = newValue }
    }
}

extension UILabel {
    /// Breaks text as a button's configuration says: a mode that wraps allows any number of lines, and one that truncates a single one.
    fileprivate func breakLines(_ mode: NSLineBreakMode) {
        let lines = mode == .byWordWrapping || mode == .byCharWrapping ? 0 : 1
        if lineBreakMode != mode { lineBreakMode = mode }
        if numberOfLines != lines { numberOfLines = lines }
    }
}
