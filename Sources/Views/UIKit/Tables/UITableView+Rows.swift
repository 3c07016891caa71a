import QuartzCore

/// Loading rows, and showing the visible ones.
extension UITableView {
    final func reloadIfNeeded() {
        guard needsReload else { return }
        needsReload = false
        clear()
        layout = makeLayout(keeping: [:])
        selected.removeAll { !layout.contains($0) }
        reportIndex()
        contentSizeChanged()
    }

    private func reportIndex() {
        guard let dataSource else { return }
        KeptProperty.report(
            "UITableViewDataSource.sectionIndexTitles(for:)", !(dataSource.sectionIndexTitles(for: self) ?? []).isEmpty,
            "no section index is shown")
    }

    /// Returns the layout of all sections and rows.
    /// - Parameter keeping: The measured heights, by the rows' current index paths.
    final func makeLayout(keeping known: [IndexPath: CGFloat]) -> TableLayout {
        var new = TableLayout()
        new.top = tableHeaderView?.frame.height ?? 0
        guard let dataSource else { return new }
        for number in 0..<max(0, dataSource.numberOfSections(in: self)) {
            var section = TableLayout.Section()
            section.header = headerHeight(number, isHeader: true)
            section.footer = headerHeight(number, isHeader: false)
            let count = max(0, dataSource.tableView(self, numberOfRowsInSection: number))
            if tableDelegate == nil, known.isEmpty {
                // All rows have the same height, or estimate.
                section.rows = Array(repeating: height(IndexPath(row: 0, section: number)), count: count)
            } else {
                section.rows.reserveCapacity(count)
                for row in 0..<count {
                    let path = IndexPath(row: row, section: number)
                    section.rows.append(known[path] ?? height(path))
                }
            }
            new.sections.append(section)
        }
        new.add()
        return new
    }

    /// Returns the height of a row, or its estimate if the row has automatic height.
    private func height(_ path: IndexPath) -> CGFloat {
        let given = tableDelegate.map { $0.tableView(self, heightForRowAt: path) } ?? rowHeight
        if given >= 0, given.isFinite { return given }
        let estimate = tableDelegate.map { $0.tableView(self, estimatedHeightForRowAt: path) } ?? estimatedRowHeight
        return estimate > 0 && estimate.isFinite ? estimate : UITableViewCell.minimumHeight
    }

    private func isAutomatic(_ path: IndexPath) -> Bool {
        (tableDelegate.map { $0.tableView(self, heightForRowAt: path) } ?? rowHeight) < 0
    }

    private func headerHeight(_ section: Int, isHeader: Bool) -> CGFloat {
        let title =
            isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section) : dataSource?.tableView(self, titleForFooterInSection: section)
        var given = isHeader ? sectionHeaderHeight : sectionFooterHeight
        if let delegate = tableDelegate {
            given =
                isHeader
                ? delegate.tableView(self, heightForHeaderInSection: section) : delegate.tableView(self, heightForFooterInSection: section)
        }
        if given >= 0, given.isFinite { return given }
        if let view = headerView(section, isHeader) {
            // The view is created once, and shown when it is in the visible area.
            if isHeader { headers[section] = view } else { footers[section] = view }
            let fitting =
                view.subviews.contains { !$0.translatesAutoresizingMaskIntoConstraints }
                ? view.systemLayoutSizeFitting(
                    CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
                    verticalFittingPriority: .fittingSizeLevel
                ).height
                : (view as? UITableViewHeaderFooterView)?.titleHeight(forWidth: bounds.width) ?? view.frame.height
            return fitting > 0 ? fitting : 28
        }
        if title != nil { return style == .plain ? 28 : 38 }
        return style == .plain ? 0 : isHeader ? 18 : 18
    }

    private func headerView(_ section: Int, _ isHeader: Bool) -> UIView? {
        if let made = isHeader ? headers[section] : footers[section] { return made }
        let own =
            isHeader
            ? tableDelegate?.tableView(self, viewForHeaderInSection: section)
            : tableDelegate?.tableView(self, viewForFooterInSection: section)
        if let own { return own }
        let title =
            isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section) : dataSource?.tableView(self, titleForFooterInSection: section)
        guard let title else { return nil }
        let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
        if style != .plain {
            view.backgroundColor = .clear
            view.textLabel?.font = .systemFont(ofSize: 13)
            view.textLabel?.textColor = .secondaryLabel
            // Aligned with the text of the rows, which begins further in if rows are in cards.
            view.sideMargin = style == .insetGrouped ? 36 : UITableViewCell.margin
            view.alignment = isHeader ? .bottom : .top
        }
        view.textLabel?.text = isHeader && style != .plain ? title.uppercased() : title
        if !isHeader { view.textLabel?.numberOfLines = 0 }
        return view
    }

    final func contentSizeChanged() {
        let size = CGSize(width: bounds.width, height: layout.bottom + (tableFooterView?.frame.height ?? 0))
        if contentSize != size { contentSize = size }
    }

    /// Updates positions after a change of the height above the first section.
    final func restack() {
        guard !needsReload else { return setNeedsLayout() }
        layout.top = tableHeaderView?.frame.height ?? 0
        layout.add()
        contentSizeChanged()
        setNeedsLayout()
    }

    // MARK: Rows in view

    /// The lower end of the rows that are shown.
    private var lowerEnd: CGFloat { bounds.minY + max(bounds.height, shownHeight.value) }

    /// Rows that leave because an animation block makes the table lower stay until it ends: menus close that way.
    final func keepLeavingRows() {
        let height = bounds.height
        if height < shownHeight.value, window != nil, let block = AnimationContext.current, block.duration > 0,
            block.atEnd({ [weak self] in self?.leavingEnded() })
        {
            shownHeight.animations += 1
        } else if shownHeight.animations == 0 || height > shownHeight.value {
            shownHeight.value = height
        }
    }

    private func leavingEnded() {
        shownHeight.animations -= 1
        if shownHeight.animations == 0, shownHeight.value > bounds.height { setNeedsLayout() }
    }

    final func showRows() {
        makeRowsInView()
        let wanted = layout.rows(from: bounds.minY, to: lowerEnd), shown = Set(wanted)
        for (path, cell) in cells where !shown.contains(path) {
            cells[path] = nil
            recycle(cell, path)
        }
        UIView.performWithoutAnimation {
            for path in wanted {
                let cell = cells[path] ?? makeCell(path)
                place(cell, path)
            }
            layOutNewViews()
        }
        showHeaders()
    }

    /// Creates the missing cells in the visible area, and measures those of automatic height.
    final func makeRowsInView() {
        // A measured height moves the rows below. Repeat until nothing moves, with a limit.
        var rounds = 0
        while rounds < 8, measureRows() { rounds += 1 }
    }

    /// Creates and measures the missing cells once. Returns true if a height differs from its estimate.
    private func measureRows() -> Bool {
        var hasChanged = false
        for path in layout.rows(from: bounds.minY, to: lowerEnd) where cells[path] == nil {
            let cell = makeCell(path)
            guard isAutomatic(path) else { continue }
            cell.bounds.size.width = rowFrame(path).width
            let height = cell.systemLayoutSizeFitting(
                CGSize(width: rowFrame(path).width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel
            ).height
            guard height.isFinite, height > 0, abs(height - layout.sections[path.section].rows[path.row]) > 0.01 else { continue }
            layout.sections[path.section].rows[path.row] = height
            hasChanged = true
        }
        if hasChanged {
            layout.add()
            contentSizeChanged()
        }
        return hasChanged
    }

    private func place(_ cell: UITableViewCell, _ path: IndexPath) {
        // A cell is placed again only where its row has moved: a program may have moved the cell, and animates it.
        let frame = cellFrame(path)
        if cell.givenFrame != frame { cell.take(frame) }
        takeEnds(cell, path)
    }

    /// Updates what a cell shows at the ends of its section, which change with the rows around it.
    private func takeEnds(_ cell: UITableViewCell, _ path: IndexPath) {
        let isFirst = path.row == 0, isLast = path.row == layout.sections[path.section].rows.count - 1
        cell.takeEnds(isFirst, isLast)
        guard style == .insetGrouped else { return }
        var corners: CACornerMask = []
        if isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        cell.round(corners)
    }

    final func makeCell(_ path: IndexPath) -> UITableViewCell {
        let cell = dataSource?.tableView(self, cellForRowAt: path) ?? UITableViewCell()
        (cell.table, cell.path) = (self, path)
        cell.takeBackground(of: style)
        cells[path] = cell
        UIView.performWithoutAnimation {
            cell.take(rowFrame(path))
            cell.isSelected = selected.contains(path)
            if let delegate = tableDelegate {
                cellInPreparation = cell
                let level = delegate.tableView(self, indentationLevelForRowAt: path)
                cellInPreparation = nil
                if level != cell.indentationLevel { cell.indentationLevel = level }
            }
            takeEnds(cell, path)
            tableDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
            insertSubview(cell, at: backgroundView == nil ? 0 : 1)
            noteNewView(cell)
        }
        return cell
    }

    final func recycle(_ cell: UITableViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
        cell.path = nil
        if let identifier = cell.reuseIdentifier { pool.put(cell, identifier) }
    }

    final func putHeader(_ view: UIView) {
        view.removeFromSuperview()
        if let view = view as? UITableViewHeaderFooterView, let identifier = view.reuseIdentifier { headerPool.put(view, identifier) }
    }

    private func showHeaders() {
        for number in layout.sections.indices {
            let section = layout.sections[number]
            let isInView = section.bottom > bounds.minY && section.top < bounds.maxY
            var top = section.top
            if style == .plain {
                // The header stays at the upper edge while its section is visible.
                top = max(top, min(bounds.minY + adjustedContentInset.top, section.rowsBottom - section.header))
            }
            show(number, true, isInView && section.header > 0, CGRect(x: 0, y: top, width: bounds.width, height: section.header))
            show(
                number, false, isInView && section.footer > 0,
                CGRect(x: 0, y: section.rowsBottom, width: bounds.width, height: section.footer))
        }
        for number in headers.keys.filter({ !layout.sections.indices.contains($0) }) { headers.removeValue(forKey: number).map(putHeader) }
        for number in footers.keys.filter({ !layout.sections.indices.contains($0) }) { footers.removeValue(forKey: number).map(putHeader) }
    }

    private func show(_ section: Int, _ isHeader: Bool, _ isInView: Bool, _ frame: CGRect) {
        guard isInView else {
            guard let view = isHeader ? headers.removeValue(forKey: section) : footers.removeValue(forKey: section) else { return }
            if view.superview === self {
                if isHeader {
                    tableDelegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
                } else {
                    tableDelegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
                }
            }
            return putHeader(view)
        }
        guard let view = headerView(section, isHeader) else { return }
        if isHeader { headers[section] = view } else { footers[section] = view }
        UIView.performWithoutAnimation {
            if view.frame != frame { view.frame = frame }
            guard view.superview !== self else { return }
            if isHeader {
                tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
            } else {
                tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
            }
            addSubview(view)
            noteNewView(view)
            layOutNewViews()
        }
    }

    final func placeAround() {
        UIView.performWithoutAnimation {
            if let backgroundView { backgroundView.frame = CGRect(origin: bounds.origin, size: bounds.size) }
            if let view = tableHeaderView {
                view.frame = CGRect(x: 0, y: 0, width: bounds.width, height: view.frame.height)
                if view.frame.height != layout.top { restack() }
            }
            if let view = tableFooterView { view.frame = CGRect(x: 0, y: layout.bottom, width: bounds.width, height: view.frame.height) }
        }
        contentSizeChanged()
    }
}
