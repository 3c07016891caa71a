import CText

/// Where a paragraph's lines may end, code unit by code unit.
struct Breaks {
    /// A line may end after the unit.
    private static let mayEnd: UInt8 = 1
    /// A line must end after the unit.
    private static let mustEnd: UInt8 = 2
    /// A letter, with all that belongs to it, begins at the unit.
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
        units.withUnsafeBufferPointer { set_linebreaks_utf16($0.baseAddress, $0.count, nil, &breaks) }
        for i in flags.indices {
            if units[units.startIndex + i].endsLine { flags[i] |= Breaks.mustEnd }
            // Old libraries know no emoji sequences: no line ends inside a letter, whatever they say.
            let endsCluster = i + 1 == flags.count || flags[i + 1] & Breaks.startsCluster != 0
            guard endsCluster else { continue }
            if breaks[i] == LINEBREAK_ALLOWBREAK || breaks[i] == LINEBREAK_MUSTBREAK { flags[i] |= Breaks.mayEnd }
            // Nor do they know of younger emoji that a line may end on each side of them.
            if i + 1 < flags.count, Breaks.isEmojiSurrogate(units[units.startIndex + i + 1]), i > 0, units[units.startIndex + i] & 0xFC00 == 0xDC00,
                Breaks.isEmojiSurrogate(units[units.startIndex + i - 1])
            {
                flags[i] |= Breaks.mayEnd
            }
        }
        // A line feed after a carriage return belongs to it.
        for i in flags.indices.dropLast() where units[units.startIndex + i] == 0x0D && units[units.startIndex + i + 1] == 0x0A {
            flags[i] &= ~(Breaks.mustEnd | Breaks.mayEnd)
        }
        self.flags = flags
    }

    private static let prepare: Void = init_linebreak()

    private static func isEmojiSurrogate(_ unit: UInt16) -> Bool { unit == 0xD83C || unit == 0xD83D || unit == 0xD83E }

    private static func markClusters(_ units: ArraySlice<UInt16>, _ flags: inout [UInt8]) {
        // Nothing below U+0300 combines, but for a line feed after a carriage return.
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
