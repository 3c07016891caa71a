/// The requirements on a single number, level by level. Each row is a linear function of the number.
struct ParameterLines {
    private struct Line {
        var level: Float
        /// The position at which the row is satisfied exactly.
        var place: Double
        /// The cost of an error of one, below and above the position.
        var below: Double
        var above: Double
        /// True if the position follows from an earlier choice.
        var isChosen: Bool
    }
    private var lines: [Line] = []

    /// Adds `base + slope * number relation 0`. The slope must not be 0.
    mutating func add(_ level: Float, _ relation: LinearSystem.Relation, _ base: Double, _ slope: Double, isChosen: Bool = false) {
        guard abs(slope) > 1e-9 else { return }
        let cost = abs(slope)
        let isFloor = relation == .equal || (relation == .greaterThanOrEqual) == (slope > 0)
        let isCeiling = relation == .equal || (relation == .lessThanOrEqual) == (slope > 0)
        lines.append(
            Line(
                level: level, place: -base / slope, below: isFloor ? cost : 0, above: isCeiling ? cost : 0, isChosen: isChosen))
    }

    /// Returns the number that minimizes the errors level by level, and the level that determined it. Returns nil if required rows
    /// contradict each other.
    ///
    /// If contents can't all have their preferred length, the first gets the least, as with the simplex algorithm.
    mutating func best() -> (value: Double, level: Float)? {
        lines.sort { ($1.level, $0.place) < ($0.level, $1.place) }
        var low = -Double.infinity, high = Double.infinity
        var first = 0
        while first < lines.count {
            let level = lines[first].level
            var end = first
            while end < lines.count, lines[end].level == level { end += 1 }
            if level >= 1000 {
                for line in lines[first..<end] {
                    if line.below > 0 { low = max(low, line.place) }
                    if line.above > 0 { high = min(high, line.place) }
                }
                if low > high + 1e-6 { return nil }
                high = max(low, high)
            } else {
                let (least, most) = leastErrors(first..<end)
                // If no optimum is left, the nearest number is used.
                (low, high) = most < low ? (low, low) : least > high ? (high, high) : (max(low, least), min(high, most))
            }
            if high - low < 1e-9 || (level == LayoutProblem.content && end - first > 1 && low.isFinite) { return (low, level) }
            first = end
        }
        // No level determined the number. The number nearest to zero is used.
        return (min(max(0, low), high), LayoutProblem.placesStay)
    }

    /// Returns the cost of changing a number upwards and downwards: the most important level, and the amount. Returns nil if the cost
    /// follows from an earlier choice.
    func cost(at value: Double) -> (up: Cost, down: Cost)? {
        var up = Cost(), down = Cost()
        for line in lines where abs(line.place - value) < 1e-7 * max(1, abs(value)) {
            if line.isChosen { return nil }
            up.add(line.level, line.above)
            down.add(line.level, line.below)
        }
        return (up, down)
    }

    struct Cost {
        var level = -Float.infinity
        var amount = 0.0

        mutating func add(_ level: Float, _ amount: Double) {
            guard amount > 0, level >= self.level else { return }
            self.amount = level > self.level ? amount : self.amount + amount
            self.level = level
        }
    }

    /// Returns the interval in which the sum of the errors is minimal. The lines are in the order of their positions.
    private func leastErrors(_ range: Range<Int>) -> (Double, Double) {
        var slope = -lines[range].reduce(0) { $0 + $1.below }
        var least = -Double.infinity
        if slope >= 0 {
            // There are only upper bounds.
            return (least, lines[range.lowerBound].place)
        }
        for place in range {
            slope += lines[place].below + lines[place].above
            if slope > 1e-12 { return (least == -.infinity ? lines[place].place : least, lines[place].place) }
            if abs(slope) <= 1e-12, least == -.infinity { least = lines[place].place }
        }
        return (least == -.infinity ? lines[range.upperBound - 1].place : least, .infinity)
    }
}
