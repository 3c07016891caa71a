import QuartzCore

/// Support for self-sizing views and orthogonally scrolling sections.
extension UICollectionView {
    /// Measures a view that has become visible, if the layout only estimates its size.
    final func measure(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        let axes = attributes.estimated
        guard !axes.isEmpty, let original = attributes.copy() as? UICollectionViewLayoutAttributes else { return }
        view.layoutIfNeeded()
        let preferred = view.preferredLayoutAttributesFitting(original)
        // Measuring may have changed it.
        view.applied.size = nil
        func length(_ own: CGFloat, _ old: CGFloat) -> CGFloat { own.isFinite && own >= 0 ? own : old }
        let size = CGSize(
            width: axes.contains(.width) ? length(preferred.size.width, attributes.size.width) : attributes.size.width,
            height: axes.contains(.height) ? length(preferred.size.height, attributes.size.height) : attributes.size.height)
        collectionViewLayout.measured[attributes.key] = size
        guard abs(size.width - attributes.size.width) > 0.01 || abs(size.height - attributes.size.height) > 0.01,
            collectionViewLayout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
        else { return }
        if attributes.indexPath.count == 2 { changedSections.insert(attributes.indexPath.section) } else { needsPrepare = true }
    }

    /// Adds a view to the content, or to the scroll view of its section.
    final func place(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        let scroller = attributes.isOrthogonal ? scrollers[attributes.indexPath.section] : nil
        let home: UIView = scroller ?? self
        if let old = view.superview, old !== home {
            UIView.performWithoutAnimation {
                view.center = home.convert(view.center, from: old)
                view.applied.center = view.center
                home.insertSubview(view, at: scroller == nil && backgroundView != nil ? 1 : 0)
            }
        }
        attributes.apply(to: view, from: scroller?.frame.origin ?? .zero)
    }

    /// Updates the scroll views of the visible sections that scroll orthogonally.
    final func placeScrollers() {
        let near = collectionViewLayout.orthogonalSections(in: bounds)
        for section in near {
            guard let area = collectionViewLayout.orthogonalArea(of: section) else { continue }
            let scroller = scrollers[section] ?? OrthogonalScrollView(self)
            scrollers[section] = scroller
            if scroller.superview == nil { insertSubview(scroller, at: backgroundView == nil ? 0 : 1) }
            scroller.take(area)
        }
        for (section, scroller) in scrollers where scroller.superview != nil && !near.contains(section) {
            // A scroll view that still moves or whose cells are visible stays for now.
            if !scroller.isDragging, !scroller.isDecelerating, !scroller.frame.intersects(bounds) { scroller.removeFromSuperview() }
        }
    }

    /// Returns the scroll offset of an orthogonally scrolling section.
    final func orthogonalOffset(of section: Int) -> CGPoint { scrollers[section]?.contentOffset ?? .zero }

    final func orthogonalSectionScrolled() { setNeedsLayout() }

    /// Scrolls the section of an item orthogonally.
    /// - Returns: The item's frame in the collection view. No scrolling is left to do along the orthogonal axis.
    final func scrollSection(
        to place: UICollectionViewLayoutAttributes, _ position: inout ScrollPosition, _ animated: Bool
    ) -> CGRect {
        guard let area = collectionViewLayout.orthogonalArea(of: place.indexPath.section) else { return place.frame }
        placeScrollers()
        if let scroller = scrollers[place.indexPath.section] {
            let frame = place.frame.offsetBy(dx: -area.frame.minX, dy: -area.frame.minY)
            var target = scroller.contentOffset
            if position.contains(.left) { target.x = frame.minX }
            if position.contains(.centeredHorizontally) { target.x = frame.midX - area.frame.width / 2 }
            if position.contains(.right) { target.x = frame.maxX - area.frame.width }
            if !area.isAcross {
                if position.contains(.top) { target.y = frame.minY }
                if position.contains(.centeredVertically) { target.y = frame.midY - area.frame.height / 2 }
                if position.contains(.bottom) { target.y = frame.maxY - area.frame.height }
                target.x = scroller.contentOffset.x
            }
            if target == scroller.contentOffset, !frame.intersects(scroller.bounds) {
                scroller.scrollRectToVisible(frame, animated: animated)
            } else {
                let range = area.isAcross ? scroller.horizontalRange : scroller.verticalRange
                if area.isAcross { target.x = min(max(target.x, range.lowerBound), range.upperBound) }
                if !area.isAcross { target.y = min(max(target.y, range.lowerBound), range.upperBound) }
                scroller.setContentOffset(target, animated: animated)
            }
        }
        position.subtract(area.isAcross ? [.left, .centeredHorizontally, .right] : [.top, .centeredVertically, .bottom])
        return area.isAcross
            ? CGRect(x: bounds.minX, y: place.frame.minY, width: 1, height: place.frame.height)
            : CGRect(x: place.frame.minX, y: bounds.minY, width: place.frame.width, height: 1)
    }

    /// Moves measured sizes and the scroll offsets of sections along with the items.
    final func follow(_ changes: ItemUpdates, _ map: [IndexPath: IndexPath]) {
        var kept: [Key: CGSize] = [:]
        for (key, size) in collectionViewLayout.measured where key.kind == .cell && !changes.isReloaded(key.path) {
            if let now = map[key.path] { kept[Key(kind: .cell, path: now)] = size }
        }
        for (key, size) in collectionViewLayout.measured where key.kind != .cell && key.path.count != 2 { kept[key] = size }
        collectionViewLayout.measured = kept
        guard !scrollers.isEmpty else { return }
        var sections: [Int: Int] = [:]
        for (old, now) in map { sections[old.section] = now.section }
        var moved: [Int: OrthogonalScrollView] = [:]
        for (section, scroller) in scrollers {
            if let now = sections[section] { moved[now] = scroller } else { scroller.removeFromSuperview() }
        }
        scrollers = moved
    }
}
