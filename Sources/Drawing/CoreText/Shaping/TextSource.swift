import CoreGraphics

/// The contents of an attributed string, extracted once: code units, ranges of equal attributes, paragraphs. Immutable.
final class TextSource: @unchecked Sendable {
    let units: [UInt16]
    /// The ranges of equal attributes, in order, without gaps.
    let spans: [(range: Range<Int>, style: TextStyle)]
    /// The paragraphs, including the characters that end them.
    let paragraphs: [Range<Int>]

    convenience init(_ string: NSAttributedString) { self.init(StyledText(string)) }

    init(_ text: StyledText) {
        units = Array(text.string.utf16)
        spans = text.spans.map { ($0.range, $0.prepared?.style ?? TextStyle($0.attributes)) }
        paragraphs = TextSource.paragraphs(units)
    }

    func spanIndex(at unit: Int) -> Int {
        // The last span that begins at or before the unit.
        var low = 0, high = spans.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if spans[middle].range.lowerBound <= unit { low = middle } else { high = middle }
        }
        return low
    }

    func paragraphIndex(at unit: Int) -> Int {
        var low = 0, high = paragraphs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if paragraphs[middle].lowerBound <= unit { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the part of the text in a range. A length of 0 extends to the end, as in CoreText.
    func range(_ range: CFRange) -> Range<Int> {
        let start = min(max(0, range.location), units.count)
        guard range.length > 0 else { return start..<units.count }
        return start..<start + min(range.length, units.count - start)
    }

    private static func paragraphs(_ units: [UInt16]) -> [Range<Int>] {
        var paragraphs: [Range<Int>] = []
        var start = 0, at = 0
        while at < units.count {
            let unit = units[at]
            at += 1
            guard unit.endsParagraph else { continue }
            if unit == 0x0D, at < units.count, units[at] == 0x0A { at += 1 }
            paragraphs.append(start..<at)
            start = at
        }
        if start < units.count { paragraphs.append(start..<units.count) }
        return paragraphs
    }
}

extension UInt16 {
    /// True for line feed, carriage return, next line, and paragraph separator.
    var endsParagraph: Bool { self == 0x0A || self == 0x0D || self == 0x85 || self == 0x2029 }

    /// True for the characters that end a line: those that end a paragraph, line separator, vertical tab and form feed.
    var endsLine: Bool { endsParagraph || self == 0x2028 || self == 0x0B || self == 0x0C }

    /// True for spaces that hang over the end of a line, and for characters that end lines.
    var isHanging: Bool {
        self == 0x20 || self == 0x09 || self == 0x3000 || self == 0x1680 || self == 0x205F
            || (0x2000...0x200A).contains(self) && self != 0x2007 || endsLine
    }

    /// True for characters without a glyph: control characters other than the tab, and separators.
    var isControl: Bool { (self < 0x20 && self != 0x09) || (0x7F...0x9F).contains(self) || self == 0x2028 || self == 0x2029 }
}
