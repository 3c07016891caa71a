import AgateDiagnostics
import Foundation

/// What a table or a collection is to show: sections and their items, each named by an identifier that stands for it alone.
///
/// Where Apple's raises (an identifier twice, one that is not there), one diagnostic says so and the call changes nothing of it.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    private var items: [[ItemIdentifierType]] = []
    private var sectionIndices: [SectionIdentifierType: Int] = [:]
    private var sectionOfItem: [ItemIdentifierType: SectionIdentifierType] = [:]

    /// The sections in their order.
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    /// What is to be made anew although it stays, since the last `apply`.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
    /// What is to be made anew although it stays, since the last `apply`.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// What is to be set up again although it stays, since the last `apply`.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    /// One of nothing.
    public init() {}

    // MARK: What is in it

    /// How many items there are in all sections.
    public var numberOfItems: Int { sectionOfItem.count }
    /// How many sections there are.
    public var numberOfSections: Int { sectionIdentifiers.count }
    /// All items in their order.
    public var itemIdentifiers: [ItemIdentifierType] { items.flatMap { $0 } }
    /// How many items a section has; 0 with a diagnostic where it is not there.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int { itemIdentifiers(inSection: identifier).count }
    /// The items of a section in their order; none with a diagnostic where it is not there.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        guard let index = known(identifier) else { return [] }
        return items[index]
    }
    /// The section that an item is in; nil where it is not there.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? { sectionOfItem[identifier] }
    /// The place of an item among all items.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        guard let path = indexPath(of: identifier) else { return nil }
        return items[..<path.section].reduce(path.item) { $0 + $1.count }
    }
    /// The place of a section among the sections; nil where it is not there.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sectionIndices[identifier] }

    func items(at index: Int) -> [ItemIdentifierType] { items.indices.contains(index) ? items[index] : [] }
    func contains(_ item: ItemIdentifierType) -> Bool { sectionOfItem[item] != nil }
    func indexPath(of item: ItemIdentifierType) -> IndexPath? {
        guard let section = sectionOfItem[item].flatMap({ sectionIndices[$0] }), let index = items[section].firstIndex(of: item) else {
            return nil
        }
        return IndexPath(item: index, section: section)
    }

    // MARK: Items

    /// Adds items at the end of a section, or of the last one.
    public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {
        guard let section = sectionIdentifier ?? sectionIdentifiers.last, let index = known(section) else {
            if sectionIdentifier == nil { Self.refuse("it has no section to append items to") }
            return
        }
        let new = admitted(identifiers, to: section)
        items[index] += new
    }
    /// Puts items before another one, into its section. Those that are there already stay where they are, and where the other item is not
    /// there, nothing changes; a diagnostic reports both.
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType) {
        insert(identifiers, at: beforeIdentifier, offset: 0)
    }
    /// Puts items behind another one, into its section. Those that are there already stay where they are, and where the other item is not
    /// there, nothing changes; a diagnostic reports both.
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType) {
        insert(identifiers, at: afterIdentifier, offset: 1)
    }
    /// Takes items out, with their marks to be reloaded or reconfigured. Those that are not there are ignored, without a diagnostic.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers.filter { sectionOfItem[$0] != nil })
        let sections = Set(gone.compactMap { sectionOfItem[$0] })
        for item in gone { sectionOfItem[item] = nil }
        for section in sections { if let index = sectionIndices[section] { items[index].removeAll { gone.contains($0) } } }
        forget { gone.contains($0) }
    }
    /// Takes all items and all sections out.
    public mutating func deleteAllItems() { self = Self() }
    /// Moves an item before another one, into its section. A diagnostic reports where one of the two is not there, and nothing moves.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, offset: 0)
    }
    /// Moves an item behind another one, into its section. A diagnostic reports where one of the two is not there, and nothing moves.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, offset: 1)
    }
    /// Has the views of items made anew by the next `apply`.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { reloadedItemIdentifiers += identifiers.filter { isKnown($0) } }
    /// Has the views of items set up again by the next `apply`.
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

    /// Adds sections without items at the end. Those that are there already stay where they are, with a diagnostic.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(sections: identifiers, at: sectionIdentifiers.count)
    }
    /// Puts sections without items before another one. Those that are there already stay where they are, and where the other section is not
    /// there, nothing changes; a diagnostic reports both.
    public mutating func insertSections(_ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType) {
        if let index = known(toIdentifier) { insert(sections: identifiers, at: index) }
    }
    /// Puts sections without items behind another one. Those that are there already stay where they are, and where the other section is not
    /// there, nothing changes; a diagnostic reports both.
    public mutating func insertSections(_ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType) {
        if let index = known(toIdentifier) { insert(sections: identifiers, at: index + 1) }
    }
    /// Takes sections out with their items.
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
    /// Moves a section with its items before another one. A diagnostic reports where one of the two is not there, and nothing moves.
    public mutating func moveSection(_ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType) {
        move(section: identifier, to: toIdentifier, offset: 0)
    }
    /// Moves a section with its items behind another one. A diagnostic reports where one of the two is not there, and nothing moves.
    public mutating func moveSection(_ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType) {
        move(section: identifier, to: toIdentifier, offset: 1)
    }
    /// Has the views of sections made anew by the next `apply`.
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

    // MARK: What must hold

    /// Those that are new, from now on in a section.
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

    /// The reloads were shown.
    mutating func forgetReloads() {
        reloadedSectionIdentifiers = []
        reloadedItemIdentifiers = []
        reconfiguredItemIdentifiers = []
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
