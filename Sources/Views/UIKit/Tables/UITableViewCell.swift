import QuartzCore

/// One row of a table.
@preconcurrency @MainActor open class UITableViewCell: UIView, UIGestureRecognizerDelegate {
    /// The style of the lines between rows.
    public enum SeparatorStyle: Int, Sendable { case none, singleLine, singleLineEtched }
    /// The labels of a cell and their arrangement.
    public enum CellStyle: Int, Sendable {
        /// A title.
        case `default`
        /// A title, and a text at the right.
        case value1
        /// A short title in the tint color, and a text beside it.
        case value2
        /// A title, and a smaller text below.
        case subtitle
    }
    /// The background of a selected cell.
    public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
    /// The accessory at the right of a cell.
    public enum AccessoryType: Int, Sendable { case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton }
    /// The editing control of a row. Without effect: rows show no editing controls.
    public enum EditingStyle: Int, Sendable { case none, delete, insert }
    /// The focus style of a cell. Without effect.
    public enum FocusStyle: Int, Sendable { case `default`, custom }

    private let style: CellStyle
    /// The identifier by which cells are reused.
    open var reuseIdentifier: String? { identifier }
    private let identifier: String?
    private let content = UIView()
    private let title = UILabel(), detail = UILabel(), picture = UIImageView(), sign = UIImageView(), secondSign = UIImageView()
    private let ground = UIView(), line = UIView()
    // The values that the cell or its table have given to properties of the program's; see `setStandard`.
    private var hidesPicture = true, hidesTitle = true, hidesDetail = true
    private var cornerRadius: CGFloat = 0, clips = false
    private var corners: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
    final var path: IndexPath?
    final weak var table: UITableView?

    /// The style and identifier of the next cell that a table creates from a registered class.
    static var pending: (style: CellStyle, identifier: String?) = (.default, nil)

    /// Creates a cell with a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        (self.style, identifier) = (style, reuseIdentifier)
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: Self.minimumHeight))
        start()
    }

    /// Creates the cell of a registered class. Called by the table.
    public convenience override init(frame: CGRect) { self.init(style: Self.pending.style, reuseIdentifier: Self.pending.identifier) }

    public required init?(coder: NSCoder) {
        (style, identifier) = (.default, Self.pending.identifier)
        super.init(coder: coder)
        start()
    }

    /// The background that the program has set; until then, that of the table's style.
    open override var backgroundColor: UIColor? { didSet { hasOwnBackground = true } }
    private var hasOwnBackground = false

    /// The frame that the table set last.
    final private(set) var givenFrame: CGRect?

    /// Takes a frame that the table sets.
    final func take(_ frame: CGRect) {
        givenFrame = frame
        self.frame = frame
    }

    /// Takes the default background of the style of a table.
    final func takeBackground(of style: UITableView.Style) {
        guard !hasOwnBackground else { return }
        super.backgroundColor = style == .plain ? .systemBackground : .secondarySystemGroupedBackground
    }

    private func start() {
        takeBackground(of: .plain)
        clipsToBounds = false
        for view in [ground, content, line] { addSubview(view) }
        ground.isHidden = true
        ground.isUserInteractionEnabled = false
        ground.backgroundColor = .systemGray4
        line.isUserInteractionEnabled = false
        line.backgroundColor = .separator
        for view in [picture, title, detail] {
            view.isHidden = true
            content.addSubview(view)
        }
        title.font = .systemFont(ofSize: style == .value2 ? 12 : 17)
        detail.font = .systemFont(ofSize: style == .subtitle ? 12 : style == .value2 ? 15 : 17)
        if style == .value1 { detail.textColor = .secondaryLabel }
        if style == .value2 { title.textColor = tintColor }
        picture.contentMode = .scaleAspectFit
        for view in [sign, secondSign] {
            view.isHidden = true
            addSubview(view)
        }
        content.frame = bounds
        content.layoutMargins = UIEdgeInsets(top: 11, left: Self.margin, bottom: 11, right: Self.margin)
        // The safe area of the sides is 0 on Linux, and a row that is under a bar doesn't change its height.
        content.insetsLayoutMarginsFromSafeArea = false
    }

    // MARK: Content

    /// The view for the program's content, which covers all but the accessory.
    open var contentView: UIView { configured.view ?? content }
    private var configured = ConfiguredContent()
    /// The label of the title. Like the other content views, it is visible once it has content.
    open var textLabel: UILabel? { title }
    /// The label of the secondary text; nil for the default style.
    open var detailTextLabel: UILabel? { style == .default ? nil : detail }
    /// The image view at the left.
    open var imageView: UIImageView? { picture }
    /// The view behind all other content.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
        }
    }
    /// The view behind the content of a selected cell; nil uses a gray view.
    open var selectedBackgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            endFade()
            showState(animated: false)
        }
    }
    /// The view behind a selected cell if several may be selected; nil by default. Stored, without effect: `selectedBackgroundView` shows
    /// there too. Setting it reports one diagnostic.
    open var multipleSelectionBackgroundView: UIView? {
        didSet {
            KeptProperty.report(
                "UITableViewCell.multipleSelectionBackgroundView", multipleSelectionBackgroundView != nil, "selectedBackgroundView is shown"
            )
        }
    }
    /// The content as a value; nil leaves the labels as they are.
    open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContent() } }

    /// Shows a list content in the labels, and any other in its own view, which becomes `contentView`.
    private func showContent() {
        let current = contentConfiguration?.updated(for: configurationState), list = current as? UIListContentConfiguration
        list?.show(in: self)
        if configured.show(list == nil ? current : nil), let view = configured.view {
            view.frame = content.frame
            insertSubview(view, aboveSubview: content)
        }
        content.isHidden = configured.view != nil
        setNeedsLayout()
    }

    /// A Boolean value that indicates whether the content is updated for each state; true by default.
    open var automaticallyUpdatesContentConfiguration = true
    /// A Boolean value that indicates whether the background is updated for each state; true by default.
    open var automaticallyUpdatesBackgroundConfiguration = true
    /// A closure that updates the configurations for a state. Called after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: (@MainActor (UITableViewCell, UICellConfigurationState) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    private var needsConfiguration = false
    /// The state of the cell.
    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        (state.isSelected, state.isHighlighted, state.isEditing) = (isSelected, isHighlighted, isEditing)
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
        if automaticallyUpdatesContentConfiguration, configured.view != nil { showContent() }
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
    }
    /// Returns the initial content configuration for the cell's style.
    open func defaultContentConfiguration() -> UIListContentConfiguration { style == .subtitle ? .subtitleCell() : .cell() }
    /// The background as a value.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { if let color = backgroundConfiguration?.backgroundColor { backgroundColor = color } }
    }

    /// The type of the accessory at the right.
    open var accessoryType = AccessoryType.none { didSet { setNeedsLayout() } }
    /// The accessory view at the right, shown in place of `accessoryType`.
    open var accessoryView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let accessoryView { addSubview(accessoryView) }
            setNeedsLayout()
        }
    }
    /// The type of the accessory while the table is edited; `none` by default. Stored, without effect: `accessoryType` applies. Setting it
    /// reports one diagnostic.
    open var editingAccessoryType = AccessoryType.none {
        didSet {
            KeptProperty.report(
                "UITableViewCell.editingAccessoryType", editingAccessoryType != .none,
                "accessoryType is also used while the table is editing")
        }
    }
    /// The accessory view while the table is edited; nil by default. Stored, without effect: `accessoryView` applies. Setting it reports
    /// one diagnostic.
    open var editingAccessoryView: UIView? {
        didSet {
            KeptProperty.report(
                "UITableViewCell.editingAccessoryView", editingAccessoryView != nil, "accessoryView is also used while the table is editing"
            )
        }
    }
    /// The indentation of the content, in steps of `indentationWidth`.
    open var indentationLevel = 0 { didSet { setNeedsLayout() } }
    /// The width of an indentation step in points; 10 by default.
    open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }
    /// The insets of the line below the cell; by default the table's. Where neither is set, the line begins below the text.
    open var separatorInset: UIEdgeInsets {
        get { ownInset ?? table?.ownSeparatorInset(textStart) ?? UIEdgeInsets(top: 0, left: textStart, bottom: 0, right: 0) }
        set {
            ownInset = newValue
            setNeedsLayout()
        }
    }
    private var ownInset: UIEdgeInsets?
    /// A Boolean value that indicates whether a reorder control shows while the table is edited; false by default. Stored, without effect:
    /// rows show none. Setting it reports one diagnostic.
    open var showsReorderControl = false {
        didSet { KeptProperty.report("UITableViewCell.showsReorderControl", showsReorderControl, "rows show no reorder control") }
    }
    /// A Boolean value that indicates whether the content is indented for editing controls; true by default. Stored, without effect: there
    /// are none.
    open var shouldIndentWhileEditing = true
    /// The focus style of the cell; `default` by default. Stored, without effect: there is no focus engine on Agate.
    open var focusStyle = FocusStyle.default
    /// The editing control of the cell: always `none`, since rows show none.
    open internal(set) var editingStyle = EditingStyle.none
    /// A Boolean value that indicates whether the cell is in editing mode; false by default. The table doesn't set it in its own editing
    /// mode, and it doesn't change the cell's look.
    open var isEditing = false
    /// Sets `isEditing`, without animation.
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    // MARK: State

    /// The style of the background while the cell is selected.
    open var selectionStyle = SelectionStyle.default { didSet { showState(animated: false) } }
    /// A Boolean value that indicates whether the cell is selected.
    open var isSelected: Bool {
        get { selected }
        set { setSelected(newValue, animated: false) }
    }
    /// A Boolean value that indicates whether the cell is highlighted by a touch.
    open var isHighlighted: Bool {
        get { highlighted }
        set { setHighlighted(newValue, animated: false) }
    }
    private var selected = false, highlighted = false

    /// Sets `isSelected`, optionally with animation.
    open func setSelected(_ selected: Bool, animated: Bool) {
        self.selected = selected
        showState(animated: animated)
    }
    /// Sets `isHighlighted`, optionally with animation.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        self.highlighted = highlighted
        showState(animated: animated)
    }

    private func showState(animated: Bool) {
        if configured.view != nil || configurationUpdateHandler != nil || type(of: self) != UITableViewCell.self {
            setNeedsUpdateConfiguration()
        }
        let isOn = (selected || highlighted) && selectionStyle != .none
        let view = selectedBackgroundView ?? ground
        if view !== ground { ground.isHidden = true }
        if isOn {
            view.frame = bounds
            if view.superview !== self { insertSubview(view, belowSubview: content) }
            view.isHidden = false
            endFade()
        } else if animated, !view.isHidden, window != nil {
            if faded == nil { fadeOut(view) }
        } else {
            view.isHidden = true
            endFade()
        }
        for label in [title, detail] { label.isHighlighted = isOn }
        picture.isHighlighted = isOn
    }

    /// The selected background that fades out, with its alpha before.
    private var faded: (view: UIView, alpha: CGFloat)?

    private func fadeOut(_ view: UIView) {
        faded = (view, view.alpha)
        UIView.animate(withDuration: 0.3) {
            view.alpha = 0
        } completion: { [weak self] _ in
            guard let self, !(self.selected || self.highlighted) else { return }
            view.isHidden = true
            endFade()
        }
    }

    private func endFade() {
        guard let (view, alpha) = faded else { return }
        faded = nil
        view.alpha = alpha
    }

    /// Prepares the cell for reuse: it is no longer selected or highlighted. Overrides must call super.
    open func prepareForReuse() {
        setHighlighted(false, animated: false)
        setSelected(false, animated: false)
        ground.isHidden = true
        layer.removeAllAnimations()
    }

    /// Called before the cell shows or hides editing controls. Does nothing unless overridden. Not called on Agate: there are no such
    /// controls.
    open func willTransition(to state: StateMask) {}
    /// Called after the cell showed or hid editing controls. Does nothing unless overridden. Not called on Agate: there are no such
    /// controls.
    open func didTransition(to state: StateMask) {}
    /// The visible editing controls.
    public struct StateMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A control for inserting or deleting is visible at the left. No cell is in this state on Agate.
        public static let showingEditControl = StateMask(rawValue: 1)
        /// The button that confirms a deletion is visible at the right. No cell is in this state on Agate.
        public static let showingDeleteConfirmation = StateMask(rawValue: 2)
    }

    // MARK: Layout

    open override func layoutSubviews() {
        if needsConfiguration { updateConfiguration() }
        super.layoutSubviews()
        let scale = traitCollection.usableScale
        backgroundView?.frame = bounds
        for view in [ground, selectedBackgroundView] { view?.frame = bounds }
        var right = bounds.width
        if let accessoryView {
            let size = accessoryView.bounds.size == .zero ? accessoryView.sizeThatFits(bounds.size) : accessoryView.bounds.size
            accessoryView.frame = CGRect(
                x: right - Self.margin - size.width, y: ((bounds.height - size.height) / 2).rounded(), width: size.width,
                height: size.height)
            right = accessoryView.frame.minX - 8
            (sign.isHidden, secondSign.isHidden) = (true, true)
        } else {
            right = placeSign(right)
        }
        let left = CGFloat(indentationLevel) * indentationWidth
        content.frame = CGRect(x: left, y: 0, width: max(0, right - left), height: bounds.height)
        configured.view?.frame = content.frame
        layOutLabels()
        layOutLines(1 / scale)
    }

    /// Positions the line below the cell, and that above the first one of a group. The lines around a group have the table's width; an
    /// inset group has none, because its card ends with its corners.
    private func layOutLines(_ height: CGFloat) {
        let isGroup = table?.style == .grouped, isCard = table?.style == .insetGrouped
        let inset = isGroup && isLastRow ? .zero : separatorInset
        line.frame = CGRect(
            x: inset.left, y: bounds.height - height, width: max(0, bounds.width - inset.left - inset.right), height: height)
        let hasLines = (table?.separatorStyle ?? .singleLine) != .none
        line.isHidden = !hasLines || isCard && isLastRow
        line.backgroundColor = table?.separatorColor ?? .separator
        guard hasLines, isGroup, isFirstRow else {
            upperLine?.isHidden = true
            return
        }
        let upper = upperLine ?? UIView()
        if upperLine == nil {
            upper.isUserInteractionEnabled = false
            addSubview(upper)
            upperLine = upper
        }
        upper.isHidden = false
        upper.backgroundColor = line.backgroundColor
        upper.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
    }
    private var upperLine: UIView?
    private var isFirstRow = false, isLastRow = false

    /// Takes over whether the cell shows the first or last row of a section.
    final func takeEnds(_ isFirst: Bool, _ isLast: Bool) {
        guard isFirst != isFirstRow || isLast != isLastRow else { return }
        (isFirstRow, isLastRow) = (isFirst, isLast)
        setNeedsLayout()
    }

    /// The left edge of the text, in the cell's coordinates.
    private var textStart: CGFloat {
        var start = Self.margin + CGFloat(indentationLevel) * indentationWidth
        if picture.image != nil, configured.view == nil { start += pictureSize.width + Self.margin }
        return start
    }

    /// The size of the picture, which is scaled down to the height of the cell.
    private var pictureSize: CGSize {
        guard let own = picture.image?.size, own.height > 0 else { return .zero }
        let height = max(0, min(own.height, bounds.height - 2))
        return CGSize(width: (own.width * height / own.height).rounded(), height: height)
    }

    /// Positions the signs of the accessory type, from the right. Returns the right edge of the remaining space.
    private func placeSign(_ right: CGFloat) -> CGFloat {
        let names: [String] =
            switch accessoryType {
            case .none: []
            case .checkmark: ["checkmark"]
            case .detailButton: ["info.circle"]
            case .detailDisclosureButton: ["chevron.forward", "info.circle"]
            default: ["chevron.forward"]
            }
        var right = right - Self.margin
        for (index, view) in [sign, secondSign].enumerated() {
            view.isHidden = index >= names.count
            guard index < names.count else { continue }
            let isArrow = names[index] == "chevron.forward"
            view.image = UIImage(
                systemName: names[index],
                withConfiguration: UIImage.SymbolConfiguration(pointSize: isArrow ? 12 : 17, weight: isArrow ? .bold : .medium))
            view.tintColor = isArrow ? .tertiaryLabel : tintColor
            let size = view.image?.size ?? .zero
            view.frame = CGRect(
                x: right - size.width, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
            right = view.frame.minX - 8
        }
        return names.isEmpty ? right + Self.margin : right
    }

    /// Returns whether a point of the cell is on the detail button, in an area at least 44 points wide.
    final func isDetail(_ point: CGPoint) -> Bool {
        guard accessoryView == nil else { return false }
        let view: UIImageView
        switch accessoryType {
        case .detailButton: view = sign
        case .detailDisclosureButton: view = secondSign
        default: return false
        }
        let side = max(0, 44 - view.frame.width) / 2
        return bounds.contains(point) && view.frame.minX - side <= point.x && point.x <= view.frame.maxX + side
    }

    /// Rounds corners of the cell, at an end of an inset group, unless the program has set them.
    final func round(_ rounded: CACornerMask) {
        cornerRadius = setStandard(rounded.isEmpty ? 0 : 10, \.layer.cornerRadius, last: cornerRadius)
        corners = setStandard(rounded, \.layer.maskedCorners, last: corners)
        clips = setStandard(!rounded.isEmpty, \.clipsToBounds, last: clips)
    }

    /// The horizontal margin of the standard content, in points.
    static let margin: CGFloat = 16
    /// The insets of the line between rows without images, in points.
    static let standardSeparatorInset = UIEdgeInsets(top: 0, left: margin, bottom: 0, right: 0)
    /// The minimum height of rows with automatic height, in points.
    static let minimumHeight: CGFloat = 44

    private func layOutLabels() {
        let hasPicture = picture.image != nil, hasDetail = style != .default && !(detail.text ?? "").isEmpty
        hidesPicture = picture.setStandard(!hasPicture, \.isHidden, last: hidesPicture)
        hidesTitle = title.setStandard((title.text ?? "").isEmpty, \.isHidden, last: hidesTitle)
        hidesDetail = detail.setStandard(!hasDetail, \.isHidden, last: hidesDetail)
        let size = content.bounds.size
        var left = Self.margin
        if hasPicture {
            let own = pictureSize
            picture.frame = CGRect(x: left, y: ((size.height - own.height) / 2).rounded(), width: own.width, height: own.height)
            left = picture.frame.maxX + Self.margin
        }
        let room = max(0, size.width - left - (accessoryType == .none && accessoryView == nil ? Self.margin : 0))
        let titleSize = title.sizeThatFits(CGSize(width: room, height: size.height)),
            detailSize = detail.sizeThatFits(CGSize(width: room, height: size.height))
        func middle(_ height: CGFloat) -> CGFloat { ((size.height - height) / 2).rounded() }
        switch style {
        case .subtitle where hasDetail:
            let gap: CGFloat = 2, all = titleSize.height + gap + detailSize.height
            title.frame = CGRect(x: left, y: middle(all), width: min(room, titleSize.width), height: titleSize.height)
            detail.frame = CGRect(x: left, y: title.frame.maxY + gap, width: min(room, detailSize.width), height: detailSize.height)
        case .value1 where hasDetail:
            let width = min(detailSize.width, room)
            detail.frame = CGRect(x: left + room - width, y: middle(detailSize.height), width: width, height: detailSize.height)
            title.frame = CGRect(
                x: left, y: middle(titleSize.height), width: max(0, min(titleSize.width, room - width - 8)), height: titleSize.height)
        case .value2 where hasDetail:
            title.textAlignment = .right
            title.frame = CGRect(x: left, y: middle(titleSize.height), width: 91, height: titleSize.height)
            detail.frame = CGRect(x: left + 97, y: middle(detailSize.height), width: max(0, room - 97), height: detailSize.height)
        default:
            let height = min(max(titleSize.height, 0), size.height)
            title.frame = CGRect(x: left, y: middle(height), width: room, height: height)
        }
    }

    /// Returns the height of the labels, at least 44 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let left = Self.margin + (picture.image.map { $0.size.width + Self.margin } ?? 0)
        let room = CGSize(width: max(0, size.width - left - Self.margin), height: 0)
        let first = title.sizeThatFits(room).height,
            second = style == .subtitle && !(detail.text ?? "").isEmpty ? detail.sizeThatFits(room).height + 2 : 0
        return CGSize(width: size.width, height: max(Self.minimumHeight, (first + second + 22).rounded(.up)))
    }

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        // The accessory isn't part of the content.
        layoutIfNeeded()
        let rest = bounds.width - content.bounds.width
        content.bounds.size.width = max(0, targetSize.width - rest)
        let inner = contentView
        let hasConstraints = inner.subviews.contains { !$0.translatesAutoresizingMaskIntoConstraints }
        if !hasConstraints, let view = configured.view {
            let height = view.sizeThatFits(CGSize(width: max(0, targetSize.width - rest), height: 0)).height
            return CGSize(width: targetSize.width, height: height + 1 / traitCollection.usableScale)
        }
        guard hasConstraints else { return sizeThatFits(targetSize) }
        let fitting = inner.systemLayoutSizeFitting(
            CGSize(width: max(0, targetSize.width - rest), height: targetSize.height),
            withHorizontalFittingPriority: horizontalFittingPriority,
            verticalFittingPriority: verticalFittingPriority
        )
        // The line below the cell takes one pixel.
        return CGSize(width: targetSize.width, height: fitting.height + 1 / traitCollection.usableScale)
    }
}
