import CoreGraphics

/// A text with attributes for each range, as a value type. Agate stores and draws text in this form.
///
/// Foundation on Linux never frees an `NSAttributedString`'s storage of its attributes, 0.2 to 0.4 kB for each new string. Therefore
/// Agate creates none for a program's plain strings, and only reads those that a program creates.
package struct StyledText {
    package typealias Attributes = [NSAttributedString.Key: Any]

    /// A range of equal attributes, in UTF-16 units.
    package struct Span {
        package var range: Range<Int>
        package var attributes: Attributes { didSet { prepared = nil } }
        /// The style that the attributes describe, if it is known.
        private(set) var prepared: PreparedStyle?

        fileprivate init(range: Range<Int>, attributes: Attributes, prepared: PreparedStyle? = nil) {
            (self.range, self.attributes, self.prepared) = (range, attributes, prepared)
        }

        fileprivate func moved(by units: Int) -> Span { at(range.lowerBound + units..<range.upperBound + units) }

        fileprivate func at(_ range: Range<Int>) -> Span { Span(range: range, attributes: attributes, prepared: prepared) }
    }

    package private(set) var string: String
    /// The length in UTF-16 units.
    package private(set) var length: Int
    /// The spans, in order and without gaps.
    package private(set) var spans: [Span]

    /// Creates a text with the same attributes from its beginning to its end.
    package init(_ string: String = "", _ attributes: Attributes? = nil) {
        self.string = string
        length = string.utf16.count
        spans = length > 0 ? [Span(range: 0..<length, attributes: attributes ?? [:])] : []
    }

    /// Creates a text of one style.
    package init(_ string: String, _ style: PreparedStyle) {
        self.string = string
        length = string.utf16.count
        spans = length > 0 ? [Span(range: 0..<length, attributes: style.style.attributes, prepared: style)] : []
    }

    /// Copies the current contents of an attributed string.
    package init(_ text: NSAttributedString) {
        string = text.string
        length = string.utf16.count
        spans = []
        let end = min(text.length, length)
        var at = 0
        while at < end {
            var found = NSRange()
            let attributes = text.attributes(at: at, effectiveRange: &found)
            // A range that does not advance would cause an infinite loop.
            let next = max(at + 1, min(end, found.location + found.length))
            spans.append(Span(range: at..<next, attributes: attributes))
            at = next
        }
        if at < length { spans.append(Span(range: at..<length, attributes: [:])) }
    }

    /// The text as an attributed string, for programs that request one.
    package var attributed: NSAttributedString {
        if spans.count == 1 { return NSAttributedString(string: string, attributes: spans[0].attributes) }
        let text = NSMutableAttributedString(string: string)
        for span in spans { text.setAttributes(span.attributes, range: NSRange(span.range)) }
        return text
    }

    /// Returns the span that contains a unit, or nil beyond the text.
    package func span(at unit: Int) -> Span? {
        let index = spanIndex(at: unit)
        return index < spans.count && unit >= 0 ? spans[index] : nil
    }

    package func attributes(at unit: Int) -> Attributes { span(at: unit)?.attributes ?? [:] }

    /// Returns a part as a separate text.
    package func part(_ range: Range<Int>) -> StyledText {
        let range = range.clamped(to: 0..<length)
        var part = StyledText(text(in: range))
        part.spans = []
        var index = spanIndex(at: range.lowerBound)
        while index < spans.count, spans[index].range.lowerBound < range.upperBound {
            let shared = spans[index].range.clamped(to: range)
            if !shared.isEmpty { part.spans.append(spans[index].at(shared).moved(by: -range.lowerBound)) }
            index += 1
        }
        return part
    }

    /// Returns the characters in a range of UTF-16 units.
    package func text(in range: Range<Int>) -> String {
        if let part = indices(of: range) { return String(string[part]) }
        return (string as NSString).substring(with: NSRange(range))
    }

    /// Returns the indices of a range that divides no character of several UTF-16 units; otherwise nil.
    private func indices(of range: Range<Int>) -> Range<String.Index>? {
        let low = string.utf16.index(string.startIndex, offsetBy: range.lowerBound)
        let high = string.utf16.index(low, offsetBy: range.count)
        guard low.samePosition(in: string.unicodeScalars) != nil, high.samePosition(in: string.unicodeScalars) != nil else { return nil }
        return low..<high
    }

    /// Returns the index of the span that contains a unit; the number of spans beyond the text.
    private func spanIndex(at unit: Int) -> Int {
        var low = 0, high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].range.upperBound <= unit { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Changes

    /// Changes the attributes of every span.
    package mutating func changeSpans(_ change: (inout Attributes) -> Void) {
        for index in spans.indices { change(&spans[index].attributes) }
    }

    /// Adds attributes to a part, replacing those of the same keys.
    package mutating func add(_ attributes: Attributes, in range: Range<Int>) {
        let range = range.clamped(to: 0..<length)
        guard !range.isEmpty else { return }
        split(at: range.lowerBound)
        split(at: range.upperBound)
        for index in spans.indices where range.contains(spans[index].range.lowerBound) {
            spans[index].attributes.merge(attributes) { $1 }
        }
    }

    package mutating func append(_ text: StyledText) { replace(length..<length, with: text) }

    /// Replaces a part with a text.
    package mutating func replace(_ range: Range<Int>, with text: StyledText) {
        let range = range.clamped(to: 0..<length)
        split(at: range.lowerBound)
        split(at: range.upperBound)
        let moved = text.length - range.count
        var made = spans.filter { $0.range.upperBound <= range.lowerBound }
        for span in text.spans { made.append(span.moved(by: range.lowerBound)) }
        for span in spans where span.range.lowerBound >= range.upperBound { made.append(span.moved(by: moved)) }
        if let part = indices(of: range) {
            string.replaceSubrange(part, with: text.string)
        } else {
            string = (string as NSString).replacingCharacters(in: NSRange(range), with: text.string)
        }
        length += moved
        spans = made
        // Typed text is merged with an adjacent span of equal attributes.
        join(at: range.lowerBound + text.length)
        join(at: range.lowerBound)
    }

    private mutating func split(at unit: Int) {
        guard let index = spans.firstIndex(where: { $0.range.lowerBound < unit && unit < $0.range.upperBound }) else { return }
        let span = spans[index]
        spans[index].range = span.range.lowerBound..<unit
        spans.insert(span.at(unit..<span.range.upperBound), at: index + 1)
    }

    private mutating func join(at unit: Int) {
        guard let index = spans.firstIndex(where: { $0.range.lowerBound == unit }), index > 0,
            Self.areEqual(spans[index - 1].attributes, spans[index].attributes)
        else { return }
        spans[index - 1].range = spans[index - 1].range.lowerBound..<spans[index].range.upperBound
        spans.remove(at: index)
    }

    private static func areEqual(_ a: Attributes, _ b: Attributes) -> Bool {
        guard a.count == b.count else { return false }
        return a.allSatisfy { key, value in
            guard let other = b[key] else { return false }
            if let value = value as? AnyHashable, let other = other as? AnyHashable { return value == other }
            return (value as AnyObject) === (other as AnyObject)
        }
    }
}

/// A style whose attributes are read once, for many texts.
package final class PreparedStyle: Sendable {
    let style: TextStyle

    package init(_ attributes: StyledText.Attributes) { style = TextStyle(attributes) }
}

extension CTLine {
    /// Returns true if another line has the same glyphs at the same places. Colors and decorations are not compared.
    package func hasGlyphs(of other: CTLine) -> Bool {
        pieces.count == other.pieces.count
            && zip(pieces, other.pieces).allSatisfy { a, b in
                a.kind == b.kind && a.level == b.level && a.glyphs.count == b.glyphs.count && (a.font === b.font || a.font == b.font)
                    && zip(a.glyphs, b.glyphs).allSatisfy {
                        $0.glyph == $1.glyph && $0.advance == $1.advance && $0.x == $1.x && $0.y == $1.y
                    }
            }
    }

    /// Returns the text as one line.
    package static func of(_ text: StyledText) -> CTLine {
        let layout = TextLayout(TextSource(text))
        return layout.line(0..<layout.source.units.count)
    }
}

extension CTTypesetter {
    package convenience init(_ text: StyledText) { self.init(TextLayout(TextSource(text))) }
}

extension CTFramesetter {
    package convenience init(_ text: StyledText) { self.init(TextLayout(TextSource(text))) }
}
