/// The natural order of names: `part10` comes after `part9`.
package enum NaturalOrder {
    /// Returns true if one name comes before another. Runs of digits compare as numbers.
    package static func isBefore(_ a: String, _ b: String) -> Bool {
        for (x, y) in zip(pieces(a), pieces(b)) where x != y {
            guard x.isNumber, y.isNumber else { return x.text < y.text }
            if x.digits.count != y.digits.count { return x.digits.count < y.digits.count }
            if x.digits != y.digits { return x.digits < y.digits }
        }
        return (pieces(a).count, a) < (pieces(b).count, b)
    }

    /// Returns true if the names differ only by their numbers, so that they can be sorted by number.
    package static func areNumbered(_ names: [String]) -> Bool {
        Set(names.map { pieces($0).map { $0.isNumber ? "0" : String($0.text) } }).count == 1
    }

    private struct Piece: Equatable {
        let text: Substring
        let isNumber: Bool
        /// The digits without leading zeros.
        var digits: Substring { text.drop { $0 == "0" } }
    }

    private static func pieces(_ text: String) -> [Piece] {
        var list: [Piece] = [], rest = text[...]
        while let first = rest.first {
            let isNumber = first.isASCII && first.isNumber
            let piece = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
            list.append(Piece(text: piece, isNumber: isNumber))
            rest = rest.dropFirst(piece.count)
        }
        return list
    }
}
