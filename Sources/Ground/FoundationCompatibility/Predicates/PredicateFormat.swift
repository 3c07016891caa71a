import Foundation

/// A mistake in the text of a predicate.
struct PredicateFormatError: Error {
    let reason: String
}

/// Reads the text of a predicate: comparisons with `AND`, `OR` and `NOT`, as Apple's "Predicate Format String Syntax" describes them.
/// Arithmetic, functions, subqueries and `ANY` of nested collections are errors.
struct PredicateFormat {
    private var tokens: [Token] = []
    private var next = 0
    private var arguments: ArraySlice<Any>

    enum Token: Equatable {
        case word(String)
        case text(String)
        case number(Double)
        case sign(String)
        case argument(Character)
    }

    /// Returns the test that a text describes.
    static func test(_ text: String, _ arguments: [Any]) throws(PredicateFormatError) -> PredicateTest {
        var format = PredicateFormat(arguments: arguments[...])
        format.tokens = try tokens(of: text)
        let test = try format.either()
        if format.next < format.tokens.count { throw PredicateFormatError(reason: "\(format.tokens[format.next]) is unexpected") }
        return test
    }

    private init(arguments: ArraySlice<Any>) { self.arguments = arguments }

    // MARK: Tokens

    private static func tokens(of text: String) throws(PredicateFormatError) -> [Token] {
        var found: [Token] = [], rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" || first == "'" {
                rest.removeFirst()
                found.append(.text(try quoted(&rest, first)))
            } else if first == "%" {
                rest.removeFirst()
                while let length = rest.first, "lhqz.0123456789".contains(length) { rest.removeFirst() }
                guard let kind = rest.popFirst() else { throw PredicateFormatError(reason: "the text ends with %") }
                found.append(.argument(kind))
            } else if first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) {
                let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "e" || $0 == "E" }
                guard let value = Double(digits) else { throw PredicateFormatError(reason: "\(digits) is no number") }
                rest = rest.dropFirst(digits.count)
                found.append(.number(value))
            } else if first.isLetter || "_$@#".contains(first) {
                let word = rest.prefix { $0.isLetter || $0.isNumber || "_$@#.".contains($0) }
                rest = rest.dropFirst(word.count)
                found.append(.word(String(word)))
            } else {
                let two = String(rest.prefix(2))
                let sign = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"].contains(two) ? two : String(first)
                guard two == sign || "=<>!()[]{},".contains(first) else { throw PredicateFormatError(reason: "\(first) is not supported") }
                rest = rest.dropFirst(sign.count)
                found.append(.sign(sign))
            }
        }
        return found
    }

    private static func quoted(_ rest: inout Substring, _ mark: Character) throws(PredicateFormatError) -> String {
        var text = ""
        while let character = rest.popFirst() {
            if character == mark { return text }
            guard character == "\\", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            default: text.append(escaped)
            }
        }
        throw PredicateFormatError(reason: "a quoted text has no end")
    }

    private mutating func take(_ words: String...) -> Bool {
        guard next < tokens.count else { return false }
        switch tokens[next] {
        case .word(let word) where words.contains(word.uppercased()): break
        case .sign(let sign) where words.contains(sign): break
        default: return false
        }
        next += 1
        return true
    }

    private mutating func need(_ sign: String) throws(PredicateFormatError) {
        if !take(sign) { throw PredicateFormatError(reason: "\(sign) is missing") }
    }

    // MARK: Grammar

    private mutating func either() throws(PredicateFormatError) -> PredicateTest {
        var tests = [try both()]
        while take("OR", "||") { tests.append(try both()) }
        return tests.count == 1 ? tests[0] : .any(tests)
    }

    private mutating func both() throws(PredicateFormatError) -> PredicateTest {
        var tests = [try one()]
        while take("AND", "&&") { tests.append(try one()) }
        return tests.count == 1 ? tests[0] : .all(tests)
    }

    private mutating func one() throws(PredicateFormatError) -> PredicateTest {
        if take("NOT", "!") { return .not(try one()) }
        if take("TRUEPREDICATE") { return .all([]) }
        if take("FALSEPREDICATE") { return .any([]) }
        if take("(") {
            let test = try either()
            try need(")")
            return test
        }
        let quantity: PredicateComparison.Quantity =
            take("ANY", "SOME") ? .any : take("ALL") ? .all : take("NONE") ? .none : .one
        let left = try value()
        let (kind, options) = try comparison()
        let right = try value()
        return .compare(try PredicateComparison(quantity: quantity, left: left, kind: kind, options: options, right: right))
    }

    private mutating func comparison() throws(PredicateFormatError) -> (PredicateComparison.Kind, String.CompareOptions) {
        guard next < tokens.count else { throw PredicateFormatError(reason: "the text ends without a comparison") }
        let kind: PredicateComparison.Kind?
        switch tokens[next] {
        case .sign("="), .sign("=="): kind = .equal
        case .sign("!="), .sign("<>"): kind = .different
        case .sign("<"): kind = .less
        case .sign("<="), .sign("=<"): kind = .lessOrEqual
        case .sign(">"): kind = .greater
        case .sign(">="), .sign("=>"): kind = .greaterOrEqual
        case .word(let word): kind = PredicateComparison.Kind(rawValue: word.uppercased())
        default: kind = nil
        }
        guard let kind else { throw PredicateFormatError(reason: "\(tokens[next]) is no comparison") }
        next += 1
        guard take("[") else { return (kind, []) }
        guard next < tokens.count, case .word(let letters) = tokens[next] else {
            throw PredicateFormatError(reason: "a comparison's options are c, d, n and l")
        }
        next += 1
        try need("]")
        var options: String.CompareOptions = []
        if letters.lowercased().contains("c") { options.insert(.caseInsensitive) }
        if letters.lowercased().contains("d") { options.insert(.diacriticInsensitive) }
        return (kind, options)
    }

    private mutating func value() throws(PredicateFormatError) -> PredicateValue {
        guard next < tokens.count else { throw PredicateFormatError(reason: "the text ends without a value") }
        let token = tokens[next]
        next += 1
        switch token {
        case .text(let text): return .constant(text)
        case .number(let number): return .constant(number)
        case .argument(let kind):
            guard let argument = arguments.popFirst() else { throw PredicateFormatError(reason: "an argument is missing") }
            if kind != "K" { return .constant(PredicateValue.bare(argument)) }
            guard let path = argument as? String else { throw PredicateFormatError(reason: "the argument of %K is no text") }
            return .path(path)
        case .sign("{"):
            var values: [PredicateValue] = []
            if !take("}") {
                repeat { values.append(try value()) } while take(",")
                try need("}")
            }
            return .list(values)
        case .word(let word):
            switch word.uppercased() {
            case "SELF": return .object
            case "TRUE", "YES": return .constant(true)
            case "FALSE", "NO": return .constant(false)
            case "NULL", "NIL": return .constant(nil)
            default: break
            }
            if word.hasPrefix("$") { return .variable(String(word.dropFirst())) }
            return .path(word.uppercased().hasPrefix("SELF.") ? String(word.dropFirst(5)) : word.replacingOccurrences(of: "#", with: ""))
        default: throw PredicateFormatError(reason: "\(token) is no value")
        }
    }
}
