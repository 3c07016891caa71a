import Foundation

extension IndexPath {
    /// Creates the index path of a row in a table's section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// Creates the index path of an item in a collection's section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The index of the section.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    /// The index of the row in the section.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    /// The index of the item in the section.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}

extension NSIndexPath {
    /// Creates the index path of a row in a table's section.
    public convenience init(forRow row: Int, inSection section: Int) { self.init(indexes: [section, row], length: 2) }
    /// Creates the index path of an item in a collection's section.
    public convenience init(forItem item: Int, inSection section: Int) { self.init(indexes: [section, item], length: 2) }
    /// The index of the section.
    public var section: Int { index(atPosition: 0) }
    /// The index of the row in the section.
    public var row: Int { index(atPosition: 1) }
    /// The index of the item in the section.
    public var item: Int { index(atPosition: 1) }
}

/// Changes of rows or items that are shown together. As with Apple's, deletions, reloads and sources of moves use indices before the
/// changes, insertions and destinations use indices after them.
struct ItemUpdates {
    var deleted: Set<IndexPath> = []
    var inserted: Set<IndexPath> = []
    var reloaded: Set<IndexPath> = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    var reloadedSections = IndexSet()
    var movedSections: [(from: Int, to: Int)] = []

    var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && reloaded.isEmpty && moved.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty
            && reloadedSections.isEmpty && movedSections.isEmpty
    }

    /// Returns the new index path of each old item; nil if the counts contradict the changes.
    func mapping(from old: [Int], to new: [Int]) -> [IndexPath: IndexPath]? {
        var sections: [Int: Int] = [:]
        for move in movedSections { sections[move.from] = move.to }
        let goneSections = deletedSections.union(IndexSet(movedSections.map { $0.from }))
        let takenSections = insertedSections.union(IndexSet(movedSections.map { $0.to }))
        let stay = old.indices.filter { !goneSections.contains($0) }, free = new.indices.filter { !takenSections.contains($0) }
        guard stay.count == free.count else { return nil }
        for (a, b) in zip(stay, free) { sections[a] = b }

        var map: [IndexPath: IndexPath] = [:]
        let sources = Set(moved.map { $0.from }), targets = Set(moved.map { $0.to })
        for move in moved { map[move.from] = move.to }
        for (a, b) in sections {
            // The items of a reloaded section are new ones.
            if reloadedSections.contains(a) { continue }
            guard old.indices.contains(a), new.indices.contains(b) else { return nil }
            let stay = (0..<old[a]).map { IndexPath(item: $0, section: a) }.filter { !deleted.contains($0) && !sources.contains($0) }
            let free = (0..<new[b]).map { IndexPath(item: $0, section: b) }.filter { !inserted.contains($0) && !targets.contains($0) }
            guard stay.count == free.count else { return nil }
            for (from, to) in zip(stay, free) { map[from] = to }
        }
        return map
    }

    /// Returns whether an item, by its old index path, needs to be created again.
    func isReloaded(_ path: IndexPath) -> Bool { reloaded.contains(path) || reloadedSections.contains(path.section) }
}

/// Views that wait for reuse, by their identifiers, and the classes and nibs that create new ones.
@MainActor struct ReusePool<Item: UIView> {
    private var waiting: [String: [Item]] = [:]
    private var classes: [String: Item.Type] = [:]
    private var nibs: [String: UINib] = [:]

    mutating func register(_ type: AnyClass?, _ identifier: String) {
        classes[identifier] = type as? Item.Type
        nibs[identifier] = nil
    }

    mutating func register(_ nib: UINib?, _ identifier: String) {
        nibs[identifier] = nib
        classes[identifier] = nil
    }

    mutating func put(_ item: Item, _ identifier: String) { waiting[identifier, default: []].append(item) }
    mutating func take(_ identifier: String) -> Item? { waiting[identifier]?.popLast() }
    mutating func clear() { waiting = [:] }

    /// Returns a new view of the nib or the class of an identifier; nil if there is neither, or it can't be made.
    func make(_ identifier: String) -> Item? {
        if let nib = nibs[identifier] { return nib.first(Item.self) }
        return classes[identifier].flatMap { DynamicObject.make($0) }
    }
    func isRegistered(_ identifier: String) -> Bool { classes[identifier] != nil || nibs[identifier] != nil }
}
