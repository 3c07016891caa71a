import AgateDiagnostics
import Foundation

/// The contents of a table or collection view: sections and their items, each with a unique identifier.
///
/// In cases in which UIKit raises an exception, such as duplicate or missing identifiers, one diagnostic is reported and the invalid part
/// of the call is ignored.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    private var items: [[ItemIdentifierType]] = []
    private var sectionIndices: [SectionIdentifierType: Int] = [:]
    private var sectionOfItem: [ItemIdentifierType: SectionIdentifierType] = [:]

    /// The sections, in order.
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    /// The existing sections to reload, since the last `apply`.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
    /// The existing items to reload, since the last `apply`.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// The existing items to reconfigure, since the last `apply`.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    /// Creates an empty snapshot.
    public init() {}

    // MARK: Contents

    /// The number of items in all sections.
    public var numberOfItems: Int { sectionOfItem.count }
    /// The number of sections.
    public var numberOfSections: Int { sectionIdentifiers.count }
    /// All items, in order.
    public var itemIdentifiers: [ItemIdentifierType] { items.flatMap { $0 } }
    /// Returns the number of items in a section. If there is no such section, reports a diagnostic and returns 0.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int { itemIdentifiers(inSection: identifier).count }
    /// Returns the items of a section, in order. If there is no such section, reports a diagnostic and returns an empty array.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        guard let index = known(identifier) else { return [] }
        return items[index]
    }
    /// Returns the section of an item, or nil if there is no such item.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? { sectionOfItem[identifier] }
    /// Returns the index of an item among all items, or nil if there is no such item.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        guard let path = indexPath(of: identifier) else { return nil }
        return items[..<path.section].reduce(path.item) { $0 + $1.count }
    }
    /// Returns the index of a section, or nil if there is no such section.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sectionIndices[identifier] }

    func items(at index: Int) -> [ItemIdentifierType] { items.indices.contains(index) ? items[index] : [] }
    /// Returns the item at an index path, or nil if there is none.
    func item(at path: IndexPath) -> ItemIdentifierType? {
        let items = items(at: path.section)
        return items.indices.contains(path.item) ? items[path.item] : nil
    }
    /// Returns the section at an index, or nil if there is none.
    func section(at index: Int) -> SectionIdentifierType? { sectionIdentifiers.indices.contains(index) ? sectionIdentifiers[index] : nil }
    func contains(_ item: ItemIdentifierType) -> Bool { sectionOfItem[item] != nil }
    func indexPath(of item: ItemIdentifierType) -> IndexPath? {
        guard let section = sectionOfItem[item].flatMap({ sectionIndices[$0] }), let index = items[section].firstIndex(of: item) else {
            return nil
        }
        return IndexPath(item: index, section: section)
    }

    // MARK: Items

    /// Appends items to a section, or to the last section.
    public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {
        guard let section = sectionIdentifier ?? sectionIdentifiers.last, let index = known(section) else {
            if sectionIdentifier == nil { Self.refuse("it has no section to append items to") }
            return
        }
        let new = admitted(identifiers, to: section)
        items[index] += new
    }
    /// Inserts items before another one, in its section. Items that already exist aren't moved. If the other item doesn't exist, nothing
    /// changes. A diagnostic is reported in both cases.
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType) {
        insert(identifiers, at: beforeIdentifier, offset: 0)
    }
    /// Inserts items after another one, in its section. Items that already exist aren't moved. If the other item doesn't exist, nothing
    /// changes. A diagnostic is reported in both cases.
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType) {
        insert(identifiers, at: afterIdentifier, offset: 1)
    }
    /// Deletes items, including their marks for reloading or reconfiguring. Items that don't exist are ignored, without a diagnostic.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers.filter { sectionOfItem[$0] != nil })
        let sections = Set(gone.compactMap { sectionOfItem[$0] })
        for item in gone { sectionOfItem[item] = nil }
        for section in sections { if let index = sectionIndices[section] { items[index].removeAll { gone.contains($0) } } }
        forget { gone.contains($0) }
    }
    /// Deletes all items and sections.
    public mutating func deleteAllItems() { self = Self() }
    /// Moves an item before another one, in its section. If one of the two doesn't exist, reports a diagnostic and moves nothing.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, offset: 0)
    }
    /// Moves an item after another one, in its section. If one of the two doesn't exist, reports a diagnostic and moves nothing.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, offset: 1)
    }
    /// Marks items whose views the next `apply` recreates.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { reloadedItemIdentifiers += identifiers.filter { isKnown($0) } }
    /// Marks items whose views the next `apply` reconfigures.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += identifiers.filter { isKnown($0) }
    }

    private mutating func insert(_ new: [ItemIdentifierType], at item: ItemIdentifierType, offset: Int) {
        guard isKnown(item), let path = indexPath(of: item) else { return }
        let fresh = admitted(new, to: sectionIdentifiers[path.section])
        items[path.section].insert(contentsOf: fresh, at: path.item + offset)
    }

    private mutating func move(_ item: ItemIdentifierType, to other: ItemIdentifierType, offset: Int) {
        guard item != other, isKnown(item), isKnown(other), let from = indexPath(of: item) else { return }
        items[from.section].remove(at: from.item)
        guard let to = indexPath(of: other) else { return }
        items[to.section].insert(item, at: to.item + offset)
        sectionOfItem[item] = sectionIdentifiers[to.section]
    }

    // MARK: Sections

    /// Appends empty sections. Sections that already exist aren't moved, and a diagnostic is reported.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(sections: identifiers, at: sectionIdentifiers.count)
    }
    /// Inserts empty sections before another one. Sections that already exist aren't moved. If the other section doesn't exist, nothing
    /// changes. A diagnostic is reported in both cases.
    public mutating func insertSections(_ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType) {
        if let index = known(toIdentifier) { insert(sections: identifiers, at: index) }
    }
    /// Inserts empty sections after another one. Sections that already exist aren't moved. If the other section doesn't exist, nothing
    /// changes. A diagnostic is reported in both cases.
    public mutating func insertSections(_ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType) {
        if let index = known(toIdentifier) { insert(sections: identifiers, at: index + 1) }
    }
    /// Deletes sections with their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers.filter { sectionIndices[$0] != nil })
        guard !gone.isEmpty else { return }
        let kept = sectionIdentifiers.indices.filter { !gone.contains(sectionIdentifiers[$0]) }
        for section in gone { for item in items[sectionIndices[section] ?? 0] { sectionOfItem[item] = nil } }
        (sectionIdentifiers, items) = (kept.map { sectionIdentifiers[$0] }, kept.map { items[$0] })
        number()
        reloadedSectionIdentifiers.removeAll { gone.contains($0) }
        forget { [sectionOfItem] in sectionOfItem[$0] == nil }
    }
    /// Moves a section with its items before another one. If one of the two doesn't exist, reports a diagnostic and moves nothing.
    public mutating func moveSection(_ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType) {
        move(section: identifier, to: toIdentifier, offset: 0)
    }
    /// Moves a section with its items after another one. If one of the two doesn't exist, reports a diagnostic and moves nothing.
    public mutating func moveSection(_ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType) {
        move(section: identifier, to: toIdentifier, offset: 1)
    }
    /// Marks sections whose views the next `apply` recreates.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers.filter { known($0) != nil }
    }

    private mutating func insert(sections new: [SectionIdentifierType], at index: Int) {
        var seen: Set<SectionIdentifierType> = []
        let fresh = new.filter { sectionIndices[$0] == nil && seen.insert($0).inserted }
        if fresh.count < new.count { Self.refuse("a section identifier already exists") }
        sectionIdentifiers.insert(contentsOf: fresh, at: index)
        items.insert(contentsOf: fresh.map { _ in [] }, at: index)
        number()
    }

    private mutating func move(section: SectionIdentifierType, to other: SectionIdentifierType, offset: Int) {
        guard section != other, let from = known(section), known(other) != nil else { return }
        let moved = items.remove(at: from)
        sectionIdentifiers.remove(at: from)
        let to = (sectionIdentifiers.firstIndex(of: other) ?? 0) + offset
        sectionIdentifiers.insert(section, at: to)
        items.insert(moved, at: to)
        number()
    }

    private mutating func number() {
        sectionIndices = Dictionary(sectionIdentifiers.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }

    // MARK: Consistency

    /// Records the items that don't exist yet as items of a section and returns them. Reports a diagnostic for the others.
    private mutating func admitted(_ new: [ItemIdentifierType], to section: SectionIdentifierType) -> [ItemIdentifierType] {
        var result: [ItemIdentifierType] = []
        for item in new {
            guard sectionOfItem[item] == nil else {
                Self.refuse("an item identifier already exists")
                continue
            }
            sectionOfItem[item] = section
            result.append(item)
        }
        return result
    }

    private mutating func forget(_ isGone: (ItemIdentifierType) -> Bool) {
        reloadedItemIdentifiers.removeAll(where: isGone)
        reconfiguredItemIdentifiers.removeAll(where: isGone)
    }

    /// The snapshot after its reloads were applied.
    var applied: Self {
        var made = self
        (made.reloadedSectionIdentifiers, made.reloadedItemIdentifiers, made.reconfiguredItemIdentifiers) = ([], [], [])
        return made
    }

    private func known(_ section: SectionIdentifierType) -> Int? {
        if let index = sectionIndices[section] { return index }
        Self.refuse("a section identifier does not exist")
        return nil
    }

    private func isKnown(_ item: ItemIdentifierType) -> Bool {
        if sectionOfItem[item] != nil { return true }
        Self.refuse("an item identifier does not exist")
        return false
    }

    private static func refuse(_ reason: String) {
        Diagnostic.report("collection.snapshot", "a snapshot is unchanged: \(reason)")
    }
}

extension NSDiffableDataSourceSnapshot: Sendable where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
