import QuartzCore

/// A row of a list in a collection view, with its background, separators and accessories. See ``UICollectionLayoutListConfiguration``.
@preconcurrency @MainActor open class UICollectionViewListCell: UICollectionViewCell {
    /// The views of the visible accessories, in order, with what they show.
    private var shown: [(accessory: UICellAccessory, view: UIView)] = []
    private let ground = UIView(), topLine = UIView(), bottomLine = UIView()
    private var place: ListPlace?
    private var guide: UILayoutGuide?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        startList()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        startList()
    }

    private func startList() {
        ground.isUserInteractionEnabled = false
        insertSubview(ground, at: 0)
        for line in [topLine, bottomLine] {
            line.isUserInteractionEnabled = false
            line.isHidden = true
            addSubview(line)
        }
    }

    /// The parts beside the content.
    open var accessories: [UICellAccessory] = [] { didSet { showAccessories() } }
    /// The indentation of the content, in steps of `indentationWidth`; 0 by default.
    open var indentationLevel = 0 { didSet { setNeedsLayout() } }
    /// The width of an indentation step in points; 10 by default.
    open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }
    /// A Boolean value that indicates whether accessories at the leading edge are indented, too; true by default.
    open var indentsAccessories = true { didSet { setNeedsLayout() } }
    /// The guide of the separators: constraints of its leading and trailing edges place them.
    open var separatorLayoutGuide: UILayoutGuide {
        if let guide { return guide }
        let made = UILayoutGuide()
        addLayoutGuide(made)
        guide = made
        setNeedsLayout()
        return made
    }

    /// Returns the content of a row in the list, or of its header or footer.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        guard let place else { return .cell() }
        switch (place.role, place.appearance) {
        case (.header, .grouped), (.header, .insetGrouped): return .groupedHeader()
        case (.header, .sidebar), (.header, .sidebarPlain): return .sidebarHeader()
        case (.header, _): return .plainHeader()
        case (.footer, .grouped), (.footer, .insetGrouped): return .groupedFooter()
        case (.footer, _): return .plainFooter()
        case (_, .sidebar), (_, .sidebarPlain): return .sidebarCell()
        default: return .cell()
        }
    }

    open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
        var made = UIBackgroundConfiguration.clear()
        made.backgroundColor = automaticColor
        return made
    }

    // MARK: Place

    override func take(_ place: ListPlace?) {
        guard self.place !== place else { return }
        self.place = place
        showGround()
        setNeedsLayout()
    }

    private var automaticColor: UIColor? {
        guard let place, place.role == .row else { return nil }
        if automaticallyUpdatesBackgroundConfiguration, isSelected || isHighlighted { return .systemGray4 }
        return place.appearance.row
    }

    override func showConfiguredBackground() { showGround() }
    override func stateChanged() { showGround() }

    private func showGround() {
        let own = backgroundConfiguration
        ground.backgroundColor = own == nil ? automaticColor : own?.backgroundColor
        ground.layer.borderColor = own?.strokeColor?.cgColor
        ground.layer.borderWidth = own?.strokeWidth ?? 0
        let corners = place?.corners ?? []
        ground.layer.cornerRadius = corners.isEmpty ? own?.cornerRadius ?? 0 : 10
        ground.layer.maskedCorners =
            corners.isEmpty ? [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner] : corners
    }

    // MARK: Accessories

    private var collection: UICollectionView? {
        var view = superview
        while let one = view, !(one is UICollectionView) { view = one.superview }
        return view as? UICollectionView
    }
    private var isEditingList: Bool { collection?.isEditing ?? false }

    private func toggleOutline() {
        guard let collection, let path = collection.indexPath(for: self) else { return }
        (collection.dataSource as? any OutlineSource)?.toggleOutline(at: path)
        UIView.animate(withDuration: 0.3) { self.turnArrow() }
    }

    /// Turns the arrow down while the row's outline is open.
    private func turnArrow() {
        guard let arrow = shown.first(where: { $0.accessory.accessoryType == .outlineDisclosure })?.view, let collection,
            let path = collection.indexPath(for: self), let source = collection.dataSource as? any OutlineSource
        else { return }
        let turn = source.isOutlineOpen(at: path) ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
        if arrow.transform != turn { arrow.transform = turn }
    }

    private var editsShown = false

    private func showAccessories() {
        for (accessory, view) in shown where view.superview === self {
            if case .customView = accessory.accessoryType, accessories.contains(where: { $0.accessoryType == accessory.accessoryType }) {
                continue
            }
            view.removeFromSuperview()
        }
        editsShown = isEditingList
        var leading: [UICellAccessory] = [], trailing: [UICellAccessory] = []
        for accessory in accessories where accessory.isShown(isEditing: editsShown) {
            if accessory.isLeading {
                leading.insert(accessory, at: accessory.index(among: leading))
            } else {
                trailing.insert(accessory, at: accessory.index(among: trailing))
            }
        }
        shown = (leading + trailing).map { ($0, $0.makeView { [weak self] in self?.toggleOutline() }) }
        for (_, view) in shown where view.superview !== self { addSubview(view) }
        setNeedsLayout()
    }

    private static let margin: CGFloat = 16, gap: CGFloat = 10

    private func size(of view: UIView, _ accessory: UICellAccessory) -> CGSize {
        if accessory.keepsSize { return view.bounds.size }
        let fitting = view.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
        let wanted = view.intrinsicContentSize
        let width = wanted.width >= 0 ? wanted.width : fitting.width, height = wanted.height >= 0 ? wanted.height : fitting.height
        return width > 0 && width.isFinite && height > 0 && height.isFinite ? CGSize(width: width, height: height) : view.bounds.size
    }

    /// Returns the edges of the content for a width, and places the accessories.
    private func edges(width: CGFloat, placing: Bool) -> (left: CGFloat, right: CGFloat) {
        let indent = max(0, CGFloat(indentationLevel)) * indentationWidth
        var left = indentsAccessories ? indent : 0, right = width
        var hasLeading = false, hasTrailing = false
        func put(_ view: UIView, _ size: CGSize, middle: CGFloat) {
            guard placing else { return }
            // The center and the size, because an open outline's arrow is turned.
            view.bounds.size = size
            view.center = CGPoint(
                x: (middle - size.width / 2).rounded() + size.width / 2,
                y: ((bounds.height - size.height) / 2).rounded() + size.height / 2)
        }
        for (accessory, view) in shown where accessory.isLeading {
            let size = size(of: view, accessory), room = accessory.room(for: size.width)
            left += hasLeading ? Self.gap : Self.margin
            hasLeading = true
            put(view, size, middle: left + room / 2)
            left += room
        }
        for (accessory, view) in shown.reversed() where !accessory.isLeading {
            let size = size(of: view, accessory), room = accessory.room(for: size.width)
            right -= hasTrailing ? Self.gap : Self.margin
            hasTrailing = true
            put(view, size, middle: right - room / 2)
            right -= room
        }
        if !indentsAccessories { left += indent }
        return (min(left, right), right)
    }

    // MARK: Layout

    open override func layoutSubviews() {
        if editsShown != isEditingList { showAccessories() }
        super.layoutSubviews()
        let edges = edges(width: bounds.width, placing: true)
        contentView.frame = CGRect(x: edges.left, y: 0, width: max(0, edges.right - edges.left), height: bounds.height)
        ground.frame = bounds
        turnArrow()
        showLines(from: edges.left)
    }

    /// Places the separators: from the guide, if the program constrains it, or else from the text on.
    private func showLines(from left: CGFloat) {
        let thickness = 1 / traitCollection.usableScale
        var start = left + Self.margin, end = bounds.width
        if let content = contentView as? UIListContentView { start = left + content.textStart }
        if let frame = guide?.layoutFrame, frame.width > 0 { (start, end) = (frame.minX, frame.maxX) }
        func show(_ line: UIView, _ isShown: Bool, _ insets: NSDirectionalEdgeInsets?, _ y: CGFloat, isOuter: Bool) {
            line.isHidden = !isShown
            guard isShown else { return }
            let automatic = CGFloat.greatestFiniteMagnitude
            var from = isOuter ? 0 : start, to = isOuter ? bounds.width : end
            if let leading = insets?.leading, leading != automatic { from = leading }
            if let trailing = insets?.trailing, trailing != automatic { to = bounds.width - trailing }
            line.backgroundColor = place?.separators?.color
            line.frame = CGRect(x: from, y: y, width: max(0, to - from), height: thickness)
            bringSubviewToFront(line)
        }
        let endsGroup = place?.appearance == .grouped
        show(topLine, place?.showsTopLine ?? false, place?.separators?.topSeparatorInsets, 0, isOuter: endsGroup && place?.isFirst == true)
        show(
            bottomLine, place?.showsBottomLine ?? false, place?.separators?.bottomSeparatorInsets, bounds.height - thickness,
            isOuter: endsGroup && place?.isLast == true)
    }

    /// Returns the size for a width: that of the content in the room that accessories leave. Rows with the list's content are at least 44
    /// points high.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        if editsShown != isEditingList { showAccessories() }
        let width = targetSize.width > 0 ? targetSize.width : bounds.width
        let edges = edges(width: width, placing: false), inner = max(0, edges.right - edges.left)
        var height: CGFloat
        if let content = contentView as? UIListContentView {
            height = content.sizeThatFits(CGSize(width: inner, height: 0)).height
            if place?.role != .header && place?.role != .footer { height = max(44, height) }
        } else if contentView.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) {
            height =
                contentView.systemLayoutSizeFitting(
                    CGSize(width: inner, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
                ).height
        } else {
            height = contentView is any UIContentView ? contentView.sizeThatFits(CGSize(width: inner, height: 0)).height : 0
        }
        // A row without content has the height that the layout estimates.
        if height <= 0 || !height.isFinite { height = 44 }
        return CGSize(width: width, height: height)
    }
}
