/// A small cache that evicts the least recently used values first. `cost` has the unit of `limit`.
package struct RecentCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var used: UInt64
    }
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0
    package private(set) var cost = 0
    package let limit: Int
    package let maxCount: Int

    package init(limit: Int, maxCount: Int) {
        self.limit = limit
        self.maxCount = maxCount
    }

    package var count: Int { entries.count }

    package mutating func value(_ key: Key) -> Value? {
        clock &+= 1
        guard let i = entries.index(forKey: key) else { return nil }
        entries.values[i].used = clock
        return entries.values[i].value
    }

    /// Keeps a value, unless its cost alone exceeds the limit.
    package mutating func keep(_ value: Value, for key: Key, cost new: Int) {
        guard new <= limit else { return }
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
        if cost + new > limit || entries.count >= maxCount { makeRoom(new) }
        clock &+= 1
        entries[key] = Entry(value: value, cost: new, used: clock)
        cost += new
    }

    /// Evicts the older half or more, so that the search for old values is rare.
    private mutating func makeRoom(_ new: Int) {
        let ages = entries.values.map(\.used).sorted()
        var from = ages.count / 2
        while true {
            let oldest = from < ages.count ? ages[from] : UInt64.max
            entries = entries.filter { $0.value.used >= oldest }
            cost = entries.values.reduce(0) { $0 + $1.cost }
            if cost + new <= limit || entries.isEmpty { return }
            from += (ages.count - from + 1) / 2
        }
    }

    package mutating func removeAll() {
        entries.removeAll()
        cost = 0
    }
}
