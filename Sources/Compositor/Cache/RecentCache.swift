/// A small cache of made things, the least recently used dropped first. `cost` is counted in whatever unit `limit` has.
struct RecentCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var used: UInt64
    }
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0
    private(set) var cost = 0
    let limit: Int
    let maxCount: Int

    init(limit: Int, maxCount: Int) {
        self.limit = limit
        self.maxCount = maxCount
    }

    var count: Int { entries.count }

    mutating func value(_ key: Key) -> Value? {
        clock &+= 1
        guard let i = entries.index(forKey: key) else { return nil }
        entries.values[i].used = clock
        return entries.values[i].value
    }

    /// Keeps a value, unless it alone is over the limit.
    mutating func keep(_ value: Value, for key: Key, cost new: Int) {
        guard new <= limit else { return }
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
        while cost + new > limit || entries.count >= maxCount, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            cost -= oldest.value.cost
            entries.removeValue(forKey: oldest.key)
        }
        clock &+= 1
        entries[key] = Entry(value: value, cost: new, used: clock)
        cost += new
    }

    mutating func removeAll() {
        entries.removeAll()
        cost = 0
    }
}
