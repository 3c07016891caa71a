/// The traits that distinguish the faces of a family, on OpenType's scales.
struct FontTraits: Hashable, Sendable {
    /// The weight from 100 (thin) to 1000. 400 is regular, 700 bold.
    var weight = 400.0
    /// The width in percent of the normal width.
    var width = 100.0
    var isItalic = false
    var isMonospace = false

    static let regular = FontTraits()

    /// Returns a distance between these traits and the wanted ones. Width counts most, then slope, then weight. Between two weights at
    /// the same distance, the one further from regular is better (a bold for a semibold, a light for a thin).
    func distance(from wanted: FontTraits) -> Double {
        var distance = abs(width - wanted.width) * 100
        if isItalic != wanted.isItalic { distance += 2000 }
        if isMonospace != wanted.isMonospace { distance += 500 }
        distance += abs(weight - wanted.weight)
        if (wanted.weight >= 500) == (weight < wanted.weight) { distance += 1 }
        return distance
    }

    // MARK: Apple's scale

    /// Apple's weights range from -1 to 1 with regular at 0. These are the named steps, between which values are interpolated.
    private static let steps: [(openType: Double, apple: Double)] = [
        (0, -1), (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4), (800, 0.56), (900, 0.62), (1000, 1),
    ]

    /// The weight on Apple's scale.
    var appleWeight: Double {
        FontTraits.interpolate(weight, FontTraits.steps.map(\.openType), FontTraits.steps.map(\.apple))
    }

    static func weight(apple: Double) -> Double {
        interpolate(apple, steps.map(\.apple), steps.map(\.openType))
    }

    /// The width on Apple's scale: -1 for half the normal width, 1 for twice the normal width.
    var appleWidth: Double { width < 100 ? max(-1, (width - 100) / 50) : min(1, (width - 100) / 100) }

    static func width(apple: Double) -> Double {
        let apple = min(max(apple, -1), 1)
        return apple < 0 ? 100 + apple * 50 : 100 + apple * 100
    }

    private static func interpolate(_ x: Double, _ from: [Double], _ to: [Double]) -> Double {
        guard x.isFinite, let above = from.firstIndex(where: { $0 >= x }) else { return x.isNaN ? 0 : to[to.count - 1] }
        guard above > 0 else { return to[0] }
        let t = (x - from[above - 1]) / (from[above] - from[above - 1])
        return to[above - 1] + t * (to[above] - to[above - 1])
    }
}
