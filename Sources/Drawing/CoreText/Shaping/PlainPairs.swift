import CText
import CoreGraphics

/// The shaping of printable ASCII text by a face in the Latin script, from left to right, without further features: the glyph of each
/// character and the kerning of each pair, learned from what HarfBuzz has shaped.
///
/// HarfBuzz takes half of the time of a label. In such text its result depends only on pairs of characters, except where the font's rules
/// replace glyphs (``LayoutRules``). These places are shaped by HarfBuzz, with enough text around them that no rule reaches beyond.
/// It belongs to one thread at a time: `FontFace.plainPairs` has a lock.
final class PlainPairs {
    /// The kerning is not known yet.
    private static let unknown = Int32.min
    /// A rule applies to one of the characters, or the pair is placed in another way than by its advance.
    private static let shaped = Int32.min + 1

    private let glyphs: [CGGlyph]
    private let advances: [Int32]
    /// For each pair, twice the change of the first character's advance in font units, plus 1 if the text can't be cut between them.
    private var pairs: [Int32]
    /// The number of characters around a place beyond which the place has no effect.
    let reach: Int

    /// Returns nil for a face whose effects are not of this kind.
    init?(_ face: FontFace) {
        // Formats that have rules of their own.
        for tag: StaticString in ["morx", "mort", "kerx", "trak", "Silf"] where !FontTable(face.hbFace, tag).isEmpty { return nil }
        var glyphs: [CGGlyph] = [], advances: [Int32] = []
        for character in UInt32(0x20)...0x7E {
            let glyph = face.glyph(for: character)
            guard glyph != 0, hb_ot_layout_get_glyph_class(face.hbFace, UInt32(glyph)) != HB_OT_LAYOUT_GLYPH_CLASS_MARK else { return nil }
            glyphs.append(glyph)
            advances.append(hb_font_get_glyph_h_advance(face.hbFont, UInt32(glyph)))
        }
        guard let lookups = PlainPairs.lookups(face) else { return nil }
        let rules = LayoutRules(face.hbFace, glyphs: glyphs, substitutions: lookups.substitutions, positions: lookups.positions)
        guard !rules.isUnknown else { return nil }
        pairs = [Int32](repeating: PlainPairs.unknown, count: PlainSet.count * PlainSet.count)
        for first in 0..<PlainSet.count {
            for second in 0..<PlainSet.count
            where rules.alone.contains(first) || rules.alone.contains(second) {
                pairs[first * PlainSet.count + second] = PlainPairs.shaped
            }
        }
        alone = rules.alone
        (self.rules, rulesOfPairs) = (rules.rules, rules.rulesOfPairs)
        for pair in rules.rulesOfPairs.keys { ruled.insert(pair) }
        // Two at least, so that the characters at the ends of a part are not joined with others.
        (self.glyphs, self.advances, reach) = (glyphs, advances, max(2, rules.reach))
    }

    private let alone: PlainSet
    private let rules: [LayoutRules.Rule]
    private let rulesOfPairs: [Int: [Int]]
    /// The pairs by which rules are found.
    private var ruled = PairSet()

    /// Returns whether a rule may apply to a text that has a pair at a place.
    private func mayRule(_ pair: Int, _ units: UnsafeBufferPointer<UInt16>, _ place: Int) -> Bool {
        rulesOfPairs[pair]?.contains { rules[$0].mayApply(units, place) } ?? false
    }

    /// Returns the lookups that HarfBuzz applies to such text, or nil if it shapes it in another way.
    private static func lookups(_ face: FontFace) -> (substitutions: [Int], positions: [Int])? {
        var properties = hb_segment_properties_t()
        properties.direction = HB_DIRECTION_LTR
        properties.script = HB_SCRIPT_LATIN
        properties.language = hb_language_from_string("und", 3)
        var count: UInt32 = 0
        let coordinates = hb_font_get_var_coords_normalized(face.hbFont, &count)
        guard let plan = hb_shape_plan_create_cached2(face.hbFace, &properties, nil, 0, coordinates, count, nil) else { return nil }
        defer { hb_shape_plan_destroy(plan) }
        guard let shaper = hb_shape_plan_get_shaper(plan), String(cString: shaper) == "ot" else { return nil }
        // The `kern` table is used if `GPOS` has no kerning. Only its older version consists of pairs.
        let kern = FontTable(face.hbFace, "kern")
        if !kern.isEmpty, kern.uint16(0) != 0 || lookups(face, "GPOS", ["kern"]).isEmpty { return nil }
        func all(_ table: StaticString) -> Set<Int> {
            let set = hb_set_create()
            defer { hb_set_destroy(set) }
            hb_ot_shape_plan_collect_lookups(plan, FontTable.tag(table), set)
            return elements(set)
        }
        // Fractions are made only where the text has a fraction slash, and random letters only by request.
        let others = lookups(
            face, "GSUB",
            ["rvrn", "ltra", "ltrm", "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "Harf", "HARF", "Buzz", "BUZZ"])
        let fractions = lookups(face, "GSUB", ["frac", "numr", "dnom", "rand"]).subtracting(others)
        return (all("GSUB").subtracting(fractions).sorted(), all("GPOS").sorted())
    }

    /// Returns the lookups of features in the Latin script.
    private static func lookups(_ face: FontFace, _ table: StaticString, _ features: [StaticString]) -> Set<Int> {
        let set = hb_set_create()
        defer { hb_set_destroy(set) }
        let tags = features.map { FontTable.tag($0) } + [0]
        hb_ot_layout_collect_lookups(face.hbFace, FontTable.tag(table), nil, nil, tags, set)
        return elements(set)
    }

    private static func elements(_ set: OpaquePointer?) -> Set<Int> {
        var all: Set<Int> = []
        var next = hb_codepoint_t.max
        while hb_set_next(set, &next) != 0 { all.insert(Int(next)) }
        return all
    }

    // MARK: Text

    /// The parts of a text that HarfBuzz shapes, in order and apart from each other.
    struct Parts {
        var ranges: [Range<Int>] = []
        /// The parts of these in which a rule may apply, or whose characters are others.
        var ruled: [Range<Int>] = []
        /// The length of all parts.
        var count: Int { ranges.reduce(0) { $0 + $1.count } }
    }

    /// Returns the parts of a text that have to be shaped.
    func parts(_ units: UnsafeBufferPointer<UInt16>) -> Parts {
        var parts = Parts()
        var previous = -1
        pairs.withUnsafeBufferPointer { pairs in
            for place in 0..<units.count {
                let index = Int(units[place]) - 0x20
                guard index >= 0, index < PlainSet.count else {
                    add(place..<place + 1, units.count, to: &parts.ranges)
                    add(place..<place + 1, units.count, to: &parts.ruled)
                    previous = -1
                    continue
                }
                if previous >= 0 {
                    let number = previous * PlainSet.count + index, pair = pairs[number]
                    let isRuled = pair == PlainPairs.shaped || ruled.contains(number) && mayRule(number, units, place - 1)
                    if isRuled || pair == PlainPairs.unknown {
                        add(place - 1..<place + 1, units.count, to: &parts.ranges)
                        if isRuled { add(place - 1..<place + 1, units.count, to: &parts.ruled) }
                    }
                }
                if units.count == 1, alone.contains(index) {
                    parts.ranges = [0..<1]
                    parts.ruled = [0..<1]
                }
                previous = index
            }
        }
        return parts
    }

    /// Adds a place with the text around it that may have an effect on it.
    private func add(_ place: Range<Int>, _ count: Int, to ranges: inout [Range<Int>]) {
        let range = max(0, place.lowerBound - reach)..<min(count, place.upperBound + reach)
        if let last = ranges.indices.last, ranges[last].upperBound >= range.lowerBound {
            ranges[last] = ranges[last].lowerBound..<max(ranges[last].upperBound, range.upperBound)
        } else {
            ranges.append(range)
        }
    }

    /// Calls `body` with the glyphs of a range of a text in which all pairs are known.
    @inline(__always)
    func forEach(
        _ range: Range<Int>, of units: UnsafeBufferPointer<UInt16>,
        _ body: (_ place: Int, _ glyph: CGGlyph, _ advance: Int32, _ isUnsafe: Bool) -> Void
    ) {
        pairs.withUnsafeBufferPointer { pairs in
            var isUnsafe = false
            if range.lowerBound > 0, !range.isEmpty {
                isUnsafe = self.isUnsafe(before: range.lowerBound, of: units)
            }
            for place in range {
                let index = Int(units[place]) - 0x20
                var advance = advances[index], isNextUnsafe = false
                if place + 1 < units.count {
                    let pair = pairs[index * PlainSet.count + Int(units[place + 1]) - 0x20]
                    advance += pair >> 1
                    isNextUnsafe = pair & 1 != 0
                }
                body(place, glyphs[index], advance, isUnsafe)
                isUnsafe = isNextUnsafe
            }
        }
    }

    /// Returns whether text can't be cut between a character and the one before it, which form a known pair.
    func isUnsafe(before place: Int, of units: UnsafeBufferPointer<UInt16>) -> Bool {
        pairs[(Int(units[place - 1]) - 0x20) * PlainSet.count + Int(units[place]) - 0x20] & 1 != 0
    }

    /// Returns the advance of a character that forms a known pair with the next one.
    func advance(at place: Int, of units: UnsafeBufferPointer<UInt16>) -> Int32 {
        let index = Int(units[place]) - 0x20
        return advances[index] + pairs[index * PlainSet.count + Int(units[place + 1]) - 0x20] >> 1
    }

    /// Returns whether a shaped glyph is the one of its character, and not moved.
    func isPlain(_ info: hb_glyph_info_t, _ place: hb_glyph_position_t, _ unit: UInt16) -> Bool {
        let index = Int(unit) - 0x20
        return index >= 0 && index < PlainSet.count && info.codepoint == UInt32(glyphs[index]) && place.x_offset == 0 && place.y_offset == 0
    }

    /// Returns whether the glyphs at the ends of a shaped part are those of its characters, as far as a rule reaches. Otherwise the part
    /// may have an effect on the text around it.
    func endsPlainly(
        _ part: Range<Int>, of units: UnsafeBufferPointer<UInt16>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ places: UnsafeBufferPointer<hb_glyph_position_t>, base: Int
    ) -> Bool {
        guard infos.count >= min(reach, part.count) else { return false }
        func isPlain(_ i: Int, _ place: Int) -> Bool {
            Int(infos[i].cluster) == base + place && self.isPlain(infos[i], places[i], units[place])
        }
        for step in 0..<min(reach, part.count) {
            if part.lowerBound > 0, !isPlain(step, part.lowerBound + step) { return false }
            if part.upperBound < units.count, !isPlain(infos.count - 1 - step, part.upperBound - 1 - step) { return false }
        }
        return true
    }

    /// Learns the pairs of a shaped part.
    /// - Parameter ruled: the parts of it in which a rule may have applied.
    func learn(
        _ part: Range<Int>, of units: UnsafeBufferPointer<UInt16>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ places: UnsafeBufferPointer<hb_glyph_position_t>, base: Int, ruled: [Range<Int>]
    ) {
        var next = 0
        for i in 0..<max(0, infos.count - 1) {
            let place = Int(infos[i].cluster) - base
            guard place >= part.lowerBound, place + 1 < part.upperBound, Int(infos[i + 1].cluster) == base + place + 1 else { continue }
            while next < ruled.count, ruled[next].upperBound <= place { next += 1 }
            if next < ruled.count, ruled[next].lowerBound <= place + 1 { continue }
            let first = Int(units[place]) - 0x20, second = Int(units[place + 1]) - 0x20
            guard (0..<PlainSet.count).contains(first), (0..<PlainSet.count).contains(second) else { continue }
            let index = first * PlainSet.count + second
            guard pairs[index] == PlainPairs.unknown else { continue }
            let change = places[i].x_advance - advances[first]
            guard isPlain(infos[i], places[i], units[place]), isPlain(infos[i + 1], places[i + 1], units[place + 1]), abs(change) < 1 << 20
            else {
                pairs[index] = PlainPairs.shaped
                continue
            }
            let isUnsafe = infos[i + 1].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
            pairs[index] = change << 1 | (isUnsafe ? 1 : 0)
        }
    }
}

/// A set of pairs of characters.
private struct PairSet {
    private var words = [UInt64](repeating: 0, count: (PlainSet.count * PlainSet.count + 63) / 64)

    @inline(__always)
    func contains(_ pair: Int) -> Bool { words[pair >> 6] >> UInt64(pair & 63) & 1 != 0 }
    mutating func insert(_ pair: Int) { words[pair >> 6] |= 1 << UInt64(pair & 63) }
}

/// The pairs of a face, made when they are first needed.
struct FacePairs {
    private var isMade = false
    private var made: PlainPairs?

    /// Returns the pairs; nil for a face that has none.
    mutating func pairs(of face: FontFace) -> PlainPairs? {
        if !isMade { (isMade, made) = (true, PlainPairs(face)) }
        return made
    }
}
