import AgateDiagnostics
import QuartzCore

/// A scroll view that shows items at the positions of a layout. Only visible items have views.
@preconcurrency @MainActor open class UICollectionView: UIScrollView {
    /// The scroll direction of a flow layout.
    public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
    /// The category of a view.
    public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }

    /// The position to which an item is scrolled.
    public struct ScrollPosition: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The item's top edge is aligned with the view's.
        public static let top = ScrollPosition(rawValue: 1)
        /// The item is centered vertically.
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        /// The item's bottom edge is aligned with the view's.
        public static let bottom = ScrollPosition(rawValue: 4)
        /// The item's left edge is aligned with the view's.
        public static let left = ScrollPosition(rawValue: 8)
        /// The item is centered horizontally.
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        /// The item's right edge is aligned with the view's.
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// The element kind of section headers.
    nonisolated public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The element kind of section footers.
    nonisolated public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    typealias Key = UICollectionViewLayoutAttributes.ItemKey
    final var pool = ReusePool<UICollectionReusableView>()
    final var shown: [Key: UICollectionReusableView] = [:]
    final var counts: [Int] = []
    final var needsCounts = true, needsPrepare = true
    /// The sections in which measured sizes differ from those that the layout used.
    final var changedSections = IndexSet()
    /// The scroll views of orthogonally scrolling sections, which are created when the section is first shown.
    final var scrollers: [Int: OrthogonalScrollView] = [:]
    final var selected: [IndexPath] = []
    final var updates = ItemUpdates()
    final var updateDepth = 0
    /// True while a change is animated. The items keep their positions.
    final var isPreparingUpdates = false
    /// The size for which the layout was computed.
    final var laidOutSize = CGSize.zero
    private var touched: IndexPath?
    /// The time at which the touch began on the item.
    private var began: TimeInterval?

    /// Creates a collection view with a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collection = self
        backgroundColor = .systemBackground
    }
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.collection = self
    }

    // MARK: Changes, which subclasses may override

    /// Replaces the layout. If animated, items move to their frames in the new layout.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil) {
        replaceLayout(layout, animated: animated, completion: completion)
    }
    /// Applies all changes made by a closure together.
    /// - Parameter completion: The closure that is called after the animation. Its argument is true if the animation finished.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        runBatchUpdates(updates, completion: completion)
    }
    /// Inserts new items of the data source, animated. In `performBatchUpdates` all changes are applied together.
    open func insertItems(at indexPaths: [IndexPath]) {
        performInsertItems(at: indexPaths)
    }
    /// Deletes items that the data source no longer contains, animated. The index paths are those before the change.
    open func deleteItems(at indexPaths: [IndexPath]) {
        performDeleteItems(at: indexPaths)
    }
    /// Requests the items' cells again.
    open func reloadItems(at indexPaths: [IndexPath]) {
        performReloadItems(at: indexPaths)
    }
    /// Requests the items' cells again.
    open func reconfigureItems(at indexPaths: [IndexPath]) {
        performReconfigureItems(at: indexPaths)
    }
    /// Moves an item, animated.
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        performMoveItem(at: indexPath, to: newIndexPath)
    }
    /// Inserts new sections of the data source, animated.
    open func insertSections(_ sections: IndexSet) {
        performInsertSections(sections)
    }
    /// Deletes sections that the data source no longer contains, animated. The indexes are those before the change.
    open func deleteSections(_ sections: IndexSet) {
        performDeleteSections(sections)
    }
    /// Requests the sections' cells, headers and footers again.
    open func reloadSections(_ sections: IndexSet) {
        performReloadSections(sections)
    }
    /// Moves a section, animated.
    open func moveSection(_ section: Int, toSection newSection: Int) {
        performMoveSection(section, toSection: newSection)
    }
    /// A Boolean value that indicates whether changes are waiting to be applied.
    open var hasUncommittedUpdates: Bool { isInUpdates }

    /// The layout of the items. Setting it has an immediate effect.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            guard collectionViewLayout !== oldValue else { return }
            oldValue.collection = nil
            collectionViewLayout.collection = self
            layoutIsInvalid()
        }
    }

    /// The delegate of drags of items; not retained. Never called: the first one reports one diagnostic.
    open weak var dragDelegate: (any UICollectionViewDragDelegate)? { didSet { if dragDelegate != nil { Dragging.refuse() } } }
    /// The delegate of drops; not retained. Never called: the first one reports one diagnostic.
    open weak var dropDelegate: (any UICollectionViewDropDelegate)? { didSet { if dropDelegate != nil { Dragging.refuse() } } }
    /// A Boolean value that indicates whether drags of items may begin. Stored, without effect: nothing is dragged.
    open var dragInteractionEnabled = false
    /// The data source. It isn't retained.
    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { if dataSource !== oldValue { reloadData() } } }
    /// The delegate, asked about items; not retained. The same as the scroll view's.
    @_nonoverride open var delegate: (any UICollectionViewDelegate)? {
        get { super.delegate as? any UICollectionViewDelegate }
        set { super.delegate = newValue }
    }
    final var collectionDelegate: (any UICollectionViewDelegate)? { delegate }
    /// Stored without effect, because nothing is prefetched. Setting it reports one diagnostic.
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
        didSet {
            KeptProperty.report(
                "UICollectionView.prefetchDataSource", prefetchDataSource != nil, "cells are created when they become visible")
        }
    }
    /// A Boolean value that indicates whether the prefetching data source is used. Stored without effect: cells are created when they are
    /// shown.
    open var isPrefetchingEnabled = true
    /// The view behind all items.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }
    /// A Boolean value that indicates whether taps select items.
    open var allowsSelection = true
    /// A Boolean value that indicates whether several items can be selected at a time.
    open var allowsMultipleSelection = false
    /// A Boolean value that indicates whether the items are in editing mode, which determines what taps select. The default is false. Cells
    /// have no editing controls of their own, as Apple's plain cells.
    open var isEditing = false {
        didSet { if isEditing != oldValue { for view in visibleCells { view.setNeedsLayout() } } }
    }
    /// A Boolean value that indicates whether taps select items while `isEditing` is true. The default is false.
    open var allowsSelectionDuringEditing = false
    /// A Boolean value that indicates whether several items can be selected while `isEditing` is true. The default is false.
    open var allowsMultipleSelectionDuringEditing = false
    /// True if several items can be selected in the current mode.
    private var selectsSeveral: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }
    /// A setting for remote controls. Stored without effect.
    open var remembersLastFocusedIndexPath = false
    /// A setting for remote controls. Stored without effect.
    open var selectionFollowsFocus = false

    // MARK: Reloading

    /// Reloads all data.
    open func reloadData() {
        selected = []
        for (key, view) in shown { recycle(view, key) }
        shown = [:]
        collectionViewLayout.measured = [:]
        needsCounts = true
        let context = collectionViewLayout.context()
        (context.invalidateEverything, context.invalidateDataSourceCounts) = (true, true)
        collectionViewLayout.invalidateLayout(with: context)
        layoutIsInvalid()
    }

    /// True while the layout is queried for visible items. Invalidations during that time need no separate layout.
    private var isInLayout = false

    final func layoutIsInvalid() {
        needsPrepare = true
        if !isInLayout { setNeedsLayout() }
    }

    final func layoutIsInvalid(_ context: UICollectionViewLayoutInvalidationContext) {
        layoutIsInvalid()
        let size = context.contentSizeAdjustment, offset = context.contentOffsetAdjustment
        // A layout may invalidate itself again for the bounds that its adjustment has changed.
        guard !isAdjusting, size != .zero || offset != .zero else { return }
        isAdjusting = true
        defer { isAdjusting = false }
        if size != .zero { contentSize = CGSize(width: contentSize.width + size.width, height: contentSize.height + size.height) }
        shiftContent(by: offset)
    }

    private var isAdjusting = false
    /// True between the two calls of the layout about an animated change of the bounds.
    private var animatesBounds = false

    /// Invalidates the layout for a change of the bounds.
    private func invalidate(_ old: CGRect, _ new: CGRect) {
        if UIView.areAnimationsEnabled, UIView.inheritedAnimationDuration > 0, !animatesBounds {
            animatesBounds = true
            collectionViewLayout.prepare(forAnimatedBoundsChange: old)
        }
        collectionViewLayout.invalidateLayout(with: collectionViewLayout.invalidationContext(forBoundsChange: new))
        needsPrepare = true
    }

    final func countIfNeeded() {
        guard needsCounts else { return }
        needsCounts = false
        counts =
            dataSource.map { source in
                (0..<max(0, source.numberOfSections(in: self))).map { max(0, source.collectionView(self, numberOfItemsInSection: $0)) }
            } ?? []
    }

    final func prepareIfNeeded() {
        countIfNeeded()
        guard needsPrepare || !changedSections.isEmpty else { return }
        laidOutSize = bounds.size
        let changed = changedSections
        changedSections = []
        if needsPrepare {
            needsPrepare = false
            collectionViewLayout.prepare()
        } else {
            collectionViewLayout.prepare(sections: changed)
        }
        let size = collectionViewLayout.collectionViewContentSize
        if contentSize != size { contentSize = size }
    }

    /// The number of sections according to the data source, or 0 without one. The data source is asked once, until the data are reloaded or
    /// items change.
    open var numberOfSections: Int {
        countIfNeeded()
        return counts.count
    }
    /// Returns the number of items in a section according to the data source.
    open func numberOfItems(inSection section: Int) -> Int {
        countIfNeeded()
        return counts.indices.contains(section) ? counts[section] : 0
    }

    // MARK: Views

    /// Registers a class for the cells of an identifier, which are created by `init()`. Nil removes the registration. Replaces an earlier
    /// registration for the identifier.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        pool.register(cellClass, "cell \(identifier)")
    }
    /// Registers a nib for the cells of an identifier: its first cell is used. A nib that can't be read reports one diagnostic.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) { pool.register(nib, "cell \(identifier)") }
    /// Registers a class for the views of a kind and identifier, which are created by `init()`. Nil removes the registration.
    open func register(_ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String) {
        pool.register(viewClass, "\(elementKind) \(identifier)")
    }
    /// Registers a nib for the views of a kind and identifier. A nib that can't be read reports one diagnostic.
    open func register(_ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String) {
        pool.register(nib, "\(kind) \(identifier)")
    }

    /// Returns a cell to reuse, or a new one of the registered class. If there is neither, UIKit raises an exception, whereas Agate returns
    /// a plain cell and reports a diagnostic.
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath) -> UICollectionViewCell {
        let cell = dequeue("cell \(identifier)", identifier) as? UICollectionViewCell ?? UICollectionViewCell()
        cell.take(collectionViewLayout.place(.cell, at: indexPath))
        return cell
    }
    /// Returns a view of the kind to reuse, or a new one. The identifier must be registered.
    open func dequeueReusableSupplementaryView(ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionReusableView
    {
        let view = dequeue("\(elementKind) \(identifier)", identifier) ?? UICollectionReusableView()
        view.take(collectionViewLayout.place(.supplementary(elementKind), at: indexPath))
        return view
    }

    private func dequeue(_ name: String, _ identifier: String) -> UICollectionReusableView? {
        if let old = pool.take(name) {
            old.prepareForReuse()
            return old
        }
        if !pool.isRegistered(name) {
            Diagnostic.reportOnce("collection.no-cell", key: name, "no class is registered for \"\(identifier)\"; a plain view is shown")
        }
        let made = pool.make(name)
        made?.reuseIdentifier = identifier
        made?.poolName = name
        return made
    }

    /// Returns the cell of an item, or nil if it isn't visible.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown[Key(kind: .cell, path: indexPath)] as? UICollectionViewCell
    }
    /// Returns the view of a header or footer, or nil if it isn't visible.
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
        shown[Key(kind: .supplementary(elementKind), path: indexPath)]
    }
    /// Returns the visible headers, footers or other views of a kind.
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        shown.filter { $0.key.kind == .supplementary(elementKind) }.sorted { $0.key.path < $1.key.path }.map(\.value)
    }
    /// The index paths of the visible items, in order.
    open var indexPathsForVisibleItems: [IndexPath] { shown.keys.filter { $0.kind == .cell }.map(\.path).sorted() }
    /// Returns the index paths of the visible views of a kind.
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        shown.keys.filter { $0.kind == .supplementary(elementKind) }.map(\.path).sorted()
    }
    /// The visible cells, in the order of their items.
    open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cellForItem(at: $0) } }
    /// Returns the index path of a cell's item, or nil if the cell isn't visible.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.first { $0.value === cell }?.key.path }
    /// Returns the index path of the item at a point of the content, or nil if there is none.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        prepareIfNeeded()
        let spot = CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001)
        return collectionViewLayout.layoutAttributesForElements(in: spot)?.last {
            guard $0.kind == .cell, !$0.isHidden else { return false }
            let moved = $0.isOrthogonal ? orthogonalOffset(of: $0.indexPath.section) : .zero
            return $0.frame.contains(CGPoint(x: point.x + moved.x, y: point.y + moved.y))
        }?.indexPath
    }
    /// Returns the layout attributes of an item, or nil if there is no such item.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }
    /// Returns the layout attributes of a header, footer or other view, or nil if there is no such view.
    open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
    }

    // MARK: Selection

    /// The index paths of the selected items, or an empty array if there are none.
    open var indexPathsForSelectedItems: [IndexPath]? { selected }

    /// Selects an item without calling the delegate. Nil clears the selection.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !selectsSeveral || indexPath == nil {
            for old in selected where old != indexPath { deselectItem(at: old, animated: animated) }
        }
        guard let indexPath else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cellForItem(at: indexPath)?.isSelected = true
        if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }
    /// Deselects an item without calling the delegate.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cellForItem(at: indexPath)?.isSelected = false
    }

    private func tapped(_ path: IndexPath) {
        if selected.contains(path), selectsSeveral {
            guard collectionDelegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
            deselectItem(at: path, animated: false)
            collectionDelegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard collectionDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        if !selectsSeveral {
            for old in selected where old != path {
                deselectItem(at: old, animated: false)
                collectionDelegate?.collectionView(self, didDeselectItemAt: old)
            }
        }
        selectItem(at: path, animated: false, scrollPosition: [])
        collectionDelegate?.collectionView(self, didSelectItemAt: path)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        guard let touch = touches.first, touched == nil, allowsSelection, !isEditing || allowsSelectionDuringEditing,
            let path = indexPathForItem(at: touch.location(in: self)),
            let cell = cellForItem(at: path), collectionDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
        else { return }
        (touched, began) = (path, touch.timestamp)
        cell.isHighlighted = true
        collectionDelegate?.collectionView(self, didHighlightItemAt: path)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        guard let path = releaseTouch(), let touch = touches.first, indexPathForItem(at: touch.location(in: self)) == path else { return }
        if let began, touch.timestamp - began > 0.5 || event?.buttonMask.contains(.secondary) ?? false, refusesMenu(of: path, touch) {
            return
        }
        tapped(path)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        _ = releaseTouch()
    }

    /// Handles a long press or a press with the secondary button. If the delegate has a menu for the item, a diagnostic reports that menus
    /// aren't shown.
    private func refusesMenu(of path: IndexPath, _ touch: UITouch) -> Bool {
        let point = touch.location(in: self)
        guard collectionDelegate?.collectionView(self, contextMenuConfigurationForItemAt: path, point: point) != nil else { return false }
        UIContextMenuInteraction.refuse()
        return true
    }

    private func releaseTouch() -> IndexPath? {
        guard let path = touched else { return nil }
        touched = nil
        cellForItem(at: path)?.isHighlighted = false
        collectionDelegate?.collectionView(self, didUnhighlightItemAt: path)
        return path
    }

    // MARK: Scrolling

    /// Scrolls until an item is at a position.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        layoutIfNeeded()
        prepareIfNeeded()
        guard let place = collectionViewLayout.layoutAttributesForItem(at: indexPath) else { return }
        var scrollPosition = scrollPosition
        let frame = place.isOrthogonal ? scrollSection(to: place, &scrollPosition, animated) : place.frame
        let inset = adjustedContentInset
        if scrollPosition.isEmpty { return scrollRectToVisible(frame, animated: animated) }
        var target = contentOffset
        if scrollPosition.contains(.top) { target.y = frame.minY - inset.top }
        if scrollPosition.contains(.centeredVertically) { target.y = frame.midY - bounds.height / 2 }
        if scrollPosition.contains(.bottom) { target.y = frame.maxY - bounds.height + inset.bottom }
        if scrollPosition.contains(.left) { target.x = frame.minX - inset.left }
        if scrollPosition.contains(.centeredHorizontally) { target.x = frame.midX - bounds.width / 2 }
        if scrollPosition.contains(.right) { target.x = frame.maxX - bounds.width + inset.right }
        target.x = min(max(target.x, horizontalRange.lowerBound), horizontalRange.upperBound)
        target.y = min(max(target.y, verticalRange.lowerBound), verticalRange.upperBound)
        setContentOffset(target, animated: animated)
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let before = super.bounds
            super.bounds = newValue
            guard newValue != before else { return }
            if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue) {
                invalidate(before, newValue)
            }
            setNeedsLayout()
        }
    }

    override func restingOffset(_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint {
        collectionViewLayout.targetContentOffset(forProposedContentOffset: proposed, withScrollingVelocity: velocity)
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard !isPreparingUpdates else { return }
        if laidOutSize != bounds.size, !needsPrepare, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
            isInLayout = true
            invalidate(CGRect(origin: bounds.origin, size: laidOutSize), bounds)
            isInLayout = false
        }
        showItems()
        if animatesBounds {
            animatesBounds = false
            collectionViewLayout.finalizeAnimatedBoundsChange()
        }
        if let backgroundView { UIView.performWithoutAnimation { backgroundView.frame = CGRect(origin: bounds.origin, size: bounds.size) } }
    }

    /// A Boolean value that indicates whether a drag is in progress: false.
    open var hasActiveDrag: Bool { false }
    /// A Boolean value that indicates whether a drop is in progress: false.
    open var hasActiveDrop: Bool { false }
}
