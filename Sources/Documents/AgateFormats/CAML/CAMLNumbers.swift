import QuartzCore
import RenderTree

/// Parses numbers, colours and transforms from the text of attributes. Each function throws a reason in words if the text is invalid.
package enum CAMLNumbers {
    package struct Refusal: Error { package let reason: String }

    /// Parses numbers separated by spaces or commas, each with an optional unit of points (`px`, `pt`). NaN is always refused, infinity
    /// unless `infinite`.
    package static func list(_ text: String, infinite: Bool = false) throws -> [Double] {
        try text.split(whereSeparator: { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }).map { word in
            guard let number = Double(word) ?? points(word) else { throw Refusal(reason: "\"\(word.prefix(40))\" is not a number") }
            guard !number.isNaN, infinite || number.isFinite else { throw Refusal(reason: "\(word.prefix(40)) is not a finite number") }
            return number
        }
    }

    /// `12px` and `12pt` are 12 points.
    private static func points(_ word: Substring) -> Double? {
        guard ["px", "pt"].contains(word.suffix(2).lowercased()) else { return nil }
        return Double(word.dropLast(2))
    }

    /// Parses an angle in radians, or with another unit: `0.5`, `30deg`, `0.5turn`.
    package static func angle(_ text: String) throws -> Double { try argument(text.trimmingCharacters(in: .whitespacesAndNewlines)) }

    package static func list(_ text: String, count: Int) throws -> [Double] {
        let numbers = try list(text)
        guard numbers.count == count else { throw Refusal(reason: "expected \(count) numbers, found \(numbers.count)") }
        return numbers
    }

    package static func number(_ text: String, infinite: Bool = false) throws -> Double {
        switch text.lowercased() {
        case "true", "yes": return 1
        case "false", "no": return 0
        default: break
        }
        let numbers = try list(text, infinite: infinite)
        guard numbers.count == 1 else { throw Refusal(reason: "expected one number, found \(numbers.count)") }
        return numbers[0]
    }

    package static func bool(_ text: String) throws -> Bool { try number(text) != 0 }

    /// Parses `r g b`, `r g b a`, `gray` or `gray alpha`, or a CSS colour (`#ff0000`, `red`); `opacity` multiplies the alpha.
    package static func color(_ text: String, opacity: String? = nil) throws -> [Double] {
        var rgba: [Double]
        let numbers: [Double]
        if let named = ColorText.rgba(text) {
            numbers = named
        } else if let word = text.split(separator: " ").first, word.first == "#" || Double(word) == nil && word.first?.isLetter == true {
            throw Refusal(reason: "\"\(text.prefix(40))\" is not a colour")
        } else {
            numbers = try list(text)
        }
        switch numbers.count {
        case 1: rgba = [numbers[0], numbers[0], numbers[0], 1]
        case 2: rgba = [numbers[0], numbers[0], numbers[0], numbers[1]]
        case 3: rgba = numbers + [1]
        case 4: rgba = numbers
        default: throw Refusal(reason: "a colour must be \"r g b\" or \"r g b a\"; found \(numbers.count) numbers")
        }
        if let opacity { rgba[3] *= try number(opacity) }
        return rgba
    }

    /// Parses `rotate(30deg) translate(10, 0) …`: as in CSS, the function that is written first is applied last. Also sixteen numbers, and
    /// empty text for the identity.
    package static func transform(_ text: String) throws -> CATransform3D {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty || trimmed == "identity" || trimmed == "none" { return CATransform3DIdentity }
        guard trimmed.contains("(") else { return CATransform3D(elements: try list(trimmed, count: 16).map { CGFloat($0) }) }
        var result = CATransform3DIdentity
        var rest = Substring(trimmed)
        while let open = rest.firstIndex(of: "(") {
            let name = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
            guard let close = rest[open...].firstIndex(of: ")") else {
                throw Refusal(reason: "a parenthesis of the transform is not closed")
            }
            let arguments = try rest[rest.index(after: open)..<close]
                .split(whereSeparator: { $0 == "," || $0 == " " }).map { try argument(String($0)) }
            result = CATransform3DConcat(try function(name, arguments), result)
            rest = rest[rest.index(after: close)...]
        }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == "," }) else {
            throw Refusal(reason: "\"\(rest.prefix(40))\" is not part of a transform")
        }
        return result
    }

    private static func argument(_ text: String) throws -> Double {
        let units: [(String, Double)] = [("deg", .pi / 180), ("rad", 1), ("turn", 2 * .pi), ("px", 1)]
        for (unit, factor) in units where text.hasSuffix(unit) {
            return try number(String(text.dropLast(unit.count))) * factor
        }
        return try number(text)
    }

    private static func function(_ name: String, _ a: [Double]) throws -> CATransform3D {
        switch (name.lowercased(), a.count) {
        case ("rotate", 1), ("rotatez", 1): return CATransform3DMakeRotation(a[0], 0, 0, 1)
        case ("rotatex", 1): return CATransform3DMakeRotation(a[0], 1, 0, 0)
        case ("rotatey", 1): return CATransform3DMakeRotation(a[0], 0, 1, 0)
        case ("rotate", 4): return CATransform3DMakeRotation(a[0], a[1], a[2], a[3])
        case ("scale", 1): return CATransform3DMakeScale(a[0], a[0], 1)
        case ("scale", 2): return CATransform3DMakeScale(a[0], a[1], 1)
        case ("scale", 3): return CATransform3DMakeScale(a[0], a[1], a[2])
        case ("translate", 1): return CATransform3DMakeTranslation(a[0], 0, 0)
        case ("translate", 2): return CATransform3DMakeTranslation(a[0], a[1], 0)
        case ("translate", 3): return CATransform3DMakeTranslation(a[0], a[1], a[2])
        case ("perspective", 1):
            guard a[0] != 0 else { throw Refusal(reason: "perspective(0) is invalid") }
            var m = CATransform3DIdentity
            m.m34 = -1 / a[0]
            return m
        case ("matrix", 16): return CATransform3D(elements: a.map { CGFloat($0) })
        case ("matrix", 6):
            return CATransform3DMakeAffineTransform(CGAffineTransform(a: a[0], b: a[1], c: a[2], d: a[3], tx: a[4], ty: a[5]))
        default: throw Refusal(reason: "unknown transform \"\(name.prefix(40))\" with \(a.count) numbers")
        }
    }
}
