import AgateDiagnostics
import QuartzCore

/// Rows in sections, of which only those that show have views.
///
/// The data source is asked for counts, and for a cell whenever a row comes into view; cells that leave are used again. Rows of automatic
/// height are measured when they come into view: by their content's constraints, else by `sizeThatFits(_:)`.
@preconcurrency @MainActor open class UITableView: UIScrollView {
    /// How sections look.
    public enum Style: Int, Sendable {
        /// Headers stay at the top while their section shows.
        case plain
        case grouped
        /// With room at the sides, and round corners.
        case insetGrouped
    }
    /// Lines between rows.
    public enum SeparatorStyle: Int, Sendable { case none, singleLine, singleLineEtched }
    /// Where a row comes to stand.
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
    /// How rows come and go. All fade, or slide with the rows around them; `none` is not animated.
    public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
    /// What the inset of lines counts from.
    public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }

    /// A height that the content says.
    nonisolated public static let automaticDimension: CGFloat = -1
    /// Stands for a magnifying glass in an index.
    nonisolated public static let indexSearch = "{search}"
    /// Posted with the table when people change the selection.
    nonisolated public static let selectionDidChangeNotification = NSNotification.Name("UITableViewSelectionDidChangeNotification")

    /// How sections are set off.
    public let style: Style
    final var pool = ReusePool<UITableViewCell>()
    final var headerPool = ReusePool<UITableViewHeaderFooterView>()
    final var layout = TableLayout()
    final var cells: [IndexPath: UITableViewCell] = [:]
    final var headers: [Int: UIView] = [:], footers: [Int: UIView] = [:]
    final var selected: [IndexPath] = []
    final var needsReload = true
    final var updates = ItemUpdates()
    final var updateDepth = 0
    /// Whether new cells are made for a change that is not shown yet: rows stay where they are.
    final var isPreparingUpdates = false
    private var measured: CGFloat = 0
    private var touched: IndexPath?
    /// The row whose detail button a finger is on.
    private var touchedDetail: IndexPath?
    /// The row that was swiped aside, with its buttons.
    final var swipe: TableSwipe?
    /// The cell that is about to show.
    final var cellInPreparation: UITableViewCell?

    /// A table of a style.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        begin()
    }
    /// A plain table.
    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        alwaysBounceVertical = true
        addGestureRecognizer(SwipePan(self))
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    }

    // MARK: Who gives rows

    /// Gives the rows; not kept.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { if dataSource !== oldValue { setNeedsReload() } } }
    final var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }
    /// Kept: nothing is fetched ahead.
    /// One diagnostic says so when it is set.
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
        didSet {
            KeptProperty.report("UITableView.prefetchDataSource", prefetchDataSource != nil, "cells are created when they become visible")
        }
    }
    /// Whether the prefetching data source is asked ahead. Kept, without effect: cells are made when they show.
    open var isPrefetchingEnabled = true

    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    /// Asks for everything anew.
    open func reloadData() {
        selected = []
        clear()
        setNeedsReload()
    }

    final func clear() {
        endSwipe(animated: false)
        for (path, cell) in cells { recycle(cell, path) }
        cells = [:]
        for view in headers.values.map({ $0 }) + footers.values { putHeader(view) }
        (headers, footers) = ([:], [:])
    }

    /// How many sections the data source says there are.
    open var numberOfSections: Int {
        reloadIfNeeded()
        return layout.sections.count
    }
    /// How many rows the data source says a section has.
    open func numberOfRows(inSection section: Int) -> Int {
        reloadIfNeeded()
        return layout.sections.indices.contains(section) ? layout.sections[section].rows.count : 0
    }

    // MARK: Measures

    /// The height of rows; automatic at first.
    open var rowHeight: CGFloat = UITableView.automaticDimension { didSet { if rowHeight != oldValue { setNeedsReload() } } }
    /// Points, or `automaticDimension`.
    open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// Points, or `automaticDimension`.
    open var sectionFooterHeight: CGFloat = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// Points that are reckoned with until a row shows, or `automaticDimension`.
    open var estimatedRowHeight: CGFloat = UITableView.automaticDimension
    /// Points, or `automaticDimension`, as at first. Kept, without effect: headers are measured at once.
    open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension
    /// Points, or `automaticDimension`, as at first. Kept, without effect: footers are measured at once.
    open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension
    /// Room above a header; kept, headers say their heights.
    /// One diagnostic says so when it is set.
    open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension {
        didSet {
            KeptProperty.report("UITableView.sectionHeaderTopPadding", sectionHeaderTopPadding > 0, "no padding is added above headers")
        }
    }
    /// Kept: empty rows show no lines.
    /// One diagnostic says so when it is set.
    open var fillerRowHeight: CGFloat = 0 {
        didSet { KeptProperty.report("UITableView.fillerRowHeight", fillerRowHeight > 0, "empty rows have no separators") }
    }

    /// The view above the first section. Its height counts as it is.
    open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
    /// The view below the last section.
    open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
    /// A view behind all rows.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        if old !== new { old?.removeFromSuperview() }
        if let new { addSubview(new) }
        restack()
    }

    /// Lines between rows.
    open var separatorStyle = SeparatorStyle.singleLine { didSet { for cell in cells.values { cell.setNeedsLayout() } } }
    /// The colour of the lines between rows.
    open var separatorColor: UIColor? = .separator { didSet { for cell in cells.values { cell.setNeedsLayout() } } }
    /// Points that the lines between rows are shortened by.
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
        didSet { for cell in cells.values { cell.setNeedsLayout() } }
    }
    /// Kept, without effect: `separatorInset` always counts from the edges of the cell.
    /// One diagnostic says so when it is set.
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges {
        didSet {
            KeptProperty.report(
                "UITableView.separatorInsetReference", separatorInsetReference != .fromCellEdges, "insets are relative to the cell's edges")
        }
    }
    /// An effect for the lines between rows; nil at first. Kept, without effect: lines are of `separatorColor`.
    /// One diagnostic says so when it is set.
    open var separatorEffect: UIVisualEffect? {
        didSet { KeptProperty.report("UITableView.separatorEffect", separatorEffect != nil, "separators have the separator colour") }
    }
    /// Whether cells narrow their margins to a readable width. False at first. Kept, without effect.
    /// One diagnostic says so when it is set.
    open var cellLayoutMarginsFollowReadableWidth = false {
        didSet {
            KeptProperty.report(
                "UITableView.cellLayoutMarginsFollowReadableWidth", cellLayoutMarginsFollowReadableWidth, "cell margins do not change")
        }
    }
    /// Whether cells keep their content inside the safe area. True at first. Kept, without effect: content goes from edge to edge.
    open var insetsContentViewsToSafeArea = true
    /// Kept: no index stands at the right.
    open var sectionIndexColor: UIColor?
    /// The background of the index of sections; nil at first. Kept: no index stands at the right.
    open var sectionIndexBackgroundColor: UIColor?
    /// How many rows a table needs to show an index of sections; 0 at first. Kept: no index stands at the right.
    open var sectionIndexMinimumDisplayRowCount = 0
    /// Does nothing: no index of sections stands at the right, and the data source is not asked for titles.
    open func reloadSectionIndexTitles() {}

    // MARK: Choosing

    /// Whether taps select.
    open var allowsSelection = true
    /// Whether several may be selected at a time.
    open var allowsMultipleSelection = false
    /// Whether taps select while `isEditing`.
    open var allowsSelectionDuringEditing = false
    /// Whether several may be selected while `isEditing`; false at first.
    open var allowsMultipleSelectionDuringEditing = false
    /// Whether several may be selected now.
    final var selectsSeveral: Bool { editing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }
    /// Kept.
    open var selectionFollowsFocus = false
    /// Whether rows are being changed. Rows show no controls for it: one diagnostic says so.
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private var editing = false
    /// Sets `isEditing`. Rows show no controls for it: one diagnostic says so.
    open func setEditing(_ editing: Bool, animated: Bool) {
        if editing {
            Diagnostic.reportOnce("table.editing", key: "", "a table was set to editing; rows show no delete or reorder controls")
        }
        self.editing = editing
    }
    /// The chosen row.
    open var indexPathForSelectedRow: IndexPath? { selected.first }
    /// The chosen rows.
    open var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    // MARK: Views

    /// The cell of a row that shows.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
    /// The row of a cell.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
    /// The cells that show, from top to bottom.
    open var visibleCells: [UITableViewCell] {
        layoutIfNeeded()
        return (indexPathsForVisibleRows ?? []).compactMap { cells[$0] }
    }
    /// The rows that show, in order.
    open var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }
    /// The header of a section, or nil where it is out of view.
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { headers[section] as? UITableViewHeaderFooterView }
    /// The footer of a section, or nil where it is out of view.
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? { footers[section] as? UITableViewHeaderFooterView }

    /// The cells of a name are made of a class.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) { pool.register(cellClass, identifier) }
    /// The cells of a name are in a nib: it is not read, and one diagnostic says so when a cell is asked for.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) { pool.register(nib, identifier) }
    /// Headers and footers of a name are made of a class, which must be a `UITableViewHeaderFooterView`; nil, or another class, takes the
    /// registration away.
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        headerPool.register(aClass, identifier)
    }
    /// The headers and footers of a name are in a nib: it is not read, and a diagnostic says so when one is asked for.
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) { headerPool.register(nib, identifier) }

    /// A cell to use again, or one of the registered class; nil where there is neither.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let old = pool.take(identifier) {
            old.prepareForReuse()
            return old
        }
        guard let type = pool.type(identifier) else { return nil }
        return make(type, identifier)
    }

    /// A cell to use again, or one of the registered class. Apple raises an exception where there is neither; here it is a plain one, with
    /// a diagnostic.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
        if !pool.isRegistered(identifier) {
            Diagnostic.reportOnce(
                "table.no-cell", key: identifier, "no class is registered for \"\(identifier)\"; the row shows a plain cell")
        }
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    private func make(_ type: UITableViewCell.Type, _ identifier: String) -> UITableViewCell {
        UITableViewCell.pending = (.default, identifier)
        defer { UITableViewCell.pending = (.default, nil) }
        return DynamicObject.make(type) ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// A header or footer taken back from those out of view, or made new; nil where nothing is registered.
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        if let old = headerPool.take(identifier) {
            old.prepareForReuse()
            return old
        }
        guard let type = headerPool.type(identifier) else { return nil }
        UITableViewHeaderFooterView.pending = identifier
        defer { UITableViewHeaderFooterView.pending = nil }
        return DynamicObject.make(type)
    }

    // MARK: Places

    /// Where a section stands, in the table's coordinates.
    open func rect(forSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        let s = layout.sections[section]
        return CGRect(x: 0, y: s.top, width: bounds.width, height: s.bottom - s.top)
    }
    /// Where a header stands, in the table's coordinates.
    open func rectForHeader(inSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        return CGRect(x: 0, y: layout.sections[section].top, width: bounds.width, height: layout.sections[section].header)
    }
    /// Where a footer stands, in the table's coordinates.
    open func rectForFooter(inSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        return CGRect(x: 0, y: layout.sections[section].rowsBottom, width: bounds.width, height: layout.sections[section].footer)
    }
    /// Where a row stands, in the table's coordinates.
    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        reloadIfNeeded()
        return rowFrame(indexPath)
    }
    /// The row at a point; nil where there is none.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        reloadIfNeeded()
        return layout.row(at: point.y)
    }
    /// The rows that a rectangle meets.
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        reloadIfNeeded()
        return layout.rows(from: rect.minY, to: rect.maxY)
    }

    final func rowFrame(_ path: IndexPath) -> CGRect {
        let side: CGFloat = style == .insetGrouped ? 20 : 0
        return layout.frame(path, bounds.width).insetBy(dx: side, dy: 0)
    }

    /// Where the cell of a row stands: a row that is swiped stands aside.
    final func cellFrame(_ path: IndexPath) -> CGRect {
        let frame = rowFrame(path)
        guard let swipe, swipe.path == path else { return frame }
        return frame.offsetBy(dx: swipe.offset, dy: 0)
    }

    /// Scrolls until a row shows.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        layoutIfNeeded()
        reloadIfNeeded()
        guard layout.contains(indexPath) else { return }
        let frame = layout.frame(indexPath, bounds.width), inset = adjustedContentInset
        // What a header of a plain table covers.
        let covered = style == .plain ? layout.sections[indexPath.section].header : 0
        var y = contentOffset.y
        switch scrollPosition {
        case .top: y = frame.minY - inset.top - covered
        case .middle: y = frame.midY - bounds.height / 2
        case .bottom: y = frame.maxY - bounds.height + inset.bottom
        case .none: return scrollRectToVisible(frame.insetBy(dx: 0, dy: 0), animated: animated)
        }
        y = min(max(y, verticalRange.lowerBound), verticalRange.upperBound)
        setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: animated)
    }
    /// Scrolls until the row that was selected first shows; does nothing without a selection. Apple's takes the selected row nearest to the
    /// position.
    open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
        if let path = selected.first { scrollToRow(at: path, at: scrollPosition, animated: animated) }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard !isPreparingUpdates else { return }
        if isDragging { endSwipe(animated: true) }
        if measured != bounds.width {
            // Heights may depend on the width.
            if measured != 0 { needsReload = true }
            measured = bounds.width
        }
        reloadIfNeeded()
        showRows()
        placeAround()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsLayout()
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let before = super.bounds
            super.bounds = newValue
            if newValue != before { setNeedsLayout() }
        }
    }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        // A touch beside the buttons puts a row that was swiped back, and does nothing else.
        if swipe != nil { return endSwipe(animated: true) }
        if let touch = touches.first, touched == nil, touchedDetail == nil, let path = indexPathForRow(at: touch.location(in: self)),
            let cell = cells[path], cell.isDetail(touch.location(in: cell))
        {
            touchedDetail = path
            return
        }
        guard let touch = touches.first, touched == nil, touchedDetail == nil, allowsSelection, !editing || allowsSelectionDuringEditing,
            let path = indexPathForRow(at: touch.location(in: self)), let cell = cells[path],
            tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
        else { return }
        touched = path
        cell.setHighlighted(true, animated: false)
        tableDelegate?.tableView(self, didHighlightRowAt: path)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        if let path = touchedDetail {
            touchedDetail = nil
            guard let touch = touches.first, let cell = cells[path], cell.isDetail(touch.location(in: cell)) else { return }
            tableDelegate?.tableView(self, accessoryButtonTappedForRowWith: path)
            return
        }
        guard let path = touched else { return }
        touched = nil
        cells[path]?.setHighlighted(false, animated: false)
        tableDelegate?.tableView(self, didUnhighlightRowAt: path)
        guard let touch = touches.first, indexPathForRow(at: touch.location(in: self)) == path else { return }
        tapped(path)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        touchedDetail = nil
        guard let path = touched else { return }
        touched = nil
        cells[path]?.setHighlighted(false, animated: true)
        tableDelegate?.tableView(self, didUnhighlightRowAt: path)
    }
}

/// Prepares what will show soon. Kept: nothing is fetched ahead.
@preconcurrency @MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    /// Rows that will soon come into view. Not called on Agate.
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Rows that will not come into view after all. Not called on Agate.
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
