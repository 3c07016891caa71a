import AgateDiagnostics
import QuartzCore

/// Items where a layout says, of which only those that show have views.
@preconcurrency @MainActor open class UICollectionView: UIScrollView {
    /// Along which axis a flow layout goes on.
    public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
    /// What a view stands for.
    public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }

    /// Where an item comes to stand.
    public struct ScrollPosition: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The item's upper edge at the view's.
        public static let top = ScrollPosition(rawValue: 1)
        /// Half-way down the view.
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        /// The item's lower edge at the view's.
        public static let bottom = ScrollPosition(rawValue: 4)
        /// The item's left edge at the view's.
        public static let left = ScrollPosition(rawValue: 8)
        /// Half-way across the view.
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        /// The item's right edge at the view's.
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// The kind of headers of sections.
    nonisolated public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of footers of sections.
    nonisolated public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    typealias Key = UICollectionViewLayoutAttributes.ItemKey
    final var pool = ReusePool<UICollectionReusableView>()
    final var shown: [Key: UICollectionReusableView] = [:]
    final var counts: [Int] = []
    final var needsCounts = true, needsPrepare = true
    /// Sections in which views measured something else than the layout reckoned with.
    final var changedSections = IndexSet()
    /// Of sections that scroll by themselves, made when they first show.
    final var scrollers: [Int: OrthogonalScrollView] = [:]
    final var selected: [IndexPath] = []
    final var updates = ItemUpdates()
    final var updateDepth = 0
    /// Whether a change is being animated: items stay where they are.
    final var isPreparingUpdates = false
    /// The size that the layout was worked out for.
    final var laidOutSize = CGSize.zero
    private var touched: IndexPath?
    /// When the finger came down on the item.
    private var began: TimeInterval?

    /// A collection with a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
        backgroundColor = .systemBackground
    }
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.collectionView = self
    }

    /// Says where items stand. Setting it changes at once.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            guard collectionViewLayout !== oldValue else { return }
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            layoutIsInvalid()
        }
    }

    /// Gives the items; not kept.
    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { if dataSource !== oldValue { reloadData() } } }
    final var collectionDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }
    /// Kept: nothing is fetched ahead.
    /// One diagnostic says so when it is set.
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
        didSet {
            KeptProperty.report(
                "UICollectionView.prefetchDataSource", prefetchDataSource != nil, "cells are created when they become visible")
        }
    }
    /// Whether the prefetching data source is asked ahead. Kept, without effect: cells are made when they show.
    open var isPrefetchingEnabled = true
    /// A view behind all items.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }
    /// Whether taps select.
    open var allowsSelection = true
    /// Whether several may be selected at a time.
    open var allowsMultipleSelection = false
    /// Whether the items are being edited; false by default. Kept, without effect: items show no controls for it.
    /// One diagnostic says so when it is set.
    open var isEditing = false {
        didSet { KeptProperty.report("UICollectionView.isEditing", isEditing, "items show no editing controls") }
    }
    /// Whether taps select while `isEditing`.
    open var allowsSelectionDuringEditing = false
    /// Whether several may be selected while `isEditing`.
    open var allowsMultipleSelectionDuringEditing = false
    /// For remote controls. Kept, without effect.
    open var remembersLastFocusedIndexPath = false
    /// For remote controls. Kept, without effect.
    open var selectionFollowsFocus = false

    // MARK: Asking anew

    /// Asks for everything anew.
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

    /// While a layout is asked for what shows: what becomes invalid then needs no layout of its own.
    private var isInLayout = false

    final func layoutIsInvalid() {
        needsPrepare = true
        if !isInLayout { setNeedsLayout() }
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

    /// How many sections the data source says that there are; 0 without one. Asked once, until the data are reloaded or items change.
    open var numberOfSections: Int {
        countIfNeeded()
        return counts.count
    }
    /// How many items the data source says that a section has.
    open func numberOfItems(inSection section: Int) -> Int {
        countIfNeeded()
        return counts.indices.contains(section) ? counts[section] : 0
    }

    // MARK: Views

    /// Has cells of an identifier made of a class by its `init()`; nil registers none. Replaces what was registered under it before.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        pool.register(cellClass, "cell \(identifier)")
    }
    /// The cells of a name are in a nib: it is not read, and one diagnostic says so when a cell is asked for.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) { pool.register(nib, "cell \(identifier)") }
    /// Has views of a kind and identifier made of a class by its `init()`; nil registers none.
    open func register(_ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String) {
        pool.register(viewClass, "\(elementKind) \(identifier)")
    }
    /// The views of a kind and identifier are in a nib: it is not read, and one diagnostic says so when a view is asked for.
    open func register(_ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String) {
        pool.register(nib, "\(kind) \(identifier)")
    }

    /// A cell to use again, or one of the registered class. Apple raises an exception where there is neither; here it is a plain one, with
    /// a diagnostic.
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath) -> UICollectionViewCell {
        dequeue("cell \(identifier)", identifier) as? UICollectionViewCell ?? UICollectionViewCell()
    }
    /// A view of the kind, taken back from those out of view or made new. The identifier has to be registered.
    open func dequeueReusableSupplementaryView(ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionReusableView
    {
        dequeue("\(elementKind) \(identifier)", identifier) ?? UICollectionReusableView()
    }

    private func dequeue(_ name: String, _ identifier: String) -> UICollectionReusableView? {
        if let old = pool.take(name) {
            old.prepareForReuse()
            return old
        }
        if !pool.isRegistered(name) {
            Diagnostic.reportOnce("collection.no-cell", key: name, "no class is registered for \"\(identifier)\"; a plain view is shown")
        }
        let made = pool.type(name).flatMap { DynamicObject.make($0) }
        made?.reuseIdentifier = identifier
        made?.poolName = name
        return made
    }

    /// The cell of an item, or nil where it is out of view.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown[Key(kind: .cell, path: indexPath)] as? UICollectionViewCell
    }
    /// The view of a header or footer, or nil where it is out of view.
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
        shown[Key(kind: .supplementary(elementKind), path: indexPath)]
    }
    /// The headers, footers or other views of a kind that show.
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        shown.filter { $0.key.kind == .supplementary(elementKind) }.sorted { $0.key.path < $1.key.path }.map(\.value)
    }
    /// The items that show, in order.
    open var indexPathsForVisibleItems: [IndexPath] { shown.keys.filter { $0.kind == .cell }.map(\.path).sorted() }
    /// Where the views of a kind that show belong.
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        shown.keys.filter { $0.kind == .supplementary(elementKind) }.map(\.path).sorted()
    }
    /// The cells that show, in the order of their items.
    open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cellForItem(at: $0) } }
    /// Where the item of a cell stands; nil where the cell does not show.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.first { $0.value === cell }?.key.path }
    /// The item at a point of the content; nil where there is none.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        prepareIfNeeded()
        let spot = CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001)
        return collectionViewLayout.layoutAttributesForElements(in: spot)?.last {
            guard $0.kind == .cell, !$0.isHidden else { return false }
            let moved = $0.isOrthogonal ? orthogonalOffset(of: $0.indexPath.section) : .zero
            return $0.frame.contains(CGPoint(x: point.x + moved.x, y: point.y + moved.y))
        }?.indexPath
    }
    /// Where an item stands and how it looks; nil where there is none.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }
    /// Where a header, footer or other view stands and how it looks; nil where there is none.
    open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
    }

    // MARK: Choosing

    /// The selected items; empty where none is.
    open var indexPathsForSelectedItems: [IndexPath]? { selected }

    /// Chooses an item, without asking or calling the delegate; nil chooses none.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !allowsMultipleSelection || indexPath == nil {
            for old in selected where old != indexPath { deselectItem(at: old, animated: animated) }
        }
        guard let indexPath else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cellForItem(at: indexPath)?.isSelected = true
        if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }
    /// Chooses an item no longer, without asking or calling the delegate.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cellForItem(at: indexPath)?.isSelected = false
    }

    private func tapped(_ path: IndexPath) {
        if selected.contains(path), allowsMultipleSelection {
            guard collectionDelegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
            deselectItem(at: path, animated: false)
            collectionDelegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard collectionDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        if !allowsMultipleSelection {
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
        guard let touch = touches.first, touched == nil, allowsSelection, let path = indexPathForItem(at: touch.location(in: self)),
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

    /// A long press, or one with the secondary button: where the delegate has a menu for the item, a diagnostic says that none shows.
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

    /// Scrolls until an item stands at a place.
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
                collectionViewLayout.invalidateLayout(with: collectionViewLayout.invalidationContext(forBoundsChange: newValue))
                needsPrepare = true
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
            collectionViewLayout.invalidateLayout(with: collectionViewLayout.invalidationContext(forBoundsChange: bounds))
            isInLayout = false
            needsPrepare = true
        }
        showItems()
        if let backgroundView { UIView.performWithoutAnimation { backgroundView.frame = CGRect(origin: bounds.origin, size: bounds.size) } }
    }
}
