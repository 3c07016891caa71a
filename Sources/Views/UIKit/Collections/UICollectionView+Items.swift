import AgateDiagnostics
import QuartzCore

/// Display of the visible items, and changes of items.
extension UICollectionView {
    final func showItems() {
        // Views that measure themselves move the views behind them. The layout is repeated until it is stable, for a limited number of
        // rounds.
        var rounds = 0, keys: Set<Key> = []
        repeat {
            prepareIfNeeded()
            keys = placeItems()
            rounds += 1
        } while (needsPrepare || !changedSections.isEmpty) && rounds < 8
        for (key, view) in shown where !keys.contains(key) {
            shown[key] = nil
            recycle(view, key)
        }
    }

    private func placeItems() -> Set<Key> {
        UIView.performWithoutAnimation { placeScrollers() }
        let wanted = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        var keys: Set<Key> = []
        UIView.performWithoutAnimation {
            for attributes in wanted where isThere(attributes) {
                keys.insert(attributes.key)
                let view = shown[attributes.key] ?? makeView(attributes)
                place(view, attributes)
                view.apply(attributes)
            }
        }
        return keys
    }

    /// Returns whether the data source contains the item.
    private func isThere(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
        guard attributes.kind == .cell else { return true }
        let path = attributes.indexPath
        return path.count == 2 && counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
    }

    final func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView {
        let path = attributes.indexPath, view: UICollectionReusableView
        switch attributes.kind {
        case .cell:
            let cell = dataSource?.collectionView(self, cellForItemAt: path) ?? UICollectionViewCell()
            cell.isSelected = selected.contains(path)
            view = cell
        case .supplementary(let kind):
            view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path) ?? UICollectionReusableView()
        case .decoration(let kind):
            let type = collectionViewLayout.decorations[kind] as? UICollectionReusableView.Type
            view = type.flatMap { DynamicObject.make($0) } ?? UICollectionReusableView()
        }
        shown[attributes.key] = view
        attributes.apply(to: view)
        measure(view, attributes)
        switch attributes.kind {
        case .cell:
            if let cell = view as? UICollectionViewCell { collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: path) }
        case .supplementary(let kind):
            collectionDelegate?.collectionView(self, willDisplaySupplementaryView: view, forElementKind: kind, at: path)
        case .decoration: break
        }
        if let scroller = attributes.isOrthogonal ? scrollers[path.section] : nil {
            scroller.insertSubview(view, at: 0)
            place(view, attributes)
        } else {
            // Scroll indicators stay in front.
            insertSubview(view, at: attributes.kind == .cell ? (backgroundView == nil ? 0 : 1) : min(subviewList.count, shown.count))
        }
        return view
    }

    final func recycle(_ view: UICollectionReusableView, _ key: Key) {
        view.removeFromSuperview()
        switch key.kind {
        case .cell:
            if let cell = view as? UICollectionViewCell {
                collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: key.path)
            }
        case .supplementary(let kind):
            collectionDelegate?.collectionView(self, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: key.path)
        case .decoration: break
        }
        if let name = view.poolName { pool.put(view, name) }
    }

    // MARK: Change of layout

    final func replaceLayout(_ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil) {
        guard layout !== collectionViewLayout else { return completion.map { done in AnimationTracker.later { done(true) } } ?? () }
        layoutIfNeeded()
        let old = collectionViewLayout
        old.prepareForTransition(to: layout)
        layout.prepareForTransition(from: old)
        collectionViewLayout = layout
        guard animated, window != nil else {
            layoutIfNeeded()
            layout.finalizeLayoutTransition()
            completion?(true)
            return
        }
        prepareIfNeeded()
        let wanted = layout.layoutAttributesForElements(in: bounds) ?? []
        UIView.performWithoutAnimation {
            for attributes in wanted where shown[attributes.key] == nil && isThere(attributes) {
                let view = makeView(attributes)
                if let before = attributes.kind == .cell ? old.layoutAttributesForItem(at: attributes.indexPath) : nil {
                    place(view, before)
                } else {
                    view.fadeOut()
                }
            }
        }
        // Laying out one item lays out the collection first, which would move the other items before they are animated.
        isPreparingUpdates = true
        UIView.animate(withDuration: ItemAnimation.duration) { [self] in
            for (key, view) in shown {
                if let attributes = key.kind == .cell
                    ? layout.layoutAttributesForItem(at: key.path) : wanted.first(where: { $0.key == key })
                {
                    place(view, attributes)
                    view.apply(attributes)
                    view.layoutIfNeeded()
                } else {
                    view.fadeOut()
                }
            }
            isPreparingUpdates = false
            setNeedsLayout()
        } completion: { [weak self] finished in
            layout.finalizeLayoutTransition()
            self?.setNeedsLayout()
            completion?(finished)
        }
    }

    // MARK: Changes of items

    final func runBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if updateDepth == 0 { layoutIfNeeded() }
        updateDepth += 1
        updates?()
        updateDepth -= 1
        if updateDepth == 0 { applyUpdates(completion) } else if let completion { AnimationTracker.later { completion(true) } }
    }

    /// Applies all changes made by a closure together. The closure does not outlive the call, so it captures `self` implicitly.
    public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
        withoutActuallyEscaping(updates) { performBatchUpdates(Optional($0), completion: completion) }
    }

    private func change(_ body: (inout ItemUpdates) -> Void) {
        if updateDepth == 0, updates.isEmpty { prepareIfNeeded() }
        body(&updates)
        if updateDepth == 0 { applyUpdates(nil) }
    }

    final func performInsertItems(at indexPaths: [IndexPath]) { change { $0.inserted.formUnion(indexPaths) } }
    final func performDeleteItems(at indexPaths: [IndexPath]) { change { $0.deleted.formUnion(indexPaths) } }
    final func performReloadItems(at indexPaths: [IndexPath]) { change { $0.reloaded.formUnion(indexPaths) } }
    final func performReconfigureItems(at indexPaths: [IndexPath]) { change { $0.reloaded.formUnion(indexPaths) } }
    final func performMoveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.moved.append((indexPath, newIndexPath)) }
    }
    final func performInsertSections(_ sections: IndexSet) { change { $0.insertedSections.formUnion(sections) } }
    final func performDeleteSections(_ sections: IndexSet) { change { $0.deletedSections.formUnion(sections) } }
    final func performReloadSections(_ sections: IndexSet) { change { $0.reloadedSections.formUnion(sections) } }
    final func performMoveSection(_ section: Int, toSection newSection: Int) { change { $0.movedSections.append((section, newSection)) } }
    final var isInUpdates: Bool { updateDepth > 0 }

    private func applyUpdates(_ completion: ((Bool) -> Void)?) {
        let changes = updates
        updates = ItemUpdates()
        // Nothing is shown yet. The items will be requested when the collection is shown.
        guard !needsCounts else { return completion.map { done in AnimationTracker.later { done(true) } } ?? () }
        let old = counts
        needsCounts = true
        countIfNeeded()
        guard let map = changes.mapping(from: old, to: counts) else {
            Diagnostic.report(
                "collection.inconsistent",
                "invalid update: the data source has \(counts) items in its sections, which do not match \(old) before the update and the changes; all items are reloaded"
            )
            reloadData()
            return completion.map { done in AnimationTracker.later { done(false) } } ?? ()
        }
        follow(changes, map)
        needsPrepare = true
        prepareIfNeeded()
        UIView.performWithoutAnimation { placeScrollers() }
        collectionViewLayout.prepare(forCollectionViewUpdates: Self.list(changes))
        selected = selected.compactMap { changes.deleted.contains($0) ? nil : map[$0] }
        show(changes, map, completion)
    }

    private static func list(_ changes: ItemUpdates) -> [UICollectionViewUpdateItem] {
        changes.deleted.sorted().map { UICollectionViewUpdateItem($0, nil, .delete) }
            + changes.inserted.sorted().map { UICollectionViewUpdateItem(nil, $0, .insert) }
            + changes.reloaded.sorted().map { UICollectionViewUpdateItem($0, $0, .reload) }
            + changes.moved.map { UICollectionViewUpdateItem($0.from, $0.to, .move) }
    }

    private func show(_ changes: ItemUpdates, _ map: [IndexPath: IndexPath], _ completion: ((Bool) -> Void)?) {
        var kept: [Key: UICollectionReusableView] = [:], leaving: [(view: UICollectionReusableView, key: Key)] = []
        for (key, view) in shown {
            if key.kind == .cell, let now = map[key.path], !changes.isReloaded(key.path) {
                kept[Key(kind: .cell, path: now)] = view
            } else {
                leaving.append((view, key))
            }
        }
        shown = kept
        let layout = collectionViewLayout, animated = window != nil && UIView.areAnimationsEnabled
        let wanted = (layout.layoutAttributesForElements(in: bounds) ?? []).filter(isThere)
        UIView.performWithoutAnimation {
            for attributes in wanted where shown[attributes.key] == nil {
                let view = makeView(attributes)
                guard animated else { continue }
                if let first = layout.initialAttributes(attributes.kind, attributes.indexPath) {
                    place(view, first)
                } else {
                    view.fadeOut()
                }
            }
        }
        let end = { [self] in
            for (key, view) in shown {
                guard
                    let attributes = key.kind == .cell
                        ? layout.layoutAttributesForItem(at: key.path) : wanted.first(where: { $0.key == key })
                else { continue }
                place(view, attributes)
                view.apply(attributes)
            }
            for (view, key) in leaving {
                if let last = layout.finalAttributes(key.kind, key.path) {
                    place(view, last)
                } else {
                    view.fadeOut()
                }
            }
        }
        let finish = { [weak self] (finished: Bool) in
            guard let self else { return }
            for (view, key) in leaving {
                view.endLeaving()
                recycle(view, key)
            }
            layout.finalizeCollectionViewUpdates()
            setNeedsLayout()
            completion?(finished)
        }
        ItemAnimation.run(animated, end, completion: finish)
    }
}

/// A view controller whose view is a collection view.
@preconcurrency @MainActor open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
    /// The layout of the items.
    public let collectionViewLayout: UICollectionViewLayout

    /// Creates a controller for a collection view with a layout.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(nibName: nil, bundle: nil)
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
    }

    /// The collection view.
    open var collectionView: UICollectionView! {
        get {
            loadViewIfNeeded()
            return collection
        }
        set {
            collection = newValue
            view = newValue
        }
    }
    private var collection: UICollectionView?
    /// A Boolean value that indicates whether the selection is cleared when the controller's view is about to appear. The default is true.
    open var clearsSelectionOnViewWillAppear = true

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        guard clearsSelectionOnViewWillAppear, let collection else { return }
        for path in collection.indexPathsForSelectedItems ?? [] { collection.deselectItem(at: path, animated: animated) }
    }

    open override func loadView() {
        let made = UICollectionView(frame: UIScreen.main.bounds, collectionViewLayout: collectionViewLayout)
        made.dataSource = self
        made.delegate = self
        collection = made
        view = made
    }

    /// Returns the number of sections. The default is 1.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    /// Returns the number of items in a section. The default is 0.
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
    /// Returns the cell of an item. The default is an empty one.
    open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        UICollectionViewCell()
    }
    /// Returns the view of a header, a footer or another element of the layout. The default is an empty one.
    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView() }
    /// Returns whether a touch may highlight an item. The default is true.
    open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool { true }
    /// Called when a touch begins on an item. Does nothing unless overridden.
    open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
    /// Called when the touch leaves an item. Does nothing unless overridden.
    open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
    /// Returns whether a tap may select an item. The default is true.
    open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool { true }
    /// Returns whether a tap may deselect an item, if multiple selection is allowed. The default is true.
    open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool { true }
    /// Called after a tap selected an item, but not after `selectItem(at:animated:scrollPosition:)`. Does nothing unless overridden.
    open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    /// Called after a tap deselected an item. Does nothing unless overridden.
    open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
    /// Called when a cell was created and is about to be shown. Does nothing unless overridden.
    open func collectionView(_ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath) {}
    /// Called when a cell is no longer visible. Does nothing unless overridden.
    open func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    /// Called when the content offset has changed. Does nothing unless overridden.
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}
