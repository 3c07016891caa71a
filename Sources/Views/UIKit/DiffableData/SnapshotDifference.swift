import Foundation

extension ItemUpdates {
    /// Creates the changes that lead from one snapshot to another, with the minimum number of moves.
    init<Section: Hashable, Item: Hashable>(
        from old: NSDiffableDataSourceSnapshot<Section, Item>, to new: NSDiffableDataSourceSnapshot<Section, Item>
    ) {
        self.init()
        let oldSections = old.sectionIdentifiers, newSections = new.sectionIdentifiers
        var keptSections: [(from: Int, to: Int)] = []
        for (index, section) in oldSections.enumerated() {
            if let now = new.indexOfSection(section) { keptSections.append((index, now)) } else { deletedSections.insert(index) }
        }
        for (index, section) in newSections.enumerated() where old.indexOfSection(section) == nil { insertedSections.insert(index) }
        let stay = Self.longestRise(keptSections.map(\.to))
        for (index, pair) in keptSections.enumerated() where !stay.contains(index) { movedSections.append(pair) }

        var newPlaces: [Item: IndexPath] = [:]
        newPlaces.reserveCapacity(new.numberOfItems)
        for section in newSections.indices {
            for (index, item) in new.items(at: section).enumerated() {
                newPlaces[item] = IndexPath(item: index, section: section)
                if !insertedSections.contains(section), !old.contains(item) { inserted.insert(IndexPath(item: index, section: section)) }
            }
        }
        for section in oldSections.indices {
            let now = new.indexOfSection(oldSections[section])
            var same: [(from: Int, to: Int)] = []
            for (index, item) in old.items(at: section).enumerated() {
                let path = IndexPath(item: index, section: section)
                guard let place = newPlaces[item] else {
                    if now != nil { deleted.insert(path) }
                    continue
                }
                if place.section == now { same.append((index, place.item)) } else { moved.append((path, place)) }
            }
            let stay = Self.longestRise(same.map(\.to))
            for (index, pair) in same.enumerated() where !stay.contains(index) {
                moved.append((IndexPath(item: pair.from, section: section), IndexPath(item: pair.to, section: now ?? 0)))
            }
        }
        let again = Set(new.reloadedItemIdentifiers + new.reconfiguredItemIdentifiers)
        if !again.isEmpty {
            for section in oldSections.indices {
                for (index, item) in old.items(at: section).enumerated() where again.contains(item) && newPlaces[item] != nil {
                    reloaded.insert(IndexPath(item: index, section: section))
                }
            }
        }
        for section in new.reloadedSectionIdentifiers { if let index = old.indexOfSection(section) { reloadedSections.insert(index) } }
    }

    /// Returns the indexes of a longest increasing subsequence of a list of distinct numbers.
    static func longestRise(_ values: [Int]) -> Set<Int> {
        // For each length, the index of the subsequence with the smallest last value, and the predecessor of each index.
        var ends: [Int] = [], before = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var low = 0, high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: Set<Int> = [], next = ends.last ?? -1
        while next >= 0 {
            result.insert(next)
            next = before[next]
        }
        return result
    }
}
