/// Vertical measures of a font that stays in Apple's systems, as parts of the em: lines stand as far apart as they do there, though the
/// letters are those of another font.
struct VerticalMetrics: Hashable, Sendable {
    let ascent: Double
    let descent: Double
    let leading: Double
    let capHeight: Double
    let xHeight: Double
}

/// A font of Apple's systems and the free fonts that may take its place: first those that are as wide letter for letter, then those that
/// look alike.
struct StandIn: Sendable {
    let families: [String]
    let vertical: VerticalMetrics?

    init(_ families: [String], _ vertical: VerticalMetrics? = nil) {
        self.families = families
        self.vertical = vertical
    }

    private static let sans = ["Liberation Sans", "Arimo", "Nimbus Sans", "TeX Gyre Heros", "FreeSans", "DejaVu Sans"]
    private static let serif = ["Liberation Serif", "Tinos", "Nimbus Roman", "TeX Gyre Termes", "FreeSerif", "DejaVu Serif"]
    private static let mono = ["Liberation Mono", "Cousine", "Nimbus Mono PS", "TeX Gyre Cursor", "FreeMono", "DejaVu Sans Mono"]
    private static let code = ["DejaVu Sans Mono", "Bitstream Vera Sans Mono", "Liberation Mono"]

    private static let helvetica = StandIn(
        sans, VerticalMetrics(ascent: 0.770, descent: 0.230, leading: 0, capHeight: 0.717, xHeight: 0.523)
    )
    private static let system = StandIn(
        ["Inter", "Inter Variable"] + sans, VerticalMetrics(ascent: 0.952, descent: 0.241, leading: 0, capHeight: 0.705, xHeight: 0.526)
    )

    /// The font that unknown names get, as on Apple's systems.
    static let fallback = helvetica

    /// By ``FontName/key(_:)``.
    static let table: [String: StandIn] = {
        let neue = StandIn(sans, VerticalMetrics(ascent: 0.952, descent: 0.213, leading: 0.028, capHeight: 0.714, xHeight: 0.517))
        let times = StandIn(serif, VerticalMetrics(ascent: 0.750, descent: 0.250, leading: 0, capHeight: 0.662, xHeight: 0.448))
        let courier = StandIn(mono, VerticalMetrics(ascent: 0.754, descent: 0.246, leading: 0, capHeight: 0.581, xHeight: 0.443))
        let wide = StandIn(["DejaVu Sans", "Bitstream Vera Sans", "Liberation Sans"])
        var table: [String: StandIn] = [
            "helvetica": helvetica, "helveticaneue": neue, "times": times, "courier": courier,
            "arial": StandIn(sans), "arialunicode": StandIn(sans), "arialnarrow": StandIn(["Liberation Sans Narrow"] + sans),
            "timesnewroman": StandIn(serif), "couriernew": StandIn(mono),
            "menlo": StandIn(code), "monaco": StandIn(code), "sfmono": StandIn(code), "applesystemuifontmonospaced": StandIn(code),
            "verdana": wide, "tahoma": wide, "lucidagrande": wide,
            "georgia": StandIn(["Gelasio", "DejaVu Serif", "Liberation Serif"]),
            "applecoloremoji": StandIn(["Noto Color Emoji", "Twemoji Mozilla", "EmojiOne"]),
        ]
        for name in ["sf", "sfui", "sfpro", "sfcompact", "sanfrancisco", "applesystemuifont", "applesystem", "systemfont", "systemui"] {
            table[name] = system
        }
        return table
    }()
}
