import AgateDiagnostics
@_spi(Views) import QuartzCore

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
            layOutNewViews()
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
        noteNewView(view)
        (view.applied.size, view.applied.center) = (nil, nil)
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
