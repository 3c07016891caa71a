/// The parts that a layer itself draws.
struct OwnParts: OptionSet {
    let rawValue: UInt8
    static let background = Self(rawValue: 1)
    static let gradient = Self(rawValue: 2)
    static let contents = Self(rawValue: 4)
    static let fill = Self(rawValue: 8)
    static let stroke = Self(rawValue: 16)
    static let border = Self(rawValue: 32)
    /// Counts as two: particles overlap, so that they can fade together only as a group.
    static let particles = Self(rawValue: 64 | 128)
    var count: Int { rawValue.nonzeroBitCount }
}
