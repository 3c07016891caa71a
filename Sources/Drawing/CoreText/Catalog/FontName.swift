/// A font's name divided into a family and the words for its style, as in `HelveticaNeue-LightItalic` or `Arial-BoldMT`.
struct FontName {
    let family: String
    let traits: FontTraits

    /// Returns a name without the details that vary in practice: case, spaces, hyphens, dots.
    static func key(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { $0 != " " && $0 != "-" && $0 != "." && $0 != "_" }.map(Character.init))
    }

    /// Finds the longest family that `isFamily` accepts at the beginning of the name, if the rest consists only of words for a style.
    init?(_ name: String, isFamily: (String) -> Bool) {
        let key = FontName.key(name)
        var end = key.endIndex
        while end > key.startIndex {
            let family = String(key[..<end])
            if isFamily(family), let traits = FontName.traits(key[end...]) {
                self.family = family
                self.traits = traits
                return
            }
            end = key.index(before: end)
        }
        return nil
    }

    private enum Word {
        case weight(Double), width(Double), italic, nothing
    }

    /// Longer words precede their prefixes.
    private static let words: [(String, Word)] = [
        ("ultralight", .weight(100)), ("extralight", .weight(200)), ("hairline", .weight(100)), ("semilight", .weight(350)),
        ("semibold", .weight(600)), ("demibold", .weight(600)), ("extrabold", .weight(800)), ("ultrabold", .weight(800)),
        ("extrablack", .weight(950)),
        ("condensed", .width(75)), ("compressed", .width(62.5)), ("extended", .width(125)), ("expanded", .width(125)),
        ("narrow", .width(75)),
        ("regular", .nothing), ("normal", .nothing), ("plain", .nothing), ("roman", .nothing), ("book", .nothing), ("medium", .weight(500)),
        ("light", .weight(300)), ("thin", .weight(200)), ("demi", .weight(600)), ("bold", .weight(700)), ("heavy", .weight(800)),
        ("black", .weight(900)), ("italic", .italic), ("oblique", .italic), ("slanted", .italic), ("text", .nothing), ("display", .nothing),
        ("psmt", .nothing), ("ps", .nothing), ("mt", .nothing), ("w0", .weight(100)), ("w1", .weight(200)), ("w2", .weight(250)),
        ("w3", .weight(300)), ("w4", .weight(400)), ("w5", .weight(500)), ("w6", .weight(600)), ("w7", .weight(700)), ("w8", .weight(800)),
        ("w9", .weight(900)), ("rounded", .nothing), ("wide", .nothing), ("let", .nothing), ("itctt", .nothing),
    ]

    private static func traits(_ rest: Substring) -> FontTraits? {
        var rest = rest, traits = FontTraits.regular
        while !rest.isEmpty {
            guard let (word, meaning) = words.first(where: { rest.hasPrefix($0.0) }) else { return nil }
            rest = rest.dropFirst(word.count)
            switch meaning {
            case .weight(let weight): traits.weight = weight
            case .width(let width): traits.width = width
            case .italic: traits.isItalic = true
            case .nothing: break
            }
        }
        return traits
    }
}
