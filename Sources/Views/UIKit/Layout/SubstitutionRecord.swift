/// A record of the substitution of one part: what determined each unknown, in order, and which rows fail.
///
/// The record shows whether any other values would be better. Following the steps backwards gives the change of a level's errors with each
/// choice, like the prices in the revised simplex algorithm.
struct SubstitutionRecord {
    /// A failed row, or a failed rule that a size isn't negative.
    struct Failure {
        var level: Float
        var row: Int32
        var unknown: Int32
        /// Positive if the value is too large, negative if it is too small.
        var sign: Double
    }

    /// A change of a parameter in one direction.
    private struct Move {
        var cost: ParameterLines.Cost
        /// True if the change makes a level worse that was already examined or must hold.
        var isHeld = false

        /// Returns whether the change improves nothing, if it changes the errors of a level by `change`.
        mutating func isNoBetter(_ change: Double, _ level: Float) -> Bool {
            if cost.level > level { isHeld = true }
            if isHeld { return true }
            let all = (cost.level == level ? cost.amount : 0) + change
            if all < -1e-7 { return false }
            // A change without cost at this level is judged by lower levels.
            if all > 1e-7 { isHeld = true } else if cost.level == level { cost = ParameterLines.Cost() }
            return true
        }
    }

    private struct Block {
        var start: Int
        /// The row that determined the parameter, or -1 if it was chosen.
        var closing: Int32
        var up: Move
        var down: Move
    }

    private var unknowns: [Int32] = []
    private var makers: [Int32] = []
    private var blocks: [Block] = []
    var failures: [Failure] = []
    /// True if a row fails that might be satisfied otherwise.
    var isDoubtful = false
    /// True if a choice depends on another one, so that the two could be judged only together.
    private var isEntangled = false
    private var prices: [Int32: Double] = [:]

    mutating func removeAll() {
        unknowns.removeAll(keepingCapacity: true)
        makers.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        failures.removeAll(keepingCapacity: true)
        (isDoubtful, isEntangled) = (false, false)
    }

    mutating func append(
        _ reached: [Int32], _ by: [Int32], _ closing: Int32, _ cost: (up: ParameterLines.Cost, down: ParameterLines.Cost)?
    ) {
        if cost == nil { isEntangled = true }
        blocks.append(
            Block(start: unknowns.count, closing: closing, up: Move(cost: cost?.up ?? .init()), down: Move(cost: cost?.down ?? .init())))
        unknowns += reached
        makers += by
    }

    /// Returns whether no other choice reduces the errors, level by level.
    mutating func isBest(_ problem: LayoutProblem, _ slopes: [Double]) -> Bool {
        if isEntangled { return false }
        for level in Set(failures.map(\.level)).sorted(by: >) {
            prices.removeAll(keepingCapacity: true)
            for failure in failures where failure.level == level {
                if failure.row < 0 {
                    prices[failure.unknown, default: 0] += failure.sign
                } else {
                    for term in problem.terms[problem.range(Int(failure.row))] {
                        prices[term.unknown, default: 0] += failure.sign * term.factor
                    }
                }
            }
            for block in blocks.indices.reversed() {
                guard follow(block, level, problem) else { return false }
                guard blocks[block].closing >= 0 else { continue }
                // The cost of the parameter is that of the row that determined it.
                let row = Int(blocks[block].closing), parameter = unknowns[blocks[block].start]
                let price = prices[parameter] ?? 0
                prices[parameter] = nil
                guard abs(price) > 1e-9 else { continue }
                let slope = problem.terms[problem.range(row)].reduce(0) { sum, term in
                    sum + (isIn(block, term.unknown) ? term.factor * slopes[Int(term.unknown)] : 0)
                }
                for term in problem.terms[problem.range(row)] { prices[term.unknown, default: 0] -= price / slope * term.factor }
                guard follow(block, level, problem) else { return false }
                prices[parameter] = nil
            }
        }
        return true
    }

    private func end(_ block: Int) -> Int { block + 1 < blocks.count ? blocks[block + 1].start : unknowns.count }
    private func isIn(_ block: Int, _ unknown: Int32) -> Bool { unknowns[blocks[block].start..<end(block)].contains(unknown) }

    /// Follows the steps of a block backwards. Returns false if giving up a row or changing the parameter would be better.
    private mutating func follow(_ block: Int, _ level: Float, _ problem: LayoutProblem) -> Bool {
        for step in (blocks[block].start..<end(block)).reversed() {
            let unknown = unknowns[step]
            if makers[step] < 0 {
                if blocks[block].closing >= 0 { continue }
                let price = prices.removeValue(forKey: unknown) ?? 0
                guard blocks[block].up.isNoBetter(price, level), blocks[block].down.isNoBetter(-price, level) else { return false }
                continue
            }
            guard let price = prices.removeValue(forKey: unknown), abs(price) > 1e-9 else { continue }
            let row = problem.rows[Int(makers[step])], range = problem.range(Int(makers[step]))
            guard let own = problem.terms[range].first(where: { $0.unknown == unknown })?.factor else { continue }
            if row.level < level || (row.level == level && abs(price / own) > 1 - 1e-9) { return false }
            for term in problem.terms[range] where term.unknown != unknown {
                prices[term.unknown, default: 0] -= price / own * term.factor
            }
        }
        return true
    }
}
