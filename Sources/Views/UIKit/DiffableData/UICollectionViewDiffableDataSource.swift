import QuartzCore

/// A data source that supplies a collection view with the items of snapshots, and animates from one snapshot to the next.
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject, UICollectionViewDataSource
{
    /// A closure that returns the cell of an item.
    public typealias CellProvider = (_ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType) ->
        UICollectionViewCell?
    /// A closure that returns a supplementary view.
    public typealias SupplementaryViewProvider = (_ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath) ->
        UICollectionReusableView?

    private weak var collectionView: UICollectionView?
    private let cellProvider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// The outlines that were applied to sections.
    private var outlines: [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] = [:]

    /// The closures that are called when the user opens and closes outlines.
    public typealias SectionSnapshotHandlers<Item: Hashable> = NSDiffableDataSourceSectionSnapshotHandlers<Item>
    /// The closures that are called when the user opens and closes outlines.
    open var sectionSnapshotHandlers = NSDiffableDataSourceSectionSnapshotHandlers<ItemIdentifierType>()

    /// The closure that returns supplementary views.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    /// Creates a data source and sets it as the collection view's data source.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    /// Returns the current snapshot, which can be modified and applied.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

    /// Applies a snapshot.
    /// - Parameters:
    ///   - animatingDifferences: True to animate the insertion, deletion and movement of items.
    ///   - completion: The closure that is called after the changes.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        guard let collectionView, collectionView.dataSource === self else {
            current = snapshot.applied
            completion?()
            return
        }
        let changes = ItemUpdates(from: current, to: snapshot)
        collectionView.performUpdates(
            animated: animatingDifferences,
            {
                self.current = snapshot.applied
                collectionView.insert(changes)
            }, completion: completion)
    }

    /// Applies the outline of a section, which is added if it isn't there. The section's items become the visible ones of the outline.
    open func apply(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        outlines[section] = snapshot
        var whole = current
        if whole.indexOfSection(section) == nil { whole.appendSections([section]) }
        whole.deleteItems(whole.itemIdentifiers(inSection: section))
        whole.appendItems(snapshot.visibleItems, toSection: section)
        apply(whole, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Returns the outline of a section: the one that was applied, as long as the section has its items.
    open func snapshot(for section: SectionIdentifierType) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        let items = current.indexOfSection(section) == nil ? [] : current.itemIdentifiers(inSection: section)
        if let outline = outlines[section], outline.visibleItems == items { return outline }
        var flat = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
        flat.append(items)
        return flat
    }

    /// Applies a snapshot and waits until the changes have ended.
    open func apply(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true)
        async
    {
        await withCheckedContinuation { done in apply(snapshot, animatingDifferences: animatingDifferences) { done.resume() } }
    }

    /// Applies a snapshot and reloads all items.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, completion: (() -> Void)? = nil
    ) {
        current = snapshot.applied
        collectionView?.reloadData()
        completion?()
    }

    /// Returns the item at an index path of the current snapshot, or nil if there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }
    /// Returns the index path of an item in the current snapshot, or nil if there is no such item. The time is proportional to the number
    /// of items in its section.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { current.indexPath(of: itemIdentifier) }
    /// Returns the section at an index, or nil if there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { current.section(at: index) }
    /// Returns the index of a section, or nil if there is no such section.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

    /// Returns the number of sections in the current snapshot.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { current.numberOfSections }
    /// Returns the number of items in a section of the current snapshot, or 0 if there is no such section.
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        current.items(at: section).count
    }
    /// Returns the cell that the provider creates for the item, or an empty one if it returns nil.
    open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(collectionView, indexPath, $0) } ?? UICollectionViewCell()
    }
    /// Returns the view that `supplementaryViewProvider` creates, or an empty one if there is no provider or it returns nil.
    open func collectionView(_ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath)
        -> UICollectionReusableView
    {
        supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
    }
    /// Returns false unless overridden. Not called in Agate, because items can't be dragged.
    open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing unless overridden. Not called in Agate, because items can't be dragged.
    open func collectionView(_ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
    {}
}

extension UICollectionViewDiffableDataSource: OutlineSource {
    func isOutlineOpen(at path: IndexPath) -> Bool {
        guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section) else { return false }
        return outlines[section]?.isExpanded(item) ?? false
    }

    func toggleOutline(at path: IndexPath) {
        guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section) else { return }
        var outline = snapshot(for: section)
        if outline.isExpanded(item) {
            guard sectionSnapshotHandlers.shouldCollapseItem?(item) ?? true else { return }
            sectionSnapshotHandlers.willCollapseItem?(item)
            outline.collapse([item])
        } else {
            guard sectionSnapshotHandlers.shouldExpandItem?(item) ?? true else { return }
            sectionSnapshotHandlers.willExpandItem?(item)
            if let more = sectionSnapshotHandlers.snapshotForExpandingParent?(item, outline.snapshot(of: item)) {
                outline.replace(childrenOf: item, using: more)
            }
            outline.expand([item])
        }
        apply(outline, to: section)
    }
}

extension UICollectionView {
    /// Adds changes inside `performBatchUpdates`.
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

    /// A registration that configures cells of a class for items of a type.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// A closure that configures a new or reused cell for an item.
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let identifier = UUID().uuidString
        let handler: Handler
        /// - Parameter handler: The closure that configures a cell.
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// A registration that configures supplementary views.
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// A closure that configures a new or reused view of a kind.
        public typealias Handler = (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void
        let identifier = UUID().uuidString
        let elementKind: String
        let handler: Handler
        /// - Parameter handler: The closure that configures a view.
        public init(elementKind: String, handler: @escaping Handler) { (self.elementKind, self.handler) = (elementKind, handler) }
    }

    /// Returns a cell for an item, configured by its registration.
    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
        // The class was registered above, under an identifier that no other client uses.
        let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath) as! Cell
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// Returns a supplementary view, configured by its registration.
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
