import QuartzCore

/// The base class of reusable views in a collection view.
@preconcurrency @MainActor open class UICollectionReusableView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Called with the element's place in a list; nil in other layouts.
    func take(_ place: ListPlace?) {}

    /// The name under which the view is kept in the reuse pool.
    final var poolName: String?
    /// The attributes that the layout applied last.
    final var applied = AppliedLook()
    /// The alpha of a view that an update has faded out, before.
    private var fadedAlpha: CGFloat?

    /// Makes the view transparent, until the next attributes apply.
    final func fadeOut() {
        if fadedAlpha == nil { fadedAlpha = alpha }
        alpha = 0
    }

    /// Restores the alpha of a view that was faded out.
    final func endFade() {
        guard let fadedAlpha else { return }
        self.fadedAlpha = nil
        alpha = fadedAlpha
    }

    /// Restores the alpha of a view that has left, faded out or with its final attributes.
    final func endLeaving() {
        endFade()
        guard applied.alpha != 1 else { return }
        alpha = 1
        applied.alpha = 1
    }

    /// The reuse identifier.
    open internal(set) var reuseIdentifier: String?
    /// Called before the view is reused. Does nothing unless overridden.
    open func prepareForReuse() {}
    /// Called with the layout attributes that apply to the view.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
    /// Returns attributes with the view's preferred size. Called when the view becomes visible and the layout estimates its width or
    /// height. In other cases the layout's size is final. By default the constraints of the content determine the size along the estimated
    /// axes, or `sizeThatFits(_:)` if there are none.
    open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        let axes = layoutAttributes.estimated
        guard !axes.isEmpty, let fitting = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else { return layoutAttributes }
        let size = systemLayoutSizeFitting(
            CGSize(width: axes.contains(.width) ? 0 : fitting.size.width, height: axes.contains(.height) ? 0 : fitting.size.height),
            withHorizontalFittingPriority: axes.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: axes.contains(.height) ? .fittingSizeLevel : .required)
        if axes.contains(.width), size.width > 0, size.width.isFinite { fitting.size.width = size.width }
        if axes.contains(.height), size.height > 0, size.height.isFinite { fitting.size.height = size.height }
        return fitting
    }

    /// Returns the size that the constraints of the subviews require, or `sizeThatFits(_:)` if there are none.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { fitting(self, targetSize, horizontalFittingPriority, verticalFittingPriority) }

    /// Returns the size that the constraints in a view require, or this view's `sizeThatFits(_:)` if there are none.
    final func fitting(_ view: UIView, _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) -> CGSize {
        guard view.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) else {
            return sizeThatFits(
                CGSize(width: target.width > 0 ? target.width : bounds.width, height: target.height > 0 ? target.height : bounds.height))
        }
        if view === self {
            return super.systemLayoutSizeFitting(target, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
        }
        return view.systemLayoutSizeFitting(target, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
    }
    /// Would be called before the collection view changes its layout. Not called in Agate.
    open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
    /// Would be called after the collection view changed its layout. Not called in Agate.
    open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
}

/// The view of an item in a collection view.
@preconcurrency @MainActor open class UICollectionViewCell: UICollectionReusableView {
    private var content = UIView()
    private var configured = ConfiguredContent()
    private var needsConfiguration = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if coder is NSKeyedUnarchiver, coder.containsValue(forKey: Self.contentKey),
            let archived = coder.decodeObject(forKey: Self.contentKey) as? UIView, archived.superview === self
        {
            content = archived
        } else {
            start()
        }
    }

    private static let contentKey = "UIContentView"

    /// Encodes the cell with its contents. Its backgrounds are archived as its subviews.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(content, forKey: Self.contentKey)
    }

    private func start() {
        content.frame = bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(content)
    }

    /// The view for subviews.
    open var contentView: UIView { content }

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        layoutIfNeeded()
        return fitting(content, targetSize, horizontalFittingPriority, verticalFittingPriority)
    }
    /// A Boolean value that indicates whether the cell is selected.
    open var isSelected = false { didSet { showState() } }
    /// A Boolean value that indicates whether a touch is on the cell.
    open var isHighlighted = false { didSet { showState() } }
    /// The view behind the content.
    open var backgroundView: UIView? { didSet { replace(oldValue, backgroundView) } }
    /// The view behind the content while the cell is selected or highlighted.
    open var selectedBackgroundView: UIView? { didSet { replace(oldValue, selectedBackgroundView) } }
    /// The content as a value, whose view becomes `contentView`; nil, the default, for a plain view.
    open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContent() } }
    /// A Boolean value that indicates whether the content is updated for each state; true by default.
    open var automaticallyUpdatesContentConfiguration = true
    /// A Boolean value that indicates whether the background is updated for each state; true by default.
    open var automaticallyUpdatesBackgroundConfiguration = true
    /// A closure that updates the configurations for a state. Called after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: (@MainActor (UICollectionViewCell, UICellConfigurationState) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    /// The state of the cell.
    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        (state.isSelected, state.isHighlighted) = (isSelected, isHighlighted)
        return state
    }
    /// Makes the configurations update before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsConfiguration = true
        setNeedsLayout()
    }
    /// Updates the configurations for a state. Does nothing unless overridden; programs call `setNeedsUpdateConfiguration()`.
    open func updateConfiguration(using state: UICellConfigurationState) {}
    /// Returns the background of a cell: empty.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { .clear() }

    private func updateConfiguration() {
        needsConfiguration = false
        let state = configurationState
        if automaticallyUpdatesContentConfiguration { showContent() }
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
    }

    private func showContent() {
        guard configured.show(contentConfiguration?.updated(for: configurationState)) else { return }
        let new = configured.view ?? UIView()
        new.frame = content.frame
        new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(new, aboveSubview: content)
        content.removeFromSuperview()
        content = new
    }

    open override func layoutSubviews() {
        if needsConfiguration { updateConfiguration() }
        super.layoutSubviews()
    }

    /// The background configuration. Its color is assigned to the cell's `backgroundColor`, and its other properties are only stored. Nil,
    /// the default, leaves `backgroundColor` unchanged.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { showConfiguredBackground() }
    }

    /// Shows the background configuration.
    func showConfiguredBackground() { if let color = backgroundConfiguration?.backgroundColor { backgroundColor = color } }
    /// Called when the cell is selected or highlighted, or no longer.
    func stateChanged() {}

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        guard let new else { return }
        new.frame = bounds
        new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(new, belowSubview: content)
        showState()
    }

    private func showState() {
        selectedBackgroundView?.isHidden = !(isSelected || isHighlighted)
        stateChanged()
        if configured.view != nil || configurationUpdateHandler != nil || overridesUpdate { setNeedsUpdateConfiguration() }
    }

    /// True if a subclass updates configurations.
    private var overridesUpdate: Bool { type(of: self) != UICollectionViewCell.self }

    /// Called before the cell is reused. Resets selection and highlighting. Overrides must call `super`.
    open override func prepareForReuse() {
        super.prepareForReuse()
        (isSelected, isHighlighted) = (false, false)
    }
}
