/// The values of the unknowns of a `LayoutProblem`, which is solved part by part.
///
/// Most layouts are determined by equations with one undetermined unknown at a time. So a part is first solved by substitution, level by
/// level from the most important down, in time proportional to the number of its terms:
/// - An equation with one undetermined unknown determines it.
/// - A row that isn't required makes its unknown a parameter. All values that equations then determine are linear in the parameter. If an
///   equation closes, it determines the parameter. Otherwise the parameter is the optimum, level by level in one dimension, for all rows
///   that depend only on it.
/// - Unknowns that remain undetermined keep their values.
///
/// The result is optimal if no failed row could have been satisfied by giving up a row of the same level or a lower one: `depths` records
/// the level by which each value was determined. If that can't be excluded, the part is solved by the simplex algorithm (`LinearSystem`),
/// which is always correct.
struct LayoutSolver {
    /// The work done, for tests.
    struct Counts: Equatable {
        /// The number of solved parts.
        var parts = 0
        /// The number of row evaluations.
        var rows = 0
        /// The number of parts that the simplex algorithm solved.
        var simplexParts = 0
    }
    nonisolated(unsafe) static var counts = Counts()

    var problem: LayoutProblem
    private(set) var parts: LayoutParts
    var values: [Double]
    /// The constraints that contradict earlier ones, with their parts.
    private var conflicts: [(source: Int32, part: Int32)] = []
    var contradictions: [Int32] { conflicts.map(\.source) }
    /// The way in which each value was determined.
    var trace: SubstitutionTrace
    /// The least important level on which each value depends.
    var depths: [Float]
    var isKnown: [Bool]
    /// True for parts with undetermined unknowns.
    var isOpen: [Bool]
    /// The parts with undetermined unknowns.
    private var openParts: [Int32] = []
    /// True for parts in which alternative values were considered and found to be no better.
    var isStrained: [Bool]
    /// True for parts that substitution can't solve.
    private var isFailed: [Bool]
    var isAdmitted: [Bool]
    var isJudged: [Bool]

    // For the unknowns in `reached`: the factor of the parameter, and the constant.
    var slopes: [Double]
    var bases: [Double]
    var isReached: [Bool]
    var reached: [Int32] = []
    /// The row that made each of the reached unknowns linear, or -1 for the parameter itself.
    var makers: [Int32] = []
    /// The least important level on which the reached unknowns depend.
    var reachedDepth = Float.infinity
    var queue: [Int32] = []
    /// The record of the substitution of the part.
    var record = SubstitutionRecord()
    /// The number of each unknown in the part that the simplex algorithm solves, or -1.
    private var numbers: [Int32] = []
    /// The number of the choice in which each row was last weighed.
    var weighed: [Int]
    var weighing = 0

    /// The difference that counts as zero for sums of thousands of points in double precision.
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
        trace = SubstitutionTrace(unknowns: count, rows: problem.rows.count)
        solve(Array(0..<parts.count))
    }

    /// Takes new constants and current positions, and solves the affected parts.
    /// - Returns: True if anything was solved. A problem of a different shape requires a new solver.
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
        // Unchanged positions are relative to the superview, which may move now.
        for part in isStale.indices where isOpen[part] { isStale[part] = true }
        conflicts.removeAll { isStale[Int($0.part)] }
        solve(isStale.indices.filter { isStale[$0] })
        return true
    }

    /// Takes new constants of some rows, with the current positions of the unknowns in open parts. A part in which the same rows hold
    /// exactly as before is adapted to them, at the cost of the values that change. Other parts are solved.
    /// - Returns: The unknowns whose values may have changed, each once.
    mutating func edit(_ edits: [Edit], current: (Int) -> Double) -> [Int32] {
        var changed: [Int32] = [], stale: [Int] = [], rest = edits.filter { problem.rows[$0.row].constant != $0.constant }[...]
        guard !rest.isEmpty else { return [] }
        func part(_ edit: Edit) -> Int { Int(parts.partOf[Int(problem.terms[problem.range(edit.row).lowerBound].unknown)]) }
        if rest.count > 1 { rest.sort { (part($0), $0.row) < (part($1), $1.row) } }
        while let first = rest.first {
            let part = part(first),
                own = rest.prefix { self.parts.partOf[Int(problem.terms[problem.range($0.row).lowerBound].unknown)] == part }
            rest = rest.dropFirst(own.count)
            if !isOpen[part], let moved = shift(own) {
                Self.counts.parts += 1
                changed += moved
            } else {
                for edit in own { problem.setConstant(edit.row, edit.constant) }
                if !isOpen[part] { stale.append(part) }
            }
        }
        // Unchanged positions are relative to the superview, which may move now.
        for part in openParts {
            stale.append(Int(part))
            for unknown in parts.unknowns(Int(part)) { problem.current[Int(unknown)] = current(Int(unknown)) }
        }
        guard !stale.isEmpty else { return changed }
        stale.sort()
        if !conflicts.isEmpty {
            let renewed = Set(stale.map(Int32.init))
            conflicts.removeAll { renewed.contains($0.part) }
        }
        solve(stale)
        for part in stale { changed += parts.unknowns(part) }
        return changed
    }

    /// A new constant of a row.
    struct Edit {
        var row: Int
        var constant: Double
    }

    private mutating func solve(_ stale: [Int]) {
        defer { openParts = isOpen.indices.filter { isOpen[$0] }.map(Int32.init) }
        // The undetermined unknowns.
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
        // Superviews precede their contents, so that their positions are known first.
        waiting.sort()
        for unknown in waiting {
            let parent = problem.parents[unknown / 4], above = Int(parent) * 4 + unknown % 4
            if parent >= 0, !isKnown[above] { finishFailed(Int(parts.partOf[above])) }
            stay(unknown)
        }
        for part in stale { finishFailed(part) }
    }

    /// Solves a part by the simplex algorithm if substitution has failed.
    private mutating func finishFailed(_ part: Int) {
        guard isFailed[part] else { return }
        solveBySimplex(part)
        isFailed[part] = false
    }

    /// Keeps the value of an unknown.
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
        for row in parts.rows(part) { (isAdmitted[Int(row)], isJudged[Int(row)], trace.made[Int(row)]) = (false, false, -1) }
    }

    // MARK: Simplex

    private mutating func solveBySimplex(_ part: Int) {
        Self.counts.simplexParts += 1
        isOpen[part] = true
        let unknowns = parts.unknowns(part)
        if numbers.isEmpty { numbers = Array(repeating: -1, count: problem.unknowns) }
        for (number, unknown) in unknowns.enumerated() { numbers[Int(unknown)] = Int32(number) }
        defer { for unknown in unknowns { numbers[Int(unknown)] = -1 } }
        func sum(_ range: Range<Int>, _ constant: Double) -> LinearSum {
            var sum = LinearSum(constant: constant)
            for term in problem.terms[range] { sum.add(Int(numbers[Int(term.unknown)]), term.factor) }
            return sum
        }
        var system = LinearSystem(unknowns: unknowns.count)
        var level: Float = 1000, hasSizes = false
        func addSizes() {
            // No size is negative.
            for unknown in unknowns where LayoutProblem.isSize(Int(unknown)) && unknown / 4 != problem.free {
                system.prefer(LinearSum(Int(numbers[Int(unknown)])), .greaterThanOrEqual)
            }
            system.settle()
            hasSizes = true
        }
        for row in parts.rows(part) {
            let own = problem.rows[Int(row)]
            if own.level < 1000, !hasSizes, own.level < LayoutProblem.notNegative { addSizes() }
            let sum = sum(problem.range(Int(row)), own.constant)
            if own.level >= 1000 {
                if case .contradicts = system.require(sum, own.relation), own.source >= 0 {
                    conflicts.append((own.source, Int32(part)))
                }
                continue
            }
            if own.level < level { system.settle() }
            level = own.level
            system.prefer(sum, own.relation)
        }
        if !hasSizes { addSizes() }
        system.settle()
        for isSize in [true, false] where !system.isDetermined {
            for unknown in unknowns where LayoutProblem.isSize(Int(unknown)) == isSize {
                var sum = LinearSum(Int(numbers[Int(unknown)]), constant: -problem.current[Int(unknown)])
                if !isSize, problem.parents[Int(unknown) / 4] >= 0 {
                    let above = problem.parents[Int(unknown) / 4] * 4 + unknown % 4
                    if numbers[Int(above)] >= 0 { sum.add(Int(numbers[Int(above)]), -1) } else { sum.constant -= values[Int(above)] }
                }
                system.prefer(sum, .equal)
            }
            system.settle()
        }
        for (unknown, value) in zip(unknowns, system.solution()) { values[Int(unknown)] = value }
        for unknown in unknowns { (isKnown[Int(unknown)], isReached[Int(unknown)]) = (true, false) }
    }
}
