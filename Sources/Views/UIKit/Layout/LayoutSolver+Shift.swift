/// The way in which substitution determined the values of unknowns.
struct SubstitutionTrace {
    /// The row that determined each unknown, or -1 for a parameter.
    var makers: [Int32]
    /// The unknown that each row determined, or -1 for none.
    var made: [Int32]
    /// The parameter on which each unknown was linear, or -1 for none.
    var parameters: [Int32]
    /// The order in which the unknowns were determined.
    var orders: [Int]
    private var last = 0

    // For the unknowns and rows that a shift has visited.
    /// The row that a parameter has to satisfy exactly.
    var closers: [Int32]
    var isQueued: [Bool]
    /// The unknowns that wait, in a heap, with those that were determined first at the top.
    private var heap: [Int32] = []

    init(unknowns: Int, rows: Int) {
        makers = Array(repeating: -1, count: unknowns)
        made = Array(repeating: -1, count: rows)
        (parameters, closers) = (makers, makers)
        orders = Array(repeating: 0, count: unknowns)
        isQueued = Array(repeating: false, count: unknowns)
    }

    mutating func append(_ reached: [Int32], _ by: [Int32]) {
        let parameter = by.first == -1 ? reached[0] : -1
        for (unknown, row) in zip(reached, by) {
            last += 1
            orders[Int(unknown)] = last
            makers[Int(unknown)] = row
            parameters[Int(unknown)] = parameter
            if row >= 0 { made[Int(row)] = unknown }
        }
    }

    mutating func push(_ unknown: Int) {
        guard !isQueued[unknown] else { return }
        isQueued[unknown] = true
        heap.append(Int32(unknown))
        var here = heap.count - 1
        while here > 0, orders[Int(heap[(here - 1) / 2])] > orders[unknown] {
            heap[here] = heap[(here - 1) / 2]
            here = (here - 1) / 2
        }
        heap[here] = Int32(unknown)
    }

    mutating func pop() -> Int? {
        guard let first = heap.first else { return nil }
        isQueued[Int(first)] = false
        let moved = heap.removeLast()
        guard !heap.isEmpty else { return Int(first) }
        var here = 0
        while true {
            var below = 2 * here + 1
            guard below < heap.count else { break }
            if below + 1 < heap.count, orders[Int(heap[below + 1])] < orders[Int(heap[below])] { below += 1 }
            guard orders[Int(heap[below])] < orders[Int(moved)] else { break }
            heap[here] = heap[below]
            here = below
        }
        heap[here] = moved
        return Int(first)
    }

    /// Forgets the unknowns that wait.
    mutating func removeAll() { while let unknown = pop() { closers[unknown] = -1 } }
}

/// Adapts the values of a part to new constants.
///
/// The values remain the best ones as long as every row remains as it is: satisfied exactly, satisfied with room to spare, or failed on the
/// same side. So the values that depend on the new constants are computed again by the rows that determined them, in the same order. A
/// parameter follows a row that it satisfied exactly. If then a visited row isn't as before, the part has to be solved.
extension LayoutSolver {
    /// - Returns: The unknowns with new values, or nil if the part has to be solved. Its values are invalid in that case.
    mutating func shift(_ edits: ArraySlice<Edit>) -> [Int32]? {
        weighing += 1
        reached.removeAll(keepingCapacity: true)
        queue.removeAll(keepingCapacity: true)
        defer { for unknown in reached { isReached[Int(unknown)] = false } }
        var old: [Int] = []
        for edit in edits {
            old.append(sign(of: edit.row, before: true))
            weighed[edit.row] = weighing
        }
        for edit in edits { problem.setConstant(edit.row, edit.constant) }
        for (edit, sign) in zip(edits, old) {
            if trace.made[edit.row] >= 0 { trace.push(Int(trace.made[edit.row])) } else if sign == 0 { follow(edit.row, after: 0) }
        }
        while let unknown = trace.pop() {
            Self.counts.rows += 1
            guard let value = shifted(unknown) else {
                trace.removeAll()
                return nil
            }
            guard abs(value - values[unknown]) > 1e-10 else { continue }
            if isReached[unknown] {
                trace.removeAll()
                return nil
            }
            (bases[unknown], values[unknown], isReached[unknown]) = (values[unknown], value, true)
            reached.append(Int32(unknown))
            for row in parts.uses(unknown) where Int(trace.made[Int(row)]) != unknown {
                if trace.made[Int(row)] >= 0 {
                    trace.push(Int(trace.made[Int(row)]))
                } else if weighed[Int(row)] != weighing {
                    weighed[Int(row)] = weighing
                    queue.append(row)
                    if sign(of: Int(row), before: true) == 0 { follow(Int(row), after: trace.orders[unknown]) }
                }
            }
        }
        for row in queue where sign(of: Int(row), before: true) != sign(of: Int(row), before: false) { return nil }
        for (edit, old) in zip(edits, old) where trace.made[edit.row] < 0 && sign(of: edit.row, before: false) != old { return nil }
        for unknown in reached where LayoutProblem.isSize(Int(unknown)) && unknown / 4 != problem.free {
            if Self.sign(values[Int(unknown)]) != Self.sign(bases[Int(unknown)]) { return nil }
        }
        return reached
    }

    /// Lets the last parameter in a row follow the row, if it was determined after a given place in the order.
    private mutating func follow(_ row: Int, after order: Int) {
        var last = -1
        for place in problem.range(row) {
            let unknown = Int(problem.terms[place].unknown)
            if last < 0 || trace.orders[unknown] > trace.orders[last] { last = unknown }
        }
        guard last >= 0, trace.parameters[last] >= 0 else { return }
        let parameter = Int(trace.parameters[last])
        guard trace.orders[parameter] > order, trace.closers[parameter] < 0 else { return }
        trace.closers[parameter] = Int32(row)
        trace.push(parameter)
    }

    /// Returns the new value of an unknown.
    private mutating func shifted(_ unknown: Int) -> Double? {
        let closer = Int(trace.closers[unknown]), row = closer >= 0 ? closer : Int(trace.makers[unknown])
        trace.closers[unknown] = -1
        guard row >= 0 else { return nil }
        var value = problem.rows[row].constant, own = 0.0
        for place in problem.range(row) {
            let term = problem.terms[place], other = Int(term.unknown)
            value += term.factor * values[other]
            // The row changes with all unknowns that are linear in the parameter.
            if closer >= 0 {
                if Int(trace.parameters[other]) == unknown { own += term.factor * slopes[other] }
            } else if other == unknown {
                own = term.factor
            }
        }
        return abs(own) < Self.tiny ? nil : values[unknown] - value / own
    }

    /// Returns whether a row is below zero, zero or above it, with the values before or after the shift.
    private func sign(of row: Int, before: Bool) -> Int {
        var value = problem.rows[row].constant
        for place in problem.range(row) {
            let unknown = Int(problem.terms[place].unknown)
            value += problem.terms[place].factor * (before && isReached[unknown] ? bases[unknown] : values[unknown])
        }
        return Self.sign(value)
    }

    private static func sign(_ value: Double) -> Int { abs(value) <= tolerance ? 0 : value < 0 ? -1 : 1 }
}
