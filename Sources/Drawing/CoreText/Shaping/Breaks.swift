import CText

/// The possible ends of a paragraph's lines, by code unit.
struct Breaks {
    /// A line may end after the unit.
    private static let mayEnd: UInt8 = 1
    /// A line must end after the unit.
    private static let mustEnd: UInt8 = 2
    /// A letter, with its combining characters, begins at the unit.
    private static let startsCluster: UInt8 = 4

    private let flags: [UInt8]

    func mayEnd(after offset: Int) -> Bool { flags[offset] & Breaks.mayEnd != 0 }
    func mustEnd(after offset: Int) -> Bool { flags[offset] & Breaks.mustEnd != 0 }
    func startsCluster(_ offset: Int) -> Bool { flags[offset] & Breaks.startsCluster != 0 }

    init(_ units: ArraySlice<UInt16>) {
        Breaks.prepare
        var flags = [UInt8](repeating: 0, count: units.count)
        Breaks.markClusters(units, &flags)
        var breaks = [CChar](repeating: 0, count: units.count)
        Breaks.readable(units).withUnsafeBufferPointer { set_linebreaks_utf16($0.baseAddress, $0.count, nil, &breaks) }
        for i in flags.indices {
            if units[units.startIndex + i].endsLine { flags[i] |= Breaks.mustEnd }
            // Old libraries don't recognize emoji sequences. No line ends inside a letter, whatever they report.
            let endsCluster = i + 1 == flags.count || flags[i + 1] & Breaks.startsCluster != 0
            guard endsCluster else { continue }
            if breaks[i] == LINEBREAK_ALLOWBREAK || breaks[i] == LINEBREAK_MUSTBREAK { flags[i] |= Breaks.mayEnd }
        }
        // A line feed after a carriage return belongs to the carriage return.
        for i in flags.indices.dropLast() where units[units.startIndex + i] == 0x0D && units[units.startIndex + i + 1] == 0x0A {
            flags[i] &= ~(Breaks.mustEnd | Breaks.mayEnd)
        }
        self.flags = flags
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

    private static func markClusters(_ units: ArraySlice<UInt16>, _ flags: inout [UInt8]) {
        // No character below U+0300 combines, except a line feed after a carriage return.
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
