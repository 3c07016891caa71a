import AgateDiagnostics
import QuartzCore

/// A list of rows in sections. Only visible rows have views.
///
/// The table asks the data source for the counts, and for a cell whenever a row becomes visible. Cells that go out of view are reused. Rows
/// of automatic height are measured when they become visible: by the constraints of their content, otherwise by `sizeThatFits(_:)`.
@preconcurrency @MainActor open class UITableView: UIScrollView {
    /// The style of sections.
    public enum Style: Int, Sendable {
        /// Headers stay at the top while their section is visible.
        case plain
        case grouped
        /// Sections are cards with margins at the sides and rounded corners.
        case insetGrouped
    }
    /// The position of a row after scrolling.
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
    /// The animation of changed rows. All fade, or slide with the rows around them; `none` isn't animated.
    public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
    /// The reference of the separator inset.
    public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }

    /// The height that the content determines.
    nonisolated public static let automaticDimension: CGFloat = -1
    /// The index title that represents a magnifying glass.
    nonisolated public static let indexSearch = "{search}"
    /// Posted with the table when a tap changes the selection.
    nonisolated public static let selectionDidChangeNotification = NSNotification.Name("UITableViewSelectionDidChangeNotification")

    /// The style of the table.
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
    /// True while new cells are created for a change that isn't shown yet. Existing rows keep their positions.
    final var isPreparingUpdates = false
    private var measured: CGFloat = 0
    /// The height that rows are shown for, and how many animations are making the table lower than that.
    final var shownHeight: (value: CGFloat, animations: Int) = (0, 0)
    private var touched: IndexPath?
    /// The row whose detail button is touched.
    private var touchedDetail: IndexPath?
    /// The swiped row and its buttons.
    final var swipe: TableSwipe?
    /// The cell that is about to be shown.
    final var cellInPreparation: UITableViewCell?

    /// Creates a table with a style.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        begin()
    }
    /// Creates a plain table.
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

    // MARK: Changes, which subclasses may override

    /// Selects a row, without calling the delegate; nil clears the selection.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        performSelectRow(at: indexPath, animated: animated, scrollPosition: scrollPosition)
    }
    /// Deselects a row, without calling the delegate.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        performDeselectRow(at: indexPath, animated: animated)
    }
    /// Begins a group of changes, which are shown together at the matching `endUpdates()`. Calls nest.
    open func beginUpdates() {
        performBeginUpdates()
    }
    /// Ends a `beginUpdates()` call. The outermost one asks the data source for the new counts, and animates. Without changes, it only asks
    /// for the heights again.
    open func endUpdates() {
        performEndUpdates()
    }
    /// Shows all changes of a closure together.
    /// - Parameter completion: A closure called when the animation has ended, with true if it finished.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        runBatchUpdates(updates, completion: completion)
    }
    /// Inserts rows that the data source has added, with animation.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        performInsertRows(at: indexPaths, with: animation)
    }
    /// Deletes rows that the data source has removed, with animation. The index paths are those before the change.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        performDeleteRows(at: indexPaths, with: animation)
    }
    /// Reloads the cells of rows.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        performReloadRows(at: indexPaths, with: animation)
    }
    /// Reloads the cells of rows, without animation.
    open func reconfigureRows(at indexPaths: [IndexPath]) {
        performReconfigureRows(at: indexPaths)
    }
    /// Moves a row, with animation.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        performMoveRow(at: indexPath, to: newIndexPath)
    }
    /// Inserts sections that the data source has added, with animation.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        performInsertSections(sections, with: animation)
    }
    /// Deletes sections that the data source has removed, with animation. The indices are those before the change.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        performDeleteSections(sections, with: animation)
    }
    /// Reloads the cells, headers and footers of sections.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        performReloadSections(sections, with: animation)
    }
    /// Moves a section, with animation.
    open func moveSection(_ section: Int, toSection newSection: Int) {
        performMoveSection(section, toSection: newSection)
    }
    /// A Boolean value that indicates whether changes are pending.
    open var hasUncommittedUpdates: Bool { isInUpdates }

    // MARK: Data source

    /// The delegate of drags of rows; not retained. Never called: the first one reports one diagnostic.
    open weak var dragDelegate: (any UITableViewDragDelegate)? { didSet { if dragDelegate != nil { Dragging.refuse() } } }
    /// The delegate of drops; not retained. Never called: the first one reports one diagnostic.
    open weak var dropDelegate: (any UITableViewDropDelegate)? { didSet { if dropDelegate != nil { Dragging.refuse() } } }
    /// A Boolean value that indicates whether drags of rows may begin. Stored, without effect: nothing is dragged.
    open var dragInteractionEnabled = false
    /// The data source of rows; not retained.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { if dataSource !== oldValue { setNeedsReload() } } }
    /// The delegate, asked about rows; not retained. The same as the scroll view's.
    @_nonoverride open var delegate: (any UITableViewDelegate)? {
        get { super.delegate as? any UITableViewDelegate }
        set { super.delegate = newValue }
    }
    final var tableDelegate: (any UITableViewDelegate)? { delegate }
    /// Stored, without effect: cells are created when they become visible. Setting it reports one diagnostic.
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
        didSet {
            KeptProperty.report("UITableView.prefetchDataSource", prefetchDataSource != nil, "cells are created when they become visible")
        }
    }
    /// A Boolean value that indicates whether the prefetching data source is called. Stored, without effect: cells are created when they
    /// become visible.
    open var isPrefetchingEnabled = true

    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    /// Reloads all rows, and clears the selection.
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

    /// The number of sections.
    open var numberOfSections: Int {
        reloadIfNeeded()
        return layout.sections.count
    }
    /// Returns the number of rows in a section; 0 if there is no such section.
    open func numberOfRows(inSection section: Int) -> Int {
        reloadIfNeeded()
        return layout.sections.indices.contains(section) ? layout.sections[section].rows.count : 0
    }

    // MARK: Dimensions

    /// The height of rows in points; automatic by default.
    open var rowHeight: CGFloat = UITableView.automaticDimension { didSet { if rowHeight != oldValue { setNeedsReload() } } }
    /// The height of headers in points, or `automaticDimension`.
    open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// The height of footers in points, or `automaticDimension`.
    open var sectionFooterHeight: CGFloat = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// The height in points that a row is assumed to have until it is visible, or `automaticDimension`.
    open var estimatedRowHeight: CGFloat = UITableView.automaticDimension
    /// The estimated height of headers in points, or `automaticDimension`, the default. Stored, without effect: headers are measured at
    /// once.
    open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension
    /// The estimated height of footers in points, or `automaticDimension`, the default. Stored, without effect: footers are measured at
    /// once.
    open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension
    /// The padding above a header. Stored, without effect: the height of a header includes it. A value above 0 reports one diagnostic.
    open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension {
        didSet {
            KeptProperty.report("UITableView.sectionHeaderTopPadding", sectionHeaderTopPadding > 0, "no padding is added above headers")
        }
    }
    /// Stored, without effect: empty rows show no lines. A value above 0 reports one diagnostic.
    open var fillerRowHeight: CGFloat = 0 {
        didSet { KeptProperty.report("UITableView.fillerRowHeight", fillerRowHeight > 0, "empty rows have no separators") }
    }

    /// The view above the first section. It keeps its height.
    open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
    /// The view below the last section.
    open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
    /// The view behind all rows.
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

    /// The style of the lines between rows.
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine { didSet { for cell in cells.values { cell.setNeedsLayout() } } }
    /// The color of the lines between rows.
    open var separatorColor: UIColor? = .separator { didSet { for cell in cells.values { cell.setNeedsLayout() } } }
    /// The inset of the lines between rows, in points. Until it is set, lines begin below the text of their rows.
    open var separatorInset = UITableViewCell.standardSeparatorInset {
        didSet {
            hasOwnSeparatorInset = true
            for cell in cells.values { cell.setNeedsLayout() }
        }
    }
    private var hasOwnSeparatorInset = false
    /// The lines to which `separatorInset` is relative: the edges of the cell, or the lines without an inset.
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges {
        didSet { for cell in cells.values { cell.setNeedsLayout() } }
    }
    /// Returns the insets of a row whose text begins at a position; nil if none is set.
    final func ownSeparatorInset(_ textStart: CGFloat) -> UIEdgeInsets? {
        guard hasOwnSeparatorInset else { return nil }
        var inset = separatorInset
        if separatorInsetReference == .fromAutomaticInsets { inset.left += textStart }
        return inset
    }
    /// The effect of the lines between rows; nil by default. Stored, without effect: lines have `separatorColor`. Setting it reports one
    /// diagnostic.
    open var separatorEffect: UIVisualEffect? {
        didSet { KeptProperty.report("UITableView.separatorEffect", separatorEffect != nil, "separators have the separator colour") }
    }
    /// A Boolean value that indicates whether cells narrow their margins to a readable width; false by default. Stored, without effect;
    /// setting it reports one diagnostic.
    open var cellLayoutMarginsFollowReadableWidth = false {
        didSet {
            KeptProperty.report(
                "UITableView.cellLayoutMarginsFollowReadableWidth", cellLayoutMarginsFollowReadableWidth, "cell margins do not change")
        }
    }
    /// A Boolean value that indicates whether cells keep their content inside the safe area; true by default. Stored, without effect:
    /// content extends from edge to edge.
    open var insetsContentViewsToSafeArea = true
    /// Stored, without effect: tables show no index.
    open var sectionIndexColor: UIColor?
    /// The background color of the section index; nil by default. Stored, without effect: tables show no index.
    open var sectionIndexBackgroundColor: UIColor?
    /// The background of the index while it is touched. Stored, without effect: tables show no index.
    open var sectionIndexTrackingBackgroundColor: UIColor?
    /// The number of rows from which on a table shows a section index; 0 by default. Stored, without effect: tables show no index.
    open var sectionIndexMinimumDisplayRowCount = 0
    /// Does nothing: tables show no section index, and the data source isn't asked for new titles.
    open func reloadSectionIndexTitles() {}

    // MARK: Selection

    /// A Boolean value that indicates whether taps select rows.
    open var allowsSelection = true
    /// A Boolean value that indicates whether several rows may be selected at a time.
    open var allowsMultipleSelection = false
    /// A Boolean value that indicates whether taps select rows while `isEditing` is true.
    open var allowsSelectionDuringEditing = false
    /// A Boolean value that indicates whether several rows may be selected while `isEditing` is true; false by default.
    open var allowsMultipleSelectionDuringEditing = false
    /// True if several rows may be selected in the current mode.
    final var selectsSeveral: Bool { editing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }
    /// Stored, without effect.
    open var selectionFollowsFocus = false
    /// A Boolean value that indicates whether the table is in editing mode. Rows show no editing controls: setting it to true reports one
    /// diagnostic.
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private var editing = false
    /// Sets `isEditing`. Rows show no editing controls: setting it to true reports one diagnostic.
    open func setEditing(_ editing: Bool, animated: Bool) {
        if editing {
            Diagnostic.reportOnce("table.editing", key: "", "a table was set to editing; rows show no delete or reorder controls")
        }
        self.editing = editing
    }
    /// The selected row, the first of several; nil for none.
    open var indexPathForSelectedRow: IndexPath? { selected.first }
    /// The selected rows; nil for none.
    open var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    // MARK: Views

    /// Returns the cell of a visible row; nil for other rows.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
    /// Returns the row of a cell; nil if the cell isn't visible.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
    /// The visible cells, from top to bottom.
    open var visibleCells: [UITableViewCell] {
        layoutIfNeeded()
        return (indexPathsForVisibleRows ?? []).compactMap { cells[$0] }
    }
    /// The visible rows, in order.
    open var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }
    /// Returns the header of a section; nil if it isn't visible.
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { headers[section] as? UITableViewHeaderFooterView }
    /// Returns the footer of a section; nil if it isn't visible.
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? { footers[section] as? UITableViewHeaderFooterView }

    /// Registers a class for the cells of an identifier.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) { pool.register(cellClass, identifier) }
    /// Registers a nib for the cells of an identifier: its first cell is used. A nib that can't be read reports one diagnostic.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) { pool.register(nib, identifier) }
    /// Registers a class for the headers and footers of an identifier. It must be a `UITableViewHeaderFooterView`; nil, or another class,
    /// removes the registration.
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        headerPool.register(aClass, identifier)
    }
    /// Registers a nib for the headers and footers of an identifier. A nib that can't be read reports one diagnostic.
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) { headerPool.register(nib, identifier) }

    /// Returns a cell for reuse, or a new one of the registered class; nil if there is neither.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let old = pool.take(identifier) {
            old.prepareForReuse()
            return old
        }
        guard pool.isRegistered(identifier) else { return nil }
        UITableViewCell.pending = (.default, identifier)
        defer { UITableViewCell.pending = (.default, nil) }
        return pool.make(identifier)
    }

    /// Returns a cell for reuse, or a new one of the registered class. If there is neither, Apple's raises an exception; Agate returns a
    /// plain cell and reports a diagnostic.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
        if !pool.isRegistered(identifier) {
            Diagnostic.reportOnce(
                "table.no-cell", key: identifier, "no class is registered for \"\(identifier)\"; the row shows a plain cell")
        }
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// Returns a header or footer for reuse, or a new one of the registered class; nil if there is neither.
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        if let old = headerPool.take(identifier) {
            old.prepareForReuse()
            return old
        }
        UITableViewHeaderFooterView.pending = identifier
        defer { UITableViewHeaderFooterView.pending = nil }
        return headerPool.make(identifier)
    }

    // MARK: Positions

    /// Returns the frame of a section, in the table's coordinates.
    open func rect(forSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        let s = layout.sections[section]
        return CGRect(x: 0, y: s.top, width: bounds.width, height: s.bottom - s.top)
    }
    /// Returns the frame of a header, in the table's coordinates.
    open func rectForHeader(inSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        return CGRect(x: 0, y: layout.sections[section].top, width: bounds.width, height: layout.sections[section].header)
    }
    /// Returns the frame of a footer, in the table's coordinates.
    open func rectForFooter(inSection section: Int) -> CGRect {
        reloadIfNeeded()
        guard layout.sections.indices.contains(section) else { return .zero }
        return CGRect(x: 0, y: layout.sections[section].rowsBottom, width: bounds.width, height: layout.sections[section].footer)
    }
    /// Returns the frame of a row, in the table's coordinates.
    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        reloadIfNeeded()
        return rowFrame(indexPath)
    }
    /// Returns the row at a point; nil if there is none, as in the margins of inset groups.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        reloadIfNeeded()
        guard point.x >= rowMargin, point.x < bounds.width - rowMargin else { return nil }
        return layout.row(at: point.y)
    }
    /// Returns the rows that intersect a rectangle.
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        reloadIfNeeded()
        guard rect.maxX >= rowMargin, rect.minX <= bounds.width - rowMargin else { return [] }
        return layout.rows(from: rect.minY, to: rect.maxY)
    }

    /// The distance of rows from the left and right edges, in points.
    private var rowMargin: CGFloat { style == .insetGrouped ? 20 : 0 }

    final func rowFrame(_ path: IndexPath) -> CGRect { layout.frame(path, bounds.width).insetBy(dx: rowMargin, dy: 0) }

    /// Returns the frame of a row's cell, including the offset of a swiped row.
    final func cellFrame(_ path: IndexPath) -> CGRect {
        let frame = rowFrame(path)
        guard let swipe, swipe.path == path else { return frame }
        return frame.offsetBy(dx: swipe.offset, dy: 0)
    }

    /// Scrolls until a row is visible.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        layoutIfNeeded()
        reloadIfNeeded()
        guard layout.contains(indexPath) else { return }
        let frame = layout.frame(indexPath, bounds.width), inset = adjustedContentInset
        // The height that a plain table's header covers.
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
    /// Scrolls until the row that was selected first is visible. Does nothing without a selection. Apple's uses the selected row nearest to
    /// the position.
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
        keepLeavingRows()
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
        // A touch outside the buttons only moves a swiped row back.
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

    /// A Boolean value that indicates whether a drag is in progress: false.
    open var hasActiveDrag: Bool { false }
    /// A Boolean value that indicates whether a drop is in progress: false.
    open var hasActiveDrop: Bool { false }
}

/// The data source that prepares rows before they become visible. Stored, without effect: nothing is prefetched.
@preconcurrency @MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    /// Prepares rows that will become visible. Not called on Agate.
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Cancels the preparation of rows that won't become visible. Not called on Agate.
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
