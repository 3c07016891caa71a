import AgateDiagnostics
import QuartzCore

/// A view that arranges views in a row or a column, by constraints that it creates. Hidden views take no space.
@preconcurrency @MainActor open class UIStackView: UIView {
    /// The distribution of the views along the axis.
    public enum Distribution: Int, Sendable {
        /// One of the views, selected by its priorities, is resized to fill the stack.
        case fill
        /// All views have the same size.
        case fillEqually
        /// The sizes of the views are proportional to their content sizes.
        case fillProportionally
        /// Views have their content size, with equal gaps.
        case equalSpacing
        /// Views have their content size, with equal distances between their centers.
        case equalCentering
    }

    /// The alignment of the views across the axis.
    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        /// The top edge of a row. An alias of `leading`.
        public static let top = Alignment.leading
        /// The bottom edge of a row. An alias of `trailing`.
        public static let bottom = Alignment.trailing
    }

    /// The value for a gap that has the stack's spacing.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// The value for a gap that has the system's spacing of 8 points.
    public static let spacingUseSystem = CGFloat.leastNormalMagnitude

    private var arranged: [UIView] = []
    private var gaps: [ObjectIdentifier: CGFloat] = [:]
    private var own: [NSLayoutConstraint] = []
    private var spacers: [UILayoutGuide] = []
    private var isStale = false

    /// Creates an empty row.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a row from an archive and arranges the archived subviews.
    public required init(coder: NSCoder) {
        super.init(frame: .zero)
        decode(coder)
        for view in subviews { addArrangedSubview(view) }
    }

    /// Creates a row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    // MARK: Views

    /// The arranged views, in order.
    open var arrangedSubviews: [UIView] { arranged }

    /// Adds a view at the end of the arranged views, and as a subview.
    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arranged.count) }

    /// Inserts a view at an index of the arranged views. If it is already a subview, its index among the subviews doesn't change.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        // All arranged views are subviews.
        if view.superview === self { forget(view) }
        arranged.insert(view, at: min(max(stackIndex, 0), arranged.count))
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        rearrange()
    }

    private func forget(_ view: UIView) {
        if let index = arranged.firstIndex(identicalTo: view) { arranged.remove(at: index) }
    }

    /// Removes a view from the arranged views. It remains a subview.
    open func removeArrangedSubview(_ view: UIView) {
        forget(view)
        gaps[ObjectIdentifier(view)] = nil
        rearrange()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        if arranged.contains(identicalTo: subview) { removeArrangedSubview(subview) }
    }

    /// Called when an arranged view was hidden or shown.
    final func arrangedVisibilityChanged(_ view: UIView) { if arranged.contains(identicalTo: view) { rearrange() } }

    // MARK: Arrangement

    /// The axis. The default is horizontal.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { rearrange() } } }
    /// The distribution of the views along the axis.
    open var distribution = Distribution.fill { didSet { if distribution != oldValue { rearrange() } } }
    /// The alignment of the views across the axis.
    open var alignment = Alignment.fill {
        didSet { if alignment != oldValue { rearrange() } }
    }
    /// The spacing between adjacent views, in points. The default is 0. With equal gaps or center distances, it is the minimum.
    open var spacing: CGFloat = 0 { didSet { if spacing != oldValue { rearrange() } } }
    /// A Boolean value that indicates whether the views are arranged inside the layout margins.
    open var isLayoutMarginsRelativeArrangement = false { didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } } }
    /// A Boolean value that indicates whether the spacing of a vertical stack is measured from the last baseline of a view to the first
    /// baseline of the next.
    open var isBaselineRelativeArrangement = false { didSet { if isBaselineRelativeArrangement != oldValue { rearrange() } } }

    /// The first visible arranged view of a vertical stack, the tallest one of a horizontal stack.
    open override var forFirstBaselineLayout: UIView { baselineView { $0.first }?.forFirstBaselineLayout ?? self }
    /// The last visible arranged view of a vertical stack, the tallest one of a horizontal stack.
    open override var forLastBaselineLayout: UIView { baselineView { $0.last }?.forLastBaselineLayout ?? self }

    private func baselineView(_ end: ([UIView]) -> UIView?) -> UIView? {
        let shown = arranged.filter { !$0.isHidden }
        return axis == .vertical ? end(shown) : shown.max { $0.intrinsicContentSize.height < $1.intrinsicContentSize.height }
    }

    /// Sets a custom spacing after a view. `spacingUseDefault` restores the stack's spacing.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        gaps[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing == Self.spacingUseSystem ? 8 : spacing
        rearrange()
    }
    /// Returns the custom spacing after a view.
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
            let byBaselines = isDown && isBaselineRelativeArrangement
            add(
                b, byBaselines ? .firstBaseline : start, keepsSizes ? .greaterThanOrEqual : .equal, a, byBaselines ? .lastBaseline : end,
                gap)
            if keepsSizes {
                // A guide for the gap between two views, so that all gaps can be made equal.
                let spacer = UILayoutGuide()
                addLayoutGuide(spacer)
                spacers.append(spacer)
                let byMiddles = distribution == .equalCentering
                add(spacer, start, .equal, a, byMiddles ? middle : end)
                add(spacer, end, .equal, b, byMiddles ? middle : start)
                if let first = spacers.first, first !== spacer { add(spacer, size, .equal, first, size, priority: byMiddles ? 149 : 1000) }
                // If the stack has no size of its own, it is as short as possible.
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
            case .firstBaseline where !isDown, .lastBaseline where !isDown:
                let isFirst = alignment == .firstBaseline,
                    attribute: NSLayoutConstraint.Attribute = isFirst ? .firstBaseline : .lastBaseline
                if view !== views[0] { add(view, attribute, .equal, views[0], attribute) }
                // In a stack that is taller than its views, they are at the top, or at the bottom.
                let edge = isFirst ? start : end
                add(view, edge, .equal, frameItem, edge, priority: 1)
            case .leading, .firstBaseline: add(view, start, .equal, frameItem, start)
            case .trailing, .lastBaseline: add(view, end, .equal, frameItem, end)
            case .center: add(view, middle, .equal, frameItem, middle)
            }
            add(view, start, .greaterThanOrEqual, frameItem, start)
            add(view, end, .lessThanOrEqual, frameItem, end)
        }
        // If the stack has no size of its own, it is no larger than its largest view.
        if alignment != .fill { add(self, isDown ? .width : .height, .equal, nil, .notAnAttribute, 0, priority: 2) }
    }
}
