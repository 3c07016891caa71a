/// The sums that replace unknowns of a `LinearSystem`.
///
/// An unknown that no earlier sum contains is replaced by the sum of its row as it is. Any other unknown is replaced by a sum of unknowns
/// without replacements. So replacements never refer to themselves, and most remain as short as their rows: a chain of views is not
/// expanded into sums of all previous views.
struct Replacements {
    private var sums: [LinearSum]
    /// The order of the replacements, or 0 for an unknown without one. A sum refers only to unknowns of lower ranks or without ranks.
    private var ranks: [Int32]
    /// The unknowns of positive ranks, from 1, and of negative ranks, from -1.
    private var upper: [Int32] = [], lower: [Int32] = []
    /// True for unknowns without replacements to which a sum refers.
    private var isUsed: [Bool]
    private var heap: [Int32] = []

    init(_ unknowns: Int) {
        sums = Array(repeating: LinearSum(), count: unknowns)
        ranks = Array(repeating: 0, count: unknowns)
        isUsed = Array(repeating: false, count: unknowns)
    }

    /// True if all unknowns have replacements.
    var isComplete: Bool { upper.count + lower.count == ranks.count }

    /// Returns the unknown with the largest factor in a sum among those to which nothing refers.
    func newUnknown(in sum: LinearSum) -> Int? { unknown(in: sum) { ranks[$0] == 0 && !isUsed[$0] } }

    /// Returns the unknown with the largest factor in a sum among those without replacements, or the last of equal ones: the first ones are
    /// replaced by short sums when their own rows come.
    func openUnknown(in sum: LinearSum) -> Int? { unknown(in: sum) { ranks[$0] == 0 } }

    private func unknown(in sum: LinearSum, where isPossible: (Int) -> Bool) -> Int? {
        var best: LinearSum.Term?
        for term in sum.terms {
            // Terms are in the order of their symbols, and unknowns are the first.
            if term.symbol >= ranks.count { break }
            if abs(term.factor) >= abs(best?.factor ?? 0), isPossible(term.symbol) { best = term }
        }
        return best?.symbol
    }

    /// Replaces an unknown by what the equation 0 = row says about it.
    mutating func replace(_ unknown: Int, in row: LinearSum) {
        var row = row
        row.solve(for: unknown)
        for term in row.terms {
            if term.symbol >= ranks.count { break }
            isUsed[term.symbol] = true
        }
        sums[unknown] = row
        if isUsed[unknown] {
            lower.append(Int32(unknown))
            ranks[unknown] = -Int32(lower.count)
        } else {
            upper.append(Int32(unknown))
            ranks[unknown] = Int32(upper.count)
        }
    }

    /// Adds a sum to another one, without unknowns that have replacements. Higher ranks are replaced first, so that each is replaced once,
    /// and not at all where it cancels out.
    mutating func expand(_ sum: LinearSum, _ result: inout SparseSum) {
        heap.removeAll(keepingCapacity: true)
        add(sum, 1, &result)
        while let rank = heap.first {
            removeFirst()
            let unknown = Int(rank > 0 ? upper[Int(rank) - 1] : lower[-Int(rank) - 1])
            let factor = result.remove(unknown)
            if factor != 0 {
                LinearSystem.visits += 1
                add(sums[unknown], factor, &result)
            }
        }
    }

    private mutating func add(_ sum: LinearSum, _ factor: Double, _ result: inout SparseSum) {
        for term in sum.terms where term.symbol < ranks.count && ranks[term.symbol] != 0 { push(ranks[term.symbol]) }
        result.add(sum, factor)
    }

    private mutating func push(_ rank: Int32) {
        heap.append(rank)
        var here = heap.count - 1
        while here > 0, heap[(here - 1) / 2] < rank {
            heap[here] = heap[(here - 1) / 2]
            here = (here - 1) / 2
        }
        heap[here] = rank
    }

    private mutating func removeFirst() {
        let rank = heap.removeLast()
        guard !heap.isEmpty else { return }
        var here = 0
        while true {
            var below = 2 * here + 1
            guard below < heap.count else { break }
            if below + 1 < heap.count, heap[below + 1] > heap[below] { below += 1 }
            guard heap[below] > rank else { break }
            heap[here] = heap[below]
            here = below
        }
        heap[here] = rank
    }

    /// Returns the value of each unknown, from those of the other symbols.
    func values(_ valueOf: (Int) -> Double) -> [Double] {
        var values = Array(repeating: 0.0, count: ranks.count)
        for unknown in [lower.reversed(), upper].joined() {
            values[Int(unknown)] = sums[Int(unknown)].terms.reduce(sums[Int(unknown)].constant) { sum, term in
                sum + term.factor * (term.symbol < ranks.count ? values[term.symbol] : valueOf(term.symbol))
            }
        }
        return values
    }
}
