/// Vertical measures of a font that exists only on Apple's systems, as fractions of the em. Lines have the same distance as on those
/// systems, although the letters are those of another font.
struct VerticalMetrics: Hashable, Sendable {
    let ascent: Double
    let descent: Double
    let leading: Double
    /// The height of capital letters. Nil if it is not known: the substitute's own height is then used.
    var capHeight: Double?
    var xHeight: Double?
}

/// A font of Apple's systems and its possible free replacements: first those with the same letter widths, then similar ones.
struct StandIn: Sendable {
    /// The name as Apple's systems write it.
    let name: String
    let families: [String]
    /// The number of replacements with the widths of the original.
    let compatibleCount: Int
    let vertical: VerticalMetrics?
    /// True if every program uses the font: its replacement is not reported.
    let isCommon: Bool

    init(_ name: String, _ families: [String], compatible: Int = 0, _ vertical: VerticalMetrics? = nil, isCommon: Bool = true) {
        (self.name, self.families, compatibleCount, self.vertical, self.isCommon) = (name, families, compatible, vertical, isCommon)
    }

    private static let sans = ["Liberation Sans", "Arimo", "Nimbus Sans", "TeX Gyre Heros", "FreeSans", "DejaVu Sans"]
    private static let serif = ["Liberation Serif", "Tinos", "Nimbus Roman", "TeX Gyre Termes", "FreeSerif", "DejaVu Serif"]
    private static let mono = ["Liberation Mono", "Cousine", "Nimbus Mono PS", "TeX Gyre Cursor", "FreeMono", "DejaVu Sans Mono"]
    private static let code = ["DejaVu Sans Mono", "Bitstream Vera Sans Mono", "Liberation Mono"]

    private static let helvetica = StandIn(
        "Helvetica", sans, compatible: 4, VerticalMetrics(ascent: 0.770, descent: 0.230, leading: 0, capHeight: 0.717, xHeight: 0.523)
    )

    /// The font for unknown names, as on Apple's systems.
    static let fallback = helvetica

    /// The substitutes by ``FontName/key(_:)``.
    static let table: [String: StandIn] = {
        var table: [String: StandIn] = [:]
        func add(_ names: String, _ make: (String) -> StandIn) {
            for name in AppleFamilies.list(names) { table[FontName.key(name)] = make(name) }
        }
        for group in AppleFamilies.groups {
            let parts = group.standIns.split(separator: "|", omittingEmptySubsequences: false).map { AppleFamilies.list(String($0)) }
            add(group.names) {
                StandIn($0, parts[0] + parts[1], compatible: parts[0].count, AppleFamilies.vertical[FontName.key($0)], isCommon: false)
            }
        }
        let system = VerticalMetrics(ascent: 0.952, descent: 0.241, leading: 0, capHeight: 0.705, xHeight: 0.526)
        add("SF, SF UI, SF Pro, SF Compact, San Francisco, Apple System UI Font, Apple System, System Font, system-ui") {
            StandIn($0, ["Inter", "Inter Variable"] + sans, system)
        }
        add("Menlo, Monaco, SF Mono, Apple System UI Font Monospaced") { StandIn($0, code, compatible: $0 == "Menlo" ? 2 : 0) }
        table["helvetica"] = helvetica
        add("Helvetica Neue") {
            StandIn(
                $0, sans, compatible: 4, VerticalMetrics(ascent: 0.952, descent: 0.213, leading: 0.028, capHeight: 0.714, xHeight: 0.517))
        }
        add("Times") {
            StandIn($0, serif, compatible: 4, VerticalMetrics(ascent: 0.750, descent: 0.250, leading: 0, capHeight: 0.662, xHeight: 0.448))
        }
        add("Courier") {
            StandIn($0, mono, compatible: 4, VerticalMetrics(ascent: 0.754, descent: 0.246, leading: 0, capHeight: 0.581, xHeight: 0.443))
        }
        add("Arial, Arial Unicode, Arial Unicode MS") { StandIn($0, sans, compatible: 4) }
        add("Arial Narrow") { StandIn($0, ["Liberation Sans Narrow"] + sans, compatible: 1) }
        add("Times New Roman") { StandIn($0, serif, compatible: 4) }
        add("Courier New") { StandIn($0, mono, compatible: 4) }
        add("Apple Color Emoji") { StandIn($0, ["Noto Color Emoji", "Twemoji Mozilla", "EmojiOne"]) }
        return table
    }()
}
