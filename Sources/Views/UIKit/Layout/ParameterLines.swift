/// What is asked of one number, level by level: each row is a line over it.
struct ParameterLines {
    private struct Line {
        var level: Float
        /// Where it is met exactly.
        var place: Double
        /// What an error of one costs below and above the place.
        var below: Double
        var above: Double
        /// Whether its place follows from what was chosen before.
        var isChosen: Bool
    }
    private var lines: [Line] = []

    /// Adds `base + slope * number relation 0`; the slope is not 0.
    mutating func add(_ level: Float, _ relation: LinearSystem.Relation, _ base: Double, _ slope: Double, isChosen: Bool = false) {
        guard abs(slope) > 1e-9 else { return }
        let cost = abs(slope)
        let isFloor = relation == .equal || (relation == .greaterThanOrEqual) == (slope > 0)
        let isCeiling = relation == .equal || (relation == .lessThanOrEqual) == (slope > 0)
        lines.append(
            Line(
                level: level, place: -base / slope, below: isFloor ? cost : 0, above: isCeiling ? cost : 0, isChosen: isChosen))
    }

    /// The number whose errors are least, level by level, and the level that decided it. Nil where what must hold contradicts.
    ///
    /// Of contents that can't all be as long as they ask for, the first gets least, as the simplex algorithm has it.
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
                // Where none of the best is left, the nearest.
                (low, high) = most < low ? (low, low) : least > high ? (high, high) : (max(low, least), min(high, most))
            }
            if high - low < 1e-9 || (level == LayoutProblem.content && end - first > 1 && low.isFinite) { return (low, level) }
            first = end
        }
        // Lower levels left it open: what is nearest to nothing.
        return (min(max(0, low), high), LayoutProblem.placesStay)
    }

    /// What it costs to leave a number upwards and downwards: the most important level, and how much.
    /// Nil where that follows from what was chosen before.
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

    /// Between which numbers the sum of the errors of lines in the order of their places is least.
    private func leastErrors(_ range: Range<Int>) -> (Double, Double) {
        var slope = -lines[range].reduce(0) { $0 + $1.below }
        var least = -Double.infinity
        if slope >= 0 {
            // Only ceilings.
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
