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
        package var attributes: Attributes

        fileprivate func moved(by units: Int) -> Span {
            Span(range: range.lowerBound + units..<range.upperBound + units, attributes: attributes)
        }
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
        var low = 0, high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].range.upperBound <= unit { low = middle + 1 } else { high = middle }
        }
        return low < spans.count && unit >= 0 ? spans[low] : nil
    }

    package func attributes(at unit: Int) -> Attributes { span(at: unit)?.attributes ?? [:] }

    /// Returns a part as a separate text.
    package func part(_ range: Range<Int>) -> StyledText {
        let range = range.clamped(to: 0..<length)
        var part = StyledText((string as NSString).substring(with: NSRange(range)))
        part.spans = spans.compactMap { span in
            let shared = span.range.clamped(to: range)
            guard !shared.isEmpty else { return nil }
            return Span(range: shared.lowerBound - range.lowerBound..<shared.upperBound - range.lowerBound, attributes: span.attributes)
        }
        return part
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
        string = (string as NSString).replacingCharacters(in: NSRange(range), with: text.string)
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
        spans.insert(Span(range: unit..<span.range.upperBound, attributes: span.attributes), at: index + 1)
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

extension CTLine {
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
