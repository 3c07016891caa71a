/// Values for the unknowns of a `LayoutProblem`, part by part.
///
/// Most layouts are decided by equations of which one unknown is open at a time, so a part is first solved by substitution, level by level
/// from the most important down, in time proportional to its terms:
/// - An equation with one open unknown decides it.
/// - A wish makes its unknown a parameter. All that equations then give is linear in it. Where an equation closes, the parameter follows;
///   else it is the best for all rows that speak of nothing but it, level by level, in one dimension.
/// - What is open at the end stays as it is.
///
/// The result is the best one where no row fails that could have been met by leaving something of the same level or a lower one: `Depth`
/// keeps by what each value was decided. Where that can't be excluded the part is solved by the simplex algorithm (`LinearSystem`), which
/// is always right.
struct LayoutSolver {
    /// What was done, for tests that compare counts.
    struct Counts: Equatable {
        /// Parts that were solved.
        var parts = 0
        /// Rows that were looked at, each time.
        var rows = 0
        /// Parts that the simplex algorithm solved, and its rows and pivots.
        var simplexParts = 0
    }
    nonisolated(unsafe) static var counts = Counts()

    private(set) var problem: LayoutProblem
    private(set) var parts: LayoutParts
    var values: [Double]
    /// The constraints that contradict those before them.
    private(set) var contradictions: [Int32] = []
    /// The least important level that each value depends on.
    var depths: [Float]
    var isKnown: [Bool]
    /// Parts of which something is left open.
    var isOpen: [Bool]
    /// Parts in which other values were weighed and found to be no better.
    var isStrained: [Bool]
    /// Parts that substitution does not solve.
    private var isFailed: [Bool]
    var isAdmitted: [Bool]
    var isJudged: [Bool]

    // The parameter's factor and the constant of what is linear in it, of the unknowns in `reached`.
    var slopes: [Double]
    var bases: [Double]
    var isReached: [Bool]
    var reached: [Int32] = []
    /// The row that made each of them linear; -1 for the parameter itself.
    var makers: [Int32] = []
    /// The least important level that they depend on.
    var reachedDepth = Float.infinity
    var queue: [Int32] = []
    /// How the part came to its values.
    var record = SubstitutionRecord()
    /// The number of the choice in which each row was weighed last.
    var weighed: [Int]
    var weighing = 0

    /// A difference that counts as none: sums of thousands of points, in doubles.
    static let tolerance = 1e-6
    static let tiny = 1e-9

    init(_ problem: LayoutProblem) {
        self.problem = problem
        parts = LayoutParts(problem)
        let count = problem.unknowns
        values = Array(repeating: 0, count: count)
        depths = Array(repeating: .infinity, count: count)
        isKnown = Array(repeating: false, count: count)
        isOpen = Array(repeating: false, count: parts.count)
        isFailed = isOpen
        isStrained = isOpen
        isAdmitted = Array(repeating: false, count: problem.rows.count)
        isJudged = isAdmitted
        weighed = Array(repeating: 0, count: problem.rows.count)
        slopes = values
        bases = values
        isReached = isKnown
        solve(Array(0..<parts.count))
    }

    /// Takes other constants, and other present places; solves the parts where that matters.
    /// - Returns: whether anything was solved. A problem of another shape needs a solver of its own.
    mutating func update(_ new: LayoutProblem) -> Bool {
        var isStale = Array(repeating: false, count: parts.count)
        for row in new.rows.indices where new.rows[row].constant != problem.rows[row].constant && new.rows[row].count > 0 {
            isStale[Int(parts.partOf[Int(new.terms[Int(new.rows[row].start)].unknown)])] = true
        }
        for unknown in new.current.indices where abs(new.current[unknown] - problem.current[unknown]) > Self.tiny {
            if isOpen[Int(parts.partOf[unknown])] { isStale[Int(parts.partOf[unknown])] = true }
        }
        let someStale = isStale.contains(true)
        problem = new
        guard someStale else { return false }
        // What stays where it is stays so in its superview, which may move now.
        for part in isStale.indices where isOpen[part] { isStale[part] = true }
        contradictions.removeAll { source in
            new.rows.contains { $0.source == source && $0.count > 0 && isStale[Int(parts.partOf[Int(new.terms[Int($0.start)].unknown)])] }
        }
        solve(isStale.indices.filter { isStale[$0] })
        return true
    }

    private mutating func solve(_ stale: [Int]) {
        // What is open.
        var waiting: [Int] = []
        for part in stale {
            Self.counts.parts += 1
            forget(part)
            if substitute(part) {
                for unknown in parts.unknowns(part) where !isKnown[Int(unknown)] && LayoutProblem.isSize(Int(unknown)) {
                    waiting.append(Int(unknown))
                }
            } else {
                isFailed[part] = true
            }
        }
        for unknown in waiting { stay(unknown) }
        waiting.removeAll(keepingCapacity: true)
        for part in stale where !isFailed[part] {
            for unknown in parts.unknowns(part) where !isKnown[Int(unknown)] { waiting.append(Int(unknown)) }
        }
        // Superviews come before what is in them, so their places are known first.
        waiting.sort()
        for unknown in waiting {
            let parent = problem.parents[unknown / 4], above = Int(parent) * 4 + unknown % 4
            if parent >= 0, !isKnown[above] { finishFailed(Int(parts.partOf[above])) }
            stay(unknown)
        }
        for part in stale { finishFailed(part) }
    }

    /// Solves a part where that is no matter of substitution.
    private mutating func finishFailed(_ part: Int) {
        guard isFailed[part] else { return }
        solveBySimplex(part)
        isFailed[part] = false
    }

    /// Leaves an unknown where it is.
    private mutating func stay(_ unknown: Int) {
        let part = Int(parts.partOf[unknown])
        guard !isFailed[part], !isKnown[unknown] else { return }
        isOpen[part] = true
        record.removeAll()
        if decide(unknown, isStaying: true), !record.isDoubtful, !(isStrained[part] && !record.failures.isEmpty) { return }
        isFailed[part] = true
        if !LayoutProblem.isSize(unknown) { finishFailed(part) }
    }

    mutating func forget(_ part: Int) {
        (isOpen[part], isFailed[part], isStrained[part]) = (false, false, false)
        for unknown in parts.unknowns(part) { (isKnown[Int(unknown)], isReached[Int(unknown)]) = (false, false) }
        for row in parts.rows(part) { (isAdmitted[Int(row)], isJudged[Int(row)]) = (false, false) }
    }

    // MARK: Simplex

    private mutating func solveBySimplex(_ part: Int) {
        Self.counts.simplexParts += 1
        isOpen[part] = true
        let unknowns = parts.unknowns(part)
        var numbers: [Int32: Int] = [:]
        for (number, unknown) in unknowns.enumerated() { numbers[unknown] = number }
        func sum(_ range: Range<Int>, _ constant: Double) -> LinearSum {
            var sum = LinearSum(constant: constant)
            for term in problem.terms[range] { sum.add(numbers[term.unknown]!, term.factor) }
            return sum
        }
        var system = LinearSystem(unknowns: unknowns.count)
        var level: Float = 1000, hasSizes = false
        func addSizes() {
            // Nothing is smaller than nothing.
            for unknown in unknowns where LayoutProblem.isSize(Int(unknown)) && unknown / 4 != problem.free {
                system.prefer(LinearSum(numbers[unknown]!), .greaterThanOrEqual)
            }
            system.settle()
            hasSizes = true
        }
        for row in parts.rows(part) {
            let own = problem.rows[Int(row)]
            if own.level < 1000, !hasSizes, own.level < LayoutProblem.notNegative { addSizes() }
            let sum = sum(problem.range(Int(row)), own.constant)
            if own.level >= 1000 {
                if case .contradicts = system.require(sum, own.relation), own.source >= 0 { contradictions.append(own.source) }
                continue
            }
            if own.level < level { system.settle() }
            level = own.level
            system.prefer(sum, own.relation)
        }
        if !hasSizes { addSizes() }
        system.settle()
        for isSize in [true, false] {
            for unknown in unknowns where LayoutProblem.isSize(Int(unknown)) == isSize {
                var sum = LinearSum(numbers[unknown]!, constant: -problem.current[Int(unknown)])
                if !isSize, problem.parents[Int(unknown) / 4] >= 0 {
                    let above = problem.parents[Int(unknown) / 4] * 4 + unknown % 4
                    if let number = numbers[above] { sum.add(number, -1) } else { sum.constant -= values[Int(above)] }
                }
                system.prefer(sum, .equal)
            }
            system.settle()
        }
        for unknown in unknowns { values[Int(unknown)] = system.value(LinearSum(numbers[unknown]!)) }
        for unknown in unknowns { (isKnown[Int(unknown)], isReached[Int(unknown)]) = (true, false) }
    }
}
