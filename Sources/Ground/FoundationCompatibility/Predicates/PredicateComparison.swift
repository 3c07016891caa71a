import Foundation

/// A comparison of two values.
struct PredicateComparison {
    enum Kind: String {
        case equal = "==", different = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
        case beginsWith = "BEGINSWITH", endsWith = "ENDSWITH", contains = "CONTAINS", like = "LIKE", matches = "MATCHES"
        case isIn = "IN", between = "BETWEEN"
    }
    /// The number of a collection's elements that must pass.
    enum Quantity { case one, any, all, none }

    let quantity: Quantity, left: PredicateValue, kind: Kind, options: String.CompareOptions, right: PredicateValue
    /// The expression of `MATCHES` and `LIKE`, if it is in the text.
    private var expression: NSRegularExpression?

    init(quantity: Quantity, left: PredicateValue, kind: Kind, options: String.CompareOptions, right: PredicateValue)
        throws(PredicateFormatError)
    {
        (self.quantity, self.left, self.kind, self.options, self.right) = (quantity, left, kind, options, right)
        guard kind == .matches || kind == .like, case .constant(let value?) = right, let pattern = PredicateValue.text(value) else {
            return
        }
        expression = expression(pattern)
        if expression == nil { throw PredicateFormatError(reason: "\"\(pattern)\" is no regular expression") }
    }

    func passes(_ object: Any?, _ variables: [String: Any]?) -> Bool {
        let one = left.value(object, variables), other = right.value(object, variables)
        guard quantity != .one else { return passes(one, other) }
        let elements = one as? [Any] ?? (one as? Set<AnyHashable>).map { Array($0) } ?? []
        switch quantity {
        case .all: return elements.allSatisfy { passes(PredicateValue.bare($0), other) }
        case .none: return !elements.contains { passes(PredicateValue.bare($0), other) }
        default: return elements.contains { passes(PredicateValue.bare($0), other) }
        }
    }

    private func passes(_ one: Any?, _ other: Any?) -> Bool {
        switch kind {
        case .equal: return PredicateValue.order(one, other, options) == .orderedSame
        case .different: return PredicateValue.order(one, other, options) != .orderedSame
        case .less: return ordered(one, other) { $0 == .orderedAscending }
        case .lessOrEqual: return ordered(one, other) { $0 != .orderedDescending }
        case .greater: return ordered(one, other) { $0 == .orderedDescending }
        case .greaterOrEqual: return ordered(one, other) { $0 != .orderedAscending }
        case .isIn: return contains(other, one)
        case .contains: return contains(one, other)
        case .between:
            guard let bounds = other as? [Any], bounds.count == 2 else { return false }
            return ordered(one, PredicateValue.bare(bounds[0])) { $0 != .orderedAscending }
                && ordered(one, PredicateValue.bare(bounds[1])) { $0 != .orderedDescending }
        case .beginsWith, .endsWith, .like, .matches: return compareTexts(one, other)
        }
    }

    private func ordered(_ one: Any?, _ other: Any?, _ passes: (ComparisonResult) -> Bool) -> Bool {
        guard one != nil, other != nil else { return false }
        return PredicateValue.order(one, other, options).map(passes) ?? false
    }

    /// Returns whether a collection has an element, or a text a part.
    private func contains(_ whole: Any?, _ part: Any?) -> Bool {
        if let whole = whole.flatMap(PredicateValue.text), let part = part.flatMap(PredicateValue.text) {
            return whole.range(of: part, options: options) != nil
        }
        let elements: [Any]
        switch whole {
        case let array as [Any]: elements = array
        case let set as Set<AnyHashable>: elements = Array(set)
        case let dictionary as [String: Any]: elements = Array(dictionary.values)
        default: return false
        }
        return elements.contains { PredicateValue.order(PredicateValue.bare($0), part, options) == .orderedSame }
    }

    private func compareTexts(_ one: Any?, _ other: Any?) -> Bool {
        guard let text = one.flatMap(PredicateValue.text), let pattern = other.flatMap(PredicateValue.text) else { return false }
        switch kind {
        // An empty text is no part of another one, as of `range(of:)`.
        case .beginsWith: return pattern.isEmpty || text.range(of: pattern, options: options.union(.anchored)) != nil
        case .endsWith: return pattern.isEmpty || text.range(of: pattern, options: options.union([.anchored, .backwards])) != nil
        default:
            let folded = options.contains(.diacriticInsensitive) ? text.folding(options: .diacriticInsensitive, locale: nil) : text
            let whole = NSRange(location: 0, length: folded.utf16.count)
            return (expression ?? expression(pattern))?.firstMatch(in: folded, range: whole) != nil
        }
    }

    private func expression(_ pattern: String) -> NSRegularExpression? {
        var text = pattern
        if kind == .like {
            text = NSRegularExpression.escapedPattern(for: pattern).replacingOccurrences(of: "\\*", with: ".*")
                .replacingOccurrences(of: "\\?", with: ".")
        }
        if options.contains(.diacriticInsensitive) { text = text.folding(options: .diacriticInsensitive, locale: nil) }
        var flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
        if kind == .like { flags.insert(.dotMatchesLineSeparators) }
        return try? NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: flags)
    }
}
