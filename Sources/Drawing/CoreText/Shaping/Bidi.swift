import CText

/// The directions of a paragraph's characters, by the Unicode bidirectional algorithm.
struct BidiLevels {
    /// 0 for a paragraph from left to right, 1 for a paragraph from right to left.
    let base: UInt8
    /// The level of each code unit. Empty if all are 0.
    let levels: [UInt8]

    init(_ units: ArraySlice<UInt16>, direction: NSWritingDirection) {
        // Latin, Greek, Cyrillic and similar text in a paragraph that may run from left to right: all levels are 0.
        if direction != .rightToLeft, units.allSatisfy(BidiLevels.isPlain) {
            (base, levels) = (0, [])
            return
        }
        var scalars: [UInt32] = []
        scalars.reserveCapacity(units.count)
        var at = units.startIndex
        while at < units.endIndex {
            let (scalar, length) = UTF16Scalar.at(at, units.endIndex) { units[$0] }
            scalars.append(scalar)
            at += length
        }
        let count = Int32(scalars.count)
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var found = [FriBidiLevel](repeating: 0, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        var type: FriBidiParType
        switch direction {
        case .leftToRight: type = FriBidiParType(UInt32(FRIBIDI_PAR_LTR.rawValue))
        case .rightToLeft: type = FriBidiParType(UInt32(FRIBIDI_PAR_RTL.rawValue))
        case .natural: type = FriBidiParType(UInt32(FRIBIDI_PAR_ON.rawValue))
        }
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &type, &found) > 0 else {
            (base, levels) = (direction == .rightToLeft ? 1 : 0, [])
            return
        }
        base = type == FRIBIDI_PAR_RTL || type == FRIBIDI_PAR_WRTL ? 1 : 0
        var levels: [UInt8] = []
        levels.reserveCapacity(units.count)
        for (scalar, level) in zip(scalars, found) {
            // Removed characters (the controls for embedding and override) have no level of their own.
            let level = level < 0 ? base : UInt8(level)
            levels.append(level)
            if scalar > 0xFFFF { levels.append(level) }
        }
        self.levels = levels
    }

    func level(_ offset: Int) -> UInt8 { levels.isEmpty ? base : levels[offset] }

    /// Returns true if a unit can't cause a change of direction: characters below the Hebrew block, general punctuation, neutral letters
    /// and symbols, and the scripts of East Asia. Surrogates may be any character.
    private static func isPlain(_ unit: UInt16) -> Bool {
        unit < 0x0590 || (0x2010...0x2027).contains(unit) || (0x2070...0xD7FF).contains(unit)
    }

    /// Returns the order of runs with these levels from left to right (rule L2).
    static func visualOrder(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        let lowestOdd = levels.filter { $0 & 1 != 0 }.min() ?? highest + 1
        var level = highest
        while level >= lowestOdd, level > 0 {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
            level -= 1
        }
        return order
    }
}
