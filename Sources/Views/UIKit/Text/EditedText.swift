import CoreText
import QuartzCore

/// A replacement of a part of a text.
struct TextEdit {
    /// The UTF-16 units that were replaced.
    let range: Range<Int>
    /// The number of units that replace them.
    let count: Int
}

/// A text that the user edits, and its selection.
@MainActor struct EditedText {
    var content: StyledText
    /// The selection in UTF-16 units. It begins at the caret.
    var selection: NSRange

    /// Creates a text with the caret at its end.
    init(_ content: StyledText = StyledText()) { (self.content, selection) = (content, NSRange(location: content.length, length: 0)) }

    /// The length in UTF-16 units.
    var length: Int { content.length }
    /// The range of the whole text.
    var whole: NSRange { NSRange(location: 0, length: content.length) }

    /// Returns the text in a range.
    func text(in range: NSRange) -> String { content.text(in: range.lowerBound..<range.upperBound) }

    /// Returns the range of the composed character before a location, or nil at the beginning.
    func character(before place: Int) -> NSRange? {
        place > 0 ? (content.string as NSString).rangeOfComposedCharacterSequence(at: place - 1) : nil
    }

    /// Returns the range of the composed character at a location, or nil at the end.
    func character(at place: Int) -> NSRange? {
        place < content.length ? (content.string as NSString).rangeOfComposedCharacterSequence(at: place) : nil
    }

    /// Returns the UTF-16 range of a text range, clamped to the text. For nil, it is empty and at the end.
    func range(of range: UITextRange?) -> NSRange {
        range.map { TextStretch.of($0, content.length) } ?? NSRange(location: content.length, length: 0)
    }

    /// Returns the position of a range that is closest to a position.
    func nearest(_ position: UITextPosition, in range: UITextRange) -> UITextPosition {
        let limits = self.range(of: range)
        return TextOffset(min(max(TextOffset.of(position, length), limits.location), NSMaxRange(limits)))
    }

    /// Returns the ranges of the composed characters before and at a position.
    func characters(around position: UITextPosition) -> [UITextRange] {
        let place = TextOffset.of(position, length)
        return [character(before: place), character(at: place)].compactMap { $0.map(TextStretch.init) }
    }

    /// Replaces a range, and sets the caret after the new text.
    mutating func replace(_ range: NSRange, with text: StyledText) {
        content.replace(range.lowerBound..<range.upperBound, with: text)
        selection = NSRange(location: min(content.length, range.location + text.length), length: 0)
    }
}
