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

    /// Creates a sum of terms with different symbols.
    init(_ terms: [Term], constant: Double) {
        self.constant = constant
        self.terms = terms.sorted { $0.symbol < $1.symbol }
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

    mutating func add(_ symbol: Int, _ factor: Double) {
        guard abs(factor) > Self.tiny else { return }
        let place = place(symbol)
        guard place < terms.count, terms[place].symbol == symbol else {
            return terms.insert(Term(symbol: symbol, factor: factor), at: place)
        }
        terms[place].factor += factor
        if abs(terms[place].factor) <= Self.tiny { terms.remove(at: place) }
    }

    /// Adds a multiple of another sum.
    /// - Parameters:
    ///   - merged: A buffer, which is reused.
    ///   - isNew: Called with each symbol that the sum didn't have.
    mutating func add(_ other: LinearSum, _ factor: Double, _ merged: inout [Term], isNew: (Int) -> Void) {
        constant += factor * other.constant
        merged.removeAll(keepingCapacity: true)
        var mine = 0
        for term in other.terms {
            while mine < terms.count, terms[mine].symbol < term.symbol {
                merged.append(terms[mine])
                mine += 1
            }
            var sum = term.factor * factor, isOld = false
            if mine < terms.count, terms[mine].symbol == term.symbol {
                sum += terms[mine].factor
                mine += 1
                isOld = true
            }
            guard abs(sum) > Self.tiny else { continue }
            merged.append(Term(symbol: term.symbol, factor: sum))
            if !isOld { isNew(term.symbol) }
        }
        merged += terms[mine...]
        swap(&terms, &merged)
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

/// A sum that is being built, with direct access to the factor of each symbol.
struct SparseSum {
    private(set) var constant = 0.0
    /// The symbols that were added, in the order in which they came. Their factors may be zero.
    private(set) var symbols: [Int] = []
    private var factors: [Double]
    private var isIn: [Bool]

    init(_ count: Int) {
        factors = Array(repeating: 0, count: count)
        isIn = Array(repeating: false, count: count)
    }

    /// Adds room for one more symbol.
    mutating func append() {
        factors.append(0)
        isIn.append(false)
    }

    mutating func add(_ symbol: Int, _ factor: Double) {
        factors[symbol] += factor
        guard !isIn[symbol] else { return }
        isIn[symbol] = true
        symbols.append(symbol)
    }

    mutating func add(_ sum: LinearSum, _ factor: Double) {
        constant += factor * sum.constant
        for term in sum.terms { add(term.symbol, factor * term.factor) }
    }

    /// Sets the factor of a symbol to zero, and returns the previous one, or zero if it was a rounding error.
    mutating func remove(_ symbol: Int) -> Double {
        defer { factors[symbol] = 0 }
        return abs(factors[symbol]) > LinearSum.tiny ? factors[symbol] : 0
    }

    /// Returns the sum and begins a new one.
    mutating func take() -> LinearSum {
        var terms: [LinearSum.Term] = []
        terms.reserveCapacity(symbols.count)
        for symbol in symbols {
            if abs(factors[symbol]) > LinearSum.tiny { terms.append(LinearSum.Term(symbol: symbol, factor: factors[symbol])) }
            (factors[symbol], isIn[symbol]) = (0, false)
        }
        defer { constant = 0 }
        symbols.removeAll(keepingCapacity: true)
        return LinearSum(terms, constant: constant)
    }
}
