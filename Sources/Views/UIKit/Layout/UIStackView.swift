import QuartzCore

/// Places views in a row or a column, by constraints that it makes itself. Hidden ones take no room.
@preconcurrency @MainActor open class UIStackView: UIView {
    /// How the views share the room along the axis.
    public enum Distribution: Int, Sendable {
        /// One of them, by its priorities, becomes larger or smaller to fill.
        case fill
        /// All are of one size.
        case fillEqually
        /// By the sizes of their contents.
        case fillProportionally
        /// Each as its content asks, with equal gaps.
        case equalSpacing
        /// Each as its content asks, with equal distances of their middles.
        case equalCentering
    }

    /// Where the views stand across the axis.
    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        /// At the upper edge, for a row: another name of `leading`.
        public static let top = Alignment.leading
        /// At the lower edge, for a row: another name of `trailing`.
        public static let bottom = Alignment.trailing
    }

    /// A gap that is taken from the stack.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// A gap of the system's: 8 points.
    public static let spacingUseSystem = CGFloat.leastNormalMagnitude

    private var arranged: [UIView] = []
    private var gaps: [ObjectIdentifier: CGFloat] = [:]
    private var own: [NSLayoutConstraint] = []
    private var spacers: [UILayoutGuide] = []
    private var isStale = false

    /// An empty row.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A row of an archive; the views of an archive stand in it.
    public required init(coder: NSCoder) {
        super.init(frame: .zero)
        decode(coder)
        for view in subviews { addArrangedSubview(view) }
    }

    /// A row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    // MARK: Views

    /// The views that it places, in their order.
    open var arrangedSubviews: [UIView] { arranged }

    /// Puts a view behind the others, and among the subviews.
    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arranged.count) }

    /// Puts a view at a place among those it places; it stays where it is among the subviews if it is one.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        // All of them are subviews.
        if view.superview === self { forget(view) }
        arranged.insert(view, at: min(max(stackIndex, 0), arranged.count))
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        rearrange()
    }

    private func forget(_ view: UIView) {
        if let index = arranged.firstIndex(where: { $0 === view }) { arranged.remove(at: index) }
    }

    /// No longer places a view; it stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        forget(view)
        gaps[ObjectIdentifier(view)] = nil
        rearrange()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        if arranged.contains(where: { $0 === subview }) { removeArrangedSubview(subview) }
    }

    /// One of them was hidden or shown.
    final func arrangedVisibilityChanged(_ view: UIView) { if arranged.contains(where: { $0 === view }) { rearrange() } }

    // MARK: How

    /// Across or down; across at first.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { rearrange() } } }
    /// How they share the room.
    open var distribution = Distribution.fill { didSet { if distribution != oldValue { rearrange() } } }
    /// Where they stand across the axis.
    open var alignment = Alignment.fill {
        didSet {
            KeptProperty.report(
                "UIStackView.Alignment.\(alignment)", alignment == .firstBaseline || alignment == .lastBaseline,
                "the edges of the views are aligned")
            if alignment != oldValue { rearrange() }
        }
    }
    /// The gap between two, in points; 0 at first. With equal gaps, the smallest one.
    open var spacing: CGFloat = 0 { didSet { if spacing != oldValue { rearrange() } } }
    /// Whether they stand inside the layout margins.
    open var isLayoutMarginsRelativeArrangement = false { didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } } }
    /// Kept: baselines of text are not known to constraints.
    /// One diagnostic says so when it is set.
    open var isBaselineRelativeArrangement = false {
        didSet {
            KeptProperty.report(
                "UIStackView.isBaselineRelativeArrangement", isBaselineRelativeArrangement, "spacing is measured between edges")
        }
    }

    /// Another gap behind one of them; `spacingUseDefault` takes the stack's.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        gaps[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing == Self.spacingUseSystem ? 8 : spacing
        rearrange()
    }
    /// The gap behind one of them.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat { gaps[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault }

    // MARK: Constraints

    private func rearrange() {
        guard !isStale else { return }
        isStale = true
        setNeedsUpdateConstraints()
        constraintsChanged()
    }

    open override func updateConstraints() {
        super.updateConstraints()
        guard isStale else { return }
        isStale = false
        NSLayoutConstraint.deactivate(own)
        for spacer in spacers { removeLayoutGuide(spacer) }
        (own, spacers) = ([], [])
        let shown = arranged.filter { !$0.isHidden && $0.superview === self }
        guard !shown.isEmpty else { return }
        along(shown)
        across(shown)
        NSLayoutConstraint.activate(own)
    }

    open override func layoutMarginsDidChange() {
        super.layoutMarginsDidChange()
        if isLayoutMarginsRelativeArrangement { constraintsChanged() }
    }

    private var frameItem: Any { isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self }

    private func add(
        _ item: Any, _ attribute: NSLayoutConstraint.Attribute, _ relation: NSLayoutConstraint.Relation = .equal, _ other: Any? = nil,
        _ otherAttribute: NSLayoutConstraint.Attribute = .notAnAttribute, _ constant: CGFloat = 0, times multiplier: CGFloat = 1,
        priority: Float = 1000
    ) {
        let constraint = NSLayoutConstraint(
            item: item, attribute: attribute, relatedBy: relation, toItem: other, attribute: otherAttribute, multiplier: multiplier,
            constant: constant
        )
        constraint.priority = UILayoutPriority(priority)
        own.append(constraint)
    }

    private func along(_ views: [UIView]) {
        let isDown = axis == .vertical
        let start: NSLayoutConstraint.Attribute = isDown ? .top : .leading, end: NSLayoutConstraint.Attribute = isDown ? .bottom : .trailing
        let size: NSLayoutConstraint.Attribute = isDown ? .height : .width,
            middle: NSLayoutConstraint.Attribute = isDown ? .centerY : .centerX
        add(views[0], start, .equal, frameItem, start)
        add(views[views.count - 1], end, .equal, frameItem, end)
        let keepsSizes = distribution == .equalSpacing || distribution == .equalCentering
        for (a, b) in zip(views, views.dropFirst()) {
            let gap = gaps[ObjectIdentifier(a)] ?? spacing
            add(b, start, keepsSizes ? .greaterThanOrEqual : .equal, a, end, gap)
            if keepsSizes {
                // The room between two, so that all of them can be made equal.
                let spacer = UILayoutGuide()
                addLayoutGuide(spacer)
                spacers.append(spacer)
                let byMiddles = distribution == .equalCentering
                add(spacer, start, .equal, a, byMiddles ? middle : end)
                add(spacer, end, .equal, b, byMiddles ? middle : start)
                if let first = spacers.first, first !== spacer { add(spacer, size, .equal, first, size, priority: byMiddles ? 149 : 1000) }
                // Without a size of its own the stack is as short as it can be.
                add(spacer, size, .equal, nil, .notAnAttribute, 0, priority: 2)
            }
        }
        switch distribution {
        case .fillEqually:
            for view in views.dropFirst() { add(view, size, .equal, views[0], size) }
        case .fillProportionally:
            func wanted(_ view: UIView) -> CGFloat {
                let content = isDown ? view.intrinsicContentSize.height : view.intrinsicContentSize.width
                return content > 0 ? content : 1
            }
            for view in views.dropFirst() { add(view, size, .equal, views[0], size, times: wanted(view) / wanted(views[0]), priority: 999) }
        default: break
        }
    }

    private func across(_ views: [UIView]) {
        let isDown = axis == .vertical
        let start: NSLayoutConstraint.Attribute = isDown ? .leading : .top, end: NSLayoutConstraint.Attribute = isDown ? .trailing : .bottom
        let middle: NSLayoutConstraint.Attribute = isDown ? .centerX : .centerY
        for view in views {
            switch alignment {
            case .fill:
                add(view, start, .equal, frameItem, start)
                add(view, end, .equal, frameItem, end)
                continue
            case .leading, .firstBaseline: add(view, start, .equal, frameItem, start)
            case .trailing, .lastBaseline: add(view, end, .equal, frameItem, end)
            case .center: add(view, middle, .equal, frameItem, middle)
            }
            add(view, start, .greaterThanOrEqual, frameItem, start)
            add(view, end, .lessThanOrEqual, frameItem, end)
        }
        // Without a size of its own the stack is no larger than the largest of them.
        if alignment != .fill { add(self, isDown ? .width : .height, .equal, nil, .notAnAttribute, 0, priority: 2) }
    }
}
