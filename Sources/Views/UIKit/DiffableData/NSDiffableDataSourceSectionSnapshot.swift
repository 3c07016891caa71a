import Foundation

/// The items of a section as an outline: items can have children, which are visible while their parents are expanded.
///
/// An item occurs once. As with other snapshots, calls with unknown items do nothing, and items that are added again keep their place.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
    private var roots: [ItemIdentifierType] = []
    private var children: [ItemIdentifierType: [ItemIdentifierType]] = [:]
    private var parents: [ItemIdentifierType: ItemIdentifierType] = [:]
    private var known: Set<ItemIdentifierType> = []
    private var expanded: Set<ItemIdentifierType> = []

    /// Creates an empty snapshot.
    public init() {}

    // MARK: Items

    /// The items without parents, in order.
    public var rootItems: [ItemIdentifierType] { roots }
    /// All items, each before its children.
    public var items: [ItemIdentifierType] { walk(roots) { _ in true } }
    /// The visible items: those whose ancestors are all expanded.
    public var visibleItems: [ItemIdentifierType] { walk(roots) { expanded.contains($0) } }

    private func walk(_ first: [ItemIdentifierType], _ enters: (ItemIdentifierType) -> Bool) -> [ItemIdentifierType] {
        var found: [ItemIdentifierType] = [], open = Array(first.reversed())
        while let item = open.popLast() {
            found.append(item)
            if enters(item), let below = children[item] { open += below.reversed() }
        }
        return found
    }

    /// Returns whether the item is in the snapshot.
    public func contains(_ item: ItemIdentifierType) -> Bool { known.contains(item) }
    /// Returns whether all ancestors of the item are expanded.
    public func isVisible(_ item: ItemIdentifierType) -> Bool {
        guard known.contains(item) else { return false }
        var above = parents[item]
        while let here = above {
            if !expanded.contains(here) { return false }
            above = parents[here]
        }
        return true
    }
    /// Returns whether the item's children are visible when the item is.
    public func isExpanded(_ item: ItemIdentifierType) -> Bool { expanded.contains(item) }
    /// Returns the number of the item's ancestors.
    public func level(of item: ItemIdentifierType) -> Int {
        var level = 0, above = parents[item]
        while let here = above {
            level += 1
            above = parents[here]
        }
        return level
    }
    /// Returns the index among all items; nil if there is no such item. The time is proportional to their number.
    public func index(of item: ItemIdentifierType) -> Int? { known.contains(item) ? items.firstIndex(of: item) : nil }
    /// Returns the parent; nil for an item without one.
    public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { parents[child] }
    /// Returns the outline below an item.
    public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
        var made = Self()
        guard known.contains(parent) else { return made }
        made.roots = includingParent ? [parent] : children[parent] ?? []
        for item in walk(made.roots, { _ in true }) {
            made.known.insert(item)
            made.children[item] = children[item]
            if item != parent, let above = parents[item], above != parent || includingParent { made.parents[item] = above }
            if expanded.contains(item) { made.expanded.insert(item) }
        }
        return made
    }

    // MARK: Changes

    /// Adds items at the end: of the section, or of an item's children.
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        put(items, into: parent, at: nil)
    }
    /// Inserts items before another one, with the same parent.
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) { insert(items, at: item, 0) }
    /// Inserts items after another one, with the same parent.
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) { insert(items, at: item, 1) }
    /// Inserts an outline before an item, and returns the first inserted item.
    @discardableResult
    public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) -> ItemIdentifierType? { insert(snapshot, at: item, 0) }
    /// Inserts an outline after an item, and returns the first inserted item.
    @discardableResult
    public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) -> ItemIdentifierType? { insert(snapshot, at: item, 1) }
    /// Replaces the children of an item by an outline.
    public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
        guard known.contains(parent) else { return }
        delete(children[parent] ?? [])
        put(snapshot.roots, into: parent, at: nil)
        take(snapshot)
    }
    /// Removes items with their descendants.
    public mutating func delete(_ items: [ItemIdentifierType]) {
        let gone = Set(walk(items.filter { known.contains($0) }) { _ in true })
        guard !gone.isEmpty else { return }
        let parentsOfGone = Set(gone.compactMap { parents[$0] }).subtracting(gone)
        for parent in parentsOfGone { children[parent]?.removeAll { gone.contains($0) } }
        roots.removeAll { gone.contains($0) }
        for item in gone { (children[item], parents[item]) = (nil, nil) }
        known.subtract(gone)
        expanded.subtract(gone)
    }
    /// Removes all items.
    public mutating func deleteAll() { self = Self() }
    /// Makes the children of items visible.
    public mutating func expand(_ items: [ItemIdentifierType]) { expanded.formUnion(items.filter { known.contains($0) }) }
    /// Hides the descendants of items.
    public mutating func collapse(_ items: [ItemIdentifierType]) { expanded.subtract(items) }

    private mutating func insert(_ items: [ItemIdentifierType], at item: ItemIdentifierType, _ offset: Int) {
        guard known.contains(item) else { return }
        let parent = parents[item], beside = parent.map { children[$0] ?? [] } ?? roots
        put(items, into: parent, at: beside.firstIndex(of: item).map { $0 + offset })
    }
    private mutating func insert(_ snapshot: Self, at item: ItemIdentifierType, _ offset: Int) -> ItemIdentifierType? {
        guard known.contains(item) else { return nil }
        insert(snapshot.roots, at: item, offset)
        take(snapshot)
        return snapshot.roots.first
    }
    /// Adds the items below the roots of an outline.
    private mutating func take(_ snapshot: Self) {
        for item in snapshot.items { if let below = snapshot.children[item] { put(below, into: item, at: nil) } }
        expanded.formUnion(snapshot.expanded)
    }
    private mutating func put(_ items: [ItemIdentifierType], into parent: ItemIdentifierType?, at index: Int?) {
        if let parent, !known.contains(parent) { return }
        let new = items.filter { known.insert($0).inserted }
        if let parent {
            for item in new { parents[item] = parent }
            var all = children[parent] ?? []
            all.insert(contentsOf: new, at: index ?? all.count)
            children[parent] = all
        } else {
            roots.insert(contentsOf: new, at: index ?? roots.count)
        }
    }
}

extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}

/// A data source with outlines, whose rows open and close.
@MainActor protocol OutlineSource: AnyObject {
    /// Opens or closes the outline of an item.
    func toggleOutline(at path: IndexPath)
    /// Returns whether the item's outline is open.
    func isOutlineOpen(at path: IndexPath) -> Bool
}

/// The closures that a data source calls when the user opens and closes outlines.
@preconcurrency @MainActor public struct NSDiffableDataSourceSectionSnapshotHandlers<ItemIdentifierType: Hashable> {
    /// Returns whether an item may open; nil, the default, allows it.
    public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item opens.
    public var willExpandItem: ((ItemIdentifierType) -> Void)?
    /// Returns whether an item may close; nil, the default, allows it.
    public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item closes.
    public var willCollapseItem: ((ItemIdentifierType) -> Void)?
    /// Returns the outline below an item that opens, in place of its children.
    public var snapshotForExpandingParent:
        (
            (ItemIdentifierType, NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>) -> NSDiffableDataSourceSectionSnapshot<
                ItemIdentifierType
            >
        )?

    /// Creates handlers that allow everything.
    nonisolated public init() {}
}
