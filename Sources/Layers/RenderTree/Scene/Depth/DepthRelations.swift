/// The order of planes that cover each other. Planes that must be settled together, since each is somewhere below each of the others (two
/// that cross, or a ring), form a set. Sets are visited from the bottom up; of the sets that may be next, the one whose first member has
/// the lowest index.
struct DepthRelations {
    private let count: Int
    private var pairs: ContiguousArray<(below: Int32, above: Int32)> = []

    init(count: Int) { self.count = count }

    mutating func add(_ a: Int, below b: Int) { pairs.append((Int32(a), Int32(b))) }

    /// Calls `body` with each set, from the bottom up. The members of each set are in ascending order.
    func forEachSet(_ body: (ContiguousArray<Int32>) -> Void) {
        // For each plane, the planes directly above it, as consecutive runs.
        var starts = ContiguousArray<Int32>(repeating: 0, count: count + 1)
        for pair in pairs { starts[Int(pair.below) + 1] += 1 }
        for i in 0..<count { starts[i + 1] += starts[i] }
        var next = starts, above = ContiguousArray<Int32>(repeating: 0, count: pairs.count)
        for pair in pairs {
            above[Int(next[Int(pair.below)])] = pair.above
            next[Int(pair.below)] += 1
        }
        let sets = self.sets(starts, above)
        var members = ContiguousArray<ContiguousArray<Int32>>(repeating: [], count: (sets.max() ?? -1) + 1)
        for i in 0..<count { members[sets[i]].append(Int32(i)) }
        var waiting = ContiguousArray<Int>(repeating: 0, count: members.count)
        for pair in pairs where sets[Int(pair.below)] != sets[Int(pair.above)] { waiting[sets[Int(pair.above)]] += 1 }
        // Ordered by the first member, which is unique to each set.
        var ready = TimeQueue<Int>()
        for set in members.indices where waiting[set] == 0 { ready.add(set, at: Double(members[set][0])) }
        while let set = ready.removeFirst()?.element {
            body(members[set])
            for i in members[set] {
                for other in above[Int(starts[Int(i)])..<Int(starts[Int(i) + 1])] where sets[Int(other)] != set {
                    waiting[sets[Int(other)]] -= 1
                    if waiting[sets[Int(other)]] == 0 { ready.add(sets[Int(other)], at: Double(members[sets[Int(other)]][0])) }
                }
            }
        }
    }

    /// Returns, for each plane, the number of its strongly connected set (Tarjan's algorithm, without recursion).
    private func sets(_ starts: ContiguousArray<Int32>, _ above: ContiguousArray<Int32>) -> ContiguousArray<Int> {
        var set = ContiguousArray<Int>(repeating: -1, count: count), found = set, lowest = set
        var path: ContiguousArray<Int> = [], open: ContiguousArray<(plane: Int, next: Int)> = []
        var counter = 0, setCount = 0
        for root in 0..<count where found[root] < 0 {
            open.append((root, Int(starts[root])))
            while let (plane, at) = open.last {
                if found[plane] < 0 {
                    found[plane] = counter
                    lowest[plane] = counter
                    counter += 1
                    path.append(plane)
                }
                if at < Int(starts[plane + 1]) {
                    open[open.count - 1].next += 1
                    let other = Int(above[at])
                    if found[other] < 0 {
                        open.append((other, Int(starts[other])))
                    } else if set[other] < 0 {
                        lowest[plane] = min(lowest[plane], found[other])
                    }
                    continue
                }
                open.removeLast()
                if let below = open.last?.plane { lowest[below] = min(lowest[below], lowest[plane]) }
                if lowest[plane] != found[plane] { continue }
                while let member = path.popLast() {
                    set[member] = setCount
                    if member == plane { break }
                }
                setCount += 1
            }
        }
        return set
    }
}
