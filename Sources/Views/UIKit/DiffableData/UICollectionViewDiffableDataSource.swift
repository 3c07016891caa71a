import QuartzCore

/// Gives a collection the items of snapshots, and animates from one to the next.
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject, UICollectionViewDataSource
{
    /// Makes the cell of an item.
    public typealias CellProvider = (_ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType) ->
        UICollectionViewCell?
    /// Makes a view beside items.
    public typealias SupplementaryViewProvider = (_ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath) ->
        UICollectionReusableView?

    private weak var collectionView: UICollectionView?
    private let cellProvider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// Makes views beside items.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    /// Becomes the collection's data source.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    /// What shows, to be changed and applied.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

    /// Shows other items.
    /// - Parameters:
    ///   - animatingDifferences: whether items come, go and move animated.
    ///   - completion: called when that is over.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        guard let collectionView, collectionView.dataSource === self else {
            replace(snapshot)
            completion?()
            return
        }
        let changes = ItemUpdates(from: current, to: snapshot)
        let show = {
            collectionView.performBatchUpdates {
                self.replace(snapshot)
                collectionView.insert(changes)
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

    /// Shows other items, all made anew.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, completion: (() -> Void)? = nil
    ) {
        replace(snapshot)
        collectionView?.reloadData()
        completion?()
    }

    private func replace(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        current = snapshot
        current.forgetReloads()
    }

    /// The item at a place of what shows; nil where there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        let items = current.items(at: indexPath.section)
        return items.indices.contains(indexPath.item) ? items[indexPath.item] : nil
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
    open func numberOfSections(in collectionView: UICollectionView) -> Int { current.numberOfSections }
    /// How many items the snapshot that shows has in a section; 0 where there is no such section.
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        current.items(at: section).count
    }
    /// The cell that the provider makes of the item; an empty one where it makes none.
    open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(collectionView, indexPath, $0) } ?? UICollectionViewCell()
    }
    /// The view that `supplementaryViewProvider` makes; an empty one where there is no provider or it makes none.
    open func collectionView(_ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath)
        -> UICollectionReusableView
    {
        supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
    }
    /// False unless overridden. Not asked here: items can't be dragged.
    open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing unless overridden. Not called here: items can't be dragged.
    open func collectionView(_ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
    {}
}

extension UICollectionView {
    /// Names changes inside `performBatchUpdates`.
    fileprivate func insert(_ changes: ItemUpdates) {
        deleteItems(at: Array(changes.deleted))
        insertItems(at: Array(changes.inserted))
        reloadItems(at: Array(changes.reloaded))
        for move in changes.moved { moveItem(at: move.from, to: move.to) }
        deleteSections(changes.deletedSections)
        insertSections(changes.insertedSections)
        reloadSections(changes.reloadedSections)
        for move in changes.movedSections { moveSection(move.from, toSection: move.to) }
    }

    /// Sets up cells of a class for items of a type.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// Sets up a cell, new or used before, for an item.
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let identifier = UUID().uuidString
        let handler: Handler
        /// - Parameter handler: sets up a cell.
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// Sets up views beside items.
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// Sets up a view, new or used before, of a kind.
        public typealias Handler = (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void
        let identifier = UUID().uuidString
        let elementKind: String
        let handler: Handler
        /// - Parameter handler: sets up a view.
        public init(elementKind: String, handler: @escaping Handler) { (self.elementKind, self.handler) = (elementKind, handler) }
    }

    /// A cell for an item, set up by its registration.
    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
        // The class was registered just now, under a name that nobody else has.
        let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath) as! Cell
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// A view beside items, set up by its registration.
    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        register(Supplementary.self, forSupplementaryViewOfKind: registration.elementKind, withReuseIdentifier: registration.identifier)
        let view = dequeueReusableSupplementaryView(
            ofKind: registration.elementKind, withReuseIdentifier: registration.identifier, for: indexPath)
        let made = view as! Supplementary
        registration.handler(made, registration.elementKind, indexPath)
        return made
    }
}
