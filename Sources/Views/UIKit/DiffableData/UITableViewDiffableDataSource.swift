import QuartzCore

/// Gives a table the rows of snapshots, and animates from one to the next.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject, UITableViewDataSource
{
    /// Makes the cell of a row.
    public typealias CellProvider = (_ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType) ->
        UITableViewCell?

    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// How rows come and go.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    /// Becomes the table's data source.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// What shows, to be changed and applied.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

    /// Shows other rows.
    /// - Parameters:
    ///   - animatingDifferences: whether rows come, go and move animated.
    ///   - completion: called when that is over.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        guard let tableView, tableView.dataSource === self else {
            replace(snapshot)
            completion?()
            return
        }
        let changes = ItemUpdates(from: current, to: snapshot), animation = defaultRowAnimation
        // The rows before are counted while they are there.
        tableView.layoutIfNeeded()
        let show = {
            tableView.performBatchUpdates {
                self.replace(snapshot)
                tableView.deleteRows(at: Array(changes.deleted), with: animation)
                tableView.insertRows(at: Array(changes.inserted), with: animation)
                tableView.reloadRows(at: Array(changes.reloaded), with: animation)
                for move in changes.moved { tableView.moveRow(at: move.from, to: move.to) }
                tableView.deleteSections(changes.deletedSections, with: animation)
                tableView.insertSections(changes.insertedSections, with: animation)
                tableView.reloadSections(changes.reloadedSections, with: animation)
                for move in changes.movedSections { tableView.moveSection(move.from, toSection: move.to) }
            } completion: { _ in
                completion?()
            }
        }
        if animatingDifferences { show() } else { UIView.performWithoutAnimation(show) }
    }

    /// The same, until it is over.
    open func apply(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true)
        async
    {
        await withCheckedContinuation { done in apply(snapshot, animatingDifferences: animatingDifferences) { done.resume() } }
    }

    /// Shows other rows, all made anew.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, completion: (() -> Void)? = nil
    ) {
        replace(snapshot)
        tableView?.reloadData()
        completion?()
    }

    private func replace(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        current = snapshot
        current.forgetReloads()
    }

    /// The row's item at a place of what shows; nil where there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        let items = current.items(at: indexPath.section)
        return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }
    /// Where an item stands in what shows; nil where it is not there. The time grows with the items of its section.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { current.indexPath(of: itemIdentifier) }
    /// The section of a number; nil where there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        current.sectionIdentifiers.indices.contains(index) ? current.sectionIdentifiers[index] : nil
    }
    /// The number of a section; nil where it is not there.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

    /// How many sections the snapshot that shows has.
    open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }
    /// How many rows the snapshot that shows has in a section; 0 where there is no such section.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { current.items(at: section).count }
    /// The cell that the provider makes of the item; an empty one where it makes none.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) } ?? UITableViewCell()
    }
    /// The title above a section: nil, which is none, unless overridden.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// The title below a section: nil, which is none, unless overridden.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// Words of a list at the edge: none, unless overridden. Not asked here: tables show no such list.
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    /// The section that a word of the list at the edge leads to: the one of its number. Not asked here: tables show no such list.
    open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
    /// Whether a row can be edited: false unless overridden. Not asked here: rows can't be edited by touches.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    /// Whether a row can be dragged: false unless overridden. Not asked here: rows can't be dragged.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing unless overridden. Not called here: rows can't be edited by touches.
    open func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
    /// Does nothing unless overridden. Not called here: rows can't be dragged.
    open func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath) {}
}
