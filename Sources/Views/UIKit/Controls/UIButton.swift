import QuartzCore

/// A control that does something when it is tapped: a title and an image, for each state its own where it is set.
///
/// Where a ``Configuration`` is set, it says what shows, and titles and images by state say it only where the configuration says nothing.
@preconcurrency @MainActor open class UIButton: UIControl {
    /// What kind of button.
    public enum ButtonType: Int, Sendable {
        /// Nothing is set.
        case custom = 0
        /// Its title has the tint colour, and fades while a finger is on it.
        case system = 1
        /// It shows a symbol in the tint colour and is as large as that: an i in a circle, or for `contactAdd` a plus sign.
        case detailDisclosure, infoLight, infoDark, contactAdd
        /// It shows a cross in a grey circle and is as large as that.
        case close = 7

        fileprivate var symbol: String? {
            switch self {
            case .custom, .system: nil
            case .detailDisclosure, .infoLight, .infoDark: "info.circle"
            case .contactAdd: "plus.circle"
            case .close: "xmark.circle.fill"
            }
        }

        /// Another name of `system`.
        public static let roundedRect = ButtonType.system
    }

    /// What is set for one state.
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
    private let ground = UIImageView()
    private let subtitle = UILabel()
    private var type = ButtonType.custom

    /// A button without anything set.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// A button without anything set; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// A button of a kind.
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

    /// A button of a kind, with the title, the image and the handler of an action.
    public convenience init(type buttonType: ButtonType, primaryAction: UIAction?) {
        self.init(type: buttonType)
        take(primaryAction)
    }

    /// A button of a configuration, with an action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        self.configuration = configuration
        take(primaryAction)
        // Observers are silent in initialisers.
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

    // MARK: By state

    /// Which kind.
    open var buttonType: ButtonType { type }

    private func set(_ state: State, _ change: (inout Look) -> Void) {
        change(&looks[state.rawValue, default: Look()])
        refresh()
    }

    /// Sets the title for a state; nil takes that of the normal one.
    open func setTitle(_ title: String?, for state: State) { set(state) { $0.title = title } }
    /// Sets the title's colour for a state.
    open func setTitleColor(_ color: UIColor?, for state: State) { set(state) { $0.color = color } }
    /// Sets the colour of the title's shadow for a state.
    open func setTitleShadowColor(_ color: UIColor?, for state: State) { set(state) { $0.shadowColor = color } }
    /// Sets the image for a state.
    open func setImage(_ image: UIImage?, for state: State) { set(state) { $0.image = image } }
    /// Sets the image behind everything for a state.
    open func setBackgroundImage(_ image: UIImage?, for state: State) { set(state) { $0.background = image } }
    /// Sets the title with its attributes for a state; it goes before the plain one.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { set(state) { $0.attributedTitle = title } }

    private func look<Value>(_ path: KeyPath<Look, Value?>, _ state: State) -> Value? {
        looks[state.rawValue].flatMap { $0[keyPath: path] } ?? looks[0].flatMap { $0[keyPath: path] }
    }

    /// The title of a state.
    open func title(for state: State) -> String? { look(\.title, state) }
    /// The title's colour of a state; white, or the tint of a system button, where none is set.
    open func titleColor(for state: State) -> UIColor? { look(\.color, state) ?? standardColor }
    /// The colour of the title's shadow of a state.
    open func titleShadowColor(for state: State) -> UIColor? { look(\.shadowColor, state) }
    /// The image of a state.
    open func image(for state: State) -> UIImage? { look(\.image, state) }
    /// The image behind everything of a state.
    open func backgroundImage(for state: State) -> UIImage? { look(\.background, state) }
    /// The title with its attributes of a state.
    open func attributedTitle(for state: State) -> NSAttributedString? { look(\.attributedTitle, state) }

    /// The title now.
    open var currentTitle: String? { title(for: state) }
    /// The title's colour now.
    open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
    /// The colour of the title's shadow now.
    open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
    /// The image now.
    open var currentImage: UIImage? { image(for: state) }
    /// The image behind everything now.
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
    /// The title with its attributes now.
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }

    private var standardColor: UIColor {
        if type == .custom { return .white }
        return isEnabled ? tintColor : .tertiaryLabel
    }

    /// The view that shows the title. Its font and its lines may be set, what it shows is the button's.
    open var titleLabel: UILabel? { label }
    /// The view that shows the image.
    open var imageView: UIImageView? { picture }
    /// The view that shows the subtitle of a configuration.
    open var subtitleLabel: UILabel? { subtitle }

    // MARK: Room

    /// Room around title and image together.
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// Moves the edges of the title.
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// Moves the edges of the image.
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
    /// Whether a custom button's image becomes darker under a finger; true at first.
    open var adjustsImageWhenHighlighted = true { didSet { refresh() } }
    /// Whether a custom button's image becomes lighter while it is off; true at first.
    open var adjustsImageWhenDisabled = true { didSet { refresh() } }
    /// Whether the title's shadow turns round under a finger. Kept, without effect.
    /// One diagnostic says so when it is set.
    open var reversesTitleShadowWhenHighlighted = false {
        didSet {
            KeptProperty.report(
                "UIButton.reversesTitleShadowWhenHighlighted", reversesTitleShadowWhenHighlighted, "title shadows do not change")
        }
    }
    /// Kept, without effect.
    /// One diagnostic says so when it is set.
    open var showsTouchWhenHighlighted = false {
        didSet {
            KeptProperty.report("UIButton.showsTouchWhenHighlighted", showsTouchWhenHighlighted, "buttons do not glow under a finger")
        }
    }
    /// Whether a tap shows the menu. Menus are not shown: a tap on such a button says so once.
    open var showsMenuAsPrimaryAction = false
    /// A menu; see ``showsMenuAsPrimaryAction``.
    open var menu: UIMenu?
    /// Kept: the chosen element of a menu is not shown.
    /// One diagnostic says so when it is set.
    open var changesSelectionAsPrimaryAction = false {
        didSet {
            KeptProperty.report(
                "UIButton.changesSelectionAsPrimaryAction", changesSelectionAsPrimaryAction,
                "a tap does not change the selection or the title")
        }
    }

    private func roomChanged() {
        setNeedsLayout()
        invalidateIntrinsicContentSize()
    }

    // MARK: Configuration

    /// What shows, all in one value; nil at first.
    open var configuration: Configuration? {
        didSet { refresh() }
    }
    /// Called to change the configuration when the state has changed.
    open var configurationUpdateHandler: (@MainActor (UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    /// Whether the configuration's colours follow the state by themselves; true at first.
    open var automaticallyUpdatesConfiguration = true
    private var isUpdating = false

    /// Asks for the handler.
    open func setNeedsUpdateConfiguration() {
        guard !isUpdating else { return }
        isUpdating = true
        updateConfiguration()
        isUpdating = false
        refresh()
    }

    /// Changes the configuration for the present state: calls the handler.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    // MARK: Showing

    override func stateChanged() { setNeedsUpdateConfiguration() }

    private func refresh() {
        defer { roomChanged() }
        if let configuration { return show(configuration) }
        layer.cornerRadius = 0
        subtitle.isHidden = true
        let attributed = currentAttributedTitle
        if let attributed {
            label.attributedText = attributed
        } else {
            label.text = currentTitle
            label.textColor = currentTitleColor
            label.shadowColor = currentTitleShadowColor
        }
        let isFaded = type == .system && isHighlighted && looks[State.highlighted.rawValue]?.color == nil
        label.alpha = isFaded ? 0.2 : 1
        label.isHidden = (attributed?.string ?? currentTitle ?? "").isEmpty
        show(currentImage)
        let ownImage = looks[state.rawValue]?.image != nil
        picture.alpha =
            isHighlighted && adjustsImageWhenHighlighted && !ownImage && type != .system
            ? 0.5
            : !isEnabled && adjustsImageWhenDisabled && !ownImage ? 0.5 : isFaded ? 0.2 : 1
        ground.image = currentBackgroundImage
        ground.isHidden = ground.image == nil
        ground.backgroundColor = nil
        ground.layer.cornerRadius = 0
        ground.layer.borderWidth = 0
    }

    /// A system button shows the shapes of images in its tint.
    private func show(_ image: UIImage?) {
        let isShape = type == .system && image?.renderingMode == .automatic
        picture.image = isShape ? image?.withRenderingMode(.alwaysTemplate) : image
        picture.isHidden = image == nil
    }

    private func show(_ configuration: Configuration) {
        let colors = configuration.colors(tint: tintColor, state: state)
        if let attributed = currentAttributedTitle, configuration.title == nil {
            label.attributedText = attributed
        } else {
            label.text = configuration.title ?? currentTitle
            label.font = configuration.titleFont
            label.textColor = colors.foreground
        }
        label.alpha = 1
        label.isHidden = (label.text ?? "").isEmpty
        label.textAlignment = configuration.titleAlignment.text
        subtitle.text = configuration.subtitle
        subtitle.font = configuration.subtitleFont
        subtitle.textColor = colors.foreground
        subtitle.textAlignment = configuration.titleAlignment.text
        subtitle.isHidden = (configuration.subtitle ?? "").isEmpty
        picture.tintColor = colors.foreground
        show(configuration.image ?? currentImage)
        picture.alpha = 1
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
    }

    // MARK: Layout

    /// Where the image behind everything stands.
    open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }
    /// Where title and image stand together.
    open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: insets) }
    /// Where the title stands in the content's rectangle.
    open func titleRect(forContentRect contentRect: CGRect) -> CGRect { layout.places(in: contentRect).title }
    /// Where the image stands in the content's rectangle.
    open func imageRect(forContentRect contentRect: CGRect) -> CGRect { layout.places(in: contentRect).image }

    private var insets: UIEdgeInsets {
        guard let configuration else { return contentEdgeInsets }
        let own = configuration.contentInsets
        return UIEdgeInsets(top: own.top, left: own.leading, bottom: own.bottom, right: own.trailing)
    }

    private var layout: ButtonLayout {
        var layout = ButtonLayout()
        layout.title = label.isHidden ? .zero : label.sizeThatFits(.zero)
        layout.subtitle = subtitle.isHidden ? .zero : subtitle.sizeThatFits(.zero)
        layout.image = picture.isHidden ? .zero : picture.image?.size ?? .zero
        (layout.titleInsets, layout.imageInsets) = (titleEdgeInsets, imageEdgeInsets)
        (layout.across, layout.down) = (contentHorizontalAlignment, contentVerticalAlignment)
        layout.scale = traitCollection.usableScale
        if let configuration {
            (layout.placement, layout.imagePadding, layout.titlePadding) = (
                configuration.imagePlacement, configuration.imagePadding, configuration.titlePadding
            )
            layout.alignment = configuration.titleAlignment
        }
        return layout
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        ground.frame = backgroundRect(forBounds: bounds)
        if let configuration { ground.layer.cornerRadius = configuration.cornerRadius(for: bounds.size) }
        ground.clipsToBounds = configuration != nil && ground.image != nil
        let content = contentRect(forBounds: bounds)
        label.frame = titleRect(forContentRect: content)
        picture.frame = imageRect(forContentRect: content)
        subtitle.frame = layout.places(in: content).subtitle
    }

    open override var intrinsicContentSize: CGSize {
        let size = layout.size, insets = insets
        var all = CGSize(width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
        if configuration == nil {
            let background = currentBackgroundImage?.size ?? .zero
            // A title has some air above and below.
            if contentEdgeInsets == .zero, !label.isHidden { all.height += 12 }
            all = CGSize(width: max(all.width, background.width), height: max(all.height, background.height))
            if type == .system { all.width = max(all.width, 30) }
        }
        return all
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

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
