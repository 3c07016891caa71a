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
                    cell.take(old.frame(before, bounds.width))
                } else {
                    cell.take(rowFrame(path))
                    fresh.append((cell, cell.alpha))
                    if animated { cell.alpha = 0 }
                }
                cell.layoutIfNeeded()
            }
        }
        isPreparingUpdates = false
        setNeedsLayout()
        let end = { [self] in
            for (path, cell) in cells { cell.take(rowFrame(path)) }
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
