/// Solves a part by equations with one undetermined unknown at a time.
extension LayoutSolver {
    /// - Returns: False if a different result may be better.
    mutating func substitute(_ part: Int) -> Bool {
        guard substitute(part, nil) else { return false }
        if !record.isDoubtful { return true }
        defer { isStrained[part] = true }
        // Some contents are shorter than their preferred length. As many as necessary are shortened, in order.
        if record.failures.contains(where: { $0.sign < 0 }) { return shorten(part) }
        return record.isBest(problem, slopes)
    }

    /// The assignment of lengths to contents: the first ones get zero, the next one the remainder, and all others their preferred length.
    private struct Shortening {
        var places: [Int32: Int] = [:]
        var nothing = 0
    }

    private mutating func shorten(_ part: Int) -> Bool {
        let contents = parts.rows(part).filter {
            problem.rows[Int($0)].level == LayoutProblem.content && problem.rows[Int($0)].count == 1
        }
        let order = contents.sorted { (resistance(Int($0)), $0) < (resistance(Int($1)), $1) }
        var shortening = Shortening()
        for (place, row) in order.enumerated() { shortening.places[row] = place }
        var low = 0, high = order.count
        while low < high {
            shortening.nothing = (low + high) / 2
            let row = problem.rows[Int(order[shortening.nothing])], unknown = Int(problem.terms[Int(row.start)].unknown)
            forget(part)
            guard substitute(part, shortening), isKnown[unknown] else { return false }
            if values[unknown] < -Self.tolerance {
                low = shortening.nothing + 1
            } else if values[unknown] * problem.terms[Int(row.start)].factor + row.constant > -Self.tolerance {
                high = shortening.nothing
            } else {
                return !record.isDoubtful || record.isBest(problem, slopes)
            }
        }
        return false
    }

    /// Returns the resistance of a row's content to compression.
    private func resistance(_ row: Int) -> Float { floorAndCeiling(row).floor }

    private func floorAndCeiling(_ row: Int) -> (floor: Float, ceiling: Float) {
        var found = (floor: -Float.infinity, ceiling: -Float.infinity)
        for other in parts.uses(Int(problem.terms[Int(problem.rows[row].start)].unknown)) {
            let own = problem.rows[Int(other)]
            guard own.count == 1, own.constant == problem.rows[row].constant else { continue }
            if own.relation == .greaterThanOrEqual { found.floor = max(found.floor, own.level) }
            if own.relation == .lessThanOrEqual { found.ceiling = max(found.ceiling, own.level) }
        }
        return found
    }

    /// Sets the content of a row to zero or to its preferred length.
    private mutating func give(_ row: Int, nothing: Bool) -> Bool {
        let term = problem.terms[Int(problem.rows[row].start)], levels = floorAndCeiling(row)
        begin()
        put(Int(term.unknown), 0, 1)
        follow()
        reachedDepth = min(reachedDepth, levels.floor, levels.ceiling)
        let up = ParameterLines.Cost(level: nothing ? -.infinity : levels.ceiling, amount: 1)
        let down = ParameterLines.Cost(level: nothing ? LayoutProblem.notNegative : levels.floor, amount: 1)
        return finish(nothing ? 0 : -problem.rows[row].constant / term.factor, cost: (up, down))
    }

    private mutating func substitute(_ part: Int, _ shortening: Shortening?) -> Bool {
        record.removeAll()
        let rows = parts.rows(part)
        var first = rows.startIndex
        while first < rows.endIndex, problem.rows[Int(rows[first])].level >= 1000 {
            if problem.rows[Int(rows[first])].relation == .equal { isAdmitted[Int(rows[first])] = true }
            first += 1
        }
        for place in rows.startIndex..<first where isAdmitted[Int(rows[place])] && !isJudged[Int(rows[place])] {
            guard close(Int(rows[place])) else { return false }
        }
        let wishes = rows[first...].filter { problem.rows[Int($0)].relation == .equal }
            .sorted { (-problem.rows[Int($0)].deciding, $0) < (-problem.rows[Int($1)].deciding, $1) }
        for row in wishes where !isJudged[Int(row)] {
            isAdmitted[Int(row)] = problem.rows[Int(row)].level >= 0
            var open: Int32 = -1, count = 0
            Self.counts.rows += 1
            for place in problem.range(Int(row)) where !isKnown[Int(problem.terms[place].unknown)] {
                open = problem.terms[place].unknown
                count += 1
            }
            guard count == 1 else { continue }
            if let shortening, let place = shortening.places[row] {
                if place != shortening.nothing, !give(Int(row), nothing: place < shortening.nothing) { return false }
            } else if !decide(Int(open)) {
                return false
            }
        }
        return true
    }

    /// Follows equations, starting with one that may have a single undetermined unknown.
    private mutating func close(_ row: Int) -> Bool {
        guard let unknown = onlyOpen(row) else { return true }
        begin()
        reachedDepth = reach(unknown, from: row)
        follow()
        return finish(0)
    }

    /// Returns the undetermined unknown of a row, if it is the only one that is neither known nor reached.
    private func onlyOpen(_ row: Int) -> Int? {
        Self.counts.rows += 1
        var open: Int?
        for place in problem.range(row) {
            let unknown = Int(problem.terms[place].unknown)
            if isKnown[unknown] || isReached[unknown] { continue }
            if open != nil { return nil }
            open = unknown
        }
        return open
    }

    private mutating func begin() {
        reached.removeAll(keepingCapacity: true)
        makers.removeAll(keepingCapacity: true)
        queue.removeAll(keepingCapacity: true)
        reachedDepth = .infinity
    }

    /// Makes an unknown linear in the parameter, by means of a row. Returns the level on which this depends.
    private mutating func reach(_ unknown: Int, from row: Int) -> Float {
        var base = problem.rows[row].constant, slope = 0.0, own = 1.0
        for place in problem.range(row) {
            let term = problem.terms[place], other = Int(term.unknown)
            if other == unknown {
                own = term.factor
            } else if isKnown[other] {
                base += term.factor * values[other]
            } else {
                base += term.factor * bases[other]
                slope += term.factor * slopes[other]
            }
        }
        let depth = min(problem.rows[row].level, depth(row, except: unknown))
        put(unknown, -base / own, abs(slope / own) < Self.tiny ? 0 : -slope / own, by: Int32(row))
        depths[unknown] = depth
        return depth
    }

    /// Returns the least important level on which the terms of a row depend. Where only the difference of two unknowns counts and required
    /// rows determine it, their levels don't matter: the height of a row in a stack doesn't depend on the heights of the rows above.
    private func depth(_ row: Int, except unknown: Int = -1) -> Float {
        var depth = Float.infinity
        let range = problem.range(row)
        for place in range {
            let term = problem.terms[place]
            guard Int(term.unknown) != unknown, depths[Int(term.unknown)] < depth else { continue }
            let twin = parts.twins[Int(term.unknown)]
            var factor = 0.0
            for other in range where Int(problem.terms[other].unknown) != unknown && parts.twins[Int(problem.terms[other].unknown)] == twin
            {
                factor += problem.terms[other].factor
            }
            if abs(factor) > Self.tiny { depth = depths[Int(term.unknown)] }
        }
        return depth
    }

    private mutating func put(_ unknown: Int, _ base: Double, _ slope: Double, by row: Int32 = -1) {
        (bases[unknown], slopes[unknown]) = (base, slope)
        (isReached[unknown], depths[unknown]) = (true, .infinity)
        reached.append(Int32(unknown))
        makers.append(row)
        queue.append(Int32(unknown))
    }

    /// Reaches all unknowns that equations determine.
    private mutating func follow() {
        var next = 0
        while next < queue.count {
            for row in parts.uses(Int(queue[next])) where isAdmitted[Int(row)] && !isJudged[Int(row)] {
                if let unknown = onlyOpen(Int(row)) { reachedDepth = min(reachedDepth, reach(unknown, from: Int(row))) }
            }
            next += 1
        }
    }

    /// Returns a row as a linear function of the parameter, or nil if it has other undetermined unknowns.
    private func line(_ row: Int) -> (base: Double, slope: Double, depth: Float)? {
        Self.counts.rows += 1
        var base = problem.rows[row].constant, slope = 0.0
        for place in problem.range(row) {
            let term = problem.terms[place], unknown = Int(term.unknown)
            if isKnown[unknown] {
                base += term.factor * values[unknown]
            } else if isReached[unknown] {
                base += term.factor * bases[unknown]
                slope += term.factor * slopes[unknown]
            } else {
                return nil
            }
        }
        return (base, abs(slope) < Self.tiny ? 0 : slope, depth(row))
    }

    /// Determines an unknown and all values that follow from it.
    mutating func decide(_ unknown: Int, isStaying: Bool = false) -> Bool {
        begin()
        put(unknown, 0, 1)
        follow()
        // An equation without undetermined unknowns determines the parameter.
        var lines = ParameterLines()
        weighing += 1
        for place in 0..<reached.count {
            for row in parts.uses(Int(reached[place])) where !isJudged[Int(row)] {
                guard weighed[Int(row)] != weighing else { continue }
                weighed[Int(row)] = weighing
                guard let line = line(Int(row)), line.slope != 0 else { continue }
                if isAdmitted[Int(row)], problem.rows[Int(row)].level >= 1000 {
                    reachedDepth = min(reachedDepth, line.depth)
                    return finish(-line.base / line.slope, closing: row)
                }
                let own = problem.rows[Int(row)]
                lines.add(own.level, own.relation, line.base, line.slope, isChosen: line.depth < 1000)
                reachedDepth = min(reachedDepth, line.depth)
            }
        }
        for place in 0..<reached.count where slopes[Int(reached[place])] != 0 {
            let each = Int(reached[place]), isSize = LayoutProblem.isSize(each)
            if isSize, each / 4 != Int(problem.free) {
                lines.add(
                    LayoutProblem.notNegative, .greaterThanOrEqual, bases[each], slopes[each], isChosen: depths[each] < 1000)
            }
            if isSize {
                lines.add(LayoutProblem.sizesStay, .equal, bases[each] - problem.current[each], slopes[each])
            } else {
                let stay = kept(each)
                lines.add(LayoutProblem.placesStay, .equal, bases[each] - stay.base, slopes[each] - stay.slope)
            }
        }
        guard let best = lines.best() else { return false }
        if best.level <= LayoutProblem.sizesStay, !isStaying {
            // The rows leave the unknown undetermined. It waits until positions are kept unchanged.
            for each in reached { isReached[Int(each)] = false }
            return true
        }
        let context = reachedDepth
        reachedDepth = min(context, best.level)
        return finish(best.value, context: context, cost: lines.cost(at: best.value))
    }

    /// Returns the unchanged position of a left or top edge, as a linear function of the parameter.
    private func kept(_ unknown: Int) -> (base: Double, slope: Double) {
        let parent = problem.parents[unknown / 4]
        guard parent >= 0 else { return (problem.current[unknown], 0) }
        let above = Int(parent) * 4 + unknown % 4
        if isKnown[above] { return (problem.current[unknown] + values[above], 0) }
        return isReached[above] ? (problem.current[unknown] + bases[above], slopes[above]) : (problem.current[unknown], 0)
    }

    /// Fixes the parameter.
    /// - Parameter context: The level on which everything depended before the parameter was chosen. Rows that were weighed against each
    ///   other in the choice may fail below this level. Nil if nothing was chosen.
    /// - Returns: False if a row fails that might be satisfied otherwise.
    private mutating func finish(
        _ parameter: Double, context: Float? = nil, closing: Int32 = -1,
        cost: (up: ParameterLines.Cost, down: ParameterLines.Cost)? = (.init(), .init())
    ) -> Bool {
        record.append(reached, makers, closing, cost)
        let context = context ?? reachedDepth
        for each in 0..<reached.count {
            let unknown = Int(reached[each])
            if LayoutProblem.isSize(unknown), unknown / 4 != Int(problem.free),
                bases[unknown] + slopes[unknown] * parameter < -Self.tolerance
            {
                record.failures.append(.init(level: LayoutProblem.notNegative, row: -1, unknown: Int32(unknown), sign: -1))
                if context <= LayoutProblem.notNegative { record.isDoubtful = true }
            }
            for row in parts.uses(unknown) where !isJudged[Int(row)] {
                guard let line = line(Int(row)) else { continue }
                isJudged[Int(row)] = true
                let own = problem.rows[Int(row)], value = line.base + line.slope * parameter
                guard own.level >= 0 else { continue }
                let failure =
                    switch own.relation {
                    case .equal: abs(value)
                    case .lessThanOrEqual: value
                    case .greaterThanOrEqual: -value
                    }
                // A required row that doesn't hold is a contradiction. The simplex algorithm determines which constraint causes it.
                guard failure > Self.tolerance else { continue }
                if own.level >= 1000 { return false }
                record.failures.append(.init(level: own.level, row: row, unknown: -1, sign: value > 0 ? 1 : -1))
                if min(context, line.depth) <= own.level { record.isDoubtful = true }
            }
        }
        for each in 0..<reached.count {
            let unknown = Int(reached[each])
            values[unknown] = bases[unknown] + slopes[unknown] * parameter
            (isKnown[unknown], isReached[unknown], depths[unknown]) = (true, false, reachedDepth)
        }
        trace.append(reached, makers)
        return true
    }
}
