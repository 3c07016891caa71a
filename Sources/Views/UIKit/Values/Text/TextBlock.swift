import CoreText
import QuartzCore

/// Text laid out in lines for drawing. Strings and labels use it.
struct TextBlock {
    /// The lines with their positions below the block's top left corner, and the size of the block, in points.
    private(set) var rows: [TextColumn.Row] = []
    private(set) var size = CGSize.zero
    /// True if text was omitted.
    private(set) var isCut = false
    /// The space that the first paragraph requests above it, and the last one below it, in a longer text.
    private(set) var spaceAbove: CGFloat = 0, spaceBelow: CGFloat = 0
    private let hasShadows: Bool
    private let hasPictures: Bool
    /// True if lines may draw beyond the lines around them.
    var spreads: Bool { hasShadows || hasPictures }

    /// Lays out a text.
    /// - Parameters:
    /// - width: The width in which lines are broken and aligned; infinity for neither.
    /// - height: The height; lines that extend below it are omitted, except the first.
    /// - lineLimit: The maximum number of lines; 0 for no limit.
    /// - truncation: The part of the last line that is replaced if text is omitted; nil for none.
    init(
        _ text: StyledText, width: CGFloat = .infinity, height: CGFloat = .infinity, lineLimit: Int = 0,
        truncation: CTLineTruncationType? = nil
    ) {
        hasShadows = text.spans.contains { $0.attributes[.shadow] is NSShadow }
        let prepared = TextPictures.prepared(text), text = prepared ?? text
        hasPictures = prepared != nil
        guard text.length > 0 else { return }
        let framesetter = CTFramesetter(text)
        let column = framesetter.column(width: width)
        rows = column.rows
        size = CGSize(width: rows.reduce(column.width) { max($0, $1.x + Self.usedWidth($1, text, width)) }, height: column.height)
        (spaceAbove, spaceBelow) = (column.spaceAbove, column.spaceBelow)
        var count = rows.count
        if lineLimit > 0 { count = min(count, lineLimit) }
        while count > 1, rows[count - 1].bottom > height + 0.01 { count -= 1 }
        guard let last = rows.prefix(count).last else { return }
        let isTooWide = truncation != nil && width.isFinite && Self.width(last.line) > width + 0.01
        guard count < rows.count || isTooWide else { return }
        isCut = true
        rows.removeLast(rows.count - count)
        if let truncation {
            rows[count - 1] = Self.cut(
                last, text, CTFramesetterGetTypesetter(framesetter), width, truncation, followed: count < column.rows.count)
        }
        size = CGSize(width: min(rows.reduce(0) { max($0, $1.x + Self.width($1.line)) }, max(width, 0)), height: last.bottom)
    }

    /// Returns the width of a line without its trailing spaces.
    static func width(_ line: CTLine) -> CGFloat {
        CGFloat(CTLineGetTypographicBounds(line, nil, nil, nil) - CTLineGetTrailingWhitespaceWidth(line))
    }

    /// Returns the width of a row with its trailing spaces, as far as they fit; without them if the line was broken at them.
    private static func usedWidth(_ row: TextColumn.Row, _ text: StyledText, _ width: CGFloat) -> CGFloat {
        let letters = Self.width(row.line), spaces = CGFloat(CTLineGetTrailingWhitespaceWidth(row.line))
        guard spaces > 0 else { return letters }
        let range = CTLineGetStringRange(row.line), end = range.location + range.length
        guard end >= text.length || text.text(in: end - 1..<end).first?.isNewline == true else { return letters }
        return max(letters, min(letters + spaces, width - row.x))
    }

    /// Returns the last row that fits, with an ellipsis for the omitted text.
    private static func cut(
        _ row: TextColumn.Row, _ text: StyledText, _ typesetter: CTTypesetter, _ width: CGFloat, _ truncation: CTLineTruncationType,
        followed: Bool
    ) -> TextColumn.Row {
        let string = text.string as NSString
        let start = CTLineGetStringRange(row.line).location
        var paragraphEnd = 0
        string.getParagraphStart(nil, end: nil, contentsEnd: &paragraphEnd, for: NSRange(location: start, length: 0))
        let attributes = text.attributes(at: min(start, text.length - 1))
        let style = attributes[.paragraphStyle] as? NSParagraphStyle ?? .default
        let room = max(0, width - style.headIndent - max(0, -style.tailIndent))
        var line =
            paragraphEnd > start
            ? CTTypesetterCreateLine(typesetter, CFRange(location: start, length: paragraphEnd - start)) : row.line
        // The ellipsis has the style of the text that it replaces.
        let cut =
            truncation == .start
            ? start : CTLineGetStringIndexForPosition(line, CGPoint(x: room * (truncation == .middle ? 0.5 : 0.95), y: 0))
        let marked = text.attributes(at: min(max(start, cut), max(start, paragraphEnd - 1), text.length - 1))
        let mark = CTLine.of(StyledText("\u{2026}", marked))
        if Self.width(line) <= room, followed {
            // The paragraph ends here, but the text doesn't. The ellipsis follows the whole line, which is shortened where necessary.
            var marked = text.part(start..<paragraphEnd)
            marked.append(StyledText("\u{2026}", attributes))
            line = CTLine.of(marked)
        }
        // If not even the ellipsis fits, it is drawn anyway and clipped.
        line = CTLineCreateTruncatedLine(line, Double(room), truncation, mark) ?? mark
        let flush = style.flush(isRightToLeft: isRightToLeft(line))
        let x = style.headIndent + CGFloat(CTLineGetPenOffsetForFlush(line, flush, Double(room)))
        return TextColumn.Row(line: line, x: width.isFinite ? x : style.headIndent, baseline: row.baseline, bottom: row.bottom)
    }

    private static func isRightToLeft(_ line: CTLine) -> Bool {
        // The direction of a paragraph is that of its first letters. The runs are in visual order.
        let runs = CTLineGetGlyphRuns(line) as? [CTRun] ?? []
        let first = runs.min { CTRunGetStringRange($0).location < CTRunGetStringRange($1).location }
        return first.map { CTRunGetStatus($0).contains(.rightToLeft) } ?? false
    }

    // MARK: Drawing

    /// Draws the lines with the block's top left corner at a point, in a space whose y grows downwards.
    /// - Parameter part: The indices of the lines to draw; nil for all.
    func draw(at origin: CGPoint, in context: CGContext, rows part: Range<Int>? = nil) {
        context.saveGState()
        let matrix = context.textMatrix
        for row in rows[part ?? rows.indices] {
            draw(row.line, at: CGPoint(x: origin.x + row.x, y: origin.y + row.baseline), in: context)
        }
        context.textMatrix = matrix
        context.restoreGState()
    }

    private func draw(_ line: CTLine, at point: CGPoint, in context: CGContext) {
        let upright = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: point.x, ty: point.y)
        context.textMatrix = upright
        if hasPictures { TextPictures.draw(line, at: point, in: context) }
        guard hasShadows else { return CTLineDraw(line, context) }
        for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
            let attributes = CTRunGetAttributes(run)
            context.saveGState()
            (attributes["NSShadow"] as? NSShadow)?.set(in: context)
            context.textMatrix = upright
            CTRunDraw(run, context, CFRange(location: 0, length: 0))
            context.restoreGState()
        }
    }
}

extension NSParagraphStyle {
    /// Returns the fraction of a line's free space on its left.
    func flush(isRightToLeft: Bool) -> CGFloat {
        switch alignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .justified, .natural: isRightToLeft ? 1 : 0
        }
    }
}

extension NSLineBreakMode {
    /// The part of a line that is truncated; nil for none.
    var truncation: CTLineTruncationType? {
        switch self {
        case .byTruncatingHead: .start
        case .byTruncatingTail: .end
        case .byTruncatingMiddle: .middle
        case .byWordWrapping, .byCharWrapping, .byClipping: nil
        }
    }
}
