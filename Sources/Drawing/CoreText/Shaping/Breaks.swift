import CText

/// The possible ends of a paragraph's lines, by code unit. They are found when they are first needed: text in one line has none.
/// A value belongs to one thread at a time.
struct Breaks {
    /// A line may end after the unit.
    private static let mayEnd: UInt8 = 1
    /// A line must end after the unit.
    private static let mustEnd: UInt8 = 2
    /// A letter, with its combining characters, begins at the unit.
    private static let startsCluster: UInt8 = 4

    /// The flags of each unit. Those of ends of lines are found as far as they were needed.
    fileprivate final class Flags {
        let flags: UnsafeMutableBufferPointer<UInt8>
        let units: ArraySlice<UInt16>
        /// The number of units whose ends of lines are found.
        var found = 0

        init(_ units: ArraySlice<UInt16>, _ value: UInt8) {
            self.units = units
            flags = .allocate(capacity: units.count)
            flags.initialize(repeating: value)
        }

        deinit { flags.deallocate() }
    }

    /// The places at which lines may and must end, found step by step: of a long paragraph, only what is laid out is looked at.
    struct Ends {
        fileprivate let kept: Flags

        @inline(__always)
        func mayEnd(after offset: Int) -> Bool { flags(offset) & Breaks.mayEnd != 0 }
        @inline(__always)
        func mustEnd(after offset: Int) -> Bool { flags(offset) & Breaks.mustEnd != 0 }

        @inline(__always)
        private func flags(_ offset: Int) -> UInt8 {
            if offset >= kept.found { Breaks.findEnds(kept, offset) }
            return kept.flags[offset]
        }
    }

    private let kept: Flags
    /// True if each unit is a letter of its own.
    let areClustersUnits: Bool

    var ends: Ends { Ends(kept: kept) }
    /// True if some ends of lines are found.
    var hasEnds: Bool { kept.found > 0 }

    func startsCluster(_ offset: Int) -> Bool { areClustersUnits || kept.flags[offset] & Breaks.startsCluster != 0 }

    init(_ units: ArraySlice<UInt16>) {
        // No character below U+0300 combines, except a line feed after a carriage return.
        areClustersUnits = units.allSatisfy { $0 < 0x300 && $0 != 0x0D }
        kept = Flags(units, areClustersUnits ? Breaks.startsCluster : 0)
        if !areClustersUnits { Breaks.markClusters(units, kept.flags) }
    }

    /// The number of units that are looked at together. Tests change it.
    nonisolated(unsafe) static var step = 4096

    /// Finds the ends of lines up to a unit, and some beyond it.
    private static func findEnds(_ kept: Flags, _ offset: Int) {
        Breaks.prepare
        while kept.found <= offset {
            let start = kept.units.startIndex + kept.found, end = partEnd(kept.units, start + step)
            findEnds(kept.units[start..<end], kept.flags, from: kept.found)
            kept.found = end - kept.units.startIndex
        }
    }

    /// Returns the next place at which the text can be divided: in the middle of four Latin letters, whose breaks depend on nothing else.
    /// The first part has no end of a line there.
    private static func partEnd(_ units: ArraySlice<UInt16>, _ wanted: Int) -> Int {
        func isLetter(_ at: Int) -> Bool { (0x61...0x7A).contains(units[at]) }
        var at = max(wanted, units.startIndex + 2)
        while at + 2 <= units.endIndex {
            if isLetter(at - 2), isLetter(at - 1), isLetter(at), isLetter(at + 1) { return at }
            at += 1
        }
        return units.endIndex
    }

    private static func findEnds(_ units: ArraySlice<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>, from first: Int) {
        var breaks = [CChar](repeating: 0, count: units.count)
        Breaks.readable(units).withUnsafeBufferPointer { set_linebreaks_utf16($0.baseAddress, $0.count, nil, &breaks) }
        if first + units.count < flags.count { breaks[units.count - 1] = CChar(LINEBREAK_NOBREAK) }
        for i in breaks.indices {
            let unit = units[units.startIndex + i], place = first + i
            if unit.endsLine { flags[place] |= Breaks.mustEnd }
            // Old libraries don't recognize emoji sequences. No line ends inside a letter, whatever they report.
            let endsCluster = place + 1 == flags.count || flags[place + 1] & Breaks.startsCluster != 0
            guard endsCluster else { continue }
            if breaks[i] == LINEBREAK_ALLOWBREAK || breaks[i] == LINEBREAK_MUSTBREAK { flags[place] |= Breaks.mayEnd }
        }
        // A line feed after a carriage return belongs to the carriage return.
        for i in breaks.indices.dropLast() where units[units.startIndex + i] == 0x0D && units[units.startIndex + i + 1] == 0x0A {
            flags[first + i] &= ~(Breaks.mustEnd | Breaks.mayEnd)
        }
    }

    private static let prepare: Void = init_linebreak()

    /// Returns the text in a form that old libraries can process. They abort at flags' letters and at U+FFFF, which they take for the end
    /// of the text, and don't recognize emoji that are newer than they are. An ideograph, which allows a break on both sides as well,
    /// replaces all pictures.
    private static func readable(_ units: ArraySlice<UInt16>) -> ArraySlice<UInt16> {
        guard units.contains(where: { (0xD83C...0xD83E).contains($0) || $0 == 0xFFFF }) else { return units }
        var readable = Array(units)
        for i in readable.indices {
            if readable[i] == 0xFFFF { readable[i] = 0xFFFD }
            guard (0xD83C...0xD83E).contains(readable[i]), i + 1 < readable.count else { continue }
            let (scalar, _) = UTF16Scalar.at(i, readable.count) { readable[$0] }
            if (0x1F1E6...0x1FAFF).contains(scalar) { (readable[i], readable[i + 1]) = (0xD840, 0xDC00) }
        }
        return readable[...]
    }

    private static func markClusters(_ units: ArraySlice<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>) {
        if units.allSatisfy({ $0 < 0x300 }) {
            for i in flags.indices where i == 0 || units[units.startIndex + i] != 0x0A || units[units.startIndex + i - 1] != 0x0D {
                flags[i] |= startsCluster
            }
            return
        }
        var at = 0
        for character in String(decoding: units, as: UTF16.self) {
            if at < flags.count { flags[at] |= startsCluster }
            at += character.utf16.count
        }
    }
}
