/// The names that Swift gives its declarations in Objective-C.
enum ObjectiveCName {
    /// The selector of a method: `tapped(_:)` is `tapped:`, `show(view:animated:)` is `showWithView:animated:`, `move(to:)` is `moveTo:`.
    static func selector(_ name: String, _ labels: [String], throwing: Bool = false) -> String {
        let name = plain(name)
        var labels = labels.map { $0 == "_" ? "" : plain($0) }
        if throwing {
            guard !labels.isEmpty else { return name + "AndReturnError:" }
            labels.append("error")
        }
        guard let first = labels.first else { return name }
        var text = name
        if !first.isEmpty {
            if !prepositions.contains(firstWord(first)) && !prepositions.contains(lastWord(name)) { text += "With" }
            text += first.prefix(1).uppercased() + first.dropFirst()
        }
        return text + ":" + labels.dropFirst().map { $0 + ":" }.joined()
    }

    /// `setTitle:` for `title`.
    static func setter(_ property: String) -> String {
        let property = plain(property)
        return "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
    }

    /// The key under which Objective-C names a property of Apple's that Swift calls `isHidden`: `hidden`.
    static func appleKey(_ property: String) -> String {
        guard property.hasPrefix("is"), let third = property.dropFirst(2).first, third.isUppercase else { return property }
        let rest = property.dropFirst(2)
        // `isHDREnabled` is HDREnabled.
        if rest.dropFirst().first?.isUppercase == true { return String(rest) }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }

    /// Without backticks.
    static func plain(_ name: String) -> String { name.filter { $0 != "`" } }

    private static func firstWord(_ label: String) -> String {
        String(label.prefix { !$0.isUppercase }).isEmpty ? label.lowercased() : String(label.prefix { !$0.isUppercase })
    }

    private static func lastWord(_ name: String) -> String {
        guard let start = name.lastIndex(where: \.isUppercase) else { return name }
        return name[start...].lowercased()
    }

    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from", "given", "in",
        "including", "inside",
        "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
    ]
}
