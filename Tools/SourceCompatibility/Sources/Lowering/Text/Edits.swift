/// Replacements in one text, by ranges of UTF-8 bytes. Where one range holds another, the outer one counts.
struct Edits {
    private struct Edit {
        let range: Range<Int>
        let text: String
        let order: Int
    }

    private var edits: [Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    mutating func replace(_ range: Range<Int>, with text: String) {
        edits.append(Edit(range: range, text: text, order: edits.count))
    }

    mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, with: text) }

    /// The text of `range` after the edits that lie in it. Lines of what is taken out stay behind as empty lines.
    func apply(to source: [UInt8], in range: Range<Int>) -> [UInt8] {
        // Insertions come before a replacement that starts at the same place, and the outer of two replacements before the inner.
        let sorted = edits.filter { $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound }.sorted {
            if $0.range.lowerBound != $1.range.lowerBound { return $0.range.lowerBound < $1.range.lowerBound }
            if $0.range.isEmpty != $1.range.isEmpty { return $0.range.isEmpty }
            if $0.range.upperBound != $1.range.upperBound { return $0.range.upperBound > $1.range.upperBound }
            return $0.order < $1.order
        }
        var result: [UInt8] = []
        result.reserveCapacity(range.count + 256)
        var position = range.lowerBound
        for edit in sorted where edit.range.lowerBound >= position {
            result += source[position..<edit.range.lowerBound]
            result += edit.text.utf8
            let lost = source[edit.range].count { $0 == newline } - edit.text.utf8.count { $0 == newline }
            if lost > 0 { result += repeatElement(newline, count: lost) }
            position = edit.range.upperBound
        }
        result += source[position..<range.upperBound]
        return result
    }
}

let newline = UInt8(ascii: "\n")
