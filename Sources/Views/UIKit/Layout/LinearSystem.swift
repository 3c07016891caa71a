/// A system of linear equations and inequalities in numbered unknowns. Some are required. The others are satisfied as closely as possible,
/// level by level.
///
/// It uses the simplex algorithm in the form that Badros, Borning and Stuckey gave it for layout (Cassowary), with one difference: the
/// levels are settled one after the other, from the most important down, instead of by one weighted sum. At each level the sum of absolute
/// errors is minimized. Symbols that would increase the sum again are then fixed at zero and leave the table. So no weights have to be
/// chosen, and any number of rows of a lower level can't override a row of a higher one.
///
/// Every row is solved for one symbol that no other row has (its basic symbol). Unknowns may be negative. Slack and error symbols are at
/// least zero, and their rows never contain an unknown. Ties are resolved in favor of the lowest symbol, so that the result is
/// deterministic and no cycle can arise (Bland's rule).
struct LinearSystem {
    enum Relation {
        case lessThanOrEqual, equal, greaterThanOrEqual
    }

    /// The result of adding a requirement.
    enum Outcome {
        case added
        /// The requirement follows from the others.
        case redundant
        /// The requirement contradicts earlier ones and was left out.
        case contradicts
    }

    /// The number of unknowns, which are the first symbols, from 0. Slack and error symbols follow.
    private let unknowns: Int
    private var rows: [LinearSum] = []
    /// The basic symbol of each row.
    private var basics: [Int] = []
    /// The row of each basic symbol, or -1 for other symbols.
    private var rowOf: [Int]
    /// The sum of the errors of the current level.
    private var errors = LinearSum()

    init(unknowns: Int) {
        self.unknowns = unknowns
        rowOf = Array(repeating: -1, count: unknowns)
    }

    // MARK: Requirements

    /// Adds the requirement `sum relation 0`.
    mutating func require(_ sum: LinearSum, _ relation: Relation) -> Outcome {
        var row = solved(sum)
        var slack: Int?
        if relation != .equal {
            let symbol = newSymbol()
            row.add(symbol, relation == .greaterThanOrEqual ? -1 : 1)
            slack = symbol
        }
        if let unknown = unknown(in: row) {
            makeBasic(unknown, in: row)
            return .added
        }
        if row.terms.isEmpty { return abs(row.constant) > Self.contradiction ? .contradicts : .redundant }
        if row.constant < 0 { row.scale(-1) }
        if let slack {
            if row.factor(slack) > 0, row.constant <= LinearSum.tiny { row.scale(-1) }
            if row.factor(slack) < 0 {
                makeBasic(slack, in: row)
                return .added
            }
        }
        return addByArtificialSymbol(row)
    }

    /// Adds the preference `sum relation 0`, which is satisfied as closely as possible together with all others before the next `settle`.
    mutating func prefer(_ sum: LinearSum, _ relation: Relation) {
        var row = solved(sum)
        guard !row.terms.isEmpty else { return }
        // row + short - over = 0. For an inequality one of the two has no cost.
        let short = newSymbol(), over = newSymbol()
        row.add(short, 1)
        row.add(over, -1)
        if let unknown = unknown(in: row) {
            makeBasic(unknown, in: row)
        } else {
            makeBasic(row.constant < 0 ? short : over, in: row)
        }
        if relation != .lessThanOrEqual { addError(short) }
        if relation != .greaterThanOrEqual { addError(over) }
    }

    /// Minimizes the sum of the errors of the preferences since the last call, and keeps them at the minimum.
    mutating func settle() {
        let least = minimized(errors)
        errors = LinearSum()
        let held = Set(least.terms.lazy.filter { $0.factor > LinearSum.tiny }.map(\.symbol))
        guard !held.isEmpty else { return }
        for index in rows.indices { rows[index].removeAll { held.contains($0) } }
    }

    /// Returns the value of a sum. Unknowns without requirements or preferences count as 0.
    func value(_ sum: LinearSum) -> Double {
        sum.terms.reduce(sum.constant) { $0 + $1.factor * (rowOf[$1.symbol] < 0 ? 0 : rows[rowOf[$1.symbol]].constant) }
    }

    // MARK: The tableau

    /// The tolerance within which requirements don't contradict, for sums of thousands of points in double precision.
    private static let contradiction = 1e-6

    private mutating func newSymbol() -> Int {
        rowOf.append(-1)
        return rowOf.count - 1
    }

    private mutating func addError(_ symbol: Int) {
        if rowOf[symbol] < 0 { errors.add(symbol, 1) } else { errors.add(rows[rowOf[symbol]], 1) }
    }

    /// Returns a sum in terms of symbols that aren't basic.
    private func solved(_ sum: LinearSum) -> LinearSum {
        var row = LinearSum(constant: sum.constant)
        for term in sum.terms {
            if rowOf[term.symbol] < 0 { row.add(term.symbol, term.factor) } else { row.add(rows[rowOf[term.symbol]], term.factor) }
        }
        return row
    }

    /// Returns the unknown with the largest factor in a row, or the first of equal ones.
    private func unknown(in row: LinearSum) -> Int? {
        var best: LinearSum.Term?
        for term in row.terms {
            // Terms are in the order of their symbols.
            if term.symbol >= unknowns { break }
            if abs(term.factor) > abs(best?.factor ?? 0) { best = term }
        }
        return best?.symbol
    }

    /// Adds the equation 0 = row, solved for one of its symbols.
    private mutating func makeBasic(_ symbol: Int, in row: LinearSum) {
        var row = row
        row.solve(for: symbol)
        substitute(symbol, row)
        rowOf[symbol] = rows.count
        rows.append(row)
        basics.append(symbol)
    }

    private mutating func substitute(_ symbol: Int, _ row: LinearSum) {
        for index in rows.indices {
            let factor = rows[index].factor(symbol)
            guard factor != 0 else { continue }
            rows[index].remove(symbol)
            rows[index].add(row, factor)
        }
    }

    /// Adds the equation 0 = row if no symbol of it can become basic directly: an artificial symbol becomes basic and is minimized to zero.
    private mutating func addByArtificialSymbol(_ row: LinearSum) -> Outcome {
        let artificial = newSymbol()
        rowOf[artificial] = rows.count
        rows.append(row)
        basics.append(artificial)
        let least = minimized(row)
        let index = rowOf[artificial]
        if index >= 0 {
            if least.constant <= Self.contradiction, let other = rows[index].terms.first {
                pivot(index, other.symbol)
            } else {
                removeRow(index)
                return least.constant <= Self.contradiction ? .redundant : .contradicts
            }
        }
        for index in rows.indices { rows[index].remove(artificial) }
        return .added
    }

    private mutating func removeRow(_ index: Int) {
        rowOf[basics[index]] = -1
        let last = rows.count - 1
        if index != last {
            rows.swapAt(index, last)
            basics.swapAt(index, last)
            rowOf[basics[index]] = index
        }
        rows.removeLast()
        basics.removeLast()
    }

    /// Minimizes a sum of symbols that aren't basic by the simplex algorithm, and returns the resulting sum.
    private mutating func minimized(_ sum: LinearSum) -> LinearSum {
        var sum = sum
        while let entering = sum.terms.first(where: { $0.factor < -LinearSum.tiny })?.symbol {
            var leaving: (row: Int, ratio: Double)?
            for index in rows.indices where basics[index] >= unknowns {
                let factor = rows[index].factor(entering)
                guard factor < -LinearSum.tiny else { continue }
                let ratio = max(0, rows[index].constant) / -factor
                if let best = leaving, ratio > best.ratio || (ratio == best.ratio && basics[index] > basics[best.row]) { continue }
                leaving = (index, ratio)
            }
            // A sum of errors has a minimum. If no row can leave, the factor is a rounding error.
            guard let leaving else {
                sum.remove(entering)
                continue
            }
            pivot(leaving.row, entering)
            let factor = sum.factor(entering)
            sum.remove(entering)
            sum.add(rows[rowOf[entering]], factor)
        }
        return sum
    }

    /// Replaces the basic symbol of a row with another of its symbols.
    private mutating func pivot(_ index: Int, _ entering: Int) {
        var row = rows[index]
        let leaving = basics[index]
        row.add(leaving, -1)
        row.solve(for: entering)
        rows[index] = LinearSum()
        substitute(entering, row)
        rows[index] = row
        basics[index] = entering
        rowOf[leaving] = -1
        rowOf[entering] = index
    }
}

/// A constant and multiples of symbols, in the order of the symbols.
struct LinearSum {
    struct Term {
        var symbol: Int
        var factor: Double
    }

    /// The magnitude below which a factor counts as a rounding error of zero.
    static let tiny = 1e-9

    var constant = 0.0
    private(set) var terms: [Term] = []

    init(constant: Double = 0) { self.constant = constant }

    /// Creates a sum of one symbol and a constant.
    init(_ symbol: Int, constant: Double = 0) {
        self.constant = constant
        terms = [Term(symbol: symbol, factor: 1)]
    }

    private func place(_ symbol: Int) -> Int {
        var low = 0, high = terms.count
        while low < high {
            let middle = (low + high) / 2
            if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func factor(_ symbol: Int) -> Double {
        let place = place(symbol)
        return place < terms.count && terms[place].symbol == symbol ? terms[place].factor : 0
    }

    mutating func removeAll(where isGone: (Int) -> Bool) { terms.removeAll { isGone($0.symbol) } }

    mutating func remove(_ symbol: Int) {
        let place = place(symbol)
        if place < terms.count, terms[place].symbol == symbol { terms.remove(at: place) }
    }

    mutating func add(_ symbol: Int, _ factor: Double) { add(LinearSum(symbol), factor) }

    mutating func add(_ other: LinearSum, _ factor: Double) {
        constant += factor * other.constant
        var merged: [Term] = []
        merged.reserveCapacity(terms.count + other.terms.count)
        var mine = 0
        for term in other.terms {
            while mine < terms.count, terms[mine].symbol < term.symbol {
                merged.append(terms[mine])
                mine += 1
            }
            var sum = term.factor * factor
            if mine < terms.count, terms[mine].symbol == term.symbol {
                sum += terms[mine].factor
                mine += 1
            }
            if abs(sum) > Self.tiny { merged.append(Term(symbol: term.symbol, factor: sum)) }
        }
        merged += terms[mine...]
        terms = merged
    }

    mutating func scale(_ factor: Double) {
        constant *= factor
        for index in terms.indices { terms[index].factor *= factor }
    }

    /// Transforms 0 = row into symbol = row.
    mutating func solve(for symbol: Int) {
        let factor = factor(symbol)
        remove(symbol)
        scale(-1 / factor)
    }
}
