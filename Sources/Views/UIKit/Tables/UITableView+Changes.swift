import AgateDiagnostics
import QuartzCore

/// Selecting rows.
extension UITableView {
    final func tapped(_ path: IndexPath) {
        if selected.contains(path), selectsSeveral {
            var wanted: IndexPath? = path
            if let delegate = tableDelegate { wanted = delegate.tableView(self, willDeselectRowAt: path) }
            guard let wanted else { return }
            deselectRow(at: wanted, animated: false)
            tableDelegate?.tableView(self, didDeselectRowAt: wanted)
            return
        }
        var wanted: IndexPath? = path
        if let delegate = tableDelegate { wanted = delegate.tableView(self, willSelectRowAt: path) }
        guard let wanted else { return }
        if !selectsSeveral {
            for old in selected where old != wanted {
                deselectRow(at: old, animated: false)
                tableDelegate?.tableView(self, didDeselectRowAt: old)
            }
        }
        selectRow(at: wanted, animated: false, scrollPosition: .none)
        tableDelegate?.tableView(self, didSelectRowAt: wanted)
        NotificationCenter.default.post(name: Self.selectionDidChangeNotification, object: self)
    }

    final func performSelectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !selectsSeveral || indexPath == nil {
            for old in selected where old != indexPath { deselectRow(at: old, animated: animated) }
        }
        guard let indexPath else { return }
        reloadIfNeeded()
        guard layout.contains(indexPath) else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cells[indexPath]?.setSelected(true, animated: animated)
        if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
    }

    final func performDeselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cells[indexPath]?.setSelected(false, animated: animated)
    }

    // MARK: Changes of rows

    final func performBeginUpdates() { updateDepth += 1 }

    final func performEndUpdates() {
        guard updateDepth > 0 else { return }
        updateDepth -= 1
        if updateDepth == 0 { applyUpdates(animated: true, nil) }
    }

    final func runBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updateDepth += 1
        updates?()
        updateDepth -= 1
        if updateDepth == 0 {
            applyUpdates(animated: true, completion)
        } else if let completion {
            AnimationTracker.later { completion(true) }
        }
    }

    /// Applies all changes made by a closure together. The closure does not outlive the call, so it captures `self` implicitly.
    public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
        withoutActuallyEscaping(updates) { performBatchUpdates(Optional($0), completion: completion) }
    }

    final var isInUpdates: Bool { updateDepth > 0 }

    private func change(_ animation: RowAnimation, _ body: (inout ItemUpdates) -> Void) {
        KeptProperty.report(
            "UITableView.RowAnimation.\(animation)", [.left, .right, .top, .bottom, .middle].contains(animation),
            "rows fade, or slide with adjacent rows")
        // The changes begin with the rows that show now.
        if updateDepth == 0, updates.isEmpty { reloadIfNeeded() }
        body(&updates)
        if updateDepth == 0 { applyUpdates(animated: animation != .none, nil) }
    }

    final func performInsertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.inserted.formUnion(indexPaths) }
    }
    final func performDeleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.deleted.formUnion(indexPaths) }
    }
    final func performReloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.reloaded.formUnion(indexPaths) }
    }
    final func performReconfigureRows(at indexPaths: [IndexPath]) { change(.none) { $0.reloaded.formUnion(indexPaths) } }
    final func performMoveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change(.automatic) { $0.moved.append((indexPath, newIndexPath)) }
    }
    final func performInsertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.insertedSections.formUnion(sections) }
    }
    final func performDeleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.deletedSections.formUnion(sections) }
    }
    final func performReloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.reloadedSections.formUnion(sections) }
    }
    final func performMoveSection(_ section: Int, toSection newSection: Int) {
        change(.automatic) { $0.movedSections.append((section, newSection)) }
    }

    private func applyUpdates(animated: Bool, _ completion: ((Bool) -> Void)?) {
        let changes = updates
        updates = ItemUpdates()
        endSwipe(animated: false)
        // Nothing is visible yet. The rows are loaded when the table lays out.
        guard !needsReload else { return completion.map { done in AnimationTracker.later { done(true) } } ?? () }
        let old = layout
        for view in headers.values.map({ $0 }) + footers.values { putHeader(view) }
        (headers, footers) = ([:], [:])
        var new = makeLayout(keeping: [:])
        guard let map = changes.mapping(from: old.sections.map(\.rows.count), to: new.sections.map(\.rows.count)) else {
            Diagnostic.report(
                "table.inconsistent",
                "invalid update: the data source has \(new.sections.map(\.rows.count)) rows in its sections, which do not match \(old.sections.map(\.rows.count)) before the update and the changes; all rows are reloaded"
            )
            reloadData()
            return completion.map { done in AnimationTracker.later { done(false) } } ?? ()
        }
        // Keep measured heights.
        for path in cells.keys where !changes.isReloaded(path) {
            if let now = map[path], rowHeight < 0, tableDelegate?.tableView(self, heightForRowAt: now) ?? rowHeight < 0 {
                new.sections[now.section].rows[now.row] = old.sections[path.section].rows[path.row]
            }
        }
        new.add()
        layout = new
        selected = selected.compactMap { changes.deleted.contains($0) ? nil : map[$0] }
        contentSizeChanged()
        returnToContent()
        show(changes, map, from: old, animated: animated && window != nil && UIView.areAnimationsEnabled, completion)
    }

    private func show(
        _ changes: ItemUpdates, _ map: [IndexPath: IndexPath], from old: TableLayout, animated: Bool, _ completion: ((Bool) -> Void)?
    ) {
        var kept: [IndexPath: UITableViewCell] = [:], leaving: [(UITableViewCell, IndexPath)] = []
        for (path, cell) in cells {
            if let now = map[path], !changes.isReloaded(path) { kept[now] = cell } else { leaving.append((cell, path)) }
        }
        cells = kept
        for (path, cell) in kept { cell.path = path }
        let back = Dictionary(map.map { ($0.value, $0.key) }, uniquingKeysWith: { a, _ in a })
        // Cells fade in to the alpha that the program has given them, and keep it after they have faded out.
        var fresh: [(cell: UITableViewCell, alpha: CGFloat)] = []
        let alphas = leaving.map(\.0.alpha)
        // Laying out a new cell lays out the table first, which would place the other cells before they are animated.
        isPreparingUpdates = true
        UIView.performWithoutAnimation {
            makeRowsInView()
            for (path, cell) in cells where kept[path] == nil {
                if let before = back[path], !changes.isReloaded(before) {
                    // The row was outside the visible area, and comes in from there.
                    cell.frame = old.frame(before, bounds.width)
                } else {
                    cell.frame = rowFrame(path)
                    fresh.append((cell, cell.alpha))
                    if animated { cell.alpha = 0 }
                }
                cell.layoutIfNeeded()
            }
        }
        isPreparingUpdates = false
        setNeedsLayout()
        let end = { [self] in
            for (path, cell) in cells { cell.frame = rowFrame(path) }
            for (cell, alpha) in fresh { cell.alpha = alpha }
            for (cell, _) in leaving { cell.alpha = 0 }
        }
        let finish = { [weak self] (finished: Bool) in
            guard let self else { return }
            for ((cell, path), alpha) in zip(leaving, alphas) {
                cell.alpha = alpha
                recycle(cell, path)
            }
            setNeedsLayout()
            completion?(finished)
        }
        ItemAnimation.run(animated, end, completion: finish)
    }
}

/// A controller that manages a table as its view.
@preconcurrency @MainActor open class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    private let style: UITableView.Style

    /// Creates a controller of a table with a style.
    public init(style: UITableView.Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .plain
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    /// The table.
    open var tableView: UITableView! {
        get { view as? UITableView }
        set { view = newValue }
    }
    /// A Boolean value that indicates whether the selection is cleared when the table appears again; true by default.
    open var clearsSelectionOnViewWillAppear = true
    /// The control that refreshes the content.
    open var refreshControl: UIRefreshControl? {
        get { tableView.refreshControl }
        set { tableView.refreshControl = newValue }
    }

    open override func loadView() {
        let table = UITableView(frame: UIScreen.main.bounds, style: style)
        table.dataSource = self
        table.delegate = self
        view = table
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if clearsSelectionOnViewWillAppear {
            for path in tableView?.indexPathsForSelectedRows ?? [] { tableView.deselectRow(at: path, animated: animated) }
        }
    }

    open override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        tableView?.setEditing(editing, animated: animated)
    }

    /// Returns the number of sections. 1 by default.
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// Returns the number of rows in a section. 0 unless overridden.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    /// Returns the cell of a row. A plain cell without content unless overridden; Apple's raises an exception there.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
    /// Returns the title of a section's header, for use if `tableView(_:viewForHeaderInSection:)` returns nil. Nil unless overridden: the
    /// section has no header.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// Returns the title of a section's footer, for use if `tableView(_:viewForFooterInSection:)` returns nil. Nil unless overridden: the
    /// section has no footer.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// Returns whether a row may be edited. True unless overridden. Not called on Agate: rows show no editing controls.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    /// Returns whether a row may be moved by dragging. False unless overridden. Not called on Agate: rows can't be dragged.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    /// Inserts or deletes a row after its editing control was used. Does nothing unless overridden. Not called on Agate: rows show no
    /// editing controls.
    open func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
    /// Moves a row in the data after it was dragged. Does nothing unless overridden. Not called on Agate: rows can't be dragged.
    open func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath) {}
    /// Called before a cell is added to the table, with its frame and selection already set. Does nothing unless overridden.
    open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    /// Called after a cell was removed from the table because it scrolled out of view, was deleted or was reloaded. Does nothing unless
    /// overridden.
    open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    /// Returns the height of a row, in points. The table's `rowHeight` unless overridden. A row of negative height, such as
    /// `UITableView.automaticDimension`, is measured when it comes into view.
    open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { tableView.rowHeight }
    /// Returns the height of a header, in points. The table's `sectionHeaderHeight` unless overridden. A header of negative height, such as
    /// `UITableView.automaticDimension`, is measured.
    open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { tableView.sectionHeaderHeight }
    /// Returns the height of a footer, in points. The table's `sectionFooterHeight` unless overridden. A footer of negative height, such as
    /// `UITableView.automaticDimension`, is measured.
    open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { tableView.sectionFooterHeight }
    /// Returns the view above a section. Nil unless overridden: the header shows the data source's title, and there is none without a
    /// title.
    open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
    /// Returns the view below a section. Nil unless overridden: the footer shows the data source's title, and there is none without a
    /// title.
    open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { nil }
    /// Returns whether a touch may highlight, and so select, a row. True unless overridden.
    open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
    /// Returns the row that a tap selects; nil for none. The tapped row unless overridden.
    open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    /// Returns the row to deselect when a selected row is tapped; nil for none. The tapped row unless overridden. Called only if several
    /// rows may be selected.
    open func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    /// Called after a tap selected a row, but not after `selectRow(at:animated:scrollPosition:)`. Does nothing unless overridden.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// Called after a tap deselected a row, but not after `deselectRow(at:animated:)`. Does nothing unless overridden.
    open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
    /// Returns the editing control of a row. `delete` unless overridden. Not called on Agate: rows show no editing controls.
    open func tableView(_ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath) -> UITableViewCell.EditingStyle { .delete }
    /// Called after every change of the table's content offset, by a touch, an animation or the program. Does nothing unless overridden.
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Called when a touch begins to drag the table. Does nothing unless overridden.
    open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Called when the touch that dragged the table ends; `decelerate` is true if the content continues to move. Does nothing unless
    /// overridden.
    open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Called when the content comes to rest after a drag. Does nothing unless overridden.
    open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
}
