import CText

/// Printable ASCII characters, as a set of indices from U+0020.
struct PlainSet: Equatable {
    static let count = 95
    private var low: UInt64 = 0, high: UInt64 = 0

    /// All characters.
    static var all: PlainSet {
        var set = PlainSet()
        (set.low, set.high) = (.max, 1 << UInt64(count - 64) - 1)
        return set
    }

    var isEmpty: Bool { low | high == 0 }
    var size: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    func contains(_ index: Int) -> Bool { (index < 64 ? low >> UInt64(index) : high >> UInt64(index - 64)) & 1 != 0 }

    mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
    }

    func forEach(_ body: (Int) -> Void) { for index in 0..<PlainSet.count where contains(index) { body(index) } }
}

/// The rules of a font's `GSUB` and `GPOS` tables that may apply to printable ASCII text, read so that text to which none applies needs no
/// shaping.
///
/// Each rule requires a sequence of glyphs. Before anything has changed, these are the glyphs of the text's characters. So where the text
/// has no such sequence, no rule applies first, and thus none at all. Rules are found by the pair of characters in their sequence that the
/// fewest texts have.
struct LayoutRules {
    /// A sequence: the characters at each of its places.
    struct Rule {
        let sequence: [PlainSet]
        /// The place of the pair by which the rule is found.
        let pair: Int

        /// Returns whether the rule may apply to a text whose characters from `place` on are the pair. Other characters may be any glyph.
        func mayApply(_ units: UnsafeBufferPointer<UInt16>, _ place: Int) -> Bool {
            let start = place - pair
            guard start >= 0, start + sequence.count <= units.count else { return false }
            for (step, set) in sequence.enumerated() {
                let index = Int(units[start + step]) - 0x20
                if index >= 0, index < PlainSet.count, !set.contains(index) { return false }
            }
            return true
        }
    }

    /// The rules of more than one character.
    private(set) var rules: [Rule] = []
    /// The indices of rules, by the pair of characters: the first one's index times the number of characters, plus the second one's.
    private(set) var rulesOfPairs: [Int: [Int]] = [:]
    /// The characters to which a rule applies alone.
    private(set) var alone = PlainSet()
    /// The length in glyphs of the longest rule.
    private(set) var reach = 1
    /// True if the tables can't be read, or have rules whose effects on text are not of this kind.
    private(set) var isUnknown = false

    private let glyphs: [Int]
    private var table: FontTable
    private var isPositioning = false
    /// The number of rules that are read at most, for fonts that list the same ones again and again.
    private var budget = 200_000

    /// - Parameters:
    ///   - glyphs: the glyphs of the characters.
    ///   - substitutions: the lookups of `GSUB` that apply to the text.
    ///   - positions: the lookups of `GPOS` that apply to the text.
    init(_ face: OpaquePointer, glyphs: [CGGlyph], substitutions: [Int], positions: [Int]) {
        self.glyphs = glyphs.map { Int($0) }
        table = FontTable(face, "GSUB")
        for lookup in substitutions { read(lookup) }
        table = FontTable(face, "GPOS")
        isPositioning = true
        for lookup in positions { read(lookup) }
    }

    private mutating func number(_ offset: Int) -> Int {
        guard let value = table.uint16(offset) else {
            isUnknown = true
            return 0
        }
        return value
    }

    private mutating func numbers(_ offset: Int, _ count: Int) -> [Int] {
        guard count > 0, !isUnknown, table.uint16(offset + 2 * count - 2) != nil else {
            if count > 0 { isUnknown = true }
            return []
        }
        return (0..<count).map { number(offset + 2 * $0) }
    }

    private mutating func read(_ lookup: Int) {
        let list = number(8), offset = list + number(list + 2 + 2 * lookup)
        guard list > 0, lookup < number(list) else { return isUnknown = true }
        let type = number(offset), flags = number(offset + 2)
        for place in numbers(offset + 6, number(offset + 4)) {
            var subtable = offset + place, kind = type
            if type == (isPositioning ? 9 : 7) {
                kind = number(subtable + 2)
                subtable += number(subtable + 4) << 16 | number(subtable + 6)
            }
            if isPositioning { readPosition(kind, subtable, flags) } else { readSubstitution(kind, subtable, flags) }
            if isUnknown { return }
        }
    }

    private mutating func readSubstitution(_ kind: Int, _ at: Int, _ flags: Int) {
        switch kind {
        case 1, 2, 3: add([covered(at + number(at + 2))], flags)
        case 4: readLigatures(at, flags)
        case 5: readContext(at, flags)
        case 6: readChain(at, flags)
        case 8: readReverse(at, flags)
        default: isUnknown = true
        }
    }

    private mutating func readPosition(_ kind: Int, _ at: Int, _ flags: Int) {
        switch kind {
        case 2:
            // Pairs that move the first glyph alone. If the second one moves, the pair after it is skipped.
            if number(at + 6) == 0, !Self.skipsLetters(flags) { return }
            if !covered(at + number(at + 2)).isEmpty { isUnknown = true }
        case 1, 3: if !covered(at + number(at + 2)).isEmpty { isUnknown = true }
        // Marks, by the coverage of the marks.
        case 4, 5, 6: if !covered(at + number(at + 2)).isEmpty { isUnknown = true }
        case 7: readContext(at, flags)
        case 8: readChain(at, flags)
        default: isUnknown = true
        }
    }

    /// Returns true if a lookup skips glyphs of letters, so that it may apply to letters that are not adjacent.
    private static func skipsLetters(_ flags: Int) -> Bool { flags & 6 != 0 }

    /// Records a rule by the characters at each place of its sequence.
    private mutating func add(_ sequence: [PlainSet], _ flags: Int) {
        reach = max(reach, sequence.count)
        budget -= 1
        if budget < 0 { isUnknown = true }
        guard !sequence.contains(where: \.isEmpty) else { return }
        if Self.skipsLetters(flags) { return isUnknown = true }
        guard sequence.count > 1 else { return sequence[0].forEach { alone.insert($0) } }
        var best = 0
        for place in 1..<(sequence.count - 1) where cost(sequence, place) < cost(sequence, best) { best = place }
        sequence[best].forEach { first in
            sequence[best + 1].forEach { rulesOfPairs[first * PlainSet.count + $0, default: []].append(rules.count) }
        }
        rules.append(Rule(sequence: sequence, pair: best))
    }

    private func cost(_ sequence: [PlainSet], _ place: Int) -> Int { sequence[place].size * sequence[place + 1].size }

    // MARK: Sets of glyphs

    /// Returns the characters whose glyphs are equal to one.
    private func characters(of glyph: Int) -> PlainSet {
        var set = PlainSet()
        for index in glyphs.indices where glyphs[index] == glyph { set.insert(index) }
        return set
    }

    private mutating func covered(_ coverage: Int) -> PlainSet {
        var set = PlainSet()
        for index in glyphs.indices where coverageIndex(coverage, glyphs[index]) != nil { set.insert(index) }
        return set
    }

    private mutating func coverageIndex(_ coverage: Int, _ glyph: Int) -> Int? {
        let format = number(coverage), count = number(coverage + 2)
        guard format == 1 || format == 2 else {
            isUnknown = true
            return nil
        }
        let size = format == 1 ? 2 : 6
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2, at = coverage + 4 + size * middle
            let first = number(at), last = format == 1 ? first : number(at + 2)
            if glyph < first {
                high = middle
            } else if glyph > last {
                low = middle + 1
            } else {
                return format == 1 ? middle : number(at + 4) + glyph - first
            }
        }
        return nil
    }

    /// Returns the class of each character. Glyphs that are not listed have class 0.
    private mutating func classes(_ definition: Int) -> [Int] {
        let format = number(definition)
        var classes = [Int](repeating: 0, count: glyphs.count)
        if format == 1 {
            let start = number(definition + 2), count = number(definition + 4)
            for (index, glyph) in glyphs.enumerated() where glyph >= start && glyph < start + count {
                classes[index] = number(definition + 6 + 2 * (glyph - start))
            }
        } else if format == 2 {
            let count = number(definition + 2)
            for (index, glyph) in glyphs.enumerated() {
                var low = 0, high = count
                while low < high {
                    let middle = (low + high) / 2, at = definition + 4 + 6 * middle
                    if glyph < number(at) {
                        high = middle
                    } else if glyph > number(at + 2) {
                        low = middle + 1
                    } else {
                        classes[index] = number(at + 4)
                        break
                    }
                }
            }
        } else {
            isUnknown = true
        }
        return classes
    }

    private func members(_ classes: [Int], _ wanted: Int) -> PlainSet {
        var set = PlainSet()
        for (index, value) in classes.enumerated() where value == wanted { set.insert(index) }
        return set
    }

    // MARK: Kinds of rules

    private mutating func readLigatures(_ at: Int, _ flags: Int) {
        let coverage = at + number(at + 2), count = number(at + 4)
        for index in glyphs.indices {
            guard let place = coverageIndex(coverage, glyphs[index]), place < count else { continue }
            let set = at + number(at + 6 + 2 * place)
            for ligature in numbers(set + 2, number(set)) {
                let components = number(set + ligature + 2)
                var sequence = [characters(of: glyphs[index])]
                for glyph in numbers(set + ligature + 4, components - 1) { sequence.append(characters(of: glyph)) }
                add(sequence, flags)
                if isUnknown { return }
            }
        }
    }

    private mutating func readContext(_ at: Int, _ flags: Int) {
        let format = number(at)
        if format == 3 {
            let count = number(at + 2)
            return add(numbers(at + 6, count).map { covered(at + $0) }, flags)
        }
        readRules(at, format, flags, isChain: false)
    }

    private mutating func readChain(_ at: Int, _ flags: Int) {
        let format = number(at)
        if format == 3 {
            var next = at + 2
            let before = takeNumbers(&next).map { covered(at + $0) }
            let input = takeNumbers(&next).map { covered(at + $0) }, after = takeNumbers(&next).map { covered(at + $0) }
            return add(before.reversed() + input + after, flags)
        }
        readRules(at, format, flags, isChain: true)
    }

    private mutating func readReverse(_ at: Int, _ flags: Int) {
        var next = at + 4
        let before = takeNumbers(&next).map { covered(at + $0) }, after = takeNumbers(&next).map { covered(at + $0) }
        add(before.reversed() + [covered(at + number(at + 2))] + after, flags)
    }

    /// Reads a count and as many numbers.
    private mutating func takeNumbers(_ next: inout Int, less: Int = 0) -> [Int] {
        let count = number(next) - less, values = numbers(next + 2, count)
        next += 2 + 2 * max(0, count)
        return values
    }

    /// Reads rules by glyphs (format 1) or by classes of glyphs (format 2), in sets for the first glyph.
    private mutating func readRules(_ at: Int, _ format: Int, _ flags: Int, isChain: Bool) {
        guard format == 1 || format == 2 else { return isUnknown = true }
        let coverage = at + number(at + 2)
        var before: [Int] = [], input: [Int] = [], after: [Int] = [], sets = at + 4
        if format == 2 {
            if isChain {
                (before, input, after) = (
                    classes(at + number(at + 4)), classes(at + number(at + 6)), classes(at + number(at + 8))
                )
            } else {
                input = classes(at + number(at + 4))
            }
            sets += isChain ? 6 : 2
        }
        let count = number(sets)
        // For each first glyph, or for each class of first glyphs, its set of rules.
        var firsts: [Int: PlainSet] = [:]
        for index in glyphs.indices {
            guard let place = coverageIndex(coverage, glyphs[index]) else { continue }
            firsts[format == 1 ? place : input[index], default: PlainSet()].insert(index)
        }
        func set(_ value: Int, _ classes: [Int]) -> PlainSet { format == 1 ? characters(of: value) : members(classes, value) }
        for (place, first) in firsts where place < count {
            let offset = number(sets + 2 + 2 * place)
            guard offset != 0 else { continue }
            for rule in numbers(at + offset + 2, number(at + offset)) {
                var next = at + offset + rule
                var sequence: [PlainSet] = []
                if isChain {
                    sequence = takeNumbers(&next).reversed().map { set($0, before) }
                    sequence.append(first)
                    sequence += takeNumbers(&next, less: 1).map { set($0, input) }
                    sequence += takeNumbers(&next).map { set($0, after) }
                } else {
                    sequence = [first] + numbers(next + 4, number(next) - 1).map { set($0, input) }
                }
                add(sequence, flags)
                if isUnknown { return }
            }
        }
    }
}
