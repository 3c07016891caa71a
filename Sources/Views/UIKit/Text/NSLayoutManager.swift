import CoreText
import QuartzCore

/// The observer of a layout manager. Stored: Agate calls none of its methods, and each view lays out its lines itself.
@preconcurrency public protocol NSLayoutManagerDelegate: NSObjectProtocol {}

/// The lines of a text storage in a container, for programs that draw text or look for the character at a point.
///
/// A glyph has the index of its character in UTF-16 units. There is one container: the first, which takes all lines that its size and
/// number of lines allow. Lines are laid out when they are asked for.
open class NSLayoutManager: NSObject, @unchecked Sendable {
    /// The observer; not retained.
    open weak var delegate: (any NSLayoutManagerDelegate)?
    /// The text; not retained.
    open weak var textStorage: NSTextStorage? { didSet { block = nil } }
    /// The containers of the lines.
    open private(set) var textContainers: [NSTextContainer] = []
    /// Stored, without effect: lines include the leading of their fonts.
    open var usesFontLeading = true
    /// Stored, without effect: characters that can't be seen aren't drawn.
    open var showsInvisibleCharacters = false
    /// Stored, without effect: control characters aren't drawn.
    open var showsControlCharacters = false
    /// Stored, without effect: all lines are laid out when one is asked for.
    open var allowsNonContiguousLayout = false
    /// False: all lines are laid out when one is asked for.
    open var hasNonContiguousLayout: Bool { false }

    private var block: TextBlock?
    /// The text in place of the storage's: that of a text view has the view's attributes besides.
    final var displayed: (() -> StyledText)?

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    // MARK: Containers

    /// Adds a container.
    open func addTextContainer(_ container: NSTextContainer) { insertTextContainer(container, at: textContainers.count) }
    /// Inserts a container.
    open func insertTextContainer(_ container: NSTextContainer, at index: Int) {
        textContainers.insert(container, at: min(max(0, index), textContainers.count))
        container.layoutManager = self
        block = nil
    }
    /// Removes a container.
    open func removeTextContainer(at index: Int) {
        guard textContainers.indices.contains(index) else { return }
        textContainers.remove(at: index).layoutManager = nil
        block = nil
    }
    /// Called when a container's size or padding changed.
    open func textContainerChangedGeometry(_ container: NSTextContainer) { block = nil }

    final func textChanged(_ range: NSRange) {
        block = nil
        onTextChange?()
    }
    /// Called after the text has changed.
    final var onTextChange: (() -> Void)?

    // MARK: Lines

    private var container: NSTextContainer? { textContainers.first }
    private var padding: CGFloat { container?.padding ?? 0 }

    /// A length of 0 or less is no limit, as in Apple's containers.
    private static func limit(_ length: CGFloat) -> CGFloat { length > 0 ? length : .infinity }

    private var lines: TextBlock {
        if let block { return block }
        let text = displayed?() ?? textStorage.map { StyledText($0) } ?? StyledText()
        let size = container?.size ?? .zero, width = Self.limit(size.width)
        let made = TextBlock(
            text, width: width.isFinite ? max(1, width - 2 * padding) : width, height: Self.limit(size.height),
            lineLimit: container?.maximumNumberOfLines ?? 0, truncation: container?.lineBreakMode.truncation)
        block = made
        return made
    }

    private func range(of row: TextColumn.Row) -> NSRange {
        let range = CTLineGetStringRange(row.line)
        return NSRange(location: range.location, length: range.length)
    }

    private func top(of index: Int, _ lines: TextBlock) -> CGFloat { index > 0 ? lines.rows[index - 1].bottom : 0 }

    private func row(at index: Int, _ lines: TextBlock) -> Int? {
        lines.rows.firstIndex { NSMaxRange(range(of: $0)) > index } ?? lines.rows.indices.last
    }

    private func offset(_ index: Int, in row: TextColumn.Row) -> CGFloat {
        padding + row.x + CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil))
    }

    /// The frame of a line's text in the container.
    private func used(_ index: Int, _ lines: TextBlock) -> CGRect {
        let row = lines.rows[index], above = top(of: index, lines)
        return CGRect(x: row.x, y: above, width: TextBlock.width(row.line) + 2 * padding, height: row.bottom - above)
    }

    /// The frame of a line in the container, with the whole width.
    private func fragment(_ index: Int, _ lines: TextBlock) -> CGRect {
        let above = top(of: index, lines), width = Self.limit(container?.size.width ?? 0)
        let rect = used(index, lines)
        return CGRect(x: 0, y: above, width: width.isFinite ? width : rect.maxX, height: rect.height)
    }

    /// The number of glyphs.
    open var numberOfGlyphs: Int { textStorage?.length ?? 0 }
    /// Lays out the lines.
    open func ensureLayout(for container: NSTextContainer) { _ = lines }
    /// Lays out the lines.
    open func ensureLayout(forCharacterRange charRange: NSRange) { _ = lines }
    /// Lays out the lines.
    open func ensureLayout(forGlyphRange glyphRange: NSRange) { _ = lines }
    /// Lays out the lines.
    open func ensureLayout(forBoundingRect bounds: CGRect, in container: NSTextContainer) { _ = lines }
    /// Does nothing: there are glyphs when lines are laid out.
    open func ensureGlyphs(forCharacterRange charRange: NSRange) {}
    /// Does nothing: there are glyphs when lines are laid out.
    open func ensureGlyphs(forGlyphRange glyphRange: NSRange) {}
    /// Forgets the lines, which are laid out again when they are asked for.
    open func invalidateLayout(forCharacterRange charRange: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?) {
        block = nil
        actualCharacterRange?.pointee = charRange
        onInvalidation?()
    }
    /// Forgets the lines, which are laid out again when they are asked for.
    open func invalidateGlyphs(
        forCharacterRange charRange: NSRange, changeInLength delta: Int, actualCharacterRange: UnsafeMutablePointer<NSRange>?
    ) {
        invalidateLayout(forCharacterRange: charRange, actualCharacterRange: actualCharacterRange)
    }
    /// Makes the view of the lines draw again, if there is one.
    open func invalidateDisplay(forCharacterRange charRange: NSRange) { onInvalidation?() }
    /// Makes the view of the lines draw again, if there is one.
    open func invalidateDisplay(forGlyphRange glyphRange: NSRange) { onInvalidation?() }
    /// Called when the program wants the lines to be laid out or drawn again.
    final var onInvalidation: (() -> Void)?

    /// Returns the rectangle that the lines cover in the container.
    open func usedRect(for container: NSTextContainer) -> CGRect {
        let lines = lines
        guard !lines.rows.isEmpty else { return .zero }
        return lines.rows.indices.reduce(CGRect.null) { $0.union(used($1, lines)) }
    }
    /// The frame of the line after a line break at the end of the text; zero, since there is no such line.
    open var extraLineFragmentRect: CGRect { .zero }
    /// The frame of the caret's line after a line break at the end of the text; zero, since there is no such line.
    open var extraLineFragmentUsedRect: CGRect { .zero }

    /// Returns the frame of a glyph's line.
    /// - Parameter effectiveGlyphRange: Set to the range of the line's glyphs.
    open func lineFragmentRect(forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: UnsafeMutablePointer<NSRange>?) -> CGRect {
        let lines = lines
        guard let index = row(at: glyphIndex, lines) else { return .zero }
        effectiveGlyphRange?.pointee = range(of: lines.rows[index])
        return fragment(index, lines)
    }
    /// Returns the part of a glyph's line that its text covers.
    /// - Parameter effectiveGlyphRange: Set to the range of the line's glyphs.
    open func lineFragmentUsedRect(forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: UnsafeMutablePointer<NSRange>?)
        -> CGRect
    {
        let lines = lines
        guard let index = row(at: glyphIndex, lines) else { return .zero }
        effectiveGlyphRange?.pointee = range(of: lines.rows[index])
        return used(index, lines)
    }
    /// Returns the position of a glyph on its baseline, relative to its line.
    open func location(forGlyphAt glyphIndex: Int) -> CGPoint {
        let lines = lines
        guard let index = row(at: glyphIndex, lines) else { return .zero }
        let row = lines.rows[index]
        return CGPoint(x: offset(glyphIndex, in: row), y: row.baseline - top(of: index, lines))
    }
    /// Calls a closure with the lines of a range: their frames, the parts that text covers, the container and the range of each.
    open func enumerateLineFragments(
        forGlyphRange glyphRange: NSRange, using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        guard let container else { return }
        let lines = lines
        var stop = ObjCBool(false)
        for index in lines.rows.indices {
            let own = range(of: lines.rows[index])
            guard own.location < NSMaxRange(glyphRange), NSMaxRange(own) > glyphRange.location else { continue }
            block(fragment(index, lines), used(index, lines), container, own, &stop)
            if stop.boolValue { return }
        }
    }
    /// Calls a closure with the frames of a range, one for each line.
    open func enumerateEnclosingRects(
        forGlyphRange glyphRange: NSRange, withinSelectedGlyphRange selectedRange: NSRange, in textContainer: NSTextContainer,
        using block: (CGRect, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for rect in rects(of: glyphRange) {
            block(rect, &stop)
            if stop.boolValue { return }
        }
    }
    /// Returns the smallest rectangle around a range, in the container.
    open func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect {
        let rect = rects(of: glyphRange).reduce(CGRect.null) { $0.union($1) }
        return rect.isNull ? .zero : rect
    }

    private func rects(of range: NSRange) -> [CGRect] {
        let lines = lines
        return lines.rows.indices.compactMap { index in
            let row = lines.rows[index], own = self.range(of: row)
            let low = max(range.location, own.location), high = min(NSMaxRange(range), NSMaxRange(own))
            guard low < high else { return nil }
            let ends = [offset(low, in: row), offset(high, in: row)].sorted(), above = top(of: index, lines)
            return CGRect(x: ends[0], y: above, width: ends[1] - ends[0], height: row.bottom - above)
        }
    }

    // MARK: Glyphs and characters

    /// Returns the range of all glyphs of the container.
    open func glyphRange(for container: NSTextContainer) -> NSRange {
        NSRange(location: 0, length: lines.rows.last.map { NSMaxRange(range(of: $0)) } ?? 0)
    }
    /// Returns the glyphs in a part of the container: those of the lines that intersect it.
    open func glyphRange(forBoundingRect bounds: CGRect, in container: NSTextContainer) -> NSRange {
        let lines = lines
        let ranges = lines.rows.indices.filter { fragment($0, lines).intersects(bounds) }.map { range(of: lines.rows[$0]) }
        guard let first = ranges.first, let last = ranges.last else { return NSRange(location: 0, length: 0) }
        return NSRange(location: first.location, length: NSMaxRange(last) - first.location)
    }
    /// Returns the range itself: glyphs have the indices of their characters.
    open func glyphRange(forCharacterRange charRange: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?) -> NSRange {
        actualCharacterRange?.pointee = charRange
        return charRange
    }
    /// Returns the range itself: glyphs have the indices of their characters.
    open func characterRange(forGlyphRange glyphRange: NSRange, actualGlyphRange: UnsafeMutablePointer<NSRange>?) -> NSRange {
        actualGlyphRange?.pointee = glyphRange
        return glyphRange
    }
    /// Returns the index itself: glyphs have the indices of their characters.
    open func glyphIndexForCharacter(at charIndex: Int) -> Int { charIndex }
    /// Returns the index itself: glyphs have the indices of their characters.
    open func characterIndexForGlyph(at glyphIndex: Int) -> Int { glyphIndex }
    /// Returns whether there is a glyph of an index.
    open func isValidGlyphIndex(_ glyphIndex: Int) -> Bool { (0..<numberOfGlyphs).contains(glyphIndex) }
    /// Returns the character at a point of the container, or the nearest one.
    /// - Parameter partialFraction: Set to the part of the character's width before the point, 0 to 1.
    open func characterIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        partialFraction?.pointee = 0
        let lines = lines
        guard let row = lines.rows.first(where: { point.y < $0.bottom }) ?? lines.rows.last else { return 0 }
        let own = range(of: row), x = point.x - padding - row.x
        var index = min(max(own.location, CTLineGetStringIndexForPosition(row.line, CGPoint(x: x, y: 0))), max(0, NSMaxRange(own) - 1))
        // In the right half of a character, the index is that of the next one.
        if index > own.location, CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil)) > x { index -= 1 }
        let low = CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil))
        let high = CGFloat(CTLineGetOffsetForStringIndex(row.line, index + 1, nil))
        if high != low { partialFraction?.pointee = min(1, max(0, (x - low) / (high - low))) }
        return index
    }
    /// Returns the glyph at a point of the container, or the nearest one.
    open func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
        characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: nil)
    }
    /// Returns the glyph at a point of the container, or the nearest one.
    /// - Parameter partialFraction: Set to the part of the glyph's width before the point, 0 to 1.
    open func glyphIndex(
        for point: CGPoint, in container: NSTextContainer, fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: partialFraction)
    }
    /// Returns the part of a glyph's width before a point of the container, 0 to 1.
    open func fractionOfDistanceThroughGlyph(for point: CGPoint, in container: NSTextContainer) -> CGFloat {
        var fraction: CGFloat = 0
        _ = glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: &fraction)
        return fraction
    }
    /// Returns the container of a glyph.
    open func textContainer(forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: UnsafeMutablePointer<NSRange>?)
        -> NSTextContainer?
    {
        if let container { effectiveGlyphRange?.pointee = glyphRange(for: container) }
        return container
    }
    /// Returns the range of the glyphs that an ellipsis replaces in a glyph's line: at `NSNotFound` if no text is omitted.
    open func truncatedGlyphRange(inLineFragmentForGlyphAt glyphIndex: Int) -> NSRange {
        let lines = lines, count = lines.rows.count
        guard lines.isCut, container?.lineBreakMode.truncation != nil, let last = lines.rows.last, row(at: glyphIndex, lines) == count - 1
        else { return NSRange(location: NSNotFound, length: 0) }
        // A last line that more paragraphs follow has a text of its own, which ends with the ellipsis.
        let own = range(of: last), shift = (count > 1 ? NSMaxRange(range(of: lines.rows[count - 2])) : 0) - own.location
        let omitted = last.line.omitted ?? NSMaxRange(own) - 1..<NSMaxRange(own)
        let start = min(omitted.lowerBound + shift, numberOfGlyphs)
        let end = omitted.upperBound == NSMaxRange(own) ? numberOfGlyphs : omitted.upperBound + shift
        return NSRange(location: start, length: max(0, end - start))
    }

    // MARK: Drawing

    /// Draws the glyphs of a range into the current context, with the container's origin at a point.
    open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let lines = lines
        let indices = lines.rows.indices.filter { index in
            let own = range(of: lines.rows[index])
            return own.location < NSMaxRange(glyphsToShow) && NSMaxRange(own) > glyphsToShow.location
        }
        guard let first = indices.first, let last = indices.last else { return }
        let start = CGPoint(x: origin.x + padding, y: origin.y)
        lines.draw(at: start, in: context, rows: first..<last + 1)
    }
    /// Does nothing: backgrounds are drawn with the glyphs.
    open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {}
}
