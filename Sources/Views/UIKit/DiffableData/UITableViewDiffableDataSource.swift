import QuartzCore

/// A data source that supplies a table view with the rows of snapshots, and animates from one snapshot to the next.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject, UITableViewDataSource
{
    /// A closure that returns the cell of a row.
    public typealias CellProvider = (_ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType) ->
        UITableViewCell?

    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// The animation of rows that are inserted or deleted.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    /// Creates a data source and sets it as the table view's data source.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// Returns the current snapshot, which can be modified and applied.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

    /// Applies a snapshot.
    /// - Parameters:
    ///   - animatingDifferences: True to animate the insertion, deletion and movement of rows.
    ///   - completion: The closure that is called after the changes.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        guard let tableView, tableView.dataSource === self else {
            current = snapshot.applied
            completion?()
            return
        }
        let changes = ItemUpdates(from: current, to: snapshot), animation = defaultRowAnimation
        // The previous rows must be counted while they exist.
        tableView.layoutIfNeeded()
        tableView.performUpdates(
            animated: animatingDifferences,
            {
                self.current = snapshot.applied
                tableView.insert(changes, animation)
            }, completion: completion)
    }

    /// Applies a snapshot and waits until the changes have ended.
    open func apply(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true)
        async
    {
        await withCheckedContinuation { done in apply(snapshot, animatingDifferences: animatingDifferences) { done.resume() } }
    }

    /// Applies a snapshot and reloads all rows.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, completion: (() -> Void)? = nil
    ) {
        current = snapshot.applied
        tableView?.reloadData()
        completion?()
    }

    /// Returns the item of the row at an index path of the current snapshot, or nil if there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }
    /// Returns the index path of an item in the current snapshot, or nil if there is no such item. The time is proportional to the number
    /// of items in its section.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { current.indexPath(of: itemIdentifier) }
    /// Returns the section at an index, or nil if there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { current.section(at: index) }
    /// Returns the index of a section, or nil if there is no such section.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

    /// Returns the number of sections in the current snapshot.
    open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }
    /// Returns the number of rows in a section of the current snapshot, or 0 if there is no such section.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { current.items(at: section).count }
    /// Returns the cell that the provider creates for the item, or an empty one if it returns nil.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) } ?? UITableViewCell()
    }
    /// Returns the title above a section. The default is nil, which means none.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// Returns the title below a section. The default is nil, which means none.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// Returns the titles of the section index. The default is nil. Not called in Agate, because tables show no section index.
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    /// Returns the section for a title of the section index. The default is its index. Not called in Agate, because tables show no section
    /// index.
    open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
    /// Returns whether a row can be edited. The default is false. Not called in Agate, because rows can't be edited by touches.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    /// Returns whether a row can be dragged. The default is false. Not called in Agate, because rows can't be dragged.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing unless overridden. Not called in Agate, because rows can't be edited by touches.
    open func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
    /// Does nothing unless overridden. Not called in Agate, because rows can't be dragged.
    open func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath) {}
}

extension UITableView {
    /// Adds changes inside `performBatchUpdates`.
    fileprivate func insert(_ changes: ItemUpdates, _ animation: RowAnimation) {
        deleteRows(at: Array(changes.deleted), with: animation)
        insertRows(at: Array(changes.inserted), with: animation)
        reloadRows(at: Array(changes.reloaded), with: animation)
        for move in changes.moved { moveRow(at: move.from, to: move.to) }
        deleteSections(changes.deletedSections, with: animation)
        insertSections(changes.insertedSections, with: animation)
        reloadSections(changes.reloadedSections, with: animation)
        for move in changes.movedSections { moveSection(move.from, toSection: move.to) }
    }
}
