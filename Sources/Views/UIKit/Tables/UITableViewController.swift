import QuartzCore

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
    /// Returns the titles of an index at the table's right edge; nil for none. The table shows no index: any titles report one diagnostic.
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    /// Returns the section that an index title leads to. Not called on Agate: tables show no index.
    open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
    /// Called before a header is added to the table, with its frame already set.
    open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {}
    /// Called before a footer is added to the table, with its frame already set.
    open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
    /// Called when a header has gone out of view, before it is removed from the table.
    open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {}
    /// Called when a footer has gone out of view, before it is removed from the table.
    open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {}
    /// Returns the estimated height in points of a row of automatic height, used until the row becomes visible; 44 is used for a height not
    /// above 0. The table's `estimatedRowHeight` by default.
    open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
        tableView.estimatedRowHeight
    }
    /// Returns the estimated height of a header in points. Not called on Agate: headers are measured at once.
    open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
        tableView.estimatedSectionHeaderHeight
    }
    /// Returns the estimated height of a footer in points. Not called on Agate: footers are measured at once.
    open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
        tableView.estimatedSectionFooterHeight
    }
    /// Called when the row's detail button was tapped, which the accessory types `detailButton` and `detailDisclosureButton` show. The row
    /// isn't selected.
    open func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
    /// Called when a touch highlights the row.
    open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
    /// Called when the row is no longer highlighted.
    open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
    /// Returns the text of the button that confirms a deletion; nil for the standard one. Not called on Agate: there is no such button.
    open func tableView(_ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath) -> String? { nil }
    /// Returns whether a row's content is indented for editing controls. True by default. Not called on Agate: there are none.
    open func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { true }
    /// Returns the indentation level of the row's content. Called before the cell is shown. By default the cell's own `indentationLevel`.
    open func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        (tableView.cellInPreparation ?? tableView.cellForRow(at: indexPath))?.indentationLevel ?? 0
    }
    /// Returns the actions of a swipe from the leading edge; nil for none. Called when a touch begins to swipe a row.
    open func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { nil }
    /// Returns the actions of a swipe to the left, as iOS 8 to 12 ask for them; nil by default. Asked if there is no configuration.
    open func tableView(_ tableView: UITableView, editActionsForRowAt indexPath: IndexPath) -> [UITableViewRowAction]? { nil }
    /// Returns the actions of a swipe from the trailing edge; nil for none. Called when a touch begins to swipe a row.
    open func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { nil }
    /// Called before a row is edited. Not called on Agate: rows show no editing controls.
    open func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {}
    /// Called after a row was edited. Not called on Agate: rows show no editing controls.
    open func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {}
    /// Returns the place of a dragged row. Not called on Agate: rows can't be dragged.
    open func tableView(
        _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
        toProposedIndexPath proposedDestinationIndexPath: IndexPath
    ) -> IndexPath { proposedDestinationIndexPath }
    /// Returns whether a tap on a row performs its primary action. Not called on Agate: a tap selects the row.
    open func tableView(_ tableView: UITableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool { false }
    /// Performs the primary action of a row. Not called on Agate: a tap selects the row.
    open func tableView(_ tableView: UITableView, performPrimaryActionForRowAt indexPath: IndexPath) {}
    /// Returns whether a long press shows the editing menu. Not called on Agate: menus are not shown.
    open func tableView(_ tableView: UITableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { false }
    /// Returns whether the editing menu has a command. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, canPerformAction action: Selector, forRowAt indexPath: IndexPath, withSender sender: Any?
    ) -> Bool { false }
    /// Performs a command of the editing menu. Not called on Agate: menus are not shown.
    open func tableView(_ tableView: UITableView, performAction action: Selector, forRowAt indexPath: IndexPath, withSender sender: Any?) {}
    /// Returns whether a row can have the focus. Not called on Agate: there is no focus engine.
    open func tableView(_ tableView: UITableView, canFocusRowAt indexPath: IndexPath) -> Bool { true }
    /// Returns whether the focus may move. Not called on Agate: there is no focus engine.
    open func tableView(_ tableView: UITableView, shouldUpdateFocusIn context: UITableViewFocusUpdateContext) -> Bool { true }
    /// Called after the focus moved. Not called on Agate: there is no focus engine.
    open func tableView(
        _ tableView: UITableView, didUpdateFocusIn context: UITableViewFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {}
    /// Returns the row that gets the focus first. Not called on Agate: there is no focus engine.
    open func indexPathForPreferredFocusedView(in tableView: UITableView) -> IndexPath? { nil }
    /// Returns whether the focus selects a row. Not called on Agate: there is no focus engine.
    open func tableView(_ tableView: UITableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool { false }
    /// Returns whether a drag opens a row. Not called on Agate: nothing is dragged.
    open func tableView(
        _ tableView: UITableView, shouldSpringLoadRowAt indexPath: IndexPath, with context: any UISpringLoadedInteractionContext
    ) -> Bool { true }
    /// Returns whether two fingers may select rows. Not called on Agate: two fingers scroll.
    open func tableView(_ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath) -> Bool { false }
    /// Called when two fingers begin to select rows. Not called on Agate: two fingers scroll.
    open func tableView(_ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {}
    /// Called when two fingers have selected rows. Not called on Agate: two fingers scroll.
    open func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) {}
    /// Returns the menu of a row. Not called on Agate: menus are not shown.
    open func tableView(_ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint)
        -> UIContextMenuConfiguration?
    { nil }
    /// Returns the preview with which a menu opens. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, previewForHighlightingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
    /// Returns the preview with which a menu closes. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, previewForDismissingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
    /// Called after a tap on a preview. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) {}
    /// Called before a menu opens. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
    /// Called before a menu closes. Not called on Agate: menus are not shown.
    open func tableView(
        _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
    /// Called when the zoom scale has changed.
    open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Called when a drag is about to end.
    /// - Parameters:
    ///   - velocity: The velocity, in points per millisecond.
    ///   - targetContentOffset: The offset at which the content will come to rest. The delegate may change it.
    open func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Called when the content starts to decelerate.
    open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Called when an animated change of the offset or the zoom has ended.
    open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Returns the view to zoom, or nil for none.
    open func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Called when a pinch is about to zoom.
    open func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Called when zooming has ended.
    open func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    /// Returns whether a tap on the status bar scrolls to the top. Not called on Agate: there is no status bar.
    open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    /// Called after a tap on the status bar scrolled to the top. Not called on Agate: there is no status bar.
    open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    /// Called when the adjusted content inset has changed.
    open func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
