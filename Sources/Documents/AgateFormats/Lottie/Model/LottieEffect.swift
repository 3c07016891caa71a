/// An effect on a layer: a list of values identified by their index, as in the authoring program.
package struct LottieEffect: Sendable {
    package enum Value: Sendable {
        case number(LottieNumber)
        case color(LottieColor)
        case point(LottieVector)
        case layer(Int)
        case group([Parameter])
        case none
    }
    package struct Parameter: Sendable {
        package var name: String
        package var matchName: String
        package var value: Value
    }
    /// 20 tint, 21 fill, 22 stroke, 23 tritone, 24 levels, 25 drop shadow, 28 matte, 29 blur; 5 is identified by its `matchName`.
    package var type: Int
    package var name: String
    package var matchName: String
    package var isEnabled: Bool
    package var parameters: [Parameter]
}

/// A style on a layer: values by the file's own short names.
package struct LottieStyle: Sendable {
    /// 0 stroke, 1 drop shadow, 2 inner shadow, 3 outer glow, 4 inner glow, 5 bevel, 6 satin, 7 colour, 8 gradient.
    package var type: Int
    package var name: String
    package var isHidden: Bool
    package var color: LottieColor
    /// Opacity, size, angle, distance, spread, choke, blend mode and so on, by their keys.
    package var numbers: [String: LottieNumber]
}

extension LottieReader {
    func effects(_ json: JSONValue?) -> [LottieEffect] {
        (json?.elements).map { $0.map(effect) } ?? []
    }

    private func effect(_ json: JSONValue) -> LottieEffect {
        LottieEffect(
            type: json["ty"]?.int ?? 5, name: json["nm"]?.string ?? "", matchName: json["mn"]?.string ?? "",
            isEnabled: json["en"]?.bool ?? true,
            parameters: parameters(json["ef"])
        )
    }

    private func parameters(_ json: JSONValue?) -> [LottieEffect.Parameter] {
        (json?.elements).map {
            $0.map { json in
                let value: LottieEffect.Value
                switch json["ty"]?.int ?? 0 {
                case 2: value = property(json["v"]).map { .color($0) } ?? .none
                case 3: value = property(json["v"]).map { .point($0) } ?? .none
                case 5: value = .group(parameters(json["ef"]))
                // A list without usable values.
                case 6: value = .none
                case 10: value = json["v"]?["k"]?.int.map { .layer($0) } ?? .none
                default: value = json["v"]?["k"].map { $0.isString } == true ? .none : property(json["v"]).map { .number($0) } ?? .none
                }
                return LottieEffect.Parameter(name: json["nm"]?.string ?? "", matchName: json["mn"]?.string ?? "", value: value)
            }
        } ?? []
    }

    func styles(_ json: JSONValue?) -> [LottieStyle] {
        (json?.elements).map {
            $0.map { json in
                var style = LottieStyle(
                    type: json["ty"]?.int ?? -1, name: json["nm"]?.string ?? "", isHidden: json["hd"]?.bool ?? false,
                    color: property(json["c"], or: SIMD4(0, 0, 0, 1)), numbers: [:]
                )
                for (name, value) in json.members
                where name != "c" && name != "ty" && (value.number != nil || value["k"].map { $0.number != nil || $0.isArray } == true) {
                    // Values that are not numbers are ignored here, for example a gradient's list.
                    if let number: LottieNumber = try? written(value) { style.numbers[name] = number }
                }
                return style
            }
        } ?? []
    }
}
