/// A system of linear requirements on numbered unknowns, in flat storage. Each item has four unknowns: left, top, width and height.
///
/// Left and top are in the space of the whole system, so that a relation between views has two to four terms, however deep they are in the
/// hierarchy.
struct LayoutProblem {
    struct Term: Equatable {
        var unknown: Int32
        var factor: Double
    }

    /// `terms + constant relation 0` at a level. Rows of level 1000 must hold, and lower levels yield to higher ones.
    struct Row: Equatable {
        var start: Int32
        var count: Int32
        var relation: LinearSystem.Relation
        var level: Float
        var constant: Double
        /// The level from which on an equation determines undetermined values. The row of a content's length does so at the lower of its
        /// two priorities, and has no weight against other rows.
        var deciding: Float
        /// The index of the source constraint, or -1 for none.
        var source: Int32
    }

    /// The level of the rule that widths and heights aren't negative.
    static let notNegative: Float = 999.5
    /// The level of content sizes, which apply if no other row determines the size.
    static let content: Float = -1
    /// The levels at which first sizes and then positions stay unchanged.
    static let sizesStay: Float = -2, placesStay: Float = -3

    private(set) var rows: [Row] = []
    private(set) var terms: [Term] = []
    /// The current value of each unknown: sizes, and positions in the superview.
    var current: [Double]
    /// The item to which the position of each item is relative, or -1 for the root.
    var parents: [Int32]
    /// The item whose width and height may be negative: the root, or -1 for none.
    var free: Int32 = -1

    init(items: Int) {
        current = Array(repeating: 0, count: items * 4)
        parents = Array(repeating: -1, count: items)
    }

    var unknowns: Int { current.count }

    static func isSize(_ unknown: Int) -> Bool { unknown & 2 != 0 }

    mutating func add(
        _ new: some Collection<Term>, _ constant: Double, _ relation: LinearSystem.Relation, _ level: Float, deciding: Float? = nil,
        source: Int32 = -1
    ) {
        rows.append(
            Row(
                start: Int32(terms.count), count: Int32(new.count), relation: relation, level: level, constant: constant,
                deciding: deciding ?? level, source: source))
        terms += new
    }

    mutating func setConstant(_ row: Int, _ constant: Double) { rows[row].constant = constant }

    /// Returns the term indexes of a row.
    func range(_ row: Int) -> Range<Int> { Int(rows[row].start)..<Int(rows[row].start + rows[row].count) }

    /// Returns whether the rows refer to the same unknowns as those of another problem, regardless of their constants.
    func hasShape(of other: LayoutProblem) -> Bool {
        current.count == other.current.count && rows.count == other.rows.count && parents == other.parents && terms == other.terms
            && zip(rows, other.rows).allSatisfy {
                $0.start == $1.start && $0.count == $1.count && $0.relation == $1.relation && $0.level == $1.level
                    && $0.deciding == $1.deciding
            }
    }
}

/// The connected parts of a problem, each with its unknowns and rows.
struct LayoutParts {
    /// The part of each unknown.
    private(set) var partOf: [Int32]
    private(set) var count = 0
    /// The first of the unknowns from which each unknown differs only by constants, according to required equations of two terms.
    private(set) var twins: [Int32]
    private var rowStarts: [Int32] = [], rowList: [Int32] = []
    private var unknownStarts: [Int32] = [], unknownList: [Int32] = []
    private var useStarts: [Int32] = [], useList: [Int32] = []

    init(_ problem: LayoutProblem) {
        partOf = (0..<Int32(problem.unknowns)).map { $0 }
        twins = partOf
        for row in problem.rows.indices {
            let range = problem.range(row), own = problem.rows[row]
            guard let first = range.first else { continue }
            for place in range.dropFirst() { Self.join(problem.terms[first].unknown, problem.terms[place].unknown, in: &partOf) }
            if own.count == 2, own.level >= 1000, own.relation == .equal, problem.terms[first].factor == -problem.terms[first + 1].factor {
                Self.join(problem.terms[first].unknown, problem.terms[first + 1].unknown, in: &twins)
            }
        }
        for unknown in twins.indices { twins[unknown] = Self.top(Int32(unknown), in: &twins) }
        var numbers = Array(repeating: Int32(-1), count: problem.unknowns)
        for unknown in partOf.indices {
            let root = Int(Self.top(Int32(unknown), in: &partOf))
            if numbers[root] < 0 { numbers[root] = Int32(count); count += 1 }
        }
        for unknown in partOf.indices { partOf[unknown] = Self.top(Int32(unknown), in: &partOf) }
        for unknown in partOf.indices { partOf[unknown] = numbers[Int(partOf[unknown])] }
        let partOfRow = problem.rows.indices.map { row -> Int32 in
            problem.rows[row].count == 0 ? -1 : partOf[Int(problem.terms[Int(problem.rows[row].start)].unknown)]
        }
        (rowStarts, rowList) = Self.sorted(partOfRow, count)
        (unknownStarts, unknownList) = Self.sorted(partOf, count)
        var owners = Array(repeating: Int32(0), count: problem.terms.count)
        for row in problem.rows.indices { for place in problem.range(row) { owners[place] = Int32(row) } }
        (useStarts, useList) = Self.sorted(problem.terms.map(\.unknown), problem.unknowns)
        for place in useList.indices { useList[place] = owners[Int(useList[place])] }
    }

    /// Puts two unknowns into the same set. The lower number represents the set.
    private static func join(_ a: Int32, _ b: Int32, in sets: inout [Int32]) {
        let a = top(a, in: &sets), b = top(b, in: &sets)
        if a != b { sets[Int(max(a, b))] = min(a, b) }
    }

    /// Returns the representative of an unknown's set. Path halving keeps the paths short.
    private static func top(_ unknown: Int32, in sets: inout [Int32]) -> Int32 {
        var here = unknown
        while sets[Int(here)] != here {
            sets[Int(here)] = sets[Int(sets[Int(here)])]
            here = sets[Int(here)]
        }
        return here
    }

    /// Returns the positions of each key, in order.
    private static func sorted(_ keys: [Int32], _ count: Int) -> (starts: [Int32], places: [Int32]) {
        var starts = Array(repeating: Int32(0), count: count + 2)
        for key in keys where key >= 0 { starts[Int(key) + 2] += 1 }
        for key in 2..<(count + 2) { starts[key] += starts[key - 1] }
        var places = Array(repeating: Int32(0), count: Int(starts[count + 1]))
        for (place, key) in keys.enumerated() where key >= 0 {
            places[Int(starts[Int(key) + 1])] = Int32(place)
            starts[Int(key) + 1] += 1
        }
        return (starts, places)
    }

    /// Returns the rows of a part, in order.
    func rows(_ part: Int) -> ArraySlice<Int32> { rowList[Int(rowStarts[part])..<Int(rowStarts[part + 1])] }
    /// Returns the unknowns of a part, in order.
    func unknowns(_ part: Int) -> ArraySlice<Int32> { unknownList[Int(unknownStarts[part])..<Int(unknownStarts[part + 1])] }
    /// Returns the rows that refer to an unknown, in order.
    func uses(_ unknown: Int) -> ArraySlice<Int32> { useList[Int(useStarts[unknown])..<Int(useStarts[unknown + 1])] }
}
