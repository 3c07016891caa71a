/// A system of linear equations and inequalities in numbered unknowns. Some are required. The others are satisfied as closely as possible,
/// level by level.
///
/// It uses the simplex algorithm in the form that Badros, Borning and Stuckey gave it for layout (Cassowary), with two differences. The
/// levels are settled one after the other, from the most important down, instead of by one weighted sum. At each level the sum of absolute
/// errors is minimized. Symbols that would increase the sum again are then fixed at zero and leave the table. So no weights have to be
/// chosen, and any number of rows of a lower level can't override a row of a higher one.
///
/// The other difference is that unknowns, which may be negative, aren't in the table: each is replaced by a sum (`Replacements`). The table
/// contains only slack and error symbols, which are at least zero. Every row is solved for one symbol that no other row has (its basic
/// symbol). A pivot visits only rows that contain the entering symbol. Ties are resolved in favor of the lowest symbol, so that the result
/// is deterministic and no cycle can arise (Bland's rule).
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

    /// The number of rows that pivots and sums have visited, for tests.
    nonisolated(unsafe) static var visits = 0

    /// The number of unknowns, which are the first symbols, from 0. Slack and error symbols follow.
    private let unknowns: Int
    private var replacements: Replacements
    /// Rows of slack and error symbols. Removed rows are empty.
    private var rows: [LinearSum] = []
    /// The basic symbol of each row, or -1 for a removed row.
    private var basics: [Int] = []
    /// The row of each basic symbol, or -1 for other symbols.
    private var rowOf: [Int]
    /// For each slack and error symbol, the rows that may contain it. A row can occur several times.
    private var columns: [[Int32]]
    /// True for symbols that are fixed at zero.
    private var isHeld: [Bool]
    /// The symbols whose sum is the error of the current level.
    private var errors: [Int] = []
    private var scratch: SparseSum
    private var spare: [LinearSum.Term] = []

    init(unknowns: Int) {
        self.unknowns = unknowns
        replacements = Replacements(unknowns)
        rowOf = Array(repeating: -1, count: unknowns)
        columns = Array(repeating: [], count: unknowns)
        isHeld = Array(repeating: false, count: unknowns)
        scratch = SparseSum(unknowns)
    }

    // MARK: Requirements

    /// Adds the requirement `sum relation 0`.
    mutating func require(_ sum: LinearSum, _ relation: Relation) -> Outcome {
        let new = replacements.newUnknown(in: sum)
        var row = new == nil ? solved(sum) : sum
        var slack: Int?
        if relation != .equal {
            let symbol = newSymbol()
            row.add(symbol, relation == .greaterThanOrEqual ? -1 : 1)
            slack = symbol
        }
        if let unknown = new ?? replacements.openUnknown(in: row) {
            replacements.replace(unknown, in: row)
            return .added
        }
        if row.terms.isEmpty { return abs(row.constant) > Self.contradiction ? .contradicts : .redundant }
        if row.constant < 0 { row.scale(-1) }
        if let slack {
            if row.factor(slack) > 0, row.constant <= LinearSum.tiny { row.scale(-1) }
            if row.factor(slack) < 0 {
                insert(slack, in: row)
                return .added
            }
        }
        return addByArtificialSymbol(row)
    }

    /// Adds the preference `sum relation 0`, which is satisfied as closely as possible together with all others before the next `settle`.
    mutating func prefer(_ sum: LinearSum, _ relation: Relation) {
        let new = replacements.newUnknown(in: sum)
        var row = new == nil ? solved(sum) : sum
        guard !row.terms.isEmpty else { return }
        // row + short - over = 0. For an inequality one of the two has no cost.
        let short = newSymbol(), over = newSymbol()
        row.add(short, 1)
        row.add(over, -1)
        if let unknown = new ?? replacements.openUnknown(in: row) {
            replacements.replace(unknown, in: row)
        } else {
            insert(row.constant < 0 ? short : over, in: row)
        }
        if relation != .lessThanOrEqual { errors.append(short) }
        if relation != .greaterThanOrEqual { errors.append(over) }
    }

    /// Minimizes the sum of the errors of the preferences since the last call, and keeps them at the minimum.
    mutating func settle() {
        guard !errors.isEmpty else { return }
        for symbol in errors { addSymbol(symbol, 1) }
        errors.removeAll(keepingCapacity: true)
        let least = minimized(scratch.take())
        var stale: [Int] = []
        for term in least.terms where term.factor > LinearSum.tiny {
            isHeld[term.symbol] = true
            for row in columns[term.symbol] { stale.append(Int(row)) }
            columns[term.symbol] = []
        }
        stale.sort()
        var last = -1
        for index in stale where index != last {
            last = index
            rows[index].removeAll { isHeld[$0] }
        }
    }

    /// True if requirements and preferences leave no unknown a choice. False if that is not certain.
    var isDetermined: Bool {
        guard replacements.isComplete, errors.isEmpty else { return false }
        return (unknowns..<rowOf.count).allSatisfy { rowOf[$0] >= 0 || isHeld[$0] }
    }

    /// Returns the value of each unknown. Unknowns without requirements or preferences count as 0.
    func solution() -> [Double] { replacements.values { rowOf[$0] < 0 ? 0 : rows[rowOf[$0]].constant } }

    /// Returns the value of a sum of unknowns.
    func value(_ sum: LinearSum) -> Double {
        let values = solution()
        return sum.terms.reduce(sum.constant) { $0 + $1.factor * values[$1.symbol] }
    }

    // MARK: The tableau

    /// The tolerance within which requirements don't contradict, for sums of thousands of points in double precision.
    private static let contradiction = 1e-6

    private mutating func newSymbol() -> Int {
        rowOf.append(-1)
        columns.append([])
        isHeld.append(false)
        scratch.append()
        return rowOf.count - 1
    }

    /// Adds a multiple of a slack or error symbol to the scratch sum, in terms of symbols that aren't basic.
    private mutating func addSymbol(_ symbol: Int, _ factor: Double) {
        if isHeld[symbol] { return }
        if rowOf[symbol] < 0 { return scratch.add(symbol, factor) }
        scratch.add(rows[rowOf[symbol]], factor)
    }

    /// Returns a sum in terms of symbols that aren't basic, and of unknowns without replacements.
    private mutating func solved(_ sum: LinearSum) -> LinearSum {
        replacements.expand(sum, &scratch)
        // Rows contain no basic symbols, so that one step is enough.
        var next = 0
        while next < scratch.symbols.count {
            let symbol = scratch.symbols[next]
            next += 1
            guard symbol >= unknowns, isHeld[symbol] || rowOf[symbol] >= 0 else { continue }
            let factor = scratch.remove(symbol)
            if factor != 0 { addSymbol(symbol, factor) }
        }
        return scratch.take()
    }

    /// Adds the equation 0 = row, solved for a symbol that is in no other row.
    private mutating func insert(_ symbol: Int, in row: LinearSum) {
        var row = row
        row.solve(for: symbol)
        append(symbol, row)
    }

    private mutating func append(_ symbol: Int, _ row: LinearSum) {
        rowOf[symbol] = rows.count
        for term in row.terms { columns[term.symbol].append(Int32(rows.count)) }
        rows.append(row)
        basics.append(symbol)
    }

    private mutating func substitute(_ symbol: Int, _ row: LinearSum) {
        let visited = columns[symbol]
        columns[symbol] = []
        for index in visited {
            let factor = rows[Int(index)].factor(symbol)
            guard factor != 0 else { continue }
            Self.visits += 1
            var changed = LinearSum()
            swap(&changed, &rows[Int(index)])
            changed.remove(symbol)
            changed.add(row, factor, &spare) { columns[$0].append(index) }
            swap(&changed, &rows[Int(index)])
        }
    }

    /// Adds the equation 0 = row if no symbol of it can become basic directly: an artificial symbol becomes basic and is minimized to zero.
    private mutating func addByArtificialSymbol(_ row: LinearSum) -> Outcome {
        let artificial = newSymbol()
        append(artificial, row)
        let least = minimized(row)
        let index = rowOf[artificial]
        var isRemoved = false
        if index >= 0 {
            if least.constant <= Self.contradiction, let other = rows[index].terms.first {
                pivot(index, other.symbol)
            } else {
                (rows[index], basics[index], rowOf[artificial]) = (LinearSum(), -1, -1)
                isRemoved = true
            }
        }
        isHeld[artificial] = true
        for index in columns[artificial] { rows[Int(index)].remove(artificial) }
        columns[artificial] = []
        if isRemoved { return least.constant <= Self.contradiction ? .redundant : .contradicts }
        return .added
    }

    /// Minimizes a sum of symbols that aren't basic by the simplex algorithm, and returns the resulting sum.
    private mutating func minimized(_ sum: LinearSum) -> LinearSum {
        var sum = sum
        while let entering = sum.terms.first(where: { $0.factor < -LinearSum.tiny })?.symbol {
            var leaving: (row: Int, ratio: Double)?
            for place in columns[entering] {
                let index = Int(place), factor = rows[index].factor(entering)
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
            let factor = sum.factor(entering), row = rows[rowOf[entering]]
            sum.remove(entering)
            sum.add(row, factor, &spare) { _ in }
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
        columns[leaving].append(Int32(index))
        basics[index] = entering
        rowOf[leaving] = -1
        rowOf[entering] = index
    }
}
